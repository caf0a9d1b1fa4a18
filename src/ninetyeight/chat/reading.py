"""A message as words: where each stands, what lies between, and what number it names by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from ninetyeight.chat.english import ENGLISH
from ninetyeight.chat.french import FRENCH
from ninetyeight.chat.german import GERMAN
from ninetyeight.chat.tongue import Tongue, skeleton, squeeze

TONGUES: dict[str, Tongue] = {tongue.code: tongue for tongue in (ENGLISH, GERMAN, FRENCH)}

_WORD = re.compile(r"[a-z]+|[0-9]+", re.IGNORECASE)
_BREAK = re.compile(r"[,;:!?()\n]|\.\.|\. +[A-Z]")
_DIGIT_ORDINALS = frozenset(
    [
        "st",
        "nd",
        "rd",
        "th",
        "te",
        "ter",
        "ten",
        "tes",
        "tem",
        "e",
        "er",
        "ere",
        "re",
        "eme",
        "ieme",
        "nde",
        "nd",
    ]
)

#: No number word is longer, even with every letter doubled.
_LONGEST = 80
#: For what is surely a number, and whose value matters to nobody.
_MANY = 1000


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters or of digits."""

    text: str
    cased: str
    start: int
    end: int
    gap: str

    @property
    def apart(self) -> bool:
        """Whether a comma or the like stands before it."""
        return bool(_BREAK.search(self.gap))


class Kind(Enum):
    """How a word names a number."""

    CARDINAL = "cardinal"
    ORDINAL = "ordinal"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Sense:
    """The number that a word names."""

    kind: Kind
    value: int


def read(plain: str) -> list[Word]:
    """The words of a text in plain letters."""
    found: list[Word] = []
    last = 0
    for match in _WORD.finditer(plain):
        gap = plain[last : match.start()]
        # A capital after a full stop begins a sentence; the gap must show it.
        first = plain[match.start()]
        gap += first if first.isupper() and _ends_sentence(found, gap) else ""
        cased = match.group()
        found.append(Word(cased.lower(), cased, match.start(), match.end(), gap))
        last = match.end()
    return found


def _ends_sentence(before: list[Word], gap: str) -> bool:
    """Whether the full stop in ``gap`` ends a sentence; after digits it makes an ordinal."""
    return gap.startswith(".") and bool(before) and not before[-1].text.isdigit()


def order(language: str) -> tuple[Tongue, ...]:
    """All tongues, the table's own first."""
    own = TONGUES[language]
    return (own, *(tongue for tongue in TONGUES.values() if tongue is not own))


@lru_cache(maxsize=8192)
def sense_of(word: str, language: str) -> Sense | None:
    """The number that a single small-letter word or run of digits names, if any."""
    if word[0].isdigit():
        return Sense(Kind.CARDINAL, int(word) if len(word) < 4 else _MANY)
    own = TONGUES[language]
    if word in own.ordinary:
        return None
    for tongue in order(language):
        if word in tongue.cardinals:
            return Sense(Kind.CARDINAL, tongue.cardinals[word])
        if word in tongue.ordinals:
            return Sense(Kind.ORDINAL, tongue.ordinals[word])
        if word in tongue.names or _hides_number(word, tongue):
            return Sense(Kind.NAME, _MANY)
    return None


def _hides_number(word: str, tongue: Tongue) -> bool:
    """Whether a word that is no number word on the face of it still names a number."""
    if len(word) > 3 and any(root in word for root in tongue.roots):
        return True
    if len(word) > _LONGEST:
        return False
    if squeeze(word) != word:
        if squeeze(word) in tongue.squeezed:
            return True
        if any(squeeze(root) in squeeze(word) for root in tongue.roots if len(root) > 5):
            return True
    if len(word) > 3 and skeleton(word) == word and word in tongue.skeletons:
        return True
    return tongue.glued.fullmatch(word) is not None


def digit_ordinal(words: list[Word], index: int) -> bool:
    """Whether the digits at ``index`` are an ordinal such as `2nd`, `2.` or `2e`."""
    following = words[index + 1] if index + 1 < len(words) else None
    if following is None or not words[index].text.isdigit():
        return False
    return following.gap.startswith(".") or (
        following.gap == "" and following.text in _DIGIT_ORDINALS
    )
