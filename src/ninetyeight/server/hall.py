"""The hall: all tables of this server, brought into memory when somebody asks for them.

Everything else reaches a room through the hall: the WebSocket connections and the HTTP API alike.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from ninetyeight.server import protocol as wire
from ninetyeight.server import shown
from ninetyeight.server.daily import Daily
from ninetyeight.server.decisions import (
    bot_seat_name,
    check_bot_name,
    checked_name,
    course_of,
    sit,
)
from ninetyeight.server.errors import ServerError
from ninetyeight.server.lookback import look_back
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.par import Pars
from ninetyeight.server.plan import Plan
from ninetyeight.server.room import Room
from ninetyeight.server.room_events import (
    Followed,
    Readied,
    RoomEvent,
    Sat,
    seat_of,
    write_room_event,
)
from ninetyeight.server.room_state import Phase, RoomState, advance_room
from ninetyeight.server.seen import Sight
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import Conflict, NewEvent, Result, Store, StoreError
from ninetyeight.server.tokens import hash_of, new_invite, new_secret, new_table_id, of_device
from ninetyeight.table import write_record

log = logging.getLogger("ninetyeight.rooms")

#: Seconds between two looks for tables that nobody uses.
TIDY_EVERY = 30.0


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was just opened, with the host's seat. The secret is told this once."""

    table: str
    seat: int
    secret: str
    invite: str
    number: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was just taken. The secret is told this once."""

    table: str
    seat: int
    secret: str


class Hall:
    """All tables, by id. One per server process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tidying: asyncio.Task[None] | None = None
        #: What bots made of the games of the day.
        self.pars = Pars()
        self.stopping = False

    def start(self) -> None:
        """Begin to look after the tables."""
        self._tidying = asyncio.create_task(self._tidy(), name="hall")

    async def stop(self) -> None:
        """Tell everybody, let every owner finish what it has begun, and close all connections."""
        self.stopping = True
        if self._tidying is not None:
            self._tidying.cancel()
        await self.pars.stop()
        rooms = list(self._rooms.values())
        for room in rooms:
            room.tell_all(wire.Stopping())
        await asyncio.gather(*(room.stop() for room in rooms))
        for room in rooms:
            for listener in tuple(room.listeners):
                listener.close(CLOSE_STOPPING)
        self._rooms.clear()

    # --- opening and sitting down

    async def open_table(
        self, plan: Plan, name: str, bots: Sequence[str | None] = (), start: bool = False
    ) -> Opened:
        """Open a table: the host sits on the first seat, bots on those that follow.

        A seat for which ``bots`` has None stays free.
        With ``start`` the host is ready at once. GameError when the plan does not fit.
        """
        await self._make_room()
        plan.check()
        if len(bots) > plan.players - 1:
            raise ServerError("too_many_bots", bots=len(bots), free=plan.players - 1)
        secret = new_secret()
        events: list[RoomEvent] = [Sat(0, checked_name(name), hash_of(secret))]
        state = RoomState.opened(new_table_id(), plan, new_invite(), None)
        state = advance_room(state, events[0])
        for seat, bot in enumerate(bots, start=1):
            if bot is None:
                continue
            check_bot_name(bot)
            sat = Sat(seat, bot_seat_name(state, seat, bot), bot=bot)
            events.append(sat)
            state = advance_room(state, sat)
        if start:
            events.append(Readied(0, True))
        number = await self._open(state, events)
        return Opened(state.id, 0, secret, state.invite, number)

    async def open_daily(self, daily: Daily, device: str, name: str) -> tuple[Opened, bool]:
        """Open a game of the day, and whether it is the first try of that device, which counts.

        A first try that is still running is given once more, so that nothing is lost when an
        answer is. After it everything is practice, on a deal that was known beforehand.
        """
        await self._make_room()
        table, secret = of_device(device, daily.purpose)
        state, events = daily.first_try(table, secret, name)
        try:
            number = await self._open(state, events)
        except Conflict:
            room = await self.room(table)
            if room.state.phase is not Phase.OVER and room.state.seat_with(hash_of(secret)) == 0:
                return Opened(table, 0, secret, room.state.invite, room.number), True
            plan = msgspec.structs.replace(daily.plan, deal=daily.code)
            return await self.open_table(plan, name, daily.bots, start=True), False
        return Opened(table, 0, secret, state.invite, number), True

    async def sit(self, table: str, invite: str, name: str, seat: int | None = None) -> Seated:
        """Take a free seat with the code of the invite link."""
        room = await self.room(table)
        if not hmac.compare_digest(invite.encode(), room.state.invite.encode()):
            raise ServerError("wrong_invite")
        secret = new_secret()
        number = await room.ask(0, None, lambda state: sit(state, seat, name, hash_of(secret)))
        taken = room.happened[number - 1].seat
        assert taken is not None
        return Seated(table, taken, secret)

    async def rematch(
        self, room: Room, seat: int, command: wire.DoRematch, holder: str | None = None
    ) -> int:
        """Open the table on which the same people go on; the number of the event that tells it.

        Whoever asks second is answered with the table that is there already.
        """
        async with room.going_on:
            if room.state.phase is not Phase.OVER:
                raise ServerError("game_running")
            if room.state.next is not None:
                return next(h.number for h in room.happened if h.kind == "rematch")
            new, events = _again(room.state, command.same_deal)
            await self._open(new, events)
            return await room.ask(
                seat,
                command.id,
                lambda now: course_of(now, [Followed(seat, new.id)]),
                holder=holder,
            )

    async def _open(self, state: RoomState, events: Sequence[RoomEvent]) -> int:
        fresh = RoomState.opened(state.id, state.plan, state.invite, state.follows)
        course = course_of(fresh, events)
        await self._store.open_room(
            state.id,
            msgspec.json.encode(state.plan).decode(),
            state.invite,
            state.follows,
            [NewEvent(seat_of(event), None, write_room_event(event)) for event, _ in course],
        )
        self._metrics.events.inc(len(course))
        return len(course)

    # --- what is asked over HTTP

    async def room_seen(self, table: str, secret: str | None) -> tuple[shown.RoomSeen, int]:
        """The table around the game as whoever asks may see it, and its last event's number."""
        room = await self.room(table)
        seat = self.seat_of(room, secret)
        return Sight(room.state, room.events).room(seat), room.number

    async def step(
        self, table: str, number: int, eyes: int | None, secret: str | None
    ) -> shown.StepSeen:
        """A moment of the game: while it runs with the own eyes or a watcher's, later with any."""
        room = await self.room(table)
        seat = self.seat_of(room, secret)
        if eyes is not None and not 0 <= eyes < len(room.state.places):
            raise ServerError("no_such_seat", seat=eyes + 1, seats=len(room.state.places))
        if eyes is not None and eyes != seat and room.state.phase is not Phase.OVER:
            raise ServerError("not_your_eyes")
        if not 1 <= number <= room.number:
            raise ServerError("no_such_step", number=number, last=room.number)
        return look_back(room, number, eyes)

    async def record(self, table: str, secret: str | None) -> tuple[str, str]:
        """The name and text of the record of a finished game."""
        room = await self.room(table)
        self.seat_of(room, secret)
        state = room.state.table
        if state is None:
            raise ServerError("not_dealt")
        if room.state.phase is not Phase.OVER:
            raise ServerError("game_running")
        name = f"{state.setup.rules.edition.id}-{state.setup.rules.players}p-{table[:6]}.98"
        return name, write_record(state.setup, tuple(room.events))

    async def results(self, deal: str) -> tuple[Result, ...]:
        """How games on that deal ended on this server, best first."""
        return await self._store.results(deal)

    async def first_tries(self, daily: Daily) -> dict[int, int]:
        """How many first tries of a day's game ended with so many cards left."""
        return await self._store.count_results(daily.code)

    # --- rooms

    async def room(self, table: str) -> Room:
        """The room of that id, from memory or from its log; ServerError when there is none."""
        if self.stopping:
            raise ServerError("stopping")
        room = self._rooms.get(table)
        if room is not None and not room.closed:
            return room
        loading = self._loading.get(table)
        if loading is not None:
            return await asyncio.shield(loading)
        future: asyncio.Future[Room] = asyncio.get_running_loop().create_future()
        self._loading[table] = future
        try:
            await self._make_room()
            room = await self._load(table)
            self._rooms[table] = room
            future.set_result(room)
        except BaseException as failure:
            future.set_exception(failure)
            future.exception()  # looked at here; nobody else may be waiting
            raise
        finally:
            del self._loading[table]
        self._metrics.tables.set(len(self._rooms))
        return room

    async def _load(self, table: str) -> Room:
        try:
            stored = await self._store.room(table)
        except StoreError as failure:
            log.error("a table could not be read", extra={"told": {"why": failure.code}})
            raise ServerError("store_unavailable") from failure
        if stored is None:
            raise ServerError("no_such_table")
        room = Room(stored, self._store, self._metrics, self._settings.bot_pace)
        room.start()
        return room

    def seat_of(self, room: Room, secret: str | None) -> int | None:
        """The seat that a secret belongs to, None for a watcher; ServerError when neither may."""
        if secret is None:
            if not room.state.plan.watchers:
                raise ServerError("watching_closed")
            return None
        seat = room.state.seat_with(hash_of(secret))
        if seat is None:
            raise ServerError("wrong_secret")
        return seat

    async def _make_room(self) -> None:
        """See to it that there is room for one more table, or raise ServerError.

        When memory is full, the table that nobody has used for longest leaves it; it is read from
        its log when somebody asks for it again.
        """
        if self.stopping:
            raise ServerError("stopping")
        if len(self._rooms) < self._settings.max_tables:
            return
        unused = [room for room in self._rooms.values() if not room.listeners and not room.busy]
        if not unused:
            self._metrics.limited("tables")
            raise ServerError("too_many_tables")
        await self._put_away(min(unused, key=lambda room: room.used))

    async def _put_away(self, room: Room) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        await room.stop()

    async def _tidy(self) -> None:
        """Let tables that nobody uses leave memory, and forget those past their time."""
        while True:
            await asyncio.sleep(TIDY_EVERY)
            limit = time.monotonic() - self._settings.idle_minutes * 60
            for room in list(self._rooms.values()):
                if not room.listeners and room.used <= limit and not room.busy:
                    await self._put_away(room)
            self._metrics.tables.set(len(self._rooms))
            if self._settings.keep_days is not None:
                before = datetime.now(UTC) - timedelta(days=self._settings.keep_days)
                try:
                    await self._store.forget_rooms(before)
                except StoreError as failure:
                    log.error("old tables stay", extra={"told": {"why": failure.code}})


def _again(state: RoomState, same_deal: bool) -> tuple[RoomState, list[RoomEvent]]:
    """A new room for those who sat in this one, with the secrets they have, and its first events.

    The host sits down first and so is the host again. A seat that nobody held stays free.
    """
    assert state.table is not None
    code = state.table.setup.deal.code if same_deal else None
    plan = msgspec.structs.replace(state.plan, deal=code)
    events: list[RoomEvent] = [
        Sat(seat, place.name or "", place.secret_hash, place.bot)
        for seat, place in enumerate(state.places)
        if not place.free
    ]
    events.sort(key=lambda event: seat_of(event) != state.host)
    return RoomState.opened(new_table_id(), plan, new_invite(), state.id), events


#: The server is about to stop: come back a little later.
CLOSE_STOPPING = 1012
