"""Tables at which bots think, beside those that are measured: a person came, and lets them play."""

from __future__ import annotations

import asyncio
import re

import msgspec

from ninetyeight.client.http import Server
from ninetyeight.client.link import Link
from ninetyeight.load.light_socket import LightSocket
from ninetyeight.load.table import PATIENCE, LeanState
from ninetyeight.wire import messages as wire
from ninetyeight.wire.http import TableOpened

#: Who plays there, on every seat.
BOT = "champion"
#: Seconds until the search is ready: on a machine that never searched it is compiled first.
READY = 600.0

_decoder = msgspec.json.Decoder(LeanState | wire.Done | wire.Refusal | wire.Welcome | wire.Present)


class ThinkingTable:
    """One table, and the next one when its game is over."""

    def __init__(self, server: Server, seats: int, edition: str) -> None:
        self._server, self._seats, self._edition = server, seats, edition
        self._socket: LightSocket | None = None
        self._asked = 0

    async def play(self) -> None:
        """Let bots play game after game, until it is cancelled."""
        try:
            while True:
                over = asyncio.Event()
                await self._open(over)
                await over.wait()
                self._close()
        finally:
            self._close()

    async def _open(self, over: asyncio.Event) -> None:
        """Sit down at a new table; ``over`` is set when its game, or the connection, has ended."""
        plan = {"edition": self._edition, "players": self._seats}
        bots = [BOT] * (self._seats - 1)
        asked = {"plan": plan, "name": "Load", "bots": bots, "start": True}
        async with self._server.http() as http:
            opened = await http.post("/api/tables", asked, TableOpened)
        assert opened.secret is not None, "whoever opens a table under a name sits down"
        async with asyncio.timeout(PATIENCE):
            self._socket = await LightSocket.connect(
                Link(self._server.base, opened.table).socket_url,
                self._server.address,
                lambda raw: _hear(raw, over),
                lambda _: over.set(),
                self._server.tls,
            )
        self._say(wire.Hello(wire.PROTOCOL, opened.secret, 0, False))
        self._say(wire.DoOffer(self._id(), None))
        self._say(wire.DoStandIn(self._id(), 0, BOT))

    def _say(self, message: wire.Message) -> None:
        if self._socket is not None:
            self._socket.send(msgspec.json.encode(message))

    def _id(self) -> str:
        self._asked += 1
        return f"t{self._asked}"

    def _close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None


def _hear(raw: bytes, over: asyncio.Event) -> None:
    message = _decoder.decode(raw)
    if type(message) is LeanState and message.room.phase == "over":
        over.set()


class Thinkers:
    """Several such tables: :meth:`start` them, then :meth:`stop` them."""

    def __init__(self, base: str, tables: int, seats: int, edition: str) -> None:
        self._base = base
        server = Server(base)
        self._tables = [ThinkingTable(server, seats, edition) for _ in range(tables)]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Let them begin; return once the first turn has been searched for."""
        self._tasks = [asyncio.create_task(table.play()) for table in self._tables]
        async with asyncio.timeout(READY):
            while not (await searches(self._base)).get(BOT):
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.5)

    async def stop(self) -> None:
        """Leave them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def searches(base: str) -> dict[str, int]:
    """How many turns the server's bots have searched for, by level."""
    async with Server(base).http() as http:
        page = (await http.get("/metrics") or b"").decode("utf-8", "replace")
    found = re.findall(r'^ninetyeight_searches_total\{level="(\w+)"\} ([0-9.e+]+)$', page, re.M)
    return {level: int(float(count)) for level, count in found}
