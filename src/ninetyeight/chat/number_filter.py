"""Does a message name a number? Words are read, harmless counts set aside, the rest is found.

The steps, each a function below: plain letters, words, idioms out, disguises, number words, and
for every number word whether it only counts cards, rows, turns or the like (T1, T2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import translate

from ninetyeight.chat.letters import plain_letters
from ninetyeight.chat.reading import (
    TONGUES,
    Kind,
    Sense,
    Word,
    digit_ordinal,
    order,
    read,
    sense_of,
)
from ninetyeight.chat.roman import is_roman

#: Up to here people count players, tries and minutes, and put things in order.
_FEW = 10
#: There are four rows.
_ROWS = 4
#: How many words may stand between a number and what it counts.
_REACH = 2

#: A text without end is read piece by piece, so that the time it takes grows only as it does.
_PIECE = re.compile(r".{1,2000}(?:\s|$)|.{1,2000}", re.DOTALL)

_SIGNS = str.maketrans({"$": "s", "@": "a", "€": "e", "!": "i", "|": "l", "¡": "i", "£": "l"})
_DISGUISED = re.compile(r"[$@€|¡£]|![a-z]", re.IGNORECASE)
_MASKED = re.compile(r"[a-z]+(?:[*#_?][a-z]*)+", re.IGNORECASE)
#: Hearts, thumbs and letters for sounds: digits that are none.
_HARMLESS = re.compile(
    r"(?<!\S)(?:<3+|:\+1:|gr8|m8|l8r|w8|h8|b4|2day|2nite|2moro|2morrow|4ever)(?![\w%])"
    r"|\b100 ?%",
    re.IGNORECASE,
)
#: Two ordinary words that happen to make a number word.
_MET_BY_CHANCE = {("fort", "y"), ("ni", "ne"), ("s", "even"), ("d", "eux"), ("sie", "ben"),
                  ("non", "ante"), ("t", "en"), ("l", "un"), ("on", "ze"),
                  ("f", "our")}  # fmt: skip
_KISSED = frozenset(
    [
        "thanks",
        "thx",
        "love",
        "bye",
        "cheers",
        "gg",
        "merci",
        "danke",
        "all",
        "everyone",
        "bisous",
        "night",
    ]
)


@dataclass(frozen=True, slots=True)
class Found:
    """A number in a message: the place where it stands, in plain letters."""

    text: str


def find_number(text: str, language: str) -> Found | None:
    """The first number that ``text`` names at a table of that language, or None.

    >>> find_number("one moment, I have two cards", "en")
    >>> find_number("mine is one below that", "en")
    Found(text='one below')
    """
    if language not in TONGUES:
        raise ValueError(
            f"no number words in language {language!r}; there are {', '.join(TONGUES)}"
        )
    found = (_find(piece.group(), language) for piece in _PIECE.finditer(text))
    return next((one for one in found if one is not None), None)


def _find(text: str, language: str) -> Found | None:
    plain = _HARMLESS.sub(" , ", plain_letters(text))
    words = _without_idioms(read(plain), language)
    for start, end in (
        *_disguises(plain, language),
        *_hints(words, language),
        *_spelled_out(words, language),
        *_broken_words(words, language),
        *_romans(words),
        *_number_words(words, language),
    ):
        return Found(plain[start:end].strip())
    return None


def _line(words: list[Word]) -> tuple[str, list[int]]:
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


def _without_idioms(words: list[Word], language: str) -> list[Word]:
    """The words less those of idioms, with a mark that nothing joins across the hole."""
    for tongue in order(language):
        line, starts = _line(words)
        holes = [match.span() for match in tongue.idiom.finditer(line)]
        if not holes:
            continue
        kept: list[Word] = []
        hole = False
        for word, at in zip(words, starts, strict=True):
            if any(a <= at < b for a, b in holes):
                hole = True
                continue
            gap = "," + word.gap if hole else word.gap
            kept.append(Word(word.text, word.cased, word.start, word.end, gap))
            hole = False
        words = kept
    return words


def _disguises(plain: str, language: str) -> Iterator[tuple[int, int]]:
    """Number words with signs for letters, `$ix`, or with letters masked, `f*rty`."""
    for chunk in re.finditer(r"\S+", plain):
        text = chunk.group()
        if len(text) > 100:
            continue
        if _DISGUISED.search(text):
            bare = re.sub(r"[^a-z]", "", text.rstrip("!?.,").translate(_SIGNS).lower())
            sense = sense_of(bare, language) if bare else None
            if _counts(sense):
                yield chunk.span()
        masked = text.strip("*_#?.,!\"'()").lower()
        if _MASKED.fullmatch(masked) and _unmasked(masked):
            yield chunk.span()


def _unmasked(masked: str) -> bool:
    holes = sum(not sign.isalpha() for sign in masked)
    if "_" in masked and holes == 1 and len(masked) < 5:
        return False
    if holes * 2 > len(masked) - holes:
        return False
    pattern = re.compile(translate(re.sub(r"[*#_?]", "?", masked)))
    return any(
        value > 1 and pattern.match(word)
        for tongue in TONGUES.values()
        for word, value in tongue.cardinals.items()
    )


def _hints(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
    """Phrases that name a number without a number word: "one below"."""
    line, starts = _line(words)
    for tongue in order(language):
        for match in tongue.hint.finditer(line):
            hit = [
                w for w, at in zip(words, starts, strict=True) if match.start() <= at < match.end()
            ]
            if hit:
                yield hit[0].start, hit[-1].end


def _spelled_out(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
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


def _broken_words(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
    """Number words in two or three pieces that are no words by themselves: `for ty`."""
    for size in (2, 3):
        for first in range(len(words) - size + 1):
            pieces = words[first : first + size]
            if any(p.apart or "'" in p.gap or len(p.gap) > 2 for p in pieces[1:]):
                continue
            if "'" in pieces[0].gap or any(p.text[0].isdigit() for p in pieces):
                continue
            texts = tuple(piece.text for piece in pieces)
            whole = "".join(texts)
            if not 3 < len(whole) < 30 or texts in _MET_BY_CHANCE:
                continue
            if any(_counts(sense_of(text, language)) for text in texts):
                continue  # found, or allowed, as a word of its own
            for tongue in order(language):
                value = tongue.cardinals.get(whole, tongue.ordinals.get(whole, 1) - 1)
                if value > 1 or whole in tongue.names:
                    yield pieces[0].start, pieces[-1].end


def _romans(words: list[Word]) -> Iterator[tuple[int, int]]:
    for index, word in enumerate(words):
        before = words[index - 1].text if index else ""
        if "'" in word.gap and len(word.text) < 3:
            continue
        if word.text in ("xx", "xxx") and word.cased == word.text:
            # Kisses, when they end a thank-you.
            if index == len(words) - 1 and before in _KISSED:
                continue
            yield word.start, word.end
        elif is_roman(word.cased, before):
            yield word.start, word.end


def _counts(sense: Sense | None) -> bool:
    """Whether a word by itself names a number that must not be said: "one" and "first" may be."""
    if sense is None:
        return False
    return sense.value > (2 if sense.kind is Kind.ORDINAL else 1)


def _number_words(words: list[Word], language: str) -> Iterator[tuple[int, int]]:
    """Number words and digits that do not merely count something."""
    index = 0
    while index < len(words):
        word = words[index]
        sense = sense_of(word.text, language)
        if sense is None or not (_counts(sense) or word.text.isdigit()):
            index += 1
            continue
        end, value, kind = _compound(words, index, sense)
        if kind is Kind.CARDINAL and digit_ordinal(words, index):
            kind = Kind.ORDINAL
            end += words[index + 1].gap == "" and words[index + 1].text.isalpha()
        if not _only_counts(words, index, end, Sense(kind, value), language):
            yield word.start, words[end - 1].end
        index = end


def _compound(words: list[Word], first: int, sense: Sense) -> tuple[int, int, Kind]:
    """The longest number that begins at ``first``: where it ends, its value and kind."""
    best = (first + 1, sense.value, sense.kind)
    links = {link for tongue in TONGUES.values() for link in tongue.links}
    glued = bare = words[first].text
    for end in range(first + 1, min(first + 6, len(words))):
        if words[end].apart or "." in words[end].gap:
            break
        glued += words[end].text
        bare += "" if words[end].text in links else words[end].text
        for tongue in TONGUES.values():
            for text in (glued, bare):
                if text in tongue.cardinals:
                    best = (end + 1, tongue.cardinals[text], Kind.CARDINAL)
                elif text in tongue.ordinals:
                    best = (end + 1, tongue.ordinals[text], Kind.ORDINAL)
                if words[end].text in links:
                    continue
                if tongue.glued.fullmatch(text) and end + 1 > best[0]:
                    best = (end + 1, 1000, Kind.CARDINAL)
    return best


def _only_counts(words: list[Word], first: int, end: int, sense: Sense, language: str) -> bool:
    """Whether the number of ``words[first:end]`` counts or orders what may be counted (T2)."""
    tongues = order(language)
    if sense.kind is Kind.NAME:
        return False
    before = words[first - 1].text if first and not words[first].apart else ""
    if sense.value <= _ROWS and any(before in tongue.places for tongue in tongues):
        return True
    following = _following(words, end)
    for at, word in enumerate(following):
        for tongue in tongues:
            if sense.kind is Kind.ORDINAL:
                if sense.value <= _FEW and word.text in tongue.ordered:
                    return True
                if at == 0 and sense.value <= _ROWS and word.text in tongue.positions:
                    return True
            else:
                if word.text in tongue.counted:
                    return True
                if sense.value <= _FEW and word.text in tongue.counted_few:
                    return True
                if sense.value == 1 and word.text in tongue.ordered | {"moment", "instant"}:
                    return True
        if not any(word.text in tongue.between for tongue in tongues):
            break
    return sense.kind is Kind.CARDINAL and _one_of_two(words, end, sense, language)


def _following(words: list[Word], end: int) -> list[Word]:
    """The few words after a number, up to a comma."""
    found: list[Word] = []
    for word in words[end : end + _REACH + 1]:
        if word.apart:
            break
        found.append(word)
    return found


def _one_of_two(words: list[Word], end: int, sense: Sense, language: str) -> bool:
    """Whether this number is the first of "two or three cards", small both of them."""
    if sense.value > _FEW or end >= len(words) or words[end].apart:
        return False
    other = end
    if any(words[end].text in tongue.choices for tongue in TONGUES.values()):
        other += 1
    elif words[end].gap.strip() not in ("-", "/"):
        return False
    if other >= len(words):
        return False
    second = sense_of(words[other].text, language)
    if second is None or second.kind is not Kind.CARDINAL or not sense.value < second.value <= _FEW:
        return False
    return _only_counts(words, other, other + 1, second, language)
