"""The turns of a game, cut from its log, and which of them people are still shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ninetyeight.rules import BACK, Card, Command, Commands, Edition, Lay, Move
from ninetyeight.table.events import Event, Moved
from ninetyeight.table.setup import Setup
from ninetyeight.table.state import TableState


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card laid in a turn: its place in the log, how far its row moved, and whether that was a
    backwards trick."""

    number: int
    lay: Lay
    step: int
    trick: bool
    command: Command | None


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """One turn as the log tells it. ``first`` and ``end`` are places in the log: of its first
    move, and of what came after its last.

    ``cards`` are those that stayed on the rows: what was taken back is no part of a turn (B12r).
    ``over`` is False for a turn that has not been ended.
    """

    seat: int
    first: int
    end: int
    cards: tuple[LaidCard, ...] = ()
    over: bool = False

    def moved(
        self,
        number: int,
        move: Move,
        edition: Edition,
        commands: Commands,
        tops: Sequence[Card | None],
    ) -> TakenTurn:
        """The turn after ``move``, which was made with these tops."""
        end = number + 1
        if move is BACK:
            return replace(self, end=end, cards=self.cards[:-1])
        if not isinstance(move, Lay):
            return replace(self, end=end, over=True)
        kind = commands.on(move.card)
        laid = LaidCard(number, move, *edition.step_of(move, tops), kind)
        over = kind is Command.STOP  # X1
        return replace(self, end=end, cards=(*self.cards, laid), over=over)


def turns(setup: Setup, events: Iterable[Event]) -> Iterator[TakenTurn]:
    """Every turn that was begun, in order."""
    edition, commands = setup.rules.edition, setup.deal.commands
    rows: dict[str, list[Card | None]] = {name: [None] for name in edition.row_names}
    turn: TakenTurn | None = None
    for at, event in enumerate(events):
        if not isinstance(event, Moved):
            continue
        turn = turn or TakenTurn(event.seat, at, at)
        if event.move is BACK:
            rows[turn.cards[-1].lay.row].pop()
        tops = [row[-1] for row in rows.values()]
        turn = turn.moved(at, event.move, edition, commands, tops)
        if isinstance(event.move, Lay):
            rows[event.move.row].append(event.move.card)
        if turn.over:
            yield turn
            turn = None
    if turn is not None:
        yield turn


def shown_turns(state: TableState, events: Iterable[Event]) -> list[TakenTurn]:
    """The turns that people are told whole at a table that stands at ``state`` (B11).

    While a game with closed rows runs: the running turn, and the last one of each seat. With open
    rows, and once the game is over: all of them.
    """
    taken = list(turns(state.setup, events))
    if state.setup.rules.open_rows or state.outcome is not None:
        return taken
    last = {turn.seat: turn for turn in taken if turn.over}
    return [turn for turn in taken if not turn.over or turn is last[turn.seat]]
