"""How a table begins: what is kept of a new one, and what whoever opens it or sits down is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ninetyeight.server.decisions import course_of
from ninetyeight.server.room_events import Readied, RoomEvent, Sat, seat_of, write_room_event
from ninetyeight.server.room_state import RoomState
from ninetyeight.server.store import NewEvent, NewRoom
from ninetyeight.server.tokens import new_invite, new_table_id


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was just opened, with the host's seat, unless nobody sits there yet."""

    table: str
    seat: int | None
    secret: str | None
    invite: str
    number: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was just taken; while ``waiting`` the people at the table are asked for it."""

    table: str
    seat: int
    secret: str
    waiting: bool


def opening(state: RoomState, events: Sequence[RoomEvent]) -> NewRoom:
    """A new room as it is kept, after these events and what follows from them."""
    fresh = RoomState.opened(state.id, state.plan, state.invite, state.follows)
    return NewRoom(
        state.id,
        msgspec.json.encode(state.plan).decode(),
        state.invite,
        state.follows,
        [
            NewEvent(seat_of(event), None, write_room_event(event))
            for event, _ in course_of(fresh, events)
        ],
    )


def again(state: RoomState, seat: int, same_deal: bool) -> tuple[RoomState, list[RoomEvent]]:
    """A new room for those who sat in this one, with the secrets they have, and its first events.

    The host sits down first and so is the host again. A seat that nobody held stays free. Whoever
    asks for it, in ``seat``, is ready.
    """
    assert state.table is not None
    code = state.table.setup.deal.code if same_deal else None
    plan = msgspec.structs.replace(state.plan, deal=code)
    events: list[RoomEvent] = [
        Sat(at, place.name or "", place.secret_hash, place.bot)
        for at, place in enumerate(state.places)
        if not place.free
    ]
    events.sort(key=lambda event: seat_of(event) != state.host)
    events.append(Readied(seat, True))
    return RoomState.opened(new_table_id(), plan, new_invite(), state.id), events
