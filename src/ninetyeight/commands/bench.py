"""`ninetyeight bench`: measure the rules engine and the compiled kernel."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ninetyeight.commands.frame import FiniteRange, LocalizedCommand, language_option, option, say

if TYPE_CHECKING:
    from ninetyeight.bench import EnvPace, KernelPace, KernelReport, Pace, SearchPace


@click.command("bench", cls=LocalizedCommand, help="cli.bench.help")
@option(
    "--seconds",
    type=FiniteRange(min=0.1, max=3600),
    default=20.0,
    metavar="S",
    help="cli.bench.seconds",
)
@option("--json", "as_json", is_flag=True, help="cli.bench.json")
@language_option
def command(seconds: float, as_json: bool) -> None:  # noqa: D103 - its help is in the catalogue
    from ninetyeight.bench import (
        all_paces,
        hardest_search,
        known_search,
        measure_envs,
        measure_kernel,
        ordinary_search,
    )
    from ninetyeight.fast import available

    paces = []
    if not as_json:
        click.echo(say("cli.bench.games"))
    for pace in all_paces(seconds * 0.35):
        paces.append(pace)
        if not as_json:
            click.echo("  " + _pace_line(pace))
    kernel = measure_kernel(seconds * 0.2) if available() else None
    if not as_json:
        _show_kernel(kernel, paces)
    envs = measure_envs(seconds * 0.1)
    if not as_json:
        _show_envs(envs)
    searches = {
        "ordinary": ordinary_search(seconds * 0.1),
        "searched": hardest_search(seconds * 0.25),
        "known": known_search(),
    }
    if as_json:
        click.echo(json.dumps(_report(paces, kernel, envs, searches)))
    else:
        _show_searches(searches)


def _name(pace: Pace | KernelPace) -> str:
    return say(
        "cli.bench.bot_game",
        edition=say(f"rules.edition.{pace.edition}.name"),
        players=pace.players,
        bot=pace.bot,
    )


def _pace_line(pace: Pace) -> str:
    name = _name(pace)
    games, moves = f"{pace.games_per_second:.0f}", f"{pace.moves_per_second:.0f}"
    return say("cli.bench.row", name=name, games=games, moves=moves)


def _show_kernel(kernel: KernelReport | None, paces: list[Pace]) -> None:
    click.echo(say("cli.bench.kernel"))
    if kernel is None:
        from ninetyeight.fast import EXTRA

        click.echo("  " + say("arena.no_kernel", extra=EXTRA))
        return
    for pace in kernel.paces:
        code = "kernel_row" if (times := _ratio(paces, pace)) else "kernel_row_alone"
        games = f"{pace.games_per_second:.0f}"
        click.echo("  " + say(f"cli.bench.{code}", name=_name(pace), games=games, times=times))
    seats = ", ".join(f"{pace.players}: {pace.microseconds:.2f}" for pace in kernel.by_players)
    click.echo("  " + say("cli.bench.by_players", figures=seats))
    cards = ", ".join(f"{pace.cards}: {pace.microseconds:.2f}" for pace in kernel.by_cards)
    click.echo("  " + say("cli.bench.by_cards", figures=cards))
    click.echo("  " + say("cli.bench.memory", bytes=kernel.bytes_per_game))
    click.echo("  " + say("cli.bench.ready", seconds=f"{kernel.ready:.2f}"))


def _show_envs(envs: EnvPace | None) -> None:
    click.echo(say("cli.bench.envs"))
    if envs is None:
        click.echo("  " + say("cli.bench.no_envs", extra="ninetyeight[envs,fast]"))
        return
    vector, python = f"{envs.vector_steps_per_second:.0f}", f"{envs.python_steps_per_second:.0f}"
    times = f"{envs.ratio:.0f}"
    click.echo("  " + say("cli.bench.vector", places=envs.places, steps=vector, times=times))
    click.echo("  " + say("cli.bench.one_env", steps=python))


def _ratio(paces: list[Pace], pace: KernelPace) -> str:
    """How many times faster than the reference engine, where that was measured as well."""
    for other in paces:
        if (other.edition, other.players, other.bot) == (pace.edition, pace.players, pace.bot):
            return f"{pace.games_per_second / other.games_per_second:.0f}"
    return ""


def _show_searches(searches: dict[str, SearchPace]) -> None:
    from ninetyeight.bench import turn_text

    click.echo(say("cli.bench.completion", hand=len(searches["known"].hardest.hand)))
    for code, search in searches.items():
        line = say(
            f"cli.bench.{code}",
            tried=search.positions,
            mean=f"{search.mean * 1000:.3f}",
            worst=f"{search.worst * 1000:.1f}",
            visited=search.visited,
        )
        click.echo("  " + line)
        if code != "ordinary":
            click.echo("    " + say("cli.bench.position", text=turn_text(search.hardest)))


def _report(
    paces: list[Pace],
    kernel: KernelReport | None,
    envs: EnvPace | None,
    searches: dict[str, SearchPace],
) -> dict[str, Any]:
    from ninetyeight.bench import turn_text

    return {
        **_headline(paces, kernel),
        "vector_env_places": None if envs is None else envs.places,
        "vector_env_steps_per_s": None if envs is None else round(envs.vector_steps_per_second),
        "python_env_steps_per_s": None if envs is None else round(envs.python_steps_per_second, 1),
        "vector_env_ratio": None if envs is None else round(envs.ratio, 1),
        "kernel": None if kernel is None else _kernel_report(kernel, paces),
        "games": [
            {
                "edition": pace.edition,
                "players": pace.players,
                "bot": pace.bot,
                "games": pace.games,
                "games_per_second": round(pace.games_per_second, 1),
                "moves_per_second": round(pace.moves_per_second, 1),
            }
            for pace in paces
        ],
        "completion": {
            name: {
                "positions": search.positions,
                "mean_ms": round(search.mean * 1000, 4),
                "worst_ms": round(search.worst * 1000, 3),
                "visited": search.visited,
                "hardest": turn_text(search.hardest),
            }
            for name, search in searches.items()
        },
    }


def _headline(paces: list[Pace], kernel: KernelReport | None) -> dict[str, float | None]:
    """The base game with three players, in both engines; null where there is no kernel."""
    reference = next(p for p in paces if (p.edition, p.bot) == ("original", "greedy"))

    def pace(bot: str) -> float | None:
        measured = None if kernel is None else kernel.pace("original", bot)
        return None if measured is None else round(measured.games_per_second, 1)

    greedy, told = pace("greedy"), round(reference.games_per_second, 1)
    return {
        "reference_greedy_games_per_s": told,
        "kernel_greedy_games_per_s": greedy,
        "kernel_planner_games_per_s": pace("planner"),
        "ratio": None if greedy is None else round(greedy / told, 1),
    }


def _kernel_report(kernel: KernelReport, paces: list[Pace]) -> dict[str, Any]:
    def told(pace: KernelPace) -> dict[str, Any]:
        ratio = _ratio(paces, pace)
        return {
            "edition": pace.edition,
            "cards": pace.cards,
            "players": pace.players,
            "bot": pace.bot,
            "games": pace.games,
            "games_per_second": round(pace.games_per_second, 1),
            "microseconds_per_game": round(pace.microseconds, 3),
            "ratio": int(ratio) if ratio else None,
        }

    return {
        "ready_s": round(kernel.ready, 6),
        "bytes_per_game": kernel.bytes_per_game,
        "editions": [told(pace) for pace in kernel.paces],
        "by_players": [told(pace) for pace in kernel.by_players],
        "by_cards": [told(pace) for pace in kernel.by_cards],
    }
