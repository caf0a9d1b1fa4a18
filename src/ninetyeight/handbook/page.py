"""The rules in force as a page: sections of numbered rules, in any of the three languages.

The same page serves `ninetyeight rules`, the terminal's help and whoever else shows rules to
people. What is not in force has no place on it.

>>> from ninetyeight.rules import Rules
>>> [section.title for section in rules_page(Rules.of("original", players=3), "en")]
['The base rules', 'Talk']
>>> rules_page(Rules.of("original", expert=True), "fr")[1].entries[0].mark
'livret'
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from ninetyeight.handbook.figures import figures, in_force, is_ruling
from ninetyeight.locale import catalogue
from ninetyeight.rules import Rules

#: The first letter of a rule's number tells its section.
_SECTIONS = {"B": "base", "V": "harder", "T": "talk", "X": "commands", "F": "fire"}


@dataclass(frozen=True)
class Entry:
    """One numbered rule: its title, its text and, for some, a note.

    ``mark`` says in words whether it is the rulebooks' law or a ruling of ours. A note is always
    a ruling of ours, and says so itself.
    """

    number: str
    title: str
    text: str
    mark: str
    ruling: bool
    note: str | None = None


@dataclass(frozen=True)
class Section:
    """Rules that belong together, with what is to be said about all of them first."""

    title: str
    intro: tuple[str, ...]
    entries: tuple[Entry, ...]


def rules_page(rules: Rules, language: str) -> list[Section]:
    """The rules in force at a table, section by section, in the rulebook's order."""
    numbers = in_force(rules)
    return [
        Section(
            catalogue(language).text(f"rules.heading.{name}"),
            _intro(name, rules, language),
            tuple(_entry(number, rules, language) for number in numbers if number[0] == letter),
        )
        for letter, name in _SECTIONS.items()
        if any(number[0] == letter for number in numbers)
    ]


def page_title(rules: Rules, language: str) -> list[str]:
    """What stands above the sections: the edition, its figures and options, and what r means."""
    texts = catalogue(language)
    name = texts.text(f"rules.edition.{rules.edition.id}.name")
    told = figures(rules)
    lines = [
        texts.text("rules.heading.title", name=name),
        texts.text("rules.summary", **{**told, "name": name, "n": rules.players}) + ".",
    ]
    for option in rules.options.named():
        lines.append(_named(f"rules.option.{option}", language))
    lines.append(texts.text(f"rules.praise.{rules.edition.id}.scale", **told))
    lines.append(texts.text("rules.heading.ruling_note"))
    return lines


def as_text(rules: Rules, language: str, width: int) -> str:
    """The whole page as plain text, no line wider than ``width`` where words allow it."""
    title, *above = page_title(rules, language)
    lines = [*textwrap.wrap(title, width), "=" * min(width, len(title))]
    for paragraph in above:
        lines += ["", *textwrap.wrap(paragraph, width)]
    for section in rules_page(rules, language):
        lines += ["", "", section.title, "-" * min(width, len(section.title))]
        for paragraph in section.intro:
            lines += ["", *textwrap.wrap(paragraph, width)]
        for entry in section.entries:
            lines += ["", *_entry_lines(entry, width)]
    return "\n".join(lines) + "\n"


def _entry_lines(entry: Entry, width: int) -> list[str]:
    indent = " " * 6
    head = f"{entry.number:<5} {entry.title} [{entry.mark}]"
    lines = textwrap.wrap(head, width, subsequent_indent=indent)
    for paragraph in filter(None, (entry.text, entry.note)):
        lines += textwrap.wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent)
    return lines


def _entry(number: str, rules: Rules, language: str) -> Entry:
    texts, told = catalogue(language), figures(rules)
    code = f"rules.{number}"
    ruling = is_ruling(number)
    # F1 and F2 come from no rulebook that we have seen, and must not pass for one.
    described = number[0] == "F" and not ruling
    mark = "ruling" if ruling else "described" if described else "rulebook"
    has_note = texts.has(f"{code}.note")
    return Entry(
        number,
        texts.text(f"{code}.title"),
        texts.text(f"{code}.text", **told),
        texts.text(f"rules.mark.{mark}"),
        ruling,
        _note(texts.text(f"{code}.note", **told), language) if has_note else None,
    )


def _note(text: str, language: str) -> str:
    texts = catalogue(language)
    return texts.text("cli.rules.note", mark=texts.text("rules.mark.ruling"), text=text)


def _named(code: str, language: str) -> str:
    """A thing's name with what it means."""
    texts = catalogue(language)
    name, text = texts.text(f"{code}.name"), texts.text(f"{code}.text")
    return texts.text("cli.rules.named", name=name, text=text)


def _intro(name: str, rules: Rules, language: str) -> tuple[str, ...]:
    texts = catalogue(language)
    said = [f"rules.intro.{name}"] if texts.has(f"rules.intro.{name}") else []
    lines = [texts.text(code, **figures(rules)) for code in said]
    if name == "commands":
        for kind in ("flash", "lasting"):
            code = f"rules.command_kind.{kind}"
            lines.append(f"{texts.text(f'{code}.symbol')} {_named(code, language)}")
    return tuple(lines)
