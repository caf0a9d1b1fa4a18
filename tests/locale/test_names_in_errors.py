"""Errors call things of the game by their names; words that somebody types stay as they are."""

from __future__ import annotations

import re
import string
from typing import Any

import pytest
from click.testing import CliRunner

from ninetyeight.bots.bot import BotError
from ninetyeight.cli import main
from ninetyeight.client import Declined
from ninetyeight.locale import LANGUAGES, Plural, catalogue
from ninetyeight.rules import (
    EDITIONS,
    OPTION_NAMES,
    Command,
    Deal,
    GameError,
    Marker,
    NotationError,
    Refused,
    Rules,
    SetupError,
)
from ninetyeight.table import Named, Seat, Setup, Started, TableState, advance
from ninetyeight.wire.state import Why

each_language = pytest.mark.parametrize("language", LANGUAGES)

#: What a parameter of that name may hold.
THINGS = {
    "command": [command.value for command in Command],
    "edition": list(EDITIONS),
    "option": list(OPTION_NAMES),
    "marker": [marker.value for marker in Marker],
}


def parameters(code: str) -> set[str]:
    entry = catalogue("en").section(code)[code]
    texts = [*entry] if isinstance(entry, Plural) else [entry]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


#: Every refusal and every error that names something of the game, with the parameters that do.
NAMING = [
    (code, name)
    for area in ("refusal", "errors")
    for code in catalogue("en").section(area)
    for name in sorted(parameters(code) & set(THINGS))
]
#: Those that are about a word as somebody typed it.
TYPED = [
    (code, name)
    for code, name in NAMING
    if "known" in parameters(code) or code.startswith("errors.request_")
]


def error(code: str, **params: object) -> GameError:
    """The error as the law raises it, with every parameter it needs."""
    area, _, rest = code.partition(".")
    kind: type[GameError] = Refused if area == "refusal" else SetupError
    if rest.startswith("request_"):
        kind = NotationError
    given: dict[str, Any] = dict.fromkeys(parameters(code), 7) | params
    return kind(rest, **given)


def test_there_are_such_texts() -> None:
    found = {code for code, _ in NAMING}
    assert {"refusal.not_holding", "errors.impossible_seats", "errors.unknown_option"} <= found
    assert {code for code, _ in TYPED} == {
        *("errors.unknown_edition", "errors.unknown_option", "errors.unknown_command"),
        *("errors.unknown_marker", "errors.option_value", "errors.request_option"),
    }


@each_language
@pytest.mark.parametrize(("code", "name"), [pair for pair in NAMING if pair not in TYPED])
def test_a_thing_of_the_game_is_told_by_its_name(code: str, name: str, language: str) -> None:
    for id in THINGS[name]:
        called = catalogue(language).text(f"rules.{name}.{id}.name")
        told = error(code, **{name: id}).text(language)
        assert called in told
        assert not re.search(rf"(?<!\w){re.escape(id)}(?!\w)", told.replace(called, ""))


@each_language
@pytest.mark.parametrize(("code", "name"), TYPED)
def test_where_a_word_is_to_be_typed_it_stands_as_it_is_typed(
    code: str, name: str, language: str
) -> None:
    for id in THINGS[name]:
        told = error(code, **{name: id, "known": "one, another"}).text(language)
        assert id in told


@each_language
@pytest.mark.rule("T3")
def test_whoever_names_a_command_they_do_not_hold_is_told_its_name(language: str) -> None:
    rules = Rules.of("extreme", 2)
    setup = Setup(Deal.of_bits(rules, 98), (Seat("Ada"), Seat("Ben")))
    state = advance(TableState.initial(setup), Started(0))
    assert state.game is not None
    held = {state.game.commands.on(card) for card in state.game.hands[0]}
    for command in set(Command) - held:
        with pytest.raises(Refused) as caught:
            advance(state, Named(0, command))
        name = catalogue(language).text(f"rules.command.{command}.name")
        assert name in caught.value.text(language)


def test_the_command_line_calls_an_edition_by_its_name_and_lists_the_words_to_type() -> None:
    def trouble(*words: str) -> str:
        done = CliRunner().invoke(main, ["--lang", "de", "rules", *words])
        assert done.exit_code == 2
        return done.stderr

    assert "Die Ausgabe „Gold und Grau“ ist für 1 bis 6 Personen" in trouble(
        "gold", "--players", "9"
    )
    assert "original, gamefactory, extreme, gold" in trouble("Gold und Grau")


@each_language
def test_a_cause_is_told_with_names_as_well(language: str) -> None:
    whole = NotationError("record_refused", line=7, why=Refused("not_holding", command="draw_one"))
    assert catalogue(language).text("rules.command.draw_one.name") in whole.text(language)


@each_language
def test_what_a_server_declines_is_told_with_names(language: str) -> None:
    declined = Declined(Why("refusal.not_holding", {"command": "skull"}, "T3"))
    assert declined.text(language) == Refused("not_holding", command="skull").text(language)
    strange = Declined(Why("refusal.of_a_later_release", {"command": "skull"}, None))
    assert "refusal.of_a_later_release" in strange.text(language)


@each_language
@pytest.mark.parametrize("kind", ["stop", "skull"])
def test_a_programs_command_line_is_no_command_of_the_game(kind: str, language: str) -> None:
    assert kind in BotError("program_closed", command=kind).text(language)


def test_an_id_without_a_name_stays_as_it_is() -> None:
    assert "copper" in SetupError("no_commands_here", edition="copper").text("fr")
