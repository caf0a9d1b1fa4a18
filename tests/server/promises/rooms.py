"""Rooms without sockets: a real hall, a real store, and listeners that keep all they are sent."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ninetyeight.rules import Command, Deal, GameError, Marker, Rules, Wish
from ninetyeight.server.hall import Hall
from ninetyeight.server.limits import Limits
from ninetyeight.server.lookback import look_back
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.room import Room, refusal_message
from ninetyeight.server.room_events import Dealt, RoomEvent, Sat, write_room_event
from ninetyeight.server.room_state import RoomState
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import NewEvent, Store
from ninetyeight.table import TableState
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Choices, Plan
from tests.table.random_tables import a_move

#: Decks that no code gives, by the code that stands for them in a log.
Decks = dict[str, Deal]


class Ear:
    """Somebody who listens to a room and forgets nothing."""

    def __init__(
        self, room: Room, seat: int | None, previews: bool = True, view: bool = False
    ) -> None:
        self.seat = seat
        self.holder = None if seat is None else room.state.places[seat].secret_hash
        self.previews = previews
        self.view = view
        self.address = "127.0.0.1"
        self.messages: list[bytes] = []
        self.closed: int | None = None

    def send(self, message: bytes) -> None:
        self.messages.append(message)

    def close(self, code: int) -> None:
        self.closed = code


class Rooms:
    """A hall with its store, as one server process has them."""

    def __init__(self, store: Store, **settings: Any) -> None:
        chosen = {
            "bot_pace": 0.0,
            "messages_per_second": 0.0,
            "requests_per_minute": 0,
            "new_tables_per_hour": 0,
        }
        self.settings = Settings(database="sqlite://", **{**chosen, **settings})
        self.store = store
        self.metrics = Metrics()
        self.limits = Limits(self.settings)
        self.hall = Hall(store, self.settings, self.metrics)

    async def dealt(
        self,
        id: str,
        plan: Plan,
        code: str,
        *,
        hashes: Sequence[str],
        invite: str = "an-invite",
        bot_seed: int = 0,
        bots: Sequence[str | None] = (),
    ) -> Room:
        """A room in which everybody sits and the cards of ``code`` have just been dealt."""
        events: list[RoomEvent] = []
        for seat in range(plan.players):
            bot = bots[seat] if seat < len(bots) else None
            events.append(Sat(seat, f"Person {seat}", None if bot else hashes[seat], bot))
        events.append(Dealt(code, False, bot_seed))
        return await self.opened(id, plan, events, invite)

    async def opened(
        self, id: str, plan: Plan, events: Sequence[RoomEvent], invite: str = "an-invite"
    ) -> Room:
        """A room in which this has happened already."""
        await self.store.open_room(
            id,
            msgspec.json.encode(plan).decode(),
            invite,
            None,
            [NewEvent(None, None, write_room_event(event)) for event in events],
        )
        return await self.hall.room(id)


@asynccontextmanager
async def rooms_in(folder: Path, **settings: Any) -> AsyncIterator[Rooms]:
    """Rooms of a server that was just started on the database of this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    store = await Store.open(f"sqlite:///{folder / 'games.db'}")
    rooms = Rooms(store, **settings)
    try:
        yield rooms
    finally:
        await rooms.hall.stop()
        await store.close()


def quick_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder in memory where the system has one: for tests that are not about the disk."""
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)


#: When something happened is not a secret, and never the same twice.
_WHEN = re.compile(rb'"at":[0-9.e+]+')


def timeless(message: bytes) -> bytes:
    """The message without the moments at which things happened."""
    return _WHEN.sub(b'"at":0', message)


def a_plan(rng: Random, editions: Sequence[str] = ()) -> Plan:
    """Any plan that is possible, with at most four seats."""
    return Plan(
        edition=rng.choice(list(editions) or ["original", "gamefactory", "extreme", "gold"]),
        players=rng.randint(1, 4),
        options=Choices(
            expert=rng.random() < 0.3,
            short_hand=rng.random() < 0.3,
            fire=rng.random() < 0.4,
            commands=rng.random() < 0.4,
            take_backs=rng.random() < 0.5,
            open_rows=rng.choice([None, False, True]),
        ),
        talk=rng.choice([None, "silent", "markers", "markers+chat", "free"]),
        fan=rng.choice([None, False, True]),
    )


def a_deal(rules: Rules, rng: Random) -> Deal:
    return Deal.of_bits(rules, rng.getrandbits(80))


async def a_random_game(room: Room, rng: Random, most: int) -> list[tuple[int, wire.Command]]:
    """Play until ``most`` things have happened or the game is over; what was asked, and by whom."""
    done: list[tuple[int, wire.Command]] = []
    for at in range(most * 2):
        if len(done) == most or not room.state.running:
            break
        seat, command = a_command(room.state, rng, f"c{at}", room.number)
        with suppress(GameError):
            await room.command(seat, command)
            done.append((seat, command))
    return done


def looked_back(room: Room, number: int, viewer: int | None) -> bytes:
    """What looking back is answered."""
    try:
        return msgspec.json.encode(look_back(room, number, viewer))
    except GameError as refusal:
        return refusal_message(None, refusal)


def a_command(state: RoomState, rng: Random, id: str, number: int) -> tuple[int, wire.Command]:
    """Something that somebody may try now, mostly with success; and who."""
    table = state.table
    assert table is not None
    someone = rng.randrange(len(state.places))
    if table.game is None:
        return _a_pick(table, rng, id)
    if table.active is None:
        unheard = [seat for seat in range(len(state.places)) if seat not in table.answered]
        if not unheard:
            return someone, wire.DoStart(id, someone)  # all are ready: whoever feels like it
        if rng.random() < 0.9:
            wish = rng.choice([None, *Wish])
            return rng.choice(unheard), wire.DoOffer(id, None if wish is None else wish.value)
        return state.host or 0, wire.DoStart(id, someone)
    others = state.may_start(someone)
    if others and rng.random() < 0.3:
        return someone, wire.DoStart(id, rng.choice(others))  # settled otherwise after all
    chance = rng.random()
    if chance < 0.03:
        marks = {row: rng.choice([*Marker]).value for row in table.setup.rules.edition.row_names}
        return someone, wire.DoShow(id, dict(rng.sample(sorted(marks.items()), 2)))
    if chance < 0.1:
        row = rng.choice(table.setup.rules.edition.row_names)
        marker = rng.choice([None, *Marker])
        return someone, wire.DoMark(id, row, None if marker is None else marker.value)
    if chance < 0.2:
        held = [table.game.commands.on(card) for card in table.game.hands[someone]]
        kinds = [kind for kind in held if kind is not None] or list(Command)
        return someone, wire.DoName(id, rng.choice(kinds).value)
    if chance < 0.25:
        return someone, wire.DoSay(id, rng.choice(["well done", "oh dear"]))
    return table.active, wire.DoMove(id, str(a_move(table.game, rng)), number)


def _a_pick(table: TableState, rng: Random, id: str) -> tuple[int, wire.Command]:
    rules = table.setup.rules
    waiting = [seat for seat in range(rules.players) if seat not in table.picks]
    taken = {place for places in table.picks.values() for place in places}
    free = [place for place in range(len(rules.cards)) if place not in taken]
    return rng.choice(waiting), wire.DoPick(id, rng.sample(free, rules.hand_size))
