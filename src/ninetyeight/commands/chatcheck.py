"""`ninetyeight chatcheck`: say of each phrase whether the number filter lets it through."""

from __future__ import annotations

import sys

import click

from ninetyeight.commands.frame import LocalizedCommand, language, language_option, option
from ninetyeight.rules import EDITIONS, Rules


@click.command("chatcheck", cls=LocalizedCommand, help="cli.chatcheck.help")
@option("--edition", default="original", metavar="|".join(EDITIONS), help="cli.option.edition")
@option("--commands", is_flag=True, help="cli.option.commands")
@language_option
def command(edition: str, commands: bool) -> None:  # noqa: D103 - its help is in the catalogue
    # Imported here so that `ninetyeight chatcheck --help` is quick.
    from ninetyeight.chat import find_number

    rules = Rules.of(edition, commands=commands)
    rows, commands = rules.edition.row_names, rules.has_commands
    for line in sys.stdin.buffer:
        found = find_number(_text(line), language(), rows=rows, commands=commands)
        answer = "ok" if found is None else f"blocked {found.text}"
        sys.stdout.buffer.write(answer.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def _text(line: bytes) -> str:
    """The phrase of a line, which may be anything: what is no UTF-8 is read as Latin-1."""
    bare = line.rstrip(b"\r\n")
    try:
        return bare.decode("utf-8")
    except UnicodeDecodeError:
        return bare.decode("latin-1")
