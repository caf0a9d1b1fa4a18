"""What happens in a room, as small values that are written to its log.

A room's log holds everything from the first seat taken to the rematch; what happens in the game
itself is a table's event wrapped in :class:`Played`. The log is the truth: a room is its fold.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from ninetyeight.rules import Phrase
from ninetyeight.table import Event, event_from_json, event_to_json
from ninetyeight.wire.plan import Plan


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took a seat: a person with the hash of their secret, or a bot."""

    seat: int
    name: str
    secret_hash: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Freed:
    """A seat was freed; in a running game a bot stands in until somebody takes it.

    Who was removed by somebody else knows the invite: from here on there is another one.
    """

    seat: int
    by: int
    invite: str | None = None


@dataclass(frozen=True, slots=True)
class Requested:
    """Whether a seat may change hands, or somebody sit down: somebody at the table is asked.

    ``by`` is the seat that wants the person at ``seat`` removed; None when somebody of this name,
    with this hash of a secret, wants to take the seat, which is free. ``host`` says that nobody but
    the host was there to be asked.
    """

    seat: int
    by: int | None
    name: str | None = None
    secret_hash: str | None = None
    host: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What was requested last is settled. Whoever was not let in knows the invite: see Freed."""

    seat: int
    yes: bool
    invite: str | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat is ready for the deal, or not yet."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """The host set the table up anew."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards were dealt. The code is a secret of the log until the game is over."""

    code: str
    known: bool
    bot_seed: int


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody said something while no game was running: in words of their own, or a phrase."""

    seat: int
    text: str | None
    phrase: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """Something happened in the game."""

    event: Event


@dataclass(frozen=True, slots=True)
class Followed:
    """The same people went on to another table."""

    seat: int
    room: str


RoomEvent: TypeAlias = (
    Sat | Freed | Requested | Answered | Readied | Changed | Dealt | Talked | Played | Followed
)


def write_room_event(event: RoomEvent) -> str:
    """The event as one JSON object with a single key that names its kind."""
    return json.dumps(_body(event), ensure_ascii=False, separators=(",", ":"))


def _body(event: RoomEvent) -> dict[str, Any]:
    match event:
        case Sat(seat, name, secret_hash, bot):
            return {"sat": {"seat": seat, "name": name, "secret": secret_hash, "bot": bot}}
        case Freed(seat, by, invite):
            return {"freed": {"seat": seat, "by": by, "invite": invite}}
        case Requested(seat, by, name, secret_hash, host):
            asked = {"seat": seat, "by": by, "name": name, "secret": secret_hash, "host": host}
            return {"requested": asked}
        case Answered(seat, yes, invite):
            return {"answered": {"seat": seat, "yes": yes, "invite": invite}}
        case Readied(seat, ready):
            return {"ready": {"seat": seat, "ready": ready}}
        case Changed(plan):
            return {"changed": msgspec.to_builtins(plan)}
        case Dealt(code, known, bot_seed):
            return {"dealt": {"code": code, "known": known, "bot_seed": bot_seed}}
        case Talked(seat, text, None):
            return {"talked": {"seat": seat, "text": text}}
        case Talked(seat, _, phrase):
            return {"talked": {"seat": seat, "phrase": phrase}}
        case Played(inner):
            return {"played": event_to_json(inner)}
        case Followed(seat, room):
            return {"followed": {"seat": seat, "room": room}}


def read_room_event(text: str) -> RoomEvent:
    """The event that :func:`write_room_event` wrote."""
    [(kind, body)] = json.loads(text).items()
    match kind:
        case "sat":
            return Sat(body["seat"], body["name"], body["secret"], body["bot"])
        case "freed":
            return Freed(body["seat"], body["by"], body.get("invite"))
        case "requested":
            host = body.get("host", False)
            return Requested(body["seat"], body["by"], body["name"], body["secret"], host)
        case "answered":
            return Answered(body["seat"], body["yes"], body["invite"])
        case "ready":
            return Readied(body["seat"], body["ready"])
        case "changed":
            return Changed(msgspec.convert(body, Plan))
        case "dealt":
            return Dealt(body["code"], body["known"], body["bot_seed"])
        case "talked":
            return Talked(body["seat"], body.get("text"), Phrase.maybe(body.get("phrase")))
        case "played":
            return Played(event_from_json(body))
        case "followed":
            return Followed(body["seat"], body["room"])
    raise ValueError(f"a log of this release has no event {kind!r}")


def seat_of(event: RoomEvent) -> int | None:
    """The seat that an event belongs to, if any."""
    if isinstance(event, Played):
        return event.event.seat
    return None if isinstance(event, (Changed, Dealt)) else event.seat
