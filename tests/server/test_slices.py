"""Long work on the event loop leaves everybody else their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path

import pytest

from ninetyeight.server import slices
from ninetyeight.server.api.choosing import RulesQuery, see_rules
from ninetyeight.server.api.operation import Asked
from ninetyeight.server.slices import Slices
from tests.server.promises.rooms import rooms_in


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


def test_of_one_address_there_is_one_piece_of_work_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thousand questions of one address keep another's waiting no longer than one would."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(slices, "PAUSE", 0.0)
    done: list[str] = []

    async def run() -> None:
        everybody = Slices()
        many = [
            asyncio.create_task(everybody.run_for("198.51.100.1", work(5, done, str(n))))
            for n in range(50)
        ]
        await asyncio.sleep(0)
        assert await everybody.run_for("198.51.100.2", work(5, done, "other")) == "OTHER"
        assert len(done) < 20
        assert await asyncio.gather(*many) == [str(n) for n in range(50)]

    asyncio.run(run())
    alone = [name for name in done if name != "other"]
    assert alone == sorted(alone, key=int)


def test_an_address_pauses_after_each_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much it asks for, whoever plays has the loop most of the time."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    slept: list[float] = []
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", pause)
    asyncio.run(Slices().run_for("198.51.100.1", work(4, [], "told")))
    assert slept == [slices.PAUSE] * 4


def test_asking_for_the_rules_of_ever_other_tables_keeps_only_oneself_waiting(
    tmp_path: Path,
) -> None:
    def question(players: int, expert: bool, address: str) -> Asked:
        query = RulesQuery("extreme", players, expert=expert, commands=True)
        return Asked({}, query, None, None, address)

    async def story() -> None:
        async with rooms_in(tmp_path) as rooms:
            questions = [
                question(players, expert, "198.51.100.1")
                for players in range(1, 6)
                for expert in (False, True)
            ]
            many = [asyncio.create_task(see_rules(rooms.hall, one)) for one in questions]
            await asyncio.sleep(0)
            other = question(2, False, "198.51.100.2")
            told = await see_rules(rooms.hall, other)
            assert sum(task.done() for task in many) < 3
            assert len({one.above[0] for one in await asyncio.gather(*many)}) > 5
            # What was told lately is told again without any work.
            assert await see_rules(rooms.hall, other) is await see_rules(rooms.hall, other)
            assert await see_rules(rooms.hall, other) == told

    asyncio.run(story())


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
