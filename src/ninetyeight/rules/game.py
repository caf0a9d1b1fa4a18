"""The game as an immutable value: the whole table, every hand and the draw pile.

A move returns a new game and leaves the old one as it was. The law of a single turn lives in
:mod:`ninetyeight.rules.turn`; this module adds what happens between turns: dealing, drawing,
whose turn is next, and the end.

>>> from ninetyeight.rules import Deal, Rules
>>> game = Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C").game().start(0)
>>> len(game.hands[0]), len(game.draw), game.seat
(8, 90, 0)
>>> first = next(iter(game.legal))
>>> after = game.apply(first)
>>> after.left == game.left - 1
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ninetyeight.rules.cards import NO_COMMANDS, Card, Command, Commands
from ninetyeight.rules.completion import completes, why_stuck
from ninetyeight.rules.editions import Rules
from ninetyeight.rules.errors import NotationError, Refused, SetupError
from ninetyeight.rules.moves import END, Lay, Move, parse_move
from ninetyeight.rules.outcome import Outcome
from ninetyeight.rules.sketch import sketch
from ninetyeight.rules.turn import Turn


@dataclass(frozen=True)
class Game:
    """Everything about one game at one moment.

    Before the first turn ``seat`` is None: hands are dealt and the team agrees who starts (B10).
    ``laid`` holds the cards of the running turn; ``outcome`` is None while the game goes on.
    ``open_commands`` says that everybody may look up which card carries which command, as the
    owner of a box can; otherwise a command is known when its card is seen (X11r).
    """

    rules: Rules
    rows: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...]
    seat: int | None = None
    laid: tuple[Lay, ...] = ()
    minimum: int = 0
    commands: Commands = NO_COMMANDS
    open_commands: bool = False
    outcome: Outcome | None = None

    @classmethod
    def deal(
        cls,
        rules: Rules,
        deck: Sequence[Card],
        commands: Mapping[Card, Command | str] = NO_COMMANDS,
        *,
        open_commands: bool = False,
    ) -> Game:
        """Deal ``deck`` in order: seat 0's hand first, then seat 1's …; the rest is drawn from
        its front (B2). SetupError when the deck is not every card once."""
        check_deck(rules, deck)
        commands = Commands.of(commands)
        check_commands(rules, commands)
        size, players = rules.hand_size, rules.players
        hands = tuple(tuple(sorted(deck[s * size : (s + 1) * size])) for s in range(players))
        rows: tuple[tuple[Card, ...], ...] = ((),) * len(rules.edition.rows)
        return cls(
            rules=rules,
            rows=rows,
            hands=hands,
            draw=tuple(deck[players * size :]),
            commands=commands if rules.has_commands else NO_COMMANDS,
            open_commands=open_commands,
        )

    def start(self, seat: int) -> Game:
        """Let ``seat``, counted from 0, take the first turn (B10). Refused when one was taken."""
        if self.seat is not None or self.outcome is not None:
            raise Refused("already_started", rule="B10")
        self.rules.check_seat(seat)
        return self._begin_turn(seat, self.hands, self.draw)

    def __repr__(self) -> str:
        from ninetyeight.rules.text import write_game

        return f"read_game({write_game(self)!r})"

    def __str__(self) -> str:
        return sketch(self).text()

    def _repr_svg_(self) -> str:
        """The position as a drawing, for notebooks."""
        return sketch(self).svg()

    # What can be seen of the whole.

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The visible card of each row; None where nothing has been laid."""
        return tuple(row[-1] if row else None for row in self.rows)

    @cached_property
    def left(self) -> int:
        """Cards not laid: all hands and the draw pile (B9)."""
        return len(self.draw) + sum(map(len, self.hands))

    @cached_property
    def turn(self) -> Turn:
        """The running turn. Refused before the start and after the end."""
        if self.seat is None:
            if self.outcome is not None:
                raise Refused("game_over", rule="B8")
            raise Refused("not_started", rule="B10")
        return self.turn_of(self.seat)

    def turn_of(self, seat: int) -> Turn:
        """The turn as it stands, taken as that of ``seat``: after the end, of the last turn."""
        self.rules.check_seat(seat)
        return Turn.of(self, self.hands[seat])

    @property
    def next_seat(self) -> int | None:
        """The seat whose turn follows the running one (B6, B7); None when nobody's turn runs."""
        return None if self.seat is None else seat_after(self.seat, self.hands)

    @property
    def legal(self) -> Legal:
        """The moves accepted now, as a view: test with ``in``, iterate, count with ``len``."""
        return Legal(None if self.seat is None else self.turn)

    @property
    def losing(self) -> tuple[Move, ...]:
        """Those legal moves after which the game is lost at once, hidden cards considered."""
        return tuple(move for move in self.legal if self.loses(move))

    def loses(self, move: Move | str) -> bool:
        """True when the game is lost at once by ``move``, which must be accepted."""
        outcome = self.apply(move).outcome
        return outcome is not None and not outcome.won

    # Moves.

    def refusal(self, move: Move | str) -> Refused | None:
        """Why ``move`` is not accepted now, or None when it is; NotationError if it is no move."""
        try:
            return self.turn.refusal(move)
        except Refused as not_now:
            return not_now

    def apply(self, move: Move | str) -> Game:
        """The game after ``move``, which may be given as its text; Refused when it is not
        accepted, NotationError when it is no move at all."""
        move = parse_move(move)
        if isinstance(move, Lay):
            return self.lay(move.card, move.row)
        return self.end() if move is END else self.back()

    def lay(self, card: Card, row: str) -> Game:
        """Lay ``card`` of the active hand on ``row`` (B3, B4, and what X and F add)."""
        lay = Lay(card, row)
        verdict = self.turn.judge(lay)
        if verdict.refusal is not None:
            raise verdict.refusal
        after = self.turn.after(lay)
        place = self.rules.edition.row_index[row]
        rows = self.rows[:place] + ((*self.rows[place], card),) + self.rows[place + 1 :]
        if verdict.wins or verdict.loses is not None:
            outcome = Outcome(verdict.wins, verdict.loses, self.left - 1, self.seat)
            return self._moved(rows, after.hand, after.laid, outcome)
        game = self._moved(rows, after.hand, after.laid)
        game.__dict__["turn"] = after  # known already: spare building it again
        return game._pass_on() if verdict.stops else game

    def end(self) -> Game:
        """End the turn: draw, then the next seat with cards (B6, B7)."""
        refusal = self.turn.end_refusal()
        if refusal is not None:
            raise refusal
        return self._pass_on()

    def back(self) -> Game:
        """Take back the last card laid this turn (B12r)."""
        refusal = self.turn.back_refusal()
        if refusal is not None:
            raise refusal
        card, row = self.laid[-1]
        place = self.rules.edition.row_index[row]
        rows = self.rows[:place] + (self.rows[place][:-1],) + self.rows[place + 1 :]
        assert self.seat is not None
        hand = tuple(sorted((*self.hands[self.seat], card)))
        return self._moved(rows, hand, self.laid[:-1])

    # Between turns.

    def _hands_with(self, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        seat = self.seat
        assert seat is not None
        return self.hands[:seat] + (hand,) + self.hands[seat + 1 :]

    def _moved(
        self,
        rows: tuple[tuple[Card, ...], ...],
        hand: tuple[Card, ...],
        laid: tuple[Lay, ...],
        outcome: Outcome | None = None,
    ) -> Game:
        """The game once a card of the active hand has changed its place."""
        return Game(
            self.rules,
            rows,
            self._hands_with(hand),
            self.draw,
            self.seat if outcome is None else None,
            laid,
            self.minimum,
            self.commands,
            self.open_commands,
            outcome,
        )

    def _pass_on(self) -> Game:
        """Draw for the active seat and give the turn to the next one that has cards."""
        seat = self.seat
        assert seat is not None
        hand = self.hands[seat]
        wanted = self.rules.hand_size - len(hand)  # B6: back to the full hand
        if self.commands and any(self.commands.on(t) is Command.DRAW_ONE for t in self.tops):
            wanted = 1  # X7
        drawn = self.draw[:wanted]
        hands = self._hands_with(tuple(sorted(hand + drawn)))
        return self._begin_turn(seat_after(seat, hands), hands, self.draw[wanted:])

    def _begin_turn(
        self, seat: int, hands: tuple[tuple[Card, ...], ...], draw: tuple[Card, ...]
    ) -> Game:
        """Begin ``seat``'s turn; the game is over at once when it cannot be completed (B8)."""
        minimum = self.rules.minimum if draw else 1  # B5, B7, B7r
        game = Game(
            self.rules, self.rows, hands, draw, seat, (), minimum, self.commands, self.open_commands
        )
        if completes(game.turn):
            return game
        outcome = Outcome(False, why_stuck(game.turn), game.left, seat)
        return replace(game, seat=None, outcome=outcome)


class Legal:
    """The moves that a turn accepts now; None is nobody's. A view: computed when asked."""

    __slots__ = ("_turn",)

    def __init__(self, turn: Turn | None) -> None:
        self._turn = turn

    def __iter__(self) -> Iterator[Move]:
        if self._turn is not None:
            yield from self._turn.moves()

    def __contains__(self, move: object) -> bool:
        try:
            return self._turn is not None and self._turn.refusal(move) is None  # type: ignore[arg-type]
        except NotationError:
            return False

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __repr__(self) -> str:
        return f"<Legal: {' '.join(map(str, self))}>"


def seat_after(seat: int, held: Sequence[object]) -> int:
    """The seat whose turn follows that of ``seat``: clockwise, and a seat without cards is skipped
    (B6, B7). ``held`` is what each seat holds: its hand, or how many cards that is."""
    players = len(held)
    following = ((seat + step) % players for step in range(1, players + 1))
    return next((other for other in following if held[other]), seat)


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """SetupError unless ``deck`` holds every card of the edition exactly once (B2)."""
    wanted = set(rules.cards)
    strange = [card for card in deck if card not in wanted]
    missing = sorted(wanted.difference(deck))
    if strange:
        raise SetupError("strange_card", rule="B2", card=strange[0], edition=rules.edition.id)
    if missing:
        raise SetupError("missing_card", rule="B2", card=missing[0], n=len(missing))
    if len(deck) != len(wanted):
        twice = next(card for at, card in enumerate(deck) if card in deck[:at])
        raise SetupError("card_twice", rule="B2", card=twice)


def check_commands(rules: Rules, commands: Commands) -> None:
    """SetupError when a command sits on a card that the edition does not have (X11r)."""
    for card in commands:
        if card not in rules.cards:
            raise SetupError(
                "command_on_missing_card",
                rule="X11r",
                card=card,
                command=commands[card].value,
                edition=rules.edition.id,
            )
