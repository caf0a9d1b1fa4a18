"""People and games for the tests of the API, by the same doors that everybody uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx2
import msgspec
from websockets.sync.client import connect

from ninetyeight.wire.messages import (
    PROTOCOL,
)

Json = dict[str, Any]


@dataclass(frozen=True)
class Guest:
    """Somebody at a table: the answer to opening it or to sitting down."""

    table: str
    seat: int
    secret: str
    invite: str = ""

    @property
    def bearer(self) -> dict[str, str]:
        """The header that says who asks."""
        return {"Authorization": f"Bearer {self.secret}"}


def open_table(client: httpx2.Client, name: str = "Ada", **asked: Any) -> Guest:
    """Set up a table; its host."""
    answer = client.post("/api/tables", json={"name": name, **asked})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return Guest(told["table"], told["seat"], told["secret"], told["invite"])


def take_seat(client: httpx2.Client, host: Guest, name: str = "Grace", **asked: Any) -> Guest:
    """Take a seat by the host's invite."""
    answer = client.post(
        f"/api/tables/{host.table}/seats", json={"invite": host.invite, "name": name, **asked}
    )
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return Guest(told["table"], told["seat"], told["secret"], host.invite)


def command(client: httpx2.Client, guest: Guest, *commands: Json) -> list[Json]:
    """Send commands over the WebSocket; the messages that came until all were answered."""
    heard: list[Json] = []
    address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
    with connect(f"{address}/ws/{guest.table}") as socket:
        socket.send(_text({"type": "hello", "protocol": PROTOCOL, "secret": guest.secret}))
        for number, one in enumerate(commands):
            socket.send(_text({"id": f"c{number}", **one}))
        answers = 0
        while answers < len(commands):
            heard.append(msgspec.json.decode(socket.recv(timeout=30)))
            answers += heard[-1]["type"] in ("done", "refusal")
    return heard


def play_to_the_end(client: httpx2.Client, host: Guest) -> list[Json]:
    """A bot stands in for the host, and the game is played to its end; all that was heard."""
    heard: list[Json] = []
    address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
    with connect(f"{address}/ws/{host.table}", max_size=None) as socket:
        socket.send(_text({"type": "hello", "protocol": PROTOCOL, "secret": host.secret}))
        socket.send(_text({"type": "stand_in", "id": "away", "seat": host.seat, "bot": "greedy"}))
        while not heard or heard[-1].get("room", {}).get("phase") != "over":
            heard.append(msgspec.json.decode(socket.recv(timeout=60)))
    return heard


def error_of(answer: httpx2.Response) -> tuple[int, str]:
    """The status and the code of an answer that refuses, checked for its form."""
    told = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert set(told) == {"error"}
    assert set(told["error"]) == {"code", "params", "rule", "text"}
    assert told["error"]["text"]
    return answer.status_code, told["error"]["code"]


def _text(message: Json) -> str:
    return msgspec.json.encode(message).decode()
