"""Full disks, locks, foreign files, lost servers: a clear error, nothing half done, and onwards."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ninetyeight.locale import LANGUAGES
from ninetyeight.server.store import Store, StoreError, Unreachable, postgresql, writer
from ninetyeight.server.store.log import Write
from tests.server.cutting import line_to
from tests.server.harness import PATIENCE
from tests.server.postgres import PostgresServer, run_server
from tests.server.store.conftest import NewDatabase
from tests.server.store.rooms import bodies, open_room, said

pytestmark = pytest.mark.asyncio

only_sqlite = pytest.mark.parametrize("kind", ["sqlite"])
only_postgresql = pytest.mark.parametrize("kind", ["postgresql"])


async def refusal(url: str) -> StoreError:
    """Why the database is not opened."""
    with pytest.raises(StoreError) as refused:
        await Store.open(url)
    for language in LANGUAGES:
        assert refused.value.text(language)
    return refused.value


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


# --- SQLite ------------------------------------------------------------------------------------

FULL_DISK = """
import asyncio, resource, sys
from ninetyeight.server.store import NewEvent, Store, StoreError

def let_files_grow(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main():
    store = await Store.open(sys.argv[1])
    await store.open_room("r", "{}", "invite", None, [NewEvent(None, None, "1")])
    let_files_grow(200_000)
    number, refused = 2, 0
    while refused < 3:
        try:
            large = NewEvent(0, None, "x" * 20_000)
            await store.append("r", number, [large, NewEvent(0, None, "")])
            number += 2
        except StoreError:
            refused += 1
    assert len((await store.room("r")).events) == number - 1
    let_files_grow(resource.RLIM_INFINITY)
    await store.append("r", number, [NewEvent(0, None, "room again")])
    print(number)
    await store.close()

asyncio.run(main())
"""


@only_sqlite
async def test_without_room_on_the_disk_nothing_is_written_until_there_is_room(url: str) -> None:
    told = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", FULL_DISK, url],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode == 0, told.stderr
    store = await Store.open(url)
    assert len(await bodies(store, "r")) == int(told.stdout)
    await store.close()


@only_sqlite
async def test_a_full_database_says_so(url: str) -> None:
    store = await Store.open(url)
    await open_room(store, "r", "1")
    await store._database.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1").all())
    with pytest.raises(StoreError) as refused:
        await store.append("r", 2, [said("x" * 100_000)])
    assert refused.value.code == "full"
    assert await bodies(store, "r") == ["1"]
    # The connection that met the trouble was thrown away, and its limit with it.
    await store.append("r", 2, [said("x" * 100_000)])
    await store.close()


@only_sqlite
async def test_a_lock_of_another_program_is_told_and_passes(url: str) -> None:
    store = await Store.open(f"{url}?timeout=0.1")
    await open_room(store, "r", "1")
    other = sqlite3.connect(path_of(url), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as refused:
        await store.append("r", 2, [said("2")])
    assert refused.value.code == "locked"
    assert await bodies(store, "r") == ["1"]  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    await store.append("r", 2, [said("2")])
    await store.close()


@only_sqlite
async def test_a_file_that_is_no_database_is_left_alone(url: str) -> None:
    path_of(url).write_text("my diary\n" * 100)
    assert (await refusal(url)).code == "not_a_database"
    assert path_of(url).read_text() == "my diary\n" * 100


@only_sqlite
async def test_a_place_where_no_file_can_be_is_told(url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert (await refusal(f"sqlite:///{tmp_path}/file/games.db")).code == "cannot_open"
    (tmp_path / "folder").mkdir()
    assert (await refusal(f"sqlite:///{tmp_path}/folder")).code == "cannot_open"
    assert (await refusal("sqlite:////proc/games.db")).code == "cannot_open"


@only_sqlite
async def test_folders_are_made_and_the_file_is_its_owners_alone(url: str, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/deep/in/games.db")
    await open_room(store, "r", "1")
    for file in (tmp_path / "deep" / "in").iterdir():
        assert file.stat().st_mode & 0o077 == 0, file
    await store.close()


@only_sqlite
async def test_another_name_of_the_same_file_is_the_same_database(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    link = tmp_path / "link.db"
    link.symlink_to(path_of(url))
    assert (await refusal(f"sqlite:///{link}")).code == "in_use"
    await store.close()


@only_sqlite
async def test_a_file_with_two_names_is_not_served_by_either(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    link = tmp_path / "link.db"
    link.hardlink_to(path_of(url))
    assert (await refusal(f"sqlite:///{link}")).code == "hard_link"
    await store.close()
    assert (await refusal(url)).code == "hard_link"
    link.unlink()
    await (await Store.open(url)).close()


@only_sqlite
async def test_sqlite_writes_through_to_the_disk(url: str) -> None:
    store = await Store.open(url)
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    found = await store._database.write(
        lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    )
    assert found == ["wal", 2, 1]
    await store.close()


# --- either ------------------------------------------------------------------------------------


async def test_a_database_of_a_newer_release_is_left_alone(url: str) -> None:
    store = await Store.open(url)
    await open_room(store, "r", "1")
    await store._database.write(
        lambda c: c.execute(text("UPDATE ninetyeight_revision SET version_num = '9999'"))
    )
    await store.close()
    refused = await refusal(url)
    assert refused.code == "newer"
    assert "9999" in str(refused)


async def test_tables_of_another_program_are_left_alone(url: str) -> None:
    store = await Store.open(url)
    await store._database.write(lambda c: c.execute(text("DROP TABLE ninetyeight_revision")))
    await store.close()
    assert (await refusal(url)).code == "foreign"


async def test_a_write_that_was_committed_unseen_is_known_again(store: Store) -> None:
    await open_room(store, "r", "1")
    row = {"room_id": "r", "number": 2, "at": "2026-11-15T12:00:00.000001Z", "seat": 0}
    write = Write("r", 2, [{**row, "request": "m", "body": "2"}])
    await store._writer.write(write)
    await store._writer.write(write)  # as after a connection that broke before the answer came
    assert await bodies(store, "r") == ["1", "2"]


# --- PostgreSQL --------------------------------------------------------------------------------


@only_postgresql
async def test_a_connection_that_was_cut_is_made_anew(url: str, postgres: PostgresServer) -> None:
    store = await Store.open(url)
    await open_room(store, "r")
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"
    number = 0
    for turn in range(6):
        cutting = asyncio.create_task(
            asyncio.to_thread(postgres.sql, cut.format(url.rpartition("/")[2]))
        )
        if turn % 2:
            await cutting  # between two writes; otherwise in the midst of them
        goal = number + 40  # some come after every cut, so that it is noticed
        while number < goal or not cutting.done():
            number += 1
            await store.append("r", number, [said(str(number))])
        await cutting
    assert await bodies(store, "r") == [str(one) for one in range(1, number + 1)]
    assert (await refusal(url)).code == "in_use"  # the lock was taken anew as well
    await store.close()


async def test_a_server_that_crashes_under_load_loses_nothing() -> None:
    holding = run_server()  # its own, because others need theirs
    server = next(holding)
    try:
        server.sql("CREATE DATABASE games")
        store = await Store.open(server.url("games"))
        acknowledged: dict[str, int] = {}

        async def play(id: str) -> None:
            await open_room(store, id, "1")
            number = 2
            while acknowledged.get(id, 0) < 150:
                try:
                    await store.append(id, number, [said(str(number))])
                except Unreachable:
                    await asyncio.sleep(0.05)
                    # Whoever was not told looks whether it was written.
                    number = len(await try_until_there(store, id)) + 1
                    continue
                acknowledged[id] = number
                number += 1

        playing = [asyncio.create_task(play(f"r{i}")) for i in range(5)]
        while len(acknowledged) < 5:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.stop, "immediate")
        with pytest.raises(Unreachable):
            await store.ping()
        await asyncio.to_thread(server.start)
        await asyncio.gather(*playing)
        for id, last in acknowledged.items():
            assert await bodies(store, id) == [str(number) for number in range(1, last + 1)]
        await store.close()
    finally:
        holding.close()  # type: ignore[attr-defined]  # it is a generator


@only_postgresql
@pytest.mark.parametrize("done", [True, False])
async def test_a_commit_whose_answer_was_lost_is_told_as_not_known(
    url: str, postgres: PostgresServer, done: bool
) -> None:
    async with line_to(postgres.port) as line:
        store = await Store.open(url.replace(str(postgres.port), str(line.port)))
        await open_room(store, "r", "1")
        line.lose_answer, line.lose_commit = done, not done
        with pytest.raises(Unreachable) as told:
            await store.append("r", 2, [said("2", 0, "m")])
        assert told.value.code == "uncertain"
        with pytest.raises(Unreachable):
            await store.room("r")  # nothing is said about the room before it is known
        with pytest.raises(StoreError) as refused:
            await store.append("r", 3, [said("3")])
        assert refused.value.code == "unreachable"  # this one was never begun
        line.down = False
        there = await try_until_there(store, "r")
        assert there == (["1", "2"] if done else ["1"])
        await store.append("r", len(there) + 1, [said("later")])
        await store.close()


@only_postgresql
async def test_a_lock_that_another_server_took_is_told_and_taken_back(
    url: str, postgres: PostgresServer
) -> None:
    async with line_to(postgres.port) as line:
        store = await Store.open(url.replace(str(postgres.port), str(line.port)))
        await open_room(store, "r", "1")
        await store.check_writing()
        line.down = True
        line.cut()
        other = await Store.open(url)
        line.down = False
        with pytest.raises(StoreError) as refused:
            await store.append("r", 2, [said("2")])
        assert refused.value.code == "in_use"
        with pytest.raises(StoreError) as told:
            await store.check_writing()
        assert told.value.code == "in_use"
        await other.append("r", 2, [said("of the other")])
        await other.close()
        await store.recovered.wait()  # by itself
        await store.check_writing()
        assert await store.heads(["r", "none"]) == {"r": 2}
        await store.append("r", 3, [said("3")])
        await store.close()


async def test_whether_writing_works_is_tried_when_nothing_was_written_for_long(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0
    write = store._database.write

    async def counting(*words: Any) -> Any:
        nonlocal tried
        tried += 1
        return await write(*words)

    monkeypatch.setattr(store._database, "write", counting)
    await open_room(store, "r", "1")
    for _ in range(5):
        await store.check_writing()
    assert tried == 1  # the room: a fresh write proves enough
    monkeypatch.setattr(writer, "CHECK_EVERY", 0.0)
    await store.check_writing()
    assert tried == 2


@only_postgresql
async def test_a_server_that_no_longer_answers_is_not_waited_for_at_the_end(
    url: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "_ANSWER_SECONDS", 10 * PATIENCE)
    async with line_to(postgres.port) as line, asyncio.timeout(PATIENCE):
        store = await Store.open(url.replace(str(postgres.port), str(line.port)))
        await open_room(store, "r", "1")
        line.silent = True
        writing = asyncio.create_task(store.append("r", 2, [said("2")]))
        reading = asyncio.create_task(store.results("r"))
        await asyncio.sleep(0)
        await store.close()
        with pytest.raises(StoreError) as told:
            await writing
        assert told.value.code == "uncertain"
        reading.cancel()


@only_postgresql
async def test_what_was_lost_before_its_commit_was_not_written(
    url: str, postgres: PostgresServer
) -> None:
    async with line_to(postgres.port) as line:
        store = await Store.open(url.replace(str(postgres.port), str(line.port)))
        await open_room(store, "r", "1")
        line.down = True
        line.cut()
        with pytest.raises(Unreachable) as told:
            await store.append("r", 2, [said("2")])
        assert told.value.code == "unreachable"
        line.down = False
        assert await try_until_there(store, "r") == ["1"]
        await store.close()


async def try_until_there(store: Store, id: str) -> list[str]:
    while True:
        try:
            return await bodies(store, id)
        except Unreachable:
            await asyncio.sleep(0.05)


@only_postgresql
async def test_postgresql_writes_through_to_the_disk(url: str, postgres: PostgresServer) -> None:
    name = url.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = await Store.open(url)
    show = text("SHOW synchronous_commit")
    assert await store._database.write(lambda c: c.scalar(show)) == "on"
    await store.close()


@only_postgresql
async def test_why_a_server_cannot_be_used_is_told_without_the_password(
    new_database: NewDatabase, kind: str, postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    name = new_database(kind).rpartition("/")[2]
    secret = "tr0ub4dor"
    postgres.sql(f"CREATE ROLE stranger LOGIN; CREATE ROLE {name} LOGIN")
    good = postgres.url(name, password=secret)
    cases = {
        good.replace("tester", "nobody_of_that_name"): "login",
        good.replace(f"/{name}", "/nowhere"): "no_such_database",
        good.replace(str(postgres.port), "1"): "unreachable",
        good.replace("127.0.0.1", "no-such-host.invalid"): "unreachable",
        good.replace("tester", "stranger"): "not_allowed",
        good.replace(secret, f"{secret}@{secret}"): "bad_url",
        good.replace(str(postgres.port), f"{secret}"): "bad_url",
        good.replace("postgresql:", "mysql:"): "bad_url",
    }
    for url, code in cases.items():
        error = await refusal(url)
        assert error.code == code
        told = "".join(traceback.format_exception(error))
        assert secret not in told + repr(error) + str(error.params) + caplog.text
    store = await Store.open(good)
    assert secret not in store.shown + repr(store._database.address)
    await store.close()
