"""Numbers that are only names: of the table's rows (T1) and of commands in force (T3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ninetyeight.chat.reading import (
    EVERY,
    LINKS,
    TONGUES,
    Kind,
    Sense,
    Word,
    line_of,
    phrase_of,
)

#: Stands for the name of a command in force; no message has such a word.
COMMAND = "=command"

#: What rows are called.
PLACES = EVERY.many_places | EVERY.places
#: So many people sit at a table at most.
_MOST_SEATS = 6
_AND_OR = LINKS | EVERY.choices
_COMMAND_NAME = phrase_of(EVERY.command_names)
_VALUE = re.compile(phrase_of(EVERY.values).pattern + " $")
_MEASURE = phrase_of(EVERY.measures)
#: What "3!" is printed on.
_CARD = frozenset(["card", "cards", "karte", "karten", "carte", "cartes"])
#: "It is 3!" tells a number and is glad of it.
_IS = frozenset(["is", "s", "was", "at", "est", "ist", "war", "bei", "auf", "to"])
_THREE = frozenset(["3", *(w for t in TONGUES.values() for w, n in t.cardinals.items() if n == 3)])
_ROMANS = ("i", "ii", "iii", "iv")
#: Words that join rows only after "rows": "rows one to three".
_UNTIL = frozenset(["to", "bis", "a"])
#: Signs that make a number of a number.
_SUMS = frozenset("-+*/=<>~^@")
#: How many letters back a value may be announced.
_BACK = 40
#: How many words may measure from a number.
_AHEAD = 3


@dataclass(frozen=True)
class TableWords:
    """What of a table's rules tells names from numbers."""

    #: Each row's name in small letters and its number: ("u", 1).
    rows: tuple[tuple[str, int], ...]
    #: Words that may be counted and ordered because commands are in force.
    commands: frozenset[str]


@lru_cache
def table_of(rows: tuple[str, ...], commands: bool) -> TableWords:
    """The table with those row names, with commands in force or without."""
    parts = [re.fullmatch(r"(\D*)(\d*)", row.lower()) for row in rows]
    words = EVERY.commands | {COMMAND} if commands else frozenset[str]()
    return TableWords(tuple((name[1], int(name[2] or 0)) for name in parts if name), words)


def commands_named(words: list[Word], plain: str) -> list[Word]:
    """The words with one that stands for each name of a command with a number inside (T3)."""
    line, starts = line_of(words)
    spans = [
        match.span() for match in _COMMAND_NAME.finditer(line) if not _is_value(line, *match.span())
    ]
    spans += [
        (at, at + len(word.text))
        for index, (word, at) in enumerate(zip(words, starts, strict=True))
        if word.text in _THREE
        and _has_sign(words, index, plain)
        and not _is_value(line, at, at + len(word.text))
    ]
    spans.sort(reverse=True)
    found: list[Word] = []
    for word, at in zip(words, starts, strict=True):
        while spans and spans[-1][1] <= at:
            spans.pop()
        if not spans or at < spans[-1][0]:
            found.append(word)
        elif found and found[-1].text == COMMAND and at > spans[-1][0]:
            found[-1] = found[-1]._replace(end=word.end)
        else:
            found.append(word._replace(text=COMMAND, cased=COMMAND))
    return found


def _is_value(line: str, start: int, end: int) -> bool:
    """Whether what looks like a name is a value: "my card is exactly three", "three lower"."""
    before = line[max(0, start - _BACK) : start]
    return bool(_VALUE.search(before) or _MEASURE.match(line, end + 1))


def _has_sign(words: list[Word], index: int, plain: str) -> bool:
    """Whether the three at ``index`` is written as on its card: "3!", "three!-card"."""
    word = words[index]
    sign = plain[word.end : word.end + 3].lstrip()
    if not sign.startswith("!") or sign.startswith("!!"):
        return False
    before = {other.text for other in words[max(0, index - 1) : index]}
    after = {other.text for other in words[index + 1 : index + 2]}
    if (before | after) & _CARD:
        return True
    return word.text == "3" and plain[word.end] == "!" and not before & _IS


class NamedRow(NamedTuple):
    """A row that a message names by its number."""

    #: Where the number ends.
    end: int
    #: Whether the word before it is "rows", so that more may follow.
    several: bool


def row_at(
    words: list[Word], first: int, end: int, value: int, table: TableWords, last: NamedRow | None
) -> NamedRow | None:
    """The row whose number is ``words[first:end]``: "row two", "U1", "rows one and two" (T1).

    ``last`` is the row that was named before it.
    """
    if first == 0 or value < 1 or _is_glued(words, end, table):
        return None
    # "U1 down" is a row that goes down, "row one down" may be a step.
    if words[first].gap != "" and _is_measured(words, end):
        return None
    if value <= len(table.rows):
        if last is not None and _joins_rows(words, last, first):
            return NamedRow(end, last.several)
        place = _place_before(words, first)
        if place is not None:
            return NamedRow(end, place in EVERY.many_places)
    before, gap = words[first - 1], words[first].gap
    joined = last is not None and last.end == first - 1  # "U1D2"
    whole = "'" not in before.gap and (before.gap != "" or first == 1 or joined)
    if (before.text, value) in table.rows and whole and (gap in "-." or gap.isspace()):
        return NamedRow(end, several=False)
    return None


def seat_at(words: list[Word], first: int, end: int, number: Sense) -> bool:
    """Whether ``words[first:end]`` is the number of a seat: "player two" (T1)."""
    if first == 0 or number.kind is not Kind.CARDINAL or number.value > _MOST_SEATS:
        return False
    beside = words[first].gap == "-" or words[first].gap.isspace()
    return beside and words[first - 1].text in EVERY.seats and not _is_measured(words, end)


def row_numeral(words: list[Word], index: int, table: TableWords) -> bool:
    """Whether the roman numeral at ``index`` is that of a row: "row II"."""
    known = _ROMANS[: len(table.rows)]
    return words[index].text in known and _place_before(words, index) is not None


def _is_glued(words: list[Word], end: int, table: TableWords) -> bool:
    """Whether letters that are no row's follow the number at once: `d1x` is no row."""
    if end >= len(words) or words[end].gap != "":
        return False
    after = words[end + 1].text if end + 1 < len(words) and words[end + 1].gap == "" else ""
    return not after.isdigit() or (words[end].text, int(after[:4])) not in table.rows


def _place_before(words: list[Word], first: int) -> str | None:
    """The word for a row that stands before its number: "row", "row number"."""
    at = first
    while at and not words[at].apart and (words[at].gap == "-" or not _SUMS & {*words[at].gap}):
        at -= 1
        if words[at].text in PLACES:
            return words[at].text
        if words[at].text not in EVERY.numbered:
            break
    return None


def _is_measured(words: list[Word], end: int) -> bool:
    """Whether the number before ``end`` measures from another: "two below"."""
    following = takewhile(lambda word: not word.apart, words[end : end + _AHEAD])
    return _MEASURE.match(" ".join(word.text for word in following)) is not None


def _joins_rows(words: list[Word], last: NamedRow, first: int) -> bool:
    """Whether what stands between a row and ``first`` joins two rows.

    "And", "or" or a stroke do so after any row, a comma or a dash only after "rows".
    """
    signs = "".join(word.gap for word in words[last.end : first + 1]).replace(" ", "")
    if first == last.end:
        return signs != "" and set(signs) <= set(",/&+-" if last.several else "/&")
    if first > last.end + 1 or words[last.end].text not in _AND_OR:
        return False
    if last.several:
        return signs in ("", ",")
    return signs == "" and words[last.end].text not in _UNTIL
