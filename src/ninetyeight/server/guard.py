"""The door: what is turned away before any of the app's code runs, and what every answer carries.

A request must name a host that is ours (a page elsewhere cannot reach a server on this computer
by pointing its own name at it), must not be longer than anything we take, and must not come more
often than :mod:`limits` allows. What changes something, and every WebSocket, must come from our
own page or from a program: a browser always says which page it speaks for.

No cookies are used at all. A seat's secret travels in the first WebSocket message or as a bearer
token, so another site's page has nothing to ride on; the origin check comes on top.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ninetyeight.server.access import AccessLog
from ninetyeight.server.api.operation import BODY_BYTES
from ninetyeight.server.errors import status_of
from ninetyeight.server.http_errors import error_body, make_error
from ninetyeight.server.limits import Limits, address_key
from ninetyeight.server.logs import note
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.settings import Settings

_log = logging.getLogger("ninetyeight.server")

#: Nothing inline, nothing from elsewhere. 'self' covers the WebSocket of the same origin.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
#: Two years, the time that browsers' lists ask for.
STRICT_TRANSPORT = "max-age=63072000"

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def protect(app: Starlette, settings: Settings, limits: Limits, metrics: Metrics) -> None:
    """Put the guard, and the log of requests around it, in front of everything ``app`` does.

    To be called once, when routes and exception handlers stand; also what Starlette answers by
    itself (a fault, an unknown path) then carries the headers.
    """
    inner = app.build_middleware_stack()
    app.middleware_stack = AccessLog(Guard(inner, settings, limits, metrics), metrics)


class Guard:
    """ASGI middleware that checks host, origin, size and rate, and adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics
        self._public = None if settings.public_url is None else _origin(settings.public_url)
        self._is_our_host = host_check(settings)
        self._proxies = bool(settings.proxy)
        self._noticed_proxy = False
        self._headers = dict(HEADERS)
        if settings.public_url is not None and settings.public_url.startswith("https://"):
            self._headers["strict-transport-security"] = STRICT_TRANSPORT

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        plain, send = send, self._with_headers(send)
        headers = Headers(scope=scope)
        self._notice_unknown_proxy(headers)
        address = address_key(scope["client"][0] if scope.get("client") else None)
        if not self._is_our_host(headers.getlist("host")):
            await self._refuse(scope, receive, send, "wrong_host")
        elif not self._is_from_us(scope, headers):
            await self._refuse(scope, receive, send, "wrong_origin")
        elif not self._limits.requests.take(address):
            self._metrics.limited("requests")
            self._limits.refused.take(address)
            wait = self._limits.requests.wait(address)
            await self._refuse(scope, receive, send, "too_many_requests", wait)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send, plain, address)
        elif _announced_length(headers) > BODY_BYTES:
            await self._refuse(scope, receive, send, "body_too_big")
        else:
            await self._app(scope, _bounded(receive), send)

    def _notice_unknown_proxy(self, headers: Headers) -> None:
        """Say once that everybody seems to be one proxy: all limits would be shared by all."""
        if self._proxies or self._noticed_proxy or "x-forwarded-for" not in headers:
            return
        self._noticed_proxy = True
        note(_log, "a proxy passes requests on but is not named by --proxy", level=logging.WARNING)

    async def _connect(
        self, scope: Scope, receive: Receive, send: Send, plain: Send, address: str
    ) -> None:
        """Let a WebSocket in while there is room for it, and count it until it is gone."""
        if not self._limits.connections.enter(address):
            self._metrics.limited("connections")
            await self._refuse(scope, receive, send, "too_many_connections", 5)
            return
        try:
            # Messages of a WebSocket have no headers: they go out without a detour.
            await self._app(scope, receive, plain)
        finally:
            self._limits.connections.leave(address)

    def _is_from_us(self, scope: Scope, headers: Headers) -> bool:
        """False for what a browser sends on behalf of somebody else's page."""
        if scope["type"] == "http":
            if scope["method"] in _SAFE:
                return True
            if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
                return False
        origins = headers.getlist("origin")
        if not origins:
            return True  # a program: browsers always say it where it matters
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        ours = (_origin(f"{scheme}://{headers['host']}"), self._public)
        return all(_origin(origin) in ours for origin in origins)

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return sending

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, code: str, wait: float = 0
    ) -> None:
        """Answer with an error instead of letting the app see the request."""
        error = make_error(code)
        self._metrics.refused(error.message_code)
        body = error_body(error)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        if wait:
            headers.append((b"retry-after", str(math.ceil(wait)).encode()))
        if error.code == "too_many_requests" and scope["type"] == "http":
            headers.append((b"connection", b"close"))  # a new one is kept waiting
        prefix = ""
        if scope["type"] == "websocket":
            await receive()
            if "websocket.http.response" not in scope.get("extensions", {}):
                await send({"type": "websocket.close", "code": 1008})
                return
            prefix = "websocket."
        start = f"{prefix}http.response.start"
        await send({"type": start, "status": status_of(error), "headers": headers})
        await send({"type": f"{prefix}http.response.body", "body": body})


def host_check(settings: Settings) -> Callable[[list[str]], bool]:
    """Whether a Host header names this server.

    Ours are the names of this computer, the host of the public address, and, where others can
    connect, any address in figures: a name that somebody points here is not among them.
    """
    names = {"localhost"}
    if settings.public_url is not None:
        names.add(urlsplit(settings.public_url).hostname or "")
    if not settings.local:
        own = socket.gethostname().lower()
        names |= {settings.host.lower(), own, f"{own.partition('.')[0]}.local"}

    def is_ours(given: list[str]) -> bool:
        if len(given) != 1:
            return False
        name = _name_of(given[0])
        if name in names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not settings.local

    return is_ours


def _name_of(host: str) -> str:
    """The name in a Host header, without port; nothing when it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return ""
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return ""
    return (parts.hostname or "").removesuffix(".")


def _origin(text: str) -> str:
    """An origin in the form that can be compared; a page without one says ``null``, told as ""."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return ""
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    if usual is None or not parts.hostname or parts.path not in ("", "/"):
        return ""
    return f"{parts.scheme}://{parts.hostname.removesuffix('.')}:{port or usual}"


def _announced_length(headers: Headers) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isascii() and given.isdigit() else 0


class BodyTooLong(HTTPException):
    """More came than was announced, or than we take."""

    def __init__(self) -> None:
        super().__init__(413)


def _bounded(receive: Receive) -> Receive:
    """Stops reading a body that goes on for longer than we take, whatever it announced."""
    left = BODY_BYTES

    async def receiving() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise BodyTooLong
        return message

    return receiving
