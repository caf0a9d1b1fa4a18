"""SQLite: one file, one thread that writes, two that read.

The threads use SQLAlchemy's plain engine. A transaction is one trip to a thread and back, which
costs less than half of what a trip for each statement costs.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import IntegrityError

from ninetyeight.server.store.errors import StoreError, told
from ninetyeight.server.store.urls import Address

P = ParamSpec("P")
T = TypeVar("T")

_READERS = 2

#: For the connection that writes. FULL: a commit is on the disk when it returns, also with WAL.
_WRITING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
# Making a table anew empties the old one, which must not empty what refers to it.
_RESHAPING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF")
_READING = ("query_only=ON",)


class Sqlite:
    """An SQLite database in a file. See :class:`~ninetyeight.server.store.database.Database`."""

    def __init__(self, address: Address, lock: _Lock | None) -> None:
        self.address = address
        self._lock = lock
        self._writer = _engine(address, "BEGIN IMMEDIATE", _WRITING)
        self._readers = _engine(address, "BEGIN", _READING)
        self._writing = ThreadPoolExecutor(1, "store-write")
        self._reading = ThreadPoolExecutor(_READERS, "store-read")
        self._held: Connection | None = None

    @classmethod
    async def connect(cls, address: Address, *, serving: bool) -> Sqlite:
        """Open the file; see :func:`~ninetyeight.server.store.database.connect`."""
        assert address.path is not None
        lock = await asyncio.to_thread(_prepare, address, address.path) if serving else None
        if not serving and not address.path.exists():
            raise StoreError("no_such_file", database=address.shown)
        return cls(address, lock)

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` in a transaction of the writing thread."""
        return await self._run(self._writing, self._write, work, args, kwargs)

    def _write(self, work: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        if self._held is None:  # kept, because fetching it each time costs as much as writing
            self._held = self._writer.connect()
        try:
            with self._held.begin():
                return work(self._held, *args, **kwargs)
        except IntegrityError:
            raise
        except Exception:
            held, self._held = self._held, None
            held.invalidate()  # thrown away: who knows what state it is in
            held.close()
            raise

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` on a snapshot, in a reading thread."""
        return await self._run(self._reading, self._read, work, args, kwargs)

    def _read(self, work: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        with self._readers.begin() as connection:
            return work(connection, *args, **kwargs)

    async def reshape(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` on tables, in the writing thread."""
        return await self._run(self._writing, _reshape, self.address, work, args, kwargs)

    async def close(self) -> None:
        """Close every connection, end the threads and give the lock back."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._reading.shutdown()
        self._writing.shutdown()
        self._readers.dispose()
        if self._held is not None:
            self._held.close()
        # Last, so that SQLite tidies its log away.
        self._writer.dispose()
        if self._lock is not None:
            self._lock.release()

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[..., T], *args: Any) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except (IntegrityError, StoreError):
            raise
        except Exception as error:
            raise told(error, self.address.shown) from error


def _engine(address: Address, begin: str, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine(address.url, hide_parameters=True, pool_size=_READERS)

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say ourselves when a transaction begins
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Past SQLAlchemy, for speed: there is nothing to translate or to fetch.
        connection.connection.cursor().execute(begin).close()

    return engine


def _prepare(address: Address, path: Path) -> _Lock:
    """Make the file if need be, for its owner's eyes only, and lock it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = _Lock(path)
    except StoreError:
        raise
    except OSError:
        raise StoreError("cannot_open", database=address.shown) from None
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError:
        lock.release()
        raise StoreError("cannot_open", database=address.shown) from None
    if path.stat().st_nlink > 1:
        # By another name the file would have another log beside it, and another lock.
        lock.release()
        raise StoreError("hard_link", database=address.shown)
    return lock


def _reshape(
    address: Address, work: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> T:
    engine = _engine(address, "BEGIN IMMEDIATE", _RESHAPING)
    try:
        with engine.begin() as connection:
            done = work(connection, *args, **kwargs)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise StoreError("damaged", database=address.shown)
            return done
    finally:
        engine.dispose()


class _Lock:
    """Keeps a second server away from the file, until this process lets go or is gone.

    The lock sits on a file beside the database: on the database itself it would be in SQLite's way.
    """

    def __init__(self, database: Path) -> None:
        # Through links to the real file, so that two names of one database are one lock.
        real = database.resolve()
        self._file = os.open(f"{real}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._take()
        except OSError:
            os.close(self._file)
            raise StoreError("in_use", database=str(database)) from None

    def _take(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has none of this kind
            return
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        """Let the next one in. The file stays: removing it could free somebody else's lock."""
        os.close(self._file)
