"""HTTP as servers and the proxies before them speak it, and as neither does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from ninetyeight.client import ClientError, Declined
from ninetyeight.client.http import Http, Server
from tests.client.guests import run


class Told(msgspec.Struct):
    table: str


@asynccontextmanager
async def answering(*answers: bytes) -> AsyncIterator[tuple[Http, list[bytes]]]:
    """A server that gives these answers one after the other, and keeps what it was asked."""
    left = list(answers)
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while left:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or b"0")
            asked.append(head + await reader.readexactly(length))
            answer = left.pop(0)
            writer.write(answer)
            if b"close" in answer:
                break
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        async with Server(f"http://127.0.0.1:{port}").http() as http:
            yield http, asked
    await asyncio.sleep(0)


def answer(status: str, body: bytes, *headers: str) -> bytes:
    lines = (f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers)
    return "\r\n".join([*lines, "", ""]).encode() + body


GOOD = b'{"table": "0123456789ab", "new_field": 1}'


def test_one_connection_is_kept_for_several_requests() -> None:
    async def ask() -> None:
        async with answering(answer("201 Created", GOOD), answer("200 OK", b"plain")) as (
            http,
            asked,
        ):
            told = await http.post("/api/tables", {"name": "Ada"}, Told)
            assert told.table == "0123456789ab"
            assert await http.get("/metrics") == b"plain"
            assert asked[0].startswith(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:")
            assert asked[0].endswith(b'{"name":"Ada"}')

    run(ask())


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"8;x=y\r\n" + GOOD[:8] + b"\r\n%x\r\n" % len(GOOD[8:]) + GOOD[8:] + b"\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n" + GOOD,
    ],
    ids=["chunked", "until the end"],
)  # fmt: skip
def test_bodies_of_unknown_length_are_read(raw: bytes) -> None:
    async def ask() -> str:
        async with answering(raw) as (http, _):
            return (await http.post("/", {}, Told)).table

    assert run(ask()) == "0123456789ab"


def test_a_refusal_carries_the_servers_reason() -> None:
    body = b'{"error": {"code": "server.no_free_seat", "params": {}, "rule": null, "text": "x"}}'

    async def ask() -> None:
        async with answering(answer("409 Conflict", body)) as (http, _):
            with pytest.raises(Declined) as caught:
                await http.post("/", {}, Told)
            assert caught.value.message_code == "server.no_free_seat"
            assert caught.value.text("de").startswith("Alle Plätze")

    run(ask())


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (answer("502 Bad Gateway", b"<html>"), "status"),
        (answer("200 OK", b"<html>"), "not_our_server"),
        (answer("200 OK", b"{}"), "not_our_server"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "not_our_server"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "not_our_server"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "not_our_server"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nabc", "unreachable"),
    ],
)
def test_what_is_no_server_of_ours_is_told(raw: bytes, code: str) -> None:
    async def ask() -> None:
        async with answering(raw) as (http, _):
            with pytest.raises(ClientError) as caught:
                await http.post("/", {}, Told)
            assert caught.value.code == code

    run(ask())
