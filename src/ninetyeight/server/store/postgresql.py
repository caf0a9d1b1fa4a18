"""PostgreSQL: a server of its own, over asyncpg.

The connection that writes also holds the lock which one process at a time has. So nothing is ever
written without it: when the connection is lost, the lock is taken anew before anything is written.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from ninetyeight.server.store.errors import StoreError, Uncertain, told
from ninetyeight.server.store.urls import Address

P = ParamSpec("P")
T = TypeVar("T")

_READERS = 4
_CONNECT_SECONDS = 10
_ANSWER_SECONDS = 30
_LOCK_SECONDS = 2
_CLOSE_SECONDS = 3

#: A machine that vanishes without a word keeps the lock no longer than a minute or so.
_KEEPALIVE = {
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}

#: The number of our advisory lock: the letters of "98 rooms".
_LOCK = int.from_bytes(b"98 rooms", "big")


class Postgresql:
    """A PostgreSQL database. See :class:`~ninetyeight.server.store.database.Database`."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._writer: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        waits = {"timeout": _CONNECT_SECONDS, "command_timeout": _ANSWER_SECONDS}
        self._writers: AsyncEngine = create_async_engine(
            address.url,
            hide_parameters=True,
            poolclass=NullPool,
            connect_args={**waits, "server_settings": _KEEPALIVE},
        )
        self._readers: AsyncEngine = create_async_engine(
            address.url,
            hide_parameters=True,
            pool_size=_READERS,
            max_overflow=0,
            pool_pre_ping=True,  # a server that was started anew is noticed here, not by a reader
            connect_args=waits,
            execution_options={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
        )

    @classmethod
    async def connect(cls, address: Address, *, serving: bool) -> Postgresql:
        """Connect to the server; see :func:`~ninetyeight.server.store.database.connect`."""
        if find_spec("asyncpg") is None:
            raise StoreError("no_driver", package="ninetyeight[postgres]")
        made = cls(address)
        try:
            work = made.write if serving else made.read
            await work(lambda connection: connection.execute(text("SELECT 1")).all())
            return made
        except BaseException:
            await made.close()
            raise

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` in a transaction of the connection that holds the lock."""
        async with self._turn:
            committing = False
            try:
                if self._writer is None:
                    self._writer = await self._locked_connection()
                async with self._writer.begin():
                    done = await self._writer.run_sync(work, *args, **kwargs)
                    committing = True
                return done
            except (IntegrityError, StoreError):
                raise
            except BaseException as error:
                # Also when the caller was cancelled: who knows what state the connection is in.
                if self._writer is not None:
                    writer, self._writer = self._writer, None
                    await _drop(writer)
                if not isinstance(error, Exception):
                    raise
                trouble = told(error, self.address.shown)
                if committing and trouble.code in ("unreachable", "failed"):
                    # It may have been committed all the same, and only the answer was lost.
                    raise Uncertain("uncertain", database=self.address.shown) from error
                raise trouble from error

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` on a snapshot."""
        try:
            async with self._readers.connect() as connection:
                return await connection.run_sync(work, *args, **kwargs)
        except StoreError:
            raise
        except Exception as error:
            raise told(error, self.address.shown) from error

    async def reshape(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do ``work`` on tables, as any other writing."""
        return await self.write(work, *args, **kwargs)

    async def close(self) -> None:
        """Close every connection; the lock goes with the one that writes."""
        with suppress(TimeoutError):  # a server that does not answer is not waited for
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._close()

    async def _close(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with suppress(Exception):  # a broken connection holds no lock any more
                await writer.execute(text(f"SELECT pg_advisory_unlock({_LOCK})"))
                await writer.close()
            await _drop(writer)
        await self._writers.dispose()
        await self._readers.dispose()

    async def _locked_connection(self) -> AsyncConnection:
        connection = await self._writers.connect()
        try:
            await self._take_lock(connection)
            # What was committed must be on the disk, even where the server's settings are lax.
            lax = await connection.scalar(text("SHOW synchronous_commit")) == "off"
            if lax:
                await connection.execute(text("SET synchronous_commit = on"))
            await connection.commit()  # the lock and the setting belong to the session
        except BaseException:
            await _drop(connection)
            raise
        return connection

    async def _take_lock(self, connection: AsyncConnection) -> None:
        """Take the lock; a server that was killed a moment ago may hold it for some moments yet."""
        latest = time.monotonic() + _LOCK_SECONDS
        while not await connection.scalar(text(f"SELECT pg_try_advisory_lock({_LOCK})")):
            if time.monotonic() > latest:
                raise StoreError("in_use", database=self.address.shown)
            await asyncio.sleep(0.05)


async def _drop(connection: AsyncConnection) -> None:
    """Close the connection, whatever state it is in."""
    with suppress(Exception):  # it was broken already, and is thrown away
        if not connection.closed:
            await connection.invalidate()
            await connection.close()
