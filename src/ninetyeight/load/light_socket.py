"""A WebSocket that costs next to nothing, for thousands of them in one process.

Just what a measuring client needs: text messages in both directions, pings answered, closing. A
server that is measured must not wait for whoever measures it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_FINAL, _MASKED = 0x80, 0x80


class LightSocket(asyncio.Protocol):
    """One connection. ``hear`` gets every text message, ``ended`` the code it was closed with.

    The code is 1006 when the connection broke, and the HTTP status when it was never let in.
    """

    def __init__(
        self, host: str, path: str, hear: Callable[[bytes], None], ended: Callable[[int], None]
    ) -> None:
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._host = host
        self._path = path
        self._hear = hear
        self._ended = ended
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._parts: list[bytes] = []
        self._code = 1006
        self._upgraded = False

    @classmethod
    async def connect(
        cls,
        address: tuple[str, int],
        host: str,
        path: str,
        hear: Callable[[bytes], None],
        ended: Callable[[int], None],
        tls: ssl.SSLContext | None = None,
        source: tuple[str, int] | None = None,
    ) -> LightSocket:
        """Connect and shake hands. OSError when nobody is there or we are not let in."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(host, path, hear, ended), *address, ssl=tls, local_addr=source
        )
        try:
            await socket.open
        except BaseException:
            socket.drop()
            raise
        return socket

    def send(self, text: bytes) -> None:
        """Send a short text."""
        self._frame(_TEXT, text)

    def close(self) -> None:
        """Say good-bye."""
        self._frame(_CLOSE, (1000).to_bytes(2, "big"))

    def drop(self) -> None:
        """Break the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _frame(self, kind: int, payload: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(payload)
        head = bytes((_FINAL | kind,))
        head += bytes((_MASKED | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        mask = os.urandom(4)
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        masked = (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")
        self._transport.write(head + mask + masked)

    # --- what the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own are of no such class
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self._path} HTTP/1.1",
            f"Host: {self._host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._transport.write("\r\n".join([*lines, "", ""]).encode("ascii"))

    def data_received(self, data: bytes) -> None:
        """Take apart what came."""
        if self._rest:
            data = self._rest + data
        if not self._upgraded:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            self._greeted(head)
        self._rest = self._frames(data)

    def _greeted(self, head: bytes) -> None:
        words = head.split(b" ", 2)
        status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        if status != 101:
            self._code = status
            self.drop()
            return
        self._upgraded = True
        self.open.set_result(None)

    def _frames(self, data: bytes) -> bytes:
        """Handle every whole frame; what is left over belongs to the next one."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, size = data[at], data[at + 1] & 0x7F
            start = at + 2
            if size == 126:
                if end - at < 4:
                    break
                size = int.from_bytes(data[at + 2 : at + 4], "big")
                start = at + 4
            elif size == 127:
                if end - at < 10:
                    break
                size = int.from_bytes(data[at + 2 : at + 10], "big")
                start = at + 10
            if end - start < size:
                break
            at = start + size
            self._frame_came(first, data[start:at])
        return data[at:]

    def _frame_came(self, first: int, payload: bytes) -> None:
        kind = first & 0x0F
        if kind == _PING:
            self._frame(_PONG, payload)
        elif kind == _CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if len(payload) > 1 else 1005
            self._frame(_CLOSE, payload[:2])
            if self._transport is not None:
                self._transport.close()
        elif kind != _PONG:
            if self._parts or not first & _FINAL:
                self._parts.append(payload)
                if not first & _FINAL:
                    return
                payload = b"".join(self._parts)
                self._parts.clear()
            self._hear(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"not let in ({self._code})"))
            with suppress(ConnectionError):
                self.open.exception()
        elif self._upgraded:
            self._ended(self._code)
