"""The arena at the command line: who is first, what teams are called, and narrow terminals."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.commands import arena_text, frame
from ninetyeight.locale import LANGUAGES
from tests.arena.test_arena import EXAMPLE, arena

PROGRAM = f"program:{sys.executable} {EXAMPLE}"
FEW = ["--games", "3", "--jobs", "1"]


def test_teams_are_told_and_compared_in_the_order_in_which_they_were_named() -> None:
    for words, teams in (
        (["--bot", "random", "--seats", "greedy,random"], ["random", "greedy,random"]),
        (["--seats", "greedy,random", "--bot", "random"], ["greedy,random", "random"]),
        (
            ["--bot", "greedy", "--seats", "greedy,random", "--bot", "random"],
            ["greedy", "greedy,random", "random"],
        ),
    ):
        told = [json.loads(line) for line in arena(*words, *FEW, "--json").stdout.splitlines()]
        assert [line["bot"] for line in told if "bot" in line] == teams
        pairs = [line["compare"] for line in told if "compare" in line]
        assert pairs == [[teams[0], other] for other in teams[1:]]


def test_a_program_can_be_given_a_name_which_changes_nothing_else(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    words = ["--players", "2", "--jobs", "1", "--json", "--out", str(kept)]
    told = json.loads(arena("--bot", PROGRAM, "--games", "2", *words).stdout)
    assert told["bot"] == PROGRAM
    more = arena("--bot", f"mine={PROGRAM}", "--games", "3", *words, "--continue")
    named = json.loads(more.stdout)
    assert (named["bot"], named["continued"]) == ("mine", 2)
    mixed = arena("--seats", f"greedy,mine={PROGRAM}", *FEW, "--json")
    assert json.loads(mixed.stdout)["bot"] == "greedy,mine"
    refused = arena("--bot", "mine=greedy", *FEW)
    assert refused.exit_code == 2
    assert "no bot" in refused.stderr


def test_what_is_said_to_a_program_and_by_it_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "said.jsonl"
    words = ["--seats", f"greedy,{PROGRAM}", "--games", "1", "--jobs", "1"]
    assert arena(*words, "--log", str(log)).exit_code == 0
    said = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert said[0]["asked"]["type"] == "hello"
    assert json.loads(said[1]["answered"]) == {"name": "first bot"}
    moves = [line["asked"] for line in said if line.get("asked", {}).get("type") == "move"]
    assert {move["view"]["viewer"] for move in moves} == {1}
    assert len({line["program"] for line in said}) == 1
    assert arena(*words, "--log", str(tmp_path / "no" / "where")).exit_code == 1


def test_the_last_thing_in_the_log_is_what_went_wrong(tmp_path: Path) -> None:
    bot, log = tmp_path / "bot.py", tmp_path / "said.jsonl"
    bot.write_text('input(); print(\'{"name": "brief"}\'); input()\n')
    words = ["--bot", f"program:{sys.executable} {bot}", "--players", "1", *FEW]
    assert arena(*words, "--log", str(log)).exit_code == 2
    asked, failed = map(json.loads, log.read_text("utf-8").splitlines()[-2:])
    assert asked["asked"]["type"] == "move"
    assert failed["failed"] == "died"


@pytest.mark.parametrize("columns", [30, 80])
def test_in_a_narrow_terminal_no_line_is_too_long(columns: int) -> None:
    words = ["-m", "ninetyeight", "arena", "--players", "2", "--games", "5", "--jobs", "1"]
    alone, compared = ["--bot", "greedy"], ["--bot", "greedy", "--bot", "random"]
    for language, bots in zip(LANGUAGES, (alone, compared, alone), strict=True):
        child = pexpect.spawn(
            sys.executable,
            [*words, *bots, "--engine", "reference", "--lang", language, "--quiet"],
            encoding="utf-8",
            timeout=60,
            env=dict(os.environ),  # else C code may have put a width of its own there
            dimensions=(24, columns),
        )
        child.expect(pexpect.EOF)
        lines = child.before.splitlines()
        child.close()
        assert any("greedy" in line for line in lines)
        assert max(map(len, lines)) < columns


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (40, r"\r\d+ of 10{9}, \d[^,]* to go\x1b"),
        (80, r"\r\d+ of 10{9} games, \d+ won, [\d.]+ per second, \d[^,]* to go\x1b"),
    ],
)
def test_in_a_narrow_terminal_the_time_that_is_left_stays_in_sight(columns: int, line: str) -> None:
    words = ["-m", "ninetyeight", "arena", "--games", "1000000000", "--engine", "reference"]
    child = pexpect.spawn(
        sys.executable,
        [*words, "--bot", "greedy", "--jobs", "1"],
        encoding="utf-8",
        timeout=60,
        env=dict(os.environ),
        dimensions=(24, columns),
    )
    try:
        child.expect(line)
    finally:
        child.close(force=True)


def test_waiting_is_told_in_units_that_people_use() -> None:
    assert arena_text.remaining(1, 2.0) == "0:00"
    assert arena_text.remaining(7325, 1.0) == "2:02:05"
    assert arena_text.remaining(10 * 86_400, 1.0) == "10 days"
    assert arena_text.remaining(10**9, 1.0) == "32 years"
    assert arena_text.remaining(10**400, 50_000.0) == "634 years"
    assert arena_text.remaining(10**400, 1.0) == "more than a thousand years"


def test_who_waits_for_the_kernel_is_told_without_a_terminal_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frame, "_PATIENCE", 0.0)
    words = ["arena", "--bot", "greedy", "--jobs", "2", "--games", "2"]
    told = CliRunner().invoke(main, words)
    assert told.stderr.count("Loading the compiled kernel.") == 1
    for other in (["--quiet"], ["--engine", "reference", "--jobs", "1"]):
        assert "Loading" not in CliRunner().invoke(main, [*words, *other]).stderr
