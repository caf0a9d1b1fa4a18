"""Who starts, among people who press at the same moment, go away, come back or leave it to bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest, full_table
from tests.server.promises.rooms import Rooms, rooms_in
from tests.server.wire_client import something_to_do

pytestmark = pytest.mark.rule("B10r")

Story = Callable[[Rooms], Coroutine[Any, Any, None]]
GOLD = Plan(edition="gold", players=3, fan=False)


def tell(folder: Path, story: Story, **settings: Any) -> None:
    async def run() -> None:
        async with rooms_in(folder, **settings) as rooms:
            await story(rooms)

    asyncio.run(run())


async def dealt_table(rooms: Rooms, plan: Plan, *wishes: str | None) -> list[Guest]:
    """A table at which the cards are dealt, and people said this about starting."""
    guests = await full_table(rooms, plan)
    for guest in guests:
        await guest.do(type="ready", ready=True)
    for guest, wish in zip(guests, wishes, strict=False):
        await guest.do(type="offer", wish=wish)
    for guest in guests:
        await guest.settle()
    return guests


def started(guest: Guest) -> list[tuple[int, int | None]]:
    """Who was given the start, one after the other, and instead of whom."""
    return [(e["seat"], e.get("instead")) for e in guest.news if e["kind"] == "started"]


def test_of_people_who_press_at_the_same_moment_one_starts_and_the_others_are_told(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        guests = await dealt_table(rooms, GOLD, "can", "can", "can")
        answers = await asyncio.gather(
            *(guest.ask(type="start", seat=seat) for seat, guest in enumerate(guests))
        )
        winners = [seat for seat, answer in enumerate(answers) if answer["type"] == "done"]
        assert len(winners) == 1
        name = guests[0].room["seats"][winners[0]]["name"]
        for seat, answer in enumerate(answers):
            if seat not in winners:
                assert answer["why"]["code"] == "server.start_given"
                assert answer["why"]["params"]["name"] == name
        for guest in guests:
            await guest.settle()
            assert started(guest) == [(winners[0], None)]
            assert guest.game["active"] == winners[0]

    tell(tmp_path, story)


def test_a_press_that_is_sent_again_after_a_cut_is_one_press(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        guests = await dealt_table(rooms, GOLD, "can", "can", None)
        first = await guests[1].ask(type="start", seat=1, id="me")
        guests[1].link.hang_up()
        back = Guest(rooms, guests[1].table, guests[1].secret)
        await back.settle()
        assert back.game["my_turn"]
        assert await back.ask(type="start", seat=1, id="me") == first
        assert started(back) == [(1, None)]

    tell(tmp_path, story)


def test_who_comes_back_finds_what_was_said_and_what_may_be_done(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        guests = await dealt_table(rooms, GOLD, "can", None)
        assert guests[0].game["may_start"] == []
        assert await guests[0].refused(type="start", seat=0) == "server.not_all_ready"
        guests[0].link.hang_up()
        await guests[2].do(type="offer", wish="can")
        back = Guest(rooms, guests[0].table, guests[0].secret)
        await back.settle()
        assert back.room["phase"] == "agreeing"
        assert back.game["spontaneous"]
        assert back.game["offers"] == {"0": "can", "1": None, "2": "can"}
        assert back.game["may_start"] == [0]
        watcher = Guest(rooms, guests[0].table, None)
        await watcher.settle()
        assert watcher.game["may_start"] == []

    tell(tmp_path, story)


def test_readiness_is_told_without_a_strength_of_wish(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        guests = await dealt_table(rooms, GOLD, "must", None)
        told = [(e["kind"], e["seat"], e.get("wish")) for e in guests[2].news[-2:]]
        assert told == [("ready", 0, None), ("offered", 1, None)]
        assert "must" not in str(guests[2].link.received)

    tell(tmp_path, story)


def test_where_people_leave_it_to_others_the_bot_starts(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(GOLD, "Ada", ["greedy"])
        sat = await rooms.hall.sit(opened.table, opened.invite, "Grace")
        guests = [Guest(rooms, opened.table, secret) for secret in (opened.secret, sat.secret)]
        for guest in guests:
            await guest.settle()
            await guest.do(type="ready", ready=True)
        ada, grace = guests
        await ada.until(lambda: ada.game["offers"].get("1") == "can")
        await ada.do(type="offer", wish="can")
        await grace.do(type="offer", wish=None)
        await ada.settle()
        assert ada.room["phase"] == "agreeing", "Ada may still feel like it"
        await ada.do(type="offer", wish=None)
        await ada.until(lambda: started(ada) == [(1, None)])

    tell(tmp_path, story)


def test_a_bot_that_stands_in_gets_ready_and_does_not_keep_the_table_waiting(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        host, _, away = await dealt_table(rooms, GOLD, None, None)
        away.link.hang_up()
        await host.do(type="stand_in", seat=2, bot="greedy")
        await host.until(lambda: started(host) == [(2, None)])
        await host.until(lambda: host.game["my_turn"])

    tell(tmp_path, story)


def test_the_one_who_was_willing_and_went_away_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other, away = await dealt_table(rooms, GOLD, None, None, "can")
        away.link.hang_up()
        assert host.room["phase"] == "agreeing"
        await host.do(type="free", seat=2)
        await other.settle()
        await other.do(type="agree", number=other.room["question"]["number"], yes=True)
        # A bot takes over at once.
        await other.until(lambda: started(other) == [(2, None)])

    tell(tmp_path, story)


def test_the_strongest_wish_starts_and_the_start_can_be_handed_on_until_a_card_lies(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        host, second, third = await dealt_table(rooms, Plan(players=3), "can", "must", None)
        assert started(host) == [(1, None)]
        assert second.game["may_start"] == [0, 2]
        hand = [card["card"] for card in third.game["hand"]]
        assert await third.refused(type="start", seat=2) == "server.start_given"
        await second.do(type="start", seat=2)
        await third.settle()
        assert third.game["my_turn"]
        assert third.game["turn"] == 1
        assert [card["card"] for card in third.game["hand"]] == hand
        assert started(third) == [(1, None), (2, 1)]
        # Both at once: the host settles it, and the starter lays. Whichever comes first counts.
        lay = {"type": "move", "move": f"{hand[0]}@U1", "after": third.state["number"]}
        both = await asyncio.gather(host.ask(type="start", seat=0), third.ask(**lay))
        done = [answer["type"] == "done" for answer in both]
        assert sorted(done) == [False, True]
        codes = {answer["why"]["code"] for answer in both if answer["type"] == "refusal"}
        assert codes <= {"refusal.begun", "refusal.not_your_turn"}
        await host.settle()
        assert host.game["active"] == (0 if done[0] else 2)

    tell(tmp_path, story)


def test_a_bot_leaves_people_a_while_before_it_lays_the_first_card(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(players=2), "Ada", ["greedy"], start=True)
        ada = Guest(rooms, opened.table, opened.secret)
        await ada.settle()
        await ada.until(lambda: "1" in ada.game["offers"])
        await asyncio.sleep(1.1)  # so that the bot has had its pause for the offer
        await ada.do(type="start", seat=1)
        await asyncio.sleep(0.2)  # it would have laid by now
        assert ada.game["may_start"] == [0]
        await ada.do(type="start", seat=0)
        assert ada.game["my_turn"]
        assert not any(event["kind"] == "laid" for event in ada.news)

    tell(tmp_path, story, bot_pace=1.0)


def test_a_table_of_people_is_never_stuck_before_its_first_turn(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        for seed in range(6):
            rng = Random(seed)
            guests = await dealt_table(rooms, GOLD)
            while guests[0].room["phase"] == "agreeing":
                for guest in guests:
                    await guest.settle()
                    command = something_to_do(guest.state, rng, 0)
                    if command is not None and guest.room["phase"] == "agreeing":
                        await guest.ask(**command)
            assert guests[0].game["active"] is not None

    tell(tmp_path, story)
