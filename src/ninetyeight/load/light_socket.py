"""A WebSocket that costs next to nothing, for thousands of them in one process.

The protocol is the `websockets` library's, fed by the event loop itself: no task, no queue and no
buffer of its own for each of them. A server that is measured must not wait for whoever measures it.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri


class LightSocket(asyncio.Protocol):
    """One connection. ``hear`` gets every text message, ``ended`` the code it was closed with.

    The code is 1006 when the connection broke, and the HTTP status when it was never let in.
    """

    def __init__(
        self, url: str, hear: Callable[[bytes], None], ended: Callable[[int], None]
    ) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hear = hear
        self._ended = ended
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._transport: asyncio.Transport | None = None
        self._parts: list[bytes] = []
        self._code: int = CloseCode.ABNORMAL_CLOSURE

    @classmethod
    async def connect(
        cls,
        url: str,
        address: tuple[str, int],
        hear: Callable[[bytes], None],
        ended: Callable[[int], None],
        tls: ssl.SSLContext | None = None,
        source: tuple[str, int] | None = None,
    ) -> LightSocket:
        """Connect and shake hands. OSError when nobody is there or we are not let in."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(url, hear, ended), *address, ssl=tls, local_addr=source
        )
        try:
            await socket.open
        except BaseException:
            socket.drop()
            raise
        return socket

    def send(self, text: bytes) -> None:
        """Send a short text."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_text(text)
            self._flush()

    def close(self) -> None:
        """Say good-bye."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(CloseCode.NORMAL_CLOSURE)
            self._flush()

    def drop(self) -> None:
        """Break the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(self._protocol.data_to_send()))

    # --- what the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own are of no such class
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Take what came, and answer what the protocol itself answers."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame_came(event)
            elif isinstance(event, Response) and event.status_code != 101:
                self._code = event.status_code
                self.drop()
            elif self._protocol.handshake_exc is None:
                self.open.set_result(None)
        self._flush()
        if self._protocol.handshake_exc is not None or self._protocol.parser_exc is not None:
            self.drop()  # it speaks no WebSocket

    def _frame_came(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self._code = self._protocol.close_rcvd.code if self._protocol.close_rcvd else self._code
            self._flush()
            if self._transport is not None:
                self._transport.close()
        elif frame.opcode not in (Opcode.PING, Opcode.PONG):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                message = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
                self._parts.clear()
                self._hear(message)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"not let in ({self._code})"))
            with suppress(ConnectionError):
                self.open.exception()
        elif self._protocol.state is not State.CONNECTING:
            self._ended(self._code)
