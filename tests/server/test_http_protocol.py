"""A connection's time is bounded: for its first request, for a header, between requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.server import http_protocol, limits, reading, run
from ninetyeight.server.app import create_app
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import Store
from tests.server.harness import PATIENCE

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(folder: Path, **settings: int) -> AsyncIterator[Stream]:
    """A connection to a server in this process."""
    chosen = Settings(database=f"sqlite:///{folder / 'games.db'}", port=0, **settings)  # type: ignore[arg-type]
    store = await Store.open(chosen.database)
    app = create_app(chosen, store)
    listening = run.listen(chosen)
    server = run.GracefulServer(run.config_of(chosen, app), app.state.stop, lambda _: None)
    async with asyncio.timeout(PATIENCE):
        serving = asyncio.create_task(server._serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        try:
            yield reader, writer
        finally:
            writer.transport.abort()
            server.should_exit = True
            await serving
            listening.close()
            await store.close()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", b""),
        (b"\r\n", b""),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"HTTP/1.1 408"),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{",
            b"HTTP/1.1 408",
        ),
    ],
    ids=["nothing", "an empty line", "half a header", "half a body"],
)
def test_a_request_that_does_not_come_ends_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes, status: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.05)

    async def wait() -> bytes:
        async with connected(tmp_path) as (reader, writer):
            writer.write(said)
            return await reader.read()

    assert asyncio.run(wait())[:12] == status


def test_a_kept_connection_that_only_ticks_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "KEPT_SECONDS", 0.05)

    async def tick() -> None:
        async with connected(tmp_path) as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert await reader.read(12) == b"HTTP/1.1 200"
            while not reader.at_eof():
                writer.write(b"\r\n")
                await reader.read(4096) if reader._buffer else await asyncio.sleep(0.01)  # type: ignore[attr-defined]

    asyncio.run(tick())


def test_an_answer_that_nobody_reads_ends_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "UNREAD_SECONDS", 0.1)
    monkeypatch.setattr(reading, "LINGER", 0.1)

    async def leave_it() -> None:
        async with connected(tmp_path, requests_per_minute=0) as (reader, writer):
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            with pytest.raises(ConnectionError):
                await fill(writer, request * 100)

    asyncio.run(leave_it())


async def fill(writer: asyncio.StreamWriter, requests: bytes) -> None:
    while True:
        writer.write(requests)
        await writer.drain()
        await asyncio.sleep(0)


def test_an_address_that_goes_on_asking_is_read_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[float] = []
    monkeypatch.setattr(http_protocol, "HELD_BACK", 0.123)
    monkeypatch.setattr(limits, "REFUSED_AT_ONCE", 1)
    request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def ask() -> list[bytes]:
        async with connected(tmp_path, requests_per_minute=1) as (reader, writer):
            loop = asyncio.get_running_loop()
            call_later = loop.call_later

            def noted(after: float, *do: Any) -> asyncio.TimerHandle:
                held.append(after)
                return call_later(after, *do)

            monkeypatch.setattr(loop, "call_later", noted)
            writer.write(request * 2)
            told = [await reader.read()]
            assert http_protocol.HELD_BACK not in held
            again, writer = await asyncio.open_connection(*writer.get_extra_info("peername"))
            writer.write(request)
            told.append(await again.read())
            assert http_protocol.HELD_BACK in held
            writer.close()
            return told

    first, second = asyncio.run(ask())
    assert first.count(b"HTTP/1.1 200") == first.count(b"HTTP/1.1 429") == 1
    assert second.startswith(b"HTTP/1.1 429")
