"""A connection: its first words, its queue, its limits, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.server import connection
from ninetyeight.server.room_events import RoomEvent, Sat, Talked
from ninetyeight.server.tokens import hash_of
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest, Link, full_table
from tests.server.promises.rooms import Rooms, rooms_in

SECRET = "a-secret-of-some-length"


def tell(
    folder: Path, story: Callable[[Rooms], Coroutine[Any, Any, None]], **settings: Any
) -> None:
    async def run() -> None:
        async with rooms_in(folder, **settings) as rooms:
            await story(rooms)

    asyncio.run(run())


def test_the_first_three_things_told_are_who_one_is_what_there_is_and_who_is_there(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        welcome, state, present, *_ = guest.link.received
        assert (welcome["type"], welcome["seat"], welcome["table"]) == ("welcome", 0, guest.table)
        assert state["type"] == "state"
        assert present == {"type": "present", "seats": [True], "watchers": 0, "thinking": None}

    tell(tmp_path, story)


def test_who_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.01)

    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        link = Link(rooms, guest.table)
        await link.task
        assert (link.closed, link.received) == (4000, [])

    tell(tmp_path, story)


def test_who_hangs_up_before_a_word_leaves_no_trace(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        link = Link(rooms, guest.table)
        await asyncio.sleep(0.01)
        link.hang_up()
        await link.task
        await guest.settle()
        assert sum(message["type"] == "present" for message in guest.link.received) == 1

    tell(tmp_path, story)


def test_many_messages_at_once_are_all_answered(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        for n in range(4 * connection.MESSAGES_WAITING):
            guest.link.say({"type": "ping"} if n % 2 else "garbage")
        await guest.do(type="ready", ready=False)
        kinds = [message["type"] for message in guest.link.received]
        assert kinds.count("refusal") == 2 * connection.MESSAGES_WAITING
        assert kinds.count("pong") == 2 * connection.MESSAGES_WAITING + 1

    tell(tmp_path, story)


def test_a_long_evening_can_still_be_joined(tmp_path: Path) -> None:
    """A log longer than what may wait for a client is no reason to send everybody away."""

    async def story(rooms: Rooms) -> None:
        words = connection.BYTES_WAITING // 400 + 100
        events: list[RoomEvent] = [Sat(0, "Ada", hash_of(SECRET)), *[Talked(0, "x" * 400)] * words]
        await rooms.opened("0123456789ab", Plan(), events)
        for secret in (SECRET, None):
            guest = Guest(rooms, "0123456789ab", secret)
            await guest.settle()
            assert not guest.link.over
            assert guest.state["number"] == words + 1
            # As much of it as one message may hold, the latest.
            numbers = [event["number"] for event in guest.news]
            assert numbers == list(range(words + 2 - len(numbers), words + 2))
            assert len(numbers) > 100

    tell(tmp_path, story)


def test_who_does_not_read_is_cut_off_and_counted_and_the_others_are_told(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        speaker, sleeper = await full_table(rooms, Plan(players=2))
        sleeper.link.fall_asleep()
        for n in range(connection.MESSAGES_WAITING + 2):
            await speaker.do(type="say", text=f"word {n}")
        await speaker.until(lambda: sleeper.link.over)
        await speaker.settle()
        present = [m for m in speaker.link.received if m["type"] == "present"]
        assert present[-1]["seats"] == [True, False]
        assert rooms.metrics.cut_off._value.get() == 1
        back = Guest(rooms, sleeper.table, sleeper.secret)
        await back.settle()
        assert back.news == speaker.news

    tell(tmp_path, story)


def test_a_crowd_that_leaves_at_once_cuts_nobody_off(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        guest.link.fall_asleep()  # for a moment, as a phone may
        room = await rooms.hall.room(guest.table)
        for _ in range(3 * connection.MESSAGES_WAITING):
            room.tell_present()
        guest.link.wake_up()
        await guest.settle()
        assert guest.link.closed is None
        assert rooms.metrics.cut_off._value.get() == 0

    tell(tmp_path, story)


def test_whoever_is_over_the_limit_is_told_with_the_id_and_nothing_happens(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        codes = []
        for n in range(8):
            answer = await guest.ask(type="say", text="hello", id=f"hello{n}")
            codes.append(answer.get("why", {}).get("code"))
        assert codes[:2] == [None, None]
        assert codes[-1] == "server.too_many_requests"
        assert sum(event["kind"] == "said" for event in guest.news) == codes.count(None)

    tell(tmp_path, story, messages_per_second=0.001, message_burst=4)


def test_a_command_is_answered_with_the_number_of_its_event_also_the_second_time(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await full_table(rooms, Plan())
        first = await guest.do(type="say", text="hello", id="one")
        await guest.do(type="say", text="hello", id="two")
        assert await guest.do(type="say", text="hello", id="one") == first
        assert sum(event["kind"] == "said" for event in guest.news) == 2

    tell(tmp_path, story)


def test_a_refusal_is_repeated_even_when_the_command_would_be_fine_by_now(tmp_path: Path) -> None:
    """A client that asks again wants to know what became of the first time."""

    async def story(rooms: Rooms) -> None:
        host, other = await full_table(rooms, Plan(players=2))
        assert await other.refused(type="change", plan={}, id="x") == "server.host_only"
        await host.do(type="ready", ready=True)
        host.link.say({"type": "free", "seat": 0, "id": "bye"})
        await other.until(lambda: other.room["host"])
        assert await other.refused(type="change", plan={}, id="x") == "server.host_only"
        await other.do(type="change", plan={"players": 2}, id="y")

    tell(tmp_path, story)


def test_ids_of_two_seats_are_two_ids(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        one, two = await full_table(rooms, Plan(players=2))
        assert await one.do(type="say", text="one", id="1") != await two.do(
            type="say", text="two", id="1"
        )

    tell(tmp_path, story)


def test_without_previews_none_are_sent(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(), "Ada", start=True)
        for previews in (True, False):
            link = Link(rooms, opened.table)
            hello = {"type": "hello", "protocol": 2, "secret": opened.secret}
            link.say({**hello, "previews": previews})
            await link.settle()
            hand = next(m for m in link.received if m["type"] == "state")["game"]["hand"]
            assert all(bool(card["previews"]) == previews for card in hand)

    tell(tmp_path, story)
