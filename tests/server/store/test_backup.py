"""Backups: whole or not there at all, of either kind of database into either kind."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ninetyeight.cli import main
from ninetyeight.server.store import Store, StoreError
from ninetyeight.server.store.backup import back_up, restore
from ninetyeight.server.store.migrate import HEAD
from tests.server.store.conftest import KINDS, NewDatabase
from tests.server.store.rooms import DEAL, bodies, open_room, result, said


def silent(done: int, total: int) -> None:
    assert 0 <= done <= total


async def fill(url: str, rooms: int = 3) -> None:
    store = await Store.open(url)
    for room in range(rooms):
        await open_room(store, f"r{room}", "1", "ü\n\\ 🂡")
        await store.append(f"r{room}", 3, [said("3", 0, "m")], result(f"r{room}", left=room))
    await store.open_room("again", "{}", "hash", "r0", [said("1", None, "m")])
    await store.close()


async def content(url: str) -> Any:
    store = await Store.open(url)
    rooms = [await store.room(f"r{room}") for room in range(3)]
    found = [*rooms, await store.room("again"), await store.results(DEAL)]
    await store.close()
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
async def test_a_backup_restores_to_the_same(
    new_database: NewDatabase, tmp_path: Path, source: str, target: str, name: str
) -> None:
    old, new = new_database(source), new_database(target)
    await fill(old)
    rows = await back_up(old, tmp_path / name, replace=False, progress=silent)
    assert rows == 4 + 10 + 3
    assert await restore(new, tmp_path / name, replace=False, progress=silent) == rows
    assert await content(new) == await content(old)
    assert sorted(path.name for path in tmp_path.iterdir() if "jsonl" in path.name) == [name]
    if name.endswith(".gz"):
        assert gzip.decompress((tmp_path / name).read_bytes()).startswith(b'{"format"')


@pytest.mark.asyncio
async def test_a_backup_of_a_running_server_is_of_one_moment(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    running = True

    async def play(id: str) -> None:
        await open_room(store, id, "1")
        number = 2
        while running:
            # Two events in one append: a snapshot holds both or none.
            await store.append(id, number, [said("a"), said("b")])
            number += 2

    playing = [asyncio.create_task(play(f"r{room}")) for room in range(10)]
    acknowledged: dict[str, int] = {}
    for turn in range(4):
        await asyncio.sleep(0.05)
        for room in range(10):
            found = await store.room(f"r{room}")
            acknowledged[f"r{room}"] = len(found.events) if found else 0
        await back_up(url, tmp_path / f"{turn}.jsonl", replace=False, progress=silent)
    running = False
    await asyncio.gather(*playing)
    await store.close()

    lines = [json.loads(line) for line in (tmp_path / "3.jsonl").read_text("utf-8").splitlines()]
    numbers: dict[str, list[int]] = {}
    for line in lines[1:-1]:
        if "events" in line:
            numbers.setdefault(line["events"]["room_id"], []).append(line["events"]["number"])
    assert len(numbers) == 10
    for id, saved in numbers.items():
        assert saved == list(range(1, len(saved) + 1))
        assert len(saved) % 2 == 1
        assert len(saved) >= acknowledged[id]


@pytest.mark.asyncio
async def test_a_database_with_something_in_it_is_not_overwritten_unasked(
    url: str, tmp_path: Path
) -> None:
    await fill(url)
    before = await content(url)
    file = tmp_path / "games.jsonl"
    await back_up(url, file, replace=False, progress=silent)
    store = await Store.open(url)
    await open_room(store, "newer", "1")
    await store.close()

    with pytest.raises(StoreError) as refused:
        await restore(url, file, replace=False, progress=silent)
    assert refused.value.code == "not_empty"
    store = await Store.open(url)
    assert await bodies(store, "newer") == ["1"]
    await store.close()

    await restore(url, file, replace=True, progress=silent)
    assert await content(url) == before
    store = await Store.open(url)
    assert await store.room("newer") is None
    await store.close()


@pytest.mark.asyncio
async def test_nothing_is_restored_under_a_running_server(url: str, tmp_path: Path) -> None:
    await fill(url)
    file = tmp_path / "games.jsonl"
    await back_up(url, file, replace=False, progress=silent)
    store = await Store.open(url)
    with pytest.raises(StoreError) as refused:
        await restore(url, file, replace=True, progress=silent)
    assert refused.value.code == "in_use"
    assert await bodies(store, "r0") == ["1", "ü\n\\ 🂡", "3"]
    await store.close()


def spoilt(data: bytes, how: str) -> bytes:
    lines = data.splitlines(keepends=True)
    match how:
        case "cut in a line":
            return data[: len(data) // 2]
        case "cut after a line":
            return b"".join(lines[:-1])
        case "a line is missing":
            return b"".join(lines[:3] + lines[4:])
        case "a line stands twice":
            return b"".join(lines[:3] + lines[2:])
        case "a sign was changed":
            return data.replace(b'"body":"1"', b'"body":"2"', 1)
        case "a row of nothing we know":
            return b"".join([*lines[:3], b'{"cheese":{"id":1}}\n', *lines[3:]])
        case "a column is missing":
            return data.replace(b'"follows":null', b'"fellows":null', 1)
        case "no JSON":
            return b"".join([*lines[:3], b"}{\n", *lines[3:]])
        case "of a newer release":
            return data.replace(f'"revision":"{HEAD}"'.encode(), b'"revision":"9999"', 1)
        case "cut gzip":
            return gzip.compress(data)[:-20]
        case "something else":
            return b"%PDF-1.4\n" * 50
    return b""


SPOILT = {
    "cut in a line": "backup_cut",
    "cut after a line": "backup_cut",
    "a line is missing": "backup_changed",
    "a line stands twice": "backup_changed",
    "a sign was changed": "backup_changed",
    "a row of nothing we know": "backup_line",
    "a column is missing": "backup_line",
    "no JSON": "backup_line",
    "of a newer release": "backup_newer",
    "cut gzip": "backup_cut",
    "something else": "not_a_backup",
    "empty": "not_a_backup",
}


@pytest.mark.asyncio
async def test_a_spoilt_backup_changes_nothing(url: str, tmp_path: Path) -> None:
    await fill(url)
    before = await content(url)
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    await back_up(url, good, replace=False, progress=silent)
    for how, code in SPOILT.items():
        bad.write_bytes(spoilt(good.read_bytes(), how))
        with pytest.raises(StoreError) as refused:
            await restore(url, bad, replace=True, progress=silent)
        assert (how, refused.value.code) == (how, code)
        assert await content(url) == before


@pytest.mark.asyncio
async def test_an_interrupted_backup_leaves_no_file(url: str, tmp_path: Path) -> None:
    await fill(url)
    file = tmp_path / "folder" / "games.jsonl.gz"

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises((KeyboardInterrupt, StoreError)):
        await back_up(url, file, replace=False, progress=interrupt)
    assert list(file.parent.iterdir()) == []
    # An earlier one stays as it was.
    file.write_text("an earlier one")
    with pytest.raises((KeyboardInterrupt, StoreError)):
        await back_up(url, file, replace=True, progress=interrupt)
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert file.read_text() == "an earlier one"


@pytest.mark.asyncio
async def test_a_backup_is_for_its_owners_eyes_only(url: str, tmp_path: Path) -> None:
    await fill(url)
    await back_up(url, tmp_path / "games.jsonl", replace=False, progress=silent)
    assert (tmp_path / "games.jsonl").stat().st_mode & 0o077 == 0


# --- the commands ------------------------------------------------------------------------------


def run(*words: str, **env: str) -> Result:
    return CliRunner().invoke(main, list(words), env=env)


def test_the_commands_save_and_restore(
    url: str, new_database: NewDatabase, kind: str, tmp_path: Path
) -> None:
    asyncio.run(fill(url))
    file = str(tmp_path / "games.jsonl.gz")
    saved = run("backup", "--database", url, file)
    assert (saved.exit_code, saved.output) == (0, f"Saved 17 rows to {file}.\n")

    again = run("backup", file, "--lang", "de", NINETYEIGHT_DATABASE=url)
    assert again.exit_code == 2
    assert "--replace" in again.stderr
    assert run("backup", "--replace", file, NINETYEIGHT_DATABASE=url).exit_code == 0

    other = new_database(kind)
    restored = run("restore", "--database", other, file, "--lang", "fr")
    assert restored.exit_code == 0
    assert restored.output.startswith("17 lignes restaurées dans ")
    assert asyncio.run(content(other)) == asyncio.run(content(url))
    assert run("restore", "--database", other, file).exit_code == 2
    assert run("restore", "--replace", "--database", other, file).exit_code == 0


def test_without_an_address_the_commands_use_the_servers_own_database(tmp_path: Path) -> None:
    home = {"NINETYEIGHT_HOME": str(tmp_path)}
    file = str(tmp_path / "games.jsonl")
    missing = run("backup", file, **home)
    assert missing.exit_code == 2
    assert str(tmp_path / "games.db") in missing.stderr
    assert list(tmp_path.iterdir()) == []
    asyncio.run(fill(f"sqlite:///{tmp_path}/games.db"))
    assert run("backup", file, **home).exit_code == 0
    assert len(Path(file).read_text("utf-8").splitlines()) == 17 + 2


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_a_password_is_not_repeated_by_a_command(lang: str, tmp_path: Path) -> None:
    for url in ("postgresql://u:tr0ub4dor@127.0.0.1:1/games", "postgresql://u:tr0ub4dor@h:x/g"):
        told = run("backup", "--lang", lang, "--database", url, str(tmp_path / "x.jsonl"))
        assert told.exit_code == 2
        assert told.stderr
        assert "tr0ub4dor" not in told.output + told.stderr
    assert list(tmp_path.iterdir()) == []
