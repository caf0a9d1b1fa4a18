"""`ninetyeight rules`: print the rules in force."""

from __future__ import annotations

from typing import Any

import click

from ninetyeight.commands.frame import (
    LocalizedCommand,
    language,
    language_option,
    law_options,
    option,
    terminal_width,
)
from ninetyeight.handbook.page import as_text
from ninetyeight.rules import Rules


@click.command("rules", cls=LocalizedCommand, help="cli.rules.help")
@click.argument("edition", default="original")
@option("--players", type=int, default=1, show_default=True, metavar="N", help="cli.option.players")
@law_options
@language_option
def command(edition: str, players: int, **chosen: Any) -> None:  # noqa: D103 - see the catalogue
    rules = Rules.of(edition, players, **chosen)
    click.echo(as_text(rules, language(), terminal_width()), nl=False)
