"""`ninetyeight rules`: the rules in force, and nothing else."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import EDITIONS


def page(*words: str, columns: int = 80) -> str:
    told = CliRunner().invoke(main, ["rules", *words], env={"COLUMNS": str(columns)})
    assert told.exit_code == 0, told.output
    return told.output


def numbers(text: str) -> set[str]:
    """The numbers of the rules a page has."""
    return set(re.findall(r"^([BVTXF]\d+r?) ", text, re.MULTILINE))


def test_the_original_has_no_commands_and_no_fire() -> None:
    found = numbers(page())
    assert {"B1", "B12r", "T1", "T2"} <= found
    assert not [number for number in found if number[0] in "XFV"]


def test_each_option_brings_its_own_rules() -> None:
    assert numbers(page("original", "--expert")) - numbers(page()) == {"V1"}
    assert numbers(page("original", "--short-hand")) - numbers(page()) == {"V2"}
    fire = {"B9r", "F1", "F2", "F3r"}  # B9r: a duty can be broken only where there is one
    assert numbers(page("original", "--fire")) - numbers(page()) == fire
    assert numbers(page("original", "--with-commands")) == numbers(page("extreme"))


def test_the_quiet_edition_has_its_own_talk() -> None:
    assert {"T5", "T6", "T7"} <= numbers(page("gold"))
    assert "T2" not in numbers(page("gold"))


def test_how_strictly_talk_is_kept_decides_which_rules_of_talk_there_are() -> None:
    assert numbers(page()) - numbers(page("--talk", "markers")) == {"T1r", "T2"}
    silent = page("--talk", "silent")
    assert {"T2", "T8r", "T9r"} <= numbers(page()) - numbers(silent)
    assert "marker" not in silent.lower()
    assert "At this table: Silent." in silent
    assert "T2" in numbers(page("gold", "--talk", "free"))


def test_cards_may_be_taken_back_where_one_plays_alone_or_the_table_says_so() -> None:
    taking = "Take-backs: "
    assert taking in page()
    assert taking not in page("--no-take-backs")
    assert taking not in page("--players", "2")
    assert taking in page("--players", "2", "--take-backs")


def test_rows_and_fan_are_those_of_the_table() -> None:
    lie_open, as_a_fan = "The rows lie open at this table", "face down as a fan"
    assert lie_open in page("--open-rows")
    assert lie_open not in page()
    assert lie_open not in page("gold", "--tops-only")
    assert as_a_fan in page("gold")
    assert as_a_fan not in page("gold", "--no-fan")
    assert as_a_fan in page("--fan")


def test_figures_follow_players_and_options() -> None:
    assert "full hand 6, at least 2 per turn" in page("--players", "3")
    assert "full hand 5, at least 3 per turn" in page("--players", "3", "--expert", "--short-hand")


def test_rulings_are_marked_and_laws_are_not() -> None:
    text = page("extreme", "--fire")
    assert "B3    Up or down [rulebook]" in text
    assert "B3r   The empty row [ruling]" in text
    assert "F1    Fire cards [as publicly described]" in text
    assert re.search(r"^      \[ruling\] You always draw", text, re.MULTILINE)  # the note on B6
    assert "You always draw" not in page("--fire")


@pytest.mark.parametrize("columns", [40, 72, 200])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    assert max(map(len, page("extreme", "--fire", columns=columns).splitlines())) <= columns


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_read_in_every_language(edition: str, language: str) -> None:
    every = ("--expert", "--short-hand", "--fire", "--with-commands")
    text = page(edition, "--players", "2", *every, "--lang", language)
    assert "{" not in text
    assert "\x1b" not in text
    assert {number[0] for number in numbers(text)} == set("BVTXF")


def test_an_unknown_edition_is_refused() -> None:
    told = CliRunner().invoke(main, ["rules", "copper"])
    assert told.exit_code == 2
    assert "original, gamefactory, extreme, gold" in told.stderr
