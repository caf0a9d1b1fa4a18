"""`ninetyeight replay`: step through the record of a game."""

from __future__ import annotations

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
@option("--all", "everything", is_flag=True, help="terminal.replay_command.all")
@language_option
def command(file: str, from_turn: int, everything: bool) -> int:  # noqa: D103
    # Imported here so that `ninetyeight replay --help` is quick.
    from ninetyeight.table import find_file, read_record
    from ninetyeight.terminal.plain.app import INTERRUPTED
    from ninetyeight.terminal.plain.console import Console
    from ninetyeight.terminal.replay import show_all, step_through
    from ninetyeight.terminal.words import Words

    record = read_record(find_file(file).read_bytes())
    console, words = Console.standard(), Words(language())
    try:
        show = show_all if everything else step_through
        show(console, words, record, from_turn)
    except KeyboardInterrupt:
        console.say("")
        return INTERRUPTED
    return 0
