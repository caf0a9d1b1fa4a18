"""What the server counts, for Prometheus, and who may read it.

Every label has a handful of values that the code knows beforehand: no names, tables, cards,
addresses or anything else a player brought. Whatever is not known is counted as ``other``.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ninetyeight import __version__
from ninetyeight.bots.bot import searcher_names
from ninetyeight.locale import catalogue
from ninetyeight.rules import GameError
from ninetyeight.server.http_errors import error_answer
from ninetyeight.server.limits import address_key
from ninetyeight.server.settings import Settings

#: Seconds; a lay should reach everybody within a tenth of a second.
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

#: Areas of the catalogue whose codes may be counted as they are.
_CODE_AREAS = ("server", "refusal", "errors", "chat")

#: What can be limited; a label of ``ninetyeight_rate_limited_total``.
LIMITS = (
    "connection",
    "seat",
    "requests",
    "new_tables",
    "codes",
    "connections",
    "tables",
    "busy",
    "sockets",
)


class Metrics:
    """The counters of one server, with a registry of their own."""

    def __init__(self, message_types: Iterable[str] = ()) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self._message_types = frozenset(message_types)
        registry = self.registry
        self.connections = Gauge(
            "ninetyeight_connections",
            "WebSocket connections that are open.",
            ["role"],
            registry=registry,
        )
        for role in ("seat", "watcher"):
            self.connections.labels(role)
        self.tables = Gauge("ninetyeight_tables", "Tables in memory.", registry=registry)
        self.events = Counter(
            "ninetyeight_events", "Events written down and committed.", registry=registry
        )
        self.commit_seconds = Histogram(
            "ninetyeight_commit_seconds",
            "Time from the decision on an event to its commit.",
            buckets=_QUICK,
            registry=registry,
        )
        self.broadcast_seconds = Histogram(
            "ninetyeight_broadcast_seconds",
            "Time from the arrival of a move to the moment it is queued for everybody.",
            buckets=_QUICK,
            registry=registry,
        )
        self.lag = Gauge(
            "ninetyeight_lag_seconds",
            "How late whatever is due is done, smoothed over some seconds.",
            registry=registry,
        )
        self.bot_seconds = Counter(
            "ninetyeight_bot_seconds",
            "Processor time that bots have thought.",
            registry=registry,
        )
        self.searches = Counter(
            "ninetyeight_searches",
            "Turns that bots have searched for, by level; none where the planner had to do.",
            ["level"],
            registry=registry,
        )
        for level in (*searcher_names(), "none"):
            self.searches.labels(level)
        self._messages = Counter(
            "ninetyeight_messages", "Messages from clients, by type.", ["type"], registry=registry
        )
        self._refusals = Counter(
            "ninetyeight_refusals", "What was refused, by code.", ["code"], registry=registry
        )
        self.cut_off = Counter(
            "ninetyeight_slow_clients",
            "Connections cut off because the client did not read.",
            registry=registry,
        )
        self._limited = Counter(
            "ninetyeight_rate_limited",
            "What was turned away because of a limit, by limit.",
            ["limit"],
            registry=registry,
        )
        for limit in LIMITS:
            self._limited.labels(limit)
        self._requests = Counter(
            "ninetyeight_http_requests",
            "HTTP requests and WebSocket handshakes, by route and status.",
            ["route", "method", "status"],
            registry=registry,
        )
        self._request_seconds = Histogram(
            "ninetyeight_http_seconds",
            "Time to answer an HTTP request, by route.",
            ["route"],
            buckets=_QUICK,
            registry=registry,
        )
        build = Gauge("ninetyeight_build", "Always 1.", ["version"], registry=registry)
        build.labels(__version__).set(1)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

    def message(self, kind: str) -> None:
        """Count a message from a client; ``kind`` is its type as the protocol names it."""
        self._messages.labels(kind if kind in self._message_types else "other").inc()

    def refused(self, code: str) -> None:
        """Count a refusal; ``code`` is the full code, such as ``refusal.too_low``."""
        self._refusals.labels(code if _is_known(code) else "other").inc()

    def limited(self, limit: str) -> None:
        """Count something that was turned away; ``limit`` is one of :data:`LIMITS`."""
        self._limited.labels(limit if limit in LIMITS else "other").inc()

    def request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """Count a request by the template of its route; ``seconds`` None is not timed."""
        known = method if method in _METHODS else "other"
        self._requests.labels(route, known, str(status)).inc()
        if seconds is not None:
            self._request_seconds.labels(route).observe(seconds)

    def page(self) -> bytes:
        """Everything counted, as Prometheus reads it."""
        return generate_latest(self.registry)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})


def _is_known(code: str) -> bool:
    return code.partition(".")[0] in _CODE_AREAS and catalogue("en").has(code)


Endpoint = Callable[[Request], Awaitable[Response]]

#: Whoever sends one of these came through a proxy, wherever that proxy runs.
_FORWARDED = frozenset({"forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip"})
_FORWARDED |= {"true-client-ip", "fastly-client-ip"}
_FORWARDED_KINDS = ("x-forwarded-", "x-original-", "x-envoy-", "cf-")


def metrics_endpoint(metrics: Metrics, settings: Settings) -> Endpoint:
    """``GET /metrics``: for whoever has the token; without one, for programs on this computer.

    A request that a proxy passed on is not from this computer, even where the proxy is, and
    nothing in it has to tell. So a server that people reach through one wants the token.
    """

    async def answer(request: Request) -> Response:
        if not settings.metrics:
            return error_answer("no_such_page")
        if not _may_read(request, settings):
            return error_answer("metrics_closed")
        return Response(
            metrics.page(),
            headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"},
        )

    return answer


def _may_read(request: Request, settings: Settings) -> bool:
    token = settings.metrics_token
    if token is not None:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if settings.public_url is not None or settings.proxy:
        return False
    if any(name in _FORWARDED or name.startswith(_FORWARDED_KINDS) for name in request.headers):
        return False
    called = request.url.hostname or ""
    if called != "localhost" and not _is_loopback(called):
        return False
    # By way of "::" an IPv4 address comes in the clothes of IPv6; address_key undresses it.
    return request.client is not None and _is_loopback(address_key(request.client.host))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def health_endpoint(
    ping: Callable[[], Awaitable[object]],
    check_writing: Callable[[], Awaitable[object]],
    stopping: Callable[[], bool],
) -> Endpoint:
    """``GET /healthz``: 200 while tables can be played, else 503 with a status and a reason."""

    async def trouble() -> tuple[str, str] | None:
        if stopping():
            return "stopping", "stopping"
        for status, ask in (("no_database", ping), ("cannot_write", check_writing)):
            try:
                await ask()
            except GameError as error:
                return status, error.code
            except Exception:  # whatever it says may hold names that are nobody's business
                return status, "failed"
        return None

    async def answer(_: Request) -> Response:
        found = await trouble()
        told = {"status": "ok"} if found is None else {"status": found[0], "reason": found[1]}
        return JSONResponse(
            {**told, "version": __version__},
            200 if found is None else 503,
            {"cache-control": "no-store"},
        )

    return answer
