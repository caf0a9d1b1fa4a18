"""Stepping through records, and the folder they are kept in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninetyeight.locale import LANGUAGES
from ninetyeight.table import Moved, Replay, read_record, turns
from tests.table.test_records import ARCHIVE
from tests.terminal.plain.person import Person, records

EXTREME = next(path for path in ARCHIVE if "extreme-4p" in path.name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_printed_without_a_terminal(tmp_path: Path, lang: str) -> None:
    with Person(tmp_path, str(EXTREME), "--all", command="replay", lang=lang) as reader:
        assert reader.status == 0
        record = read_record(EXTREME.read_bytes())
        told = re.findall(r"(\d+)(?: \([^)]*\))* (?:on|auf|sur) ([UD][12]), ", reader.text)
        stayed = [laid.lay for turn in turns(record.setup, record.events) for laid in turn.cards]
        assert told == [(str(lay.card), lay.row) for lay in stayed]
        assert str(record.setup.deal.code) in reader.text


def test_a_person_steps_forward_back_and_to_a_turn(tmp_path: Path) -> None:
    with Person(tmp_path, str(EXTREME), command="replay", pty=True) as reader:
        assert "Before the first turn" in reader.text
        assert "Hand of Ada" in reader.text
        assert "Turn 1 of" in reader.type("")
        assert "Turn 2 of" in reader.type("")
        assert "Turn 1 of" in reader.type("b")
        assert "Turn 9 of" in reader.type("9")
        assert "Type a number" in reader.type("9999")
        assert "Type a number" in reader.type("x")
        assert "Before the first turn" in reader.type("0")
        assert "Type a number" in reader.type("b")
        reader.type("q")
        assert reader.status == 0


def test_a_replay_may_begin_at_a_turn_and_ends_after_the_last(tmp_path: Path) -> None:
    turns = Replay(read_record(EXTREME.read_bytes())).turns
    with Person(tmp_path, str(EXTREME), "--from-turn", str(turns - 1), command="replay") as reader:
        assert f"Turn {turns - 1} of {turns}" in reader.text
        told = reader.type("")
        assert "The game is over." in told
        assert "Longest run" in told
        reader.type("")
        assert reader.status == 0


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_pages_cover_every_event_exactly_once(path: Path) -> None:
    replay = Replay(read_record(path.read_bytes()))
    covered = [at for page in replay.pages for at in range(page.first, page.last)]
    assert covered == list(range(len(replay.record.events)))
    for number, page in enumerate(replay.pages[1:], start=1):
        movers = {e.seat for e in replay.record.events[page.first : page.last] if type(e) is Moved}
        assert movers == {page.seat}, number


def test_a_cut_record_is_replayed_up_to_the_last_whole_event(tmp_path: Path) -> None:
    cut = tmp_path / "cut.98"
    lines = EXTREME.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:30]) + lines[30][:9])
    with Person(tmp_path, str(cut), "--all", command="replay") as reader:
        assert "up to the last whole event" in reader.text
        assert "the game was not finished" in reader.text
        assert reader.status == 0


def test_a_game_that_can_still_be_played_keeps_its_secrets(tmp_path: Path) -> None:
    with Person(tmp_path, "--players", "2", "--name", "Ada", "--bots", "greedy") as ada:
        ada.start()
        ada.type("quit")
    code = read_record(records(tmp_path)[0].read_bytes()).setup.deal.code
    assert code is not None
    for command, more in (("replay", ["latest", "--all"]), ("records", ["show"]), ("records", [])):
        with Person(tmp_path, *more, command=command) as reader:
            assert code not in reader.text
            assert "Hand of" not in reader.text


def test_a_damaged_or_missing_record_is_a_plain_message(tmp_path: Path) -> None:
    bad = tmp_path / "bad.98"
    bad.write_bytes(b"no record\n")
    with Person(tmp_path, str(bad), command="replay") as reader:
        assert reader.status == 2
        assert "first line" in reader.text or "Line 1" in reader.text
    with Person(tmp_path, command="replay") as reader:
        assert "no record yet" in reader.text
        assert reader.status == 2


def test_records_are_listed_shown_exported_and_imported(tmp_path: Path) -> None:
    with Person(tmp_path, command="records") as reader:
        assert "No games have been kept" in reader.text
    for path in ARCHIVE[:2]:
        with Person(tmp_path, "import", str(path), command="records") as reader:
            assert "Imported as" in reader.text
            assert reader.status == 0
    (tmp_path / "records" / "bad.98").write_bytes(b"{}\n")
    with Person(tmp_path, "list", command="records") as reader:
        assert reader.text.count("cards left") + reader.text.count("won") == 2
        assert "bad: " in reader.text
    name = next(path.stem for path in records(tmp_path) if path.stem != "bad")
    with Person(tmp_path, "show", name, command="records") as reader:
        assert "Largest step" in reader.text
    out = tmp_path / "copy.98"
    with Person(tmp_path, "export", name, "-o", str(out), command="records") as reader:
        assert reader.status == 0
    assert out.read_bytes() == (tmp_path / "records" / f"{name}.98").read_bytes()
    with Person(tmp_path, "export", name, "-o", str(out), command="records") as reader:
        assert "is there already" in reader.text
        assert reader.status == 2
    with Person(tmp_path, "import", str(tmp_path / "records" / "bad.98"), command="records") as r:
        assert r.status == 2
