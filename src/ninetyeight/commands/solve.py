"""`ninetyeight solve`: can this deal be won, and how?"""

from __future__ import annotations

import json
from typing import Any

import click

from ninetyeight.commands.arena import SeatCounts
from ninetyeight.commands.frame import (
    INTERRUPTED,
    NEW_FILE,
    FiniteRange,
    LocalizedCommand,
    language_option,
    law_options,
    option,
    say,
)

#: What goes with one position, and what with many deals.
_ONE = ("from_turn", "starter", "seat", "unfinished")
_MANY = ("players", "edition", "expert", "short_hand", "fire", "commands", "seed", "jobs")
_MANY_FILES = ("out", "resume")


@click.command("solve", cls=LocalizedCommand, help="solve.help")
@click.argument("what", required=False, metavar="[DEAL|RECORD]")
@option("--from-turn", type=click.IntRange(min=1), metavar="N", help="solve.option.from_turn")
@option("--starter", type=click.IntRange(min=1), metavar="SEAT", help="solve.option.starter")
@option("--seat", type=click.IntRange(min=1), metavar="SEAT", help="solve.option.seat")
@option(
    "--seconds",
    type=FiniteRange(min=0, min_open=True, max=1_000_000),
    default=10.0,
    metavar="S",
    help="solve.option.seconds",
)
@option("--width", type=click.IntRange(1, 10_000_000), metavar="W", help="solve.option.width")
@option("--unfinished", is_flag=True, help="solve.option.unfinished")
@option("--deals", type=click.IntRange(min=1), metavar="N", help="solve.option.deals")
@option("--players", type=SeatCounts(), metavar="N", help="solve.option.players")
@option("--edition", metavar="E", help="arena.option.edition")
@law_options
@option("--seed", type=int, metavar="S", help="solve.option.seed")
@option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="solve.option.jobs")
@option("--out", type=NEW_FILE, metavar="FILE", help="solve.option.out")
@option("--continue", "resume", is_flag=True, help="solve.option.continue")
@option("--json", "as_json", is_flag=True, help="solve.option.json")
@option("--quiet", is_flag=True, help="arena.option.quiet")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    what: str | None,
    deals: int | None,
    from_turn: int | None,
    starter: int | None,
    seat: int | None,
    seconds: float,
    width: int | None,
    unfinished: bool,
    as_json: bool,
    quiet: bool,
    **many: Any,
) -> None:
    if (what is None) == (deals is None):
        code = "solve.usage.nothing" if what is None else "solve.usage.one_and_many"
        raise click.UsageError(say(code), ctx)
    _check_company(ctx, alone=deals is None)
    if deals is not None:
        _only_without(ctx, "deals", "width")
        from ninetyeight.commands.solve_many import SolveWishes, solve_many

        wishes = SolveWishes(deals=deals, seconds=seconds, **many)
        finished = solve_many(wishes, as_json=as_json, quiet=quiet)
    else:
        assert what is not None
        from ninetyeight.commands.solve_question import find_question

        question = find_question(what, from_turn, unfinished=unfinished)
        if starter is not None:
            question = question.started_by(starter - 1)
        if seat is not None:
            from ninetyeight.commands.solve_choices import show_choices

            _only_without(ctx, "seat", "width")
            show_choices(question, seat - 1, seconds=seconds, as_json=as_json, quiet=quiet)
            return
        from ninetyeight.commands.solve_one import solve_one

        finished = solve_one(question, seconds=seconds, width=width, as_json=as_json, quiet=quiet)
    if not finished:
        ctx.exit(INTERRUPTED)


def _check_company(ctx: click.Context, *, alone: bool) -> None:
    """UsageError when an option was given that says nothing here."""
    strangers = (*_MANY, *_MANY_FILES) if alone else _ONE
    for parameter in ctx.command.params:
        given = ctx.params.get(parameter.name or "")
        if parameter.name in strangers and given is not None and given is not False:
            code = "solve.usage.only_many" if alone else "solve.usage.only_one"
            raise click.UsageError(say(code, name=max(parameter.opts, key=len)), ctx)


def _only_without(ctx: click.Context, name: str, other: str) -> None:
    if ctx.params[other] is not None:
        raise click.UsageError(
            say("solve.usage.not_together", name=f"--{name}", other=f"--{other}"), ctx
        )


def print_json(answer: dict[str, Any]) -> None:
    """One object on one line."""
    click.echo(json.dumps(answer))
