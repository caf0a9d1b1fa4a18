"""When there is too much to do: who steps down first, who waits, and who notices nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import httpx2
import pytest

from ninetyeight.rules import GameError
from ninetyeight.server import workload as module
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.workload import Pressure, Thinking, Workload
from ninetyeight.wire.plan import Plan
from tests.server.api.serving import Serving
from tests.server.promises.memory_link import Guest, Link
from tests.server.promises.rooms import rooms_in


def test_only_what_goes_on_counts_as_too_much_and_so_does_its_end() -> None:
    load = Workload(0.1, Metrics())
    load.saw(10.0)  # the machine was asleep, or searched for rubbish
    assert load.pressure < Pressure.BUSY
    seen = [load.pressure]
    for late in (*[0.2] * 60, *[0.05] * 20, *[0.0] * 60):
        load.saw(late)
        if load.pressure != seen[-1]:
            seen.append(load.pressure)
    # Bots step down before anybody is turned away, and once that is so it lasts until all is calm.
    assert seen[-3:] == [Pressure.BEHIND, Pressure.BUSY, Pressure.NONE]


def test_without_a_bound_nothing_is_too_much() -> None:
    load = Workload(0.0, Metrics())
    for _ in range(100):
        load.saw(5.0)
    assert load.pressure is Pressure.NONE
    load.admit()


def test_the_loop_is_looked_at() -> None:
    async def story() -> None:
        load = Workload(0.001, Metrics())
        watching = asyncio.create_task(load.watch())
        async with asyncio.timeout(60):
            while load.pressure < Pressure.BUSY:
                held_up = asyncio.get_running_loop().time() + 0.05
                while asyncio.get_running_loop().time() < held_up:
                    pass
                await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(story())


def test_a_busy_server_takes_nobody_new_and_serves_those_who_sit(tmp_path: Path) -> None:
    async def story() -> None:
        async with rooms_in(tmp_path) as rooms:
            opened = await rooms.hall.open_table(Plan(players=2), "Ada")
            rooms.hall.workload.pressure = Pressure.BUSY
            with pytest.raises(GameError) as refused:
                await rooms.hall.open_table(Plan(), "Zoë")
            assert refused.value.message_code == "server.busy"
            watcher = Link(rooms, opened.table)
            watcher.say({"type": "hello", "protocol": 2})
            await watcher.task
            assert (watcher.received, watcher.closed) == ([], 1013)
            seated = Guest(rooms, opened.table, opened.secret)
            assert await seated.do(type="say", text="still here")
            rooms.hall.workload.pressure = Pressure.NONE
            await rooms.hall.open_table(Plan(), "Zoë")
            seated.link.hang_up()

    asyncio.run(story())


def test_who_is_turned_away_learns_when_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Serving(tmp_path, busy_lag=0.03)
    server.start()
    try:
        assert server.hall is not None
        load = server.hall.workload
        monkeypatch.setattr(load, "saw", lambda _: None)  # it stays as it is set here
        load.pressure = Pressure.BUSY
        answer = httpx2.post(f"{server.url}/api/tables", json={"name": "Ada"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server.busy")
        assert int(answer.headers["retry-after"]) == module.RETRY_AFTER
        load.pressure = Pressure.NONE
        assert httpx2.post(f"{server.url}/api/tables", json={"name": "Ada"}).status_code == 201
    finally:
        server.stop()


class Bots:
    """Bots that think when it is their turn; who thought, in order."""

    def __init__(self, pace: float, pressure: Pressure) -> None:
        load = Workload(0.0, Metrics())
        load.pressure = pressure
        self.thinking = Thinking(pace, load, Metrics())
        self.thought: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def want(self, *addresses: str) -> None:
        for address in addresses:
            self.tasks.append(
                asyncio.create_task(
                    self.thinking.think(address, partial(self.thought.append, address))
                )
            )

    async def until(self, thought: int) -> None:
        async with asyncio.timeout(60):
            while len(self.thought) < thought:
                await asyncio.sleep(0.001)


@asynccontextmanager
async def bots(pace: float, pressure: Pressure) -> AsyncIterator[Bots]:
    some = Bots(pace, pressure)
    yield some
    for task in some.tasks:
        task.cancel()
    await asyncio.gather(*some.tasks, return_exceptions=True)


def test_addresses_take_turns_whoever_has_more_tables() -> None:
    async def story() -> None:
        async with bots(0.0, Pressure.NONE) as some:
            some.want("many", "many", "many", "many", "one", "two")
            await some.until(6)
            # The others wait for no more than the one that thinks and the one that came before.
            assert some.thought == ["many", "many", "one", "two", "many", "many"]

    asyncio.run(story())


def test_one_address_that_has_had_its_share_waits_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "ACT", 10_000.0)

    async def story() -> None:
        async with bots(0.7, Pressure.NONE) as some:
            some.want("many", "many", "one", "two")
            await some.until(3)
            assert some.thought == ["many", "one", "two"]
            some.want("three")
            await some.until(4)
            assert some.thought[3] == "three"

    asyncio.run(story())


def test_a_bot_that_no_longer_wants_to_think_keeps_nobody_waiting() -> None:
    async def story() -> None:
        async with bots(0.7, Pressure.NONE) as some:
            some.want("one", "two", "three")
            await asyncio.sleep(0)
            for task in some.tasks[:2]:
                task.cancel()
            await some.until(1)
            some.want("four")
            await asyncio.gather(*some.tasks[2:])
            assert set(some.thought) >= {"three", "four"}

    asyncio.run(story())


def test_under_pressure_all_bots_step_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ACT", 10_000.0)

    async def story() -> None:
        async with bots(0.0, Pressure.BEHIND) as some:
            some.want("one", "two")
            await some.until(1)
            await asyncio.gather(some.tasks[0])
            assert some.thinking._waiting.keys() == {"two"}
            assert some.thought == ["one"]

    asyncio.run(story())
