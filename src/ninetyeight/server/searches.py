"""Searches of a server: how many at once, for whom, how hard, and what is done instead.

Each goes on in a process of its own (:class:`~ninetyeight.bots.mind.Mind`), at most as many at once
as there are cores to spare. Where more are wanted the table that has used least comes first, and
everybody steps down: deep, champion, quick, planner. So does a table that has used up its budget
while others want to think, and everybody while the server is behind with its work. Whoever has
waited too long does without: nobody at a table waits for the thinking of others.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninetyeight.bots.bot import BotError, searcher_names
from ninetyeight.bots.mind import Mind
from ninetyeight.fast import available
from ninetyeight.rules import View
from ninetyeight.server.logs import note
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.workload import Pressure, Workload

if TYPE_CHECKING:
    from ninetyeight.bots.search import Thought

log = logging.getLogger("ninetyeight.rooms")

#: So many wait for each mind when all step down by one level, by two, and to no search at all.
CROWD = (1, 3, 6)
#: Levels to step down at least while the server is behind, or busy.
DOWN = {Pressure.NONE: 0, Pressure.BEHIND: 2, Pressure.BUSY: 3}
#: A table may think for so many seconds at once, and gets back this part of a second in each;
#: beyond that it steps down one level more, as long as another table thinks as well.
BUDGET, REFILL = 5.0, 0.25
#: Seconds that anybody waits for a mind.
WAIT = 2.0
#: Seconds between two lines in the log that say so.
TELL_EVERY = 60.0


@dataclass(frozen=True)
class Found:
    """What came of a search: its ``thought``, if any, and the ``level`` at which it was made.

    ``note`` says why it is not what was asked for: `missing`, `preparing`, `busy` or `lost`.
    """

    thought: Thought | None
    level: str | None
    note: str | None


@dataclass(eq=False)
class _Wish:
    table: str
    #: The mind that was given; None when it goes without.
    turn: asyncio.Future[Mind | None]


def spare_cores() -> int:
    """Cores of this machine that the server itself can do without; one at least."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (cores or 1) - 1)


class Searches:
    """Gives out what minds there are. ``most`` None is one for each spare core.

    With ``idle`` they think at the lowest priority there is.
    """

    def __init__(
        self, most: int | None, workload: Workload, metrics: Metrics, *, idle: bool = True
    ) -> None:
        self._idle = idle
        self._most = spare_cores() if most is None else most
        self._workload = workload
        self._metrics = metrics
        self._minds: list[Mind] = []
        self._free: list[Mind] = []
        self._waiting: list[_Wish] = []
        self._busy: dict[str, Mind] = {}
        #: Seconds that a table has used up, as they were at that time.
        self._used: dict[str, tuple[float, float]] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._told_at = float("-inf")
        self._closed = False
        #: True once a search has come to its end here.
        self._proved = False

    def prepare(self) -> None:
        """Begin to get ready before anybody asks: what was never compiled here takes a while."""
        if self._most and available() and not self._minds:
            self._add()

    async def think(self, table: str, view: View, bot: str, seed: int) -> Found:
        """What ``bot``, or one as strong as is possible now, finds about the turn of ``view``."""
        if not available():
            return self._without("missing")
        if not self._most or self._closed:
            return self._without("busy")
        mind = await self._turn_of(table)
        if mind is None:
            return self._stepped(bot, None)
        level = self._level(bot, table)
        if level is None:
            self._release(table, mind, 0.0)
            return self._stepped(bot, None)
        return await self._in_mind(mind, table, view, (bot, level, seed))

    def stop(self, table: str) -> None:
        """Whatever is thought for that table, the best found so far will do."""
        for wish in self._waiting:
            if wish.table == table:
                _without_one(wish.turn)
        mind = self._busy.get(table)
        if mind is not None:
            mind.stop()

    def close(self) -> None:
        """End all minds."""
        self._closed = True
        for mind in self._minds:
            mind.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False)

    async def _turn_of(self, table: str) -> Mind | None:
        """A mind for that table, once it is its turn; None when that takes too long."""
        loop = asyncio.get_running_loop()
        wish = _Wish(table, loop.create_future())
        timer = loop.call_later(WAIT, _without_one, wish.turn)
        self._waiting.append(wish)
        self._give()
        try:
            return await wish.turn
        except asyncio.CancelledError:
            given = None if wish.turn.cancelled() else wish.turn.result()
            if given is not None:
                self._release(table, given, 0.0)
            raise
        finally:
            timer.cancel()
            if wish in self._waiting:
                self._waiting.remove(wish)

    async def _in_mind(
        self, mind: Mind, table: str, view: View, asked: tuple[str, str, int]
    ) -> Found:
        bot, level, seed = asked
        assert self._threads is not None
        loop = asyncio.get_running_loop()
        self._busy[table] = mind
        began = loop.time()
        thinking = loop.run_in_executor(self._threads, mind.think, view, level, seed)
        thinking.add_done_callback(lambda _: self._release(table, mind, loop.time() - began))
        try:
            thought = await asyncio.shield(thinking)
        except BotError as lost:
            note(log, "planner plays for a bot that was lost", level=logging.WARNING, why=lost.code)
            return self._without("lost")
        except asyncio.CancelledError:
            mind.stop()
            raise
        if thought is None:
            return self._without(mind.note)
        self._proved = True
        self._metrics.searches.labels(level).inc()
        return self._stepped(bot, level, thought)

    def _without(self, why: str | None) -> Found:
        self._metrics.searches.labels("none").inc()
        return Found(None, None, why)

    def _stepped(self, bot: str, level: str | None, thought: Thought | None = None) -> Found:
        """What was found; when that is less than was asked for, the log says so now and then."""
        if level == bot:
            return Found(thought, level, None)
        if level is None:
            self._metrics.searches.labels("none").inc()
        now = asyncio.get_running_loop().time()
        if now - self._told_at >= TELL_EVERY:
            self._told_at = now
            plays = level or "planner"
            note(log, "bots that search step down", level=logging.WARNING, type=bot, why=plays)
        return Found(thought, level, "busy")

    def _level(self, bot: str, table: str) -> str | None:
        """How hard to think just now; None is not at all."""
        crowd = sum(len(self._waiting) >= many * self._most for many in CROWD)
        down = max(crowd, DOWN[self._workload.pressure])
        others = any(one != table for one in (*self._busy, *(w.table for w in self._waiting)))
        if others and self._spent(table) > BUDGET:
            down += 1
        left = searcher_names().index(bot) - down
        return searcher_names()[left] if left >= 0 else None

    def _spent(self, table: str) -> float:
        """Seconds of its budget that a table has used up."""
        used, at = self._used.get(table, (0.0, 0.0))
        return max(0.0, used - REFILL * (asyncio.get_running_loop().time() - at))

    def _add(self) -> None:
        mind = Mind(idle=self._idle)
        self._minds.append(mind)
        self._free.append(mind)
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._most, "search")
        self._threads.submit(mind.start)

    def _give(self) -> None:
        """Give the minds that are free to whoever has used least."""
        # The first one compiles for all: what it has not done yet, nobody else begins beside it.
        more = not self._minds or (self._proved and len(self._minds) < self._most)
        if self._waiting and not self._free and more:
            self._add()
        while self._free and self._waiting:
            wish = min(self._waiting, key=lambda one: self._spent(one.table))
            self._waiting.remove(wish)
            if not wish.turn.done():
                wish.turn.set_result(self._free.pop(0))

    def _release(self, table: str, mind: Mind, seconds: float) -> None:
        if self._busy.get(table) is mind:
            del self._busy[table]
        for one in [one for one in self._used if not self._spent(one)]:
            del self._used[one]
        if seconds:
            spent = self._spent(table) + seconds
            self._used[table] = (spent, asyncio.get_running_loop().time())
        self._free.append(mind)
        self._give()


def _without_one(turn: asyncio.Future[Mind | None]) -> None:
    if not turn.done():
        turn.set_result(None)
