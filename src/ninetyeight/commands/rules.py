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
from ninetyeight.handbook import as_text, rules_told
from ninetyeight.rules import Rules, Strictness, Talk


@click.command("rules", cls=LocalizedCommand, help="cli.rules.help")
@click.argument("edition", default="original")
@option("--players", type=int, default=1, metavar="N", help="cli.option.players")
@law_options
@option("--take-backs/--no-take-backs", default=None, help="cli.rules.take_backs")
@option("--open-rows/--tops-only", default=None, help="terminal.play.open_rows")
@option("--fan/--no-fan", default=None, help="terminal.play.fan")
@option("--talk", type=click.Choice([talk.value for talk in Strictness]), help="terminal.play.talk")
@language_option
def command(  # noqa: D103 - its help is in the catalogue
    edition: str,
    players: int,
    take_backs: bool | None,
    fan: bool | None,
    talk: str | None,
    **chosen: Any,
) -> None:
    kept = players == 1 if take_backs is None else take_backs  # B12r
    rules = Rules.of(edition, players, take_backs=kept, **chosen)
    strictness = Talk.default(rules).strictness if talk is None else Strictness(talk)
    spread = rules.edition.fan if fan is None else fan
    told = rules_told(rules, strictness, spread, language(), drawn=False)
    click.echo(as_text(told, terminal_width()), nl=False)
