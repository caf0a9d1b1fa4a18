"""How connections are read: a little in each turn of the event loop, and never ahead of the app.

What has come is handed on in slices, and each turn serves one connection of an address (round
robin). So whoever sends as fast as may be, over however many connections, gets no more of a turn
than anybody else.
What is read ahead of the app is what fits into one slice; the rest waits with the system, and then
with the client itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

#: Bytes that are taken apart in one turn. Hardly any message or request is longer.
SLICE = 512
#: Seconds for what has been sent to reach the client once the connection is closed on our side;
#: longer than the closing handshake of a WebSocket may take.
LINGER = 12.0

if TYPE_CHECKING:
    _Protocol = asyncio.Protocol
else:
    _Protocol = object  # at run time it stands in front of a protocol of uvicorn's


class Line:
    """The connections of one address that wait for their turn; each turn of the loop serves one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[SlicedReading] = deque()
        self._busy = False

    def enter(self, one: SlicedReading) -> None:
        """Serve it at once, if nobody of this address has been served in this turn."""
        if self._busy:
            self._waiting.append(one)
        else:
            self._serve(one)

    def _serve(self, one: SlicedReading) -> None:
        self._busy = True
        self._loop.call_soon(self._next)
        one.take_slice()

    def _next(self) -> None:
        if self._waiting:
            self._serve(self._waiting.popleft())
        else:
            self._busy = False


class SlicedReading(_Protocol):
    """Hands ``data_received`` of the class behind it a slice whenever it is its turn."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def __init__(self, *args: Any, line: Line, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._line = line
        self._in_line = False
        self._ahead = b""
        self._abort: asyncio.TimerHandle | None = None
        #: The connection is lost, or another protocol's: it is no business of this one any more.
        self._over: bool = False

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._over = True
        self._ahead = b""
        if self._abort is not None:
            self._abort.cancel()
        super().connection_lost(exc)

    @property
    def ready(self) -> bool:
        """False while what has been handed on is not dealt with yet."""
        return True

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._ahead += data
        self.read_on()

    def read_on(self) -> None:
        """Go on as far as may be; to be called again whenever the answer of ``ready`` changes."""
        if self._is_over():
            self._ahead = b""
        elif self._ahead or not self.ready:
            self.transport.pause_reading()
            if self.ready and not self._in_line:
                self._in_line = True
                self._line.enter(self)
        else:
            self.transport.resume_reading()

    def take_slice(self) -> None:
        """It is this connection's turn."""
        self._in_line = False
        if self.ready and not self._is_over():
            part, self._ahead = self._ahead[:SLICE], self._ahead[SLICE:]
            self.slice_received(part)
        self.read_on()

    def _is_over(self) -> bool:
        return self._over or self.transport.is_closing()

    def slice_received(self, data: bytes) -> None:
        """Deal with a slice."""
        super().data_received(data)

    def end(self) -> None:
        """Close the connection: what has been sent still goes out, but not for ever."""
        self.transport.close()
        self.linger()

    def linger(self) -> None:
        """See to it that the socket, closed already or about to be, does not stay."""
        if self._abort is None and not self._over:
            self._abort = self.loop.call_later(LINGER, self.transport.abort)
