"""What others feel: two people at a table of their own, and somebody who comes by.

Five times a second one of them puts up or withdraws a marker, timed until both have the state
that tells of it. Marks are sent when they are due, however long the one before takes, and one
that never arrives counts with its age.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Literal

from ninetyeight.client.errors import ClientError
from ninetyeight.client.http import Server
from ninetyeight.load.figures import Figures, look_at
from ninetyeight.load.table import LeanState, LoadTable, open_table
from ninetyeight.wire import messages as wire

#: Seconds between two marks, and between two visits of somebody new.
MARK_EVERY = 0.2
VISIT_EVERY = 0.5
#: Seconds within which somebody new has to be answered.
PATIENCE = 10.0


@dataclass
class Felt:
    """What was felt in one phase. Times are in seconds, memory in bytes."""

    marks: list[float] = field(default_factory=list)
    #: The server's memory at every look.
    memory: list[float] = field(default_factory=list)
    #: The server's processor time at every look, with the moment.
    cpu: list[tuple[float, float]] = field(default_factory=list)
    visits: int = 0
    turned_away: int = 0
    #: Marks that were refused.
    refused: int = 0


@dataclass
class _Mark:
    at: float
    marker: Literal["small"] | None
    number: int | None = None


class Canary(LoadTable):
    """Two people at a table."""

    def __init__(self, server: Server, table: str, secrets: list[str]) -> None:
        super().__init__(server, table, secrets, Figures(), lambda _: None)
        self.id = table
        #: Where what is felt is noted now.
        self.felt = Felt()
        #: The marks that arrived, as the moment and the time it took.
        self.arrived: list[tuple[float, float]] = []
        self._pending: dict[str, _Mark] = {}
        self._up = False
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def settle(cls, server: Server) -> Canary:
        """The canary at its table, the game begun, singing."""
        async with server.http() as http:
            table, secrets = await open_table(http, 2, name="Canary")
        canary = cls(server, table, secrets)
        await canary.connect()
        await canary.deal()
        canary._tasks = [asyncio.create_task(canary._sing()), asyncio.create_task(canary._visit())]
        return canary

    def turn_page(self) -> Felt:
        """What was felt since the last time; marks on their way count with their age."""
        felt, self.felt = self.felt, Felt()
        now = time.perf_counter()
        felt.marks += [now - mark.at for mark in self._pending.values()]
        self._pending.clear()
        return felt

    @property
    def lost(self) -> int:
        """How often they were cut off."""
        return self._figures.lost

    @property
    def waiting(self) -> float:
        """How long the oldest mark has been on its way, in seconds."""
        now = time.perf_counter()
        return max((now - mark.at for mark in self._pending.values()), default=0.0)

    def close(self) -> None:
        """Leave."""
        for task in self._tasks:
            task.cancel()
        super().close()

    async def _sing(self) -> None:
        due = time.perf_counter()
        while True:
            due += MARK_EVERY
            await asyncio.sleep(due - time.perf_counter())
            self._up = not self._up
            name = self._id("k")
            mark = _Mark(time.perf_counter(), "small" if self._up else None)
            self._pending[name] = mark
            self._ask(0, wire.DoMark(name, "U1", mark.marker))

    async def _visit(self) -> None:
        while True:
            await asyncio.sleep(VISIT_EVERY)
            felt = self.felt
            felt.visits += 1
            try:
                async with asyncio.timeout(PATIENCE), self._server.http() as http:
                    status, page = await http.ask("GET", "/metrics")
            except (ClientError, TimeoutError):
                felt.turned_away += 1
                continue
            if status in (429, 503):
                felt.turned_away += 1
            look = look_at(page)
            if look.rss is not None and look.cpu is not None:
                felt.memory.append(look.rss)
                felt.cpu.append((time.perf_counter(), look.cpu))

    async def _connect(self, seat: int) -> None:
        await super()._connect(seat)
        for name, mark in self._pending.items():
            if seat == 0 and mark.number is None:
                self._ask(0, wire.DoMark(name, "U1", mark.marker))

    def _refused(self, refusal: wire.Refusal) -> None:
        super()._refused(refusal)
        mark = self._pending.pop(refusal.id or "", None)
        if mark is not None:
            self.felt.refused += 1

    def _done(self, done: wire.Done, now: float) -> None:
        mark = self._pending.get(done.id)
        if mark is not None:
            mark.number = done.number
            self._check(now)

    def _state(self, seat: int, state: LeanState, now: float) -> None:
        super()._state(seat, state, now)
        self._check(now)

    def _check(self, now: float) -> None:
        """Which marks everybody knows of by now."""
        known = min(self._numbers)
        there = [k for k, m in self._pending.items() if m.number is not None and m.number <= known]
        for name in there:
            took = now - self._pending.pop(name).at
            self.felt.marks.append(took)
            self.arrived.append((now, took))
