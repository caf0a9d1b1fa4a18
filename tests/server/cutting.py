"""A line to PostgreSQL that can be cut: at a commit, before or after it was done, or altogether."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.server.harness import PATIENCE


class Line:
    """Passes everything on, until told to do otherwise."""

    def __init__(self, server_port: int) -> None:
        self.port = 0
        #: Let the next commit be done, then lose the answer and all connections.
        self.lose_answer = False
        #: Lose all connections instead of passing on the next commit.
        self.lose_commit = False
        #: Take no new connection.
        self.down = False
        #: Keep everything that is sent from now on, as a server that hangs.
        self.silent = False
        self._server_port = server_port
        self._writers: set[asyncio.StreamWriter] = set()
        self._lost = False

    def cut(self) -> None:
        """Lose all connections."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def serve(
        self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        self._writers.add(to_client)
        try:
            if self.down:
                return
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
            self._writers.add(to_server)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._asked(from_client, to_server))
                both.create_task(self._answered(from_server, to_client))
        except* OSError:
            pass
        finally:
            to_client.transport.abort()
            self._writers.discard(to_client)

    async def _asked(self, client: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        while data := await client.read(65536):
            if self.silent:
                continue
            commits = b"COMMIT" in data
            if commits and self.lose_commit:
                self.lose_commit, self.down = False, True
                self.cut()
                return
            if commits and self.lose_answer:
                self.lose_answer, self._lost = False, True
            server.write(data)
        server.close()

    async def _answered(self, server: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        while data := await server.read(65536):
            if self._lost and b"COMMIT" in data:
                self._lost, self.down = False, True
                self.cut()
                return
            if not self.silent:
                client.write(data)
        client.close()


@asynccontextmanager
async def line_to(server_port: int) -> AsyncIterator[Line]:
    """A line to the server on that port; its own is ``line.port``."""
    line = Line(server_port)
    listening = await asyncio.start_server(line.serve, "127.0.0.1", 0)
    line.port = listening.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.cut()
        listening.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await listening.wait_closed()
