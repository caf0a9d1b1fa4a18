"""Group commit: whatever is waiting at a moment, of all rooms, is written in one transaction.

A commit costs the same for one event as for a hundred, so a busy server writes hundreds of rooms
with the work of a few. Everybody is told for themselves, and only after the commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy.exc import IntegrityError

from ninetyeight.server.store.database import Database
from ninetyeight.server.store.errors import StoreError, Unreachable
from ninetyeight.server.store.log import Write, explain, write_group

#: While several rooms write, a group begins this many seconds after the one before: fewer, larger
#: groups. A room that writes alone never waits.
GATHER = 0.01

#: The most writes of one group, so that no transaction takes long.
LARGEST = 500

#: Of how many rooms the number of the last event is kept at hand.
KNOWN = 50_000


class Writer:
    """Writes for all callers, in the order in which they came."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._woken = asyncio.Event()
        self._closing = False
        self._heads: dict[str, int] = {}
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

    async def close(self) -> None:
        """Write all that waits, then end."""
        self._closing = True
        self._woken.set()
        await self._task

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
            began = loop.time()
            group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
            crowded = len(group) > 1
            await self._settle(group)

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
        except Unreachable:
            # The server may have been started anew. What it did commit is found word for word.
            return await self._write(writes)

    async def _write(self, writes: Sequence[Write]) -> list[StoreError | None]:
        try:
            verdicts, ends = await self._database.write(write_group, writes, self._heads)
        except Exception:
            self._heads.clear()  # whatever went wrong, look again
            raise
        if len(self._heads) > KNOWN:
            self._heads.clear()
        self._heads.update(ends)
        return verdicts

    async def _write_one(self, write: Write) -> StoreError | None:
        """Write one of a group in which somebody was at odds with the database."""
        try:
            return (await self._write([write]))[0]
        except IntegrityError:
            pass
        except StoreError as trouble:
            return trouble
        except Exception as fault:
            return self._failed(fault)
        try:
            return await self._database.write(explain, write)
        except StoreError as trouble:
            return trouble
        except Exception as fault:
            return self._failed(fault)

    def _failed(self, fault: Exception) -> StoreError:
        return StoreError("failed", database=self._database.address.shown, why=type(fault).__name__)


def _own(error: StoreError) -> StoreError:
    """The error as one caller's own: an exception that is raised twice tells a muddled story."""
    own = type(error)(error.code, rule=error.rule, **error.params)
    own.__cause__ = error.__cause__
    return own
