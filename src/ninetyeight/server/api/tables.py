"""What the API does with tables. The hall knows them all; here is only how they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from ninetyeight.server.api.operation import Asked, Attachment, Operation
from ninetyeight.wire.http import (
    OpenTable,
    SeatTaken,
    TableFound,
    TableOpened,
    TableSeen,
    TakeSeat,
)
from ninetyeight.wire.messages import (
    SeatNumber,
)
from ninetyeight.wire.state import (
    StepSeen,
)

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall

TableId: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-hjkmnp-tv-z]{12}$")]
#: However it was heard and written down.
SpokenCode: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
StepNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]


class Eyes(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose eyes a step is seen with: a seat's, or a watcher's when there is none."""

    eyes: SeatNumber | UnsetType = UNSET


async def open_table(hall: Hall, asked: Asked) -> TableOpened:
    """Set up a table; whoever asks is its host."""
    body = asked.body_as(OpenTable)
    opened = await hall.open_table(body.plan, body.name, body.bots, body.start, body.secret)
    return TableOpened(opened.table, opened.seat, opened.secret, opened.invite, opened.number)


async def take_seat(hall: Hall, asked: Asked) -> SeatTaken:
    """Take a free seat, by the invite link or the table's address."""
    body = asked.body_as(TakeSeat)
    sat = await hall.sit(asked.path["table"], body.invite, body.name, body.seat, body.secret)
    return SeatTaken(sat.table, sat.seat, sat.secret, sat.waiting)


async def find_table(hall: Hall, asked: Asked) -> TableFound:
    """The table that a spoken code leads to."""
    return TableFound(hall.find(asked.path["code"]))


async def see_table(hall: Hall, asked: Asked) -> TableSeen:
    """The table as the bearer of the secret, or a watcher, sees it."""
    room, number = await hall.room_seen(asked.path["table"], asked.secret)
    return TableSeen(number, room)


async def see_step(hall: Hall, asked: Asked) -> StepSeen:
    """One moment of the game."""
    eyes = asked.query_as(Eyes).eyes
    return await hall.step(
        asked.path["table"],
        asked.path["number"],
        None if eyes is UNSET else eyes,
        asked.secret,
    )


async def get_record(hall: Hall, asked: Asked) -> Attachment:
    """The record of a finished game."""
    name, content = await hall.record(asked.path["table"], asked.secret)
    return Attachment(name, content)


_OF_TABLE = {"table": TableId}
_HERE = ("no_such_table", "watching_closed", "log_broken", "busy")
_FROM_ANSWER = {"table": "$response.body#/table"}

TABLES = (
    Operation(
        "openTable",
        "POST",
        "/api/tables",
        open_table,
        TableOpened,
        "Set up a table and sit down on its first seat.",
        status=201,
        body=OpenTable,
        errors=(
            "no_name",
            "unknown_bot",
            "too_many_bots",
            "too_many_tables",
            "secret_used",
            "busy",
        ),
        unfit=422,
        links={
            "seeTable": {"parameters": _FROM_ANSWER},
            "seeStep": {"parameters": {**_FROM_ANSWER, "number": "$response.body#/number"}},
            "getRecord": {"parameters": _FROM_ANSWER},
            "takeSeat": {
                "parameters": _FROM_ANSWER,
                "requestBody": {"invite": "$response.body#/invite", "name": "Grace"},
            },
        },
    ),
    Operation(
        "findTable",
        "GET",
        "/api/codes/{code}",
        find_table,
        TableFound,
        "The table of a spoken code, while somebody may sit down there by its address.",
        params={"code": SpokenCode},
        errors=("no_such_code",),
        links={"seeTable": {"parameters": _FROM_ANSWER}, "takeSeat": {"parameters": _FROM_ANSWER}},
    ),
    Operation(
        "seeTable",
        "GET",
        "/api/tables/{table}",
        see_table,
        TableSeen,
        "A table as the bearer of a seat's secret, or a watcher, sees it.",
        params=_OF_TABLE,
        takes_secret=True,
        errors=_HERE,
    ),
    Operation(
        "takeSeat",
        "POST",
        "/api/tables/{table}/seats",
        take_seat,
        SeatTaken,
        "Take a free seat, by the invite or by the table's address, or ask for it.",
        status=201,
        params=_OF_TABLE,
        body=TakeSeat,
        errors=(
            "no_such_table",
            "wrong_invite",
            "no_such_seat",
            "seat_taken",
            "no_free_seat",
            "asked_already",
            "log_broken",
            "no_name",
            "name_number",
        ),
        unfit=422,
        links={"seeTable": {"parameters": _FROM_ANSWER}},
    ),
    Operation(
        "seeStep",
        "GET",
        "/api/tables/{table}/steps/{number}",
        see_step,
        StepSeen,
        "One moment of the game: while it runs with the own eyes and open rows only, "
        "after the end with any.",
        params={**_OF_TABLE, "number": StepNumber},
        query=Eyes,
        takes_secret=True,
        errors=(*_HERE, "no_such_step", "no_such_seat", "not_your_eyes", "rows_closed"),
    ),
    Operation(
        "getRecord",
        "GET",
        "/api/tables/{table}/record",
        get_record,
        None,
        "The record of a finished game, as a file.",
        media_type="application/x-ndjson",
        params=_OF_TABLE,
        takes_secret=True,
        errors=(*_HERE, "not_dealt", "game_running"),
    ),
)
