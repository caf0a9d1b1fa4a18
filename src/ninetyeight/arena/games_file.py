"""The games of a run in a file, one line of JSON each, so that it can be continued.

The first line says which runs these are. Every further line is a finished game: the number of its
run, its own number, its deal and how it went. The games of each run are in order and without gaps;
so what is in the file is the beginning of each run, and continuing means to play the rest.

Lines are written and forced to the disk a batch at a time. A line that was cut off (the power went,
the disk was full) is the last one; it is taken away, and its game is played again.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

from ninetyeight.arena.runs import ArenaError, GameResult, Run
from ninetyeight.rules import Marker, Reason

_FORMAT = "ninetyeight arena games 1"
#: Seconds after which games are forced to the disk: so much work is lost at most.
_SYNC_EVERY = 1.0
#: And so many bytes are held back at most.
_SYNC_BYTES = 1 << 20


#: A game as a line has it; written out, because the kernel plays faster than `json` writes.
_LINE = (
    '{"run": %d, "game": %d, "deal": "%s", "won": %s, "reason": %s, "left": %d, "turns": %d, '
    '"tricks": %d, "markers": %d, "draw": %d, "starter": %d, "marks": %s%s}\n'
)
_REASONS: dict[Reason | None, str] = {
    None: "null",
    **{reason: json.dumps(reason.value) for reason in Reason},
}
_REASON_OF: dict[str | None, Reason | None] = {
    None: None,
    **{reason.value: reason for reason in Reason},
}
_NUMBERS = ("left", "turns", "tricks", "markers", "draw", "starter")
#: So many games that were read are handed on together.
_TOGETHER = 10_000


def game_line(k: int, i: int, played: GameResult) -> str:
    """Game ``i`` of run ``k`` as a line of the file."""
    marks = "{}"
    if played.markers:
        told = {marker.value: n for marker, n in zip(Marker, played.marks, strict=True) if n}
        marks = json.dumps(told)
    return _LINE % (
        k,
        i,
        played.deal,
        "true" if played.won else "false",
        _REASONS[played.reason],
        played.left,
        played.turns,
        played.tricks,
        played.markers,
        played.draw,
        played.starter,
        marks,
        f', "moves": "{played.moves}"' if played.moves else "",
    )


def played_in(row: dict[str, Any]) -> GameResult:
    """What :func:`game_line` wrote; KeyError, TypeError or ValueError when it is none."""
    numbers = [row[name] for name in _NUMBERS]
    for number in numbers:
        if type(number) is not int or not 0 <= number < 65_536:
            raise ValueError("a number is off")
    reason = _REASON_OF[row["reason"]]
    if row["won"] is not (reason is None):
        raise ValueError("lost without a reason")
    marks, told = (0, 0, 0), row["marks"]
    if told != {}:
        small, keep, hard = (int(told.get(marker.value, 0)) for marker in Marker)
        marks = small, keep, hard
    left, turns, tricks, markers, draw, starter = numbers
    deal, moves = str(row["deal"]), str(row.get("moves", ""))
    return GameResult(
        row["won"], reason, left, turns, tricks, markers, draw, starter, marks, deal, moves
    )


class GamesFile:
    """The file of some runs, open for more games; nobody else may write to it meanwhile.

    ArenaError when the file belongs to other runs, is damaged or in use; OSError when it cannot be
    read or written. Use it as a context.
    """

    def __init__(self, path: Path, runs: Sequence[Run], *, resume: bool = False) -> None:
        self.path = path
        self.runs = runs
        #: How many games of each run the file holds.
        self.done = [0] * len(runs)
        self._waiting: list[bytes] = []
        self._size = 0
        self._synced = time.monotonic()
        #: How much of the file is whole lines.
        self._good = 0
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._file: BinaryIO = os.fdopen(handle, "r+b", buffering=0)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise ArenaError("out_foreign", path=str(path))
            self._lock()
            if not resume and os.fstat(handle).st_size:
                raise ArenaError("out_exists", path=str(path))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.sync()
        finally:
            self._file.close()

    def read(self, use: Callable[[int, Sequence[GameResult]], None]) -> None:
        """Hand every game of the file to ``use``: the number of a run, and its next games.

        Then the file is ready for more. A new file gets its first line.
        """
        read = _Reader(use)
        self._file.seek(0)
        header = json.dumps({"format": _FORMAT, "runs": [run.identity() for run in self.runs]})
        with os.fdopen(os.dup(self._file.fileno()), "rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n"):
                    break  # cut off: as if it were not there
                if number == 1:
                    self._check(line, json.loads(header))
                else:
                    self._take(number, line, read)
                self._good += len(line)
        read.hand_on()
        self._file.truncate(self._good)
        if self._good == 0:
            self._waiting.append(header.encode() + b"\n")
            self.sync()

    def add(self, k: int, first: int, games: Iterable[GameResult]) -> None:
        """Keep games ``first`` and following of run ``k``; on the disk after the next `sync`."""
        assert first == self.done[k], "games come in order"
        lines = [game_line(k, first + at, played) for at, played in enumerate(games)]
        text = "".join(lines).encode()
        self.done[k] += len(lines)
        self._waiting.append(text)
        self._size += len(text)
        if self._size >= _SYNC_BYTES or time.monotonic() - self._synced >= _SYNC_EVERY:
            self.sync()

    def sync(self) -> None:
        """Write what waits and force it to the disk; after an OSError only whole lines remain."""
        text = b"".join(self._waiting)
        written = 0
        try:
            self._file.seek(self._good)
            while written < len(text):
                written += self._file.write(text[written:])
            if text:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._waiting.clear()  # no room: trying once more would not help
            self._good += text.rfind(b"\n", 0, written) + 1
            with suppress(OSError):  # a line that was cut off would be taken away at the next start
                self._file.truncate(self._good)
            error.filename = error.filename or str(self.path)
            raise
        self._good += written
        self._waiting.clear()
        self._size = 0
        self._synced = time.monotonic()

    def _lock(self) -> None:
        if sys.platform == "win32":  # it has other means, and we do without
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            raise ArenaError("out_in_use", path=str(self.path)) from taken

    def _check(self, line: bytes, ours: dict[str, Any]) -> None:
        try:
            header = json.loads(line)
        except ValueError:
            header = None
        if not isinstance(header, dict) or header.get("format") != _FORMAT:
            raise ArenaError("out_foreign", path=str(self.path))
        if header == ours:
            return
        there, here = header.get("runs"), ours["runs"]
        if not isinstance(there, list) or len(there) != len(here):
            differing = {"runs"}
        else:
            differing = {
                name
                for one, other in zip(there, here, strict=True)
                for name in other
                if not isinstance(one, dict) or one.get(name) != other[name]
            }
        raise ArenaError("out_other_run", path=str(self.path), what=", ".join(sorted(differing)))

    def _take(self, number: int, line: bytes, read: _Reader) -> None:
        try:
            row = json.loads(line)
            k, i = row["run"], row["game"]
            if i != self.done[k] or k < 0:
                raise ValueError("not its turn")
            played = played_in(row)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise ArenaError("out_damaged", path=str(self.path), line=number) from error
        self.done[k] += 1
        if i < self.runs[k].games:
            read.add(k, played)


class _Reader:
    """Games on their way from the file, some at a time."""

    def __init__(self, use: Callable[[int, Sequence[GameResult]], None]) -> None:
        self.use = use
        self.k = 0
        self.games: list[GameResult] = []

    def add(self, k: int, played: GameResult) -> None:
        if k != self.k or len(self.games) >= _TOGETHER:
            self.hand_on()
        self.k = k
        self.games.append(played)

    def hand_on(self) -> None:
        games, self.games = self.games, []
        if games:
            self.use(self.k, games)
