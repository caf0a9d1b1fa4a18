"""The hall: all tables of this server, brought into memory when somebody asks for them.

Everything else reaches a room through the hall: the WebSocket connections and the HTTP API alike.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from typing import Any

import msgspec

from ninetyeight.server.codes import heard
from ninetyeight.server.daily import Daily
from ninetyeight.server.decisions import (
    check_bot_name,
    follow,
    sit,
)
from ninetyeight.server.errors import ServerError
from ninetyeight.server.lookback import look_back
from ninetyeight.server.memory import Memory
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.names import bot_seat_name, checked_name
from ninetyeight.server.opening import Opened, Seated, again, opening
from ninetyeight.server.par import Pars
from ninetyeight.server.room import Room
from ninetyeight.server.room_events import (
    Readied,
    RoomEvent,
    Sat,
)
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import (
    Conflict,
    Result,
    Store,
)
from ninetyeight.server.tokens import (
    hash_of,
    new_invite,
    new_secret,
    new_table_id,
    secret_of_device,
    table_id_of,
)
from ninetyeight.table import Phase, record_lines
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from ninetyeight.wire.state import RoomSeen, StepSeen

log = logging.getLogger("ninetyeight.rooms")


class Hall(Memory):
    """All tables, by id. One per server process."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        super().__init__(store, settings, metrics)
        self._tidying: list[asyncio.Task[None]] = []
        #: Rules of tables that were asked for lately, by what was asked.
        self.told: dict[Hashable, Any] = {}
        #: What bots made of the games of the day.
        self.pars = Pars()

    def start(self) -> None:
        """Begin to look after the tables."""
        if self._settings.open_browser:
            self.searches.prepare()  # somebody is about to play here
        self._tidying = [
            asyncio.create_task(self._tidy(), name="hall"),
            asyncio.create_task(self._read_anew(), name="hall after trouble"),
            asyncio.create_task(self.workload.watch(), name="workload"),
        ]

    async def stop(self) -> None:
        """Tell everybody, let every owner finish what it has begun, and close all connections."""
        self.stopping = True
        for task in (*self._tidying, *self._loading.values()):
            task.cancel()
        await self.pars.stop()
        self.searches.close()
        rooms = list(self._rooms.values())
        for room in rooms:
            room.tell_all(wire.Stopping())
        # A database that does not answer by then is not waited for.
        patience = self._settings.stop_seconds / 2
        asyncio.get_running_loop().call_later(patience, self._store.abandon)
        await asyncio.gather(*(room.stop() for room in rooms))
        for room in rooms:
            for listener in tuple(room.listeners):
                listener.close(CLOSE_STOPPING)
        self._rooms.clear()

    # --- opening and sitting down

    async def open_table(
        self,
        plan: Plan,
        name: str | None,
        bots: Sequence[str | None] = (),
        start: bool = False,
        secret: str | None = None,
    ) -> Opened:
        """Open a table: the host sits on the first seat, bots on those that follow.

        Without a name that seat stays free, too: whoever sits down first is the host.
        A seat for which ``bots`` has None stays free.
        With ``start`` the host is ready at once. Who brings the seat's ``secret`` along and asks
        again finds the table that is there. GameError when the plan does not fit.
        """
        self.workload.admit()
        await self._make_room()
        plan.check()
        if len(bots) > plan.players - 1:
            raise ServerError("too_many_bots", bots=len(bots), free=plan.players - 1)
        table = new_table_id() if secret is None else table_id_of(secret)
        secret = new_secret() if secret is None else secret
        events: list[RoomEvent] = []
        state = RoomState.opened(table, plan, new_invite(), None)
        if name is not None:
            events.append(Sat(0, checked_name(name), hash_of(secret)))
            state = advance_room(state, events[0])
        for seat, bot in enumerate(bots, start=1):
            if bot is None:
                continue
            check_bot_name(bot)
            sat = Sat(seat, bot_seat_name(state, seat), bot=bot)
            events.append(sat)
            state = advance_room(state, sat)
        if start and name is not None:
            events.append(Readied(0, True))
        new = opening(state, events)
        try:
            await self._store.open_room(new.id, new.plan, new.invite, new.follows, new.events)
        except Conflict:
            return await self._opened_before(table, plan, secret, name)
        self._metrics.events.inc(len(new.events))
        if name is None:
            return Opened(new.id, None, None, new.invite, len(new.events))
        return Opened(new.id, 0, secret, new.invite, len(new.events))

    async def open_daily(self, daily: Daily, device: str, name: str) -> tuple[Opened, bool]:
        """Open a game of the day, and whether it is the first try of that device, which counts.

        A first try that is still running is given once more, so that nothing is lost when an
        answer is. After it everything is practice, on a deal that was known beforehand.
        """
        self.workload.admit()
        await self._make_room()
        secret = secret_of_device(device, daily.purpose)
        table = table_id_of(secret)
        new = opening(*daily.first_try(table, secret, name))
        try:
            await self._store.open_room(new.id, new.plan, new.invite, new.follows, new.events)
        except Conflict:
            room = await self.room(table)
            if room.state.phase is not Phase.OVER and room.state.seat_with(hash_of(secret)) == 0:
                return Opened(table, 0, secret, room.state.invite, room.number), True
            plan = msgspec.structs.replace(daily.plan, deal=daily.code)
            return await self.open_table(plan, name, daily.bots, start=True), False
        self._metrics.events.inc(len(new.events))
        return Opened(table, 0, secret, new.invite, len(new.events)), True

    async def _opened_before(self, table: str, plan: Plan, secret: str, name: str | None) -> Opened:
        """The table that this secret has opened, for somebody to whom the answer was lost."""
        room = await self.room(table)
        if (
            name is None
            and room.first_plan == plan
            and room.state.seat_with(hash_of(secret)) is None
        ):
            return Opened(table, None, None, room.state.invite, room.number)
        if room.first_plan != plan or room.state.seat_with(hash_of(secret)) != 0:
            raise ServerError("secret_used")
        return Opened(table, 0, secret, room.state.invite, room.number)

    async def sit(
        self,
        table: str,
        invite: str | None,
        name: str,
        seat: int | None = None,
        secret: str | None = None,
    ) -> Seated:
        """Take a free seat by the invite or, without it, by the table's address, or ask for it.

        Who brings the seat's ``secret`` along can ask again, and is told how it stands.
        """
        room = await self.room(table)
        secret = new_secret() if secret is None else secret
        hashed = hash_of(secret)
        await room.ask(
            None, None, lambda state: sit(state, invite, seat, name, hashed, room.people_here())
        )
        taken, asked = room.state.seat_with(hashed), room.state.question
        if taken is not None:
            return Seated(table, taken, secret, waiting=False)
        if asked is None or asked.secret_hash != hashed:
            raise ServerError("no_free_seat")  # it was settled otherwise that very moment
        return Seated(table, asked.seat, secret, waiting=True)

    async def rematch(
        self,
        room: Room,
        seat: int,
        command: wire.DoRematch,
        holder: str | None = None,
        may_open: Callable[[], bool] = lambda: True,
    ) -> int:
        """Open the table on which the same people go on; the number of the event that tells it.

        The table and that event are written together. Whoever asks second is answered that it is
        there already; ``may_open`` is asked only where a new one is needed.
        """
        if room.state.phase is not Phase.OVER:
            raise ServerError("game_running")
        if room.state.next is None and not may_open():
            raise ServerError("too_many_requests")
        new = opening(*again(room.state, seat, command.same_deal))
        return await room.ask(
            seat,
            command.id,
            lambda now: follow(now, seat, new.id),
            holder=holder,
            opens=new,
        )

    # --- what is asked over HTTP

    async def room_seen(self, table: str, secret: str | None) -> tuple[RoomSeen, int]:
        """The table around the game as whoever asks may see it, and its last event's number."""
        room = await self.room(table)
        seat = self.seat_of(room, secret)
        return room.sight.room(seat), room.number

    async def step(self, table: str, number: int, eyes: int | None, secret: str | None) -> StepSeen:
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

    async def record(self, table: str, secret: str | None) -> tuple[str, bytes]:
        """The name and content of the record of a finished game. It is written once."""
        room = await self.room(table)
        self.seat_of(room, secret)
        state = room.state.table
        if state is None:
            raise ServerError("not_dealt")
        if room.state.phase is not Phase.OVER:
            raise ServerError("game_running")
        name = f"{state.setup.rules.edition.id}-{state.setup.rules.players}p-{table[:6]}.98"
        async with room.recording:
            if room.record is None:
                lines = record_lines(state.setup, room.events, state.outcome)
                room.record = await self.slices.run(_written(lines))
        return name, room.record

    async def results(self, deal: str) -> tuple[Result, ...]:
        """How games on that deal ended on this server, best first."""
        return await self._store.results(deal)

    async def first_tries(self, daily: Daily) -> dict[int, int]:
        """How many first tries of a day's game ended with so many cards left."""
        return await self._store.count_results(daily.code)

    def find(self, spoken: str) -> str:
        """The table of a spoken code, as far as somebody may come by it now."""
        table = self._codes.table(heard(spoken))
        if table is None:
            raise ServerError("no_such_code")
        return table

    def seat_of(self, room: Room, secret: str | None) -> int | None:
        """The seat that a secret belongs to, None for a watcher; ServerError when neither may."""
        if secret is None:
            if not room.state.plan.watchers:
                raise ServerError("watching_closed")
            self.workload.admit()
            return None
        seat = room.state.seat_with(hash_of(secret))
        if seat is None:
            raise ServerError("wrong_secret")
        return seat


def _written(lines: Iterable[str]) -> Generator[None, None, bytes]:
    whole = bytearray()
    for line in lines:
        whole += line.encode()
        yield
    return bytes(whole)


#: The server is about to stop: come back a little later.
CLOSE_STOPPING = 1012
