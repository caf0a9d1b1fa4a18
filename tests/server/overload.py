"""What people at tables feel when there are more tables at the door than a server can take.

``python -m tests.server.overload --tables 500`` plays at so many tables of four and at half as many
with a person and three planners: choose as many as fill a core. Then it offers one and a half times
and three times as many, to a server with its usual settings and to one that turns nobody away.
Everything runs on this computer, so nothing else should.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.client.http import Http, Server
from ninetyeight.load.figures import Figures
from ninetyeight.load.run import allow_many_files
from ninetyeight.load.table import LoadTable
from ninetyeight.server.settings import Settings
from ninetyeight.server.workload import RETRY_AFTER
from tests.server.harness import ServerProcess

SEATS = 4
BOTS = ["planner"] * (SEATS - 1)
#: Requests on their way at once, and seconds between two who arrive.
AT_ONCE, ARRIVE_EVERY = 8, 0.02

HEAD = (
    "at the door",
    "lets all in",
    "playing, with bots",
    "turned away",
    "moves a second",
    "p50",
    "p99",
    "core",
)


class _Opened(msgspec.Struct):
    table: str
    secret: str
    invite: str = ""


class Offer:
    """So many tables that want to play, and those of them that do."""

    def __init__(self, base: str, rate: float) -> None:
        self.base = base
        self.rate = rate
        self.figures = Figures()
        self.playing: dict[bool, list[LoadTable]] = {False: [], True: []}
        self.refused: Counter[str] = Counter()
        self.counting = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._door = asyncio.Semaphore(AT_ONCE)

    async def arrive(self, tables: int) -> None:
        """Let so many tables of four come, and half as many with bots."""
        for place in range(tables + tables // 2):
            self._begin(bots=place % 3 == 2)
            await asyncio.sleep(ARRIVE_EVERY)

    def _begin(self, *, bots: bool) -> None:
        task = asyncio.create_task(self._play(bots))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, bots: bool) -> None:
        """Knock until there is room, then move at the rate until the game is over."""
        while (opened := await self._knock(bots)) is None:
            await asyncio.sleep(RETRY_AFTER * random.uniform(0.8, 1.2))
        table, secrets = opened
        figures = Figures() if bots else self.figures  # bots answer for themselves
        here = LoadTable(Server(self.base), table, secrets, figures, lambda over: over.close())
        await here.connect()
        await here.deal()
        here.counting = self.counting
        self.playing[bots].append(here)
        try:
            while here.life != "gone":
                here.tick()
                await asyncio.sleep(random.uniform(0.8, 1.2) / self.rate)
            self._begin(bots=bots)
        finally:
            here.close()
            self.playing[bots].remove(here)

    async def _knock(self, bots: bool) -> tuple[str, list[str]] | None:
        try:
            async with self._door, Server(self.base).http() as http:
                return await self._open(http, bots)
        except (ClientError, Declined, OSError, TimeoutError) as refusal:
            self.refused[_code(refusal)] += 1
            return None

    async def _open(self, http: Http, bots: bool) -> tuple[str, list[str]]:
        plan = {"edition": "original", "players": SEATS, "fan": False}
        body: dict[str, Any] = {"plan": plan, "name": "Load"}
        if bots:
            body |= {"bots": BOTS, "start": True}
        opened = await http.post("/api/tables", body, _Opened)
        secrets = [opened.secret]
        for seat in range(1, 1 if bots else SEATS):
            body = {"invite": opened.invite, "name": f"Load {seat + 1}", "seat": seat}
            taken = await http.post(f"/api/tables/{opened.table}/seats", body, _Opened)
            secrets.append(taken.secret)
        return opened.table, secrets

    def count(self) -> None:
        """From here on moves are counted."""
        self.counting = True
        for table in self.playing[False]:
            table.counting = True

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0.5)  # for the good-byes


def _code(refusal: Exception) -> str:
    why = getattr(refusal, "why", None)
    return str(why.code if why is not None else getattr(refusal, "message_code", refusal))


async def measure(
    tables: int, busy_lag: float, rate: float, seconds: float, share: Path | None
) -> str:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        limits = {"max_connections": 0, "busy_lag": busy_lag, "log_level": "warning"}
        server = ServerProcess(Path(folder), **limits, bot_pace=Settings(database="x").bot_pace)
        await asyncio.to_thread(server.start)
        if share is not None:
            share.write_text(str(server.pid))
        offer = Offer(server.url, rate)
        try:
            await offer.arrive(tables)
            await asyncio.sleep(seconds / 2)
            offer.count()
            began, spent = time.monotonic(), server.metric("process_cpu_seconds_total")
            await asyncio.sleep(seconds)
            lasted = time.monotonic() - began
            core = (
                await asyncio.to_thread(server.metric, "process_cpu_seconds_total") - spent
            ) / lasted
            there = "{}, {}".format(*(len(offer.playing[bots]) for bots in (False, True)))
            times = sorted(offer.figures.everybody)
            p50, p99 = (round(1000 * times[int(len(times) * part)]) for part in (0.5, 0.99))
        finally:
            await offer.leave()
            server.close()
    return _row(
        f"{tables} + {tables // 2}",
        "no" if busy_lag else "yes",
        there,
        sum(offer.refused.values()),
        round(len(times) / lasted),
        f"{p50} ms",
        f"{p99} ms",
        f"{core:.2f}",
    )


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="as many as fill a core")
    parser.add_argument("--rate", type=float, default=2.0, help="moves of a table in a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--share", type=Path, help="cgroup.procs of the group to put the server in")
    told = parser.parse_args()
    allow_many_files()
    usual = Settings(database="x").busy_lag
    print(_row(*HEAD), _row(*("---" for _ in HEAD)), sep="\n")
    for times, busy_lag in ((1.0, 0.0), (1.5, usual), (1.5, 0.0), (3.0, usual), (3.0, 0.0)):
        with suppress(IndexError):  # nothing was played
            row = await measure(
                round(told.tables * times), busy_lag, told.rate, told.seconds, told.share
            )
            print(row, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
