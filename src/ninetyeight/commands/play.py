"""`ninetyeight play`: a game in this terminal, full screen or line by line."""

from __future__ import annotations

import codecs
import os
import sys
from dataclasses import replace
from typing import Any

import click

from ninetyeight.commands.frame import (
    OLD_FILE,
    LocalizedCommand,
    asked_language,
    language,
    language_option,
    law_options,
    option,
    speaking,
)
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, Strictness


def _list(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> list[str] | None:
    """A list of names, given with commas or by repeating the option; None when not given."""
    if not value:
        return None
    return [word.strip() for text in value for word in text.split(",") if word.strip()]


@click.command("play", cls=LocalizedCommand, help="terminal.play.help", short_help="cli.play.short")
@option("--edition", type=click.Choice(tuple(EDITIONS)), help="cli.option.edition")
@option("--players", type=click.IntRange(1, 6), metavar="N", help="terminal.play.players")
@option(
    "--name", "names", multiple=True, callback=_list, metavar="NAME,…", help="terminal.play.name"
)
@option("--bots", multiple=True, callback=_list, metavar="BOT,…", help="terminal.play.bots")
@law_options
@option("--take-backs/--no-take-backs", default=None, help="terminal.play.take_backs")
@option("--open-rows/--tops-only", default=None, help="terminal.play.open_rows")
@option("--fan/--no-fan", default=None, help="terminal.play.fan")
@option("--talk", type=click.Choice([talk.value for talk in Strictness]), help="terminal.play.talk")
@option("--deal", metavar="CODE", help="terminal.play.deal")
@option("--commands", "mapping", type=OLD_FILE, help="terminal.play.commands")
@option(
    "--resume", is_flag=False, flag_value="latest", metavar="[FILE]", help="terminal.play.resume"
)
@option("--new", is_flag=True, help="terminal.play.new")
@option("--plain", is_flag=True, help="terminal.play.plain")
@option("--yes", is_flag=True, help="terminal.play.yes")
@option("--fast", is_flag=True, help="terminal.play.fast")
@language_option
def command(  # noqa: D103 - its help is in the catalogue
    plain: bool, yes: bool, fast: bool, resume: str | None, new: bool, **said: Any
) -> int:
    from ninetyeight.table import find_record
    from ninetyeight.terminal.choices import ChoiceError, choose, first_choices, remembered

    # A switch that was not touched is False, an answer that was not given is None.
    given = {name for name in said if said[name] is not (False if name in LAW_OPTIONS else None)}
    if resume is not None and (given or new):
        raise ChoiceError("resume_alone")
    path = None if resume is None else find_record(resume)
    ask = path is None and not given and not new
    last = remembered() if ask else None
    spoken = asked_language() or (last.language if last is not None else language())
    if given or new:
        choices = choose(language=spoken, **_chosen(said))
    else:
        choices = replace(last or first_choices(spoken), language=spoken)
    full_screen = not plain and _has_full_screen()
    with speaking(spoken):
        if full_screen:
            from ninetyeight.terminal.screen.app import run as run_screen

            return run_screen(choices, language=spoken, resume=path, ask=ask, fast=fast)
        from ninetyeight.terminal.plain.app import run as run_plain

        return run_plain(choices, language=spoken, resume=path, ask=ask, yes=yes)


def _has_full_screen() -> bool:
    """Whether this is a terminal that can place the cursor and write what the screen is made of."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    return codecs.lookup(sys.stdout.encoding).name.startswith("utf")


def _chosen(said: dict[str, Any]) -> dict[str, Any]:
    """What was said on the command line, as :func:`choose` takes it."""
    law = {name: said.pop(name) for name in LAW_OPTIONS}
    mapping = said.pop("mapping")
    if mapping is not None:
        from ninetyeight.commands.command_file import read_command_file

        said["mapping"] = dict(read_command_file(mapping))
    said["names"] = said["names"] or ()
    return {"law": law, **said}
