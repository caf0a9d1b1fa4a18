"""What goes into the store and what comes out of it: plain immutable values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that is about to have happened in a room.

    ``request`` is the id of the client's message that asked for it; within a room a seat uses an
    id once. Of several events that one message brings about, only the first carries its id.
    """

    seat: int | None
    request: str | None
    body: str


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room about to be opened, with its first events."""

    id: str
    plan: str
    invite: str
    follows: str | None
    events: Sequence[NewEvent]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """Something that has happened in a room, with its place in the order of events."""

    number: int
    at: datetime
    seat: int | None
    request: str | None
    body: str


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room and all that has happened in it. Events are numbered from 1 without a gap."""

    id: str
    opened_at: datetime
    plan: str
    invite: str
    follows: str | None
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, kept for comparing teams on one deal even when its room is gone."""

    room: str
    deal: str
    edition: str
    options: str
    players: int
    won: bool
    left: int
    reason: str | None
    known_deal: bool
    names: tuple[str, ...]
    bots: int
    ended_at: datetime
    #: True when somebody took the seat of another while the game was running.
    changed_hands: bool = False
    #: True when somebody was given a hint.
    hinted: bool = False
