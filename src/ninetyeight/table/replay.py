"""A record cut into pages: what came before the first turn, and then a page for each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninetyeight.table.record import Record
from ninetyeight.table.state import TableState, states
from ninetyeight.table.turns import turns


@dataclass(frozen=True)
class ReplayPage:
    """A turn, or what came before the first: its events ``first`` to ``last`` (not included)."""

    seat: int | None
    first: int
    last: int


class Replay:
    """A record, cut into turns. Page 0 is what came before the first turn."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.states: list[TableState] = list(states(record.setup, record.events))
        self.pages = list(_pages(record, self.states))

    @property
    def closed(self) -> bool:
        """True while cards lie there that people are no longer shown (B11)."""
        state = self.record.state
        return state.outcome is None and not state.setup.rules.open_rows

    @property
    def turns(self) -> int:
        """How many turns were begun."""
        return len(self.pages) - 1

    def before(self, page: int) -> TableState:
        """The table when the page began."""
        return self.states[self.pages[page].first]

    def after(self, page: int) -> TableState:
        """The table when the page was over."""
        return self.states[self.pages[page].last]


def _pages(record: Record, states: list[TableState]) -> Iterator[ReplayPage]:
    """A page ends when the turn does; signs given between two turns belong to the next one."""
    taken = list(turns(record.setup, record.events))
    begun = taken[0].first if taken else len(record.events)
    # Signs before the first move, but after the start, belong to the first turn.
    while begun and states[begun - 1].active is not None:
        begun -= 1
    yield ReplayPage(None, 0, begun)
    for turn in taken:
        if turn.over:
            yield ReplayPage(turn.seat, begun, turn.end)
            begun = turn.end
    if begun < len(record.events):
        yield ReplayPage(states[begun].active, begun, len(record.events))
