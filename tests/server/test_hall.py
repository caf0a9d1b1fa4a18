"""The hall: tables are opened, found, brought back from their log, and let go."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.rules import GameError
from ninetyeight.server import memory as memory_module
from ninetyeight.server.store import Store, StoreError
from ninetyeight.table import Phase
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest
from tests.server.promises.rooms import Ear, Rooms, rooms_in


def tell(
    folder: Path, story: Callable[[Rooms], Coroutine[Any, Any, None]], **settings: Any
) -> None:
    async def run() -> None:
        async with rooms_in(folder, **settings) as rooms:
            await story(rooms)

    asyncio.run(run())


async def refused(asking: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(GameError) as caught:
        await asking
    return caught.value.code


def test_a_table_alone_is_dealt_at_once_when_its_host_is_ready(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(), "Ada", start=True)
        room = await rooms.hall.room(opened.table)
        assert room.state.phase is Phase.PLAYING
        assert opened.number == room.number
        with_bots = await rooms.hall.open_table(
            Plan(players=3), "Ada", ["greedy", "greedy"], start=True
        )
        room = await rooms.hall.room(with_bots.table)
        assert [place.name for place in room.state.places] == ["Ada", "Tilo", "Juna"]
        assert room.state.phase is Phase.AGREEING
        waiting = await rooms.hall.open_table(Plan(players=2), "Ada", start=True)
        room = await rooms.hall.room(waiting.table)
        assert room.state.phase is Phase.GATHERING

    tell(tmp_path, story)


def test_names_secrets_and_invites_are_never_the_same_twice(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = [await rooms.hall.open_table(Plan(), "Ada") for _ in range(20)]
        words = [word for one in opened for word in (one.table, one.secret, one.invite)]
        assert len(set(words)) == 60
        for one in opened:
            assert re.fullmatch("[0-9a-hjkmnp-tv-z]{12}", one.table)
            assert re.fullmatch("[0-9a-hjkmnp-tv-z]{12}", one.invite)
            assert re.fullmatch(r"[\w-]{22}", str(one.secret))

    tell(tmp_path, story)


def test_what_cannot_be_opened_is_told_and_nothing_is_kept(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        hall = rooms.hall
        assert await refused(hall.open_table(Plan(players=2), "Ada", ["a", "b"])) == "too_many_bots"
        assert await refused(hall.open_table(Plan(players=2), "Ada", ["hal"])) == "unknown_bot"
        assert await refused(hall.open_table(Plan(players=9), "Ada")) == "impossible_seats"
        assert await refused(hall.open_table(Plan(), "\n\t ")) == "no_name"
        assert await refused(hall.open_table(Plan(deal="xyz"), "Ada")) == "not_a_deal_code"

    tell(tmp_path, story)


def test_a_seat_is_taken_once_however_many_come_at_the_same_moment(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(players=4), "Ada")
        results = await asyncio.gather(
            *(rooms.hall.sit(opened.table, opened.invite, f"P{n}") for n in range(8)),
            return_exceptions=True,
        )
        seated = [one for one in results if not isinstance(one, BaseException)]
        assert sorted(one.seat for one in seated) == [1, 2, 3]
        assert len({one.secret for one in seated}) == 3
        turned_away = [one for one in results if isinstance(one, GameError)]
        assert [one.code for one in turned_away] == ["no_free_seat"] * 5
        room = await rooms.hall.room(opened.table)
        for one in seated:
            assert rooms.hall.seat_of(room, one.secret) == one.seat

    tell(tmp_path, story)


def test_a_wrong_invite_or_table_takes_no_seat(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        hall = rooms.hall
        opened = await hall.open_table(Plan(players=2), "Ada")
        assert await refused(hall.sit(opened.table, "0" * 12, "Eve")) == "wrong_invite"
        assert await refused(hall.sit(opened.table, "é", "Eve")) == "wrong_invite"
        assert await refused(hall.sit("0" * 12, opened.invite, "Eve")) == "no_such_table"
        assert await refused(hall.room("'; drop table rooms")) == "no_such_table"
        assert await refused(hall.room("\ud800")) == "no_such_table"

    tell(tmp_path, story)


def test_many_who_ask_for_a_table_at_once_find_one_and_the_same(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(), "Ada")
        found = await asyncio.gather(*(rooms.hall.room(opened.table) for _ in range(20)))
        assert len(set(map(id, found))) == 1
        missing = await asyncio.gather(
            *(rooms.hall.room("0" * 12) for _ in range(5)), return_exceptions=True
        )
        assert all(isinstance(one, GameError) for one in missing)

    tell(tmp_path, story)


def test_a_table_that_nobody_uses_leaves_memory_and_comes_back_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_module, "TIDY_EVERY", 0.01)

    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(), "Ada", start=True)
        busy = await rooms.hall.open_table(Plan(), "Ada", start=True)
        room, used = await rooms.hall.room(opened.table), await rooms.hall.room(busy.table)
        used.enter(Ear(used, 0), 0)
        rooms.hall.start()
        async with asyncio.timeout(60):
            while not room.closed:
                await asyncio.sleep(0.005)
        assert not used.closed
        guest = Guest(rooms, opened.table, opened.secret)
        await guest.settle()
        again = await rooms.hall.room(opened.table)
        assert again is not room
        assert again.state == room.state

    tell(tmp_path, story, idle_minutes=0.0)


def test_a_full_hall_lets_in_no_further_table_until_one_is_left(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = [await rooms.hall.open_table(Plan(), "Ada") for _ in range(3)]
        guests = [Guest(rooms, one.table, one.secret) for one in opened[:2]]
        for guest in guests:
            await guest.settle()
        assert await refused(rooms.hall.open_table(Plan(), "Ada")) == "too_many_tables"
        assert await refused(rooms.hall.room(opened[2].table)) == "too_many_tables"
        # A table that nobody listens to makes room for one that somebody asks for.
        guests[0].link.hang_up()
        await guests[0].link.task
        again = Guest(rooms, opened[2].table, opened[2].secret)
        await again.settle()
        assert again.room["host"]
        await guests[1].do(type="say", text="still here")

    tell(tmp_path, story, max_tables=2)


def test_a_hall_that_stops_tells_everybody_and_does_what_was_begun(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(players=2), "Ada")
        room = await rooms.hall.room(opened.table)
        ear = Ear(room, 0)
        room.enter(ear, 0)
        waiting = [
            asyncio.create_task(room.command(0, wire.DoSay(f"{n}", "bye"))) for n in range(5)
        ]
        await asyncio.sleep(0)
        await rooms.hall.stop()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert ear.closed == 1012
        assert any(b'"stopping"' in message for message in ear.messages)
        done = [n for n, answer in enumerate(answers) if isinstance(answer, int)]
        stored = await rooms.store.room(opened.table)
        assert stored is not None
        kept = [
            int(event.request.split()[-1]) for event in stored.events if event.request is not None
        ]
        assert kept == done
        assert await refused(rooms.hall.room(opened.table)) == "stopping"
        assert await refused(room.command(0, wire.DoSay("x", "bye"))) == "stopping"

    tell(tmp_path, story)


def test_a_database_that_cannot_be_read_is_told_without_its_name(tmp_path: Path) -> None:
    class Broken(Store):
        async def room(self, id: str) -> Any:
            raise StoreError("failed", database="/a/secret/place", why="broken")

    async def story() -> None:
        store = await Broken.open(f"sqlite:///{tmp_path / 'games.db'}")
        rooms = Rooms(store)
        with pytest.raises(GameError) as caught:
            await rooms.hall.room("0123456789ab")
        assert caught.value.message_code == "server.store_unavailable"
        assert "secret" not in caught.value.text()
        link = Guest(rooms, "0123456789ab", None).link
        await link.task
        assert link.received == []
        await store.close()

    asyncio.run(story())


def test_watching_may_be_closed(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(watchers=False), "Ada")
        assert await refused(rooms.hall.room_seen(opened.table, None)) == "watching_closed"
        assert await refused(rooms.hall.step(opened.table, 1, None, None)) == "watching_closed"
        assert await refused(rooms.hall.record(opened.table, None)) == "watching_closed"
        seen, _ = await rooms.hall.room_seen(opened.table, opened.secret)
        assert seen.seat == 0

    tell(tmp_path, story)
