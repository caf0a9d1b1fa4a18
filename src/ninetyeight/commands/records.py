"""`ninetyeight records`: the games that were kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninetyeight.commands.frame import (
    NEW_FILE,
    OLD_FILE,
    LocalizedCommand,
    language,
    language_option,
    option,
)

if TYPE_CHECKING:
    from ninetyeight.table import Record


class _Records(LocalizedCommand, click.Group):
    """The group; its list of commands has the headings of the program's."""


@click.command(
    cls=_Records,
    name="records",
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
    help="terminal.records_command.help",
    short_help="cli.records.short",
)
@language_option
@click.pass_context
def command(ctx: click.Context) -> None:  # noqa: D103 - its help is in the catalogue
    if ctx.invoked_subcommand is None:
        _list()


@command.command("list", cls=LocalizedCommand, help="terminal.records_command.list_help")
@language_option
def list_records() -> None:  # noqa: D103 - its help is in the catalogue
    _list()


@command.command("show", cls=LocalizedCommand, help="terminal.records_command.show_help")
@click.argument("file", default="latest")
@language_option
def show(file: str) -> None:  # noqa: D103 - its help is in the catalogue
    from ninetyeight.table import find_file
    from ninetyeight.terminal.replay import last_lines, opening_lines
    from ninetyeight.terminal.words import Words

    path = find_file(file)
    record, words = _read(path), Words(language())
    lines = [*opening_lines(words, record), *last_lines(words, record)]
    if record.state.outcome is None:
        lines.append(words.say("records.unfinished_deal"))
    click.echo("\n".join([*lines, words.say("end.record", path=path)]))


@command.command("export", cls=LocalizedCommand, help="terminal.records_command.export_help")
@click.argument("file", default="latest")
@option("-o", "--output", type=NEW_FILE, help="terminal.records_command.output")
@language_option
def export(file: str, output: Path | None) -> None:  # noqa: D103 - its help is in the catalogue
    from ninetyeight.table import find_file
    from ninetyeight.terminal.words import Words

    path = find_file(file)
    content = path.read_bytes()[: _read(path).whole]
    if output is None:
        sys.stdout.buffer.write(content)
        return
    _write_new(output, content)
    click.echo(Words(language()).say("records.exported", path=output))


@command.command("import", cls=LocalizedCommand, help="terminal.records_command.import_help")
@click.argument("file", type=OLD_FILE)
@language_option
def import_record(file: Path) -> None:  # noqa: D103 - its help is in the catalogue
    from datetime import UTC, datetime

    from ninetyeight.table import new_path, records_folder
    from ninetyeight.terminal.words import Words

    record = _read(file)
    when = datetime.fromtimestamp(file.stat().st_mtime, UTC).astimezone()
    records_folder().mkdir(parents=True, exist_ok=True)
    path = new_path(records_folder(), record.setup, when)
    _write_new(path, file.read_bytes()[: record.whole])
    words = Words(language())
    if record.cut:
        click.echo(words.say("replay.cut"))
    click.echo(words.say("records.imported", path=path))


def _read(path: Path) -> Record:
    from ninetyeight.table import read_record

    return read_record(path.read_bytes())


def _write_new(path: Path, content: bytes) -> None:
    """Write a file that must not be there yet."""
    from ninetyeight.terminal.choices import ChoiceError

    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError:
        raise ChoiceError("exists", path=str(path)) from None


def _list() -> None:
    """Every record in a line; a damaged one with what is wrong with it."""
    from ninetyeight.rules import GameError
    from ninetyeight.table import newest_first, records_folder
    from ninetyeight.terminal.words import Words, names_of

    words, folder = Words(language()), records_folder()
    if not (paths := newest_first(folder)):
        click.echo(words.say("records.none", folder=folder))
        return
    for path in paths:
        try:
            record = _read(path)
        except GameError as trouble:
            why = words.error(trouble)
            click.echo(words.say("records.damaged", name=path.stem, why=why))
            continue
        click.echo(
            words.say(
                "records.line",
                name=path.stem,
                edition=words.edition(record.setup.rules),
                seats=", ".join(names_of(record.setup)),
                result=words.result(record.setup.rules, record.state.outcome),
            )
        )
    click.echo(words.say("records.folder", folder=folder))
