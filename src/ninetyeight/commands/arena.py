"""`ninetyeight arena`: let bots play many games and see how often they win."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import click

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


class SeatCounts(click.ParamType[list[int]]):
    """Numbers of players: `3`, `2,4` or `1-5`."""

    name = "N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        """The numbers in the order in which they were written, each once."""
        if isinstance(value, list):
            return value
        found: list[int] = []
        for part in str(value).split(","):
            low, dash, high = part.strip().partition("-")
            if not (low.isdecimal() and (high.isdecimal() or not dash)):
                self.fail(say("arena.not_players", value=str(value)), param, ctx)
            ends = int(low), int(high or low)
            if not 1 <= ends[0] <= ends[1] <= 99:
                self.fail(say("arena.not_players", value=str(value)), param, ctx)
            found += range(ends[0], ends[1] + 1)
        return list(dict.fromkeys(found))


class ArenaCommand(LocalizedCommand):
    """Remembers in which order `--bot` and `--seats` were given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        words = list(args)
        rest = super().parse_args(ctx, args)
        _, _, order = self.make_parser(ctx).parse_args(words)
        ctx.obj = [param.name for param in order if param.name in ("bots", "teams")]
        return rest


@click.command("arena", cls=ArenaCommand, help="arena.help")
@option("--bot", "bots", multiple=True, metavar="BOT", help="arena.option.bot")
@option("--players", type=SeatCounts(), metavar="N", help="arena.option.players")
@option("--seats", "teams", multiple=True, metavar="BOT,BOT,…", help="arena.option.seats")
@option("--edition", default="original", metavar="E", help="arena.option.edition")
@law_options
@option(
    "--talk", type=click.Choice(["silent", "markers"]), default="silent", help="arena.option.talk"
)
@option("--games", type=click.IntRange(min=1), default=1000, metavar="G", help="arena.option.games")
@option("--seed", type=int, default=1, metavar="S", help="arena.option.seed")
@option(
    "--engine",
    type=click.Choice(["auto", "kernel", "reference"]),
    default="auto",
    help="arena.option.engine",
)
@option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="arena.option.jobs")
@option(
    "--ray", is_flag=False, flag_value="", metavar="arena.metavar.address", help="arena.option.ray"
)
@option(
    "--time-limit",
    type=FiniteRange(min=0, min_open=True),
    default=10.0,
    metavar="SECONDS",
    help="arena.option.time_limit",
)
@option("--log", type=NEW_FILE, metavar="FILE", help="cli.option.log")
@option("--out", type=NEW_FILE, metavar="FILE", help="arena.option.out")
@option("--moves", is_flag=True, help="arena.option.moves")
@option("--continue", "resume", is_flag=True, help="arena.option.continue")
@option(
    "--table", "tables", multiple=True, type=NEW_FILE, metavar="FILE", help="arena.option.table"
)
@option("--plot", type=NEW_FILE, metavar="FILE", help="arena.option.plot")
@option("--json", "as_json", is_flag=True, help="arena.option.json")
@option("--quiet", is_flag=True, help="arena.option.quiet")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    bots: tuple[str, ...],
    players: list[int] | None,
    teams: tuple[str, ...],
    edition: str,
    talk: str,
    games: int,
    seed: int,
    time_limit: float,
    engine: str,
    jobs: int | None,
    ray: str | None,
    log: Path | None,
    out: Path | None,
    moves: bool,
    resume: bool,
    tables: tuple[Path, ...],
    plot: Path | None,
    as_json: bool,
    quiet: bool,
    **options: bool,
) -> None:
    # Imported here so that `ninetyeight arena --help` is quick.
    from ninetyeight.arena import ArenaError, Run
    from ninetyeight.commands.arena_stage import ArenaStage, ArenaWishes
    from ninetyeight.rules import Rules, Strictness

    if (resume or moves) and out is None:
        raise ArenaError("continue_what" if resume else "moves_where")
    runs = [
        Run(
            Rules.of(edition, len(team), **options),
            team,
            Strictness(talk),
            games,
            seed,
            time_limit,
            engine,
            log,
            moves,
        )
        for team in _teams(bots, players, teams, ctx.obj)
    ]
    if log is not None:
        log.open("ab").close()  # what is wrong with it is told before anybody plays
    wishes = ArenaWishes(jobs, ray, as_json, quiet, out, resume, tables, plot)
    if not ArenaStage(runs, wishes).perform():
        ctx.exit(INTERRUPTED)


#: A bot that plays at every seat, or a bot for each.
_Named: TypeAlias = str | tuple[str, ...]


def _teams(
    bots: tuple[str, ...], players: list[int] | None, mixed: tuple[str, ...], order: list[str]
) -> list[tuple[str, ...]]:
    """Who plays, each team once and in the ``order`` of the command line.

    A bot by itself plays at every number of players; beside mixed teams, at as many seats as these
    have, so that they can be compared.
    """
    from ninetyeight.arena import ArenaError

    teams = [tuple(spec.strip() for spec in team.split(",")) for team in mixed]
    for team, written in zip(teams, mixed, strict=True):
        if "" in team:
            raise ArenaError("no_bot_at_seat", n=team.index("") + 1, team=written)
    counts = list(dict.fromkeys(map(len, teams)))
    if teams and players not in (None, counts):
        raise ArenaError("seats_and_players", n=len(teams[0]))
    given: dict[str, Iterator[_Named]] = {"bots": iter(bots), "teams": iter(teams)}
    said = [next(given[name]) for name in order] or ["planner"]
    found: list[tuple[str, ...]] = []
    for n in counts or players or [3]:
        for one in said:
            team = (one,) * n if isinstance(one, str) else one
            found += [team] if len(team) == n else []
    return list(dict.fromkeys(found))
