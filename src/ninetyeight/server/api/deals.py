"""What the API tells about deals: their results on this server.

A code is told only for a deal that somebody named. Results are those of games that are over;
whether a game on a deal is running is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from ninetyeight.rules import EDITIONS, Deal, Rules, SetupError
from ninetyeight.server.api.operation import Asked, Operation
from ninetyeight.wire.http import DealSeen, ResultSeen
from ninetyeight.wire.plan import Choices

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall
    from ninetyeight.server.store import Result

DealCode: TypeAlias = Annotated[
    str,
    Meta(max_length=80, pattern=r"^[a-zA-Z_]+(-[a-zA-Z_]+)*-[0-9]{1,2}[pP]-[0-9A-TV-Za-tv-z]{16}$"),
]


async def see_deal(hall: Hall, asked: Asked) -> DealSeen:
    """How the finished games on a deal ended."""
    deal = Deal.from_code(asked.path["code"])
    rules = deal.rules
    if rules.edition.id not in EDITIONS:
        raise SetupError("unknown_edition", edition=rules.edition.id, known=", ".join(EDITIONS))
    code = _code_of(deal)
    return DealSeen(
        deal=code,
        edition=rules.edition.id,
        players=rules.players,
        options=choices_of(rules),
        results=[result_seen(result) for result in await hall.results(code)],
    )


def result_seen(result: Result) -> ResultSeen:
    """A result as everybody may see it who knows the deal."""
    return ResultSeen(
        names=list(result.names),
        bots=result.bots,
        won=result.won,
        left=result.left,
        reason=result.reason,
        known_deal=result.known_deal,
        changed_hands=result.changed_hands,
        hinted=result.hinted,
        ended_at=result.ended_at.timestamp(),
    )


def choices_of(rules: Rules) -> Choices:
    """The options of a deal: those that change the law. Commands of the box itself are none."""
    chosen = rules.options
    return Choices(
        expert=chosen.expert,
        short_hand=chosen.short_hand,
        fire=chosen.fire,
        commands=rules.has_commands and not rules.edition.commands,
    )


def _code_of(deal: Deal) -> str:
    assert deal.code is not None  # a deal that was made from a code has one
    return deal.code


DEALS = (
    Operation(
        "seeDeal",
        "GET",
        "/api/deals/{code}",
        see_deal,
        DealSeen,
        "A deal, and how the finished games on it ended on this server, best first.",
        params={"code": DealCode},
        unfit=404,
    ),
)
