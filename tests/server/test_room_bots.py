"""Bots on the server: they get views, act through the room, and wait while nobody is there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random
from threading import Semaphore
from typing import Any

import pytest

from ninetyeight.bots.bot import Bot, make_bot
from ninetyeight.rules import Game, Marker, Move, View, Wish
from ninetyeight.server import room_bots
from ninetyeight.server.room import Room
from ninetyeight.server.tokens import hash_of
from ninetyeight.table import Moved, Phase
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest
from tests.server.promises.rooms import Ear, Rooms, a_deal, rooms_in
from tests.server.wire_client import something_to_do


class Recorded:
    """A real bot, and everything that it was ever given."""

    def __init__(self, bot: Bot, given: list[object]) -> None:
        self._bot = bot
        self._given = given
        self.name = bot.name

    def move(self, view: View) -> Move:
        self._given.append(view)
        return self._bot.move(view)

    def offer(self, view: View) -> Wish | None:
        self._given.append(view)
        return self._bot.offer(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        self._given.append(view)
        return self._bot.marks(view)

    def close(self) -> None:
        self._bot.close()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[object]]:
    """What the bots of a room are given, by the seed that each of them got."""
    kept: dict[int, list[object]] = {}

    def recorded(name: str, seed: int) -> Recorded:
        return Recorded(make_bot(name, seed), kept.setdefault(seed, []))

    monkeypatch.setattr(room_bots, "make_bot", recorded)
    return kept


async def until_over(room: Room) -> None:
    async with asyncio.timeout(60):
        while room.state.running:
            await asyncio.sleep(0.002)


async def bots_only(rooms: Rooms, plan: Plan, *bots: str, seed: int = 0) -> Room:
    code = a_deal(plan.rules, Random(1)).code
    assert code is not None
    return await rooms.dealt("room", plan, code, hashes=[], bots=bots, bot_seed=seed)


@pytest.mark.parametrize("edition", ["original", "extreme", "gold"])
def test_a_bot_is_given_the_view_of_its_own_seat_and_nothing_else(
    tmp_path: Path, edition: str, given: dict[int, list[object]]
) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            plan = Plan(edition=edition, players=3)
            room = await bots_only(rooms, plan, "greedy", "random", "greedy", seed=100)
            room.enter(Ear(room, None), 0)
            await until_over(room)
            assert room.state.phase is Phase.OVER

    asyncio.run(play())
    assert sorted(given) == [100, 101, 102]
    for seed, views in given.items():
        assert len(views) > 5
        for view in views:
            assert type(view) is View
            assert view.viewer == seed - 100
            assert not any(isinstance(value, Game) for value in vars(view).values())


def acting() -> bool:
    """True while the bots of some room are at it: all they do is done in a task of that name."""
    return any(task.get_name().startswith("bots") for task in asyncio.all_tasks())


def test_bots_act_only_while_somebody_is_connected(tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await bots_only(rooms, Plan(players=2), "greedy", "greedy")
            before = room.number
            await rooms.hall.room("room")  # whatever is done with a room at which nobody listens
            assert not acting()
            ear = Ear(room, None)
            room.enter(ear, 0)
            assert acting()
            async with asyncio.timeout(60):
                while room.number < before + 5:
                    await asyncio.sleep(0.001)
                left_at = room.number
                room.leave(ear)
                while acting():  # what was begun is finished
                    await asyncio.sleep(0.001)
            assert room.state.running
            assert room.number <= left_at + 1
            room.enter(ear, 0)
            await until_over(room)

    asyncio.run(play())


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await bots_only(rooms, Plan(players=2), "greedy", "random")
            room.enter(Ear(room, None), 0)
            async with asyncio.timeout(60):
                while room.number < 10:
                    await asyncio.sleep(0.001)
        async with rooms_in(tmp_path) as rooms:
            again = await rooms.hall.room("room")
            assert again.number >= 10
            again.enter(Ear(again, None), 0)
            await until_over(again)
            assert len(await rooms.hall.results(_code(again))) == 1

    asyncio.run(play())


def _code(room: Room) -> str:
    assert room.state.table is not None
    code = room.state.table.setup.deal.code
    assert code is not None
    return code


@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
def test_a_person_and_a_bot_play_a_whole_game(tmp_path: Path, bot: str) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            opened = await rooms.hall.open_table(Plan(players=2), "Ada", [bot], start=True)
            guest = Guest(rooms, opened.table, opened.secret)
            await guest.settle()
            await guest.play_out(Random(2))
            moved = {event["seat"] for event in guest.news if event["kind"] == "laid"}
            assert 1 in moved or guest.game["end"]["cards_laid"] < 10

    asyncio.run(play())


class Thoughtful:
    """A real bot that takes its time: it answers the question for its move when it is let."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.name = bot.name
        self.views: list[View] = []
        self.moves: list[Move] = []
        self.asked = Semaphore(0)
        self.let = Semaphore(0)

    def move(self, view: View) -> Move:
        self.views.append(view)
        self.asked.release()
        assert self.let.acquire(timeout=60)
        self.moves.append(self._bot.move(view))
        return self.moves[-1]

    def offer(self, view: View) -> Wish | None:
        return self._bot.offer(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        return {}

    def close(self) -> None:
        self._bot.close()


@pytest.mark.parametrize(
    ("deed", "thinks"),
    [
        ({"type": "say", "text": "well, so"}, 1),
        ({"type": "mark", "row": "U1", "marker": "keep"}, 2),
    ],
    ids=["words", "a marker"],
)
def test_what_a_person_does_while_a_bot_thinks_counts_and_the_bot_thinks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: dict[str, Any], thinks: int
) -> None:
    """Words never make it lay twice or lose its turn, and a marker is heeded before it lays."""
    bot = Thoughtful(make_bot("greedy"))
    monkeypatch.setattr(room_bots, "make_bot", lambda *_: bot)

    async def asked() -> None:
        assert await asyncio.to_thread(bot.asked.acquire, timeout=60)

    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            plan = Plan(players=2, talk="free")
            code = a_deal(plan.rules, Random(1)).code
            assert code is not None
            room = await rooms.dealt(
                "room", plan, code, hashes=[hash_of("s" * 20)], bots=[None, "greedy"]
            )
            guest = Guest(rooms, "room", "s" * 20)
            await guest.settle()
            await guest.do(type="start", seat=1)
            await asked()
            await guest.do(**deed)
            bot.let.release()
            for _ in range(thinks - 1):
                await asked()
                bot.let.release()
            await asked()  # its turn goes on
            moved = [event for event in room.events if isinstance(event, Moved)]
            assert moved == [Moved(1, bot.moves[-1])]
            assert len(bot.moves) == thinks
            shown = [view.talk.marks for view in bot.views]
            assert (shown[0] == shown[thinks]) is (deed["type"] == "say")
            assert shown[thinks - 1] == shown[thinks]
            bot.let.release(200)
            rng = Random(3)
            while guest.room["phase"] != "over":
                command = something_to_do(guest.state, rng, 0)
                if command is not None:
                    await guest.ask(**command)
                await guest.settle()
            assert room.state.phase is Phase.OVER

    try:
        asyncio.run(play())
    finally:
        bot.let.release(200)


class Broken:
    """A bot that fails when it is to lay."""

    name = "greedy"

    def move(self, _: View) -> Move:
        raise ZeroDivisionError

    def offer(self, _: View) -> Wish | None:
        return None

    def marks(self, _: View) -> Mapping[str, Marker]:
        return {}

    def close(self) -> None:
        """Nothing."""


def test_a_bot_that_fails_is_replaced_by_planner_with_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def made(name: str, seed: int) -> Bot:
        return Broken() if name == "greedy" else make_bot(name, seed)

    monkeypatch.setattr(room_bots, "make_bot", made)

    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await bots_only(rooms, Plan(players=2), "greedy", "planner")
            room.enter(Ear(room, None), 0)
            await until_over(room)
            assert {event.seat for event in room.events if isinstance(event, Moved)} == {0, 1}

    with caplog.at_level("WARNING"):
        asyncio.run(play())
    told = [line.message for line in caplog.records if line.name == "ninetyeight.rooms"]
    assert told == ["a bot failed, planner plays in its place"]
