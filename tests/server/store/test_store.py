"""What the rest of the server relies on, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from ninetyeight.server.store import Conflict, NewEvent, NewRoom, Repeated, Store, StoreError
from ninetyeight.server.store.log import PAGE
from tests.server.store.rooms import DEAL, bodies, open_room, result, said

pytestmark = pytest.mark.asyncio


async def test_a_room_comes_back_as_it_was_opened(url: str) -> None:
    began = datetime.now(UTC)
    store = await Store.open(url)
    first = [NewEvent(None, None, '{"a": 1}'), NewEvent(3, "msg-1", '{"b": "ü\\n🂡"}')]
    await store.open_room("r1", '{"players": 2}', "hash", None, first)
    await store.open_room("r2", "{}", "hash 2", "r1", [])
    await store.close()

    again = await Store.open(url)
    room, rematch = await again.room("r1"), await again.room("r2")
    await again.close()
    assert room is not None
    assert rematch is not None
    assert (room.id, room.plan, room.invite, room.follows) == ("r1", '{"players": 2}', "hash", None)
    assert [NewEvent(e.seat, e.request, e.body) for e in room.events] == first
    assert [e.number for e in room.events] == [1, 2]
    for moment in (room.opened_at, *(event.at for event in room.events)):
        assert moment.utcoffset() == timedelta(0)
        assert began <= moment <= datetime.now(UTC)
    assert (rematch.follows, rematch.events) == ("r1", ())


async def test_what_happens_is_appended_in_order(store: Store) -> None:
    await open_room(store, "r", "1")
    await store.append("r", 2, [said("2"), said("3")])
    await store.append("r", 4, [said("4", 0, "m")])
    assert await bodies(store, "r") == ["1", "2", "3", "4"]


async def test_there_is_no_room_of_an_unknown_id(store: Store) -> None:
    assert await store.room("nowhere") is None
    with pytest.raises(StoreError) as refused:
        await store.append("nowhere", 1, [said("x")])
    assert refused.value.code == "no_such_room"
    assert await store.room("nowhere") is None


async def test_a_room_is_opened_once(store: Store) -> None:
    await open_room(store, "r", "mine")
    with pytest.raises(Conflict):
        await open_room(store, "r", "yours")
    assert await bodies(store, "r") == ["mine"]


async def test_a_room_is_opened_along_with_an_event_of_another_or_not_at_all(store: Store) -> None:
    await open_room(store, "r", "1")
    await open_room(store, "taken", "1")

    def along(id: str) -> NewRoom:
        return NewRoom(id, "{}", f"invite of {id}", "r", [said("a"), said("b")])

    with pytest.raises(Conflict):
        await store.append("r", 3, [said("x")], opens=along("next"))
    with pytest.raises(StoreError):
        await store.append("nowhere", 1, [said("x")], opens=along("next"))
    with pytest.raises(StoreError):
        await store.append("r", 2, [said("x")], opens=along("taken"))
    assert await store.room("next") is None
    assert await bodies(store, "r") == await bodies(store, "taken") == ["1"]
    await store.append("r", 2, [said("2")], opens=along("next"))
    assert await bodies(store, "r") == ["1", "2"]
    assert await bodies(store, "next") == ["a", "b"]
    await store.append("next", 3, [said("c")])
    found = await store.room("next")
    assert found is not None
    assert found.follows == "r"


async def test_a_long_log_comes_back_whole(store: Store) -> None:
    for length in (PAGE - 1, PAGE, PAGE + 1, 2 * PAGE):
        await open_room(store, f"r{length}", *map(str, range(length)))
        assert await bodies(store, f"r{length}") == [*map(str, range(length))]


@pytest.mark.parametrize("number", [0, 1, 2, 4, 100])
async def test_only_the_next_number_is_free(store: Store, number: int) -> None:
    await open_room(store, "r", "1", "2")
    with pytest.raises(Conflict) as refused:
        await store.append("r", number, [said("x"), said("y")])
    assert refused.value.params["next"] == 3
    assert await bodies(store, "r") == ["1", "2"]


async def test_numbers_are_checked_after_a_new_start_too(url: str) -> None:
    store = await Store.open(url)
    await open_room(store, "r", "1", "2")
    await store.close()
    store = await Store.open(url)
    with pytest.raises(Conflict):
        await store.append("r", 2, [said("x")])
    with pytest.raises(Conflict):
        await store.append("r", 4, [said("x")])
    with pytest.raises(Conflict):
        await open_room(store, "r", "x")
    await store.append("r", 3, [said("3")])
    assert await bodies(store, "r") == ["1", "2", "3"]
    await store.close()


@pytest.mark.parametrize("seat", [0, None])
async def test_a_request_is_carried_out_once(store: Store, seat: int | None) -> None:
    await open_room(store, "r", "1")
    await store.append("r", 2, [said("2", seat, "m1")])
    await store.append("r", 3, [said("3", seat, "m2")])
    for number in (2, 4):  # sent again by a client that knows the outcome, and by one that does not
        with pytest.raises(Repeated) as refused:
            await store.append("r", number, [said("again", seat, "m1"), said("and more")])
        assert refused.value.params["number"] == 2
    assert await bodies(store, "r") == ["1", "2", "3"]


async def test_the_same_request_of_another_seat_or_room_is_another_one(store: Store) -> None:
    await open_room(store, "r", "1")
    await open_room(store, "s", "1")
    await store.append("r", 2, [said("2", 0, "m")])
    await store.append("r", 3, [said("3", 1, "m")])
    await store.append("r", 4, [said("4", None, "m")])
    await store.append("s", 2, [said("2", 0, "m")])
    assert await bodies(store, "r") == ["1", "2", "3", "4"]
    assert await bodies(store, "s") == ["1", "2"]


async def test_events_of_one_append_are_kept_together_or_not_at_all(store: Store) -> None:
    await open_room(store, "r", "1")
    with pytest.raises(StoreError):  # one request on two events
        await store.append("r", 2, [said("2", 0, "m"), said("3", 0, "m")], result("r"))
    assert await bodies(store, "r") == ["1"]
    assert await store.results(DEAL) == ()


async def test_in_a_crowd_only_the_guilty_are_refused(store: Store) -> None:
    ids = [f"r{i}" for i in range(60)]
    await asyncio.gather(*(open_room(store, id, "1") for id in ids))
    await asyncio.gather(*(store.append(id, 2, [said("2", 0, "m")]) for id in ids))

    def third(place: int) -> tuple[int, NewEvent]:
        kinds = {7: (3, said("again", 0, "m")), 8: (2, said("late")), 9: (3, said("x", 2**80))}
        return kinds.get(place % 10, (3, said("3")))

    outcomes = await asyncio.gather(
        *(
            store.append(id, number, [event])
            for id, (number, event) in zip(ids, map(third, range(60)), strict=True)
        ),
        return_exceptions=True,
    )
    expected = {7: Repeated, 8: Conflict, 9: StoreError}
    for place, (id, outcome) in enumerate(zip(ids, outcomes, strict=True)):
        if place % 10 in expected:
            assert type(outcome) is expected[place % 10]
            assert await bodies(store, id) == ["1", "2"]
        else:
            assert outcome is None
            assert await bodies(store, id) == ["1", "2", "3"]


async def test_of_two_who_want_the_same_number_one_gets_it(store: Store) -> None:
    await open_room(store, "r", "1")
    outcomes = await asyncio.gather(
        *(store.append("r", 2, [said(name, seat)]) for seat, name in enumerate("abc")),
        return_exceptions=True,
    )
    assert [outcome is None for outcome in outcomes] == [True, False, False]
    assert [type(outcome) for outcome in outcomes[1:]] == [Conflict, Conflict]
    assert await bodies(store, "r") == ["1", "a"]


async def test_of_two_rooms_of_one_id_one_is_opened(store: Store) -> None:
    outcomes = await asyncio.gather(
        open_room(store, "r", "a"),
        open_room(store, "r", "b"),
        open_room(store, "s", "c"),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert await bodies(store, "r") == ["a"]


async def test_a_room_need_not_wait_between_appends(store: Store) -> None:
    await asyncio.gather(
        open_room(store, "r", "1"),
        *(store.append("r", number, [said(str(number))]) for number in range(2, 900)),
    )
    assert await bodies(store, "r") == [str(number) for number in range(1, 900)]


async def test_somebody_who_stops_waiting_holds_nobody_up(store: Store) -> None:
    await open_room(store, "r", "1")
    await open_room(store, "s", "1")
    impatient = asyncio.create_task(store.append("r", 2, [said("2")]))
    patient = asyncio.create_task(store.append("s", 2, [said("2")]))
    await asyncio.sleep(0)
    impatient.cancel()
    await patient
    assert await bodies(store, "s") == ["1", "2"]
    # Whether the impatient one was written, only the room itself can tell.
    assert await bodies(store, "r") in (["1"], ["1", "2"])


async def test_closing_writes_what_is_still_waiting(url: str) -> None:
    store = await Store.open(url)
    await open_room(store, "r", "1")
    waiting = [
        asyncio.create_task(store.append("r", number, [said(str(number))]))
        for number in range(2, 30)
    ]
    await asyncio.sleep(0)
    await store.close()
    await store.close()  # once more does no harm
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError) as refused:
        await store.append("r", 30, [said("late")])
    assert refused.value.code == "closed"
    store = await Store.open(url)
    assert len(await bodies(store, "r")) == 29
    await store.close()


async def test_one_server_at_a_time(url: str) -> None:
    store = await Store.open(url)
    with pytest.raises(StoreError) as refused:
        await Store.open(url)
    assert refused.value.code == "in_use"
    await open_room(store, "r", "1")
    await store.close()
    other = await Store.open(url)
    assert await bodies(other, "r") == ["1"]
    await other.close()


async def test_results_on_a_deal_come_best_first(store: Store) -> None:
    noon = datetime(2026, 11, 15, 12, tzinfo=UTC)
    told = [
        result("e", left=9, ended_at=noon - timedelta(days=3)),
        result("c", left=2, ended_at=noon),
        result("d", left=2, ended_at=noon + timedelta(microseconds=1)),
        result("b", won=True, left=0, reason=None, ended_at=noon + timedelta(hours=1)),
        result("a", won=True, left=0, reason=None, ended_at=noon, known_deal=True, bots=0),
        result("f", left=2, ended_at=noon + timedelta(hours=2), hinted=True),
        result("x", deal="gold-2p-K7Q2M9XA4TWB3H8C"),
    ]
    for one in told:
        await open_room(store, one.room)
        await store.append(one.room, 1, [said("the end")], one)
    best = await store.results(DEAL)
    assert [one.room for one in best] == ["a", "b", "c", "d", "f", "e"]
    assert set(best) == set(told[:6])
    assert [one.room for one in await store.results(DEAL, limit=2)] == ["a", "b"]
    assert await store.results("original-2p-0000000000000000") == ()
    # Counted by cards left, without those that stand apart.
    assert await store.count_results(DEAL) == {0: 1, 2: 2, 9: 1}


async def test_a_game_ends_once(store: Store) -> None:
    await open_room(store, "r", "1")
    await store.append("r", 2, [said("2")], result("r"))
    with pytest.raises(Conflict) as refused:
        await store.append("r", 3, [said("3")], result("r", left=0, won=True))
    assert refused.value.code == "ended"
    assert await bodies(store, "r") == ["1", "2"]
    assert await store.results(DEAL) == (result("r"),)


async def test_rooms_in_which_nothing_happened_are_forgotten_and_their_results_stay(
    store: Store,
) -> None:
    old = [f"old{i}" for i in range(450)]
    await asyncio.gather(*(open_room(store, id, "1") for id in [*old, "alive"]))
    await store.append("old0", 2, [said("2")], result("old0"))
    await asyncio.sleep(0.01)
    now = datetime.now(UTC)
    await store.append("alive", 2, [said("2")])
    await open_room(store, "new")

    assert sorted(await store.forget_rooms(now)) == sorted(old)
    assert await store.room("old0") is None
    assert await bodies(store, "alive") == ["1", "2"]
    assert await bodies(store, "new") == []
    assert await store.results(DEAL) == (result("old0"),)
    with pytest.raises(StoreError) as refused:
        await store.append("old0", 3, [said("3")])
    assert refused.value.code == "no_such_room"
    assert await store.forget_rooms(now) == []
    later = datetime.now(UTC) + timedelta(days=1)
    assert sorted(await store.forget_rooms(later, lambda id: id == "alive")) == ["new"]
    assert await bodies(store, "alive") == ["1", "2"]
    await open_room(store, "old0", "afresh")
    assert await bodies(store, "old0") == ["afresh"]


@pytest.mark.parametrize("text", ["NUL \0 inside", "half \ud83c a character"])
async def test_what_no_database_can_keep_is_refused_at_the_door(store: Store, text: str) -> None:
    await open_room(store, "r", "1")
    with pytest.raises(StoreError) as refused:
        await store.append("r", 2, [said(text)])
    assert refused.value.code == "not_text"
    with pytest.raises(StoreError):
        await store.append("r", 2, [said("x", 0, text)])
    with pytest.raises(StoreError):
        await store.append("r", 2, [said("x")], result("r", reason=text))
    assert await store.room(text) is None
    assert await store.results(text) == ()
    assert await bodies(store, "r") == ["1"]


async def test_names_cannot_be_commands_for_the_database(store: Store) -> None:
    bobby = "Robert'); DROP TABLE rooms;--\"%s$1?:x"
    await open_room(store, bobby, bobby)
    await store.append(bobby, 2, [said(bobby, 0, bobby)], result(bobby, names=(bobby,), deal=bobby))
    assert await bodies(store, bobby) == [bobby, bobby]
    assert (await store.results(bobby))[0].names == (bobby,)


async def test_a_healthy_database_answers(store: Store) -> None:
    await store.ping()
