"""Backups: everything in a database as lines of JSON, which either kind of database can restore.

The first line is a header, then comes a line for each row, and the last line tells how many rows
there were and the SHA-256 of all lines before it. A file whose name ends in .gz is compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import IO, Any, TypeAlias

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from ninetyeight.server.store.database import connect
from ninetyeight.server.store.errors import StoreError
from ninetyeight.server.store.migrate import HEAD, VERSION_TABLE, known_revision, migrate, revision
from ninetyeight.server.store.tables import metadata, moment_text
from ninetyeight.server.store.urls import read_url

FORMAT = "ninetyeight-backup"
VERSION = 1

#: Told again and again while it goes on: how many rows are done, and of how many.
Progress: TypeAlias = Callable[[int, int], None]

_BATCH = 500


class BackupError(StoreError):
    """A backup file that cannot be written or read."""


async def back_up(url: str, path: Path, *, replace: bool, progress: Progress) -> int:
    """Write all that is in the database to a file, as it is at one moment; how many rows.

    A server may go on using the database. The file is there whole or not at all.
    """
    if path.exists() and not replace:
        raise BackupError("backup_exists", path=str(path))
    stop = Event()
    database = await connect(read_url(url), serving=False)
    try:
        with _new_file(path) as file:
            return await database.read(_dump, file, database.address.shown, progress, stop)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise BackupError("backup_not_written", path=str(path), why=why) from error
    finally:
        stop.set()
        await database.close()


async def restore(url: str, path: Path, *, replace: bool, progress: Progress) -> int:
    """Fill a database from a backup and bring it to the form of this release; how many rows.

    No server may use the database. Without ``replace`` it must be empty. All or nothing.
    """
    with _open_backup(path) as file:
        lines = _Lines(file, str(path))
        database = await connect(read_url(url), serving=True)
        stop = Event()
        try:
            shown = database.address.shown
            return await database.reshape(_load, lines, shown, replace, progress, stop)
        except IntegrityError:
            raise BackupError("backup_changed", path=str(path)) from None
        finally:
            stop.set()
            await database.close()


# --- writing -----------------------------------------------------------------------------------


def _dump(
    connection: Connection, file: IO[bytes], database: str, progress: Progress, stop: Event
) -> int:
    at = revision(connection)
    if at is None:
        raise StoreError("nothing_there", database=database)
    if not known_revision(at):
        raise StoreError("newer", database=database, revision=at)
    tables = _tables(connection)
    total = sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
    digest = hashlib.sha256()

    def line(value: object) -> None:
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        digest.update(data)
        file.write(data)

    line(
        {
            "format": FORMAT,
            "version": VERSION,
            "revision": at,
            "made_at": moment_text(datetime.now(UTC)),
            "rows": total,
        }
    )
    done = 0
    for table in tables:
        rows = connection.execution_options(yield_per=_BATCH).execute(
            select(table).order_by(*table.primary_key.columns)
        )
        for batch in rows.mappings().partitions():
            for row in batch:
                line({table.name: dict(row)})
            done += len(batch)
            progress(done, total)
            if stop.is_set():
                raise StoreError("closed", database=database)
    line({"end": done, "sha256": digest.hexdigest()})
    return done


def _tables(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, which may be of an older release."""
    ours = set(metadata.tables)
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in ours)
    return found.sorted_tables


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file for its owner's eyes only, which gets its name when it is complete and on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
    ) as raw:
        try:
            if path.suffix == ".gz":
                with gzip.GzipFile("", "wb", fileobj=raw, compresslevel=6) as packed:
                    yield packed  # type: ignore[misc]  # it takes bytes as any binary file does
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
            Path(raw.name).replace(path)
        except BaseException:
            Path(raw.name).unlink(missing_ok=True)
            raise
    with suppress(OSError):  # some systems do not let a folder be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# --- reading -----------------------------------------------------------------------------------


class _Lines:
    """The lines of a backup, read one by one and checked."""

    def __init__(self, file: IO[bytes], path: str) -> None:
        self.path = path
        self._file = file
        self._digest = hashlib.sha256()
        self.number = 0
        self.header = self._header()

    def _header(self) -> dict[str, Any]:
        try:
            header = self._next()
        except BackupError:
            header = {}
        if header.get("format") != FORMAT:
            raise BackupError("not_a_backup", path=self.path)
        if header.get("version") != VERSION or not known_revision(str(header.get("revision"))):
            raise BackupError("backup_newer", path=self.path)
        if not isinstance(header.get("rows"), int):
            raise self.broken()
        return header

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The table and the values of each row; BackupError when a line is missing or changed."""
        count = 0
        while True:
            before = self._digest.hexdigest()
            line = self._next()
            if "end" in line:
                if line != {"end": count, "sha256": before} or count != self.header["rows"]:
                    raise BackupError("backup_changed", path=self.path)
                return
            ((table, row),) = line.items() if len(line) == 1 else [("", None)]
            if not isinstance(row, dict):
                raise self.broken()
            count += 1
            yield table, row

    def broken(self) -> BackupError:
        """What to say about the line just read."""
        return BackupError("backup_line", path=self.path, line=self.number)

    def _next(self) -> dict[str, Any]:
        self.number += 1
        try:
            data = self._file.readline()
        except (OSError, EOFError):  # what is no longer a whole compressed file
            raise BackupError("backup_cut", path=self.path) from None
        if not data.endswith(b"\n"):
            raise BackupError("backup_cut", path=self.path)
        self._digest.update(data)
        try:
            line = json.loads(data)
        except (ValueError, RecursionError):
            raise self.broken() from None
        if not isinstance(line, dict):
            raise self.broken()
        return line


@contextmanager
def _open_backup(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as raw:
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
        if packed:
            with gzip.GzipFile(fileobj=raw) as file:
                yield file  # type: ignore[misc]  # it reads lines as any binary file does
        else:
            yield raw


def _load(
    connection: Connection,
    lines: _Lines,
    database: str,
    replace: bool,
    progress: Progress,
    stop: Event,
) -> int:
    if revision(connection) is not None:
        there = _tables(connection)
        if not replace and any(
            connection.execute(select(table).limit(1)).first() for table in there
        ):
            raise StoreError("not_empty", database=database)
        for table in reversed(there):
            table.drop(connection)
        connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    # In the form it was saved in; then onwards as any database of that release.
    migrate(connection, database, lines.header["revision"])
    tables = {table.name: table for table in _tables(connection)}
    done = 0
    batch: list[dict[str, Any]] = []
    current: Table | None = None
    for name, row in lines.rows():
        table = tables.get(name)
        if table is None or row.keys() != {column.name for column in table.columns}:
            raise lines.broken()
        if batch and (table is not current or len(batch) >= _BATCH):
            _fill(connection, current, batch)
            done += len(batch)
            batch = []
            progress(done, lines.header["rows"])
            if stop.is_set():
                raise StoreError("closed", database=database)
        current = table
        batch.append(row)
    _fill(connection, current, batch)
    done += len(batch)
    progress(done, lines.header["rows"])
    migrate(connection, database, HEAD)
    return done


def _fill(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)
