"""What the filter must know of a language: its number words, and what may be counted in it.

All words are spelled as :func:`ninetyeight.chat.letters.plain_letters` leaves them: small, without
accents, and `ss` for `ß`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from operator import add, or_
from typing import Any


@dataclass(frozen=True)
class Tongue:
    """One language's tables. A *glued* spelling has neither spaces nor hyphens."""

    code: str
    #: Glued spellings of the numbers from nought to a hundred.
    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    #: Other words that name a number: dozens, decades, "Vierer".
    names: frozenset[str]
    #: A word with one of these inside names a number, whatever stands around it.
    roots: tuple[str, ...]
    #: Parts of number words as some say and write them, and how they are spelled.
    said: Mapping[str, str]
    #: Words that may stand inside a number: "and".
    links: frozenset[str]
    #: Cards, rows and turns, in the plural: any number of them may be told.
    counted: frozenset[str]
    #: What else people count in small numbers: players, tries, days.
    counted_few: frozenset[str]
    #: Commands and their kinds, counted and ordered like these where commands are in force (T3).
    commands: frozenset[str]
    #: Spans of time, told in round numbers: minutes.
    spans: frozenset[str]
    #: What may be the first, second or third: singulars.
    ordered: frozenset[str]
    #: A row has a place at the table, so "row two" is a place and no card.
    places: frozenset[str]
    #: Several of them, so that more than one number may follow: "rows one, two and three".
    many_places: frozenset[str]
    #: Whoever sits at the table, told by a number: "player two".
    seats: frozenset[str]
    #: Words between a row and its number: "row number two".
    numbered: frozenset[str]
    #: Words that may stand between a number and what is counted.
    between: frozenset[str]
    #: Words after an ordinal that say where something lies: "third from the left".
    positions: frozenset[str]
    #: Words between two numbers that leave it open which: "two or three cards".
    choices: frozenset[str]
    #: Words that are ordinary here though they name a number somewhere.
    ordinary: frozenset[str]
    #: Turns of phrase that hold a number word and mean none.
    idioms: tuple[str, ...]
    #: Turns of phrase that name a number without a number word: "one below".
    hints: tuple[str, ...]
    #: Names of commands with a number inside: "exactly three" (T3).
    command_names: tuple[str, ...]
    #: What stands before a number that is a value: "the gap of", "my card is".
    values: tuple[str, ...]
    #: What stands after a number that measures from another: "below", "higher".
    measures: tuple[str, ...]

    @cached_property
    def heads(self) -> frozenset[str]:
        """How number words begin: the first two letters."""
        return frozenset(word[:2] for word in self.cardinals)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """How long number words are."""
        return tuple(sorted(set(map(len, self.cardinals))))

    def glued(self, text: str) -> bool:
        """Whether a text is several number words in one: "onehundredandfive", "fourtwo"."""
        if text[:2] not in self.heads:
            return False
        starts = {0}
        waiting = [0]
        while waiting:
            start = waiting.pop()
            for length in self.lengths:
                end = start + length
                if end > len(text) or text[start:end] not in self.cardinals:
                    continue
                if end == len(text) and start:
                    return True
                after = {end, *(end + len(li) for li in self.links if text.startswith(li, end))}
                waiting += after - starts
                starts |= after
        return False


def together(tongues: Iterable[Tongue]) -> Tongue:
    """The tables of all of them in one."""
    merged: dict[str, Any] = {}
    for tongue in tongues:
        for field in fields(tongue):
            table = getattr(tongue, field.name)
            join = or_ if isinstance(table, frozenset | dict) else add
            merged[field.name] = join(merged[field.name], table) if field.name in merged else table
    return Tongue(**merged)


def squeeze(word: str) -> str:
    """The word with every run of a letter written once: "foorrty" is "forty"; or several words."""
    return re.sub(r"(\S)\1+", r"\1", word)


def skeleton(word: str) -> str:
    """The word without its vowels, or several words."""
    return re.sub("[aeiou]", "", word)


def words(text: str) -> frozenset[str]:
    """The words of a table written as running text."""
    return frozenset(text.split())


def spelled(tables: Iterable[Mapping[int, str]]) -> dict[str, int]:
    """Spelling to value, from tables of value to spellings with spaces between."""
    return {
        word: value for table in tables for value, some in table.items() for word in some.split()
    }
