"""The rules of a table as plain text, for `ninetyeight rules` and the terminal's help.

>>> from ninetyeight.handbook.told import rules_told
>>> from ninetyeight.rules import Rules, Strictness
>>> rules = Rules.of("original", players=3)
>>> print(as_text(rules_told(rules, Strictness.CHAT, False, "de"), 80).splitlines()[0])
Die geltenden Regeln: Original
"""

from __future__ import annotations

import textwrap

from ninetyeight.handbook.told import EntryTold, RulesTold


def as_text(told: RulesTold, width: int) -> str:
    """The whole page, no line wider than ``width`` where words allow it; examples are left out."""
    lines = [*textwrap.wrap(told.title, width), "=" * min(width, len(told.title))]
    for paragraph in told.above:
        lines += ["", *textwrap.wrap(paragraph, width)]
    for section in told.sections:
        lines += ["", "", section.title, "-" * min(width, len(section.title))]
        for paragraph in section.intro:
            lines += ["", *textwrap.wrap(paragraph, width)]
        for entry in section.entries:
            lines += ["", *_entry_lines(entry, width)]
    return "\n".join(lines) + "\n"


def _entry_lines(entry: EntryTold, width: int) -> list[str]:
    indent = " " * 6
    head = f"{entry.number:<5} {entry.title} [{entry.mark}]"
    lines = textwrap.wrap(head, width, subsequent_indent=indent)
    for paragraph in filter(None, (entry.text, entry.note)):
        lines += textwrap.wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent)
    return lines
