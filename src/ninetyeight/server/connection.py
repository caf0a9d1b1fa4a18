"""One WebSocket: what comes in is decoded strictly and handed on, what goes out waits in a queue.

A client that stops reading slows nobody: its queue is bounded, and when it is full the connection
is cut off. The client connects again and goes on by number.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ninetyeight import __version__
from ninetyeight.rules import GameError
from ninetyeight.server.audience import CLOSE_SEAT_LOST, CLOSE_WATCHING_CLOSED
from ninetyeight.server.errors import ServerError, for_clients
from ninetyeight.server.hall import CLOSE_STOPPING, Hall
from ninetyeight.server.limits import (
    CLOSE_TOO_MANY,
    STRIKES,
    Limits,
    TokenBucket,
    address_key,
)
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.room import (
    Room,
    refusal_message,
)
from ninetyeight.server.tokens import hash_of
from ninetyeight.wire import messages as wire
from ninetyeight.wire.state import HintSeen, WaySeen, Why

log = logging.getLogger("ninetyeight.connections")

# Why a connection ends. The page knows what to do about each.
CLOSE_BAD_HELLO = 4000
CLOSE_WRONG_SECRET = CLOSE_SEAT_LOST
CLOSE_NO_TABLE = 4004
CLOSE_LOG_BROKEN = 4005
CLOSE_BUSY = 1013
CLOSE_TOO_SLOW = 4008

#: Seconds that a client has for its first message.
HELLO_SECONDS = 10.0
#: What may wait for a client that reads slowly: messages, and bytes of them.
MESSAGES_WAITING = 64
BYTES_WAITING = 1024 * 1024

#: What a message begins with that the next of its kind replaces.
_PRESENT = b'{"type":"present"'

_decoder = msgspec.json.Decoder(wire.Message)

#: Which error of the hall ends a connection with which code.
_CLOSE_FOR = {
    "no_such_table": CLOSE_NO_TABLE,
    "log_broken": CLOSE_LOG_BROKEN,
    "wrong_secret": CLOSE_WRONG_SECRET,
    "watching_closed": CLOSE_WATCHING_CLOSED,
    "stopping": CLOSE_STOPPING,
    "busy": CLOSE_BUSY,
}


class _OnlyId(msgspec.Struct):
    """Whatever the message is, its id, so that the sender learns which one was refused."""

    id: wire.RequestId | None = None


class Connection:
    """A client of one table: a :class:`~ninetyeight.server.room.Listener`."""

    def __init__(self, socket: WebSocket, hall: Hall, limits: Limits, metrics: Metrics) -> None:
        self.seat: int | None = None
        self.holder: str | None = None
        self.previews = True
        self.view = False
        client = socket.client
        self.address = address_key(None if client is None else client.host)
        self._socket = socket
        self._hall = hall
        self._limits = limits
        self._metrics = metrics
        self._bucket: TokenBucket = limits.messages()
        self._strikes = 0
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._wake = asyncio.Event()
        self._closing: int | None = None
        self._reader: asyncio.Task[None] | None = None

    # --- a listener of its room

    def send(self, message: bytes) -> None:
        """Queue a message; when too much waits already, cut the client off."""
        if self._closing is not None:
            return
        if (
            self._waiting
            and message.startswith(_PRESENT)
            and self._waiting[-1].startswith(_PRESENT)
        ):
            # Who is there now is all that matters, however many come or go at once.
            self._waiting_bytes -= len(self._waiting.pop())
        self._waiting_bytes += len(message)
        if len(self._waiting) >= MESSAGES_WAITING or self._waiting_bytes > BYTES_WAITING:
            self._cut_off()
            return
        self._waiting.append(message)
        self._wake.set()

    def close(self, code: int) -> None:
        """End the connection once all that waits has been sent."""
        if self._closing is None:
            self._closing = code
            self._wake.set()

    def _cut_off(self) -> None:
        self._metrics.cut_off.inc()
        self._closing = CLOSE_TOO_SLOW
        self._waiting.clear()
        if self._reader is not None:
            self._reader.cancel()  # the writer hangs on the client: there is nothing to wait for

    # --- its life

    async def run(self, table: str) -> None:
        """Speak with the client until either side has had enough."""
        self._reader = asyncio.current_task()
        await self._socket.accept()
        writer = asyncio.create_task(self._write())
        room: Room | None = None
        try:
            room = await self._greet(table)
            if room is not None:
                await self._listen(room)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if self._closing != CLOSE_TOO_SLOW:
                raise
            assert self._reader is not None
            self._reader.uncancel()
        finally:
            if room is not None:
                room.leave(self)
                self._metrics.connections.labels(self._role).dec()
            await self._end(writer)

    @property
    def _role(self) -> str:
        return "watcher" if self.seat is None else "seat"

    async def _end(self, writer: asyncio.Task[None]) -> None:
        """Let the writer say what is left to say, unless nobody listens any more."""
        if self._closing in (None, CLOSE_TOO_SLOW):
            writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer

    async def _greet(self, table: str) -> Room | None:
        """Take the first message, and let the client into the room."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = self._decode(await self._next())
        except (TimeoutError, GameError):
            self.close(CLOSE_BAD_HELLO)
            return None
        if not isinstance(hello, wire.Hello) or hello.protocol != wire.PROTOCOL:
            self.close(CLOSE_BAD_HELLO)
            return None
        try:
            room = await self._hall.room(table)
            self.seat = self._hall.seat_of(room, hello.secret)
        except ServerError as refusal:
            self.close(_CLOSE_FOR.get(refusal.code, CLOSE_STOPPING))
            return None
        self.holder = None if hello.secret is None else hash_of(hello.secret)
        self.previews = hello.previews
        self.view = hello.view
        self.send(msgspec.json.encode(wire.Welcome(wire.PROTOCOL, __version__, table, self.seat)))
        room.enter(self, hello.last)
        self._metrics.connections.labels(self._role).inc()
        return room

    async def _listen(self, room: Room) -> None:
        while True:
            raw = await self._next()
            if self._closing is not None:
                return  # the seat may be somebody else's by now
            try:
                await self._take(room, raw)
            except GameError as refusal:
                self._metrics.refused(refusal.message_code)
                self.send(refusal_message(_id_of(raw), refusal))
                if for_clients(refusal).code == "outcome_unknown":
                    self.close(CLOSE_STOPPING)  # whoever comes back and asks again is told
            # Many messages may have come at once: let what was answered go out between them, lest
            # a client that reads well be taken for one that does not.
            await asyncio.sleep(0)

    async def _take(self, room: Room, raw: str) -> None:
        """Do what a message asks for, and answer it. GameError when it is refused."""
        self._check_rate()
        message = self._decode(raw)
        self._metrics.message(message.__struct_config__.tag)  # type: ignore[arg-type]
        match message:
            case wire.Ping():
                self.send(msgspec.json.encode(wire.Pong()))
            case wire.Hello():
                raise ServerError("hello_again")
            case _:
                if self.seat is None:
                    raise ServerError("not_seated")
                await self._command(room, self.seat, message)

    async def _command(self, room: Room, seat: int, command: wire.Command) -> None:
        def done(number: int) -> None:
            self.send(msgspec.json.encode(wire.Done(command.id, number)))

        if isinstance(command, wire.DoHint):
            number, found = await room.hint(seat, command, self.holder, self.address)
            answer = wire.Done(command.id, number)
            if found is not None:
                why = Why(found.reason, found.params)
                ways = [WaySeen([str(lay) for lay in way.lays], way.wins) for way in found.ways]
                answer = wire.Done(command.id, number, HintSeen(str(found.move), why, ways))
            self.send(msgspec.json.encode(answer))
        elif isinstance(command, wire.DoEnough):
            done(room.enough())
        elif isinstance(command, wire.DoRematch):
            done(await self._hall.rematch(room, seat, command, self.holder, self._may_open))
        else:
            await room.command(seat, command, self.holder, done)

    def _may_open(self) -> bool:
        """Count a rematch among the tables that this address sets up."""
        client = self._socket.client
        if self._limits.new_tables.take(address_key(None if client is None else client.host)):
            return True
        self._metrics.limited("new_tables")
        return False

    def _check_rate(self) -> None:
        allowed = self._bucket.take()
        limit = "connection"
        if allowed and self.holder is not None:
            # Whoever holds the seat, over all connections and from one rematch to the next.
            allowed = self._limits.seats.take(self.holder)
            limit = "seat"
        if not allowed:
            self._metrics.limited(limit)
            self._strikes += 1
            if self._strikes > STRIKES:
                self.close(CLOSE_TOO_MANY)
            raise ServerError("too_many_requests")

    async def _next(self) -> str:
        """The next text message; frames of bytes are an empty message, which says nothing."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str = message.get("text") or ""
        return text

    def _decode(self, raw: str) -> wire.Message:
        if len(raw) > wire.MESSAGE_BYTES:
            raise ServerError("message_too_big", most=wire.MESSAGE_BYTES)
        try:
            message: wire.Message = _decoder.decode(raw)
        except msgspec.ValidationError as cause:
            raise ServerError("wrong_message", why=str(cause)[:200]) from cause
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError, ValueError) as cause:
            raise ServerError("no_message") from cause
        return message

    async def _write(self) -> None:
        """Send what waits, one after another; the last thing is the end of the connection."""
        try:
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    self._waiting_bytes -= len(message)
                    await self._socket.send({"type": "websocket.send", "text": message.decode()})
                if self._closing is not None:
                    await self._socket.close(self._closing)
                    return
                self._wake.clear()
                await self._wake.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            # The client is gone; whoever reads from it finds out as well.
            self._closing = self._closing or CLOSE_TOO_SLOW


def _id_of(raw: str) -> str | None:
    try:
        return msgspec.json.decode(raw, type=_OnlyId).id
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError, ValueError):
        return None
