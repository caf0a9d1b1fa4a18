"""The store: what the server remembers. What :meth:`Store.append` returned from is never lost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from ninetyeight.server.store import log
from ninetyeight.server.store.database import Database, connect
from ninetyeight.server.store.errors import StoreError
from ninetyeight.server.store.log import Row, Write
from ninetyeight.server.store.migrate import migrate
from ninetyeight.server.store.tables import moment_text
from ninetyeight.server.store.urls import read_url
from ninetyeight.server.store.values import NewEvent, Result, StoredRoom
from ninetyeight.server.store.writer import Writer


class Store:
    """The rooms of a server, their events and the results of their games, in a database.

    One process at a time has a store open; one event loop uses it. Every call either does the whole
    of what it says or raises :class:`StoreError` and changes nothing, but for this: when the
    connection to a database server breaks for good in the middle of a commit, nobody can know.
    The next ``append`` to that room then tells by :class:`Conflict`.
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
        opens: Row = {
            "id": _text(id),
            "opened_at": moment_text(datetime.now(UTC)),
            "plan": _text(plan),
            "invite": _text(invite),
            "follows": None if follows is None else _text(follows),
        }
        await self._writer.write(Write(id, 1, _rows(id, 1, events), opens=opens))

    async def append(
        self,
        room_id: str,
        number: int,
        events: Sequence[NewEvent],
        result: Result | None = None,
        *,
        at: datetime | None = None,
    ) -> None:
        """Keep what has happened in a room, and the result when that ended its game.

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
        await self._writer.write(Write(room_id, number, rows, ended))

    async def room(self, id: str) -> StoredRoom | None:
        """The room with all its events; None when there is none of that id."""
        return await self._database.read(log.read_room, id) if _keepable(id) else None

    async def results(self, deal: str, limit: int = 100) -> tuple[Result, ...]:
        """Results on a deal, best first: won, then fewest cards left, then the earliest."""
        if not _keepable(deal):
            return ()
        return await self._database.read(log.read_results, deal, limit)

    async def count_results(self, deal: str) -> dict[int, int]:
        """How many games on a deal that was not known beforehand left so many cards."""
        return await self._database.read(log.count_results, deal)

    async def recent_results(self, limit: int = 100) -> tuple[Result, ...]:
        """Results of the games that ended last, newest first."""
        return await self._database.read(log.read_recent_results, limit)

    async def forget_rooms(self, before: datetime) -> int:
        """Remove the rooms in which nothing has happened since ``before``; how many they were.

        Their results stay. Done in small steps, so that nobody who plays has to wait.
        """
        forgotten = 0
        while ids := await self._database.write(log.forget_rooms, moment_text(before)):
            self._writer.forget(ids)
            forgotten += len(ids)
        return forgotten

    async def ping(self) -> None:
        """Return when the database has answered a real question; StoreError when it does not."""
        await self._database.read(log.look)


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
