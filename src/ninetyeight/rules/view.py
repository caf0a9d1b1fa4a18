"""What one seat may know.

A :class:`View` is built field by field from what its seat may see and has no place for a draw
pile's order, another hand or a deal's code. Bots, programs and pages get views and nothing else.

>>> from ninetyeight.rules import Deal
>>> view = View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1), 0)
>>> view.hand
(10, 53, 55, 77, 82, 94, 95)
>>> view.hand_sizes, view.draw, len(view.unseen)
((7, 7), 84, 91)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from ninetyeight.rules.cards import NO_COMMANDS, Card, Command, Commands
from ninetyeight.rules.editions import Rules
from ninetyeight.rules.errors import Refused
from ninetyeight.rules.game import Game
from ninetyeight.rules.moves import Lay, Move
from ninetyeight.rules.outcome import Outcome
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
    draw: int
    seat: int | None
    laid: tuple[Lay, ...]
    minimum: int
    #: Commands on cards the viewer has seen, or on all when the table knows the mapping.
    commands: Commands
    #: How many cards the viewer has not seen carry each command, where that is known (X11r).
    hidden_commands: Mapping[Command, int]
    outcome: Outcome | None
    talk: Talk = field(default_factory=Talk)

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
            draw=len(game.draw),
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
        return self.draw + sum(self.hand_sizes)

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
        return Turn(
            self.rules,
            self.commands,
            self.tops,
            self.hand,
            self.laid,
            self.minimum,
            self.left - len(self.hand),
        )

    def moves(self) -> Iterator[Move]:
        """Every move of the viewer that is accepted now; none when it is not their turn."""
        return self.turn.moves() if self.my_turn else iter(())

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

    def refuses(self, sign: Sign | str) -> Refused | None:
        """Why ``sign`` may not be given now, or None when it may (T, X4)."""
        return talk_refusal(
            self.rules,
            self.talk,
            sign,
            silence=silenced(self.commands, self.tops),
            laying=bool(self.laid) or self.talk.laying,
            draw=self.draw,
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
        return Game(
            rules=self.rules,
            rows=self.rows,
            hands=tuple(hands),
            draw=tuple(unseen),
            seat=self.seat,
            laid=self.laid,
            minimum=self.minimum,
            commands=self._sample_commands(rng),
            open_commands=not self.hidden_commands and bool(self.commands),
            outcome=self.outcome,
        )

    def _sample_commands(self, rng: Random) -> Commands:
        kinds = [kind for kind, count in self.hidden_commands.items() for _ in range(count)]
        if not kinds:
            return self.commands
        carriers = [card for card in self.unseen if card not in self.rules.fires]
        if len(carriers) < len(kinds):
            carriers = list(self.unseen)  # a mapping of the table's own: fire cards carry some too
        return Commands(
            {**self.commands, **dict(zip(rng.sample(carriers, len(kinds)), kinds, strict=True))}
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
