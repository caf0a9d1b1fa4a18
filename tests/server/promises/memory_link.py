"""A WebSocket without a network: the server's real connection, and what networks do to one."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from ninetyeight.server.connection import Connection
from ninetyeight.wire.plan import Plan
from tests.server.harness import PATIENCE
from tests.server.promises.rooms import Rooms
from tests.server.wire_client import something_to_do


class Link:
    """One connection: what the client sends goes in here, what the server sends lies here."""

    def __init__(self, rooms: Rooms, table: str) -> None:
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._readable = asyncio.Event()
        self._readable.set()
        self._gone = False
        self.received: list[dict[str, Any]] = []
        self.closed: int | None = None
        scope = {
            "type": "websocket",
            "path": f"/ws/{table}",
            "headers": [],
            "query_string": b"",
            "subprotocols": [],
        }
        self._incoming.put_nowait({"type": "websocket.connect"})
        connection = Connection(
            WebSocket(scope, self._receive, self._send),
            rooms.hall,
            rooms.limits,
            rooms.metrics,
        )
        self._news = asyncio.Event()
        self.task = asyncio.create_task(connection.run(table))
        self.task.add_done_callback(lambda _: self._news.set())

    # --- the server's end

    async def _receive(self) -> dict[str, Any]:
        return await self._incoming.get()

    async def _send(self, message: Any) -> None:
        await self._readable.wait()
        if self._gone:
            raise OSError("the client is gone")
        match message["type"]:
            case "websocket.send":
                self.received.append(msgspec.json.decode(message["text"]))
                self._news.set()
            case "websocket.close":
                self.closed = message["code"]
                self._incoming.put_nowait({"type": "websocket.disconnect", "code": self.closed})

    # --- the client's end

    def say(self, message: Any) -> None:
        """Send a message: a text as it is, bytes as a frame of bytes, anything else as JSON."""
        if isinstance(message, bytes):
            self._incoming.put_nowait({"type": "websocket.receive", "bytes": message})
            return
        text = message if isinstance(message, str) else json.dumps(message)
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self) -> None:
        """The client is gone, and the server is told."""
        self._gone = True
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self._readable.set()

    def fall_asleep(self) -> None:
        """Read nothing more."""
        self._readable.clear()

    def wake_up(self) -> None:
        """Read on."""
        self._readable.set()

    @property
    def awake(self) -> bool:
        return self._readable.is_set()

    @property
    def over(self) -> bool:
        return self.task.done()

    async def something_new(self) -> None:
        """Wait until another message has come, or the connection has ended."""
        self._news.clear()
        await self._news.wait()

    async def settle(self) -> None:
        """Return when the server has dealt with everything that was sent over this connection."""
        if self.over or not self.awake:
            return
        before = self._pongs()
        self.say({"type": "ping"})
        async with asyncio.timeout(PATIENCE):
            while self._pongs() == before:
                if self.task.done():
                    self.task.result()  # a fault of the server ends the test
                    return
                await self.something_new()

    def _pongs(self) -> int:
        return sum(message["type"] == "pong" for message in self.received)


class Guest:
    """Somebody at a table, over a connection without a network."""

    def __init__(self, rooms: Rooms, table: str, secret: str | None, **more: Any) -> None:
        self.rooms = rooms
        self.table = table
        self.secret = secret
        self.link = Link(rooms, table)
        self._asked = 0
        self.link.say({"type": "hello", "protocol": 2, "secret": secret, **more})

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Send a command; its answer."""
        self._asked += 1
        command.setdefault("id", f"{id(self)}-{self._asked}")
        before = len(self.link.received)
        self.link.say(command)
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.link.received[before:]:
                    if message.get("id") == command["id"]:
                        return message
                assert not self.link.over, f"closed with {self.link.closed} before {command}"
                await self.link.something_new()

    async def do(self, **command: Any) -> int:
        """A command that must be done; the number of its event."""
        answer = await self.ask(**command)
        assert answer["type"] == "done", answer
        return int(answer["number"])

    async def refused(self, **command: Any) -> str:
        """A command that must be refused; the code."""
        answer = await self.ask(**command)
        assert answer["type"] == "refusal", answer
        return str(answer["why"]["code"])

    async def until(self, holds: Any) -> None:
        """Wait until ``holds()``."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.0005)

    async def settle(self) -> None:
        """Wait until everything sent has been dealt with and everything told has come."""
        await self.link.settle()

    async def play_out(self, rng: Random) -> None:
        """Play to the end of the game, with whoever else sits there by themselves."""
        while self.room["phase"] != "over":
            command = something_to_do(self.state, rng, 0)
            if command is not None:
                await self.ask(**command)
            else:
                number = self.state["number"]
                await self.until(lambda n=number: self.state["number"] > n)

    @property
    def state(self) -> dict[str, Any]:
        """The last State."""
        return next(m for m in reversed(self.link.received) if m["type"] == "state")

    @property
    def room(self) -> dict[str, Any]:
        """The table around the game, as last told."""
        room: dict[str, Any] = self.state["room"]
        return room

    @property
    def game(self) -> dict[str, Any]:
        """The game, as last told."""
        game: dict[str, Any] = self.state["game"]
        return game

    @property
    def news(self) -> list[dict[str, Any]]:
        """Every event that was told, in the order in which they came."""
        states = [m for m in self.link.received if m["type"] == "state"]
        return [event for state in states for event in state["news"]]


async def full_table(rooms: Rooms, plan: Plan) -> list[Guest]:
    """A table with a guest on every seat, not ready yet."""
    opened = await rooms.hall.open_table(plan, "Ada")
    secrets = [opened.secret]
    for seat in range(1, plan.players):
        sat = await rooms.hall.sit(opened.table, opened.invite, f"Person {seat}")
        secrets.append(sat.secret)
    guests = [Guest(rooms, opened.table, secret) for secret in secrets]
    for guest in guests:
        await guest.settle()
    return guests


async def started_table(rooms: Rooms, plan: Plan, starter: int = 0) -> list[Guest]:
    """A table without a fan at which the first turn has begun."""
    guests = await full_table(rooms, plan)
    for guest in guests:
        await guest.do(type="ready", ready=True)
    if plan.players > 1:
        await guests[0].do(type="start", seat=starter)
    for guest in guests:
        await guest.settle()
    return guests
