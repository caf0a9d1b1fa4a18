"""Tables in memory: brought from their logs when somebody asks, put away when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta

from ninetyeight.rules import GameError
from ninetyeight.server.codes import Codes
from ninetyeight.server.errors import ServerError
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.room import Room
from ninetyeight.server.searches import Searches
from ninetyeight.server.settings import Settings
from ninetyeight.server.slices import Slices
from ninetyeight.server.store import Store, StoredRoom, StoreError
from ninetyeight.server.workload import Thinking, Workload

log = logging.getLogger("ninetyeight.rooms")

#: Seconds between two looks for tables that nobody uses.
TIDY_EVERY = 30.0


class Memory:
    """The tables of this process, by id, with what they share."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.workload = Workload(settings.busy_lag, metrics)
        self._thinking = Thinking(settings.bot_pace, self.workload, metrics)
        # At home there is nobody else whose table could notice.
        idle = not settings.open_browser
        self.searches = Searches(settings.searches, self.workload, metrics, idle=idle)
        #: Long work of this process.
        self.slices = Slices()
        self._codes = Codes()
        self.stopping = False

    async def room(self, table: str) -> Room:
        """The room of that id, from memory or from its log; ServerError when there is none."""
        if self.stopping:
            raise ServerError("stopping")
        room = self._rooms.get(table)
        if room is not None and not room.closed:
            return room
        loading = self._loading.get(table)
        if loading is None:
            # A task of its own: whoever asked first may hang up meanwhile.
            loading = asyncio.create_task(self._load(table), name=f"loading {table[:4]}")
            self._loading[table] = loading
            loading.add_done_callback(lambda done: self._loaded(table, done))
        try:
            return await asyncio.shield(loading)
        except asyncio.CancelledError:
            if loading.cancelled():
                raise ServerError("stopping") from None
            raise

    def _loaded(self, table: str, done: asyncio.Task[Room]) -> None:
        del self._loading[table]
        if not done.cancelled():
            done.exception()  # looked at here; nobody may be waiting any more
        self._metrics.tables.set(len(self._rooms))

    async def _load(self, table: str) -> Room:
        await self._make_room()
        try:
            stored = await self._store.room(table)
        except StoreError as failure:
            log.error("a table could not be read", extra={"told": {"why": failure.code}})
            raise ServerError("store_unavailable") from failure
        if stored is None:
            raise ServerError("no_such_table")
        room = await self._read(stored)
        room.start()
        self._rooms[table] = room
        return room

    async def _read(self, stored: StoredRoom) -> Room:
        """The room as its log tells it, a little at a time: others go on playing meanwhile."""
        room: Room | None = None

        def reading() -> Generator[None, None, Room]:
            nonlocal room
            minds = self._thinking, self.searches
            room = Room(stored, self._store, self._metrics, *minds, self._codes)
            yield from room.read(stored.events)
            return room

        try:
            return await self.slices.run(reading())
        except Exception as nonsense:
            # Whatever is wrong with it, it concerns this table alone.
            number = 0 if room is None else room.number + 1
            kind = type(nonsense).__name__.lower()
            why = nonsense.code if isinstance(nonsense, GameError) else kind
            told = {"table": stored.id, "number": number, "why": why}
            log.error("the log of a table does not replay", extra={"told": told})
            raise ServerError("log_broken") from None

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

    async def _read_anew(self) -> None:
        """After trouble with the database, give up rooms in whose log another server has written.

        One that is busy finds out by itself.
        """
        while True:
            await self._store.recovered.wait()
            self._store.recovered.clear()
            known = {room: room.number for room in self._rooms.values() if not room.busy}
            try:
                heads = await self._store.heads([room.id for room in known])
            except StoreError:
                continue  # in trouble again, and so it will recover again
            for room, number in known.items():
                if heads.get(room.id) != number == room.number and not room.busy:
                    log.warning("a table was played by another server meanwhile")
                    room.give_up()

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
                await self._forget(before)

    async def _forget(self, before: datetime) -> None:
        """Forget the tables at which nothing has happened since, but none that is in use.

        The clock may have jumped, and people sit for days over a move.
        """

        def used(table: str) -> bool:
            return table in self._rooms or table in self._loading

        try:
            forgotten = await self._store.forget_rooms(before, used)
        except StoreError as failure:
            log.error("old tables stay", extra={"told": {"why": failure.code}})
            return
        for table in forgotten:
            room = self._rooms.get(table)
            if room is not None:  # it was read that very moment
                room.give_up()
