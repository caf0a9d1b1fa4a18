"""Several client processes that do a load run together, each its share, step by step."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeAlias

from ninetyeight.client.errors import ClientError
from ninetyeight.load.driver import Driver, Share
from ninetyeight.rules import GameError

#: Seconds for a process to go by itself.
STOP = 5.0


class Stepper(Protocol):
    """What is done step by step; each step is a method of its own without arguments."""

    def stop(self) -> None:
        """End the step that goes on."""

    async def close(self) -> None:
        """Let everything go."""


class Here:
    """Does its share in this process."""

    def __init__(self, make: Callable[[], Stepper]) -> None:
        self._driver = make()

    async def do(self, step: str) -> Any:
        """Do one step."""
        try:
            return await getattr(self._driver, step)()
        except ExceptionGroup as several:
            raise several.exceptions[0] from None

    def stop(self) -> None:
        """Play no longer."""
        self._driver.stop()

    async def end(self) -> None:
        """Leave the tables."""
        await self._driver.close()


class Apart:
    """Has its share done by a process of its own, which makes itself the one who does it."""

    def __init__(self, make: Callable[[], Stepper]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(make, theirs), daemon=True)
        self._process.start()
        theirs.close()

    async def do(self, step: str) -> Any:
        """Have one step done."""
        self._pipe.send(step)
        try:
            worked, result = await asyncio.to_thread(self._pipe.recv)
        except EOFError:
            raise ClientError("worker_gone") from None
        if not worked:
            raise ClientError("worker_failed", why=result)
        return result

    def stop(self) -> None:
        """Play no longer."""
        with suppress(OSError):
            self._pipe.send("stop")

    async def end(self) -> None:
        """Let the process go; by force if it stays."""
        with suppress(OSError):
            self._pipe.send("close")
        await asyncio.to_thread(self._process.join, STOP)
        if self._process.is_alive():
            self._process.terminate()
            await asyncio.to_thread(self._process.join, STOP)
        self._pipe.close()


#: Whoever does a share of the run.
LoadWorker: TypeAlias = Here | Apart


def crew_for(share: Share, processes: int) -> list[LoadWorker]:
    """Who does the run: this process alone, or so many others with a share each."""
    if processes == 1:
        return [Here(partial(Driver, share))]
    shares = [share.tables // processes] * processes
    for place in range(share.tables % processes):
        shares[place] += 1
    return [Apart(partial(Driver, replace(share, tables=n))) for n in shares if n]


def _work(make: Callable[[], Stepper], pipe: Connection) -> None:
    """The life of a process: do what is asked for, answer, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    run_quickly(_steps(make, pipe))


async def _steps(make: Callable[[], Stepper], pipe: Connection) -> None:
    driver = make()
    asked: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def readable() -> None:
        try:
            step = pipe.recv()
        except (EOFError, OSError):
            loop.remove_reader(pipe.fileno())
            step = "close"
        if step in ("stop", "close"):
            driver.stop()
        if step != "stop":
            asked.put_nowait(step)

    loop.add_reader(pipe.fileno(), readable)
    while (step := await asked.get()) != "close":
        try:
            answer = (True, await getattr(driver, step)())
        except Exception as error:
            first = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
            named = isinstance(first, GameError)
            answer = (False, str(first) if named else f"{type(first).__name__}: {first}")
        pipe.send(answer)
    await driver.close()


def run_quickly(work: Any) -> Any:
    """``asyncio.run`` on the faster event loop, where it is installed."""
    try:
        import uvloop
    except ImportError:  # Windows has none
        return asyncio.run(work)
    return uvloop.run(work)
