"""`ninetyeight referee`: judge games for any program."""

from __future__ import annotations

import sys

import click

from ninetyeight.commands.frame import LocalizedCommand


@click.command("referee", cls=LocalizedCommand, help="cli.referee.help")
def command() -> None:  # noqa: D103 - its help is in the catalogue
    # Imported here so that `ninetyeight referee --help` is quick.
    from ninetyeight.referee import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
