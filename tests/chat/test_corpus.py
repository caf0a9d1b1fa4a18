"""The filter does on the corpus what the documentation says it does."""

from __future__ import annotations

import pytest

from tests.chat.corpus import (
    BORDERS,
    COMMANDS,
    GENERAL,
    LANGUAGES,
    PARTS,
    phrases,
    score,
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_is_large_and_mixed(language: str) -> None:
    asked = [phrase for phrase in phrases(language) if phrase.border == GENERAL]
    assert len(asked) >= 300
    assert 0.4 < sum(phrase.label == "blocked" for phrase in asked) / len(asked) < 0.6
    assert {phrase.part for phrase in asked} == set(PARTS)


@pytest.mark.parametrize("border", [border for border in BORDERS if border != GENERAL])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_border_has_phrases_on_both_sides(language: str, border: str) -> None:
    asked = [phrase for phrase in phrases(language) if phrase.border == border]
    passing = "commands" if border == COMMANDS else "ok"
    for label in (passing, "blocked"):
        assert sum(phrase.label == label for phrase in asked) >= 60
    assert {phrase.part for phrase in asked} == set(PARTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_is_asked_twice(language: str) -> None:
    asked = [phrase.text for phrase in phrases(language)]
    assert len(set(asked)) == len(asked)


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_recall_and_precision_hold(language: str, part: str) -> None:
    was = score(language, part)
    assert was.recall >= 0.99, was.missed
    assert was.precision >= 0.98, was.wronged


@pytest.mark.rule("T1", "T2", "T3")
@pytest.mark.parametrize("commands", [False, True])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("border", [border for border in BORDERS if border != GENERAL])
@pytest.mark.parametrize("language", LANGUAGES)
def test_borders_hold_with_commands_and_without(
    language: str, border: str, part: str, commands: bool
) -> None:
    was = score(language, part, border, commands)
    assert was.recall >= 0.98, was.missed
    assert was.precision >= 0.98, was.wronged


@pytest.mark.rule("T3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_talk_in_general_is_judged_alike_where_commands_are_in_force(language: str) -> None:
    for part in PARTS:
        without, within = (score(language, part, commands=c) for c in (False, True))
        assert set(within.missed) <= set(without.missed)
        assert set(within.wronged) <= set(without.wronged)
