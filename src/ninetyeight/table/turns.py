"""The turns of a game, cut from its log, and which of them people are still shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ninetyeight.rules import BACK, END, Command, Lay
from ninetyeight.table.events import Event, Moved
from ninetyeight.table.setup import Setup
from ninetyeight.table.state import TableState


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """One turn as the log tells it. ``first`` and ``end`` are places in the log: of its first
    move, and of what came after its last.

    ``lays`` are the cards that stayed on the rows, by their places in the log: what was taken back
    is no part of a turn (B12r). ``over`` is False for a turn that has not been ended.
    """

    seat: int
    first: int
    end: int
    lays: Mapping[int, Lay]
    over: bool


def turns(setup: Setup, events: Iterable[Event]) -> Iterator[TakenTurn]:
    """Every turn that was begun, in order."""
    first: int | None = None
    lays: dict[int, Lay] = {}
    seat = end = 0
    for at, event in enumerate(events):
        if not isinstance(event, Moved):
            continue
        if first is None:
            first, lays = at, {}
        seat, end, over = event.seat, at + 1, event.move is END
        if event.move is BACK:
            lays.popitem()
        elif isinstance(event.move, Lay):
            lays[at] = event.move
            over = setup.deal.commands.on(event.move.card) is Command.STOP  # X1
        if over:
            yield TakenTurn(seat, first, end, lays, True)
            first = None
    if first is not None:
        yield TakenTurn(seat, first, end, lays, False)


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
