"""A record on disk: it grows with the game and belongs to one process at a time."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from ninetyeight.rules import Deal, GameError, Refused
from ninetyeight.table import (
    RecordError,
    RecordFile,
    Seat,
    Setup,
    new_path,
    read_record,
    records_folder,
    unfinished,
)
from tests.table.random_tables import an_event

SETUP = Setup.default(
    Deal.from_code("extreme-2p-K7Q2M9XA4TWB3H8C", take_backs=True), (Seat("Ada"), Seat("Ben"))
)


def some_events(record: RecordFile, count: int, seed: int = 1) -> None:
    rng = Random(seed)
    while count and not record.table.over:
        try:
            record.table.submit(an_event(record.table, rng))
        except Refused:
            continue
        count -= 1


def test_every_event_is_on_disk_as_soon_as_it_has_happened(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP) as record:
        for _ in range(10):
            some_events(record, 1, seed=len(record.table.log))
            assert read_record(path.read_bytes()).events == record.table.log


def test_a_resumed_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP) as record:
        some_events(record, 12)
        state = record.table.state
    with RecordFile.resume(path) as record:
        assert record.table.state == state
        some_events(record, 5, seed=2)
        log = record.table.log
    assert read_record(path.read_bytes()).events == log


def test_a_line_cut_off_is_removed_on_resuming(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP) as record:
        some_events(record, 8)
        log = record.table.log
    path.write_bytes(path.read_bytes() + b'{"seat":0,"do":"4')
    with RecordFile.resume(path) as record:
        assert record.cut
        assert record.table.log == log
        some_events(record, 1, seed=3)
    assert len(read_record(path.read_bytes()).events) == len(log) + 1


def test_the_result_is_written_once_when_the_game_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP) as record:
        some_events(record, 10_000)
        record.finish()
        record.finish()
    with RecordFile.resume(path) as again:
        again.finish()
    content = path.read_bytes()
    assert content.count(b'"result"') == 1
    assert read_record(content).closed


def test_a_record_is_not_begun_where_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    RecordFile.create(path, SETUP).close()
    with pytest.raises(FileExistsError):
        RecordFile.create(path, SETUP)


def test_two_processes_cannot_open_one_record(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP):
        program = (
            "import sys; from pathlib import Path; from ninetyeight.table import *\n"
            "try: RecordFile.resume(Path(sys.argv[1]))\n"
            "except RecordError as error: print(error.code)"
        )
        other = [sys.executable, "-c", program, str(path)]
        told = subprocess.run(other, capture_output=True, text=True, check=True).stdout
        assert told == "record_in_use\n"
    told = subprocess.run(other, capture_output=True, text=True, check=True).stdout
    assert told == ""


def test_a_disk_that_is_full_loses_nothing_and_keeps_the_record_whole(tmp_path: Path) -> None:
    # A limit on the size of files stands for the full disk.
    path = tmp_path / "a.98"
    program = """
import resource, sys
from pathlib import Path
from ninetyeight.table import *
from tests.table.test_record_file import SETUP, some_events
record = RecordFile.create(Path(sys.argv[1]), SETUP)
some_events(record, 4)
size = Path(sys.argv[1]).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, resource.RLIM_INFINITY))
state = record.table.state
try:
    record.table.start(0) if record.table.state.active is None else some_events(record, 5)
except RecordError as error:
    print(error.code)
print(record.table.state is state, Path(sys.argv[1]).stat().st_size == size)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
some_events(record, 3)
record.close()
print(len(read_record(Path(sys.argv[1]).read_bytes()).events))
"""
    root = Path(__file__).parent.parent.parent
    run = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["record_not_written", "True True", "7"]


def test_names_of_records_are_never_used_twice(tmp_path: Path) -> None:
    now = datetime(2026, 2, 1, 15, 30, tzinfo=UTC)
    first = new_path(tmp_path, SETUP, now)
    assert first.name == "2026-02-01-1530-extreme-2p.98"
    first.touch()
    assert new_path(tmp_path, SETUP, now).name == "2026-02-01-1530-extreme-2p-2.98"


def test_unfinished_games_are_found_newest_first_past_damaged_ones(tmp_path: Path) -> None:
    import os

    for age, name in enumerate(["old", "new", "done", "broken"]):
        path = tmp_path / f"{name}.98"
        with RecordFile.create(path, SETUP) as record:
            some_events(record, 10_000 if name == "done" else 3)
        if name == "broken":
            path.write_bytes(b"nothing like a record\n")
        os.utime(path, (1000 + age, 1000 + age))
    assert [path.stem for path, _ in unfinished(tmp_path)] == ["new", "old"]


def test_a_missing_folder_holds_no_games(tmp_path: Path) -> None:
    assert list(unfinished(tmp_path / "nowhere")) == []


def test_the_folder_of_records_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    assert records_folder() == tmp_path / "records"


def test_a_damaged_record_is_not_resumed_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.98"
    with RecordFile.create(path, SETUP) as record:
        some_events(record, 5)
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], b"x\n", *lines[3:]])
    path.write_bytes(damaged)
    with pytest.raises(GameError):
        RecordFile.resume(path)
    assert path.read_bytes() == damaged
    assert RecordError("record_in_use", path="x").area == "errors"
