"""Names of rows may be told at any table, names of commands where commands are in force."""

from __future__ import annotations

import pytest

from ninetyeight.chat import find_number
from ninetyeight.locale import catalogue
from ninetyeight.rules import Command, Rules
from tests.chat.corpus import LANGUAGES
from tests.chat.test_every_number import english, french, german

EXACTLY = {"en": ("exactly", english), "de": ("genau", german), "fr": ("exactement", french)}
ROW = {"en": ("row", english), "de": ("Reihe", german), "fr": ("rangée", french)}
ROWS = Rules.of("original").edition.row_names


@pytest.mark.rule("T1", "T1r", "T2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_passes_by_its_name_however_it_is_written(language: str) -> None:
    for name in ROWS:
        letter, number = name[0], name[1]
        for said in (name, name.lower(), f"{letter} {number}", f"{letter.lower()}-{number}"):
            for phrase in (said, f"{said}!", f"({said})", f"{said}, {said}", f"{said}/{said}"):
                assert find_number(phrase, language) is None, phrase
        assert find_number(f"{name}D2{name}", language) is None
        assert find_number(f"{name}D7{name}", language) is not None
        assert find_number(f"{name}x{name}", language) is not None


@pytest.mark.rule("T1", "T1r", "T2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_passes_by_its_number_and_no_other_number_does(language: str) -> None:
    word, spelled = ROW[language]
    for number in range(1, 101):
        for phrase in (f"{word} {number}", f"{word} {spelled(number)}", f"U{number}"):
            last = 2 if phrase.startswith("U") else len(ROWS)
            assert (find_number(phrase, language) is None) is (number <= last), phrase


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    "phrase", ["row two", "U1", "the second row", "row II", "D1 or row 1", "rows 1 and 2"]
)
def test_rows_are_those_of_the_table(phrase: str) -> None:
    assert find_number(phrase, "en", rows=("U1", "D1")) is None
    further = phrase.translate(str.maketrans("12", "34")).replace("two", "three")
    further = further.replace("second", "third").replace("II", "III")
    assert find_number(further, "en", rows=("U1", "D1")) is not None, further
    if "U" not in phrase and "D" not in phrase:
        assert find_number(further, "en") is None, further


@pytest.mark.rule("T1")
def test_a_table_may_call_its_rows_otherwise() -> None:
    assert find_number("A1 and B3", "en", rows=("A1", "A2", "B3")) is None
    for phrase in ("B1", "A3", "U1"):
        assert find_number(phrase, "en", rows=("A1", "A2", "B3")) is not None


@pytest.mark.rule("T1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_passes_by_its_number_and_nothing_beyond_six_does(language: str) -> None:
    seat = {"en": "player", "de": "Spieler", "fr": "joueur"}[language]
    spelled = EXACTLY[language][1]
    for number in range(2, 101):
        for phrase in (f"{seat} {number}", f"{seat} {spelled(number)}!"):
            assert (find_number(phrase, language) is None) is (number <= 6), phrase
    below = {"en": "below", "de": "darunter", "fr": "en dessous"}[language]
    assert find_number(f"{seat} 2 {below}", language) is not None


@pytest.mark.rule("T1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_minutes_pass_up_to_ten_and_in_fives(language: str) -> None:
    minutes = {"en": "minutes", "de": "Minuten", "fr": "minutes"}[language]
    for number in range(2, 100):
        told = find_number(f"{number} {minutes}", language) is None
        assert told is (number <= 10 or number % 5 == 0), number


@pytest.mark.rule("T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_may_be_counted_where_commands_are_in_force(language: str) -> None:
    two, twice = {"en": ("two", "x2"), "de": ("zwei", "x2"), "fr": ("deux", "x2")}[language]
    for command in Command:
        name = catalogue(language).text(f"rules.command.{command.value}.name")
        for phrase in (f"{two} {name}", f"{two} “{name}”", f"{name} {twice}"):
            assert find_number(phrase, language, commands=True) is None, phrase
            assert find_number(phrase, language) is not None, phrase
            further = phrase.replace(two, "42").replace("x2", "x42")
            assert find_number(further, language, commands=True) is not None, further


@pytest.mark.rule("T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_may_be_named_where_commands_are_in_force(language: str) -> None:
    for spoken in LANGUAGES:
        for command in Command:
            name = catalogue(spoken).text(f"rules.command.{command.value}.name")
            for phrase in (name, name.lower(), name.upper(), f"{name}!", f"“{name}”?"):
                assert find_number(phrase, language, commands=True) is None, phrase


@pytest.mark.rule("T1", "T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_commands_a_command_with_a_number_is_a_number(language: str) -> None:
    for spoken in LANGUAGES:
        name = catalogue(spoken).text(f"rules.command.{Command.THREE.value}.name")
        assert find_number(name, language) is not None


@pytest.mark.rule("T1", "T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_three_is_the_number_of_a_command(language: str) -> None:
    word, spelled = EXACTLY[language]
    for number in range(2, 101):
        for phrase in (f"{word} {number}", f"{word} {spelled(number)}", f"{number}!"):
            named = find_number(phrase, language, commands=True) is None
            assert named is (number == 3), phrase


@pytest.mark.rule("T1", "T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_told_of_commands_hides_no_number_beside_it(language: str) -> None:
    exactly, spelled = EXACTLY[language]
    for number in range(5, 101):
        for phrase in (
            f"{exactly} 3, {number}",
            f"{exactly} {spelled(3)}, {spelled(number)}",
            f"3! {spelled(number)}",
            f"U1 {number}",
            f"{spelled(number)} U1",
            f"2 stops, {spelled(number)}",
        ):
            assert find_number(phrase, language, commands=True) is not None, phrase


@pytest.mark.rule("T1")
def test_the_words_that_are_told_back_are_those_of_the_message() -> None:
    found = find_number("Exactly three: U1 takes forty-two", "en", commands=True)
    assert found is not None
    assert found.text == "forty-two"
    found = find_number("row 2 takes exactly three", "en")
    assert found is not None
    assert found.text == "three"
