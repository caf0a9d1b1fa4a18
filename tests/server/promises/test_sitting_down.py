"""Coming to a table by its address or by a spoken code: who sits, who asks, who stays outside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.rules import GameError
from ninetyeight.server.codes import LETTERS, Codes, heard
from ninetyeight.server.opening import Seated
from ninetyeight.server.tokens import new_secret
from ninetyeight.wire.plan import DoorWord, Plan
from tests.server.promises.memory_link import Guest, started_table
from tests.server.promises.rooms import Rooms, rooms_in

Story = Callable[[Rooms], Coroutine[Any, Any, None]]


def tell(folder: Path, story: Story) -> None:
    async def run() -> None:
        async with rooms_in(folder) as rooms:
            await story(rooms)

    asyncio.run(run())


async def refused(asking: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(GameError) as caught:
        await asking
    return caught.value.code


def not_found(rooms: Rooms, code: str) -> bool:
    try:
        rooms.hall.find(code)
    except GameError as refusal:
        return refusal.code == "no_such_code"
    return False


async def opened(rooms: Rooms, seats: int = 2, door: DoorWord = "open", **more: Any) -> Guest:
    table = await rooms.hall.open_table(Plan(players=seats, door=door, **more), "Ada")
    host = Guest(rooms, table.table, table.secret)
    await host.settle()
    return host


async def comes(rooms: Rooms, host: Guest, **more: Any) -> Seated:
    """Somebody who knows nothing but the address."""
    return await rooms.hall.sit(host.table, None, "Ben", **more)


def test_the_address_is_enough_to_sit_down(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms)
        sat = await comes(rooms, host)
        assert (sat.seat, sat.waiting) == (1, False)
        await host.settle()
        assert host.room["seats"][1]["name"] == "Ben"
        assert await refused(comes(rooms, host)) == "no_free_seat"

    tell(tmp_path, story)


@pytest.mark.parametrize("yes", [True, False])
def test_where_the_host_wants_it_so_one_asks(tmp_path: Path, yes: bool) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms, 3, "ask")
        other = await rooms.hall.sit(host.table, host.room["invite"], "Zoë")
        assert not other.waiting, "whoever was given the invite need not ask"
        guest = Guest(rooms, host.table, other.secret)
        await guest.settle()
        secret = new_secret()
        asked = await comes(rooms, host, secret=secret)
        assert asked.waiting
        assert await comes(rooms, host, secret=secret) == asked
        await host.settle()
        question = host.room["question"]
        assert (question["name"], question["may_agree"]) == ("Ben", True)
        # Before the deal it is the host's to say, and nobody else's.
        assert not guest.room["question"]["may_agree"]
        answer = {"type": "agree", "number": question["number"], "yes": yes}
        assert await guest.refused(**answer) == "server.not_yours_to_answer"
        before = host.room["invite"]
        await host.do(**answer)
        await host.settle()
        assert host.room["question"] is None
        if yes:
            assert (await comes(rooms, host, secret=secret)).waiting is False
            assert host.room["seats"][2]["name"] == "Ben"
            return
        # Who was not let in cannot ask for ever: from here on one needs the new invite.
        assert host.room["plan"]["door"] == "invite"
        assert host.room["invite"] != before
        for again in (secret, new_secret()):
            assert await refused(comes(rooms, host, secret=again)) == "wrong_invite"
        assert (await rooms.hall.sit(host.table, host.room["invite"], "Ben")).seat == 2

    tell(tmp_path, story)


def test_a_table_without_watchers_is_closed_to_whoever_only_has_the_address(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms, watchers=False)
        assert host.room["code"] is None
        assert await refused(comes(rooms, host)) == "wrong_invite"
        # Nothing tells whether there is a free seat.
        await rooms.hall.sit(host.table, host.room["invite"], "Zoë")
        assert await refused(comes(rooms, host)) == "wrong_invite"

    tell(tmp_path, story)


def test_whoever_was_removed_does_not_come_back_by_the_address_or_the_code(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms, 3)
        code = host.room["code"]
        await comes(rooms, host)
        await host.do(type="free", seat=1)
        await host.settle()
        assert host.room["code"] not in (code, None)
        assert not_found(rooms, code)
        assert (await comes(rooms, host)).waiting
        # Nor at the table to which everybody goes on.
        assert host.room["plan"]["door"] == "ask"

    tell(tmp_path, story)


def test_in_a_running_game_somebody_at_the_table_agrees_and_else_the_host(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other = await started_table(rooms, Plan(players=2))
        await host.do(type="stand_in", seat=1, bot="greedy")
        other.link.hang_up()
        await other.link.task
        await host.do(type="free", seat=1)
        await host.settle()
        # Nobody but the host is there: who was removed does not slip in unseen.
        asked = await comes(rooms, host)
        assert asked.waiting
        await host.settle()
        question = host.room["question"]
        await host.do(type="agree", number=question["number"], yes=True)
        assert not (await comes(rooms, host, secret=asked.secret)).waiting

    tell(tmp_path, story)


def test_a_screen_sets_up_a_table_and_the_first_to_sit_is_the_host(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        secret = new_secret()
        plan = Plan(players=2)
        table = await rooms.hall.open_table(plan, None, secret=secret)
        assert (table.seat, table.secret, table.number) == (None, None, 0)
        again = await rooms.hall.open_table(plan, None, secret=secret)
        assert again == table, "whoever did not hear the answer asks again"
        screen = Guest(rooms, table.table, None)
        await screen.settle()
        assert [seat["open"] for seat in screen.room["seats"]] == [True, True]
        assert screen.room["code"] is not None
        people = [await rooms.hall.sit(table.table, None, name) for name in ("Ben", "Zoë")]
        guests = [Guest(rooms, table.table, sat.secret) for sat in people]
        for guest in guests:
            await guest.do(type="ready", ready=True)
        await screen.settle()
        assert [seat["host"] for seat in screen.room["seats"]] == [True, False]
        # B11: the screen stands where everybody looks, so it has nobody's hand.
        assert screen.game["hand"] == []
        assert screen.game["hand_sizes"] == [7, 7]

    tell(tmp_path, story)


def test_a_code_leads_to_its_table_however_it_was_heard(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms)
        code = host.room["code"]
        assert len(code) == 6
        assert set(code) <= set(LETTERS)
        for spoken in (code, code.lower(), f"{code[:3]} - {code[3:]}", code.replace("M", "n")):
            assert rooms.hall.find(spoken) == host.table
        watcher = Guest(rooms, host.table, None)
        await watcher.settle()
        assert watcher.room["code"] == code, "a big screen shows it, too"
        assert watcher.room["invite"] is None

    tell(tmp_path, story)


def test_a_code_ends_with_the_last_free_seat_and_comes_back_with_it(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms)
        code = host.room["code"]
        sat = await comes(rooms, host)
        await host.settle()
        assert host.room["code"] is None
        assert not_found(rooms, code)
        guest = Guest(rooms, host.table, sat.secret)
        await guest.settle()
        guest.link.say({"type": "free", "seat": 1, "id": "bye"})
        await guest.until(lambda: guest.link.closed is not None)
        await host.settle()
        assert host.room["code"] == code
        await host.do(type="change", plan={"players": 2, "watchers": False})
        await host.settle()
        # No word tells a private table from none at all.
        assert host.room["code"] is None
        assert not_found(rooms, code)

    tell(tmp_path, story)


def test_a_code_is_the_same_after_the_server_was_started_anew(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host = await opened(rooms)
        code = host.room["code"]
        await rooms.hall._put_away(await rooms.hall.room(host.table))
        assert not_found(rooms, code), "a table that nobody uses is not found"
        again = Guest(rooms, host.table, host.secret)
        await again.settle()
        assert again.room["code"] == code
        assert rooms.hall.find(code) == host.table

    tell(tmp_path, story)


def test_no_two_tables_have_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"one": ["AAAAAA"], "two": ["AAAAAA", "LLMMXX", "BBBBBB"]}
    monkeypatch.setattr("ninetyeight.server.codes._made", lambda invite, nth: made[invite][nth])
    codes = Codes()
    assert codes.of("first", "one") == "AAAAAA"
    # T1: six letters that make a Roman number are none either.
    assert codes.of("second", "two") == "BBBBBB"
    assert (codes.table("AAAAAA"), codes.table("BBBBBB")) == ("first", "second")
    codes.drop("first")
    assert codes.table("AAAAAA") is None
    assert codes.of("second", "two") == "BBBBBB"


def test_what_is_misheard_is_one_letter_alone() -> None:
    assert heard("".join(LETTERS)) == LETTERS
    assert heard("sn1 qk") == "FM1UA"
