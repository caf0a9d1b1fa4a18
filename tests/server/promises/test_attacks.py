"""One hostile address: what it sends is bounded, it is cut off in time, and others play on.

The same at length, with figures, is `ninetyeight load --attack all`.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
import pytest

from ninetyeight.load.ground import frame
from ninetyeight.server.http_protocol import HEAD_BYTES, REQUEST_BYTES
from ninetyeight.server.limits import SPARE_OF_ONE
from ninetyeight.server.reading import SLICE
from ninetyeight.server.settings import Settings
from tests.server.harness import PATIENCE, ServerProcess, serving
from tests.server.wire_client import WireClient

HOSTILE = "127.0.0.2"
#: What an attack may cost in memory here; without a bound it is a multiple.
HELD = 24 * 1024 * 1024
BURST = Settings(database="sqlite://").message_burst


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the limits on messages that it has by itself."""
    settings = {"messages_per_second": 10, "message_burst": BURST}
    with serving(tmp_path_factory.mktemp("server"), **settings) as running:
        yield running
        assert '"level": "error"' not in running.log()


def connect(server: ServerProcess, source: str = HOSTILE) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (source, 0))
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
    return found


def everything(connection: socket.socket) -> bytes:
    """All that comes until the server has ended the connection."""
    told = b""
    try:
        while part := connection.recv(65_536):
            told += part
    except ConnectionResetError:
        pass
    return told


def watching(server: ServerProcess, table: str) -> socket.socket:
    """A WebSocket of a watcher who has shaken hands and said nothing yet."""
    connection = connect(server)
    connection.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    connection.sendall(frame(0x81, b'{"type":"hello","protocol":2}'))
    return connection


def memory(server: ServerProcess) -> int:
    return int(psutil.Process(server.pid).memory_info().rss)


def test_requests_in_a_row_are_answered_in_order_and_wait_unread(server: ServerProcess) -> None:
    asked = 8_000
    known, unknown = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for path in ("/healthz", "/no")
    )
    last = b"GET /no HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    before = most = memory(server)
    with connect(server) as connection:
        requests = (known + unknown) * (asked // 2) + last
        sending = threading.Thread(target=connection.sendall, args=(requests,))
        sending.start()
        told = bytearray()
        while part := connection.recv(65_536):
            told += part
            most = max(most, memory(server))
        sending.join()
    statuses = [part[:3] for part in bytes(told).split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"404"] * (asked // 2) + [b"404"]
    assert most - before < HELD // 2


@pytest.mark.parametrize(
    ("start", "more", "most", "status"),
    [
        ("GET / HTTP/1.1\r\nHost: x\r\nX: ", b"x", HEAD_BYTES, b"431"),
        ("GET / HTTP/1.1\r\nHost: x\r\n", b"a: b\r\n", HEAD_BYTES, b"431"),
        ("GET /", b"x", HEAD_BYTES, b"431"),
        (
            "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n0\r\n",
            b"a: b\r\n",
            REQUEST_BYTES,
            b"413",
        ),
    ],
    ids=["one line", "many lines", "address", "after the body"],
)
def test_a_header_without_end_ends_the_connection(
    server: ServerProcess, start: str, more: bytes, most: int, status: bytes
) -> None:
    before = memory(server)
    with connect(server) as connection:
        connection.sendall(start.encode())
        sent = 0
        try:
            while sent <= most + 8192:
                connection.sendall(more * (4096 // len(more)))
                sent += 4096
        except (ConnectionResetError, BrokenPipeError):
            pass  # cut off while it went on: the answer may be lost with it
        told = everything(connection)
    assert told.startswith(b"HTTP/1.1 " + status) or not told
    assert sent >= most
    assert memory(server) - before < HELD


def test_one_address_has_so_many_connections_and_others_get_in(tmp_path: Path) -> None:
    allowed = 3 + SPARE_OF_ONE
    with serving(tmp_path, connections_per_address=3) as server, ExitStack() as stack:
        inside = [stack.enter_context(connect(server)) for _ in range(allowed)]
        beyond = [stack.enter_context(connect(server)) for _ in range(5)]
        assert all(not (told := everything(one)) or b" 503 " in told for one in beyond)
        assert server.ask("GET", "/healthz").status == 200
        inside[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert inside[0].recv(12) == b"HTTP/1.1 200"
        inside[0].close()
        # Its place is free again, sooner or later.
        while True:
            with connect(server) as another:
                another.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                if b" 200 " in everything(another):
                    break
        assert server.metric("ninetyeight_rate_limited_total") >= len(beyond)


def test_a_named_proxy_brings_as_many_as_there_are(tmp_path: Path) -> None:
    settings = {"connections_per_address": 3, "proxy": HOSTILE}
    with serving(tmp_path, **settings) as server, ExitStack() as stack:
        for _ in range(2 * (3 + SPARE_OF_ONE)):
            one = stack.enter_context(connect(server))
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize(
    ("first", "flood"),
    [
        (b"", frame(0x89)),
        (b"", frame(0x8A)),
        (frame(0x01), frame(0x00)),
        (b"", frame(0x89, b"x" * 125)),
    ],
    ids=["pings", "pongs", "empty parts", "long pings"],
)
def test_frames_that_are_no_message_count_and_end_the_connection(
    server: ServerProcess, first: bytes, flood: bytes
) -> None:
    table, secrets = server.full_table({"players": 2, "talk": "free"})
    with watching(server, table) as connection:
        connection.sendall(first)
        for _ in range(3 * BURST):
            try:
                connection.sendall(flood)
            except (ConnectionResetError, BrokenPipeError):
                break
        told = everything(connection)
    # 4029 in a frame that closes; what had come with the last slice may be answered before it.
    assert told.endswith(b"\x88\x02\x0f\xbd")
    assert told.count(b"\x8a") <= BURST + SLICE // len(flood)

    async def play_on() -> None:
        person = WireClient(lambda: server.url, table, secrets[0])
        await person.connect()
        await person.do("well", type="say", text="all well")
        await person.close()

    asyncio.run(play_on())


@pytest.mark.parametrize("headers", ["", "X-A: b\r\n" * 200], ids=["noise", "many headers"])
def test_what_follows_a_handshake_too_soon_ends_the_connection(
    server: ServerProcess, headers: str
) -> None:
    table = server.open_table()["table"]
    with connect(server) as connection:
        shake = (
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        connection.sendall(shake.encode() + b"\xb3" * 300)
        told = everything(connection)
    # Let in and cut off with 1002, or never let in.
    assert (b"\x03\xea" in told) if not headers else (b" 101 " not in told)


def test_nothing_is_read_from_a_client_that_does_not_read(tmp_path: Path) -> None:
    enough = 48 * 1024 * 1024  # far more than all buffers of the system on the way
    with serving(tmp_path) as server:  # without a limit on messages
        table = server.open_table()["table"]
        before = memory(server)
        pings = frame(0x89, b"x" * 125) * 500
        with watching(server, table) as connection:
            connection.settimeout(3)
            sent = 0
            with suppress(TimeoutError):  # the buffers are full, and nobody empties them
                while sent < enough:
                    sent += connection.send(pings[sent % len(pings) :])
            assert sent < enough
            assert memory(server) - before < HELD
        assert server.ask("GET", "/healthz").status == 200


def test_an_address_that_asked_too_often_has_to_connect_anew(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_minute=1) as server, connect(server) as connection:
        request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(request * 3)
        told = everything(connection)
        assert [part[:3] for part in told.split(b"HTTP/1.1 ")[1:]] == [b"200", b"429"]
        assert b"connection: close" in told
        assert server.ask("GET", "/healthz").status == 200  # from another address
