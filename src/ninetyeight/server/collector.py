"""The search for cyclic garbage, kept from stopping a busy server.

Nearly everything here is freed when its last user lets go. What is left over are small cycles,
most of them young. CPython searches all objects whenever their number has grown by a quarter: with
hundreds of tables in memory that stops the whole server for a few tenths of a second, again and
again while people arrive. So young objects are searched as ever, and all of them by the clock.
"""

from __future__ import annotations

import asyncio
import gc

#: New objects before the youngest are searched, and how many such searches before the next older;
#: the last figure keeps the search of all of them away.
YOUNG = (50_000, 20, 1_000_000)
#: Seconds between two searches of everything: a rare pause is not noticed, a leak would be.
ALL_EVERY = 600.0


def start_collecting() -> asyncio.Task[None]:
    """Leave out what was loaded for good, search the young, and everything now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)
    return asyncio.create_task(_now_and_then(), name="collector")


async def _now_and_then() -> None:
    while True:
        await asyncio.sleep(ALL_EVERY)
        gc.collect()
