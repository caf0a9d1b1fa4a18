"""The games of runs as a table for other programs: one row per game, as CSV or Parquet.

Every row stands by itself: what was played, by whom, which deal, and how it went. A table is
written beside its place and moved there when it is whole, so that nobody reads half of one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TextIO

from ninetyeight.arena.runs import ArenaError, Played, Run
from ninetyeight.rules import LAW_OPTIONS, Marker

if TYPE_CHECKING:
    import pyarrow

#: The columns in order, and what they hold.
COLUMNS: dict[str, type] = {
    "edition": str,
    **dict.fromkeys(LAW_OPTIONS, bool),
    "players": int,
    "team": str,
    "talk": str,
    "seed": int,
    "game": int,
    "deal": str,
    "won": bool,
    "left": int,
    "reason": str,
    "starter": int,
    "turns": int,
    "tricks": int,
    "draw": int,
    "markers": int,
    **{f"marker_{marker.name.lower()}": int for marker in Marker},
}
_KINDS = tuple(COLUMNS.items())
#: So many rows are gathered before Parquet writes them.
_GROUP = 50_000


def table_row(run: Run, i: int, played: Played) -> dict[str, Any]:
    """Game ``i`` of a run, by column. ``reason`` is None for a game that was won."""
    return {
        "edition": run.rules.edition.id,
        **run.options,
        "players": run.rules.players,
        "team": run.name,
        "talk": run.talk.value,
        "seed": run.seed,
        "game": i,
        "deal": played.deal,
        "won": played.won,
        "left": played.left,
        "reason": None if played.reason is None else played.reason.value,
        "starter": played.starter,
        "turns": played.turns,
        "tricks": played.tricks,
        "draw": played.draw,
        "markers": played.markers,
        **{
            f"marker_{marker.name.lower()}": times
            for marker, times in zip(Marker, played.marks, strict=True)
        },
    }


class Table(Protocol):
    """A table being written. When its context ends it is moved to its place."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def add(self, run: Run, i: int, played: Played) -> None:
        """One more row."""


def open_table(path: Path) -> Table:
    """A table of the kind that the name tells: ``.csv`` or ``.parquet``.

    ArenaError for another name, or when Parquet cannot be written here; OSError when the file
    cannot be.
    """
    match path.suffix.lower():
        case ".csv":
            return CsvTable(path)
        case ".parquet":
            return ParquetTable(path)
    raise ArenaError("table_kind", path=str(path))


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An OSError inside says which file it was about; a full disk does not by itself."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


class CsvTable:
    """Comma-separated values; yes and no are 1 and 0, and an empty reason means that it was won."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._part = _beside(path)
        self._file: TextIO = self._part.open("w", encoding="utf-8", newline="")
        self._rows = csv.DictWriter(self._file, list(COLUMNS))
        self._rows.writeheader()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with _named(self.path):
            self._file.close()
        self._part.replace(self.path)

    def add(self, run: Run, i: int, played: Played) -> None:
        """One more row."""
        row = table_row(run, i, played)
        with _named(self.path):
            self._rows.writerow(
                {name: int(row[name]) if kind is bool else row[name] for name, kind in _KINDS}
            )


class ParquetTable:
    """Parquet, by way of pyarrow, which is large and therefore not installed with us."""

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as missing:
            raise ArenaError("parquet_missing", csv=str(path.with_suffix(".csv"))) from missing
        kinds = {str: pyarrow.string(), bool: pyarrow.bool_(), int: pyarrow.int64()}
        self.path = path
        self._part = _beside(path)
        self._schema: pyarrow.Schema = pyarrow.schema(
            [(name, kinds[kind]) for name, kind in COLUMNS.items()]
        )
        self._make = pyarrow.Table.from_pylist
        self._writer = pyarrow.parquet.ParquetWriter(self._part, self._schema)
        self._rows: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with _named(self.path):
            self._write()
            self._writer.close()
        self._part.replace(self.path)

    def add(self, run: Run, i: int, played: Played) -> None:
        """One more row."""
        self._rows.append(table_row(run, i, played))
        if len(self._rows) >= _GROUP:
            with _named(self.path):
                self._write()

    def _write(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            self._writer.write_table(self._make(rows, schema=self._schema))
