"""How far this process is behind its work, and what waits because of it.

A loop that is late shows in everything: a lay comes late to everybody. So bots step down first,
then new tables and watchers are turned away for some seconds; whoever sits at a table plays on.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import TypeVar

from ninetyeight.server.errors import ServerError
from ninetyeight.server.metrics import Metrics

T = TypeVar("T")

#: Seconds between two looks at how late the loop is, and the weight of a single look.
LOOK_EVERY = 0.1
WEIGHT = 0.05
#: At this part of the lag at which the server is busy, bots step down; and below it, a server
#: that was busy no longer is.
BEHIND = 0.3
#: Seconds after which whoever was turned away may try again.
RETRY_AFTER = 5


class Pressure(IntEnum):
    """How much there is to do."""

    NONE = 0
    BEHIND = 1
    BUSY = 2


class Workload:
    """How late everything is, smoothed; ``busy_lag`` seconds are too much, 0 never is."""

    def __init__(self, busy_lag: float, metrics: Metrics) -> None:
        self.lag = 0.0
        self.pressure = Pressure.NONE
        self._busy_lag = busy_lag
        self._metrics = metrics

    async def watch(self) -> None:
        """Look for ever how late something is done, by way of a thread as every commit is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            await asyncio.to_thread(_nothing)
            self.saw(loop.time() - due)

    def saw(self, late: float) -> None:
        """Something was done ``late`` seconds after it was due. A single pause is no load."""
        most = 4 * (self._busy_lag or late)
        self.lag += WEIGHT * (min(max(0.0, late), most) - self.lag)
        self._metrics.lag.set(self.lag)
        calm = self.lag < BEHIND * self._busy_lag
        if not self._busy_lag or calm:
            self.pressure = Pressure.NONE
        elif self.lag >= self._busy_lag:
            self.pressure = Pressure.BUSY
        else:
            self.pressure = max(self.pressure, Pressure.BEHIND)

    def admit(self) -> None:
        """Let something new begin; ServerError when the server is busy with what there is."""
        if self.pressure is Pressure.BUSY:
            self._metrics.limited("busy")
            raise ServerError("busy", seconds=RETRY_AFTER)


def _nothing() -> None:
    return


#: How many times as long as they have thought all bots together rest, by the pressure: they get
#: all that is free, a tenth of a core, or a fiftieth.
REST = {Pressure.NONE: 0.0, Pressure.BEHIND: 9.0, Pressure.BUSY: 49.0}
#: And the bots of one address, whatever the pressure: they get a quarter of a core.
REST_OF_ADDRESS = 3.0
#: Seconds that are counted beyond its thinking: its act is decided, written down and told.
ACT = 0.0015


class Thinking:
    """One bot of the server thinks at a time; the addresses that wait take turns.

    Two at once would not be done sooner, and would be in the loop's way twice. A ``pace`` of 0
    lifts the bound of an address: then bots are to be as fast as they can.
    """

    def __init__(self, pace: float, workload: Workload, metrics: Metrics) -> None:
        self.pace = pace
        self._workload = workload
        self._metrics = metrics
        self._rest_of_address = REST_OF_ADDRESS if pace else 0.0
        #: Who waits, by address; the address whose turn it is comes first.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        #: From when on an address, and anybody at all, may think again.
        self._rested: dict[str, float] = {}
        self._free_at = 0.0
        self._taken = False
        self._timer: asyncio.TimerHandle | None = None

    async def think(self, address: str, work: Callable[[], T]) -> T:
        """What ``work`` returns, done in a thread when it is the turn of ``address``."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._done(address, 0.0)
            raise
        spent = 0.0

        def timed() -> T:
            nonlocal spent
            began = time.thread_time()
            try:
                return work()
            finally:
                spent = time.thread_time() - began

        try:
            return await asyncio.to_thread(timed)
        finally:
            self._done(address, spent + ACT)

    def _done(self, address: str, spent: float) -> None:
        now = asyncio.get_running_loop().time()
        self._taken = False
        self._metrics.bot_seconds.inc(spent)
        self._free_at = now + spent * REST[self._workload.pressure]
        for rested in [one for one, at in self._rested.items() if at <= now]:
            del self._rested[rested]
        self._rested[address] = now + spent * self._rest_of_address
        self._next()

    def _next(self) -> None:
        """Let the next one think who may, or look again when somebody may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._taken:
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        earliest = float("inf")
        for address in list(self._waiting):
            turns = self._waiting[address]
            while turns and turns[0].done():
                turns.popleft()  # given up meanwhile
            if not turns:
                del self._waiting[address]
                continue
            at = max(self._free_at, self._rested.get(address, 0.0))
            if at <= now:
                self._taken = True
                turns.popleft().set_result(None)
                self._waiting[address] = self._waiting.pop(address)  # now it is the others' turn
                return
            earliest = min(earliest, at)
        if self._waiting:
            self._timer = loop.call_at(earliest, self._next)
