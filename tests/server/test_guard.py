"""The door: whose requests get in, and what every answer carries."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocket

from ninetyeight.server.api.operation import BODY_BYTES
from ninetyeight.server.guard import protect
from ninetyeight.server.http_errors import HANDLERS
from ninetyeight.server.limits import Limits
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.settings import Settings

HERE = "http://127.0.0.1:8098"


async def read(_: Request) -> Response:
    return PlainTextResponse("read")


async def write(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def fail(_: Request) -> Response:
    raise RuntimeError("a secret in the words of an exception")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("welcome")
    await websocket.receive()  # until the client says something or goes


class Door:
    """A small app behind the guard."""

    def __init__(self, **settings: Any) -> None:
        chosen = Settings(database="x", **settings)
        self.metrics = Metrics()
        self.limits = Limits(chosen)
        self.app = Starlette(
            routes=[
                Route("/read", read),
                Route("/write", write, methods=["POST"]),
                Route("/fail", fail),
                WebSocketRoute("/ws/{table}", socket),
            ],
            exception_handlers=HANDLERS,
        )
        protect(self.app, chosen, self.limits, self.metrics)

    def client(self, address: str = "192.0.2.9", at: str = HERE) -> TestClient:
        return TestClient(
            self.app, base_url=at, client=(address, 40000), raise_server_exceptions=False
        )


def connect(client: TestClient, **headers: str) -> WebSocketTestSession:
    at = str(client.base_url).rstrip("/").replace("http", "ws")
    return client.websocket_connect(f"{at}/ws/x", headers=headers)


def code(response: Any) -> str:
    told: str = response.json()["error"]["code"]
    return told


# --- the name it is called by --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "host"),
    [
        ({}, "127.0.0.1:8098"),
        ({}, "localhost"),
        ({}, "LOCALHOST:8098"),
        ({}, "[::1]:8098"),
        ({"public_url": "https://cards.example"}, "cards.example"),
        ({"public_url": "https://cards.example"}, "Cards.Example:443"),
        ({"public_url": "https://cards.example"}, "127.0.0.1:8098"),
        ({"host": "0.0.0.0"}, "192.0.2.7:8098"),
        ({"host": "::"}, "[2001:db8::7]:8098"),
        ({"host": "box.example"}, "box.example:8098"),
    ],
)
def test_its_own_names_get_in(settings: dict[str, str], host: str) -> None:
    answer = Door(**settings).client().get("/read", headers={"host": host})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("settings", "host"),
    [
        ({}, "evil.example"),
        ({}, "192.0.2.7:8098"),
        ({}, "localhost.evil.example"),
        ({}, "127.0.0.1.evil.example"),
        ({}, "evil.example@127.0.0.1"),
        ({}, "127.0.0.1/evil.example"),
        ({}, "127.0.0.1:99999"),
        ({}, "[::1"),
        ({}, ""),
        ({"host": "0.0.0.0"}, "evil.example"),
        ({"public_url": "https://cards.example"}, "evil.example"),
        ({"public_url": "https://cards.example"}, "x.cards.example"),
    ],
)
def test_a_name_that_somebody_points_here_does_not(settings: dict[str, str], host: str) -> None:
    door = Door(**settings)
    answer = door.client().get("/read", headers={"host": host})
    assert (answer.status_code, code(answer)) == (421, "server.wrong_host")
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        connect(door.client(), host=host),
    ):
        pass
    assert refused.value.status_code == 421


# --- the page it comes from ----------------------------------------------------------------------

PUBLIC = {"public_url": "https://cards.example"}
OURS = [
    ({}, HERE, HERE),
    ({}, "http://localhost:8098", "http://localhost:8098"),
    (PUBLIC, HERE, "https://cards.example"),
    (PUBLIC, "http://cards.example", "https://cards.example"),
    (PUBLIC, HERE, HERE),
]
THEIRS = [
    ({}, HERE, "http://evil.example"),
    ({}, HERE, "http://127.0.0.1:9000"),
    ({}, HERE, "http://localhost:8098"),
    ({}, HERE, "https://127.0.0.1:8098"),
    ({}, HERE, "null"),
    ({}, HERE, ""),
    ({}, HERE, f"{HERE}.evil.example"),
    (PUBLIC, HERE, "http://cards.example:8098"),
    (PUBLIC, HERE, "https://cards.example.evil.example"),
]


@pytest.mark.parametrize(("settings", "at", "origin"), OURS)
def test_our_own_page_may_change_things_and_connect(
    settings: dict[str, str], at: str, origin: str
) -> None:
    client = Door(**settings).client(at=at)
    assert client.post("/write", headers={"origin": origin}).status_code == 200
    with connect(client, origin=origin) as open_socket:
        assert open_socket.receive_text() == "welcome"


@pytest.mark.parametrize(("settings", "at", "origin"), THEIRS)
def test_another_sites_page_may_not(settings: dict[str, str], at: str, origin: str) -> None:
    client = Door(**settings).client(at=at)
    answer = client.post("/write", headers={"origin": origin})
    assert (answer.status_code, code(answer)) == (403, "server.wrong_origin")
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        connect(client, origin=origin),
    ):
        pass
    assert refused.value.status_code == 403


def test_programs_that_name_no_page_may() -> None:
    client = Door().client()
    assert client.post("/write", content=b"12345").text == "5"
    with connect(client) as open_socket:
        assert open_socket.receive_text() == "welcome"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_sends_for_another_site_is_known_without_an_origin(site: str) -> None:
    client = Door().client()
    assert client.post("/write", headers={"sec-fetch-site": site}).status_code == 403
    # Following a link from elsewhere only reads.
    assert client.get("/read", headers={"sec-fetch-site": site}).status_code == 200


# --- how much, how often -------------------------------------------------------------------------


def test_a_body_that_is_too_long_is_refused_before_it_is_read() -> None:
    client = Door().client()
    assert client.post("/write", content=b"x" * BODY_BYTES).text == str(BODY_BYTES)
    answer = client.post("/write", content=b"x" * (BODY_BYTES + 1))
    assert (answer.status_code, code(answer)) == (413, "server.body_too_big")


def test_a_body_that_never_said_how_long_it_is_is_cut_off() -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(BODY_BYTES // 1000 + 1):
            yield b"x" * 1000

    answer = Door().client().post("/write", content=endless())
    assert (answer.status_code, code(answer)) == (413, "server.body_too_big")


def test_an_address_that_asks_too_often_is_told_when_to_come_back() -> None:
    door = Door(requests_per_minute=3)
    answers = [door.client().get("/read") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert code(answers[3]) == "server.too_many_requests"
    assert 1 <= int(answers[3].headers["retry-after"]) <= 20
    assert door.client("192.0.2.10").get("/read").status_code == 200
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        connect(door.client()),
    ):
        pass
    assert refused.value.status_code == 429


def test_connections_are_bounded_per_address_and_leave_room_when_they_go() -> None:
    door = Door(connections_per_address=1)
    with door.client() as client:
        with connect(client) as first:
            first.receive_text()
            with (
                pytest.raises(WebSocketDenialResponse) as refused,
                connect(client),
            ):
                pass
            assert refused.value.status_code == 503
            with connect(door.client("192.0.2.10")) as other:
                other.receive_text()
                other.send_text("bye")
            first.send_text("bye")
        with connect(client) as again:
            assert again.receive_text() == "welcome"
            again.send_text("bye")


# --- what every answer carries -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/read", {}, 200),
        ("GET", "/nothing", {}, 404),
        ("PUT", "/read", {}, 405),
        ("GET", "/fail", {}, 500),
        ("GET", "/read", {"host": "evil.example"}, 421),
        ("POST", "/write", {"origin": "null"}, 403),
    ],
)
def test_every_answer_has_the_security_headers(
    method: str, path: str, headers: dict[str, str], status: int
) -> None:
    answer = Door().client().request(method, path, headers=headers)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "object-src 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in answer.headers
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "told"),
    [
        ("GET", "/nothing", "server.no_such_page"),
        ("BREW", "/read", "server.wrong_method"),
        ("GET", "/fail", "server.inside"),
    ],
)
def test_whatever_is_not_done_has_a_code(method: str, path: str, told: str) -> None:
    answer = Door().client().request(method, path)
    assert code(answer) == told
    assert "a secret in" not in answer.text


def test_browsers_are_told_to_stay_with_tls_only_where_there_is_some() -> None:
    secure = Door(public_url="https://cards.example").client()
    assert "max-age=" in secure.get("/read").headers["strict-transport-security"]
    plain = Door(public_url="http://cards.example").client()
    assert "strict-transport-security" not in plain.get("/read").headers


def test_a_proxy_that_nobody_named_is_noticed_once() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    log = logging.getLogger("ninetyeight.server")
    log.addHandler(handler)
    try:
        client = Door().client("127.0.0.1")
        for _ in range(3):
            client.get("/read", headers={"x-forwarded-for": "203.0.113.5"})
        Door(proxy=("127.0.0.1",)).client("127.0.0.1").get(
            "/read", headers={"x-forwarded-for": "203.0.113.5"}
        )
    finally:
        log.removeHandler(handler)
    assert stream.getvalue().count("--proxy") == 1
