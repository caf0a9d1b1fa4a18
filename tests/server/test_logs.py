"""The log: what a line looks like, and that no secret is ever in one."""

from __future__ import annotations

import io
import json
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ninetyeight.server.errors import ServerError
from ninetyeight.server.logs import JsonLines, TextLines, configure_logging, note
from ninetyeight.server.settings import Settings
from tests.server.serving import served


def lines(kind: logging.Formatter, *records: tuple[Any, ...], **extra: Any) -> str:
    """What a logger with this formatter writes."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(kind)
    log = logging.Logger("ninetyeight.test")
    log.addHandler(handler)
    for record in records:
        log.warning(*record, **extra)
    return stream.getvalue()


def told(record: tuple[Any, ...], **extra: Any) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(lines(JsonLines(), record, **extra))
    return line


def test_a_line_of_json_has_time_level_logger_and_message() -> None:
    line = told(("table opened",), extra={"told": {"n": 3, "code": "refusal.too_low"}})
    assert line["message"] == "table opened"
    assert (line["level"], line["logger"], line["n"]) == ("warning", "ninetyeight.test", 3)
    assert line["code"] == "refusal.too_low"
    assert line["time"].endswith("Z")


def test_a_line_of_text_is_for_people() -> None:
    line = lines(TextLines(), ("table opened",), extra={"told": {"n": 3, "address": "a b"}})
    assert line.endswith('warning table opened n=3 address="a b"\n')


def test_of_a_table_only_the_beginning_is_shown() -> None:
    assert told(("x",), extra={"told": {"table": "k7q2m9xa4twb"}})["table"] == "k7q2"


def test_values_that_are_not_listed_are_left_out() -> None:
    unlisted = dict.fromkeys(("secret", "invite", "name", "text", "cards", "deal", "path"), "hush")
    assert "hush" not in lines(JsonLines(), ("x",), extra={"told": unlisted})


@pytest.mark.parametrize("value", ["Ada Lovelace", "42@U1", "K7Q2M9XA4TWB3H8C", "<b>"])
def test_a_code_that_is_none_is_not_shown(value: str) -> None:
    assert told(("x",), extra={"told": {"why": value}})["why"] == "…"


def test_a_line_cannot_be_made_to_look_like_two() -> None:
    line = lines(TextLines(), ("x",), extra={"told": {"address": "a\n12:00:00 error fire"}})
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (("Cancel %s running task(s)", 7), "Cancel 7 running task(s)"),
        (('%s - "WebSocket %s" [accepted]', "192.0.2.9", "/ws/k7q2m9xa4twb?seat=x"), None),
        (("Task exception was never retrieved\nfuture: <Task hush>",), None),
        (("GET /t/k7q2m9xa4twb#invite=hush",), None),
        (("Authorization: Bearer hush",), None),
        (("got %(what)s", {"what": "hush"}), None),
        (("%d left", "hush"), None),
    ],
)
def test_of_others_lines_only_the_fixed_part_is_kept(
    record: tuple[Any, ...], shown: str | None
) -> None:
    message = told(record)["message"]
    assert "hush" not in message
    assert "k7q2m9xa4twb" not in message
    assert message
    if shown is not None:
        assert message == shown


@pytest.mark.parametrize("kind", [JsonLines(), TextLines()])
def test_an_exception_tells_its_kind_and_places_but_not_its_words(
    kind: logging.Formatter,
) -> None:
    def inner() -> None:
        raise KeyError("hush")

    def outer() -> None:
        try:
            inner()
        except KeyError as cause:
            raise RuntimeError("hush again") from cause

    with pytest.raises(RuntimeError) as failed:
        outer()
    written = lines(kind, ("it failed",), exc_info=failed.value)
    assert "hush" not in written
    assert "RuntimeError" in written
    assert "KeyError" in written
    assert "server/test_logs.py" in written
    assert "inner" in written
    assert str(Path(__file__).parents[2]) not in written


def test_an_error_of_ours_tells_its_code() -> None:
    log = logging.Logger("ninetyeight.test")
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    log.addHandler(handler)
    note(log, "refused", error=ServerError("no_such_seat", seat="hush", seats=2))
    assert "server.no_such_seat" in stream.getvalue()
    assert "hush" not in stream.getvalue()


# --- a server that is fed secrets ----------------------------------------------------------------

NAME = "Zebedee-Quux"
SAID = "plugh the xyzzy gently"


@pytest.mark.parametrize("form", ["json", "text"])
def test_nothing_that_players_bring_is_ever_in_the_log(tmp_path: Path, form: str) -> None:
    deal = "original-2p-K7Q2M9XA4TWB3H8C"
    with served(
        tmp_path, "--log-level", "debug", "--log-format", form, "--bot-pace", "0"
    ) as server:
        opened = server.open_table(NAME, players=2, deal=deal)
        table, secret, invite = opened["table"], opened["secret"], opened["invite"]
        bearer = f"Bearer {secret}"
        server.ask("GET", f"/api/tables/{table}?seat={secret}", authorization=bearer)
        server.ask("GET", f"/api/tables/{table}", authorization=bearer)
        server.ask("GET", f"/t/{table}?invite={invite}", referer=f"http://x/#seat={secret}")
        server.ask("GET", f"/api/deals/{deal}")
        server.ask("POST", "/api/tables", {"name": NAME, "secret": secret})
        server.ask("POST", f"/api/tables/{table}/seats", {"invite": invite, "name": ""})
        server.ask("POST", f"/api/tables/{table}/seats", f'{{"invite": "{invite}'.encode())
        server.ask("GET", f"/{secret}", origin=f"http://{invite}.example", cookie=secret)
        server.ask("GET", "/", host=f"{invite}.example")
        with socket.create_connection((server.host, server.port), timeout=30) as raw:
            raw.sendall(f"{secret} {table} {invite}\r\n\r\n".encode())
            raw.recv(1000)
        _, _, sat = server.ask(
            "POST", f"/api/tables/{table}/seats", {"invite": invite, "name": NAME + "2"}
        )
        second = json.loads(sat)["secret"]
        _talk(server, table, secret, second, invite)
        assert server.stop(signal.SIGTERM) == 0
        log = server.log
    assert "request" in log
    assert "/api/tables/{table}" in log
    found = {
        word: word in log
        for word in (table, secret, second, invite, NAME, SAID, "xyzzy", "Bearer", "42@U1")
    }
    assert found == dict.fromkeys(found, False)
    assert "K7Q2M9XA4TWB3H8C" not in log.upper()
    if form == "json":
        for line in log.splitlines():
            assert json.loads(line)["message"]


def _talk(server: Any, table: str, secret: str, second: str, invite: str) -> None:
    """Two players who ready up, talk, play, and send a good deal of nonsense."""
    with server.connect(table, f"?seat={secret}") as one, server.connect(table) as other:
        for link, own in ((one, secret), (other, second)):
            link.send(json.dumps({"type": "hello", "protocol": 2, "secret": own}))
            link.recv(timeout=30)
            link.send(json.dumps({"type": "ready", "id": "1", "ready": True}))
        wishes: tuple[dict[str, Any], ...] = (
            {"type": "say", "text": SAID},
            {"type": "say", "text": f"my secret is {secret} and fifty"},
            {"type": "move", "move": "42@U1", "after": 0},
            {"type": "move", "move": invite[:12], "after": 10_000},
            {"type": "mark", "row": invite[:4], "marker": "keep"},
            {"type": secret, "invite": invite},
            {"type": "say", "text": SAID, "secret": secret},
            {"type": "seat_bot", "seat": 1, "bot": invite[:20]},
        )
        for number, message in enumerate(wishes, start=2):
            one.send(json.dumps({**message, "id": str(number)}))
        one.send(f"{{{secret} {invite}")
        one.send(secret.encode())
        # Answered in order: when this is, everything before has been dealt with.
        one.send(json.dumps({"type": "ping"}))
        while '"pong"' not in one.recv(timeout=30):
            pass
        one.send(secret * 1000)  # too long: the connection is closed
        with suppress(ConnectionClosed):
            while one.recv(timeout=30):
                pass
        assert one.close_code == 1009
    with server.connect(table) as stranger:
        stranger.send(json.dumps({"type": "hello", "protocol": 2, "secret": invite + secret}))
        with pytest.raises(ConnectionClosed):
            stranger.recv(timeout=30)


def test_the_log_goes_to_the_error_channel_in_the_form_that_was_asked_for(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.ask("GET", "/healthz")
        server.ask("GET", "/")
        server.stop()
        messages = [json.loads(line) for line in server.log.splitlines()]
    assert messages[0]["message"] == "starting"
    assert messages[0]["database"] == str(tmp_path / "games.db")
    assert messages[-1] == {**messages[-1], "message": "stopped", "signal": "SIGTERM"}
    # A probe comes every few seconds: it is no news.
    assert [m["route"] for m in messages if m["message"] == "request"] == ["/"]


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Whatever a test does to the log of this process is undone."""
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn.error")
    kept = list(root.handlers), root.level, list(uvicorn.filters), logging.raiseExceptions
    yield
    root.handlers[:], level, uvicorn.filters[:], logging.raiseExceptions = kept
    root.setLevel(level)


def test_what_only_a_client_did_wrong_is_no_error_of_ours(own_logging: None) -> None:
    stream = io.StringIO()
    configure_logging(Settings(database="sqlite://", log_format="json"), stream)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.error("ASGI callable returned without completing handshake.")
    uvicorn.error("Invalid UTF-8 sequence received from client.")
    assert stream.getvalue() == ""
    uvicorn.error("something else")
    assert stream.getvalue().count("\n") == 1
