"""`ninetyeight deal`: codes in, cards out, and a table's own list of commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ninetyeight.cli import main
from ninetyeight.rules import Deal

CODE = "extreme-expert-2p-K7Q2M9XA4TWB3H8C"


def deal(*words: str) -> Result:
    return CliRunner().invoke(main, ["deal", *words])


def test_json_has_what_the_referee_asks_for() -> None:
    told = json.loads(deal(CODE, "--json").output)
    assert told["edition"] == "extreme"
    assert told["options"] == {
        "expert": True,
        "short_hand": False,
        "fire": False,
        "commands": False,
    }
    assert told["players"] == 2
    assert told["deck"] == list(Deal.from_code(CODE).deck)
    assert len(told["commands"]) == 28
    assert set(told["commands"].values()) >= {"stop", "draw_one"}
    assert (told["code"], told["algorithm"]) == (CODE, "deal-1")


def test_the_cards_are_shown_with_a_warning() -> None:
    page = deal("original-3p-K7Q2M9XA4TWB3H8C").output
    assert page.startswith("This shows every card")
    assert "Hand of seat 1: 10 53 55 77 94 95\n" in page
    assert "Draw pile, front first: 98 65 42" in page
    assert "Skull" not in page


def test_commands_are_shown_by_kind() -> None:
    assert "Skull: " in deal(CODE).output


def test_a_new_code_says_nothing_but_itself() -> None:
    made = deal("--new", "--edition", "gold", "--players", "6", "--fire", "--with-commands").output
    rules = Deal.from_code(made.strip()).rules
    assert (rules.edition.id, rules.players) == ("gold", 6)
    assert rules.options.fire
    assert rules.options.commands
    assert made.count("\n") == 1
    assert deal("--new").output != deal("--new").output


def test_a_new_code_may_be_shown_at_once() -> None:
    assert "Hand of seat 1" in deal("--new", "--show").output
    assert json.loads(deal("--new", "--json").output)["code"].startswith("original-1p-")


@pytest.mark.parametrize(
    "words",
    [
        [],
        [CODE, "--new"],
        [CODE, "--players", "3"],
        [CODE, "--edition", "gold"],
        [CODE, "--fire"],
        [CODE, "--with-commands"],
        [CODE, "--show"],
        ["--new", "--players", "6"],
        ["--new", "--players", "0"],
        ["--new", "--edition", "golden"],
        ["original-3p-K7Q2"],
        ["original-9p-K7Q2M9XA4TWB3H8C"],
        ["copper-3p-K7Q2M9XA4TWB3H8C"],
        ["original-wild-3p-K7Q2M9XA4TWB3H8C"],
        [""],
    ],
)
def test_what_makes_no_sense_is_said_plainly(words: list[str]) -> None:
    told = deal(*words)
    assert told.exit_code == 2
    assert told.stdout == ""
    assert told.stderr.startswith("Error: ")
    assert "something went wrong inside" not in told.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine.json", '{"17": "stop", "42": "skull"}'),
        ("mine.toml", '# our box\n17 = "stop"\n42 = "skull"\n'),
        ("mine", '\ufeff{"17": "stop", "42": "skull"}'),
    ],
)
def test_a_table_brings_its_own_commands(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content, "utf-8")
    told = json.loads(deal(CODE, "--json", "--commands", str(file)).output)
    assert told["commands"] == {"17": "stop", "42": "skull"}
    assert told["deck"] == list(Deal.from_code(CODE).deck)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"17": "stop",}', "line 1"),
        (b'17 = "stop"\n42 = skull\n', "line 2"),
        (b'{"17": "halt"}', "stop, skull, three"),
        (b'{"100": "stop"}', "not a card of the edition"),
        (b'{"seven": "stop"}', "no card"),
        (b'{"17": 4}', "has 4 instead of a command"),
        (b'17 = ["stop"]', "instead of a command"),
        (b'[{"17": "stop"}]', "no list of commands"),
        (b"[" * 100_000, "cannot be read"),
        (b'{"a":' * 100_000, "no list of commands"),
        (b"\xff\xfe\x00", "no text file"),
    ],
)
def test_a_bad_list_of_commands_is_explained(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "mine"
    file.write_bytes(content)
    told = deal(CODE, "--commands", str(file))
    assert told.exit_code == 2
    assert words in told.stderr
    assert told.stderr.count("\n") == 1


def test_commands_need_an_edition_or_option_with_commands(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text('{"17": "stop"}')
    told = deal("original-1p-K7Q2M9XA4TWB3H8C", "--commands", str(file))
    assert told.exit_code == 2
    assert "X11r" in told.stderr
