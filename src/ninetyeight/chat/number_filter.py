"""Does a message name a number? Words are read, harmless counts set aside, the rest is found.

The steps: plain letters, words, names of commands and idioms out, disguises, number words, and
for every number word whether it names a row or only counts cards, rows, turns or the like (T1,
T2). Each looks at a bounded stretch around a word, so that time grows as the message does.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, takewhile

from ninetyeight.chat.disguise import broken_words, disguises, spelled_out
from ninetyeight.chat.letters import plain_letters
from ninetyeight.chat.names import (
    PLACES,
    NamedRow,
    TableWords,
    commands_named,
    row_at,
    row_numeral,
    seat_at,
    table_of,
)
from ninetyeight.chat.reading import (
    EVERY,
    LINKS,
    MANY,
    TONGUES,
    Kind,
    Sense,
    Word,
    line_of,
    number_at,
    phrase_of,
    read,
    sense_of,
)
from ninetyeight.chat.roman import is_roman
from ninetyeight.chat.tongue import words as listed

#: Up to here people count players, tries and days, and put things in order.
_FEW = 10
#: Beyond a few minutes people speak of fifteen or twenty: this many at a time.
_ROUND = 5
#: How many words may stand between a number and what it counts.
_REACH = 2
#: The rows of every published edition.
_FOUR_ROWS = ("U1", "U2", "D1", "D2")

#: A text without end is read piece by piece, so that the time it takes grows only as it does.
_PIECE = re.compile(r".{1,2000}(?:\s|$)|.{1,2000}", re.DOTALL)

#: Hearts, thumbs and letters for sounds: digits that are none.
_HARMLESS = re.compile(
    r"(?<!\S)(?:<3+|:\+1:|gr8|m8|l8r|w8|h8|b4|4u|2day|2nite|2moro|2morrow|4ever)(?![\w%])"
    r"|\b100 ?%",
    re.IGNORECASE,
)
#: Two or three kisses may follow these.
_KISSED = listed("thanks thx love bye cheers gg merci danke all everyone bisous night")

_IDIOM = phrase_of(EVERY.idioms)
_HINT = phrase_of(EVERY.hints)
_PLACED = PLACES | EVERY.positions
_SINGLE = EVERY.ordered | PLACES | {"moment", "instant"}


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number in a message: the place where it stands, in plain letters."""

    text: str


def find_number(
    text: str, language: str, *, rows: tuple[str, ...] = _FOUR_ROWS, commands: bool = False
) -> FoundNumber | None:
    """The first number that ``text`` names at a table of that language, or None.

    ``rows`` are the names of the table's rows, which may be told, and ``commands`` says whether
    commands are in force, which may be named then (T1, T3).

    >>> find_number("one moment, I have two cards for row two, or U1", "en")
    >>> find_number("mine is one below that", "en")
    FoundNumber(text='one below')
    >>> find_number("I hold exactly three", "en", commands=True)
    """
    if language not in TONGUES:
        raise ValueError(
            f"no number words in language {language!r}; there are {', '.join(TONGUES)}"
        )
    table = table_of(rows, commands)
    found = (_find(piece.group(), language, table) for piece in _PIECE.finditer(text))
    return next((one for one in found if one is not None), None)


def _find(text: str, language: str, table: TableWords) -> FoundNumber | None:
    plain = _HARMLESS.sub(" , ", plain_letters(text))
    words = read(plain)
    if table.commands:
        words = commands_named(words, plain)
    words = _without_idioms(words)
    spans = chain(
        disguises(plain, language),
        _hints(words),
        spelled_out(words, language),
        broken_words(words, language),
        _romans(words, table),
        _number_words(words, language, table),
    )
    span = next(spans, None)
    return None if span is None else FoundNumber(plain[slice(*span)].strip())


def _without_idioms(words: list[Word]) -> list[Word]:
    """The words less those of idioms, with a mark that nothing joins across the hole."""
    line, starts = line_of(words)
    kept: list[Word] = []
    after = 0
    for match in _IDIOM.finditer(line):
        first, end = bisect_left(starts, match.start()), bisect_left(starts, match.end())
        kept += _after_hole(words, after, first)
        after = end
    return kept + _after_hole(words, after, len(words))


def _after_hole(words: list[Word], first: int, end: int) -> list[Word]:
    """The words from ``first`` on, behind the hole that ends there, if it is not the beginning."""
    if not 0 < first < end:
        return words[first:end]
    word = words[first]
    return [word._replace(gap="," + word.gap, apart=True), *words[first + 1 : end]]


def _hints(words: list[Word]) -> Iterator[tuple[int, int]]:
    """Phrases that name a number without a number word: "one below"."""
    line, starts = line_of(words)
    for match in _HINT.finditer(line):
        hit = words[bisect_left(starts, match.start()) : bisect_left(starts, match.end())]
        if hit:
            yield hit[0].start, hit[-1].end


def _romans(words: list[Word], table: TableWords) -> Iterator[tuple[int, int]]:
    for index, word in enumerate(words):
        before = words[index - 1].text if index else ""
        if "'" in word.gap and len(word.text) < 3:
            continue
        if word.text in ("xx", "xxx") and word.cased == word.text:
            # Kisses, when they end a thank-you.
            if index == len(words) - 1 and before in _KISSED:
                continue
            yield word.start, word.end
        elif is_roman(word.cased, before) and not row_numeral(words, index, table):
            yield word.start, word.end


def _number_words(words: list[Word], language: str, table: TableWords) -> Iterator[tuple[int, int]]:
    """Number words and digits that name no row and do not merely count something."""
    index = 0
    row: NamedRow | None = None  # that was named last
    while index < len(words):
        word = words[index]
        sense = sense_of(word.text, language)
        if sense is None:
            index += 1
            continue
        told = sense.counts or word.text.isdigit()
        end, number = number_at(words, index, sense) if told else (index + 1, sense)
        told = told and (number.counts or end == index + 1)  # "2nd" is as harmless as "second"
        named = None
        if number.kind is Kind.CARDINAL or end == index + 1:  # "row 3." may end a sentence
            named = row_at(words, index, end, number.value, table, row)
            if named is None and number.value == MANY:  # "rows three and four" are no number
                named = row_at(words, index, index + 1, sense.value, table, row)
                end = index + 1 if named else end
        row = named or row
        if told and named is None and not _only_counts(words, index, end, number, language, table):
            yield word.start, words[end - 1].end
        index = end


def _only_counts(
    words: list[Word], first: int, end: int, number: Sense, language: str, table: TableWords
) -> bool:
    """Whether the number of ``words[first:end]`` counts or orders what may be counted (T2)."""
    if number.kind is Kind.NAME:
        return False
    few, ordinal = number.value <= _FEW, number.kind is Kind.ORDINAL
    for word in _following(words, end):
        text = word.text
        if few and text in table.commands:
            return True
        if ordinal and few and text in EVERY.ordered:
            return True
        if ordinal and number.value <= len(table.rows) and text in _PLACED:
            return True
        if not ordinal and (text in EVERY.counted or (few and text in EVERY.counted_few)):
            return True
        if not ordinal and text in EVERY.spans and (few or number.value % _ROUND == 0):
            return True
        if not ordinal and number.value == 1 and text in _SINGLE:
            return True
        if text not in EVERY.between:
            break
    return (
        seat_at(words, first, end, number)
        or _times_commands(words, first, end, number, table)
        or _one_of_two(words, end, number, language, table)
    )


def _following(words: list[Word], end: int) -> Iterator[Word]:
    """The few words after a number, up to a comma."""
    return takewhile(lambda word: not word.apart, words[end : end + _REACH + 1])


def _times_commands(
    words: list[Word], first: int, end: int, number: Sense, table: TableWords
) -> bool:
    """Whether the number says how many of a command there are: "stop x2" (T3)."""
    if not first or number.value > _FEW or words[first].apart:
        return False
    before = words[first - 1]
    if before.text == "x" and first > 1 and not before.apart:
        return words[first - 2].text in table.commands
    times = "×" in words[first].gap or (end < len(words) and words[end].text == "x")
    return times and before.text in table.commands


def _one_of_two(
    words: list[Word], end: int, number: Sense, language: str, table: TableWords
) -> bool:
    """Whether this number is the first of "two or three cards", both of them small."""
    if number.value > _FEW or end >= len(words) or words[end].apart:
        return False
    other = end
    ordinal = number.kind is Kind.ORDINAL
    if words[end].text in EVERY.choices or (ordinal and words[end].text in LINKS):
        other += 1
    elif words[end].gap.strip() not in ("-", "/"):
        return False
    if other >= len(words):
        return False
    sense = sense_of(words[other].text, language)
    if sense is None or sense.kind is Kind.NAME:
        return False
    last, second = number_at(words, other, sense)
    if second.kind is not number.kind or not number.value < second.value <= _FEW:
        return False
    return _only_counts(words, other, last, second, language, table)
