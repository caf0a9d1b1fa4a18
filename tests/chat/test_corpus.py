"""The filter does on the corpus what the documentation says it does."""

from __future__ import annotations

import pytest

from tests.chat.corpus import HELD_OUT, TUNED, phrases, score

LANGUAGES = ("en", "de", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_is_large_and_mixed(language: str) -> None:
    asked = phrases(language)
    assert len(asked) >= 300
    assert 0.4 < sum(phrase.blocked for phrase in asked) / len(asked) < 0.6
    assert {phrase.part for phrase in asked} == {TUNED, HELD_OUT}
    assert len({phrase.text for phrase in asked}) == len(asked)


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize("part", [TUNED, HELD_OUT])
@pytest.mark.parametrize("language", LANGUAGES)
def test_recall_and_precision_hold(language: str, part: str) -> None:
    was = score(language, part)
    assert was.recall >= 0.99, was.missed
    assert was.precision >= 0.98, was.wronged
