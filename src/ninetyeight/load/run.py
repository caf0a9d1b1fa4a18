"""A load run from its beginning to its report."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any

from ninetyeight.client.errors import ClientError
from ninetyeight.client.http import Server
from ninetyeight.load.crew import LoadWorker, crew_for
from ninetyeight.load.driver import Share
from ninetyeight.load.figures import (
    Figures,
    ServerLook,
    difference,
    look_at,
    report_of,
    thinking_of,
)
from ninetyeight.load.own_server import own_server
from ninetyeight.load.thinkers import Thinkers, searches

#: Seconds of quiet before memory is looked at.
QUIET = 1.0
#: Told beside the run: which part of it goes on, and how many seconds there are still to go.
RunProgress = Callable[[str, int], None]


@dataclass(frozen=True)
class Load:
    """What is to be measured. Without ``base`` a server is started for it."""

    tables: int = 500
    seats: int = 4
    rate: float = 1.0
    seconds: float = 30.0
    idle: int = 0
    processes: int = 1
    base: str | None = None
    edition: str = "original"
    #: Tables at which bots think while everything is measured once more.
    thinking: int = 0

    def told(self) -> dict[str, Any]:
        """The plan as the report repeats it."""
        return {
            "tables": self.tables,
            "seats": self.seats,
            "sockets": self.tables * self.seats,
            "rate": self.rate,
            "seconds": self.seconds,
            "edition": self.edition,
            "client_processes": self.processes,
            "own_server": self.base is None,
        }


class LoadRun:
    """One run; one use."""

    def __init__(self, load: Load, progress: RunProgress) -> None:
        self._load = load
        self._progress = progress
        self._workers: list[LoadWorker] = []
        self._stopped = False
        self._main: asyncio.Task[Any] | None = None

    async def run(self) -> dict[str, Any] | None:
        """The report; None when it was interrupted before anything was measured.

        Ctrl-C ends the measuring and leaves what there is; pressed before, it ends the run.
        Whatever was started is ended.
        """
        allow_many_files()
        self._main = asyncio.current_task()
        loop = asyncio.get_running_loop()
        for told in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):
                loop.add_signal_handler(told, self._stop)
        try:
            async with AsyncExitStack() as stack:
                base = self._load.base
                if base is None:
                    self._progress("starting", 0)
                    base = await stack.enter_async_context(own_server())
                return await self._measure(base)
        except asyncio.CancelledError:
            if self._stopped:
                return None
            raise

    def _stop(self) -> None:
        measuring = bool(self._workers) and self._playing
        again, self._stopped = self._stopped, True
        if measuring and not again:
            for worker in self._workers:
                worker.stop()
        elif self._main is not None:
            self._main.cancel()

    _playing = False

    async def _measure(self, base: str) -> dict[str, Any]:
        load = self._load
        share = Share(base, load.tables, load.seats, load.rate, load.seconds, load.edition)
        idle = None
        if load.idle:
            tables = -(-load.idle // load.seats)
            idle = await self._idle(replace(share, tables=tables))
        try:
            began = time.monotonic()
            self._workers = crew_for(share, load.processes)
            await self._step("open")
            before = await look(base)
            await self._step("connect")
            await asyncio.sleep(QUIET)
            if idle is None:
                idle = per_socket(before, await look(base), load.tables * load.seats)
            await self._step("deal")
            opening = time.monotonic() - began
            return await self._play(base, opening, idle)
        finally:
            await self._end()

    async def _play(self, base: str, opening: float, idle: dict[str, Any] | None) -> dict[str, Any]:
        before = await look(base)
        figures, seconds = await self._played()
        after = await look(base)
        return report_of(
            self._load.told(),
            figures,
            seconds,
            opening=opening,
            idle=idle,
            looks=(before, after),
            thinking=await self._beside_thinkers(base, figures) if self._load.thinking else None,
            finished=not self._stopped,
        )

    async def _played(self) -> tuple[Figures, float]:
        """What all tables count while they play, and how long that was."""
        began = time.monotonic()
        self._playing = True
        ticking = asyncio.create_task(self._tell_time())
        try:
            shares = await asyncio.gather(*(worker.do("play") for worker in self._workers))
        finally:
            self._playing = False
            ticking.cancel()
        figures = Figures()
        for one in shares:
            figures.add(one)
        return figures, time.monotonic() - began

    async def _beside_thinkers(self, base: str, alone: Figures) -> dict[str, Any]:
        """The same once more while bots think at other tables."""
        load = self._load
        thinkers = Thinkers(base, load.thinking, load.seats, load.edition)
        self._progress("thinkers", 0)
        try:
            await thinkers.start()
            before = await searches(base)
            figures, _ = await self._played()
            after = await searches(base)
        finally:
            await thinkers.stop()
        # Once more without them: a machine that was busier before or after does not tell.
        self._progress("alone", 0)
        alone_again, _ = await self._played()
        alone_again.add(alone)
        done = {level: after[level] - before.get(level, 0) for level in after}
        return thinking_of(load.thinking, alone_again, figures, done)

    async def _idle(self, share: Share) -> dict[str, Any] | None:
        """Sockets at tables where nothing happens, and what they cost."""
        before = after = ServerLook()
        # The first few pay for what is loaded once; they are not counted.
        for tables in (2, share.tables):
            try:
                self._workers = crew_for(replace(share, tables=tables), 1)
                await self._step("open")
                before = await look(share.base)
                await self._step("connect")
                await asyncio.sleep(QUIET)
                after = await look(share.base)
            finally:
                await self._end()
        return per_socket(before, after, share.tables * share.seats)

    async def _step(self, step: str) -> None:
        self._progress(step, 0)
        await asyncio.gather(*(worker.do(step) for worker in self._workers))

    async def _tell_time(self) -> None:
        ends = time.monotonic() + self._load.seconds
        while True:
            self._progress("play", max(0, round(ends - time.monotonic())))
            await asyncio.sleep(1)

    async def _end(self) -> None:
        workers, self._workers = self._workers, []
        await asyncio.gather(*(worker.end() for worker in workers), return_exceptions=True)


def per_socket(before: ServerLook, after: ServerLook, sockets: int) -> dict[str, Any] | None:
    """What an idle socket costs the server in memory."""
    more = difference(after.rss, before.rss)
    if more is None or not sockets:
        return None
    return {"sockets": sockets, "kib_per_socket": round(more / 1024 / sockets, 1)}


async def look(base: str) -> ServerLook:
    """The server as it stands, by its own metrics; they may be closed to us."""
    try:
        async with Server(base).http() as http:
            page = await http.get("/metrics")
    except ClientError:
        page = None
    return look_at(page or b"")


def allow_many_files() -> None:
    """A socket is an open file, and systems allow 1024 unless asked for more."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
