"""Whatever the terminal can write: nothing fails, nothing is lost, and nothing turns into “?”."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ninetyeight.cli import COMMANDS, main
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.locale.spelling import READABLE, spelt
from ninetyeight.rules import EDITIONS, Deal
from ninetyeight.rules.text import write_game
from ninetyeight.terminal.lanes import SIGNS

ENCODINGS = ("latin-1", "iso8859-15", "koi8-r", "cp437", "cp1252", "ascii")
CATALOGUES = sorted((Path(__file__).parents[2] / "src/ninetyeight/locale").glob("*/*.toml"))

GAME = write_game(Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C").game().start(0))

PAGES = [["--help"], *([name, "--help"] for name in COMMANDS)]
RULES = [["rules", edition, "--fire", "--with-commands", "--expert"] for edition in EDITIONS]
RESULTS = [
    ["arena", "--bot", "random", "--bot", "greedy", "--games", "2", "--jobs", "1"],
    ["arena", "--bot", "greedy", "--players", "1", "--games", "2", "--jobs", "1", "--json"],
    ["solve", GAME, "--width", "1", "--quiet"],
    ["solve", GAME, "--width", "1", "--quiet", "--json"],
    ["deal", "original-3p-K7Q2M9XA4TWB3H8C"],
    ["records"],
    ["play", "--plain", "--players", "1", "--new", "--yes"],
]
COMPLAINTS = [
    ["arena", "--bot", "pläner"],
    ["arena", "--seats", "greedy,,greedy"],
    ["deal", "original-3p-K7Q2"],
    ["dela"],
    ["join", "nowhere"],
    ["play", "--plain", "--resume", "nö such"],
    ["rules", "gold", "--players", "7"],
    ["solve", "–"],
    ["restore", "nowhere.jsonl"],
]


def said(words: list[str], encoding: str, language: str) -> Result:
    typed = "ja\nlanes\nbahnen\ncouloirs\nhelp\nhilfe\naide\n" if words[0] == "play" else ""
    runner = CliRunner(charset=encoding)
    return runner.invoke(main, [*words, "--lang", language], input=typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_written_in_what_the_terminal_can_write(language: str) -> None:
    for words in PAGES + RULES + RESULTS + COMPLAINTS:
        wanted = said(words, "utf-8", language)
        assert "…" not in spelt(wanted.output)
        for encoding in ENCODINGS:
            found = said(words, encoding, language)
            assert found.exit_code == wanted.exit_code, (words, encoding, found.stderr)
            for told, complete in ((found.stdout, wanted.stdout), (found.stderr, wanted.stderr)):
                assert told.count("\n") == complete.count("\n") or words[0] == "play"
                assert told.count("?") == complete.count("?"), (words, encoding, told)
                assert not told or encoding != "ascii" or told.isascii()


def test_a_game_line_by_line_shows_its_lanes_in_ascii() -> None:
    told = said(["play", "--plain", "--players", "1", "--new", "--yes"], "ascii", "en")
    assert any(line.startswith("U1 ^ ....") for line in told.stdout.splitlines())
    assert "# closed, . open, o ten back" in told.stdout


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_character_of_a_catalogue_has_a_stand_in(path: Path) -> None:
    if path.stem == "page":
        return  # the page's own: a browser writes everything
    text = path.read_text("utf-8")
    assert tomllib.loads(text)
    missing = {sign for sign in text if not sign.isascii() and spelt(sign) == "?"}
    assert missing == set()


def test_the_marks_on_a_lane_stay_apart() -> None:
    for encoding in (*ENCODINGS, "utf-8"):
        signs = [sign.encode(encoding, READABLE) for sign in (*SIGNS, " ")]
        assert len(set(signs)) == len(signs)
        assert {len(sign.decode(encoding)) for sign in signs} == {1}
        legend = catalogue("en").text("terminal.lanes.legend").encode(encoding, READABLE)
        assert all(sign in legend for sign in signs)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_result_that_was_worked_out_reaches_a_pipe_in_its_encoding(encoding: str) -> None:
    words = [sys.executable, "-m", "ninetyeight", "arena", "--lang", "fr", "--games", "2"]
    words += ["--bot", "greedy", "--bot", "random", "--players", "2", "--jobs", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    told = subprocess.run(words, env=environment, capture_output=True, check=True)
    text = told.stdout.decode(encoding)
    assert "McNemar" in text
    assert "?" not in text


def test_a_name_that_is_no_text_is_told_all_the_same(tmp_path: Path) -> None:
    """A byte that no encoding can read arrives as half a surrogate, which UTF-8 cannot write."""
    told = CliRunner().invoke(main, ["arena", "--bot", "b\udcfft"])
    assert told.exit_code == 2
    assert "b?t" in told.stderr
