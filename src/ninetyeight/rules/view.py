"""What one seat may know.

A :class:`View` is built field by field from what its seat may see and has no place for a draw
pile's order, another hand or a deal's code. Bots, programs and pages get views and nothing else.

>>> from ninetyeight.rules import Deal
>>> view = View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1), 0)
>>> view.hand
(10, 53, 55, 77, 82, 94, 95)
>>> view.hand_sizes, view.draw_size, len(view.unseen)
((7, 7), 84, 91)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from ninetyeight.rules.cards import NO_COMMANDS, Card, Command, Commands
from ninetyeight.rules.completion import completes
from ninetyeight.rules.editions import Rules
from ninetyeight.rules.errors import Refused
from ninetyeight.rules.game import Game, Legal, seat_after
from ninetyeight.rules.moves import END, Lay, Move, parse_move
from ninetyeight.rules.outcome import Outcome
from ninetyeight.rules.sketch import sketch
from ninetyeight.rules.talk import Marker, Sign, Talk, silenced, talk_refusal
from ninetyeight.rules.turn import Turn


@dataclass(frozen=True)
class View:
    """The game as one seat sees it; ``viewer`` None is a spectator, who sees no hand.

    ``rows`` hold every laid card: the whole table saw them, and remembering is allowed (B11r).
    What a front end *shows a person* is :meth:`shown_rows`.
    """

    rules: Rules
    viewer: int | None
    rows: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    draw_size: int
    seat: int | None
    laid: tuple[Lay, ...]
    minimum: int
    #: Commands on cards the viewer has seen, or on all when the table knows the mapping.
    commands: Commands
    #: How many cards the viewer has not seen carry each command, where that is known (X11r).
    hidden_commands: Mapping[Command, int]
    outcome: Outcome | None
    talk: Talk = field(default_factory=Talk)

    def __hash__(self) -> int:
        # What is left out follows from the rest, or differs too seldom to be worth the time.
        return hash((self.viewer, self.rows, self.hand, self.draw_size, self.seat, self.talk))

    def __str__(self) -> str:
        return sketch(self).text()

    def _repr_svg_(self) -> str:
        """The position as a drawing, for notebooks."""
        return sketch(self).svg()

    @classmethod
    def of(cls, game: Game, viewer: int | None, talk: Talk | None = None) -> View:
        """What ``viewer`` (a seat from 0) may know of ``game`` and of what has been said."""
        if viewer is not None:
            game.rules.check_seat(viewer)
        hand = () if viewer is None else game.hands[viewer]
        commands, hidden = _known_commands(game, hand)
        return cls(
            rules=game.rules,
            viewer=viewer,
            rows=game.rows,
            hand=hand,
            hand_sizes=tuple(map(len, game.hands)),
            draw_size=len(game.draw),
            seat=game.seat,
            laid=game.laid,
            minimum=game.minimum,
            commands=commands,
            hidden_commands=hidden,
            outcome=game.outcome,
            talk=_SAID_NOTHING if talk is None else talk,
        )

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The visible card of each row."""
        return tuple(row[-1] if row else None for row in self.rows)

    def rows_before_turn(self) -> tuple[tuple[Card, ...], ...]:
        """The rows as they lay when the running turn began."""
        if not self.laid:
            return self.rows
        laid = Counter(lay.row for lay in self.laid)
        names = self.rules.edition.row_names
        return tuple(
            row[: len(row) - laid[name]] for name, row in zip(names, self.rows, strict=True)
        )

    @property
    def left(self) -> int:
        """Cards not laid (B9)."""
        return self.draw_size + sum(self.hand_sizes)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """Cards the viewer cannot place: in other hands or the draw pile, lowest first."""
        seen = set(self.hand)
        seen.update(*self.rows)
        return tuple(card for card in self.rules.cards if card not in seen)

    @property
    def my_turn(self) -> bool:
        """True when the viewer is to lay."""
        return self.seat is not None and self.seat == self.viewer

    @cached_property
    def turn(self) -> Turn:
        """The viewer's running turn; Refused when it is not theirs."""
        if not self.my_turn:
            raise Refused("not_your_turn", rule="B6")
        return Turn.of(self, self.hand)

    @property
    def turn_start(self) -> Turn:
        """The viewer's turn as it stood before its first card; Refused when it is not theirs.

        Before anybody has started: the turn that it would have as the first.
        """
        if self.seat is None and self.outcome is None:
            return replace(Turn.of(self, self.hand), minimum=self.rules.minimum)
        if not self.laid:
            return self.turn
        tops = tuple(row[-1] if row else None for row in self.rows_before_turn())
        hand = tuple(sorted(self.turn.hand + tuple(lay.card for lay in self.laid)))
        return replace(self.turn, tops=tops, hand=hand, laid=())

    @property
    def next_seat(self) -> int | None:
        """The seat whose turn follows the running one (B6, B7); None when nobody's turn runs."""
        return None if self.seat is None else seat_after(self.seat, self.hand_sizes)

    @property
    def legal(self) -> Legal:
        """The viewer's moves that are accepted now; none when it is not their turn."""
        return Legal(self.turn if self.my_turn else None)

    @property
    def losing(self) -> tuple[Move, ...]:
        """Those legal moves of which the viewer can tell that they lose at once."""
        return tuple(move for move in self.legal if self.loses(move))

    def loses(self, move: Move | str) -> bool:
        """True when the viewer can tell that ``move``, which must be accepted, loses at once.

        The law of a turn hangs on nothing hidden, so of a lay it is known exactly (X8r); one after
        which the turn cannot be completed counts with take-backs on, too: all that would be left
        is to take it back. Whether the next seat is stuck is as a rule hidden; it can be told only
        when the draw pile is empty and the cards of one hand must be all that are unseen.
        """
        move = parse_move(move)
        if isinstance(move, Lay):
            verdict = self.turn.judge(move, accepted=True)
            if verdict.stops:
                return self._next_seat_stuck(self.turn.after(move))
            return verdict.fails
        return move is END and self._next_seat_stuck(self.turn)

    def _next_seat_stuck(self, turn: Turn) -> bool:
        """True when, with ``turn`` ended, the viewer knows that the next seat cannot complete its
        own. Never guessed: False while the next hand, or a command on it, is hidden."""
        if self.draw_size or self.hidden_commands:
            return False
        others = [seat for seat, size in enumerate(self.hand_sizes) if size and seat != self.viewer]
        if len(others) > 1:
            return False
        hand, elsewhere = (self.unseen, len(turn.hand)) if others else (turn.hand, 0)
        following = replace(turn, hand=hand, laid=(), minimum=1, elsewhere=elsewhere)  # B7
        return not completes(following)

    def refusal(self, move: Move | str) -> Refused | None:
        """Why ``move`` of the viewer is not accepted now, or None when it is."""
        try:
            return self.turn.refusal(move)
        except Refused as not_now:
            return not_now

    def shown_rows(self) -> tuple[tuple[Card, ...], ...]:
        """The rows as a person is shown them: whole when they lie open or the game is over, else
        their tops (B11)."""
        if self.rules.open_rows or self.outcome is not None:
            return self.rows
        return tuple(row[-1:] for row in self.rows)

    def talk_refusal(self, sign: Sign | str) -> Refused | None:
        """Why ``sign`` may not be given now, or None when it may (T, X4)."""
        return talk_refusal(
            self.rules,
            self.talk,
            sign,
            silence=silenced(self.commands, self.tops),
            laying=bool(self.laid) or self.talk.laying,
            draw_size=self.draw_size,
        )

    def mark_changes(
        self, wanted: Mapping[str, Marker | str]
    ) -> Iterator[tuple[str, Marker | None]]:
        """The rows on which the viewer does not yet show what it ``wanted`` to say of them as they
        stand, with the marker to put there, or None to withdraw the one that is there (T8r).
        Refused when a row is named that there is not."""
        assert self.viewer is not None
        for row in wanted:
            self.rules.edition.place_of(row)
        for row, top in zip(self.rules.edition.row_names, self.tops, strict=True):
            shown, marker = self.talk.mark(self.viewer, row), Marker.maybe(wanted.get(row))
            if marker is None:
                if shown is not None:
                    yield row, None
            elif shown is None or (shown.marker, shown.top) != (marker, top):
                yield row, marker

    def sample(self, rng: Random) -> Game:
        """A whole game that looks like this view to its viewer: unseen cards dealt at random."""
        unseen = list(self.unseen)
        rng.shuffle(unseen)
        hands: list[tuple[Card, ...]] = []
        for seat, size in enumerate(self.hand_sizes):
            if seat == self.viewer:
                hands.append(self.hand)
            else:
                hands.append(tuple(sorted(unseen[:size])))
                del unseen[:size]
        kinds = [kind for kind, count in self.hidden_commands.items() for _ in range(count)]
        hidden = dict(zip(rng.sample(self.carriers, len(kinds)), kinds, strict=True))
        known = not self.hidden_commands and bool(self.commands)
        return self.filled(tuple(hands), tuple(unseen), hidden, open_commands=known)

    @property
    def carriers(self) -> tuple[Card, ...]:
        """The unseen cards that may carry a hidden command (X11r)."""
        plain = tuple(card for card in self.unseen if card not in self.rules.fires)
        # Else the mapping is the table's own, in which fire cards carry some, too.
        return plain if len(plain) >= sum(self.hidden_commands.values()) else self.unseen

    def filled(
        self,
        hands: tuple[tuple[Card, ...], ...],
        draw: tuple[Card, ...],
        hidden: Mapping[Card, Command | str],
        *,
        open_commands: bool,
    ) -> Game:
        """The whole game if these are all hands, the draw pile and the ``hidden`` commands."""
        return Game(
            rules=self.rules,
            rows=self.rows,
            hands=hands,
            draw=draw,
            seat=self.seat,
            laid=self.laid,
            minimum=self.minimum,
            commands=Commands({**self.commands, **hidden}) if hidden else self.commands,
            open_commands=open_commands,
            outcome=self.outcome,
        )


_SAID_NOTHING = Talk()
_NOTHING_HIDDEN: Mapping[Command, int] = {}


def _known_commands(game: Game, hand: tuple[Card, ...]) -> tuple[Commands, Mapping[Command, int]]:
    """The commands a seat knows, and how many of each kind are still hidden from it."""
    if not game.commands:
        return NO_COMMANDS, _NOTHING_HIDDEN
    if game.open_commands:
        return game.commands, _NOTHING_HIDDEN
    seen = set(hand)
    seen.update(*game.rows)
    known = {card: kind for card, kind in game.commands.items() if card in seen}
    hidden = Counter(kind for card, kind in game.commands.items() if card not in seen)
    return Commands(known), {kind: hidden[kind] for kind in Command if hidden[kind]}
