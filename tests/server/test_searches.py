"""Searches on a server: who may think, how hard, what happens instead, and what people are told."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from ninetyeight.bots import BotError, searcher_names
from ninetyeight.bots import mind as mind_module
from ninetyeight.bots.champion import Champion
from ninetyeight.bots.search import Thought
from ninetyeight.rules import Deal, View
from ninetyeight.server import room_bots
from ninetyeight.server import searches as module
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.searches import Found, Searches
from ninetyeight.server.workload import Pressure, Workload
from ninetyeight.table import Phase
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest
from tests.server.promises.rooms import Ear, rooms_in


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a search takes longer than people wait; here it is let come to its end."""
    for level in searcher_names():
        monkeypatch.setitem(mind_module.PATIENCE, level, 300.0)


VIEW = View.of(Deal.from_code("original-3p-K7Q2M9XA4TWB3H8C").game().start(0), 0)


class FakeMind:
    """Thinks until it is let, and remembers at what level."""

    thought: list[tuple[str, int]]
    made: list[FakeMind]
    let: Event
    trouble: BotError | None = None
    note: str | None = None

    def __init__(self, *, idle: bool) -> None:
        assert idle  # nobody else at the tables of a server notices
        self.made.append(self)
        self.stopped = 0

    def start(self) -> None:
        """Ready at once."""

    def think(self, _: View, level: str, seed: int) -> Thought | None:
        self.thought.append((level, seed))
        assert self.let.wait(60)
        if self.trouble is not None:
            raise self.trouble
        return Thought((), 0, 0)

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        self.let.set()


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakeMind]:
    class Fake(FakeMind):
        pass

    Fake.thought, Fake.made, Fake.let = [], [], Event()
    monkeypatch.setattr(module, "Mind", Fake)
    return Fake


def some(most: int, pressure: Pressure = Pressure.NONE) -> Searches:
    load = Workload(0.0, Metrics())
    load.pressure = pressure
    return Searches(most, load, Metrics())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.001)


def asked(some: Searches, table: str, bot: str, seed: int) -> asyncio.Task[Found]:
    return asyncio.create_task(some.think(table, VIEW, bot, seed))


def test_no_more_search_at_once_than_there_are_minds(fake: type[FakeMind]) -> None:
    async def story() -> None:
        two = some(2)
        first = [asked(two, "a", "quick", 1)]
        await until(lambda: len(fake.thought) == 1)
        fake.let.set()
        await first[0]  # what was never tried here is tried by one alone
        fake.let.clear()
        wanted = [asked(two, str(table), "quick", table) for table in range(5)]
        await until(lambda: len(fake.thought) == 3)
        await asyncio.sleep(0.05)
        assert len(fake.thought) == 3
        assert len(fake.made) == 2
        fake.let.set()
        await asyncio.gather(*wanted)
        two.close()

    asyncio.run(story())


def test_where_many_wait_levels_step_down_and_it_is_told(
    fake: type[FakeMind], caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        one = some(1)
        wanted = [asked(one, str(table), "deep", table) for table in range(10)]
        await until(lambda: len(fake.thought) == 1)
        fake.let.set()
        found = await asyncio.gather(*wanted)
        assert {level for level, _ in fake.thought} == {"deep", "champion", "quick"}
        told = [(one.level, one.note) for one in found]
        assert told[0] == ("deep", None) or ("deep", None) in told
        assert ("champion", "busy") in told
        assert ("quick", "busy") in told
        assert (None, "busy") in told  # the planner has to do
        one.close()

    with caplog.at_level("WARNING"):
        asyncio.run(story())
    assert [line.message for line in caplog.records] == ["bots that search step down"]


@pytest.mark.parametrize(
    ("pressure", "level"),
    [(Pressure.NONE, "deep"), (Pressure.BEHIND, "quick"), (Pressure.BUSY, None)],
)
def test_while_the_server_is_behind_everybody_steps_down(
    fake: type[FakeMind], pressure: Pressure, level: str | None
) -> None:
    async def story() -> None:
        fake.let.set()
        found = await some(1, pressure).think("a", VIEW, "deep", 1)
        assert found.level == level
        assert found.note == (None if level == "deep" else "busy")

    asyncio.run(story())


def test_a_table_beyond_its_budget_steps_down_while_others_think(
    fake: type[FakeMind], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BUDGET", 0.0)
    monkeypatch.setattr(module, "REFILL", 0.0)

    async def story() -> None:
        fake.let.set()
        two = some(2)
        for _ in range(3):
            assert (await two.think("greedy", VIEW, "champion", 1)).level == "champion"
        fake.let.clear()
        other = asked(two, "other", "champion", 2)
        await until(lambda: ("champion", 2) in fake.thought)
        again = asked(two, "greedy", "champion", 3)
        await until(lambda: len(fake.thought) == 5)
        fake.let.set()
        assert (await again).level == "quick"
        assert (await other).level == "champion"
        two.close()

    asyncio.run(story())


def test_the_table_that_has_used_least_comes_first(fake: type[FakeMind]) -> None:
    async def story() -> None:
        one = some(1)
        first = asked(one, "many", "quick", 1)
        await until(lambda: len(fake.thought) == 1)
        await asyncio.sleep(0.05)
        fake.let.set()
        await first
        fake.let.clear()
        running = asked(one, "many", "quick", 2)
        await until(lambda: len(fake.thought) == 2)
        wanted = [asked(one, "many", "quick", 3), asked(one, "new", "quick", 4)]
        await asyncio.sleep(0)
        fake.let.set()
        await asyncio.gather(running, *wanted)
        # One waited at the end, so that whoever was before it had to do without.
        assert fake.thought[-1][1] == 3
        one.close()

    asyncio.run(story())


def test_nobody_waits_long_and_who_gives_up_keeps_nobody_waiting(
    fake: type[FakeMind], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WAIT", 0.05)

    async def story() -> None:
        one = some(1)
        first = asked(one, "a", "quick", 1)
        await until(lambda: len(fake.thought) == 1)
        assert await one.think("b", VIEW, "champion", 2) == Found(None, None, "busy")
        gone = asked(one, "c", "champion", 3)
        await asyncio.sleep(0)
        gone.cancel()
        first.cancel()
        await asyncio.gather(gone, first, return_exceptions=True)
        assert fake.made[0].stopped == 1  # nobody wants to hear the end of it
        fake.let.set()
        monkeypatch.setattr(module, "WAIT", 60.0)
        assert (await one.think("d", VIEW, "quick", 4)).level == "quick"
        one.close()

    asyncio.run(story())


def test_a_mind_that_is_lost_is_one_line_in_the_log(
    fake: type[FakeMind], caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        fake.let.set()
        fake.trouble = BotError("mind_died", bot="quick")
        assert await some(1).think("a", VIEW, "quick", 1) == Found(None, None, "lost")

    with caplog.at_level("WARNING"):
        asyncio.run(story())
    assert [line.message for line in caplog.records] == ["planner plays for a bot that was lost"]


def test_without_the_kernel_or_any_mind_the_planner_has_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        assert await some(0).think("a", VIEW, "quick", 1) == Found(None, None, "busy")
        monkeypatch.setattr(module, "available", lambda: False)
        assert await some(1).think("a", VIEW, "quick", 1) == Found(None, None, "missing")

    asyncio.run(story())


# --- at a table, with real minds ----------------------------------------------------------------


@asynccontextmanager
async def at_a_table(folder: Path, *bots: str, **plan: Any) -> AsyncIterator[tuple[Any, Guest]]:
    """Rooms in which the kernel is compiled, and a person at a table with these bots."""
    async with rooms_in(folder, searches=1, open_browser=True) as rooms:
        rooms.hall.searches.prepare()
        mind = rooms.hall.searches._minds[0]
        async with asyncio.timeout(300):
            while not await asyncio.to_thread(mind.ready, VIEW.rules):
                await asyncio.sleep(0.05)
        wanted = Plan(players=len(bots) + 1, **plan)
        opened = await rooms.hall.open_table(wanted, "Ada", list(bots), start=True)
        guest = Guest(rooms, opened.table, opened.secret)
        await guest.settle()
        yield rooms, guest


def test_at_a_table_a_level_makes_the_turns_that_it_makes_anywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path, "quick", talk="silent") as (rooms, guest):
            await guest.play_out(Random(3))
            room = await rooms.hall.room(guest.room["id"])
            assert room.state.phase is Phase.OVER
            assert rooms.metrics.searches.labels("quick")._value.get() > 3
            # The record is played again by the bot alone: from its views it makes the same moves.
            setup = room.state.table.setup
            alone = Champion(setup.bot_seed + 1, "quick")
            game = setup.deal.game()
            checked = 0
            for event in room.events:
                kind = type(event).__name__
                if kind == "Started":
                    game = game.start(event.seat)
                elif kind == "Moved":
                    if event.seat == 1 and checked < 12:
                        talk = room.state.table.talk
                        view = View.of(game, 1, type(talk)(setup.strictness))
                        assert alone.move(view) == event.move
                        checked += 1
                    game = game.apply(event.move)
            assert checked

    asyncio.run(story())


def test_a_person_can_stop_it_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_bots, "TELL_AFTER", 0.05)

    async def story() -> None:
        async with at_a_table(tmp_path, "deep") as (rooms, guest):
            room = await rooms.hall.room(guest.room["id"])
            if guest.room["phase"] == "agreeing":
                await guest.do(type="start", seat=1)

            def thinks() -> bool:
                now = room.present().thinking
                return now is not None and now.seat == 1

            async with asyncio.timeout(60):
                while not thinks():
                    await asyncio.sleep(0.001)
            began = time.monotonic()
            assert await guest.do(type="enough") == room.number
            while room._bots._searcher is not None:
                await asyncio.sleep(0.001)
            assert time.monotonic() - began < 3.0  # a whole search of this level takes longer
            assert room._bots.thinking is None  # it has found something, and plays that
            await until(lambda: any(type(event).__name__ == "Moved" for event in room.events))

    asyncio.run(story())


def test_a_mind_that_is_killed_in_a_game_costs_nobody_anything(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path, "deep") as (rooms, guest):
            room = await rooms.hall.room(guest.room["id"])
            if guest.room["phase"] == "agreeing":
                await guest.do(type="start", seat=1)
            mind = rooms.hall.searches._minds[0]
            await until(lambda: mind._asked > 0)
            assert mind._process is not None
            assert mind._process.pid is not None
            os.kill(mind._process.pid, signal.SIGKILL)
            await until(lambda: any(type(event).__name__ == "Moved" for event in room.events))
            note = room.present().thinking.note
            assert note.code == "bots.note.lost"
            assert note.params == {"bot": "deep", "plays": "planner"}

    with caplog.at_level("WARNING"):
        asyncio.run(story())
    told = [line.message for line in caplog.records if "planner plays" in line.message]
    assert told == ["planner plays for a bot that was lost"]


def test_what_is_told_of_thinking_is_told_to_whoever_comes(tmp_path: Path) -> None:
    async def story() -> None:
        async with rooms_in(tmp_path, searches=0) as rooms:
            opened = await rooms.hall.open_table(Plan(players=2), "Ada", ["champion"], start=True)
            guest = Guest(rooms, opened.table, opened.secret)
            await guest.settle()
            room = await rooms.hall.room(opened.table)
            await guest.play_out(Random(1))
            ear = Ear(room, None)
            room.enter(ear, 0)
            assert any(b'"bots.note.busy"' in message for message in ear.messages)

    asyncio.run(story())
