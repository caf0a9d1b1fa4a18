"""A client as the page is one: it keeps what it is told and sends again what was not answered.

Of the log it keeps the cards that the last State still shows, and forgets the others (B11, B12r).

It knows no rule. What it may do it reads from the State, and it chooses at random.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.harness import PATIENCE

Message = dict[str, Any]


class WireClient:
    """One browser tab at one table."""

    def __init__(
        self,
        where: Callable[[], str],
        table: str,
        secret: str | None,
        previews: bool = True,
        view: bool = False,
    ) -> None:
        self._where = where
        self.table = table
        self.secret = secret
        self.previews = previews
        self.view = view
        self.socket: ClientConnection | None = None
        #: The last State, the whole log by number, everything that came, answers by id.
        self.state: Message | None = None
        self.log: dict[int, Message] = {}
        self.told: list[Message] = []
        self.answers: dict[str, Message] = {}
        self.present: Message | None = None
        self.closed_with: int | None = None
        self._unanswered: dict[str, Message] = {}
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None

    @property
    def number(self) -> int:
        return 0 if self.state is None else int(self.state["number"])

    @property
    def open(self) -> bool:
        return self._reader is not None and not self._reader.done()

    # --- the connection

    async def connect(self, last: int | None = None) -> None:
        """Connect, say hello, and send again what was not answered."""
        address = f"{self._where().replace('http', 'ws', 1)}/ws/{self.table}"
        self.socket = await connect(
            address, compression=None, max_size=None, open_timeout=PATIENCE, proxy=None
        )
        self.closed_with = None
        await self.send_raw(
            {
                "type": "hello",
                "protocol": 2,
                "secret": self.secret,
                "last": self.number if last is None else last,
                "previews": self.previews,
                "view": self.view,
            }
        )
        for command in tuple(self._unanswered.values()):
            await self.send_raw(command)
        self._reader = asyncio.create_task(self._read())

    async def connect_again(self) -> None:
        """Connect, however long the server is away."""
        while True:
            try:
                await self.connect()
                return
            except (OSError, InvalidHandshake, ConnectionClosed, EOFError):
                await asyncio.sleep(0.02)

    async def drop(self) -> None:
        """Lose the connection without a word."""
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def close(self) -> None:
        """Leave politely."""
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            with suppress(asyncio.CancelledError):
                await self._reader

    async def send_raw(self, message: Any) -> None:
        """Send something, whatever it is: bytes and texts as they are, the rest as JSON."""
        assert self.socket is not None
        frame = message if isinstance(message, str | bytes) else json.dumps(message)
        await self.socket.send(frame)

    async def _read(self) -> None:
        assert self.socket is not None
        try:
            async for frame in self.socket:
                await self._take(msgspec.json.decode(frame))
        except ConnectionClosed:
            pass
        finally:
            self.closed_with = self.socket.close_code
            async with self._changed:
                self._changed.notify_all()

    async def _take(self, message: Message) -> None:
        self.told.append(message)
        match message["type"]:
            case "state":
                self.state = message
                self.log = log_after(self.log, message)
            case "present":
                self.present = message
            case "done" | "refusal" if message["id"] is not None:
                earlier = self.answers.setdefault(message["id"], message)
                if earlier["type"] == "done":
                    assert message == earlier, "the same command was answered differently"
                self._unanswered.pop(message["id"], None)
        async with self._changed:
            self._changed.notify_all()

    # --- what a person does

    async def until(self, holds: Callable[[], Any], what: str = "") -> None:
        """Wait until ``holds()`` after some message, or after the end of the connection."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: bool(holds()))

    async def shown(self) -> None:
        """Wait for the first State, or for the end of a connection that brings none."""
        await self.until(lambda: self.state or not self.open)

    async def gone(self) -> None:
        """Wait for the end of the connection."""
        await self.until(lambda: not self.open)

    async def command(self, id: str, **command: Any) -> Message:
        """Send a command and wait for its answer, over as many connections as it takes."""
        message = {**command, "id": id}
        self._unanswered[id] = message
        if self.open:
            with suppress(ConnectionClosed):
                await self.send_raw(message)
        while id not in self.answers:
            if not self.open:
                await self.connect_again()
            await self.until(lambda: id in self.answers or not self.open, f"answer to {message}")
        return self.answers[id]

    async def do(self, id: str, **command: Any) -> int:
        """A command that must be done; the number of its event."""
        answer = await self.command(id, **command)
        assert answer["type"] == "done", answer
        return int(answer["number"])

    async def refused(self, id: str, **command: Any) -> Message:
        """A command that must be refused; why."""
        answer = await self.command(id, **command)
        assert answer["type"] == "refusal", answer
        why: Message = answer["why"]
        return why

    async def request(self, message: Any) -> Message:
        """Send something without an id of its own; the first message that comes after it."""
        seen = len(self.told)
        await self.send_raw(message)
        await self.until(lambda: len(self.told) > seen or not self.open)
        return self.told[seen]

    async def ping(self) -> None:
        """Wait until everything sent before has been dealt with."""
        pongs = sum(message["type"] == "pong" for message in self.told)
        await self.send_raw({"type": "ping"})
        await self.until(lambda: sum(m["type"] == "pong" for m in self.told) > pongs)

    async def caught_up(self, number: int) -> None:
        """Wait until the State after event ``number`` is there."""
        await self.until(lambda: self.number >= number, f"state {number}")

    # --- what it knows

    @property
    def seen(self) -> Message:
        """The last State without its news: what a fresh client would be shown as well."""
        assert self.state is not None
        return {key: value for key, value in self.state.items() if key != "news"}

    @property
    def room(self) -> Message:
        assert self.state is not None
        room: Message = self.state["room"]
        return room

    @property
    def game(self) -> Message:
        assert self.state is not None
        game: Message = self.state["game"]
        return game


def log_after(log: dict[int, Message], state: Message) -> dict[int, Message]:
    """The log after one more State, without the cards that are not shown any more."""
    for event in state["news"]:
        known = log.get(event["number"], event)
        assert lasting(known) == lasting(event), "the past was told differently"
    log = {**log, **{event["number"]: event for event in state["news"]}}
    game = state["game"]
    if not game:
        return log
    turns = [*game["last_turns"], *([game["this_turn"]] if game["this_turn"] else [])]
    shown = {laid["number"] for turn in turns for laid in turn["laid"]}
    gone = {event["of"] for event in log.values() if "of" in event}
    return {
        number: event
        if number not in gone and (game["open"] or number in shown)
        else lasting(event)
        for number, event in log.items()
    }


def lasting(event: Message) -> Message:
    """What of an event is told for ever: of a lay whose it was and where, and not its card."""
    if event["kind"] != "laid":
        return event
    return {k: v for k, v in event.items() if k not in ("card", "step", "trick", "command")}


def something_to_do(state: Message, rng: Random, chatty: float = 0.15) -> Message | None:
    """A command that the State's receiver may give now, chosen at random; None when it is to wait.

    The game goes on as fast as may be; at its end seat 0 asks for a rematch.
    """
    room, game, seat = state["room"], state["game"], state["room"]["seat"]
    match room["phase"]:
        case "gathering":
            return None if room["seats"][seat]["ready"] else {"type": "ready", "ready": True}
        case "picking":
            return _pick(state["fan"], seat, rng)
        case "agreeing":
            if str(seat) in game["offers"]:
                mine = game["spontaneous"] and seat in game["may_start"]
                return {"type": "start", "seat": seat} if mine else None
            return {"type": "offer", "wish": rng.choice([None, "can", "want", "must"])}
        case "over":
            return {"type": "rematch"} if seat == 0 and room["next"] is None else None
    if rng.random() < chatty:
        return _talk(game, rng)
    return a_move(state, rng) if game["my_turn"] else None


def a_move(state: Message, rng: Random) -> Message:
    """A lawful move of the receiver, whose turn it is: mostly small steps, so that games last."""
    game = state["game"]
    move = None
    if game["may_end"] and rng.random() < 0.7:
        move = "end"
    elif game["may_take_back"] and rng.random() < 0.1:
        move = "back"
    else:
        lays = [
            (abs(p["step"] or 0) + 100 * (p["loses"] is not None or p["dead_end"]), card, p["row"])
            for seen in game["hand"]
            for card, p in ((seen["card"], one) for one in seen["previews"])
            if p["refusal"] is None
        ]
        if lays:
            _, card, row = min(lays) if rng.random() < 0.9 else rng.choice(lays)
            move = f"{card}@{row}"
        else:
            move = "end" if game["may_end"] else "back"
    return {"type": "move", "move": move, "after": state["number"]}


def _pick(fan: Message, seat: int, rng: Random) -> Message | None:
    if str(seat) in fan["taken"]:
        return None
    taken = {place for places in fan["taken"].values() for place in places}
    free = [place for place in range(fan["cards"]) if place not in taken]
    return {"type": "pick", "places": rng.sample(free, fan["picks"])}


def _talk(game: Message, rng: Random) -> Message:
    if rng.random() < 0.5:
        row = rng.choice(game["rows"])["name"]
        return {"type": "mark", "row": row, "marker": rng.choice([None, "small", "keep", "keep!"])}
    text = rng.choice(["well done", "not there please", "je réfléchis", "<b>schön</b>"])
    return {"type": "say", "text": text, "language": "en"}
