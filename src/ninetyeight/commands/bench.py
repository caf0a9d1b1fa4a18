"""`ninetyeight bench`: measure the rules engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ninetyeight.commands.frame import LocalizedCommand, language_option, option, say

if TYPE_CHECKING:
    from ninetyeight.bench import Pace, Search


@click.command("bench", cls=LocalizedCommand, help="cli.bench.help")
@option(
    "--seconds",
    type=click.FloatRange(min=0.1, max=3600),
    default=20.0,
    show_default=True,
    metavar="S",
    help="cli.bench.seconds",
)
@option("--json", "as_json", is_flag=True, help="cli.bench.json")
@language_option
def command(seconds: float, as_json: bool) -> None:  # noqa: D103 - its help is in the catalogue
    from ninetyeight.bench import all_paces, hardest_search, known_search, ordinary_search

    paces = []
    if not as_json:
        click.echo(say("cli.bench.games"))
    for pace in all_paces(seconds * 0.5):
        paces.append(pace)
        if not as_json:
            click.echo("  " + _pace_line(pace))
    searches = {
        "ordinary": ordinary_search(seconds * 0.1),
        "searched": hardest_search(seconds * 0.4),
        "known": known_search(),
    }
    if as_json:
        click.echo(json.dumps(_report(paces, searches)))
    else:
        _show_searches(searches)


def _pace_line(pace: Pace) -> str:
    name = say(
        "cli.bench.bot_game",
        edition=say(f"rules.edition.{pace.edition}.name"),
        players=pace.players,
        bot=pace.bot,
    )
    games, moves = f"{pace.games_per_second:.0f}", f"{pace.moves_per_second:.0f}"
    return say("cli.bench.row", name=name, games=games, moves=moves)


def _show_searches(searches: dict[str, Search]) -> None:
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


def _report(paces: list[Pace], searches: dict[str, Search]) -> dict[str, Any]:
    from ninetyeight.bench import turn_text

    return {
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
