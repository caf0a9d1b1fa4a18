"""The routes of the API: every path with its methods, and an answer to whatever else is asked."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from ninetyeight.rules import GameError
from ninetyeight.server.api.choosing import CHOOSING
from ninetyeight.server.api.daily import DAILIES
from ninetyeight.server.api.deals import DEALS
from ninetyeight.server.api.operation import Asked, Attachment, Operation
from ninetyeight.server.api.reading import read_body, read_query, read_secret, read_word
from ninetyeight.server.api.tables import TABLES
from ninetyeight.server.errors import ServerError, for_clients, status_of
from ninetyeight.server.http_errors import error_body
from ninetyeight.server.limits import Limits, address_key
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.page_files import WORTH_PACKING, takes_gzip
from ninetyeight.server.store import StoreError

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall

log = logging.getLogger("ninetyeight.api")

JSON = "application/json"
NO_STORE = {"cache-control": "no-store"}


async def see_openapi(_: Hall, __: Asked) -> dict[str, Any]:
    """The description of this API."""
    from ninetyeight.server.api.openapi import openapi  # it is made from what stands below

    return openapi()


async def see_protocol(_: Hall, __: Asked) -> dict[str, Any]:
    """The JSON Schema of every message."""
    from ninetyeight.server.schema import document

    return document()


DESCRIPTIONS = (
    Operation(
        "seeOpenapi",
        "GET",
        "/api/openapi.json",
        see_openapi,
        None,
        "This description of the API, as OpenAPI.",
    ),
    Operation(
        "seeProtocol",
        "GET",
        "/api/protocol.json",
        see_protocol,
        None,
        "The JSON Schema of everything that is sent over HTTP and WebSocket.",
    ),
)

#: Everything the API does. Of two paths that fit, the first is taken.
OPERATIONS: tuple[Operation, ...] = (*CHOOSING, *TABLES, *DEALS, *DAILIES, *DESCRIPTIONS)


def api_routes(hall: Hall, limits: Limits, metrics: Metrics) -> list[BaseRoute]:
    """The routes of the API, the last of which answers whatever else is below ``/api``."""
    paths = dict.fromkeys(operation.path for operation in OPERATIONS)
    found = [Route(path, _At(path, hall, limits, metrics)) for path in paths]
    return [*found, Route("/api/{rest:path}", _Nothing())]


class _At:
    """All that is done at one path, as an ASGI app: it is asked for every method."""

    def __init__(self, path: str, hall: Hall, limits: Limits, metrics: Metrics) -> None:
        self._hall = hall
        self._limits = limits
        self._metrics = metrics
        self._operations = {one.method: one for one in OPERATIONS if one.path == path}
        methods = [*self._operations, "OPTIONS"]
        if "GET" in self._operations:
            methods.append("HEAD")
        self._allow = {"allow": ", ".join(sorted(methods))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self._answer(request)
        if request.method == "HEAD":
            response.body = b""  # the headers stay those of GET, its length included
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=self._allow | NO_STORE)
        method = "GET" if request.method == "HEAD" else request.method
        operation = self._operations.get(method)
        if operation is None:
            return self._refused(ServerError("wrong_method"), headers=self._allow)
        try:
            asked = await _read(request, operation)
            self._limit(operation, asked)
            answer = await operation.handle(self._hall, asked)
        except GameError as error:
            if isinstance(error, StoreError):
                log.error("the database failed", extra={"told": {"why": error.code}})
            return self._refused(error, unfit=operation.unfit_status)
        return _good(request, operation, answer)

    def _refused(self, error: GameError, **told: Any) -> Response:
        self._metrics.refused(for_clients(error).message_code)
        return refusal(error, **told)

    def _limit(self, operation: Operation, asked: Asked) -> None:
        limits = self._limits
        if operation.id == "findTable":
            name, counted = "codes", limits.codes
        elif operation.id in ("openTable", "playDaily"):
            name, counted = "new_tables", limits.new_tables
        else:
            return
        if not counted.take(asked.address):
            self._metrics.limited(name)
            seconds = int(counted.wait(asked.address)) + 1
            raise ServerError("too_many_requests", seconds=seconds)


class _Nothing:
    """What is answered below ``/api`` where nothing is."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refusal(ServerError("no_such_page"))(scope, receive, send)


async def _read(request: Request, operation: Operation) -> Asked:
    client = request.client
    return Asked(
        path=_path(request.path_params, operation),
        query=read_query(request.query_params, operation.query),
        secret=read_secret(request.headers) if operation.takes_secret else None,
        body=None if operation.body is None else await read_body(request, operation.body),
        address=address_key(None if client is None else client.host),
    )


def _path(given: Mapping[str, str], operation: Operation) -> dict[str, Any]:
    """The parts of the path that vary. A code that is no deal's is left to the law to explain."""
    found: dict[str, Any] = {}
    for name, kind in operation.params.items():
        try:
            found[name] = given[name] if name == "code" else read_word(given[name], kind)
        except msgspec.ValidationError:
            # A name that no table can have is never looked up.
            code = "no_such_table" if name == "table" else "no_such_page"
            raise ServerError(code) from None
    return found


def _good(
    request: Request,
    operation: Operation,
    answer: msgspec.Struct | Attachment | dict[str, Any],
) -> Response:
    headers = dict(NO_STORE)
    if isinstance(answer, Attachment):
        name = "".join(
            c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in answer.name
        )
        headers["content-disposition"] = f'attachment; filename="{name}"'
        return Response(answer.content, 200, headers, operation.media_type)
    if operation.status == 201 and (table := getattr(answer, "table", None)) is not None:
        headers["location"] = f"/api/tables/{table}"
    body = msgspec.json.encode(answer)
    # What a seat alone may see is never compressed: how short it becomes would tell about it.
    if operation.method == "GET" and not operation.takes_secret:
        headers["vary"] = "accept-encoding"
        if len(body) >= WORTH_PACKING and takes_gzip(request):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
    return Response(body, operation.status, headers, JSON)


def refusal(
    error: GameError, *, unfit: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """The response that tells an error; ``unfit`` is the status for errors of the law."""
    shown = for_clients(error)
    status = status_of(shown)
    if unfit is not None and not isinstance(shown, ServerError):
        status = unfit
    told = NO_STORE | dict(headers or {})
    if status == 401:
        told["www-authenticate"] = "Bearer"
    if "seconds" in shown.params:
        told["retry-after"] = str(shown.params["seconds"])
    return Response(error_body(shown), status, told, JSON)
