"""Group commit: whatever is waiting at a moment, of all rooms, is written in one transaction.

A commit costs the same for one event as for a hundred, so a busy server writes hundreds of rooms
with the work of a few. Everybody is told for themselves, and only after the commit.

The writer knows whether writing works. While it does not, it is tried again every moment, which
also takes a lock anew that was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from ninetyeight.server.store.database import Database
from ninetyeight.server.store.errors import StoreError, Uncertain, Unreachable
from ninetyeight.server.store.log import Write, explain, look, touch, write_group

P = ParamSpec("P")
T = TypeVar("T")

#: While several rooms write, a group begins this many seconds after the one before: fewer, larger
#: groups. A room that writes alone never waits.
GATHER = 0.01

#: The most writes of one group, so that no transaction takes long.
LARGEST = 500

#: Of how many rooms the number of the last event is kept at hand.
KNOWN = 50_000

#: After trouble, writing is tried again every so many seconds.
RETRY_EVERY = 1.0
#: Whoever asks whether writing works is told of a write that is no older than this, in seconds.
CHECK_EVERY = 30.0
#: Seconds after which a database that does not answer is said not to.
ANSWER_SECONDS = 5.0
#: Seconds that are given to what still waits at the end.
CLOSE_SECONDS = 3.0


class Writer:
    """Writes for all callers, in the order in which they came."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._woken = asyncio.Event()
        self._closing = False
        self._heads: dict[str, int] = {}
        self._now: Sequence[tuple[Write, asyncio.Future[None]]] = ()
        #: Set when writing works again after trouble.
        self.recovered = asyncio.Event()
        self._trouble: StoreError | None = None
        self._recovering: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._in_doubt = False
        self._wrote_at = self._began = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def write(self, write: Write) -> None:
        """Return when it is written for good; otherwise raise why it was not.

        A caller who is cancelled while waiting does not know whether it was written.
        """
        if self._closing:
            raise StoreError("closed", database=self._database.address.shown)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._woken.set()
        await done

    def forget(self, rooms: Sequence[str]) -> None:
        """These rooms are gone from the database."""
        for room in rooms:
            self._heads.pop(room, None)

    async def end_doubt(self) -> None:
        """After a commit of which nobody knows whether it was done: return when it is settled.

        A connection that has the lock can only be had once the one before is gone.
        """
        if self._in_doubt:
            await self._do(look)

    async def check(self) -> None:
        """Return when writing works; StoreError when it does not."""
        now = asyncio.get_running_loop().time()
        if self._now and now - self._began > ANSWER_SECONDS:
            raise self._silent()
        if self._trouble is None and now - self._wrote_at > CHECK_EVERY:
            if self._checking is None:
                self._checking = asyncio.create_task(self._try(), name="store-check")
            await asyncio.wait([self._checking], timeout=ANSWER_SECONDS)
            if not self._checking.done():
                raise self._silent()
            self._checking = None
        if self._trouble is not None:
            raise _own(self._trouble)

    def abandon(self) -> None:
        """Write nothing more. Of what is being written nobody knows what becomes of it."""
        self._closing = True
        self._task.cancel()
        shown = self._database.address.shown
        for group, error in (
            (self._now, Uncertain("uncertain", database=shown)),
            (self._waiting, StoreError("closed", database=shown)),
        ):
            for _, done in group:
                if not done.done():
                    done.set_exception(_own(error))

    async def close(self) -> None:
        """Write all that waits, as far as that can be done in a few seconds, then end."""
        self._closing = True
        self._woken.set()
        for trying in (self._recovering, self._checking):
            if trying is not None:
                trying.cancel()
        await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
        if not self._task.done():
            self.abandon()
            await asyncio.wait([self._task], timeout=CLOSE_SECONDS)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        began, crowded = 0.0, False
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._woken.clear()
                await self._woken.wait()
            if crowded and not self._closing:
                await asyncio.sleep(began + GATHER - loop.time())
            else:
                await asyncio.sleep(0)  # everybody whose turn it is now gets into this group
            began = self._began = loop.time()
            group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
            crowded = len(group) > 1
            self._now = group
            await self._settle(group)
            self._now = ()

    async def _settle(self, group: Sequence[tuple[Write, asyncio.Future[None]]]) -> None:
        """Write the group and tell each of its callers what became of it."""
        writes = [write for write, _ in group]
        verdicts: list[StoreError | None]
        try:
            verdicts = await self._write_and_again(writes)
        except IntegrityError:
            verdicts = [await self._write_one(write) for write in writes]
        except StoreError as trouble:
            if trouble.code == "failed" and len(group) > 1:
                # Perhaps a single value that the database cannot hold: only its owner is to suffer.
                verdicts = [await self._write_one(write) for write in writes]
            else:
                verdicts = [trouble] * len(group)
        except Exception as fault:  # a fault of ours must not leave anybody waiting
            verdicts = [self._failed(fault)] * len(group)
        if any(isinstance(verdict, Uncertain) for verdict in verdicts):
            self._in_doubt = True  # until something is written
        for (_, done), verdict in zip(group, verdicts, strict=True):
            if done.done():
                continue  # the caller has gone
            if verdict is None:
                done.set_result(None)
            else:
                done.set_exception(_own(verdict))

    async def _write_and_again(self, writes: Sequence[Write]) -> list[StoreError | None]:
        try:
            return await self._write(writes)
        except Unreachable as lost:
            doubt = lost if isinstance(lost, Uncertain) else None
        # The server may have been started anew. What it did commit is found word for word.
        try:
            return await self._write(writes)
        except IntegrityError:
            return [await self._write_one(write, doubt) for write in writes]
        except Exception:
            if doubt is not None:
                raise doubt from None
            raise

    async def _write(self, writes: Sequence[Write]) -> list[StoreError | None]:
        try:
            verdicts, ends = await self._do(write_group, writes, self._heads)
        except Exception:
            self._heads.clear()  # whatever went wrong, look again
            raise
        if len(self._heads) > KNOWN:
            self._heads.clear()
        self._heads.update(ends)
        return verdicts

    async def _write_one(self, write: Write, doubt: Uncertain | None = None) -> StoreError | None:
        """Write one of a group in which somebody was at odds with the database.

        ``doubt`` is what to say when it cannot be found out whether it is there already.
        """
        try:
            return (await self._write([write]))[0]
        except IntegrityError:
            pass
        except StoreError as trouble:
            return doubt or trouble
        except Exception as fault:
            return doubt or self._failed(fault)
        try:
            return await self._do(explain, write)
        except StoreError as trouble:
            return doubt or trouble
        except Exception as fault:
            return doubt or self._failed(fault)

    # --- whether writing works

    async def _do(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Have the database do it, and keep in mind whether it could."""
        try:
            done = await self._database.write(work, *args, **kwargs)
        except IntegrityError:
            raise
        except Exception as fault:
            self._trouble = fault if isinstance(fault, StoreError) else self._failed(fault)
            if self._recovering is None and not self._closing:
                self._recovering = asyncio.create_task(self._recover(), name="store-recovery")
            raise
        if self._trouble is not None:
            self._trouble = None
            self.recovered.set()
        self._in_doubt = False
        self._wrote_at = asyncio.get_running_loop().time()
        return done

    async def _try(self) -> None:
        with suppress(Exception):  # what was wrong is kept in mind
            await self._do(touch)

    async def _recover(self) -> None:
        while self._trouble is not None and not self._closing:
            await asyncio.sleep(RETRY_EVERY)
            await self._try()
        self._recovering = None

    def _silent(self) -> Unreachable:
        return Unreachable("no_answer", database=self._database.address.shown)

    def _failed(self, fault: Exception) -> StoreError:
        return StoreError("failed", database=self._database.address.shown, why=type(fault).__name__)


def _own(error: StoreError) -> StoreError:
    """A copy of the error: re-raising one exception object mixes tracebacks."""
    own = type(error)(error.code, rule=error.rule, **error.params)
    own.__cause__ = error.__cause__
    return own
