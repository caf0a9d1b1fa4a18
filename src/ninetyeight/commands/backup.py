"""`ninetyeight backup`: save a server's database to a file, also while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ninetyeight.commands.frame import NEW_FILE, LocalizedCommand, language_option, option, say
from ninetyeight.commands.progress import NOW_AND_THEN, ProgressLine


def database_option(decorated: Any) -> Any:
    """`--database`, which every command on a server's database has."""
    return option(
        "--database", metavar="URL", envvar="NINETYEIGHT_DATABASE", help="cli.backup.database"
    )(decorated)


@click.command("backup", cls=LocalizedCommand, help="cli.backup.help")
@click.argument("file", type=NEW_FILE)
@database_option
@option("--replace", is_flag=True, help="cli.backup.replace")
@option("--quiet", is_flag=True, help="cli.backup.quiet")
@language_option
def command(file: Path, database: str | None, replace: bool, quiet: bool) -> None:  # noqa: D103 - its help is in the catalogue
    import asyncio

    from ninetyeight.server.store import default_database_url
    from ninetyeight.server.store.backup import back_up

    url = database or default_database_url()
    with RowsProgress(quiet) as progress:
        rows = asyncio.run(back_up(url, file, replace=replace, progress=progress.show))
    click.echo(say("cli.backup.done", n=rows, file=file))


class RowsProgress(ProgressLine):
    """How many rows are written, of how many."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(quiet, NOW_AND_THEN)

    def show(self, done: int, total: int) -> None:
        """Tell it, unless it was told a moment ago."""
        if self.due:
            self.write(say("cli.backup.progress", done=done, total=total))
