"""What HTTP answers when something is not done: a status, and a JSON object with a documented code.

``{"error": {"code": "server.no_such_table", "params": {}, "rule": null, "text": "There is …"}}``:
code and figures as the catalogue tells them, so that a page can say it in the person's language,
and the English words for whoever writes a client.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ninetyeight.rules import GameError
from ninetyeight.server.errors import STATUS, ServerError, for_clients, status_of, told
from ninetyeight.wire.http import ApiError, ErrorSeen

#: The codes that are told for what Starlette itself refuses.
BY_STATUS = {404: "no_such_page", 405: "wrong_method", 413: "body_too_big", 500: "inside"}


def error_body(error: GameError) -> bytes:
    """The JSON object that tells an error."""
    why, text = told(error), for_clients(error).text()
    return msgspec.json.encode(ApiError(ErrorSeen(why.code, why.params, why.rule, text)))


def error_answer(error: GameError | str, headers: Mapping[str, str] | None = None) -> Response:
    """The response that tells an error; a bare text is the code of a :class:`ServerError`."""
    if isinstance(error, str):
        error = make_error(error)
    return Response(
        error_body(error),
        status_of(error),
        {"cache-control": "no-store", **(headers or {})},
        media_type="application/json",
    )


def make_error(code: str) -> ServerError:
    """The error of a code that takes no figures."""
    assert code in STATUS, code
    return ServerError(code)


async def _lawful(_: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)
    return error_answer(error)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return error_answer(BY_STATUS.get(error.status_code, "inside"), error.headers)


async def _failed(_: Request, __: Exception) -> Response:
    # What went wrong is for the log; whoever asked learns that it was not their fault.
    return error_answer("inside")


#: For ``Starlette(exception_handlers=HANDLERS)``.
HANDLERS: dict[int | type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    GameError: _lawful,
    HTTPException: _refused,
    Exception: _failed,
}
