"""uvicorn's HTTP protocol with bounds: on connections, headers, requests that wait, and time.

By itself it reads on while answers are due, keeps a header of any length, and waits for ever for a
client that has connected. Here

- one address has so many connections, and a server so many all in all;
- a request waits its turn unread: what was parsed ahead is what one slice of bytes held;
- a header has a greatest length, and a request a time within which it must have come;
- answers must be read: what a client leaves lying for too long is dropped;
- an address that goes on when its requests are used up is kept waiting before it is read again.
"""

from __future__ import annotations

import asyncio
import ipaddress
from functools import cache, partial
from typing import Any
from weakref import WeakValueDictionary

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.utils import get_remote_addr

from ninetyeight.server.api.operation import BODY_BYTES
from ninetyeight.server.errors import status_of
from ninetyeight.server.http_errors import error_body, make_error
from ninetyeight.server.limits import Limits, TokenBucket, address_key
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.reading import Line, SlicedReading
from ninetyeight.server.settings import Settings
from ninetyeight.server.socket_protocol import SocketProtocol

#: The longest header, and the longest request with all that chunks add to it.
HEAD_BYTES = 16 * 1024
REQUEST_BYTES = 8 * BODY_BYTES
#: Seconds from connecting to the first whole request, and from a request's first byte to its last.
REQUEST_SECONDS = 10.0
#: Seconds that a connection is kept between two requests.
KEPT_SECONDS = 5.0
#: Seconds in which a client that is sent something must have taken some of it.
UNREAD_SECONDS = 20.0
#: Connections a second that are told that there is no room; the others are only closed.
TOLD_PER_SECOND = 20
#: Seconds that an address that goes on asking is kept waiting, on each new connection.
HELD_BACK = 1.0


class Door:
    """Who may come in, for all connections of one server."""

    def __init__(self, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.limits = limits
        self.metrics = metrics
        self._told = TokenBucket(TOLD_PER_SECOND, TOLD_PER_SECOND)
        self._lines: WeakValueDictionary[str, Line] = WeakValueDictionary()
        self._proxies = [ipaddress.ip_network(one, strict=False) for one in settings.proxy]

    def address_of(self, host: str | None) -> str | None:
        """What counts as one address; None for a proxy, which speaks for everybody."""
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return None
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return None if any(address in one for one in self._proxies) else address_key(host)

    def line_of(self, address: str | None) -> Line:
        """Where connections of that address wait for their turn; those of a proxy wait apart."""
        line = None if address is None else self._lines.get(address)
        if line is None:
            line = Line(asyncio.get_running_loop())
            if address is not None:
                self._lines[address] = line
        return line

    def turn_away(self, transport: asyncio.Transport) -> None:
        """There is no room for a connection. Of many at once only the first are told why."""
        self.metrics.limited("sockets")
        if self._told.take():
            transport.write(_answer("too_many_connections"))
            transport.close()
        else:
            transport.abort()


@cache
def _answer(code: str) -> bytes:
    """A whole answer that ends its connection, for what never becomes a request."""
    error = make_error(code)
    body = error_body(error)
    lines = (
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        b"cache-control: no-store",
        b"retry-after: 5",
        b"connection: close",
        b"",
    )
    return STATUS_LINE[status_of(error)] + b"\r\n".join(lines) + b"\r\n" + body


class Doorkeeper(asyncio.Protocol):
    """Lets a connection in before anything is built for it, or turns it away."""

    def __init__(self, *, door: Door, **about: Any) -> None:
        self._door = door
        self._about = about

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        client = get_remote_addr(transport)
        address = self._door.address_of(client[0] if client else None)
        if not self._door.limits.sockets.enter(address):
            self._door.turn_away(transport)
            return
        protocol = HttpProtocol(door=self._door, address=address, **self._about)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class _Flow(FlowControl):
    """Reading goes on when the last request that waits has been answered."""

    def __init__(self, protocol: HttpProtocol) -> None:
        super().__init__(protocol.transport)
        self._protocol = protocol

    def resume_reading(self) -> None:
        if self.read_paused and not self._protocol.busy:
            self.read_paused = False
            self._protocol.read_on()


class HttpProtocol(SlicedReading, HttpToolsProtocol):
    """A connection whose every part has a bound."""

    def __init__(self, *, door: Door, address: str | None, **about: Any) -> None:
        line = door.line_of(address)
        super().__init__(line=line, **about)
        self._door = door
        self._address = address
        self._inside = True
        self._held_back = False
        self._completing = False
        #: Whether a request is on its way, and its header still is; how long it is so far.
        self._coming = False
        self._in_head = False
        self._size = 0
        self._patience: asyncio.TimerHandle | None = None
        self._unread = 0
        self._unread_check: asyncio.TimerHandle | None = None
        ws = partial(
            SocketProtocol, line=line, limits=door.limits, metrics=door.metrics, left=self._leave
        )
        self.ws_protocol_class = ws  # type: ignore[assignment]

    # --- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.flow = _Flow(self)
        # Any byte that waits to be read counts, not only 64 KiB of them.
        transport.set_write_buffer_limits(high=0)
        self._wait(REQUEST_SECONDS)
        if self._address is not None and self._door.limits.refused.wait(self._address):
            self._held_back = True
            self.loop.call_later(HELD_BACK, self._let_go)

    def _let_go(self) -> None:
        self._held_back = False
        self.read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop_waiting()
        self._all_read()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._inside:
            self._inside = False
            self._door.limits.sockets.leave(self._address)

    # --- reading

    @property
    def ready(self) -> bool:
        """False while requests wait, and while the address is kept waiting."""
        return not (self.flow.read_paused or self._held_back)

    @property
    def busy(self) -> bool:
        """True while requests wait for their turn."""
        return bool(self.pipeline) or self._completing

    def slice_received(self, data: bytes) -> None:
        """Parse a slice; what is too long ends the connection."""
        self._size += len(data)
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self._ahead = data[upgrade.args[0] :] + self._ahead
                self.handle_websocket_upgrade()
        if self._is_over():
            return
        if self._in_head and self._size > HEAD_BYTES:
            self._give_up("head_too_big")
        elif self._size > REQUEST_BYTES:
            self._give_up("body_too_big")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._size = 0
        self._coming = self._in_head = True
        self._wait(REQUEST_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the header; those that come after a body are nothing to us."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its header is there."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._size = 0
        self._coming = False
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Go on as a WebSocket."""
        self._stop_waiting()
        self._all_read()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()
        self._over = True
        ahead, self._ahead = self._ahead, b""
        protocol = self.transport.get_protocol()
        if ahead and isinstance(protocol, SocketProtocol):
            protocol.data_received(ahead)

    # --- time

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_late(self) -> None:
        self._patience = None
        self._give_up("request_too_slow" if self._coming else None)

    def _give_up(self, code: str | None) -> None:
        """End the connection, with an answer where none is under way and one is due."""
        cycle: RequestResponseCycle | None = self.cycle
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        if code is not None and not (answering or self.pipeline):
            self.transport.write(_answer(code))
        if cycle is not None:
            cycle.disconnected = True  # the app must not answer any more
        self._stop_waiting()
        self.end()

    def on_response_complete(self) -> None:
        """An answer is out: the next request's turn."""
        self._completing = True  # what is read now would overtake the next request
        super().on_response_complete()
        self._completing = False
        self.flow.resume_reading()
        if self.transport.is_closing():
            self.linger()
        elif not (self.pipeline or self._coming):
            self._wait(KEPT_SECONDS)

    def pause_writing(self) -> None:
        """Something waits to be read by the client."""
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        if self._unread_check is None:
            self._unread_check = self.loop.call_later(UNREAD_SECONDS, self._check_unread)

    def resume_writing(self) -> None:
        """All has been taken."""
        super().resume_writing()
        self._all_read()

    def _all_read(self) -> None:
        if self._unread_check is not None:
            self._unread_check.cancel()
            self._unread_check = None

    def _check_unread(self) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= self._unread:
            self._unread_check = None
            self.transport.abort()
            return
        self._unread = left
        self._unread_check = self.loop.call_later(UNREAD_SECONDS, self._check_unread)
