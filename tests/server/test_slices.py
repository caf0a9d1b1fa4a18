"""Long work on the event loop leaves everybody else their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from itertools import pairwise

import pytest

from ninetyeight.server import slices
from ninetyeight.server.slices import Slices


def work(steps: int, done: list[str], name: str) -> Generator[None, None, str]:
    for _ in range(steps):
        done.append(name)
        yield
    return name.upper()


def test_others_have_their_turn_between_two_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    done: list[str] = []

    async def tick() -> None:
        while len(done) < 50:
            done.append("tick")
            await asyncio.sleep(0)

    async def run() -> str:
        ticking = asyncio.create_task(tick())
        result = await Slices().run(work(10, done, "work"))
        await ticking
        return result

    assert asyncio.run(run()) == "WORK"
    at = [place for place, name in enumerate(done) if name == "work"]
    assert len(at) == 10
    assert all("tick" in done[one:next_one] for one, next_one in pairwise(at))


def test_a_short_piece_of_work_does_not_wait_for_the_end_of_a_long_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    done: list[str] = []

    async def run() -> None:
        both = Slices()
        long = asyncio.create_task(both.run(work(200, done, "long")))
        await asyncio.sleep(0)
        assert await both.run(work(3, done, "short")) == "SHORT"
        assert done.count("long") < 20
        assert await long == "LONG"

    asyncio.run(run())


def test_work_that_fails_hands_its_error_on_and_blocks_nobody() -> None:
    def fails() -> Generator[None, None, None]:
        yield
        raise ValueError("no")

    async def run() -> None:
        both = Slices()
        with pytest.raises(ValueError, match="no"):
            await both.run(fails())
        assert await both.run(work(1, [], "next")) == "NEXT"

    asyncio.run(run())
