"""Small rooms and results for the tests of the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ninetyeight.server.store import NewEvent, Result, Store

DEAL = "original-2p-K7Q2M9XA4TWB3H8C"


def said(text: str, seat: int | None = None, request: str | None = None) -> NewEvent:
    """An event with some text."""
    return NewEvent(seat, request, text)


async def open_room(store: Store, id: str, *bodies: str) -> None:
    await store.open_room(id, '{"players": 2}', f"invite of {id}", None, [*map(said, bodies)])


async def bodies(store: Store, id: str) -> list[str]:
    """The texts of a room's events; their numbers have no gap."""
    room = await store.room(id)
    assert room is not None
    assert [event.number for event in room.events] == list(range(1, len(room.events) + 1))
    return [event.body for event in room.events]


def result(room: str, **changes: Any) -> Result:
    facts: dict[str, Any] = {
        "room": room,
        "deal": DEAL,
        "edition": "original",
        "options": '{"expert": true}',
        "players": 2,
        "won": False,
        "left": 12,
        "reason": "stuck",
        "known_deal": False,
        "names": ("Ada", "Zoë 🃏"),
        "bots": 1,
        "ended_at": datetime(2026, 11, 15, 12, tzinfo=UTC),
    }
    return Result(**facts | changes)
