"""The rules of this table, printed when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

from ninetyeight.handbook.page import page_title, rules_page
from ninetyeight.table import Setup
from ninetyeight.terminal.words import Words


def rules_lines(words: Words, setup: Setup) -> Iterator[str]:
    """The rules in force with their numbers, one a line, then how strictly talk is kept (T10r)."""
    yield from page_title(setup.rules, words.language)
    for section in rules_page(setup.rules, words.language):
        yield ""
        yield section.title
        yield from section.intro
        for entry in section.entries:
            yield f"{entry.number} {entry.title} [{entry.mark}]. {entry.text}"
    yield ""
    talk = words.text(f"rules.talk.{setup.strictness.value}.text")
    yield f"{words.talk(setup.strictness)}. {talk}"
