"""Who may do what at a table: chat, silence, hosts, stand-ins and rematches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ninetyeight.rules import Deal, Rules
from ninetyeight.server.tokens import hash_of
from ninetyeight.wire.plan import Choices, Plan
from tests.server.promises.memory_link import Guest, Link, full_table, started_table
from tests.server.promises.rooms import Rooms, rooms_in
from tests.server.wire_client import a_move, something_to_do

Story = Callable[[Rooms], Coroutine[Any, Any, None]]


def tell(folder: Path, story: Story, **settings: Any) -> None:
    async def run() -> None:
        async with rooms_in(folder, **settings) as rooms:
            await story(rooms)

    asyncio.run(run())


async def play_out(guests: list[Guest], rng: Random) -> None:
    """Let the people at the table play to the end."""
    while guests[0].room["phase"] != "over":
        for guest in guests:
            await guest.settle()
            if guest.room["phase"] == "over":
                break
            command = something_to_do(guest.state, rng, 0)
            if command is not None:
                await guest.ask(**command)
        await guests[0].settle()


# --- talk


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "I have forty-two"), ("de", "leg die 42"), ("fr", "j'ai soixante-dix"), ("en", "XLII")],
)
def test_a_number_is_not_delivered_and_only_its_sender_is_told(
    tmp_path: Path, language: str, text: str
) -> None:
    async def story(rooms: Rooms) -> None:
        speaker, listener = await started_table(rooms, Plan(players=2))
        before = speaker.state["number"]
        answer = await speaker.ask(type="say", text=text, language=language)
        assert answer["why"]["code"] == "chat.number"
        assert answer["why"]["rule"] == "T1"
        await listener.settle()
        assert speaker.state["number"] == listener.state["number"] == before
        assert not any(text in str(message) for message in listener.link.received)
        assert not any(m["type"] == "refusal" for m in listener.link.received)
        stored = await rooms.store.room(speaker.table)
        assert stored is not None
        assert not any(text in event.body for event in stored.events)
        # Nobody is punished: the next word goes through at once.
        await speaker.do(type="say", text="sorry", language=language)
        await listener.settle()
        assert listener.news[-1]["text"] == "sorry"

    tell(tmp_path, story)


def test_a_free_table_and_one_that_is_not_playing_may_speak_of_numbers(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (free, _) = await started_table(rooms, Plan(players=2, talk="free"))
        await free.do(type="say", text="forty-two")
        (gathering, _) = await full_table(rooms, Plan(players=2))
        await gathering.do(type="say", text="I come at 8")

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("talk", "chat", "marker"),
    [
        ("silent", "refusal.silent_table", "refusal.silent_table"),
        ("markers", "refusal.markers_only", None),
        ("markers+chat", None, None),
        ("free", None, None),
    ],
)
def test_the_table_is_as_strict_as_its_host_chose(
    tmp_path: Path, talk: Any, chat: str | None, marker: str | None
) -> None:
    async def story(rooms: Rooms) -> None:
        guest, _ = await started_table(rooms, Plan(players=2, talk=talk))
        told = guest.game
        assert (told["no_chat"] or {}).get("code") == chat
        assert (told["no_markers"] or {}).get("code") == marker
        say = await guest.ask(type="say", text="hello")
        mark = await guest.ask(type="mark", row="U1", marker="keep")
        assert say.get("why", {}).get("code") == chat
        assert mark.get("why", {}).get("code") == marker

    tell(tmp_path, story)


def silence_in_hand() -> tuple[Deal, int]:
    """A deal of Extreme that gives the first seat a card of silence, and that card."""
    for seed in range(100):
        deal = Deal.of_bits(Rules.of("extreme", 2), seed)
        for card in deal.deck[: deal.rules.hand_size]:
            if deal.commands.on(card) == "silence":
                return deal, card
    raise AssertionError


def test_silence_closes_chat_markers_and_naming_until_it_is_covered(tmp_path: Path) -> None:
    deal, card = silence_in_hand()

    async def story(rooms: Rooms) -> None:
        plan = Plan(edition="extreme", players=2, talk="free", deal=deal.code)
        first, second = await started_table(rooms, plan)
        held = [c["command"] for c in first.game["hand"] if c["command"]]
        await first.do(type="name", command=held[0])
        await first.do(type="say", text="listen")
        await first.do(type="move", move=f"{card}@U1", after=first.state["number"])
        await second.settle()
        for guest in (first, second):
            for closed in ("no_chat", "no_markers", "no_naming"):
                assert guest.game[closed]["code"] == "refusal.silence"
            assert await guest.refused(type="say", text="psst") == "refusal.silence"
            assert await guest.refused(type="mark", row="D1", marker="keep") == "refusal.silence"
            assert await guest.refused(type="name", command="stop") == "refusal.silence"
        assert not any("psst" in str(event) for event in second.news)
        cover = next(
            c["card"]
            for c in first.game["hand"]
            for p in c["previews"]
            if p["row"] == "U1" and p["refusal"] is None and c["command"] is None
        )
        await first.do(type="move", move=f"{cover}@U1", after=first.state["number"])
        assert first.game["no_chat"] is None
        await first.do(type="say", text="phew")

    tell(tmp_path, story)


# --- hosts


def test_only_the_host_sets_up_the_table(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, guest = await full_table(rooms, Plan(players=2))
        plan = {"edition": "gold", "players": 3}
        for command in (
            {"type": "change", "plan": plan},
            {"type": "seat_bot", "seat": 1, "bot": "greedy"},
            {"type": "free", "seat": 0},
        ):
            assert await guest.refused(**command) == "server.host_only"
        assert (host.room["host"], guest.room["host"]) == (True, False)
        await host.do(type="change", plan=plan)
        await guest.settle()
        assert guest.room["plan"]["edition"] == "gold"
        assert [seat["open"] for seat in guest.room["seats"]] == [False, False, True]
        assert await host.refused(type="seat_bot", seat=1, bot="greedy") == "server.seat_taken"
        assert await host.refused(type="seat_bot", seat=2, bot="hal") == "server.unknown_bot"
        await host.do(type="seat_bot", seat=2, bot="greedy")
        too_few = {"players": 1}
        assert await host.refused(type="change", plan=too_few) == "server.seats_in_use"
        impossible = {"players": 9}
        assert await host.refused(type="change", plan=impossible) == "errors.impossible_seats"
        unknown = {"edition": "tiny", "players": 2}
        assert await host.refused(type="change", plan=unknown) == "errors.unknown_edition"
        await host.do(type="free", seat=2)
        await host.do(type="free", seat=1)
        await guest.until(lambda: guest.link.closed is not None)
        assert guest.link.closed == 4001

    tell(tmp_path, story)


def test_the_host_who_leaves_hands_the_table_on(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, second, third = await full_table(rooms, Plan(players=3))
        host.link.say({"type": "free", "seat": 0, "id": "bye"})
        await host.until(lambda: host.link.closed is not None)
        await second.settle()
        assert [seat["host"] for seat in second.room["seats"]] == [False, True, False]
        assert second.room["host"]
        await second.do(type="seat_bot", seat=0, bot="random")
        assert await third.refused(type="change", plan={}) == "server.host_only"

    tell(tmp_path, story)


def test_a_change_of_plan_asks_everybody_for_their_word_again(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, guest = await full_table(rooms, Plan(players=2))
        await guest.do(type="ready", ready=True)
        await host.do(type="change", plan={"players": 2, "options": {"expert": True}})
        await guest.settle()
        assert not any(seat["ready"] for seat in guest.room["seats"])
        await host.do(type="ready", ready=True)
        assert host.room["phase"] == "gathering"

    tell(tmp_path, story)


def test_who_watches_is_sent_away_when_watching_is_closed(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        (host,) = await full_table(rooms, Plan())
        watcher = Guest(rooms, host.table, None)
        await watcher.settle()
        assert watcher.room["seat"] is None
        await host.do(type="change", plan={"watchers": False})
        await watcher.until(lambda: watcher.link.over)
        assert watcher.link.closed == 4003
        late = Link(rooms, host.table)
        late.say({"type": "hello", "protocol": 2})
        await late.task
        assert (late.closed, late.received) == (4003, [])

    tell(tmp_path, story)


# --- stand-ins


def test_a_bot_stands_in_and_hands_back(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        host, away = await started_table(rooms, Plan(players=2), starter=1)
        assert await away.refused(type="stand_in", seat=0, bot="greedy") == "server.host_only"
        before = host.state["number"]
        await host.do(type="stand_in", seat=1, bot="greedy")
        await host.until(lambda: host.game["my_turn"] or host.room["phase"] == "over")
        assert any(e["kind"] == "laid" and e["seat"] == 1 for e in host.news[before:])
        assert host.room["seats"][1]["stand_in"] == "greedy"
        assert host.room["seats"][1]["name"] == "Person 1"
        # Who is away may come back at any time, with the same secret.
        await away.do(type="stand_in", seat=1, bot=None)
        await host.settle()
        assert host.room["seats"][1]["stand_in"] is None
        while host.game["my_turn"]:
            await host.do(**a_move(host.state, Random(4)))
        if host.room["phase"] == "playing":
            await away.settle()
            settled = away.state["number"]
            await asyncio.sleep(0.05)  # a bot that still played would have done so by now
            assert away.state["number"] == settled
            assert away.game["my_turn"]
            await away.do(**a_move(away.state, Random(4)))

    tell(tmp_path, story)


def test_bots_wait_until_somebody_is_there(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        opened = await rooms.hall.open_table(Plan(players=2), "Ada", ["greedy"], start=True)
        room = await rooms.hall.room(opened.table)
        before = room.number
        await asyncio.sleep(0.05)
        assert room.number == before
        guest = Guest(rooms, opened.table, opened.secret)
        await guest.until(lambda: any(e["kind"] == "offered" for e in guest.news))

    tell(tmp_path, story)


# --- rematch


def test_a_rematch_keeps_people_bots_and_secrets(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        plan = Plan(players=3, options=Choices(expert=True), talk="free")
        opened = await rooms.hall.open_table(plan, "Ada", ["greedy"])
        sat = await rooms.hall.sit(opened.table, opened.invite, "Grace")
        guests = [Guest(rooms, opened.table, s) for s in (opened.secret, sat.secret)]
        for guest in guests:
            await guest.settle()
            await guest.do(type="ready", ready=True)
        assert await guests[1].refused(type="rematch") == "server.game_running"
        await play_out(guests, Random(2))
        deal = guests[0].room["deal"]
        # Both press at once: there is one new table.
        both = await asyncio.gather(*(guest.ask(type="rematch") for guest in guests))
        assert [answer["type"] for answer in both] == ["done", "done"], both
        assert both[0]["number"] == both[1]["number"]
        await guests[0].settle()
        table = guests[0].room["next"]
        assert table not in (None, opened.table)
        assert sum(event["kind"] == "rematch" for event in guests[0].news) == 1
        again = [Guest(rooms, table, guest.secret) for guest in guests]
        for guest in again:
            await guest.settle()
        room = again[0].room
        assert room["follows"] == opened.table
        assert [seat["name"] for seat in room["seats"]] == ["Ada", "Tilo", "Grace"]
        assert [seat["bot"] for seat in room["seats"]] == [None, "greedy", None]
        assert [guest.room["seat"] for guest in again] == [0, 2]
        assert room["plan"]["options"]["expert"]
        assert room["host"]
        ready = [seat["ready"] for seat in room["seats"]]
        assert sorted((ready[0], ready[2])) == [False, True]  # who asked for it is ready
        await again[ready[0]].do(type="ready", ready=True)
        await again[0].settle()
        assert again[0].room["phase"] != "gathering"
        assert again[0].room["deal"] is None
        assert again[0].room["known_deal"] is False
        assert deal is not None

    tell(tmp_path, story)


def test_a_rematch_on_the_same_deal_deals_the_same_cards_and_says_that_they_are_known(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        (guest,) = await started_table(rooms, Plan())
        hand = [card["card"] for card in guest.game["hand"]]
        await play_out([guest], Random(2))
        await guest.do(type="rematch", same_deal=True)
        again = Guest(rooms, guest.room["next"], guest.secret)
        await again.settle()  # who asks for it is ready, and alone that is everybody
        assert [card["card"] for card in again.game["hand"]] == hand
        assert again.room["known_deal"] is True
        assert again.room["deal"] == guest.room["deal"]

    tell(tmp_path, story)


def test_secrets_are_kept_as_hashes(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        guests = await full_table(rooms, Plan(players=2))
        room = await rooms.hall.room(guests[0].table)
        assert [place.secret_hash for place in room.state.places] == [
            hash_of(guest.secret or "") for guest in guests
        ]

    tell(tmp_path, story)
