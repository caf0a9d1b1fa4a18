"""The catalogue: codes, parameters, plurals, and the language a person wants."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ninetyeight.locale import (
    LANGUAGES,
    Catalogue,
    CatalogueError,
    MissingParameter,
    Plural,
    UnknownCode,
    catalogue,
    language_of,
)
from ninetyeight.locale.catalogue import read_area


def test_a_text_is_found_by_its_dotted_code() -> None:
    assert catalogue("en").text("rules.command.skull.name") == "Skull"
    assert catalogue("de").text("rules.command.skull.name") == "Totenkopf"
    assert catalogue("fr").text("rules.command.skull.name") == "Tête de mort"


def test_a_code_may_have_signs_in_it() -> None:
    assert catalogue("en").text("rules.marker.keep!.name") == "on no account"
    assert catalogue("en").text("rules.talk.markers+chat.name") == "Markers and chat"


def test_parameters_fill_the_text_and_spare_ones_are_ignored() -> None:
    text = catalogue("en").text("rules.heading.title", name="Original", spare=3)
    assert text == "The rules in force: Original"


def test_a_parameter_may_be_called_code() -> None:
    assert catalogue("en").text("rules.command.stop.name", code="x", self="y") == "Stop"


@pytest.mark.parametrize(
    "code",
    [
        "rules.no_such_text",
        "no_such_area.text",
        "rules",
        "",
        "rules.command",
        "../en/rules.B1.text",
    ],
)
def test_an_unknown_code_is_named_in_the_error(code: str) -> None:
    with pytest.raises(UnknownCode) as caught:
        catalogue("de").text(code)
    assert isinstance(caught.value, KeyError)
    assert caught.value.code == code
    assert str(caught.value) == f"no text {code!r} in language 'de'"
    assert not catalogue("de").has(code)


def test_a_missing_parameter_names_the_code_and_the_parameter() -> None:
    with pytest.raises(MissingParameter) as caught:
        catalogue("fr").text("rules.heading.title")
    assert isinstance(caught.value, CatalogueError)
    assert str(caught.value) == "text 'rules.heading.title' needs the parameter 'name'"


@pytest.mark.parametrize("wrong", [{}, {"n": "3"}, {"n": None}])
def test_a_plural_without_a_whole_number_is_an_error(wrong: dict[str, object]) -> None:
    with pytest.raises(MissingParameter, match=r"rules\.praise\.gold\.super.*whole number n"):
        catalogue("en").text("rules.praise.gold.super", **wrong)


def test_english_and_german_say_one_only_for_one() -> None:
    for language in ("en", "de"):
        forms = [Plural("one", "other").of(n, language) for n in (0, 1, 2, 11, 21)]
        assert forms == ["other", "one", "other", "other", "other"]


def test_french_says_one_for_nought_and_one() -> None:
    forms = [Plural("one", "other").of(n, "fr") for n in (0, 1, 2, 11, 21)]
    assert forms == ["one", "one", "other", "other", "other"]


def test_the_number_chooses_the_form_of_a_text() -> None:
    words = catalogue("en")
    assert words.text("rules.praise.gold.super", n=1).startswith("One card left.")
    assert words.text("rules.praise.gold.super", n=7).startswith("7 cards left.")


def test_a_section_keeps_the_order_of_the_file_and_whole_parts_of_codes() -> None:
    section = catalogue("fr").section("rules.command")
    names = [code.split(".")[2] for code in section if code.endswith(".name")]
    assert names == ["stop", "skull", "three", "silence", "no_back", "one_row", "draw_one"]
    # `command_kind` begins with the same letters and is another section.
    assert all(code.startswith("rules.command.") for code in section)


def test_a_section_of_nothing_is_empty() -> None:
    assert not catalogue("en").section("rules.nothing")
    assert not catalogue("en").section("nothing")


def test_there_is_one_catalogue_per_language() -> None:
    assert catalogue("de") is catalogue("de")
    assert [catalogue(language).language for language in LANGUAGES] == ["en", "de", "fr"]


def test_a_language_we_do_not_speak_is_refused_with_those_we_do() -> None:
    with pytest.raises(ValueError, match="'it'; there are en, de, fr"):
        catalogue("it")


def test_an_area_is_read_only_when_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "good.toml").write_text('hello = "Hello"\n', encoding="utf-8")
    (folder / "broken.toml").write_text("this is no TOML", encoding="utf-8")
    words = Catalogue("en")
    words._folder = folder
    assert words.text("good.hello") == "Hello"
    with pytest.raises(tomllib.TOMLDecodeError):
        words.text("broken.hello")


def test_a_file_may_hold_only_texts(tmp_path: Path) -> None:
    file = tmp_path / "area.toml"
    file.write_text("[a]\nb = 3\n", encoding="utf-8")
    with pytest.raises(TypeError, match=r"area\.a\.b"):
        read_area(file)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "den_XX"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "de_AT"}, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ({"NINETYEIGHT_LANG": "FR", "LC_ALL": "de_DE", "LANG": "de_DE"}, "fr"),
        ({"NINETYEIGHT_LANG": "", "LANG": "de_DE"}, "de"),
    ],
)
def test_the_environment_chooses_the_language(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language
