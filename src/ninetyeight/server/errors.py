"""What the server itself answers when something cannot be done, with an HTTP status for each code.

The texts stand in the catalogue's area ``server``. An error that the law or a bot raises keeps its
own code; over HTTP it is an answer like any other (:func:`status_of`).
"""

from __future__ import annotations

from collections.abc import Mapping

from ninetyeight.rules import GameError
from ninetyeight.wire.state import (
    Why,
)

#: Every code of :class:`ServerError` with the HTTP status it is answered with. The documentation
#: has the same table; a test compares.
STATUS: Mapping[str, int] = {
    # --- what was asked for cannot be read
    "no_utf8": 400,
    "no_json": 400,
    "too_deep": 400,
    "body_too_big": 413,
    "wrong_content_type": 415,
    "wrong_fields": 400,
    "unknown_query": 400,
    "wrong_query": 400,
    "wrong_method": 405,
    "no_such_page": 404,
    # --- who asks
    "wrong_authorization": 401,
    "wrong_secret": 401,
    "wrong_invite": 403,
    "not_your_eyes": 403,
    "watching_closed": 403,
    # --- the door
    "wrong_host": 421,
    "wrong_origin": 403,
    "too_many_connections": 503,
    "head_too_big": 431,
    "request_too_slow": 408,
    "metrics_closed": 403,
    "page_not_built": 503,
    # --- tables
    "no_such_table": 404,
    "no_such_code": 404,
    "no_such_step": 404,
    "no_such_seat": 422,
    "seat_taken": 409,
    "no_free_seat": 409,
    "no_name": 422,
    "name_number": 422,
    "unknown_bot": 422,
    "too_many_bots": 422,
    "game_running": 409,
    "rows_closed": 409,
    "game_over": 409,
    "not_dealt": 409,
    "already_dealt": 409,
    "hints_off": 403,
    "host_only": 403,
    "start_given": 409,
    "start_for_oneself": 403,
    "not_all_ready": 409,
    "seats_in_use": 409,
    "seat_free": 409,
    "nobody_there": 409,
    "asked_already": 409,
    "not_asked": 409,
    "not_yours_to_answer": 403,
    "secret_used": 409,
    "log_broken": 500,
    "nothing_said": 422,
    # --- messages over the WebSocket, which has no status
    "no_message": 400,
    "wrong_message": 422,
    "message_too_big": 413,
    "hello_again": 409,
    "not_seated": 403,
    "stale": 409,
    "log_full": 409,
    # --- the server
    "too_many_requests": 429,
    "too_many_tables": 503,
    "store_unavailable": 503,
    "outcome_unknown": 503,
    "busy": 503,
    "stopping": 503,
    "inside": 500,
}

#: The status of an error that is not the server's own: what was asked for does not fit the law.
UNFIT = 422
#: A parameter of an error is told up to this length.
PARAMETER_LENGTH = 400


class ServerError(GameError):
    """Something the server could not do; nothing has changed, unless that is unknown."""

    area = "server"


def status_of(error: GameError) -> int:
    """The HTTP status that an error is answered with."""
    shown = for_clients(error)
    return STATUS.get(shown.code, 400) if isinstance(shown, ServerError) else UNFIT


def for_clients(error: GameError) -> GameError:
    """The error itself, or what stands for one that is the operator's business alone.

    What a database complains about names files and servers: that is for the log.
    """
    if error.area != "store":
        return error
    return ServerError("outcome_unknown" if error.code == "uncertain" else "store_unavailable")


def told(error: GameError) -> Why:
    """An error as it goes over the wire: code and figures, no sentence."""
    error = for_clients(error)
    return Why(
        error.message_code,
        {name: _plain(value) for name, value in error.params.items()},
        error.rule,
    )


def _plain(value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return str(value)[:PARAMETER_LENGTH]
