"""The numbered rules in the catalogue: complete, true to the figures, and of one vocabulary."""

from __future__ import annotations

import re
from itertools import product

import pytest

from ninetyeight.handbook import figures, in_force, is_ruling, rule_numbers
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules.cards import COMMAND_COPIES, Command
from ninetyeight.rules.editions import EDITIONS, OPTION_NAMES, TINY, Edition, Rules
from ninetyeight.rules.outcome import Outcome, Reason
from ninetyeight.rules.talk import Marker, Strictness, Wish

#: Every rule and ruling there is.
NUMBERS = """
    B1 B2 B3 B3r B4 B5 B6 B7 B7r B8 B8r B9 B9r B10 B10r B11 B11r B12r V1 V2
    T1 T1r T2 T3 T4 T4r T5 T5r T6 T7 T7r T8r T9r T10r T11r
    X1 X2 X3 X4 X5 X6 X7 X8r X9r X10r X11r X12r F1 F2 F3r
""".split()  # noqa: SIM905 - fifty quoted strings would be no easier to check

ALL_EDITIONS = [*EDITIONS.values(), TINY]
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_edition = pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda e: e.id)


def figures_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![A-Z\d])\d+", text))


def test_every_number_is_there_in_order() -> None:
    assert list(rule_numbers()) == NUMBERS


@each_language
@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_title_and_a_text(language: str, number: str) -> None:
    words = catalogue(language)
    given = figures(Rules.of("original", players=3))
    title, text = (words.text(f"rules.{number}.{part}", **given) for part in ("title", "text"))
    assert len(title) <= 60
    assert not title.endswith(".")
    assert text.endswith((".", "!"))


@each_language
@each_edition
def test_every_text_can_be_filled_for_every_edition_and_option(
    language: str, edition: Edition
) -> None:
    words = catalogue(language)
    for expert, short_hand in product((False, True), repeat=2):
        rules = Rules.of(edition, players=2, expert=expert, short_hand=short_hand)
        given = figures(rules)
        for number in rule_numbers():
            for part in ("title", "text", "note", "note_commands"):
                code = words.of_edition(f"rules.{number}.{part}", edition.id)
                if words.has(code):
                    assert "{" not in words.text(code, **given)
        for code in words.section("rules.intro"):
            words.text(code, **given)
        words.text("rules.summary", name=edition.id, n=rules.players, **given)


def test_only_a_trailing_r_makes_a_ruling() -> None:
    assert [is_ruling(number) for number in ("B3", "B3r", "X1", "X10r")] == [False, True] * 2


@each_language
def test_the_figures_of_an_edition_stand_in_its_rules(language: str) -> None:
    words = catalogue(language)
    original = figures(Rules.of("original", players=3))
    gold = figures(Rules.of("gold", players=3))
    deck = "rules.B2.text"
    assert figures_in(words.text(deck, **original)) == {"2", "99", "98", "8", "7", "6", "5"}
    assert figures_in(words.text(deck, **gold)) == {"1", "99", "8", "7", "6"}
    assert figures_in(words.text("rules.B4.text", **original)) == {"10"}
    assert "100→2" in words.text("rules.B1.text", **original)
    assert "22, 33, 44, 55, 66, 77" in words.text("rules.F1.text", **original)


@each_language
def test_options_change_the_figures(language: str) -> None:
    words = catalogue(language)
    plain = figures(Rules.of("original", players=2))
    harder = figures(Rules.of("original", players=2, expert=True, short_hand=True))
    assert figures_in(words.text("rules.B5.text", **plain)) == {"2"}
    assert figures_in(words.text("rules.B5.text", **harder)) == {"3"}
    assert {"7", "6", "5"} <= figures_in(words.text("rules.B2.text", **harder))
    assert "8" not in figures_in(words.text("rules.B2.text", **harder))
    # V1 and V2 say what they change, whether or not they are on.
    for number in ("V1", "V2"):
        assert words.text(f"rules.{number}.text", **plain) == words.text(
            f"rules.{number}.text", **harder
        )


def test_the_rules_in_force_follow_edition_and_options() -> None:
    original = in_force(Rules.of("original", players=3))
    assert original == tuple(n for n in NUMBERS if n[0] == "B" and n != "B9r") + (
        *("T1", "T1r", "T2", "T8r", "T9r", "T10r", "T11r"),
    )
    extreme = in_force(Rules.of("extreme", players=3))
    assert set(extreme) - set(original) == {"B9r", "T3", "T4", "T4r", "T7r"} | {
        n for n in NUMBERS if n[0] == "X"
    }
    gold = in_force(Rules.of("gold", players=3))
    assert set(gold) ^ set(original) == {"T1r", "T2", "T5", "T5r", "T6", "T7", "T7r"}
    hard = in_force(Rules.of("original", players=3, expert=True, short_hand=True, fire=True))
    assert set(hard) - set(original) == {"B9r", "V1", "V2", "F1", "F2", "F3r"}
    assert in_force(Rules.of("original", players=3, commands=True)) == extreme
    assert list(hard) == [n for n in NUMBERS if n in hard]


@each_language
def test_numbers_cited_in_a_text_exist(language: str) -> None:
    for code, entry in catalogue(language).section("rules").items():
        for cited in re.findall(r"\b[BVTXF]\d+r?\b", str(entry)):
            assert cited in NUMBERS, code


@each_language
def test_everything_the_law_can_name_has_words(language: str) -> None:
    words = catalogue(language)
    for command in Command:
        for part in ("name", "text", "symbol"):
            assert words.has(f"rules.command.{command}.{part}")
    for option in OPTION_NAMES:
        assert words.has(f"rules.option.{option}.name")
        assert words.has(f"rules.option.{option}.text")
    for strictness in Strictness:
        assert words.has(f"rules.talk.{strictness}.name")
        assert words.has(f"rules.talk.{strictness}.text")
    for marker in Marker:
        assert words.has(f"rules.marker.{marker}.name")
        assert words.has(f"rules.marker.{marker}.sentence")
    assert all(words.has(f"rules.wish.{wish}") for wish in Wish)
    assert all(words.has(f"rules.reason.{reason}") for reason in Reason)
    for edition in ALL_EDITIONS:
        assert words.has(f"rules.edition.{edition.id}.name")
        assert words.has(f"rules.edition.{edition.id}.blurb")


@each_language
@each_edition
def test_every_result_of_every_edition_is_praised(language: str, edition: Edition) -> None:
    words = catalogue(language)
    given = figures(Rules.of(edition))
    for left in range(len(edition.cards) + 1):
        outcome = Outcome(left == 0, Reason.STUCK if left else None, left)
        code = f"rules.praise.{edition.id}.{edition.praise_for(outcome)}"
        said = words.text(code, **given, n=left)
        assert str(left or len(edition.cards)) in said or left == 1, code
    scale = words.text(words.of_edition("rules.praise.scale", edition.id), **given)
    assert all(str(below) in scale for below, code in edition.praise if code != "won")


#: Words of winning and losing, and of a team that agrees who starts.
CONTEST = {
    "en": r"\b(won|wins?|los[et]s?|losers?|beaten)\b|team agrees",
    "de": r"gewonnen|gewinn|verloren|verlier|besiegt|macht das Team",
    "fr": r"\bgagn|\bperd|vaincu|l’équipe décide",
}


@each_language
def test_gold_begins_and_ends_in_its_own_words(language: str) -> None:
    words = catalogue(language)
    own = [words.of_edition(f"rules.{number}.text", "gold") for number in ("B10", "B10r", "B8r")]
    own += [code for code in words.section("rules.praise.gold") if not code.endswith(".scale")]
    own += [words.of_edition(f"end.answer.lay.{code}", "gold") for code in ("wins", "loses")]
    for code in ("end.praise", "terminal.end", "page.log"):
        own += [words.of_edition(f"{code}.{result}", "gold") for result in ("won", "lost")]
    own += [words.of_edition(f"{code}.won", "gold") for code in ("terminal.result", "end.compare")]
    # What a card would do is told before it is laid.
    for code in ("board.lay", "board.effect", "end.verdict", "screen.effect", "terminal.preview"):
        own += [words.of_edition(f"{code}.{result}", "gold") for result in ("wins", "loses")]
    asked = ("terminal.loses_question", "board.loses.title", "screen.loses.title")
    own += [words.of_edition(code, "gold") for code in asked]
    for code in own:
        said = str(words.section(code)[code])
        assert not re.search(CONTEST[language], said), f"{code}: {said}"


@each_language
def test_words_of_their_own_belong_to_an_edition_or_to_something_a_table_has(language: str) -> None:
    tables = {*EDITIONS, *Strictness, *OPTION_NAMES, "fan"}
    parts = {"title", "text", "note", "note_commands", "note_fire"}
    for code in catalogue(language).section("rules"):
        if own := re.fullmatch(r"rules\.([BVTXF]\d+r?)\.(\w+)\.(\w+)", code):
            assert own[1] in NUMBERS, code
            assert own[2] in tables, code
            assert own[3] in parts, code


@each_language
def test_what_is_said_of_commands_is_a_note_of_its_own(language: str) -> None:
    # A rule that is in force without commands says nothing of them but in `note_commands`.
    words = catalogue(language)
    unsaid = "|".join(
        re.escape(words.text(f"rules.command.{command}.name"))
        for command in (Command.STOP, Command.SKULL, Command.THREE, Command.DRAW_ONE)
    )
    for number in in_force(Rules.of("original", players=3, fire=True)):
        for part in ("title", "text", "note"):
            code = f"rules.{number}.{part}"
            if number != "B9r" and words.has(code):
                said = str(words.section(code)[code])
                assert not re.search(unsaid, said, re.IGNORECASE), f"{code}: {said}"


@each_language
def test_a_command_is_called_the_same_everywhere(language: str) -> None:
    words = catalogue(language)
    for number, command in enumerate(Command, start=1):
        kind = "flash" if command.flash else "lasting"
        symbol = words.text(f"rules.command_kind.{kind}.symbol")
        name = words.text(f"rules.command.{command}.name")
        assert words.text(f"rules.X{number}.title") == f"{name} {symbol}"
    symbols = [words.text(f"rules.command.{command}.symbol") for command in Command]
    assert len(set(symbols)) == len(symbols)
    assert all(len(symbol) == 1 for symbol in symbols)


@each_language
def test_the_rules_speak_of_markers_and_options_by_their_names(language: str) -> None:
    words = catalogue(language)
    for marker in Marker:
        assert words.text(f"rules.marker.{marker}.name") in words.text("rules.T8r.text")
    option = words.text("rules.option.open_rows.name")
    assert option.lower() in words.text("rules.B11.text").lower()


def test_an_official_set_of_commands_has_the_laws_figures() -> None:
    given = figures(Rules.of("extreme"))
    assert given["command_kinds"] == len(Command)
    assert given["command_copies"] == COMMAND_COPIES
    assert given["command_cards"] == 28
