"""`ninetyeight restore`: fill a server's database from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from ninetyeight.commands.backup import RowsProgress, database_option
from ninetyeight.commands.frame import OLD_FILE, LocalizedCommand, language_option, option, say


@click.command("restore", cls=LocalizedCommand, help="cli.restore.help")
@click.argument("file", type=OLD_FILE)
@database_option
@option("--replace", is_flag=True, help="cli.restore.replace")
@option("--quiet", is_flag=True, help="cli.backup.quiet")
@language_option
def command(file: Path, database: str | None, replace: bool, quiet: bool) -> None:  # noqa: D103 - its help is in the catalogue
    import asyncio

    from ninetyeight.server.store import default_database_url, shown_url
    from ninetyeight.server.store.backup import restore

    url = database or default_database_url()
    with RowsProgress(quiet) as progress:
        rows = asyncio.run(restore(url, file, replace=replace, progress=progress.show))
    click.echo(say("cli.restore.done", n=rows, database=shown_url(url)))
