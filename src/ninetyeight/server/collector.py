"""The search for cyclic garbage, kept from stopping a busy server.

Nearly everything here is freed when its last user lets go. What is left over are small cycles,
most of them young. CPython searches all objects whenever their number has grown by a quarter: with
hundreds of tables in memory that stops the whole server for a few tenths of a second, again and
again while people arrive. So young objects are searched as ever, and all of them when memory has
grown by much, such as after an attack, and otherwise by the clock.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

#: New objects before the youngest are searched, and how many such searches before the next older;
#: the last figure keeps the search of all of them away.
YOUNG = (50_000, 20, 1_000_000)
#: Seconds between two looks at memory, and between two searches of everything that are due by the
#: clock: a rare pause is not noticed, a leak would be.
LOOK_EVERY = 2.0
ALL_EVERY = 600.0
#: Blocks of memory, some 60 bytes each, and the share of those in use, by which memory must have
#: grown for a search of everything.
GROWN = 400_000
GROWN_SHARE = 0.25
#: How much of the time such searches may take at most.
TIME_SHARE = 0.01


def start_collecting() -> asyncio.Task[None]:
    """Leave out what was loaded for good, search the young, and everything now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    return asyncio.create_task(_now_and_then(), name="collector")


async def _now_and_then() -> None:
    kept = sys.getallocatedblocks()
    last = time.monotonic()
    earliest = last
    while True:
        await asyncio.sleep(LOOK_EVERY)
        now, blocks = time.monotonic(), sys.getallocatedblocks()
        kept = min(kept, blocks)
        grown = blocks - kept > max(GROWN, GROWN_SHARE * kept) and now >= earliest
        if grown or now - last >= ALL_EVERY:
            gc.collect()
            last = time.monotonic()
            earliest = last + (last - now) / TIME_SHARE
            kept = sys.getallocatedblocks()
