"""`ninetyeight backup`: save a server's database to a file, also while the server runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from ninetyeight.commands.frame import LocalizedCommand, language_option, option, say


def database_option(decorated: Any) -> Any:
    """`--database`, which every command on a server's database has."""
    return option(
        "--database", metavar="URL", envvar="NINETYEIGHT_DATABASE", help="cli.backup.database"
    )(decorated)


@click.command("backup", cls=LocalizedCommand, help="cli.backup.help")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@option("--replace", is_flag=True, help="cli.backup.replace")
@option("--quiet", is_flag=True, help="cli.backup.quiet")
@language_option
def command(file: Path, database: str | None, replace: bool, quiet: bool) -> None:  # noqa: D103 - its help is in the catalogue
    import asyncio

    from ninetyeight.server.store import default_database_url
    from ninetyeight.server.store.backup import back_up

    url = database or default_database_url()
    with Progress(quiet) as progress:
        rows = asyncio.run(back_up(url, file, replace=replace, progress=progress.show))
    click.echo(say("cli.backup.done", n=rows, file=file))


class Progress:
    """How far it is: on a terminal in place, elsewhere a line now and then."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._shown = time.monotonic()
        self._open = False

    def show(self, done: int, total: int) -> None:
        """Tell it, unless it was told a moment ago."""
        now = time.monotonic()
        if self._quiet or now - self._shown < (0.2 if self._live else 15.0):
            return
        self._shown = now
        told = say("cli.backup.progress", done=done, total=total)
        click.echo(f"\r{told}\x1b[K" if self._live else told, nl=not self._live, err=True)
        self._open = self._live

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open:  # leave no half-written line behind
            click.echo("\r\x1b[K", nl=False, err=True)
