"""The store: what the server remembers. What :meth:`Store.append` returned from is never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ninetyeight.server.store import log
from ninetyeight.server.store.database import Database, connect
from ninetyeight.server.store.errors import StoreError, Unreachable
from ninetyeight.server.store.log import Row, Write
from ninetyeight.server.store.migrate import migrate
from ninetyeight.server.store.tables import moment_text
from ninetyeight.server.store.urls import read_url
from ninetyeight.server.store.values import NewEvent, NewRoom, Result, StoredRoom
from ninetyeight.server.store.writer import ANSWER_SECONDS, Writer


class Store:
    """The rooms of a server, their events and the results of their games, in a database.

    One process at a time has a store open; one event loop uses it. Every call either does the whole
    of what it says or raises :class:`StoreError` and changes nothing, but for :class:`Uncertain`:
    when the connection to a database server breaks for good in the middle of a commit, nobody can
    know. What :meth:`room` returns after that is the truth.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open the database of that address and bring it to the form of this release.

        ``sqlite:///file.db`` (made if need be) or ``postgresql://user:password@host/database``.
        StoreError when it cannot be used: unreachable, not writable, of a newer release, in use.
        """
        database = await connect(read_url(url), serving=True)
        try:
            await database.reshape(migrate, database.address.shown)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    @property
    def shown(self) -> str:
        """The database's name for logs, without a password."""
        return self._database.address.shown

    @property
    def recovered(self) -> asyncio.Event:
        """Set when writing works again after trouble, in which another server may have written."""
        return self._writer.recovered

    def abandon(self) -> None:
        """Write nothing more: whoever waits is told so now, or that nobody knows."""
        self._writer.abandon()

    async def close(self) -> None:
        """Write what is still waiting, close every connection and let the next process in."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._database.close()

    async def open_room(
        self,
        id: str,
        plan: str,
        invite: str,
        follows: str | None,
        events: Sequence[NewEvent],
    ) -> None:
        """Keep a new room and its first events; Conflict when there is a room of that id."""
        await self._writer.write(_opening(NewRoom(id, plan, invite, follows, events)))

    async def append(
        self,
        room_id: str,
        number: int,
        events: Sequence[NewEvent],
        result: Result | None = None,
        *,
        at: datetime | None = None,
        opens: NewRoom | None = None,
    ) -> None:
        """Keep what has happened in a room, and the result when that ended its game.

        ``opens`` is another room that is opened with it: both are kept, or neither.

        ``number`` is that of the first of these events, counted from 1 without a gap. Returns when
        they are on the disk. Conflict when the room's next number is another one; Repeated when a
        request of these is known already; StoreError when there is no such room or the database is
        in trouble. ``at`` is when it happened; now, unless said otherwise.
        """
        if result is not None and result.room != room_id:
            raise ValueError("a result of another room")
        ended = None if result is None else log.result_row(result)
        for value in (ended or {}).values():
            if isinstance(value, str):
                _text(value)
        rows = _rows(room_id, number, events, at)
        along = None if opens is None else _opening(opens)
        await self._writer.write(Write(room_id, number, rows, ended, along=along))

    async def room(self, id: str) -> StoredRoom | None:
        """The room with all its events; None when there is none of that id."""
        if not _keepable(id):
            return None
        await self._writer.end_doubt()
        found = await self._database.read(log.read_room, id)
        if found is None:
            return None
        events = list(found.events)
        page = found.events
        while len(page) == log.PAGE:
            # What is written stays as it is, so the pages fit together.
            page = await self._database.read(log.read_events, id, page[-1].number)
            events += page
        return replace(found, events=tuple(events))

    async def heads(self, ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these rooms, as far as they are there."""
        return await self._database.read(log.read_heads, ids)

    async def results(self, deal: str, limit: int = 100) -> tuple[Result, ...]:
        """Results on a deal, best first: won, then fewest cards left, then the earliest."""
        if not _keepable(deal):
            return ()
        return await self._database.read(log.read_results, deal, limit)

    async def count_results(self, deal: str) -> dict[int, int]:
        """How many games on a deal that was not known beforehand left so many cards."""
        return await self._database.read(log.count_results, deal)

    async def forget_rooms(
        self, before: datetime, spared: Callable[[str], bool] = lambda _: False
    ) -> list[str]:
        """Remove the rooms in which nothing has happened since ``before``, except the ``spared``
        ones; their ids.

        Their results stay. Done in small steps, so that nobody who plays has to wait.
        """
        forgotten: list[str] = []
        after: str | None = ""
        while after is not None:
            ids, after = await self._database.write(
                log.forget_rooms, moment_text(before), spared, after
            )
            self._writer.forget(ids)
            forgotten += ids
        return forgotten

    async def ping(self) -> None:
        """Return when the database has answered a real question; StoreError when it does not."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._database.read(log.look)
        except TimeoutError:
            raise Unreachable("no_answer", database=self.shown) from None

    async def check_writing(self) -> None:
        """Return when writing works; StoreError when it does not. Only now and then it is tried."""
        await self._writer.check()


def _opening(room: NewRoom) -> Write:
    opens: Row = {
        "id": _text(room.id),
        "opened_at": moment_text(datetime.now(UTC)),
        "plan": _text(room.plan),
        "invite": _text(room.invite),
        "follows": None if room.follows is None else _text(room.follows),
    }
    return Write(room.id, 1, _rows(room.id, 1, room.events), opens=opens)


def _rows(
    room: str, number: int, events: Sequence[NewEvent], when: datetime | None = None
) -> list[Row]:
    at = moment_text(datetime.now(UTC) if when is None else when)
    return [
        {
            "room_id": room,
            "number": number + place,
            "at": at,
            "seat": event.seat,
            "request": None if event.request is None else _text(event.request),
            "body": _text(event.body),
        }
        for place, event in enumerate(events)
    ]


def _text(text: str) -> str:
    if not _keepable(text):
        raise StoreError("not_text")
    return text


def _keepable(text: str) -> bool:
    """True when every database can keep the text: half a character and NUL they cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
