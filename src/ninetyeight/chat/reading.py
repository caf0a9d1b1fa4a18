"""A message as words: where each stands, what lies between, and what number it names by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from ninetyeight.chat.english import ENGLISH
from ninetyeight.chat.french import FRENCH
from ninetyeight.chat.german import GERMAN
from ninetyeight.chat.tongue import Tongue, skeleton, squeeze, together
from ninetyeight.chat.tongue import words as listed

TONGUES: dict[str, Tongue] = {tongue.code: tongue for tongue in (ENGLISH, GERMAN, FRENCH)}

_WORD = re.compile(r"[a-z]+|[0-9]+", re.IGNORECASE)
_BREAK = re.compile(r"[,;:!?()\n]|\.\.|\. +[A-Z]")
_DIGIT_ORDINALS = listed("st nd rd th te ter ten tes tem e er ere re eme ieme de nde")

#: No number word is longer, even with every letter doubled.
LONGEST = 80
#: For what is surely a number, and whose value matters to nobody.
MANY = 1000


class Word(NamedTuple):
    """A run of letters or of digits."""

    text: str
    cased: str
    start: int
    end: int
    #: What lies between the word before and this one.
    gap: str
    #: Whether a comma or the like stands before it.
    apart: bool


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

    @property
    def counts(self) -> bool:
        """Whether it must not be said by itself: "one", "first" and "second" may be."""
        return self.value > (2 if self.kind is Kind.ORDINAL else 1)


def phrase_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """Any of the phrases, over words with single spaces between them."""
    return re.compile(r"\b(?:" + "|".join(phrases) + r")\b")


#: The tables of all languages in one; where languages share a number word, it means the same.
EVERY = together(TONGUES.values())
CARDINALS, ORDINALS, LINKS = EVERY.cardinals, EVERY.ordinals, EVERY.links
#: What must not be said, glued: cardinals from two, ordinals from the third, names of numbers.
NUMBER_WORDS = (
    frozenset(word for word, value in CARDINALS.items() if value > 1)
    | frozenset(word for word, value in ORDINALS.items() if value > 2)
    | EVERY.names
)

_ROOT = re.compile("|".join(EVERY.roots))
_SQUEEZED_ROOT = re.compile("|".join(squeeze(root) for root in EVERY.roots if len(root) > 5))
#: Two letters may change places from this length on; shorter words have neighbours that mean
#: something else: "there" is no "three".
_SWAPPED_FROM = 6
_NO_SWAP = listed("theres quarte quartes")

_SECONDS = [word for word, value in ORDINALS.items() if value == 2]
# All at once, which is a good deal quicker than one by one.
_SQUEEZED = frozenset(squeeze(" ".join([*NUMBER_WORDS, *_SECONDS])).split())
_FROM_TWO = [word for word, value in CARDINALS.items() if value > 1]
#: Number words from two on without their vowels, where enough is left to tell.
_SKELETONS = frozenset(bare for bare in skeleton(" ".join(_FROM_TWO)).split() if len(bare) > 3)


def read(plain: str) -> list[Word]:
    """The words of a text in plain letters."""
    found: list[Word] = []
    last = 0
    digits = True  # no full stop ends a sentence before the first word, nor after digits
    for match in _WORD.finditer(plain):
        start, end = match.span()
        cased, gap = match.group(), plain[last:start]
        if gap.startswith(".") and not digits and cased[0].isupper():
            gap += cased[0]  # a capital after a full stop begins a sentence: the gap must show it
        apart = len(gap.strip()) > 0 and _BREAK.search(gap) is not None
        found.append(Word(cased.lower(), cased, start, end, gap, apart))
        digits = cased[0].isdigit()
        last = end
    return found


def line_of(words: list[Word]) -> tuple[str, list[int]]:
    """The words with single spaces between, a comma where one stood; and where each begins."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for word in words:
        part = f", {word.text}" if word.apart else word.text
        starts.append(length + len(part) - len(word.text))
        parts.append(part)
        length += len(part) + 1
    return " ".join(parts), starts


def order(language: str) -> tuple[Tongue, ...]:
    """All tongues, the table's own first."""
    own = TONGUES[language]
    return (own, *(tongue for tongue in TONGUES.values() if tongue is not own))


@lru_cache(maxsize=8192)
def sense_of(word: str, language: str) -> Sense | None:
    """The number that a single small-letter word or run of digits names, if any."""
    if word[0].isdigit():
        return Sense(Kind.CARDINAL, int(word) if len(word) < 4 else MANY)
    if word in TONGUES[language].ordinary:
        return None
    for tongue in order(language):
        if word in tongue.cardinals:
            return Sense(Kind.CARDINAL, tongue.cardinals[word])
        if word in tongue.ordinals:
            return Sense(Kind.ORDINAL, tongue.ordinals[word])
        if word in tongue.names:
            return Sense(Kind.NAME, MANY)
    return Sense(Kind.NAME, MANY) if _hides_number(word) else None


def _hides_number(word: str) -> bool:
    """Whether a word that is no number word on the face of it still names a number."""
    if len(word) < 4:
        return False
    if _ROOT.search(word):
        return True
    if len(word) > LONGEST:
        return False
    for said, meant in EVERY.said.items():
        word = word.replace(said, meant)
    if word in NUMBER_WORDS or _ROOT.search(word):
        return True
    once = squeeze(word)
    if once != word and (once in _SQUEEZED or _SQUEEZED_ROOT.search(once)):
        return True
    if word in _SKELETONS and skeleton(word) == word:
        return True
    if len(word) >= _SWAPPED_FROM and word not in _NO_SWAP and _is_swapped(word):
        return True
    return any(tongue.glued(word) for tongue in TONGUES.values())


def _is_swapped(word: str) -> bool:
    """Whether two letters next to each other, but not the first, have changed places: "thrity"."""
    return any(
        word[:at] + word[at + 1] + word[at] + word[at + 2 :] in NUMBER_WORDS
        for at in range(1, len(word) - 1)
    )


def number_at(words: list[Word], first: int, sense: Sense) -> tuple[int, Sense]:
    """The longest number that begins at ``first``, where ``sense`` stands, and where it ends."""
    end, value, kind = first + 1, sense.value, sense.kind
    glued = bare = words[first].text
    longest = first + (1 if glued.isdigit() else 6)  # digits make no word with what follows
    for last in range(first + 1, min(longest, len(words))):
        text = words[last].text
        link = text in LINKS
        glued += text
        bare += "" if link else text
        if words[last].apart or "." in words[last].gap or len(glued) > LONGEST:
            break
        for whole in (glued,) if glued == bare else (glued, bare):
            if link and whole == bare:
                continue
            if whole in CARDINALS:
                end, value, kind = last + 1, CARDINALS[whole], Kind.CARDINAL
            elif whole in ORDINALS:
                end, value, kind = last + 1, ORDINALS[whole], Kind.ORDINAL
            elif not link and any(tongue.glued(whole) for tongue in TONGUES.values()):
                end, value, kind = last + 1, MANY, Kind.CARDINAL
    if kind is Kind.CARDINAL and _digit_ordinal(words, first):
        kind = Kind.ORDINAL
        if words[first + 1].gap == "":
            end += 1
            if words[first + 1].text == "er" and value > 1:
                return end, Sense(Kind.NAME, MANY)  # "2er" is a card, "1er" is French
    return end, Sense(kind, value)


def _digit_ordinal(words: list[Word], index: int) -> bool:
    """Whether the digits at ``index`` are an ordinal such as `2nd`, `2.` or `2e`."""
    if index and words[index].gap == "":
        return False  # "v1er" is a word in disguise
    following = words[index + 1] if index + 1 < len(words) else None
    if following is None or not words[index].text.isdigit():
        return False
    return following.gap.startswith(".") or (
        following.gap == "" and following.text in _DIGIT_ORDINALS
    )
