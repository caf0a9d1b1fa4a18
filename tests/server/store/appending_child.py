"""A nursery of processes that append to a store until they are killed.

For each line on standard input it forks a child, which is quicker than starting Python anew. The
child opens the store, goes on in every room where the log ends, and prints a line for each append
that was acknowledged: `ack ROOM LAST-NUMBER`. When a child is gone the nursery prints `gone`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

from ninetyeight.server.store import NewEvent, Store

ROOMS = tuple(f"room{i}" for i in range(8))


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # in one piece, and not held back by Python


async def append_for_ever(store: Store, id: str) -> None:
    room = await store.room(id)
    if room is None:
        await store.open_room(id, "{}", "invite", None, [NewEvent(None, None, "1/1")])
        tell(f"ack {id} 1")
        done = 1
    else:
        done = len(room.events)
    for turn in count(done):
        size = 1 + turn % 3
        group = [NewEvent(0, None, f"{part}/{size}") for part in range(1, size + 1)]
        await store.append(id, done + 1, group)
        done += size
        tell(f"ack {id} {done}")


async def work(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(append_for_ever(store, id) for id in ROOMS))


def main() -> None:
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(work(sys.argv[1]))
        tell(f"pid {child}")
        os.waitpid(child, 0)
        tell("gone")


if __name__ == "__main__":
    main()
