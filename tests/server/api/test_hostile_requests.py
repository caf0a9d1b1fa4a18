"""Bad input gets a documented error code, and the server goes on."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import httpx2
import pytest

from ninetyeight.server.api.operation import BODY_BYTES
from tests.server.api.playing import Guest, error_of, open_table, take_seat
from tests.server.api.serving import served

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "no_json"),
        (b"{", "no_json"),
        (b'{"name": "Ada"} and more', "no_json"),
        (b'{"name": NaN}', "no_json"),
        (b'{"name": "\\ud800"}', "no_json"),
        (b"\xef\xbb\xbf{}", "no_json"),
        (b'{"name": "\xff\xfe"}', "no_utf8"),
        ("{“name”: 1}".encode("utf-16"), "no_utf8"),
        (b"[" * 50_000, "too_deep"),
        (b'{"plan":' * 5_000, "too_deep"),
        (b'{"name": 98}', "wrong_fields"),
        (b'{"name": 7}', "wrong_fields"),
        (b'{"name": ""}', "wrong_fields"),
        (b'{"name": "' + b"A" * 25 + b'"}', "wrong_fields"),
        (b'{"Name": "Ada"}', "wrong_fields"),
        (b'{"name": "Ada", "admin": true}', "wrong_fields"),
        (b'{"name": "Ada", "start": 1}', "wrong_fields"),
        (b'{"name": "Ada", "start": "true"}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"players": 0}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"players": 1.5}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"players": 1e400}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"players": true}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"options": {"fire": 1}}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"options": {"slow": true}}}', "wrong_fields"),
        (b'{"name": "Ada", "plan": {"talk": "loud"}}', "wrong_fields"),
        (b'{"name": "Ada", "bots": "greedy"}', "wrong_fields"),
        (b'{"name": "Ada", "bots": ["a","b","c","d","e","f","g","h","i","j"]}', "wrong_fields"),
        (b'["Ada"]', "wrong_fields"),
        (b'"Ada"', "wrong_fields"),
        (b"null", "wrong_fields"),
    ],
)
def test_a_body_that_cannot_be_read(client: httpx2.Client, body: bytes, code: str) -> None:
    answer = client.post("/api/tables", content=body, headers=JSON)
    assert error_of(answer) == (400, f"server.{code}")


def test_a_whole_number_may_be_written_with_a_point(client: httpx2.Client) -> None:
    # To JSON Schema, by which the API is described, 2.0 is an integer.
    body = b'{"name": "Ada", "plan": {"players": 2.0}}'
    assert client.post("/api/tables", content=body, headers=JSON).status_code == 201


@pytest.mark.parametrize(
    "kind",
    [None, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"],
)
def test_only_json_is_taken(client: httpx2.Client, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = client.post("/api/tables", content=b'{"name": "Ada"}', headers=headers)
    assert error_of(answer) == (415, "server.wrong_content_type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_named_as_it_is(client: httpx2.Client, kind: str) -> None:
    answer = client.post("/api/tables", content=b'{"name": "Ada"}', headers={"Content-Type": kind})
    assert answer.status_code == 201


def test_a_body_that_is_too_long_is_not_read(client: httpx2.Client) -> None:
    body = b'{"name": "Ada"}' + b" " * BODY_BYTES
    answer = client.post("/api/tables", content=body, headers=JSON)
    assert error_of(answer) == (413, "server.body_too_big")


def test_a_body_that_hides_its_length_is_cut_off(client: httpx2.Client) -> None:
    pieces = (b" " * 8192 for _ in range(20))  # sent in chunks, without Content-Length
    try:
        answer = client.post("/api/tables", content=pieces, headers=JSON)
    except httpx2.WriteError:
        return  # the server had answered and closed before all of it was sent
    assert error_of(answer) == (413, "server.body_too_big")


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>"[:24],
        "'; DROP TABLE rooms; --",
        '"><img src=x onerror=x>',
        "{name} %s ${x} {{7*7}}",
        "\u202eevil\u202c",
        "Zoë 🂡 名前",
        "../../etc/passwd",
    ],
)
def test_a_name_is_only_a_name(client: httpx2.Client, name: str) -> None:
    host = open_table(client, name, plan={"players": 2})
    take_seat(client, host, name)
    answer = client.get(f"/api/tables/{host.table}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    seen = [seat["name"] for seat in answer.json()["room"]["seats"]]
    kept = "".join(c for c in name if c.isprintable())
    assert all(kept.split()[0] in (one or "") for one in seen)
    assert all((one or "").isprintable() for one in seen)


def test_the_tables_go_on_after_every_attack(client: httpx2.Client, finished: Guest) -> None:
    for name in ("';DELETE FROM events;--", "' OR '1'='1"):
        open_table(client, name)
        client.get(f"/api/tables/{name}")
        client.get(f"/api/deals/{name}")
    assert client.get(f"/api/tables/{finished.table}/record").status_code == 200


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/editions", "GET, HEAD, OPTIONS"),
        ("/api/tables", "OPTIONS, POST"),
        ("/api/tables/0123456789ab", "GET, HEAD, OPTIONS"),
        ("/api/tables/0123456789ab/seats", "OPTIONS, POST"),
        ("/api/daily", "GET, HEAD, OPTIONS"),
        ("/api/daily/alone/tables", "OPTIONS, POST"),
        ("/api/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
def test_every_method_gets_a_proper_answer(client: httpx2.Client, path: str, allowed: str) -> None:
    asked = client.options(path)
    assert (asked.status_code, asked.headers["allow"], asked.content) == (204, allowed, b"")
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
        if method not in allowed:
            answer = client.request(method, path)
            assert error_of(answer) == (405, "server.wrong_method")
            assert answer.headers["allow"] == allowed


def test_head_is_get_without_the_body(client: httpx2.Client) -> None:
    got, head = client.get("/api/editions"), client.head("/api/editions")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == got.headers["content-length"]
    assert head.headers["content-type"] == got.headers["content-type"]
    assert client.head("/api/deals/nonsense").status_code == 404


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/tables/", "/api/deals/", "/api/tables//record"]
)
def test_where_nothing_is_an_error_says_so(client: httpx2.Client, path: str) -> None:
    assert error_of(client.get(path))[0] in (404, 405)


def test_a_parameter_that_nobody_asked_for_is_refused_everywhere(
    client: httpx2.Client, finished: Guest
) -> None:
    for path in ("/api/editions", f"/api/tables/{finished.table}", "/api/openapi.json"):
        answer = client.get(f"{path}?secret=x")
        assert error_of(answer) == (400, "server.unknown_query")


def test_garbage_instead_of_http_hurts_nobody(client: httpx2.Client) -> None:
    host, port = client.base_url.host, client.base_url.port
    assert port is not None
    for garbage in (b"\x00" * 100, b"GET /api/editions\r\n\r\n", b"POST /api/tables HTTP/9.9\r\n"):
        with socket.create_connection((host, port), timeout=10) as raw:
            raw.sendall(garbage)
    assert client.get("/api/editions").status_code == 200


def test_an_address_sets_up_only_so_many_tables_an_hour(tmp_path: Path) -> None:
    with served(tmp_path, new_tables_per_hour=3) as client:
        for _ in range(3):
            open_table(client)
        answer = client.post("/api/tables", json={"name": "Ada"})
        assert error_of(answer) == (429, "server.too_many_requests")
        assert 0 < int(answer.headers["retry-after"]) <= 1201
        assert client.get("/api/editions").status_code == 200


def test_an_address_tries_only_so_many_spoken_codes_an_hour(tmp_path: Path) -> None:
    with served(tmp_path, new_tables_per_hour=3) as client:
        host = open_table(client, plan={"players": 2})
        code = client.get(f"/api/tables/{host.table}").json()["room"]["code"]
        assert client.get(f"/api/codes/{code}").json() == {"table": host.table}
        for guess in ("AAAAAA", "no code at all"):
            assert error_of(client.get(f"/api/codes/{guess}")) == (404, "server.no_such_code")
        answer = client.get(f"/api/codes/{code}")
        assert error_of(answer) == (429, "server.too_many_requests")
        assert 0 < int(answer.headers["retry-after"]) <= 1201


def test_a_database_that_fails_is_not_described_to_strangers(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with served(tmp_path, database=f"sqlite:///{path}?timeout=0.1") as client:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # somebody else writes, and does not stop
        answer = client.post("/api/tables", json={"name": "Ada"})
        other.execute("ROLLBACK")
        other.close()
        assert error_of(answer) == (503, "server.store_unavailable")
        assert answer.json()["error"]["params"] == {}
        assert str(tmp_path) not in answer.text
        open_table(client)  # and all is well again
