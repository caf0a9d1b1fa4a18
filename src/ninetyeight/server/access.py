"""The log of requests: one line each, by the template of the route, never by what was written.

A path holds a table's id, a query may hold anything, a header may hold a secret: none of them is
ever in a line. What is: method, route, status, how long it took, how many bytes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninetyeight.server.metrics import Metrics

_log = logging.getLogger("ninetyeight.access")

#: How requests are counted that no route answers.
UNKNOWN = "other"


def route_of(scope: Scope) -> str:
    """The template of the route that answered, such as ``/api/tables/{table}``."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) and path else UNKNOWN


class AccessLog:
    """ASGI middleware that counts and notes every request and every WebSocket."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = self._clock()
        status = 500 if scope["type"] == "http" else 0
        size = 0

        async def sending(message: Message) -> None:
            nonlocal status, size
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                case "http.response.body":
                    size += len(message.get("body", b""))
                case "websocket.accept":
                    status = 101
                case "websocket.close":
                    status = status or 403
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._note(scope, status or 500, size, self._clock() - began)

    def _note(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        http = scope["type"] == "http"
        route = route_of(scope)
        method = scope["method"] if http else "WEBSOCKET"
        self._metrics.request(route, method, status, seconds if http else None)
        # Pages and probes come all the time; what went wrong should be seen without them.
        level = logging.ERROR if status == 500 else logging.INFO
        if route in ("/healthz", "/metrics") and status < 400:
            level = logging.DEBUG
        _log.log(
            level,
            "request",
            extra={
                "told": {
                    "method": method if method.isalpha() and len(method) <= 10 else UNKNOWN,
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                    "bytes": size,
                }
            },
        )
