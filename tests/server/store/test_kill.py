"""What was acknowledged survives `kill -9`, wherever it strikes."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ninetyeight.server.store import Store, StoredRoom, StoreError

CHILD = Path(__file__).with_name("appending_child.py")


async def rooms_in(url: str, ids: set[str]) -> dict[str, StoredRoom]:
    store = await Store.open(url)
    found = {id: await store.room(id) for id in ids}
    await store.close()
    return {id: room for id, room in found.items() if room is not None}


def check(rooms: dict[str, StoredRoom], acknowledged: dict[str, int]) -> None:
    for id, last in acknowledged.items():
        room = rooms[id]
        assert len(room.events) >= last, f"{id}: event {last} was acknowledged and is lost"
        assert [event.number for event in room.events] == list(range(1, len(room.events) + 1))
        # No append is there in part: its events are numbered 1/3, 2/3, 3/3.
        parts = [tuple(map(int, event.body.split("/"))) for event in room.events]
        for (part, size), following in zip(parts, [*parts[1:], None], strict=True):
            if part < size:
                assert following == (part + 1, size)
            elif following is not None:
                assert following[0] == 1


class Nursery:
    """The process that forks appending children, and what they have told so far."""

    def __init__(self, url: str) -> None:
        self.acknowledged: dict[str, int] = {}
        self._process = subprocess.Popen(
            [sys.executable, str(CHILD), url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def raise_child(self, acks: int) -> int:
        """Let a child append until it has told of so many; its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        child = seen = 0
        while not child or seen < acks:
            match self._hear():
                case ["pid", pid]:
                    child = int(pid)
                case ["ack", *_]:
                    seen += 1
                case other:
                    raise AssertionError(f"the child ended by itself: {other}")
        return child

    def kill(self, child: int) -> None:
        """Kill the child; what it had told until then counts."""
        os.kill(child, signal.SIGKILL)
        while self._hear() != ["gone"]:
            pass

    def _hear(self) -> list[str]:
        assert self._process.stdout is not None
        words = self._process.stdout.readline().split()
        match words:
            case ["ack", id, last]:
                self.acknowledged[id] = max(self.acknowledged.get(id, 0), int(last))
            case []:
                raise AssertionError("the nursery is gone")
        return words

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # closes its input, at which it ends, and waits
            pass


def test_nothing_acknowledged_is_lost_by_kill(url: str) -> None:
    chance = random.Random(98)
    with Nursery(url) as nursery:
        for kill in range(25):
            # Some die while they open the database, most in the midst of writing.
            child = nursery.raise_child(0 if kill % 8 == 7 else chance.randint(1, 60))
            time.sleep(chance.random() * 0.02)
            nursery.kill(child)
            if kill % 5 == 4:
                rooms = asyncio.run(rooms_in(url, set(nursery.acknowledged)))
                check(rooms, nursery.acknowledged)
    assert sum(nursery.acknowledged.values()) > 500


def test_a_second_server_is_kept_out_until_the_first_is_gone(url: str) -> None:
    with Nursery(url) as nursery:
        child = nursery.raise_child(1)
        with pytest.raises(StoreError) as refused:
            asyncio.run(rooms_in(url, set()))
        assert refused.value.code == "in_use"
        nursery.kill(child)
    asyncio.run(rooms_in(url, set()))
