"""A seat at a table somewhere: taken, held over lost connections, and left.

>>> async def play(link: Link) -> None:
...     async with SeatClient(link, "Ada") as seat:
...         async for state in seat.states():
...             if state.room.phase == "gathering":
...                 await seat.send(wire.DoReady, ready=True)

A command is answered once: when the connection drops in between, it is sent again with the same
id, and the server, which does nothing twice, answers what became of it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from ninetyeight import __version__
from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.client.http import Http, Server, reason, refused
from ninetyeight.client.link import Link
from ninetyeight.client.throttle import Throttle
from ninetyeight.rules import GameError
from ninetyeight.wire import messages as wire
from ninetyeight.wire.http import SeatTaken

T = TypeVar("T")

#: Seconds that a server may be away before we give up.
PATIENCE = 600.0
#: A connection that stood for so long was a good one: the next pause is a short one again.
STOOD = 5.0
#: Commands a second, and at once, that we send at most: a little less than a server takes.
PER_SECOND, AT_ONCE = 8.0, 30
#: Seconds to give a seat back when leaving; longer nobody wants to wait after Ctrl-C.
GOODBYE = 2.0
#: The longest message we take.
LONGEST = 4 * 1024 * 1024

#: Said before a connection is closed: no answer yet, so the command is sent again.
UNKNOWN = "server.outcome_unknown"
#: Why a server closes a connection that may come back: at once, and after a while.
TOO_SLOW, TOO_MANY = 4008, 4029
#: Seconds until we ask once more whether a seat in a running game is ours.
ASK_EVERY = 2.0
#: What a proxy or the server itself answers while there is no getting through.
_BUSY = (429, 500, 502, 503, 504)

_answers = msgspec.json.Decoder(wire.Answer)

# The library writes every message to its log when asked for details, and our first one holds the
# seat's secret: details are never asked for.
_log = logging.getLogger("ninetyeight.client.socket")
_log.setLevel(logging.INFO)


class SeatClient:
    """A seat, or a watcher's place, held as long as one is inside.

    With an invite link a free seat is taken under ``name``, the one counted ``wanted`` from 0 if
    given. ``hear`` is called with every State in the order in which they come; ``connected`` with
    False when the connection is lost and True when it is back.
    """

    def __init__(
        self,
        link: Link,
        name: str = "",
        *,
        wanted: int | None = None,
        previews: bool = False,
        hear: Callable[[wire.State], None] | None = None,
        connected: Callable[[bool], None] | None = None,
        patience: float = PATIENCE,
        per_second: float = PER_SECOND,
    ) -> None:
        self.link = link
        self._seat: int | None = None
        #: The latest State, None before the first.
        self.state: wire.State | None = None
        #: How often the connection was lost and is back.
        self.reconnects = 0
        #: True when the seat was free before: nobody else knows its secret.
        self.took_seat = False
        self._name = name
        self._wanted = wanted
        self._previews = previews
        self._hear = hear
        self._connected = connected
        self._patience = patience
        self._pace = Throttle(per_second, AT_ONCE)
        # Two programs on one seat must not choose the same ids.
        self._prefix = secrets.token_hex(6)
        self._count = count(1)
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[wire.Done]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._revision = 0
        self._failure: Exception | None = None
        self._closed = False
        self._staying: asyncio.Task[None] | None = None

    # --- coming and going

    async def __aenter__(self) -> SeatClient:
        try:
            if self.link.invite is not None:
                await self._take_seat(self.link.invite)
            self._staying = asyncio.create_task(self._stay(), name="seat")
            await self._until(lambda: self.state is not None)
        except BaseException:
            await self.give_back()
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave: the connection is closed, the seat stays ours on the server."""
        self._closed = True
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.wait([self._staying])
        self._tell_change()

    async def give_back(self) -> None:
        """Free a seat that we took ourselves: nobody else could ever play it. Not for long."""
        if not self.took_seat:
            return
        if self._staying is None:
            self._staying = asyncio.create_task(self._stay(), name="seat")
        with suppress(GameError, TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await self.send(wire.DoFree, seat=self.seat)

    async def _take_seat(self, invite: str) -> None:
        async with Server(self.link.base).http() as http:
            asking = asyncio.create_task(self._ask_for_seat(http, invite))
            try:
                await asyncio.shield(asking)
            except asyncio.CancelledError:
                # Whether we sit there already is still to be heard: to give the seat back.
                with suppress(GameError, TimeoutError):
                    async with asyncio.timeout(GOODBYE):
                        await asking
                raise

    async def _ask_for_seat(self, http: Http, invite: str) -> None:
        # Of our own making, so that asking again is asking for the same seat.
        secret = secrets.token_urlsafe(16)
        body: dict[str, object] = {"invite": invite, "name": self._name, "secret": secret}
        if self._wanted is not None:
            body["seat"] = self._wanted
        path = f"/api/tables/{self.link.table}/seats"
        taken = await http.post(path, body, SeatTaken)
        while taken.waiting:  # the game is running, and the people there are asked
            await asyncio.sleep(ASK_EVERY)
            taken = await http.post(path, body, SeatTaken)
        self.link = self.link.seated(taken.secret)
        self._seat = taken.seat
        self.took_seat = True

    # --- what happens at the table

    @property
    def seat(self) -> int:
        """The seat that is held, from 0. ClientError for a watcher, who holds none."""
        if self._seat is None:
            raise ClientError("link_watch_only")
        return self._seat

    async def states(self) -> AsyncIterator[wire.State]:
        """The latest State whenever there is a newer one, until the seat is closed or lost.

        Whoever is slow misses some in between, never the last.
        """
        seen = 0
        while True:
            if self._revision != seen and self.state is not None:
                seen = self._revision
                yield self.state
            elif self._failure is not None:
                raise self._failure
            elif self._closed:
                return
            else:
                await self._changed.wait()

    async def reached(self, number: int) -> wire.State:
        """The first State we have that tells of event ``number``."""
        await self._until(lambda: self.state is not None and self.state.number >= number)
        assert self.state is not None
        return self.state

    async def send(self, kind: type[wire.Asked], **fields: Any) -> wire.Done:
        """Do something, such as ``send(wire.DoMark, row="U1", marker="keep")``.

        Returns when the server has written it down, however often the connection is lost until
        then. Declined when it was refused; ClientError when the seat is lost.
        """
        await self._pace.wait()
        if self._failure is not None:
            raise self._failure
        command = kind(id=f"{self._prefix}-{next(self._count)}", **fields)
        raw = msgspec.json.encode(command)
        answer: asyncio.Future[wire.Done] = asyncio.get_running_loop().create_future()
        self._unanswered[command.id] = (raw, answer)
        try:
            if self._socket is not None:
                await _put(self._socket, raw)
            return await answer
        finally:
            self._unanswered.pop(command.id, None)

    # --- the connection

    async def _stay(self) -> None:
        """Hold the seat; whatever ends that, everybody who waits is told."""
        try:
            await self._keep_connected()
        except _Unheard as unheard:
            self._fail(unheard.cause)
        except Exception as fault:
            self._fail(fault)

    async def _keep_connected(self) -> None:
        """Connect, and again whenever the connection is lost, until there is no point in it."""
        loop = asyncio.get_running_loop()
        pauses = back_off()
        lost_at: float | None = None
        while True:
            began = loop.time()
            try:
                code = await self._connect()
                least = {TOO_SLOW: 0.0, TOO_MANY: 5.0}.get(code, 0.2)
            except (OSError, TimeoutError, InvalidHandshake) as cause:
                if self.state is None and not isinstance(cause, InvalidStatus):
                    # Nobody has answered yet: the address is wrong, or nobody is there.
                    told = reason(cause)
                    raise ClientError("unreachable", address=self.link.base, why=told) from cause
                least = 0.2
            if self._hung_up():
                lost_at = None
                _call(self._connected, False)
            now = loop.time()
            lost_at = now if lost_at is None else lost_at
            if now - lost_at > self._patience:
                raise ClientError("gave_up", address=self.link.base)
            if now - began > STOOD:
                pauses = back_off()
                await asyncio.sleep(least)
            else:
                await asyncio.sleep(max(least, next(pauses)))

    def _hung_up(self) -> bool:
        """Forget the socket; True when it had been a good one."""
        socket, self._socket = self._socket, None
        return socket is not None

    async def _connect(self) -> int:
        """One connection from its beginning to its end; the code that it was closed with."""
        try:
            async with connect(
                self.link.socket_url,
                compression=None,
                max_size=LONGEST,
                user_agent_header=f"ninetyeight/{__version__}",
                proxy=None,
                open_timeout=10,
                close_timeout=2,
                ping_interval=20,
                ping_timeout=20,
                logger=_log,
            ) as socket:
                last = 0 if self.state is None else self.state.number
                hello = wire.Hello(wire.PROTOCOL, self.link.secret, last, self._previews, view=True)
                await _put(socket, msgspec.json.encode(hello))
                while True:
                    await self._take(socket, await socket.recv(decode=False))
        except ConnectionClosed as closed:
            code = 1006 if closed.rcvd is None else closed.rcvd.code
            _check_way_back(code)
            return code
        except InvalidStatus as answer:
            status = answer.response.status_code
            if status not in _BUSY:
                raise refused(status, bytes(answer.response.body or b"")) from None
            raise

    async def _take(self, socket: ClientConnection, raw: bytes) -> None:
        """What the server says."""
        try:
            message = _answers.decode(raw)
        except msgspec.DecodeError:
            return  # of a newer server, which will not mind if we do not know it
        match message:
            case wire.Welcome(seat=seat):
                self._seat = seat
                self._socket = socket  # from here on commands are sent by whoever makes them
                again = [waiting for waiting, _ in self._unanswered.values()]
                if self.state is not None:
                    self.reconnects += 1
                    _call(self._connected, True)
                for waiting in again:
                    await _put(socket, waiting)
            case wire.State():
                self.state = message
                self._revision += 1
                self._tell_change()
                _call(self._hear, message)
            case wire.Done(id=id):
                self._answer(id, message)
            case wire.Refusal(id=str(id)) if message.why.code != UNKNOWN:
                self._answer(id, Declined(message.why))

    def _answer(self, id: str, answer: wire.Done | Declined) -> None:
        _, waiting = self._unanswered.get(id, (b"", None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Declined):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    def _fail(self, failure: Exception) -> None:
        """There is no going on: everybody who waits is told."""
        self._failure = failure
        for _, waiting in self._unanswered.values():
            if not waiting.done():
                waiting.set_exception(failure)
        self._tell_change()

    def _tell_change(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _until(self, true: Callable[[], bool]) -> None:
        while not true():
            if self._failure is not None:
                raise self._failure
            if self._closed:
                raise ClientError("closed")
            await self._changed.wait()


class _Unheard(Exception):
    """Whoever listens to us could not take it: a closed output, say. That ends the seat."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


def _call(callback: Callable[[T], None] | None, told: T) -> None:
    if callback is None:
        return
    try:
        callback(told)
    except Exception as cause:
        raise _Unheard(cause) from cause


def back_off() -> Iterator[float]:
    """Exponential backoff with jitter: ever longer pauses, not the same for all clients."""
    for tries in count():
        yield min(15.0, 0.4 * 2 ** min(tries, 10)) * random.uniform(0.5, 1.0)


def _check_way_back(code: int) -> None:
    """ClientError when a connection that was closed with ``code`` is not worth another try."""
    match code:
        case 1009:
            raise ClientError("sent_too_much")
        case 4000:
            raise ClientError("other_version", version=__version__)
        case 4001:
            raise ClientError("seat_lost")
        case 4003:
            raise ClientError("watching_closed")
        case 4004:
            raise ClientError("no_table")
        case 4005:
            raise ClientError("log_broken")


async def _put(socket: ClientConnection, raw: bytes) -> None:
    """Send as text; a connection that is just ending is noticed by whoever reads from it."""
    try:
        await socket.send(raw, text=True)
    except ConnectionClosed:
        return
