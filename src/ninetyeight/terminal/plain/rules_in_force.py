"""The rules of this table, printed when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

from ninetyeight.handbook import rules_told
from ninetyeight.table import Setup
from ninetyeight.terminal.words import Words


def rules_lines(words: Words, setup: Setup) -> Iterator[str]:
    """The rules in force with their numbers, one a line."""
    told = rules_told(setup.rules, setup.strictness, setup.fan, words.language, drawn=False)
    yield told.title
    yield from told.above
    for section in told.sections:
        yield ""
        yield section.title
        yield from section.intro
        for entry in section.entries:
            note = "" if entry.note is None else f" {entry.note}"
            yield f"{entry.number} {entry.title} [{entry.mark}]. {entry.text}{note}"
