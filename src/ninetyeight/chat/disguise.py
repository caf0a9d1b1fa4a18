"""Number words in disguise: signs for letters, masked letters, letters apart, words torn."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ninetyeight.chat.reading import CARDINALS, NUMBER_WORDS, Word, sense_of
from ninetyeight.chat.roman import is_roman

_SIGNS = str.maketrans({"$": "s", "@": "a", "€": "e", "!": "i", "|": "l", "¡": "i", "£": "l"})
_DISGUISED = re.compile(r"[$@€|¡£]|![a-z]", re.IGNORECASE)
_MASKED = re.compile(r"[a-z]+(?:[*#_?][a-z]*)+", re.IGNORECASE)
#: Two ordinary words that happen to make a number word.
_MET_BY_CHANCE = {("fort", "y"), ("ni", "ne"), ("s", "even"), ("d", "eux"), ("sie", "ben"),
                  ("non", "ante"), ("t", "en"), ("l", "un"), ("on", "ze"),
                  ("f", "our")}  # fmt: skip
#: No disguise is longer.
_LONGEST = 100


def disguises(plain: str, language: str) -> Iterator[tuple[int, int]]:
    """Number words with signs for letters, `$ix`, or with letters masked, `f*rty`."""
    for chunk in re.finditer(r"\S+", plain):
        text = chunk.group()
        if text.isalnum() or len(text) > _LONGEST:
            continue
        if _DISGUISED.search(text):
            bare = re.sub(r"[^a-z]", "", text.rstrip("!?.,").translate(_SIGNS).lower())
            sense = sense_of(bare, language) if bare else None
            if sense is not None and sense.counts:
                yield chunk.span()
        masked = text.strip("*_#?.,!\"'()").lower()
        if _MASKED.fullmatch(masked) and _unmasked(masked):
            yield chunk.span()


def _letters_of_words() -> dict[tuple[int, int, str], int]:
    """For each length, place and letter, the number words that have it there: a bit for each."""
    found: dict[tuple[int, int, str], int] = defaultdict(int)
    for bit, word in enumerate(word for word, value in CARDINALS.items() if value > 1):
        for place, letter in enumerate(word):
            found[len(word), place, letter] |= 1 << bit
    return found


_LETTERS = _letters_of_words()


def _unmasked(masked: str) -> bool:
    """Whether some number word fits into a word with holes."""
    holes = sum(not sign.isalpha() for sign in masked)
    if "_" in masked and holes == 1 and len(masked) < 5:
        return False
    if holes * 2 > len(masked) - holes:
        return False
    fitting = -1
    for place, letter in enumerate(masked):
        if letter.isalpha():
            fitting &= _LETTERS.get((len(masked), place, letter), 0)
            if not fitting:
                return False
    return True


def spelled_out(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
    """Number words letter by letter: `f-o-r-t-y`, `X L I I`."""
    run: list[Word] = []
    for word in [*words, None]:
        if word is not None and len(word.text) == 1 and word.text.isalpha():
            run.append(word)
            continue
        if len(run) > 2:
            text = "".join(letter.text for letter in run)
            for first in (0, 1):
                for last in (len(text), len(text) - 1):
                    inside = text[first:last]
                    if len(inside) < 3:
                        continue
                    sense = sense_of(inside, language)
                    numeral = is_roman(inside, alone=True) and set(inside) & set("xvl")
                    if numeral or (sense is not None and sense.value > 1):
                        yield run[0].start, run[-1].end
        run = []


def broken_words(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
    """Number words in two or three pieces that are no words by themselves: `for ty`."""
    texts = [word.text for word in words]
    for size in (2, 3):
        for first in range(len(words) - size + 1):
            whole = "".join(texts[first : first + size])
            if whole not in NUMBER_WORDS or len(whole) < 4:
                continue
            pieces = words[first : first + size]
            if any(p.apart or "'" in p.gap or len(p.gap) > 2 for p in pieces[1:]):
                continue
            if "'" in pieces[0].gap or tuple(texts[first : first + size]) in _MET_BY_CHANCE:
                continue
            senses = (sense_of(piece.text, language) for piece in pieces)
            if any(sense is not None and sense.counts for sense in senses):
                continue  # found, or allowed, as a word of its own
            yield pieces[0].start, pieces[-1].end
