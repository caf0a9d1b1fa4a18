"""Long work on the event loop, a little at a time, so that nobody's move waits for it.

A thread would not do: while it computes, everybody waits up to five milliseconds for Python's lock
each time the loop wakes up. A slice lasts half a millisecond, and there is one at a time, whoever
works: two pieces of work take turns, and a short one is soon done beside a long one. A long one
pauses after each slice besides, because the threads that write to the disk need that lock, too.
What anybody may ask for as often as they like is worked at one piece at a time of each address, and
pauses from the first slice on: so one address never has more than a fifth of the loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")

#: Seconds of work before everybody else has their turn.
SLICE = 0.0005
#: Slices that are done without a pause, which is more than most tables need; and the pause.
AT_ONCE = 60
PAUSE = 0.002


class Slices:
    """Does the long work of one event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        #: The lines in which those of one address wait; a line without anybody is forgotten.
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run_for(self, address: str, work: Generator[None, None, T]) -> T:
        """The same for whoever asks from that address."""
        line = self._lines.setdefault(address, asyncio.Lock())
        async with line:
            return await self.run(work, at_once=0)

    async def run(self, work: Generator[None, None, T], at_once: int = AT_ONCE) -> T:
        """What ``work`` returns in the end; wherever it yields, others may have their turn."""
        slices = 0
        while True:
            async with self._turn:
                end = time.perf_counter() + SLICE
                try:
                    next(work)
                    while time.perf_counter() < end:
                        next(work)
                except StopIteration as done:
                    result: T = done.value
                    return result
            slices += 1
            await asyncio.sleep(0 if slices < at_once else PAUSE)
