"""Laws of the store, tried on random crowds of writers: it is a dictionary of lists."""

from __future__ import annotations

import asyncio
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ninetyeight.server.store import Conflict, NewEvent, Repeated, Store, StoreError

#: Any text; what cannot be kept must be refused, and everything else come back unchanged.
texts = st.text(st.characters(), max_size=20)
small = st.sampled_from(["m1", "m2", "m3"])
new_events = st.lists(
    st.builds(NewEvent, st.sampled_from([None, 0, 1]), st.none() | small, texts), max_size=3
)
#: In which room, how far from the room's next number, and what.
appends = st.tuples(st.integers(0, 3), st.sampled_from([0, 0, 0, 0, -1, 1]), new_events)
#: What is asked for at the same time stands in the same list.
crowds = st.lists(st.lists(appends, max_size=6), max_size=4)

each_example_has_rooms_of_its_own = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
_examples = count()


def keepable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


class Model:
    """What the store is said to do, for one room after another in the order of the calls."""

    def __init__(self, rooms: list[str]) -> None:
        self.rooms: dict[str, list[NewEvent]] = {room: [] for room in rooms}

    def append(self, room: str, number: int, events: list[NewEvent]) -> type[Exception] | None:
        log = self.rooms[room]
        if not all(keepable(event.body) for event in events):
            return StoreError
        asked = [(event.seat, event.request) for event in events if event.request is not None]
        known = {(event.seat, event.request) for event in log if event.request is not None}
        if known & set(asked):
            return Repeated if events else None
        if number != len(log) + 1 or len(set(asked)) < len(asked):
            return Conflict
        log += events
        return None


@each_example_has_rooms_of_its_own
@given(crowds=crowds)
def test_a_store_is_a_dictionary_of_lists(
    url: str, crowds: list[list[tuple[int, int, list[NewEvent]]]]
) -> None:
    example = next(_examples)
    model = Model([f"{example}-{room}" for room in range(4)])

    async def play() -> None:
        store = await Store.open(url)
        try:
            await asyncio.gather(*(store.open_room(id, "{}", "", None, []) for id in model.rooms))
            for crowd in crowds:
                calls, expected = [], []
                for place, off, events in crowd:
                    room = f"{example}-{place}"
                    number = len(model.rooms[room]) + 1 + off
                    calls.append(store.append(room, number, events))
                    expected.append(model.append(room, number, events))
                found = await asyncio.gather(*calls, return_exceptions=True)
                assert [None if one is None else type(one) for one in found] == expected
            for id, log in model.rooms.items():
                room_found = await store.room(id)
                assert room_found is not None
                assert [NewEvent(e.seat, e.request, e.body) for e in room_found.events] == log
                numbers = [event.number for event in room_found.events]
                assert numbers == list(range(1, len(log) + 1))
        finally:
            await store.close()

    asyncio.run(play())
