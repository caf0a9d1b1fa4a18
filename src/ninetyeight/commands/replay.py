"""`ninetyeight replay`: step through the record of a game."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ninetyeight.commands.frame import LocalizedCommand, language, language_option, option


@click.command(
    "replay",
    cls=LocalizedCommand,
    help="terminal.replay_command.help",
    short_help="cli.replay.short",
)
@click.argument("file", default="latest")
@option(
    "--from-turn",
    type=click.IntRange(min=0),
    default=0,
    show_default=False,
    metavar="N",
    help="terminal.replay_command.from_turn",
)
@option("--game", type=click.IntRange(min=0), metavar="N", help="terminal.replay_command.game")
@option("--all", "everything", is_flag=True, help="terminal.replay_command.all")
@language_option
def command(file: str, from_turn: int, game: int | None, everything: bool) -> int:  # noqa: D103
    # Imported here so that `ninetyeight replay --help` is quick.
    from ninetyeight.table import find_file, read_record
    from ninetyeight.terminal.plain.app import INTERRUPTED
    from ninetyeight.terminal.plain.console import Console
    from ninetyeight.terminal.replay import show_all, step_through
    from ninetyeight.terminal.words import Words

    path = Path(file) if game is not None else find_file(file)
    content = path.read_bytes() if game is None else _record_of(path, game)
    record = read_record(content)
    console, words = Console.standard(), Words(language())
    try:
        show = show_all if everything else step_through
        show(console, words, record, from_turn)
    except KeyboardInterrupt:
        console.say("")
        return INTERRUPTED
    return 0


def _record_of(path: Path, game: int) -> str:
    """The record of game number ``game`` of the first run in a file of the arena. Markers are not
    in it: the arena counts them only."""
    from ninetyeight.arena import ArenaError
    from ninetyeight.rules import Deal, Strictness, parse_move
    from ninetyeight.table import Moved, Seat, Setup, Started, Table

    with path.open(encoding="utf-8") as lines:
        try:
            run = json.loads(next(lines))["runs"][0]
            row = next(
                row for row in map(json.loads, lines) if (row["run"], row["game"]) == (0, game)
            )
            moves, starter, deal = row["moves"].split(), row["starter"], Deal.from_code(row["deal"])
        except (StopIteration, ValueError, KeyError, TypeError, IndexError) as error:
            raise ArenaError("no_moves", path=str(path), game=game) from error
    seats = tuple(Seat(f"{bot} {n}", bot) for n, bot in enumerate(run["seats"], start=1))
    table = Table(Setup(deal, seats, Strictness(run["talk"])))
    table.submit(Started(starter))
    for move in map(parse_move, moves):
        assert table.state.active is not None
        table.submit(Moved(table.state.active, move))
    return table.record()
