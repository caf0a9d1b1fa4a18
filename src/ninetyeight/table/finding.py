"""Finding a record by what a person calls it: a path, a name in the folder, or ``latest``."""

from __future__ import annotations

from pathlib import Path

from ninetyeight.table.record_file import (
    SUFFIX,
    RecordError,
    newest_first,
    records_folder,
    unfinished,
)

LATEST = "latest"


def find_record(wanted: str) -> Path:
    """The record to resume: ``latest`` is the newest game that is not finished."""
    if wanted != LATEST:
        return find_file(wanted)
    newest = next(unfinished(records_folder()), None)
    if newest is None:
        raise RecordError("nothing_to_resume")
    return newest[0]


def find_file(wanted: str) -> Path:
    """The file of a record by its path or by its name in the folder; ``latest`` is the newest."""
    folder = records_folder()
    if wanted == LATEST:
        if not (found := newest_first(folder)):
            raise RecordError("no_records", folder=str(folder))
        return found[0]
    for path in (Path(wanted), folder / wanted, folder / f"{wanted}{SUFFIX}"):
        if path.is_file():
            return path
    raise RecordError("no_such_record", name=wanted, folder=str(folder))
