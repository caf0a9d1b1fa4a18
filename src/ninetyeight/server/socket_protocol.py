"""uvicorn's WebSocket protocol with one thing more: a client that does not read is let go.

When the app has ended a connection, the transport waits until all bytes are gone, which a client
that stopped reading can put off for ever. Here it gets a few seconds, then the socket is dropped.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

#: Seconds between the end of the app's part and the end of the socket; longer than the closing
#: handshake may take.
LINGER = 12.0


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose transport never outlives its app by long."""

    async def run_asgi(self) -> None:
        """Run the app on this connection, then see to it that the socket ends."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER, self.transport.abort)
