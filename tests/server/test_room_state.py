"""A room is the fold of its log: the same log gives the same room, and what is told fits it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ninetyeight.rules import GameError
from ninetyeight.server.room import Room
from ninetyeight.server.room_events import (
    Changed,
    Dealt,
    Followed,
    Freed,
    Played,
    Readied,
    RoomEvent,
    Sat,
    Talked,
    read_room_event,
    write_room_event,
)
from ninetyeight.server.room_state import CARETAKER, RoomState, advance_room
from ninetyeight.table import Moved, Phase, StoodIn, TableState
from ninetyeight.wire.plan import Choices, Plan
from tests.server.promises.rooms import Rooms, a_command, a_deal, a_plan, rooms_in


def room_of(plan: Plan, *events: RoomEvent) -> RoomState:
    state = RoomState.opened("0123456789ab", plan, "invite", None)
    for event in events:
        state = advance_room(state, event)
    return state


def two_seats(*events: RoomEvent) -> RoomState:
    return room_of(Plan(players=2), Sat(0, "Ada", "a" * 64), Sat(1, "Grace", "b" * 64), *events)


async def random_room(rooms: Rooms, rng: Random, id: str) -> Room:
    plan = a_plan(rng)
    code = a_deal(plan.rules, rng).code
    assert code is not None
    room = await rooms.dealt(id, plan, code, hashes=[f"{s}" * 64 for s in range(plan.players)])
    for at in range(120):
        if room.state.running:
            with suppress(GameError):
                await room.command(*a_command(room.state, rng, f"c{at}", room.number))
    return room


@pytest.mark.parametrize("seed", range(6))
def test_a_room_read_from_its_log_is_the_room_that_wrote_it(tmp_path: Path, seed: int) -> None:
    async def play() -> None:
        rng = Random(seed)
        async with rooms_in(tmp_path) as rooms:
            ids = [f"room{n}" for n in range(3)]
            played = {id: await random_room(rooms, rng, id) for id in ids}
        async with rooms_in(tmp_path) as rooms:
            for id, before in played.items():
                after = await rooms.hall.room(id)
                assert after.state == before.state
                assert after.number == before.number
                assert after.events == before.events
                assert [h.kind for h in after.happened] == [h.kind for h in before.happened]
                assert after.seconds == before.seconds
                check_turns(before)

    asyncio.run(play())


def check_turns(room: Room) -> None:
    """The turns that are shown are the turns that the law counts."""
    state, turns, at_work = room.state, 0, False
    replayed = RoomState.opened(room.id, room.first_plan, "", None)
    for event in room.log:
        before = replayed
        replayed = advance_room(replayed, event)
        if isinstance(event, Played) and isinstance(event.event, Moved):
            turns += before.this_turn is None
            table = replayed.table
            assert table is not None
            assert table.game is not None
            if replayed.this_turn is not None:
                laid = [step.lay for step in replayed.this_turn.cards]
                assert laid == list(table.game.laid)
                assert replayed.this_turn.seat == event.event.seat
            at_work = True
    assert state.turns == turns
    assert at_work or turns == 0


@pytest.mark.parametrize(
    "event",
    [
        Sat(0, "Ada <b>\"'é", "f" * 64),
        Sat(3, "Greedy", bot="greedy"),
        Freed(1, 0),
        Readied(2, True),
        Readied(2, False),
        Changed(Plan(edition="gold", players=3, deal=None)),
        Dealt("original-2p-0123456789ABCDEF", True, 2**32 - 1),
        Talked(0, "a \u2603 ' \\ \" word"),
        Played(StoodIn(1, None)),
        Followed(0, "0123456789ab"),
    ],
)
def test_an_event_is_read_as_it_was_written(event: RoomEvent) -> None:
    assert read_room_event(write_room_event(event)) == event


def test_the_first_person_is_the_host_and_a_bot_never_is() -> None:
    state = room_of(Plan(players=3), Sat(0, "Greedy", bot="greedy"))
    assert state.host is None
    state = advance_room(state, Sat(2, "Ada", "a" * 64))
    assert state.host == 2
    assert advance_room(state, Sat(1, "Grace", "b" * 64)).host == 2


def test_the_host_who_goes_leaves_the_table_to_the_first_person_who_is_there() -> None:
    state = two_seats(Freed(0, 0))
    assert state.host == 1
    assert advance_room(state, Freed(1, 1)).host is None


def test_a_seat_freed_before_the_deal_is_open_and_its_secret_is_nobodys() -> None:
    state = two_seats(Freed(1, 0))
    assert state.places[1].free
    assert state.seat_with("b" * 64) is None
    assert state.seat_with("a" * 64) == 0


def test_a_seat_freed_in_a_game_is_played_by_a_bot_until_somebody_comes() -> None:
    code = a_deal(Plan(players=2).rules, Random(1)).code
    assert code is not None
    state = two_seats(Dealt(code, False, 0), Freed(1, 0))
    assert state.bots() == {1: CARETAKER}
    assert state.places[1].free
    state = advance_room(state, Sat(1, "Newcomer", "c" * 64))
    state = advance_room(state, Played(StoodIn(1, None)))
    assert state.bots() == {}
    assert state.seat_with("c" * 64) == 1


def test_a_new_plan_keeps_who_sits_and_forgets_who_was_ready() -> None:
    state = two_seats(Readied(0, True), Changed(Plan(players=4)))
    assert [place.name for place in state.places] == ["Ada", "Grace", None, None]
    assert not any(place.ready for place in state.places)
    fewer = advance_room(state, Changed(Plan(players=2)))
    assert len(fewer.places) == 2


def test_phases_follow_one_another() -> None:
    code = a_deal(Plan(players=2).rules, Random(1)).code
    assert code is not None
    assert two_seats().phase is Phase.GATHERING
    dealt = two_seats(Dealt(code, False, 0))
    assert dealt.phase is Phase.AGREEING
    fan = advance_room(
        room_of(Plan(players=2, fan=True), Sat(0, "A", "a"), Sat(1, "B", "b")),
        Dealt(code, False, 0),
    )
    assert fan.phase is Phase.PICKING


def test_a_log_with_a_move_that_the_law_forbids_is_not_believed() -> None:
    code = a_deal(Plan(players=2).rules, Random(1)).code
    assert code is not None
    state = two_seats(Dealt(code, False, 0))
    table = state.table
    assert table is not None
    assert table.game is not None
    foreign = table.game.hands[1][0]
    text = '{"played":{"seat":0,"start":true}}'
    state = advance_room(state, read_room_event(text))
    forged = read_room_event(f'{{"played":{{"seat":0,"do":"{foreign}@U1"}}}}')
    with pytest.raises(GameError):
        advance_room(state, forged)


@pytest.mark.rule("B12r")
def test_who_sits_there_at_the_deal_decides_about_taking_back() -> None:
    """Where the plan does not: a person beside bots may, several people may not."""
    ada, grace = Sat(0, "Ada", "a" * 64), Sat(1, "Grace", "b" * 64)
    bot = Sat(1, "Greedy", bot="greedy")
    deal = Dealt("original-2p-K7Q2M9XA4TWB3H8C", False, 7)
    for plan, usual in (
        (Plan(players=2), None),
        (on_or_off(True), True),
        (on_or_off(False), False),
    ):
        free = room_of(plan, ada)
        assert free.rules.options.take_backs == bool(usual)  # the free seat waits for a person
        alone, two = room_of(plan, ada, bot, deal), room_of(plan, ada, grace, deal)
        assert table_of(alone).setup.rules.options.take_backs == (usual is not False)
        assert table_of(two).setup.rules.options.take_backs == (usual is True)
        assert two.rules == table_of(two).setup.rules


@pytest.mark.rule("B12r")
def test_the_game_goes_on_as_it_began_whoever_comes_and_goes() -> None:
    dealt = two_seats(Dealt("original-2p-K7Q2M9XA4TWB3H8C", False, 7))
    left = advance_room(dealt, Freed(1, 1))
    back = advance_room(left, Sat(1, "Mary", "c" * 64))
    assert not left.rules.options.take_backs
    assert not back.rules.options.take_backs


def on_or_off(take_backs: bool) -> Plan:
    return Plan(players=2, options=Choices(take_backs=take_backs))


def table_of(state: RoomState) -> TableState:
    assert state.table is not None
    return state.table
