"""A record on disk that grows with the game, and the folder where records are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from ninetyeight.rules import GameError, NotationError
from ninetyeight.table.events import Event
from ninetyeight.table.record import Record, event_line, header_line, read_record, result_line
from ninetyeight.table.setup import Setup
from ninetyeight.table.table import Table

SUFFIX = ".98"


class RecordFile:
    """A table that is written to disk event by event.

    Nothing that was laid is lost: each event is on disk before it takes effect. One process at a
    time may have a record open.
    """

    def __init__(self, path: Path, file: BinaryIO, record: Record | None, setup: Setup) -> None:
        self.path = path
        self._file = file
        self._closed_by_result = record is not None and record.closed
        self.cut = record is not None and record.cut
        self.table = Table(setup, record.events if record else (), keep=self._keep)

    @classmethod
    def create(cls, path: Path, setup: Setup) -> RecordFile:
        """Begin a new record; FileExistsError when there is one of that name."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb", buffering=0)
        _lock(file, path)
        opened = cls(path, file, None, setup)
        try:
            opened._write(header_line(setup))
            opened.finish()
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)  # nothing has begun, so nothing is left lying about
            raise
        return opened

    @classmethod
    def resume(cls, path: Path) -> RecordFile:
        """Open an unfinished record to play on; a line cut off by a crash is removed."""
        file = path.open("r+b", buffering=0)
        try:
            _lock(file, path)
            record = read_record(path.read_bytes())
            if record.cut:
                file.truncate(record.whole)
            file.seek(record.whole)
            return cls(path, file, record, record.setup)
        except BaseException:
            file.close()
            raise

    def _keep(self, event: Event) -> None:
        self._write(event_line(event))

    def finish(self) -> None:
        """Write down the result, once, when the game has ended."""
        outcome = self.table.state.outcome
        if outcome is not None and not self._closed_by_result:
            self._closed_by_result = True
            self._write(result_line(outcome))

    def _write(self, line: str) -> None:
        """Write one whole line to disk, or nothing at all."""
        data = line.encode("utf-8")
        start = self._file.tell()
        try:
            written = 0
            while written < len(data):
                written += self._file.write(data[written:])
            os.fsync(self._file.fileno())
        except OSError as cause:
            self._file.truncate(start)
            self._file.seek(start)
            raise RecordError(
                "record_not_written", path=str(self.path), why=cause.strerror or ""
            ) from cause

    def close(self) -> None:
        """Finish and let go of the file."""
        if not self._file.closed:
            self.finish()
            self._file.close()

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RecordError(GameError):
    """A record that cannot be written or opened now."""


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other processes away from the record, where the system knows such locks."""
    try:
        import fcntl
    except ImportError:  # Windows has none of this kind
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise RecordError("record_in_use", path=str(path)) from None


def records_folder() -> Path:
    """Where records are kept: ``$NINETYEIGHT_HOME/records``, else the user's data folder."""
    home = os.environ.get("NINETYEIGHT_HOME")
    if home:
        return Path(home) / "records"
    import platformdirs  # only needed here, and only without the variable

    return platformdirs.user_data_path("ninetyeight") / "records"


def new_path(folder: Path, setup: Setup, now: datetime) -> Path:
    """A free file name such as ``2026-02-01-1530-original-3p.98``."""
    stem = f"{now:%Y-%m-%d-%H%M}-{setup.rules.edition.id}-{setup.rules.players}p"
    for count in range(1, 10_000):
        path = folder / f"{stem}{'' if count == 1 else f'-{count}'}{SUFFIX}"
        if not path.exists():
            return path
    raise RecordError("record_in_use", path=str(folder / stem))


def newest_first(folder: Path) -> list[Path]:
    """The files of all records in the folder."""
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda p: p.stat().st_mtime_ns, reverse=True)


def unfinished(folder: Path) -> Iterator[tuple[Path, Record]]:
    """Records of games that can be played on, newest first. Damaged files are passed over."""
    for path in newest_first(folder):
        try:
            record = read_record(path.read_bytes())
        except (NotationError, GameError, OSError):
            continue
        if record.state.outcome is None:
            yield path, record
