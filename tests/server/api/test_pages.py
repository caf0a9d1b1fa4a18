"""The pages about the API and the protocol say what the code does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import ninetyeight
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.server import connection, limits
from ninetyeight.server.api.operation import BODY_BYTES
from ninetyeight.server.errors import STATUS
from ninetyeight.server.run import PING_EVERY
from ninetyeight.server.settings import Settings
from ninetyeight.wire import messages as wire
from tests.server.api.playing import Guest, open_table
from tests.server.api.reference import DOCS, PAGES, PART, PARTS, closes, renewed

PROTOCOL = (DOCS / "protocol.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_the_code(page: Path) -> None:
    written = page.read_text("utf-8")
    assert written == renewed(page), "write them: python -m tests.server.api.reference"


def test_every_table_is_on_a_page() -> None:
    found = [name for page in PAGES for _, name, _ in PART.findall(page.read_text("utf-8"))]
    assert sorted(found) == sorted(PARTS)


# --- error codes -------------------------------------------------------------------------------


#: What takes the code of an error of the server, and the place of that parameter.
MAKERS = {
    "ServerError": 0,
    "error_answer": 0,
    "make_error": 0,
    "_answer": 0,
    "self._give_up": 0,
    "self._refuse": 3,
}
#: These hand on the code, or the error, that they were given themselves.
PASSERS = {maker.removeprefix("self.") for maker in MAKERS} | {"_lawful"}


def codes_in(module: ast.Module) -> Iterator[str]:
    """Every code that a module gives to one of the makers: each text in what it is given, and in
    what is assigned to the variables there. No call may be left of which nobody knows the code.
    """
    functions = [
        one for one in ast.walk(module) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for call in (one for one in ast.walk(module) if isinstance(one, ast.Call)):
        maker = ast.unparse(call.func)
        if len(call.args) <= MAKERS.get(maker, len(call.args)):
            continue
        code = call.args[MAKERS[maker]]
        around = [one for one in functions if call in ast.walk(one)]
        names = {one.id for one in ast.walk(code) if isinstance(one, ast.Name)}
        given = [code]
        for place in (*around, *module.body):
            for one in ast.walk(place):
                if isinstance(one, ast.Assign) and names & set(map(ast.unparse, one.targets)):
                    given.append(one.value)
        parts = [one for each in given for one in ast.walk(each)]
        asked = {part for one in parts if isinstance(one, ast.Compare) for part in ast.walk(one)}
        texts = [one.value for one in parts if isinstance(one, ast.Constant) and one not in asked]
        found = [text for text in texts if isinstance(text, str)]
        assert found or {one.name for one in around} & PASSERS, ast.unparse(call)
        yield from found


def test_every_error_of_the_server_has_a_status() -> None:
    package = Path(ninetyeight.__file__).parent
    trees = [ast.parse(path.read_text("utf-8")) for path in (package / "server").rglob("*.py")]
    made = {code for tree in trees for code in codes_in(tree)}
    assert {"no_such_table", "no_such_page", "head_too_big", "wrong_host"} <= made
    assert made <= set(STATUS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_status_has_a_sentence_and_no_sentence_is_left_over(language: str) -> None:
    told = {code.removeprefix("server.") for code in catalogue(language).section("server")}
    assert told == set(STATUS)


# --- what the page on the protocol says in words -----------------------------------------------


def test_every_close_code_is_explained() -> None:
    listed = set(map(int, re.findall(r"^\| (\d{4}) \|", PROTOCOL, re.MULTILINE)))
    assert listed == set(closes()) | {1009}


def test_the_limits_are_those_of_the_code() -> None:
    settings = Settings(database="sqlite:///unused.db")
    assert f"number of this protocol ({wire.PROTOCOL})" in PROTOCOL
    assert f"| {wire.MESSAGE_BYTES} bytes;" in PROTOCOL
    assert f"| seconds until `hello` | {connection.HELLO_SECONDS:.0f} |" in PROTOCOL
    rate, burst = settings.messages_per_second, settings.message_burst
    assert f"{rate:.0f} a second, {burst} at once" in PROTOCOL
    assert f"{limits.STRIKES} refused ones end the connection" in PROTOCOL
    assert f"| {connection.MESSAGES_WAITING}, or {connection.BYTES_WAITING >> 20} MiB;" in PROTOCOL
    assert f"ping every {PING_EVERY:.0f} seconds" in PROTOCOL
    assert f"up to {BODY_BYTES >> 10} KiB" in (DOCS / "api.md").read_text("utf-8")


def reach(client: httpx2.Client, table: str) -> ClientConnection:
    address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
    return connect(f"{address}/ws/{table}")


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(msgspec.json.encode(message).decode())


def hear(socket: ClientConnection) -> dict[str, Any]:
    heard: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=20))
    return heard


def ends_with(socket: ClientConnection) -> int | None:
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=20)
    return socket.close_code


def test_after_hello_come_welcome_state_and_present(client: httpx2.Client) -> None:
    host = open_table(client)
    with reach(client, host.table) as socket:
        say(socket, type="hello", protocol=2, secret=host.secret)
        assert [hear(socket)["type"] for _ in range(3)] == ["welcome", "state", "present"]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"ping"}', 4000),
        ('{"type":"hello","protocol":0}', 4000),
        ("garbage", 4000),
        ('{"type":"hello","protocol":2,"secret":"xxxxxxxxxxxxxxxxxxxxxx"}', 4001),
        ('{"type":"hello","protocol":2,"last":"' + "9" * 9000 + '"}', 1009),
    ],
)
def test_a_bad_beginning_ends_the_connection_as_explained(
    client: httpx2.Client, first: str, code: int
) -> None:
    host = open_table(client)
    with reach(client, host.table) as socket:
        socket.send(first)
        assert ends_with(socket) == code


def test_closed_and_unknown_tables_end_the_connection_as_explained(client: httpx2.Client) -> None:
    closed = open_table(client, plan={"watchers": False})
    for table, code in ((closed.table, 4003), ("0123456789ab", 4004)):
        with reach(client, table) as socket:
            say(socket, type="hello", protocol=2)
            assert ends_with(socket) == code


def test_a_command_that_is_sent_again_is_answered_again_and_not_done_twice(
    client: httpx2.Client,
) -> None:
    host = open_table(client, plan={"players": 2})
    answers = []
    for _ in range(2):
        with reach(client, host.table) as socket:
            say(socket, type="hello", protocol=2, secret=host.secret)
            say(socket, type="say", id="once", text="hello there")
            while (heard := hear(socket))["type"] != "done":
                pass
            answers.append(heard)
    assert answers[0] == answers[1]
    assert said(client, host) == ["hello there"]


def said(client: httpx2.Client, host: Guest) -> list[str]:
    """All that was said at a table, from its first event on."""
    with reach(client, host.table) as socket:
        say(socket, type="hello", protocol=2, last=0)
        while (heard := hear(socket))["type"] != "state":
            pass
    return [event["text"] for event in heard["news"] if event["kind"] == "said"]
