"""What holds at a table decides how a rule is worded there, and which notes it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from ninetyeight.handbook import Wording, in_force, rule_numbers
from ninetyeight.handbook.wording import traits
from ninetyeight.locale import LANGUAGES, Catalogue, catalogue
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, OPTION_NAMES, Command, Rules, Strictness

each_language = pytest.mark.parametrize("language", LANGUAGES)
CITED = re.compile(r"\b[BVTXF][0-9]+r?\b")

#: What a text says that speaks of a stop, of markers or of fire.
SPEAKS_OF_STOPS = {"en": r"\bstop card", "de": r"stopp", "fr": r"\bstop\b"}
SPEAKS_OF_MARKERS = {"en": r"marker", "de": r"marker", "fr": r"marqueur"}
SPEAKS_OF_A_FAN = {"en": r"\bfan\b", "de": r"fächer", "fr": r"éventail"}
SPEAKS_OF_FIRE = {"en": r"\bfires?\b", "de": r"feuer", "fr": r"\bfeux?\b"}


def tables() -> Iterator[tuple[Rules, Strictness, bool]]:
    """Every edition with every set of options that change the law, strictness of talk and fan."""
    sets = product((False, True), repeat=len(LAW_OPTIONS))
    for edition, chosen, strictness, fan in product(EDITIONS, sets, Strictness, (False, True)):
        options = dict(zip(LAW_OPTIONS, chosen, strict=True))
        yield Rules.of(edition, 2, open_rows=fan, **options), strictness, fan


def said(wording: Wording) -> Iterator[tuple[str, str]]:
    """Every text that stands on the page of this table, with the number of its rule."""
    for number in wording.numbers:
        yield number, wording.title(number)
        yield number, wording.text(number)
        yield number, wording.note(number) or ""


@each_language
def test_nothing_is_said_about_what_is_not_in_force(language: str) -> None:
    texts = catalogue(language)
    # The other names are ordinary words as well, such as silence and one row.
    telling = (Command.SKULL, Command.THREE, Command.DRAW_ONE)
    names = [texts.text(f"rules.command.{command}.name").lower() for command in telling]
    # As the heading has it, in the singular as well; "dans l’ordre" is no command.
    commands = rf"(?<!l’){texts.text('rules.heading.commands').lower().rstrip('es')}"
    for rules, strictness, fan in tables():
        silent = strictness is Strictness.SILENT
        for number, text in said(Wording(rules, strictness, fan, language)):
            told, where = text.lower(), (number, rules.edition.id, rules.options, strictness)
            if not rules.has_commands:
                assert not re.search(commands, told), where
                assert not re.search(SPEAKS_OF_STOPS[language], told), where
                assert not [name for name in names if name in told], where
                assert "x" not in [cited[0].lower() for cited in CITED.findall(text)], where
            if silent:
                assert not re.search(SPEAKS_OF_MARKERS[language], told), where
            if not rules.fires:
                assert not re.search(SPEAKS_OF_FIRE[language], told), where
            if not fan:
                assert not re.search(SPEAKS_OF_A_FAN[language], told), where
            for cited in CITED.findall(text):
                assert cited in in_force(rules, strictness), where


def test_traits_are_the_edition_the_talk_the_fan_and_the_options_in_force() -> None:
    alone = Rules.of("original", 1, take_backs=True, expert=True)
    assert traits(alone, Strictness.CHAT, False) == (
        *("original", "markers+chat", "expert", "take_backs"),
    )
    # Commands and open rows may come with the box.
    extreme, gold = Rules.of("extreme", 2), Rules.of("gold", 2)
    assert traits(extreme, Strictness.FREE, False) == ("extreme", "free", "commands")
    assert traits(gold, Strictness.MARKERS, True) == ("gold", "markers", "fan", "open_rows")
    closed = Rules.of("gold", 2, open_rows=False)
    assert traits(closed, Strictness.MARKERS, False) == ("gold", "markers")


@each_language
def test_only_traits_and_parts_stand_below_a_rule(language: str) -> None:
    """A word that nobody looks up would never be seen."""
    known = {*EDITIONS, "tiny", *Strictness, "fan", *OPTION_NAMES}
    parts = {"title", "text", "note", *(f"note_{trait}" for trait in known)}
    for number in rule_numbers():
        for code in catalogue(language).section(f"rules.{number}"):
            trait, _, part = code.removeprefix(f"rules.{number}.").rpartition(".")
            assert part in parts, code
            assert not trait or trait in known, code


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue that a test writes itself; B1, B2, T8r and X1 are the rules there are."""
    folder = tmp_path / "en"
    folder.mkdir()
    made = Catalogue("en")
    made._folder = folder
    monkeypatch.setattr("ninetyeight.handbook.wording.catalogue", lambda _: made)
    monkeypatch.setattr(
        "ninetyeight.handbook.numbered.rule_numbers", lambda: ("B1", "B2", "T8r", "X1")
    )
    return folder / "rules.toml"


def worded(rules: Rules, strictness: Strictness = Strictness.CHAT, *, fan: bool = False) -> Wording:
    return Wording(rules, strictness, fan, "en")


def test_the_words_of_an_edition_win_at_its_tables(words: Path) -> None:
    words.write_text(
        '[B1]\ntitle = "Title"\ntext = "Text."\nnote = "Note."\n'
        '[B1.gold]\ntext = "Of {cards} cards."\n',
        "utf-8",
    )
    gold, original = worded(Rules.of("gold", 2)), worded(Rules.of("original", 2))
    assert (gold.title("B1"), original.title("B1")) == ("Title", "Title")
    assert (gold.text("B1"), original.text("B1")) == ("Of 99 cards.", "Text.")
    assert (gold.note("B1"), original.note("B1")) == ("Note.", "Note.")


def test_title_and_note_may_be_an_editions_own_as_well(words: Path) -> None:
    words.write_text(
        '[B1]\ntitle = "Title"\ntext = "Text."\n'
        '[B1.gold]\ntitle = "Another"\nnote = "Only there."\n',
        "utf-8",
    )
    gold, original = worded(Rules.of("gold", 2)), worded(Rules.of("original", 2))
    assert (gold.title("B1"), gold.text("B1"), gold.note("B1")) == (
        *("Another", "Text.", "Only there."),
    )
    assert (original.title("B1"), original.note("B1")) == ("Title", None)


def test_the_edition_comes_before_strictness_fan_and_options(words: Path) -> None:
    words.write_text(
        '[B1]\ntext = "Text."\n[B1.fire]\ntext = "Fire."\n[B1.fan]\ntext = "Fan."\n'
        '[B1.silent]\ntext = "Silent."\n[B1.gold]\ntext = "Gold."\n',
        "utf-8",
    )
    gold, original = Rules.of("gold", 2, fire=True), Rules.of("original", 2, fire=True)
    assert worded(gold, Strictness.SILENT, fan=True).text("B1") == "Gold."
    assert worded(original, Strictness.SILENT, fan=True).text("B1") == "Silent."
    assert worded(original, fan=True).text("B1") == "Fan."
    assert worded(original).text("B1") == "Fire."
    assert worded(Rules.of("original", 2)).text("B1") == "Text."


def test_a_note_for_commands_is_added_where_commands_are_in_force(words: Path) -> None:
    words.write_text(
        '[B1]\nnote = "Always."\nnote_commands = "With commands."\nnote_fire = "With fire."\n'
        '[B2]\nnote_commands = "With commands."\n',
        "utf-8",
    )
    plain, extreme = worded(Rules.of("original", 2)), worded(Rules.of("extreme", 2, fire=True))
    assert (plain.note("B1"), plain.note("B2")) == ("Always.", None)
    assert extreme.note("B1") == "Always. With fire. With commands."
    assert extreme.note("B2") == "With commands."


def test_a_note_that_leans_on_a_rule_which_is_not_in_force_is_left_out(words: Path) -> None:
    words.write_text(
        '[B1]\nnote = "See X1."\nnote_fan = "And B2."\n[B2]\nnote = "See T8r."\n', "utf-8"
    )
    extreme, original = Rules.of("extreme", 2), Rules.of("original", 2)
    assert worded(extreme, fan=True).note("B1") == "See X1. And B2."
    assert worded(original, fan=True).note("B1") == "And B2."
    assert worded(original).note("B1") is None
    assert worded(original).note("B2") == "See T8r."
    assert worded(original, Strictness.SILENT).note("B2") is None


@each_language
def test_a_note_cites_the_same_rules_in_every_language(language: str) -> None:
    """Or it would be left out in one language and told in another."""
    for code, entry in catalogue("en").section("rules").items():
        if code.rpartition(".")[2].startswith("note"):
            here = catalogue(language).section(code)[code]
            assert set(CITED.findall(str(here))) == set(CITED.findall(str(entry))), code


@each_language
@pytest.mark.rule("B12r", "B8r", "X10r", "X2")
def test_of_taking_back_a_table_is_told_only_how_it_is_there(language: str) -> None:
    allowed, stays = (
        Wording(Rules.of("extreme", 2, take_backs=on), Strictness.MARKERS, False, language)
        for on in (True, False)
    )
    assert allowed.text("B12r") != stays.text("B12r")
    for wording, there in ((allowed, True), (stays, False)):
        assert ("B12r" in CITED.findall(wording.text("B8r"))) is there
    for number in ("X2", "X10r"):
        assert allowed.note(number) != stays.note(number)
