"""What can be chosen for a table, and what then holds there: editions, options, bots, rules.

Every figure is asked of the law; a page that shows a form for setting up a table knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar, get_args

from msgspec import Meta, Struct

from ninetyeight.bots import searcher_names, team_mates, usual_mate
from ninetyeight.fast import EXTRA
from ninetyeight.handbook import MinuteTold, RulesTold, telling_minute, telling_rules
from ninetyeight.rules import (
    EDITIONS,
    LAW_OPTIONS,
    MOST_WITH_TAKE_BACKS,
    OPTION_NAMES,
    Edition,
    Rules,
    Strictness,
    Talk,
    usual_take_backs,
)
from ninetyeight.server.api.operation import Asked, Operation
from ninetyeight.table import NAME_LENGTH
from ninetyeight.wire.http import EditionSeen, EditionsSeen, HandSizes, OptionSeen
from ninetyeight.wire.messages import (
    Language,
)
from ninetyeight.wire.plan import Choices, Plan, StrictnessWord

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall

Seats: TypeAlias = Annotated[int, Meta(ge=1, le=10)]
EditionId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
T = TypeVar("T", RulesTold, MinuteTold)

#: So many answers are kept for whoever asks the same.
KEPT = 64


class RulesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The table whose rules are asked for; what is left out is as the edition has it, and
    ``take_backs`` as is usual where a person sits on every seat (B12r)."""

    edition: EditionId = "original"
    players: Seats = 1
    expert: bool = False
    short_hand: bool = False
    fire: bool = False
    commands: bool = False
    take_backs: bool | None = None
    open_rows: bool | None = None
    talk: StrictnessWord | None = None
    fan: bool | None = None
    lang: Language = "en"

    @property
    def plan(self) -> Plan:
        """The plan of such a table."""
        return Plan(
            edition=self.edition,
            players=self.players,
            options=Choices(
                expert=self.expert,
                short_hand=self.short_hand,
                fire=self.fire,
                commands=self.commands,
                take_backs=self.take_backs,
                open_rows=self.open_rows,
            ),
            talk=self.talk,
            fan=self.fan,
        )


async def see_editions(_: Hall, __: Asked) -> EditionsSeen:
    """Everything that can be chosen for a table."""
    return EditionsSeen(
        editions=[edition_seen(edition) for edition in EDITIONS.values()],
        bots=list(team_mates()),
        bot=usual_mate(),
        extra=None if set(searcher_names()) <= set(team_mates()) else EXTRA,
        talk=[strictness.value for strictness in Strictness],
        languages=list(get_args(Language)),
        plan=Plan(),
        people_with_take_backs=MOST_WITH_TAKE_BACKS,
        name_length=NAME_LENGTH,
    )


@cache
def edition_seen(edition: Edition) -> EditionSeen:
    """An edition with all that setting up a table of it needs to know."""
    rules = Rules(edition)
    return EditionSeen(
        id=edition.id,
        low=edition.low,
        high=edition.high,
        min_players=1,
        max_players=edition.max_players,
        hands=[
            HandSizes(
                players,
                Rules.of(edition, players).hand_size,
                Rules.of(edition, players, short_hand=True).hand_size,
            )
            for players in range(1, edition.max_players + 1)
        ],
        minimum=rules.minimum,
        expert_minimum=Rules.of(edition, expert=True).minimum,
        commands=rules.has_commands,
        talk=Talk.default(rules).strictness.value,
        open_rows=rules.open_rows,
        fan=edition.fan,
        options=[option_seen(edition, name) for name in OPTION_NAMES],
    )


def option_seen(edition: Edition, name: str) -> OptionSeen:
    """An option of the edition, with what holds when nobody chooses."""
    rules = Rules(edition)
    # What the box has anyway is told by the rules in force, not by the options chosen.
    usual = {
        "open_rows": rules.open_rows,
        "commands": rules.has_commands,
        "take_backs": usual_take_backs(1),
    }
    default = usual.get(name, False)
    return OptionSeen(
        name=name,
        default=default,
        fixed=name == "commands" and edition.commands,
        of_deal=name in LAW_OPTIONS,
    )


async def see_rules(hall: Hall, asked: Asked) -> RulesTold:
    """The rules of exactly one table."""
    return await _told(hall, telling_rules, asked)


async def see_minute(hall: Hall, asked: Asked) -> MinuteTold:
    """The rules of exactly one table for a newcomer."""
    return await _told(hall, telling_minute, asked)


async def _told(hall: Hall, telling: Callable[..., Generator[None, None, T]], asked: Asked) -> T:
    """What is told of that table: in slices, for the law is asked about many positions."""
    query = asked.query_as(RulesQuery)
    plan = query.plan
    table = (plan.rules, plan.strictness, plan.picks_from_fan, query.lang)
    found: T | None = hall.told.pop((telling, table), None)
    if found is None:
        found = await hall.slices.run_for(asked.address, telling(*table))
    hall.told[telling, table] = found  # the newest comes last
    if len(hall.told) > KEPT:
        del hall.told[next(iter(hall.told))]
    return found


CHOOSING = (
    Operation(
        "seeEditions",
        "GET",
        "/api/editions",
        see_editions,
        EditionsSeen,
        "Everything that can be chosen for a table.",
    ),
    Operation(
        "seeRules",
        "GET",
        "/api/rules",
        see_rules,
        RulesTold,
        "The rules of exactly one table, in one language, with examples.",
        query=RulesQuery,
        unfit=422,
    ),
    Operation(
        "seeMinute",
        "GET",
        "/api/rules/minute",
        see_minute,
        MinuteTold,
        "The same in a minute: a few drawn points for a newcomer, and the signs at that table.",
        query=RulesQuery,
        unfit=422,
    ),
)
