"""Where an attack takes place: the server, the address it comes from, and a table of its own."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ninetyeight.client.http import Server
from ninetyeight.load.figures import Figures
from ninetyeight.load.table import LoadTable, open_table

#: Bytes of a stream that wait for whoever reads it; what is not read stays with the server.
HELD = 4096

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Ground:
    """What an attack may use. ``others`` is the table that others play at, known by its address.

    ``connections`` counts what was opened: how often the server let the attack in again.
    """

    server: Server
    others: str
    table: LoadTable | None = None
    table_id: str = ""
    connections: int = 0
    #: True once the attack is to end; a connection that fails just then forgets that it was told.
    over: bool = False
    _left: list[LoadTable] = field(default_factory=list)

    @asynccontextmanager
    async def stream(self) -> AsyncIterator[Stream]:
        """A connection without a word said; broken off at the end."""
        reader, writer = await asyncio.open_connection(
            *self.server.address, local_addr=self.server.source, limit=HELD
        )
        self.connections += 1
        # That a connection broke while its task was ended is no news: nobody waits for it any more.
        asyncio.get_running_loop().set_exception_handler(_but_broken_connections)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def request(self, path: str, *headers: str, method: str = "GET") -> bytes:
        """A request up to the end of its headers."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.server.host}", *headers]
        return "\r\n".join([*lines, "", ""]).encode()

    def watching(self, table: str) -> bytes:
        """What opens a WebSocket to a table and says hello there without a secret."""
        key = base64.b64encode(os.urandom(16)).decode()
        hello = json.dumps({"type": "hello", "protocol": 2}).encode()
        return self.request(
            f"/ws/{table}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ) + frame(0x81, hello)

    async def sit_down(self, seats: int) -> LoadTable:
        """A table of the attacker's own at which the game has begun."""
        async with self.server.http() as http:
            self.table_id, secrets = await open_table(http, seats)
        self.table = LoadTable(self.server, self.table_id, secrets, Figures(), lambda _: None)
        self._left.append(self.table)
        await self.table.connect()
        await self.table.deal()
        return self.table

    def leave(self) -> None:
        """Let the tables go."""
        for table in self._left:
            table.close()


def frame(first: int, payload: bytes = b"") -> bytes:
    """A WebSocket frame as a client sends it, under a mask of zeros."""
    size = len(payload)
    short = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((first,)) + short + bytes(4) + payload


def _but_broken_connections(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Whatever was left unheard is told as usual, unless it is a connection that broke."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)
