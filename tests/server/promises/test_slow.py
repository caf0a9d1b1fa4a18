"""A client that stops reading slows nobody; it is cut off, and may come back."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from contextlib import ExitStack
from pathlib import Path

import psutil

from tests.server.harness import ServerProcess, serving, wait_until
from tests.server.wire_client import WireClient

#: Clients that stop reading, and how much the server may hold for all of them together.
SLEEPERS = 6
HELD = 24 * 1024 * 1024
#: Far more than fits into all buffers on the way.
ENOUGH = 20_000


class Sleeper:
    """A WebSocket client that says hello and reads no byte of any answer."""

    def __init__(self, server: ServerProcess, table: str) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.connect(("127.0.0.1", server.port))
        self.port = self.socket.getsockname()[1]
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(1)
        assert answer.startswith(b"HTTP/1.1 101")
        hello = json.dumps({"type": "hello", "protocol": 2}).encode()
        assert len(hello) < 126
        # A text frame under a mask of zeros.
        self.socket.sendall(struct.pack("!BBI", 0x81, 0x80 | len(hello), 0) + hello)


def test_one_that_stops_reading_slows_nobody_and_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, log_level="info") as server:
        table, secrets = server.full_table({"players": 2, "talk": "free"})
        with ExitStack() as sockets:
            sleepers = [Sleeper(server, table) for _ in range(SLEEPERS)]
            for sleeper in sleepers:
                sockets.callback(sleeper.socket.close)
            wait_until(lambda: server.metric("ninetyeight_connections") == SLEEPERS, "all there")
            before = psutil.Process(server.pid).memory_info().rss
            asyncio.run(a_busy_table(server, table, secrets))
            assert psutil.Process(server.pid).memory_info().rss - before < HELD
            # Nobody has read anything, and still the sockets end.
            ports = {sleeper.port for sleeper in sleepers}
            wait_until(lambda: not ports & connected_ports(server), "the sockets end")
        assert '"level": "error"' not in server.log()
        asyncio.run(come_back(server, table, secrets[0]))


def connected_ports(server: ServerProcess) -> set[int]:
    connections = psutil.Process(server.pid).net_connections("tcp")
    return {one.raddr.port for one in connections if one.raddr}


async def a_busy_table(server: ServerProcess, table: str, secrets: list[str]) -> None:
    """Talk until all who sleep have been cut off; who listens gets every word."""
    people = [WireClient(lambda: server.url, table, secret) for secret in secrets]
    for person in people:
        await person.connect()
        await person.shown()
    for at, person in enumerate(people):
        await person.do(f"ready{at}", type="ready", ready=True)
    speaker, listener = people
    await speaker.ping()
    start, words = speaker.number, "x" * 400
    said = 0
    while await asyncio.to_thread(server.metric, "ninetyeight_slow_clients_total") < SLEEPERS:
        assert said < ENOUGH
        for _ in range(50):
            await speaker.do(f"say{said}", type="say", text=words)
            said += 1
    await listener.caught_up(speaker.number)
    assert [listener.log[number]["text"] for number in range(start + 1, start + said + 1)] == [
        words
    ] * said
    assert sum(m["type"] == "state" and m["number"] > start for m in listener.told) == said
    await speaker.until(lambda: speaker.present and speaker.present["watchers"] == 0)
    for person in people:
        await person.close()


async def come_back(server: ServerProcess, table: str, secret: str) -> None:
    watcher = WireClient(lambda: server.url, table, None)
    seated = WireClient(lambda: server.url, table, secret)
    for client in (watcher, seated):
        await client.connect()
        await client.shown()
    assert watcher.number == seated.number
    assert watcher.log == seated.log
    for client in (watcher, seated):
        await client.close()
