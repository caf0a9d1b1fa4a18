"""Garbage in cycles is found soon after memory has grown, and not only by the clock."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from ninetyeight.server import collector
from tests.server.harness import PATIENCE


class Ring:
    """Holds on to itself."""

    def __init__(self) -> None:
        self.ring = self
        self.weight = [object() for _ in range(100)]


def test_what_an_attack_leaves_behind_is_found_within_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collector, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(collector, "GROWN", 10_000)
    monkeypatch.setattr(collector, "GROWN_SHARE", 0.0)
    threshold = gc.get_threshold()

    async def attacked() -> None:
        task = collector.start_collecting()
        await asyncio.sleep(0.02)  # it has looked once
        rings = [Ring() for _ in range(1_000)]
        gc.collect()  # no young garbage any more
        last = weakref.ref(rings[-1])
        rings.clear()
        async with asyncio.timeout(PATIENCE):
            while last() is not None:
                await asyncio.sleep(0.01)
        task.cancel()

    try:
        asyncio.run(attacked())
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
