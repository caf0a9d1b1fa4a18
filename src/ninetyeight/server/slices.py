"""Long work on the event loop, a little at a time, so that nobody's move waits for it.

A thread would not do: while it computes, everybody waits up to five milliseconds for Python's lock
each time the loop wakes up. A slice lasts half a millisecond, and there is one at a time, whoever
works: two pieces of work take turns, and a short one is soon done beside a long one. A long one
pauses after each slice besides, because the threads that write to the disk need that lock, too.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import TypeVar

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

    async def run(self, work: Generator[None, None, T]) -> T:
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
            await asyncio.sleep(0 if slices < AT_ONCE else PAUSE)
