"""Logs that are very long or make no sense, clocks that jump, tables past their time."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ninetyeight.rules import GameError
from ninetyeight.server import room as room_module
from ninetyeight.server import slices
from ninetyeight.server.errors import status_of
from ninetyeight.server.logs import told_of
from ninetyeight.server.room_events import read_room_event
from ninetyeight.server.store import NewEvent
from ninetyeight.server.tokens import hash_of, new_secret
from ninetyeight.table import Phase, write_record
from ninetyeight.wire.plan import Choices, Plan
from tests.server.harness import PATIENCE
from tests.server.promises.memory_link import Guest, Link, full_table, started_table
from tests.server.promises.rooms import Ear, Rooms, a_random_game, rooms_in
from tests.server.wire_client import a_move, something_to_do

Story = Callable[[Rooms], Coroutine[Any, Any, None]]


def tell(folder: Path, story: Story, **settings: Any) -> None:
    async def run() -> None:
        async with rooms_in(folder, **settings) as rooms:
            await story(rooms)

    asyncio.run(run())


async def refused(asking: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(GameError) as caught:
        await asking
    return caught.value.code


async def play_out(guests: list[Guest]) -> None:
    rng = Random(5)
    while guests[0].room["phase"] != "over":
        for guest in guests:
            await guest.settle()
            if guest.room["phase"] == "over":
                break
            command = something_to_do(guest.state, rng, 0)
            if command is not None:
                await guest.ask(**command)
        await guests[0].settle()


# --- long


def test_a_full_log_takes_what_leads_to_the_end_and_each_of_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(rooms: Rooms) -> None:
        host, other = await full_table(rooms, Plan(players=2, talk="free"))
        for guest in (host, other):
            await guest.do(type="ready", ready=True)
        monkeypatch.setattr(room_module, "EVENTS_MOST", 5)
        full = "server.log_full"
        await host.do(type="offer", wish="can")
        assert await host.refused(type="offer", wish="must") == full
        await host.do(type="start", seat=0)
        assert await host.refused(type="start", seat=1) == full
        assert await host.refused(type="say", text="hello") == full
        await host.do(type="stand_in", seat=1, bot="greedy")
        assert await host.refused(type="stand_in", seat=1, bot=None) == full
        assert await other.refused(type="stand_in", seat=1, bot="random") == full
        while host.room["phase"] == "playing":
            if host.game["my_turn"]:
                await host.do(**a_move(host.state, Random(3)))
            else:
                await asyncio.wait_for(host.link.something_new(), PATIENCE)
        assert host.room["phase"] == "over"

    tell(tmp_path, story)


def test_so_much_may_be_said_at_a_table_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "SAID_MOST", 30)

    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan(talk="free"))
        await guest.do(type="say", text="x" * 29)
        await guest.do(type="say", text="x" * 29)
        assert await guest.refused(type="say", text="x") == "server.log_full"
        await guest.do(**a_move(guest.state, Random(1)))

    tell(tmp_path, story)


def test_a_table_is_read_an_event_at_a_time_while_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "SLICE", 0.0)
    monkeypatch.setattr(slices, "PAUSE", 0.0)
    read = read_room_event
    turns = 0
    seen: list[int] = []

    def noted(body: str) -> Any:
        seen.append(turns)
        return read(body)

    async def story(rooms: Rooms) -> None:
        nonlocal turns
        plan = Plan(deal="original-1p-K7Q2M9XA4TWB3H8C")
        (guest,) = await started_table(rooms, plan)
        await play_out([guest])
        before = await rooms.hall.room(guest.table)
        guest.link.hang_up()
        await guest.link.task
        await rooms.hall._put_away(before)
        monkeypatch.setattr(room_module, "read_room_event", noted)
        reading = asyncio.create_task(rooms.hall.room(guest.table))
        while not reading.done():
            turns += 1
            await asyncio.sleep(0)
        assert (await reading).state == before.state

    tell(tmp_path, story)
    assert len(seen) > 30
    assert len(set(seen)) == len(seen)


def test_a_record_is_written_once_and_is_that_of_the_game(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan(options=Choices(take_backs=True)))
        await play_out([guest])
        asked = (rooms.hall.record(guest.table, None) for _ in range(5))
        contents = [content for _, content in await asyncio.gather(*asked)]
        room = await rooms.hall.room(guest.table)
        assert room.state.table is not None
        assert contents[0].decode() == write_record(room.state.table.setup, room.events)
        assert len({id(content) for content in contents}) == 1

    tell(tmp_path, story)


# --- a clock that jumps, tables past their time


def test_a_game_never_took_less_than_no_time(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan())
        await play_out([guest])
        (stored,) = [await rooms.store.room(guest.table)]
        assert stored is not None
        moved = [NewEvent(e.seat, e.request, e.body) for e in stored.events]
        await rooms.store.open_room("jumped", stored.plan, "invite", None, moved[:-5])
        back = datetime(1970, 1, 1, tzinfo=UTC)
        await rooms.store.append("jumped", len(moved) - 4, moved[-5:], at=back)
        room = await rooms.hall.room("jumped")
        assert room.state.phase is Phase.OVER
        assert room.sight.end is not None
        assert room.sight.end.seconds == 0

    tell(tmp_path, story)


def test_a_table_at_which_somebody_sits_is_not_forgotten_however_late_it_seems(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan())
        left = await rooms.hall.open_table(Plan(), "Ada")
        ages_hence = datetime.now(UTC) + timedelta(days=3650)
        await rooms.hall._forget(ages_hence)
        await guest.do(**a_move(guest.state, Random(1)))
        assert await refused(rooms.hall.room(left.table)) == "no_such_table"

    tell(tmp_path, story)


# --- a log that does not replay


def test_a_log_that_makes_no_sense_is_told_as_such_and_others_play_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(rooms: Rooms) -> None:
        (other,) = await started_table(rooms, Plan())
        for at, body in enumerate(
            (
                json.dumps({"played": {"seat": 0, "do": "1@U1"}}),
                json.dumps({"freed": {"seat": 9, "by": 0}}),
                json.dumps({"something": {}}),
                "no JSON",
                json.dumps({"sat": {"seat": 0}}),
            )
        ):
            opened = await rooms.hall.open_table(Plan(), "Ada", start=True)
            await rooms.store.append(opened.table, opened.number + 1, [NewEvent(0, None, body)])
            with pytest.raises(GameError) as trouble:
                await rooms.hall.room_seen(opened.table, opened.secret)
            assert (at, trouble.value.message_code) == (at, "server.log_broken")
            assert status_of(trouble.value) == 500
            link = Link(rooms, opened.table)
            link.say({"type": "hello", "protocol": 2, "secret": opened.secret})
            await link.task
            assert (link.closed, link.received) == (4005, [])
        await other.do(**a_move(other.state, Random(1)))

    with caplog.at_level(logging.INFO):
        tell(tmp_path, story)
    lines = [line for line in caplog.records if line.message.startswith("the log of a table")]
    assert len(lines) == 10
    told = [told_of(line) for line in lines[::2]]
    assert [one["why"] for one in told] == [
        "not_in_hand",
        "indexerror",
        "valueerror",
        "jsondecodeerror",
        "keyerror",
    ]
    assert all(one["number"] == 4 and len(str(one["table"])) == 4 for one in told)
    assert not any(line.exc_info for line in caplog.records)


# --- what is asked again, and by whom


def test_a_rematch_and_its_table_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan())
        await play_out([guest])
        with sqlite3.connect(tmp_path / "games.db") as database:
            database.execute(
                "create trigger no before insert on events when new.body like '{\"followed\"%' "
                "begin select raise(fail, 'no'); end"
            )
        guest.link.say({"type": "rematch", "id": "again"})
        await guest.until(lambda: guest.link.over)
        assert tables_after(tmp_path, guest.table) == 0
        with sqlite3.connect(tmp_path / "games.db") as database:
            database.execute("drop trigger no")
        guest = Guest(rooms, guest.table, guest.secret)
        await guest.settle()
        # The same request once more, and once more after it was done.
        number = await guest.do(type="rematch", id="again")
        assert await guest.do(type="rematch", id="again") == number
        await guest.do(type="rematch", id="another")
        assert tables_after(tmp_path, guest.table) == 1
        assert await rooms.store.room(guest.room["next"]) is not None

    tell(tmp_path, story)


def tables_after(folder: Path, table: str) -> int:
    with sqlite3.connect(folder / "games.db") as database:
        asked = database.execute("select count(*) from rooms where follows = ?", (table,))
        (number,) = asked.fetchone()
    database.close()
    return int(number)


def test_a_rematch_is_one_of_the_tables_that_an_address_sets_up(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan())
        await play_out([guest])
        await guest.do(type="rematch")
        again = Guest(rooms, guest.room["next"], guest.secret)
        await again.settle()
        await play_out([again])
        assert await again.refused(type="rematch") == "server.too_many_requests"
        assert again.room["next"] is None
        # What is there already is answered as before.
        await guest.do(type="rematch")

    tell(tmp_path, story, new_tables_per_hour=1)


def test_what_one_may_send_is_counted_by_holder_from_one_table_to_the_next(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(), "Ada", secret=(secret := new_secret()))
        room = await rooms.hall.room(opened.table)
        hashed = hash_of(secret)
        await rooms.dealt("rematch", Plan(), "original-1p-K7Q2M9XA4TWB3H8C", hashes=[hashed])
        first, second = Guest(rooms, room.id, secret), Guest(rooms, "rematch", secret)
        done = 0
        for guest in (first, second):
            for _ in range(12):
                answer = await guest.ask(type="say", text="la")
                done += answer["type"] == "done"
        assert done <= 12

    tell(tmp_path, story, messages_per_second=0.001, message_burst=12)


def test_the_next_holder_of_a_seat_may_use_the_ids_of_the_one_before(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, first = await full_table(rooms, Plan(players=2))
        await first.do(type="say", text="one", id="1")
        await host.do(type="free", seat=1)
        sat = await rooms.hall.sit(host.table, host.room["invite"], "Next")
        second = Guest(rooms, host.table, sat.secret)
        await second.settle()
        number = await second.do(type="say", text="two", id="1")
        assert [e["text"] for e in second.news if e["kind"] == "said"] == ["one", "two"]
        # Also when the log was read anew: each one's own answer.
        room = await rooms.hall.room(host.table)
        for guest in (host, second):
            guest.link.hang_up()
            await guest.link.task
        await rooms.hall._put_away(room)
        again = Guest(rooms, host.table, sat.secret)
        await again.settle()
        assert await again.do(type="say", text="two", id="1") == number

    tell(tmp_path, story)


def test_who_brings_a_secret_along_asks_again_and_finds_table_and_seat(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        hall, plan = rooms.hall, Plan(players=3)
        secret = new_secret()
        opened = await hall.open_table(plan, "Ada", secret=secret)
        again = await hall.open_table(plan, "Ada", secret=secret)
        assert (again.table, again.seat, again.secret) == (opened.table, 0, secret)
        assert again.invite == opened.invite
        assert await refused(hall.open_table(Plan(), "Ada", secret=secret)) == "secret_used"
        both = await asyncio.gather(*(hall.open_table(plan, "B", secret=secret * 2) for _ in "ab"))
        assert len({one.table for one in both}) == 1
        assert await rooms.store.room(both[0].table) is not None
        mine = new_secret()
        for _ in range(3):
            sat = await hall.sit(opened.table, opened.invite, "Ben", secret=mine)
            assert (sat.seat, sat.secret, sat.waiting) == (1, mine, False)
        room = await hall.room(opened.table)
        assert [place.name for place in room.state.places] == ["Ada", "Ben", None]
        # The host's own secret is a seat like any other, and a stranger's is worth nothing.
        assert (await hall.sit(opened.table, "no", "Ada", secret=secret)).seat == 0
        assert await refused(hall.sit(opened.table, "no", "Eve", secret=new_secret())) == (
            "wrong_invite"
        )

    tell(tmp_path, story)


@pytest.mark.parametrize("seed", range(4))
def test_an_ear_at_a_table_of_random_doings_hears_the_same_after_it_was_read_anew(
    tmp_path: Path, seed: int
) -> None:
    async def story(rooms: Rooms) -> None:
        rng = Random(f"anew {seed}")
        plan = Plan(players=2, options=Choices(take_backs=True, open_rows=True))
        hashes = [hash_of(new_secret()) for _ in range(2)]
        deal = "original-2p-K7Q2M9XA4TWB3H8C"
        room = await rooms.dealt("room", plan, deal, hashes=hashes)
        await a_random_game(room, rng, 150)
        moments = (room.moments.steps, room.moments.turns)
        await rooms.hall._put_away(room)
        again = await rooms.hall.room("room")
        assert (again.moments.steps, again.moments.turns) == moments
        first, second = Ear(room, 0), Ear(again, 0)
        for one, ear in ((room, first), (again, second)):
            one.enter(ear, 0)
        assert first.messages[0] == second.messages[0]

    tell(tmp_path, story)
