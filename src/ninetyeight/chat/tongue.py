"""What the filter must know of a language: its number words, and what may be counted in it.

All words are spelled as :func:`ninetyeight.chat.letters.plain_letters` leaves them: small, without
accents, and `ss` for `ß`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property


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
    #: Words that may stand inside a number: "and".
    links: frozenset[str]
    #: Cards, rows and turns, in the plural: any number of them may be told.
    counted: frozenset[str]
    #: What else people count in small numbers: players, tries, minutes.
    counted_few: frozenset[str]
    #: What may be the first, second or third: singulars.
    ordered: frozenset[str]
    #: A row has a place at the table, so "row two" is a place and no card.
    places: frozenset[str]
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

    @cached_property
    def idiom(self) -> re.Pattern[str]:
        """Any of the idioms, over words with single spaces between them."""
        return re.compile(r"\b(?:" + "|".join(self.idioms) + r")\b")

    @cached_property
    def hint(self) -> re.Pattern[str]:
        """Any of the hints, over words with single spaces between them."""
        return re.compile(r"\b(?:" + "|".join(self.hints) + r")\b")

    @cached_property
    def glued(self) -> re.Pattern[str]:
        """Several number words in one: "onehundredandfive", "fourtwo"."""
        pieces = "|".join(sorted(self.cardinals, key=len, reverse=True))
        links = "|".join(self.links)
        return re.compile(f"(?:{pieces})(?:(?:{links})?(?:{pieces}))+")

    @cached_property
    def squeezed(self) -> frozenset[str]:
        """The number words from two on, every run of a letter written once."""
        words = [*self.cardinals.items(), *self.ordinals.items()]
        return frozenset(squeeze(word) for word, value in words if value > 1) | frozenset(
            map(squeeze, self.names)
        )

    @cached_property
    def skeletons(self) -> frozenset[str]:
        """The number words from two on without their vowels, where enough is left to tell."""
        bare = (skeleton(word) for word, value in self.cardinals.items() if value > 1)
        return frozenset(word for word in bare if len(word) > 3)


def squeeze(word: str) -> str:
    """The word with every run of a letter written once: "foorrty" is "forty"."""
    return re.sub(r"(.)\1+", r"\1", word)


def skeleton(word: str) -> str:
    """The word without its vowels."""
    return re.sub("[aeiou]", "", word)


def words(text: str) -> frozenset[str]:
    """The words of a table written as running text."""
    return frozenset(text.split())


def spelled(tables: Iterable[Mapping[int, str]]) -> dict[str, int]:
    """Spelling to value, from tables of value to spellings with spaces between."""
    return {
        word: value for table in tables for value, some in table.items() for word in some.split()
    }
