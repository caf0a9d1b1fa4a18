"""Databases made by every release open in this one, and the tables are those the code speaks of."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

import ninetyeight.server.migrations
from ninetyeight.server.store import Store
from ninetyeight.server.store.backup import restore
from ninetyeight.server.store.migrate import HEAD, VERSION_TABLE, revision
from ninetyeight.server.store.tables import metadata
from tests.server.store.rooms import DEAL, bodies, open_room, said

ARCHIVE = Path(__file__).parent / "archive"
REVISIONS = [
    step.revision
    for step in ScriptDirectory(str(Path(ninetyeight.server.migrations.__file__).parent))
    .walk_revisions()
]  # fmt: skip


def differences(connection: Connection) -> list[Any]:
    def ours(thing: Any, name: str | None, type_: str, *_: Any) -> bool:
        return not (type_ == "table" and name == VERSION_TABLE)

    context = MigrationContext.configure(
        connection,
        opts={"compare_type": True, "compare_server_default": True, "include_object": ours},
    )
    return list(compare_metadata(context, metadata))


@pytest.mark.asyncio
async def test_migrations_lead_to_the_tables_the_code_speaks_of(store: Store) -> None:
    assert await store._database.read(differences) == []


@pytest.mark.asyncio
async def test_constraints_have_the_names_the_code_gives_them(store: Store) -> None:
    def names(connection: Connection) -> set[str | None]:
        looking = inspect(connection)
        return {
            name
            for table in metadata.tables
            for name in (
                looking.get_pk_constraint(table)["name"],
                *(key["name"] for key in looking.get_foreign_keys(table)),
                *(index["name"] for index in looking.get_indexes(table)),
            )
        }

    wanted = {str(index.name) for table in metadata.tables.values() for index in table.indexes}
    wanted |= {str(rule.name) for table in metadata.tables.values() for rule in table.constraints}
    assert await store._database.read(names) == wanted


def test_the_code_works_with_the_newest_revision() -> None:
    assert REVISIONS[0] == HEAD


def test_every_revision_has_a_database_and_a_backup_in_the_archive() -> None:
    for name in REVISIONS:
        assert (ARCHIVE / f"revision-{name}.sql").is_file()
        assert (ARCHIVE / f"revision-{name}.jsonl").is_file()


async def looks_as_archived(store: Store) -> None:
    """The archived databases all hold the same: an ended room, its rematch, and a result."""
    assert await store._database.read(revision) == HEAD
    assert await store._database.read(differences) == []
    room, rematch = await store.room("first"), await store.room("second")
    assert room is not None
    assert rematch is not None
    assert (room.plan, room.invite, room.follows) == ('{"players": 2}', "a hash", None)
    assert [(e.seat, e.request, e.body) for e in room.events] == [
        (None, None, '{"name": "Zoë"}'),
        (0, "m1", '{"do": "42@U1"}'),
        (1, "m1", '{"do": "end"}'),
    ]
    assert rematch.follows == "first"
    (kept,) = await store.results(DEAL)
    assert (kept.room, kept.won, kept.left, kept.names) == ("first", False, 12, ("Ada", "Zoë 🃏"))
    # And it can be played on.
    await store.append("second", len(rematch.events) + 1, [said("on", 0, "m9")])
    await open_room(store, "third", "1")
    assert await bodies(store, "third") == ["1"]


@pytest.mark.asyncio
@pytest.mark.parametrize("name", REVISIONS)
async def test_a_database_of_an_older_release_opens(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        old.executescript((ARCHIVE / f"revision-{name}.sql").read_text("utf-8"))
    old.close()
    store = await Store.open(f"sqlite:///{path}")
    await looks_as_archived(store)
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("name", REVISIONS)
async def test_a_backup_of_an_older_release_is_restored(name: str, url: str) -> None:
    file = ARCHIVE / f"revision-{name}.jsonl"
    await restore(url, file, replace=False, progress=lambda _done, _total: None)
    store = await Store.open(url)
    await looks_as_archived(store)
    await store.close()


def test_migrations_stay_in_the_wheel() -> None:
    """Every step is a module of the package, named after its revision."""
    folder = Path(ninetyeight.server.migrations.__file__).parent / "versions"
    steps = sorted(path.stem for path in folder.glob("r*.py"))
    assert [re.match(r"r(\d{4})_", step)[1] for step in steps] == sorted(REVISIONS)  # type: ignore[index]
