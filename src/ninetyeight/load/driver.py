"""A client process of a load run: opens its share of the tables and plays at them."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.client.http import Http, Server
from ninetyeight.load.figures import Figures
from ninetyeight.load.table import LoadTable, open_table

T = TypeVar("T")

#: Requests and handshakes on their way at once.
AT_ONCE = 16
#: Seconds for the last moves to reach everybody.
SETTLE = 15.0
#: Seconds between two looks at how late the event loop is.
LOOK_EVERY = 0.01


@dataclass(frozen=True)
class Share:
    """What one client process does: how many tables of how many seats, moves a second each."""

    base: str
    tables: int
    seats: int
    rate: float
    seconds: float
    edition: str = "original"


class Driver:
    """Does its share step by step: open, connect, deal, play, close."""

    def __init__(self, share: Share) -> None:
        self.figures = Figures()
        self._share = share
        self._server = Server(share.base)
        self._tables: list[LoadTable] = []
        self._stopped = asyncio.Event()
        self._replacing: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Play no longer."""
        self._stopped.set()

    async def open(self) -> None:
        """Open the tables and take every seat, over HTTP."""
        left = iter(range(self._share.tables))

        async def work() -> None:
            async with self._server.http() as http:
                for _ in left:
                    self._tables.append(await self._open_one(http))

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, self._share.tables)):
                group.create_task(work())

    async def connect(self) -> None:
        """Connect every seat."""
        await _all(table.connect for table in self._tables)

    async def deal(self) -> None:
        """Let every game begin."""
        await _all(table.deal for table in self._tables)
        # What stands now stays: no search for rubbish goes through it while we measure.
        gc.collect()
        gc.freeze()

    async def play(self) -> Figures:
        """Let every table move at its rate until the time is over or somebody says stop.

        What was counted; a second time counts anew.
        """
        share, loop = self._share, asyncio.get_running_loop()
        cpu = time.process_time()
        for table in self._tables:
            table.counting = True
        period = 1 / share.rate
        began = loop.time() + 0.1
        clocks = [
            loop.create_task(self._clock(place, began + period * place / share.tables, period))
            for place in range(share.tables)
        ]
        watch = loop.create_task(self._watch())
        with suppress(TimeoutError):
            async with asyncio.timeout_at(began + share.seconds):
                await self._stopped.wait()
        for task in (*clocks, watch):
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE):
                while not all(table.settled for table in self._tables):
                    await asyncio.sleep(0.01)
        figures, self.figures = self.figures, Figures()
        for table in self._tables:
            table.count_into(self.figures)
        figures.cpu = time.process_time() - cpu
        return figures

    async def close(self) -> None:
        """Leave every table."""
        for task in self._replacing:
            task.cancel()
        for table in self._tables:
            table.close()
        await asyncio.sleep(0.2)  # for the good-byes

    async def _clock(self, place: int, at: float, period: float) -> None:
        """One move of this table in each period."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(at - loop.time())
            self._tables[place].tick()
            at += period

    async def _watch(self) -> None:
        """Look how late the own event loop is: times that we measure are wrong by that much."""
        while True:
            due = time.perf_counter() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.figures.lag.append(max(0.0, time.perf_counter() - due))

    async def _open_one(self, http: Http) -> LoadTable:
        table, secrets = await open_table(http, self._share.seats, self._share.edition)
        return LoadTable(self._server, table, secrets, self.figures, self._over)

    def _over(self, table: LoadTable) -> None:
        """A game has ended: another table takes its place."""
        task = asyncio.get_running_loop().create_task(self._replace(table))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _replace(self, table: LoadTable) -> None:
        place = self._tables.index(table)
        try:
            async with self._server.http() as http:
                new = await self._open_one(http)
            await new.connect()
            await new.deal()
        except (ClientError, Declined, OSError, TimeoutError) as error:
            self.figures.refused(getattr(error, "message_code", type(error).__name__))
            return
        new.counting = True
        self._tables[place] = new
        self.figures.tables_replaced += 1
        table.close()


async def _all(doing: Iterable[Callable[[], Awaitable[T]]]) -> None:
    """Do all of it, some at once."""
    left = iter(doing)

    async def work() -> None:
        for one in left:
            await one()

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())
