"""uvicorn's WebSocket protocol with bounds: on frames that are no message, and on what is unread.

By itself it answers any number of pings and collects any number of empty parts. Here they count
like messages, whoever goes on is cut off, and nothing is read from a client that does not read
(backpressure).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ninetyeight.server.limits import CLOSE_TOO_MANY, Limits
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.reading import SlicedReading


class SocketProtocol(SlicedReading, WebSocketsSansIOProtocol):
    """A WebSocket whose transport never outlives its app by long."""

    def __init__(
        self,
        *args: Any,
        limits: Limits,
        metrics: Metrics,
        left: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._frames = limits.messages()
        self._metrics = metrics
        self._left = left

    async def run_asgi(self) -> None:
        """Run the app on this connection, then see to it that the socket ends."""
        try:
            await super().run_asgi()
        finally:
            self.linger()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._left()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """A ping was not answered."""
        super().keepalive_timeout()
        self.linger()

    # --- reading

    @property
    def ready(self) -> bool:
        """False while a message waits for the app, and while the client reads nothing.

        Nor is anything read until the app has let the client in.
        """
        greeted = self.handshake_complete or not self.handshake_initiated
        return greeted and self.writable.is_set() and not self.read_paused

    def data_received(self, data: bytes) -> None:
        """Take what has come; the first of it is the handshake, whole and alone."""
        if self.handshake_initiated:
            super().data_received(data)
            return
        self.slice_received(data)
        if not self.handshake_initiated:
            self.end()  # not even a handshake that could be refused

    async def receive(self) -> Any:
        """The next message for the app; when it was the last, reading goes on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.read_on()
        return message

    async def send(self, message: Any) -> None:
        """Send a message of the app; once the client has been let in, reading goes on."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.read_on()

    def pause_writing(self) -> None:
        """The client does not read: nothing it sends is read either."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self.read_on()

    # --- frames that are no message by themselves

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong."""
        if self._within_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further part of a message."""
        if self._within_limit():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; what comes after the end of the app's part counts as well."""
        if not self.close_sent or self._within_limit():
            super().send_receive_event_to_app()

    def _within_limit(self) -> bool:
        """Count a frame; False when the connection is, or is to be, cut off."""
        if self.transport.is_closing():
            return False
        if self._frames.take():
            return True
        # Nobody can be told kindly: there is no answer to a frame that is no message.
        self._metrics.limited("connection")
        self._cut_off()
        return False

    def _cut_off(self) -> None:
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CLOSE_TOO_MANY})
            self.conn.fail(CLOSE_TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.end()
