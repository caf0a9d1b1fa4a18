"""What the API does with the games of the day, and what it tells about them.

The codes of their deals are told nowhere before a game is over, though whoever wants to can work
them out: they are made from the day alone.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from ninetyeight.server.api.operation import Asked, Operation
from ninetyeight.server.daily import COMPANY, Daily, seconds_left, today
from ninetyeight.server.errors import ServerError
from ninetyeight.wire.http import (
    DailiesSeen,
    DailyName,
    DailyOpened,
    DailyResults,
    DailySeen,
    LeftCounted,
    PlayDaily,
)

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall


async def see_dailies(_: Hall, __: Asked) -> DailiesSeen:
    """The games of the day."""
    return DailiesSeen(
        day=today().isoformat(),
        next_in=seconds_left(),
        games=[
            DailySeen(name, plan.edition, plan.players, list(bots))
            for name, bots in COMPANY.items()
            for plan in (Daily(name, today()).plan,)
        ],
    )


async def play_daily(hall: Hall, asked: Asked) -> DailyOpened:
    """Begin a game of the day, or go on with a first try that is running."""
    body = asked.body_as(PlayDaily)
    daily = Daily(asked.path["daily"], today())
    opened, first = await hall.open_daily(daily, body.device, body.name)
    hall.pars.ask(daily)  # so that it is there when the game is over
    assert opened.seat is not None
    assert opened.secret is not None
    return DailyOpened(
        opened.table,
        opened.seat,
        opened.secret,
        opened.invite,
        opened.number,
        daily.day.isoformat(),
        first,
    )


async def see_daily_results(hall: Hall, asked: Asked) -> DailyResults:
    """How the first tries of a day's game ended."""
    daily = Daily(asked.path["daily"], asked.path["day"])
    if daily.day > today():
        raise ServerError("no_such_page")
    counted = sorted((await hall.first_tries(daily)).items())
    return DailyResults(
        name=daily.name,
        day=daily.day.isoformat(),
        results=[LeftCounted(left, games) for left, games in counted],
        par=hall.pars.ask(daily),
    )


DAILIES = (
    Operation(
        "seeDailies",
        "GET",
        "/api/daily",
        see_dailies,
        DailiesSeen,
        "The games of the day: the same deals on every server.",
    ),
    Operation(
        "playDaily",
        "POST",
        "/api/daily/{daily}/tables",
        play_daily,
        DailyOpened,
        "Play a game of the day; the first try of a device counts.",
        status=201,
        params={"daily": DailyName},
        body=PlayDaily,
        errors=("no_name", "too_many_tables", "log_broken", "busy"),
        links={"seeTable": {"parameters": {"table": "$response.body#/table"}}},
    ),
    Operation(
        "seeDailyResults",
        "GET",
        "/api/daily/{daily}/{day}",
        see_daily_results,
        DailyResults,
        "How the first tries of a day's game ended on this server, and its par.",
        params={"daily": DailyName, "day": date},
    ),
)
