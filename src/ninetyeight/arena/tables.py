"""The games of runs as a table for other programs: one row per game, as CSV or Parquet.

Every row stands by itself: what was played, by whom, which deal, and how it went. A table is
written beside its place and moved there when it is whole, so that nobody reads half of one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TextIO

from ninetyeight.arena.runs import ArenaError, GameResult, Run
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
#: So many rows are gathered before Parquet writes them.
_GROUP = 50_000


def _same_in_all(run: Run) -> list[Any]:
    """The first columns of a row: what is the same in all games of a run."""
    rules = run.rules
    options = run.options.values()
    return [rules.edition.id, *options, rules.players, run.name, run.talk.value, run.seed]


def _own(i: int, played: GameResult) -> tuple[Any, ...]:
    """The other columns, of game ``i``. The reason is None for a game that was won."""
    return (
        i,
        played.deal,
        played.won,
        played.left,
        None if played.reason is None else played.reason.value,
        played.starter,
        played.turns,
        played.tricks,
        played.draw,
        played.markers,
        *played.marks,
    )


def rows_of(run: Run, first: int, games: Iterable[GameResult]) -> Iterator[tuple[Any, ...]]:
    """A row for each of these games, of which ``first`` is the number of the first."""
    same = _same_in_all(run)
    return ((*same, *_own(i, played)) for i, played in enumerate(games, first))


class TableFile(Protocol):
    """A table being written. When its context ends it is moved to its place."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def add(self, run: Run, first: int, games: Iterable[GameResult]) -> None:
        """One more row for each of these games, of which ``first`` is the number of the first."""


def open_table(path: Path, runs: Sequence[Run]) -> TableFile:
    """A table of these runs, of the kind that the name tells: ``.csv`` or ``.parquet``.

    ArenaError for another name, or when Parquet cannot be written here; OSError when the file
    cannot be.
    """
    match path.suffix.lower():
        case ".csv":
            return CsvTable(path)
        case ".parquet":
            return ParquetTable(path, runs)
    raise ArenaError("table_kind", path=str(path))


def beside(path: Path) -> Path:
    """Where a file is written before it is moved to its place."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def named(path: Path) -> Iterator[None]:
    """An OSError inside says which file it was about, by the name that people gave it."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


class CsvTable:
    """Comma-separated values; yes and no are 1 and 0, and an empty reason means that it was won."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._part = beside(path)
        with named(path):
            self._file: TextIO = self._part.open("w", encoding="utf-8", newline="")
        self._rows = csv.writer(self._file)
        self._rows.writerow(COLUMNS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with named(self.path):
            self._file.close()
        self._part.replace(self.path)

    def add(self, run: Run, first: int, games: Iterable[GameResult]) -> None:
        """One more row for each of these games."""
        with named(self.path):
            for row in rows_of(run, first, games):
                self._rows.writerow(int(cell) if isinstance(cell, bool) else cell for cell in row)


class ParquetTable:
    """Parquet, by way of pyarrow, which is large and therefore not installed with us.

    Whole numbers have 64 bits there. A seed may have more; then the column of seeds holds texts.
    """

    def __init__(self, path: Path, runs: Sequence[Run]) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as missing:
            raise ArenaError("parquet_missing", csv=str(path.with_suffix(".csv"))) from missing
        kinds = {str: pyarrow.string(), bool: pyarrow.bool_(), int: pyarrow.int64()}
        self.path = path
        self._part = beside(path)
        self._wide = not all(-(2**63) <= run.seed < 2**63 for run in runs)
        columns = COLUMNS | ({"seed": str} if self._wide else {})
        self._schema: pyarrow.Schema = pyarrow.schema(
            [(name, kinds[kind]) for name, kind in columns.items()]
        )
        self._make = pyarrow.Table.from_arrays
        self._array = pyarrow.array
        with named(path):
            self._writer = pyarrow.parquet.ParquetWriter(self._part, self._schema)
        self._rows: list[tuple[Any, ...]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with named(self.path):
            self._write()
            self._writer.close()
        self._part.replace(self.path)

    def add(self, run: Run, first: int, games: Iterable[GameResult]) -> None:
        """One more row for each of these games."""
        self._rows += rows_of(run, first, games)
        if len(self._rows) >= _GROUP:
            with named(self.path):
                self._write()

    def _write(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            columns = [
                self._array(
                    list(map(str, column)) if self._wide and field.name == "seed" else column,
                    field.type,
                )
                for column, field in zip(zip(*rows, strict=True), self._schema, strict=True)
            ]
            self._writer.write_table(self._make(columns, schema=self._schema))
