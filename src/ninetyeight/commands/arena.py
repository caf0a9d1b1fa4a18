"""`ninetyeight arena`: let bots play many games and see how often they win."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from ninetyeight.commands.frame import LocalizedCommand, language_option, law_options, option, say

if TYPE_CHECKING:
    from ninetyeight.arena import Run, Tally

_BAR = 40
_COLUMNS = ("players", "games", "wins", "win_rate", "ci95", "left", "under_ten", "speed", "team")


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


@click.command("arena", cls=LocalizedCommand, help="arena.help")
@option("--bot", default="planner", metavar="BOT", show_default=True, help="arena.option.bot")
@option("--players", type=SeatCounts(), metavar="N", help="arena.option.players")
@option("--seats", metavar="BOT,BOT,…", help="arena.option.seats")
@option(
    "--edition", default="original", metavar="E", show_default=True, help="arena.option.edition"
)
@law_options
@option(
    "--talk",
    type=click.Choice(["silent", "markers"]),
    default="silent",
    show_default=True,
    help="arena.option.talk",
)
@option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    metavar="G",
    show_default=True,
    help="arena.option.games",
)
@option("--seed", type=int, default=1, metavar="S", show_default=True, help="arena.option.seed")
@option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="arena.option.jobs")
@option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    metavar="SECONDS",
    show_default=True,
    help="arena.option.time_limit",
)
@option("--json", "as_json", is_flag=True, help="arena.option.json")
@option("--quiet", is_flag=True, help="arena.option.quiet")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    bot: str,
    players: list[int] | None,
    seats: str | None,
    edition: str,
    talk: str,
    games: int,
    seed: int,
    jobs: int | None,
    time_limit: float,
    as_json: bool,
    quiet: bool,
    **options: bool,
) -> None:
    # Imported here so that `ninetyeight arena --help` is quick.
    from ninetyeight.arena import ArenaError, Run
    from ninetyeight.rules import Rules, Strictness

    if seats is None:
        teams = [(bot,) * n for n in players or [3]]
    else:
        teams = [tuple(spec.strip() for spec in seats.split(","))]
        if players not in (None, [len(teams[0])]):
            raise ArenaError("seats_and_players", n=len(teams[0]))
    runs = [
        Run(
            Rules.of(edition, len(team), **options),
            team,
            Strictness(talk),
            games,
            seed,
            time_limit,
        )
        for team in teams
    ]
    stage = _Stage(as_json, quiet, len(runs))
    for run in runs:
        if not stage.perform(run, jobs):
            ctx.exit(130)


class _Stage:
    """Where runs are performed and shown: results on the output, progress beside it."""

    def __init__(self, as_json: bool, quiet: bool, rows: int) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.details = rows == 1
        self.headed = False

    def perform(self, run: Run, jobs: int | None) -> bool:
        """Play and show one run; False when it was interrupted. What was played is always shown."""
        from ninetyeight.arena import Tally, play_run
        from ninetyeight.rules import GameError

        tally = Tally()
        progress = _Progress(run, tally, self.quiet)
        games = play_run(run, jobs)
        began = time.monotonic()
        try:
            for played in games:
                tally.add(played)
                progress.show()
        except KeyboardInterrupt:
            games.close()  # type: ignore[attr-defined]  # play_run is a generator
            progress.clear()
            self.show(run, tally, time.monotonic() - began)
            click.echo(say("arena.interrupted", n=tally.games, games=run.games), err=True)
            return False
        except GameError:
            progress.clear()
            if tally.games:
                self.show(run, tally, time.monotonic() - began)
            raise
        progress.clear()
        self.show(run, tally, time.monotonic() - began)
        return True

    def show(self, run: Run, tally: Tally, seconds: float) -> None:
        from ninetyeight.arena import report

        result = report(run, tally, seconds)
        if self.as_json:
            click.echo(json.dumps(result, ensure_ascii=False))
        else:
            if not self.headed:
                click.echo(_title(result))
                click.echo(_line([say(f"arena.column.{name}") for name in _COLUMNS]))
                self.headed = True
            click.echo(_line(_row(result)))
            if self.details and tally.games:
                click.echo(_details(result))
        sys.stdout.flush()


class _Progress:
    """One line beside the results: how far, how fast, how long still."""

    def __init__(self, run: Run, tally: Tally, quiet: bool) -> None:
        self.run = run
        self.tally = tally
        self.quiet = quiet
        self.live = sys.stderr.isatty()
        self.began = self.shown = time.monotonic()

    def show(self) -> None:
        """On a terminal in place, several times a second; elsewhere a line now and then."""
        now = time.monotonic()
        if self.quiet or now - self.shown < (0.2 if self.live else 15.0):
            return
        self.shown = now
        done, games = self.tally.games, self.run.games
        rate = done / (now - self.began)
        text = say(
            "arena.progress",
            players=self.run.rules.players,
            done=done,
            games=games,
            wins=self.tally.wins,
            rate=_decimal(rate, 0 if rate >= 100 else 1),
            remaining=_clock((games - done) / rate),
        )
        click.echo(f"\r{text}\x1b[K" if self.live else text, nl=not self.live, err=True)

    def clear(self) -> None:
        """Leave no half-written line behind."""
        if self.live and not self.quiet:
            click.echo("\r\x1b[K", nl=False, err=True)


# How figures look.


def _decimal(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".replace(".", say("arena.decimal_point"))


def _percent(share: float) -> str:
    return f"{_decimal(100 * share)} %"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _title(result: dict[str, Any]) -> str:
    names = [result["edition"], *(name for name, on in result["options"].items() if on)]
    return say(
        "arena.title", rules=" + ".join(names), talk=say(f"arena.talk.{result['talk']}"),
        seed=result["seed"],
    )  # fmt: skip


def _row(result: dict[str, Any]) -> list[str]:
    low, high = (_decimal(100 * end) for end in result["ci95"])
    return [
        str(result["players"]),
        str(result["games"]),
        str(result["wins"]),
        _percent(result["win_rate"]),
        f"{low}–{high} %",
        _decimal(result["mean_left"]),
        _percent(result["under_ten"]),
        _decimal(result["games_per_s"]),
        result["bot"],
    ]


def _line(cells: list[str]) -> str:
    """One line of the table; the team stands last, because a program's command may be long."""
    *figures, team = cells
    widths = (7, 8, 8, 8, 13, 10, 11, 9)
    return "  ".join([*map(str.rjust, figures, widths), team])


def _details(result: dict[str, Any]) -> str:
    """Cards left as bars, and why games were lost."""
    games = result["games"]
    groups: dict[int, int] = {}
    for left, count in result["histogram"].items():
        group = 0 if left == "0" else 1 + int(left) // 10
        groups[group] = groups.get(group, 0) + count
    most = max(groups.values())
    lines = ["", say("arena.cards_left")]
    for group in range(max(groups) + 1):
        count = groups.get(group, 0)
        name = "0" if group == 0 else f"{max(1, 10 * group - 10)}–{10 * group - 1}"
        bar = "#" * round(_BAR * count / most)
        lines.append(f"{name:>7}  {count:>7}  {_percent(count / games):>8}  {bar}".rstrip())
    reasons = ", ".join(
        f"{say(f'arena.reason.{reason}')} {count}" for reason, count in result["reasons"].items()
    )
    if reasons:
        lines += ["", say("arena.lost_by", reasons=reasons)]
    lines.append(
        say(
            "arena.means",
            turns=_decimal(result["mean_turns"]),
            tricks=_decimal(result["mean_tricks"]),
            markers=_decimal(result["mean_markers"]),
        )
    )
    return "\n".join(lines)
