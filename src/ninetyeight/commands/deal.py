"""`ninetyeight deal`: show the cards of a deal code, or make a new code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ninetyeight.commands.command_file import read_command_file
from ninetyeight.commands.frame import (
    OLD_FILE,
    LocalizedCommand,
    cards_in_words,
    folded,
    language_option,
    law_options,
    option,
    say,
)
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, Command, Deal, Rules
from ninetyeight.rules.deals import ALGORITHM

#: What a code says already, and so goes with `--new` only.
_OF_THE_CODE = ("edition", "players", *LAW_OPTIONS)


@click.command("deal", cls=LocalizedCommand, help="cli.deal.help")
@click.argument("code", required=False)
@option("--new", is_flag=True, help="cli.deal.new")
@option("--edition", metavar="|".join(EDITIONS), help="cli.option.edition")
@option("--players", type=int, metavar="N", help="cli.option.players")
@law_options
@option(
    "--commands",
    "command_file",
    type=OLD_FILE,
    metavar="cli.metavar.file",
    help="cli.deal.commands_file",
)
@option("--show", is_flag=True, help="cli.deal.show")
@option("--json", "as_json", is_flag=True, help="cli.deal.json")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    code: str | None,
    new: bool,
    command_file: Path | None,
    show: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    if new == (code is not None):
        raise click.UsageError(say("cli.deal.code_and_new" if new else "cli.deal.need_code"), ctx)
    if code is None:
        deal = _new(chosen)
    else:
        _check_nothing_else(ctx, show)
        deal = Deal.from_code(code)
    if command_file is not None:
        deal = deal.with_commands(read_command_file(command_file))
    if as_json:
        click.echo(json.dumps(deal_json(deal)))
    elif new and not show:
        click.echo(deal.code)
    else:
        _show(deal)


def deal_json(deal: Deal) -> dict[str, Any]:
    """The deal as the referee reads it, with its code and the algorithm that dealt it."""
    rules = deal.rules
    return {
        "edition": rules.edition.id,
        "options": rules.options.law(),
        "players": rules.players,
        "deck": list(deal.deck),
        "commands": {str(card): kind.value for card, kind in deal.commands.items()},
        "code": deal.code,
        "algorithm": ALGORITHM,
    }


def _new(chosen: dict[str, Any]) -> Deal:
    edition, players = chosen.pop("edition"), chosen.pop("players")
    return Deal.new(Rules.of(edition or "original", 1 if players is None else players, **chosen))


def _check_nothing_else(ctx: click.Context, show: bool) -> None:
    """UsageError when something is said beside the code that the code says itself."""
    if show:
        raise click.UsageError(say("cli.deal.show_without_new"), ctx)
    for parameter in ctx.command.params:
        if parameter.name in _OF_THE_CODE and ctx.params[parameter.name]:
            name = max(parameter.opts, key=len)
            raise click.UsageError(say("cli.deal.only_with_new", name=name), ctx)


def _show(deal: Deal) -> None:
    rules = deal.rules
    lines = [say("cli.deal.warning"), "", say("cli.deal.code", code=deal.code)]
    lines.append(
        say(
            "rules.summary",
            n=rules.players,
            name=say(f"rules.edition.{rules.edition.id}.name"),
            cards=len(rules.cards),
            low=rules.edition.low,
            high=rules.edition.high,
            hand=rules.hand_size,
            minimum=rules.minimum,
        )
    )
    lines += [say(f"rules.option.{name}.name") for name in rules.options.named()]
    lines.append("")
    game = deal.game()
    for seat, hand in enumerate(game.hands, start=1):
        lines.append(say("cli.deal.hand", seat=seat, cards=cards_in_words(hand)))
    lines.append(say("cli.deal.draw", cards=cards_in_words(game.draw)))
    if rules.has_commands:
        lines += ["", say("cli.deal.commands")]
        for kind in Command:
            cards = [card for card, carried in deal.commands.items() if carried is kind]
            name = say(f"rules.command.{kind}.name")
            if cards:
                lines.append(say("cli.deal.command", kind=name, cards=cards_in_words(cards)))
    for line in lines:
        click.echo(folded(line))
