"""A seat changes hands in a running game: who has to agree, who is told, and what it is worth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ninetyeight.rules import GameError
from ninetyeight.server.opening import Seated
from ninetyeight.server.tokens import new_secret
from ninetyeight.table import read_record
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest, full_table, started_table
from tests.server.promises.rooms import Rooms, rooms_in
from tests.server.wire_client import something_to_do

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


async def comes(rooms: Rooms, table: str, invite: str, **more: Any) -> Seated:
    return await rooms.hall.sit(table, invite, "Newcomer", **more)


async def leaves(guest: Guest) -> None:
    """The connection ends; the seat stays theirs."""
    guest.link.hang_up()
    await guest.link.task


def test_the_host_alone_neither_removes_somebody_nor_takes_the_seat(tmp_path: Path) -> None:
    """Or the host could look at everybody's cards, one after the other."""

    async def story(rooms: Rooms) -> None:
        host, other, owner = await started_table(rooms, Plan(players=3))
        table, invite = host.table, host.room["invite"]
        await host.do(type="free", seat=2)
        await owner.settle()
        assert host.room["seats"][2]["name"] == "Person 2"
        question = owner.room["question"]
        assert (question["seat"], question["by"]) == (2, 0)
        # Nobody decides about themselves, and who asks cannot say yes.
        assert not question["may_agree"]
        assert not question["may_decline"]
        assert not host.room["question"]["may_agree"]
        for guest in (host, owner):
            answer = {"type": "agree", "number": question["number"], "yes": True}
            assert await guest.refused(**answer) == "server.not_yours_to_answer"
        # Asking again is the same question.
        before = host.state["number"]
        await host.do(type="free", seat=2)
        assert host.state["number"] == before
        assert await host.refused(type="free", seat=1) == "server.asked_already"
        await other.do(type="agree", number=question["number"], yes=True)
        await host.settle()
        await other.settle()
        await owner.until(lambda: owner.link.closed == 4001)
        assert other.room["seats"][2]["open"]
        kinds = [(e["kind"], e.get("seat"), e.get("by")) for e in other.news]
        assert ("requested", 2, 0) in kinds
        assert ("freed", 2, 0) in kinds
        # The host comes back by the invite: somebody else has to agree once more.
        assert await refused(comes(rooms, table, invite)) == "wrong_invite"
        secret, used = new_secret(), host.room["invite"]
        assert (await comes(rooms, table, used, secret=secret)).waiting
        assert await refused(rooms.hall.room_seen(table, secret)) == "wrong_secret"
        await other.settle()
        question = other.room["question"]
        assert (question["seat"], question["by"], question["name"]) == (2, None, "Newcomer")
        answer = {"type": "agree", "number": question["number"], "yes": True}
        assert await host.refused(**answer) == "server.not_yours_to_answer"
        await other.do(type="agree", number=question["number"], yes=False)
        await host.settle()
        assert host.room["question"] is None
        assert host.room["seats"][2]["name"] is None
        # Whoever was not let in cannot ask for ever: the invite is another one by now.
        assert host.room["invite"] != used
        assert await refused(comes(rooms, table, used, secret=secret)) == "wrong_invite"

    tell(tmp_path, story)


def test_somebody_who_is_let_in_plays_and_the_result_is_marked(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other, owner = await started_table(rooms, Plan(players=3, talk="free"))
        table, invite = host.table, host.room["invite"]
        hand = owner.game["hand"]
        # Who leaves freely offers the seat to whom they like: the invite stays.
        owner.link.say({"type": "free", "seat": 2, "id": "bye"})
        await owner.until(lambda: owner.link.closed is not None)
        await host.settle()
        assert host.room["invite"] == invite
        secret = new_secret()
        asked = await comes(rooms, table, invite, secret=secret)
        assert (asked.seat, asked.waiting) == (2, True)
        assert await comes(rooms, table, invite, secret=secret) == asked
        other_one = comes(rooms, table, invite)
        assert await refused(other_one) == "asked_already"
        await other.settle()
        await other.do(type="agree", number=other.room["question"]["number"], yes=True)
        sat = await comes(rooms, table, invite, secret=secret)
        assert (sat.seat, sat.waiting, sat.secret) == (2, False, secret)
        newcomer = Guest(rooms, table, secret)
        await newcomer.settle()
        assert len(newcomer.game["hand"]) == len(hand)
        await host.settle()
        told = [e for e in host.news if e["kind"] == "sat" and e.get("changed_hands")]
        assert [(e["seat"], e["name"]) for e in told] == [(2, "Newcomer")]
        marked = [seat["changed_hands"] for seat in host.room["seats"]]
        assert marked == [False, False, True]
        await play_out([host, other, newcomer])
        _, content = await rooms.hall.record(table, None)
        seats = read_record(content).setup.seats
        assert [(seat.name, seat.changed_hands) for seat in seats] == [
            ("Ada", False),
            ("Person 1", False),
            ("Newcomer", True),
        ]
        (result,) = await rooms.hall.results(host.room["deal"])
        assert result.changed_hands
        assert result.names == ("Ada", "Person 1", "Newcomer")

    tell(tmp_path, story)


async def play_out(guests: list[Guest]) -> None:
    rng = Random(7)
    while guests[0].room["phase"] != "over":
        for guest in guests:
            await guest.settle()
            if guest.room["phase"] == "over":
                break
            command = something_to_do(guest.state, rng, 0)
            if command is not None:
                await guest.ask(**command)
        await guests[0].settle()


def test_where_nobody_else_is_connected_it_is_told_and_marked(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, away, owner = await started_table(rooms, Plan(players=3))
        await leaves(away)
        await host.do(type="free", seat=2)
        assert host.room["question"] is None
        assert host.room["seats"][2]["open"]
        # Where a stranger could come, even the host alone is asked; and where nobody is, nobody is.
        secret, invite = new_secret(), host.room["invite"]
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await host.settle()
        assert host.state["room"]["question"]["may_agree"]
        await leaves(host)
        assert not (await comes(rooms, host.table, invite, secret=secret)).waiting
        host = Guest(rooms, host.table, host.secret)
        await host.settle()
        assert host.room["seats"][2]["changed_hands"]
        assert [e["kind"] for e in host.news if e["kind"] in ("freed", "requested", "sat")][
            -3:
        ] == [
            "freed",
            "requested",
            "sat",
        ]
        await owner.until(lambda: owner.link.closed == 4001)

    tell(tmp_path, story)


def test_nobody_takes_a_free_seat_beside_one_who_is_there_unasked(tmp_path: Path) -> None:
    """A game of two: the invite may have come into the hands of somebody that nobody knows."""

    async def story(rooms: Rooms) -> None:
        host, other = await started_table(rooms, Plan(players=2))
        invite = host.room["invite"]
        host.link.say({"type": "free", "seat": 0, "id": "bye"})  # the other is the host now
        await host.until(lambda: host.link.closed is not None)
        secret = new_secret()
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await other.settle()
        question = other.room["question"]
        assert question["may_agree"]
        await other.do(type="agree", number=question["number"], yes=False)
        assert await refused(comes(rooms, host.table, invite, secret=secret)) == "wrong_invite"
        await other.settle()
        assert (await comes(rooms, host.table, other.room["invite"], secret=secret)).waiting
        await other.settle()
        await other.do(type="agree", number=other.room["question"]["number"], yes=True)
        sat = await comes(rooms, host.table, "", secret=secret)
        assert (sat.seat, sat.waiting) == (0, False)

    tell(tmp_path, story)


def test_who_waited_for_another_waits_for_the_host_once_nobody_else_is_left(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        host, other, owner = await started_table(rooms, Plan(players=3))
        invite = host.room["invite"]
        owner.link.say({"type": "free", "seat": 2, "id": "bye"})
        await owner.until(lambda: owner.link.closed is not None)
        secret = new_secret()
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await host.settle()
        assert not host.room["question"]["may_agree"]
        await leaves(other)
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await host.settle()
        number = host.room["question"]["number"]
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await host.do(type="agree", number=number, yes=True)
        assert not (await comes(rooms, host.table, invite, secret=secret)).waiting

    tell(tmp_path, story)


def test_who_still_waits_when_the_game_is_over_takes_no_seat_any_more(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other, owner = await started_table(rooms, Plan(players=3, talk="free"))
        invite = host.room["invite"]
        owner.link.say({"type": "free", "seat": 2, "id": "bye"})
        await owner.until(lambda: owner.link.closed is not None)
        secret = new_secret()
        assert (await comes(rooms, host.table, invite, secret=secret)).waiting
        await play_out([host, other])
        assert host.room["question"] is None
        again = comes(rooms, host.table, invite, secret=secret)
        assert await refused(again) == "no_free_seat"
        assert await other.refused(type="agree", number=host.state["number"], yes=True) == (
            "server.not_asked"
        )

    tell(tmp_path, story)


def test_a_program_at_the_table_is_not_waited_for(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, program, owner = await started_table(rooms, Plan(players=3))
        await leaves(program)
        again = Guest(rooms, host.table, program.secret, view=True)
        await again.settle()
        await owner.settle()
        await host.do(type="free", seat=2)
        assert host.room["seats"][2]["open"]

    tell(tmp_path, story)


def test_the_own_seat_on_another_device_is_no_change_of_hands(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other = await started_table(rooms, Plan(players=2))
        await leaves(other)
        await host.do(type="stand_in", seat=1, bot="greedy")
        back = Guest(rooms, other.table, other.secret)
        await back.settle()
        await back.do(type="stand_in", seat=1, bot=None)
        assert back.room["question"] is None
        assert not any(seat["changed_hands"] for seat in back.room["seats"])

    tell(tmp_path, story)


def test_who_was_removed_does_not_come_back_by_the_old_invite(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, _ = await full_table(rooms, Plan(players=2))
        invite = host.room["invite"]
        await host.do(type="free", seat=1)
        assert host.room["invite"] != invite
        assert await refused(comes(rooms, host.table, invite)) == "wrong_invite"
        # Those who sit there are told the new one, also after the server was started anew.
        room = await rooms.hall.room(host.table)
        await rooms.hall._put_away(room)
        again = Guest(rooms, host.table, host.secret)
        await again.settle()
        assert again.room["invite"] == host.room["invite"]
        sat = await comes(rooms, host.table, again.room["invite"])
        assert (sat.seat, sat.waiting) == (1, False)

    tell(tmp_path, story)


def test_an_answer_to_another_question_settles_nothing(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, other, owner = await started_table(rooms, Plan(players=3))
        assert await other.refused(type="agree", number=1, yes=True) == "server.not_asked"
        await host.do(type="free", seat=2)
        await other.settle()
        old = other.room["question"]["number"]
        await host.do(type="agree", number=old, yes=False)  # thought better of it
        await host.do(type="free", seat=2)
        assert await other.refused(type="agree", number=old, yes=True) == "server.not_asked"
        await owner.settle()
        assert owner.room["seats"][2]["name"] == "Person 2"
        # Who leaves by themselves settles it, too.
        owner.link.say({"type": "free", "seat": 2, "id": "bye"})
        await owner.until(lambda: owner.link.closed is not None)
        await other.settle()
        assert other.room["question"] is None

    tell(tmp_path, story)
