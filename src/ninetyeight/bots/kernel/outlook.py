"""What a position is worth to the planner, compiled: the cost of :mod:`ninetyeight.bots.position`.

Within one turn only the cards of one hand move. So for each top that a row can get, everything the
cost asks for is worked out once: a table of *entries*, one for each own card on each row and one
for each row as it stands. Two rows that go the same way share the entries of own cards, unless
markers tell them apart. A position is four entries and the cards still held, weighed in vector
instructions (:mod:`ninetyeight.bots.kernel.simd`); sets of own cards are eight bytes in one word
(SWAR). Costs are whole numbers, so that the order of sums does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.figures import (
    BACK,
    EARLY,
    NEAR5,
    NEAR11,
    OUT,
    OWN,
    ROOM,
    ROOTS,
    TERMS,
    TRICK,
)
from ninetyeight.bots.kernel.simd import HEAVIEST, rows_of_lanes, weigh
from ninetyeight.fast.compiled import Word, inlined, ones, whole
from ninetyeight.fast.layout import NUMBERS, ROWS, Law
from ninetyeight.fast.turn import ONE, ZERO, lowest, top_of

#: The longest hand that an entry has room for.
LONGEST_PLANNED = 8

#: The entry of the first row as it stands; before it come those of own cards, row by row.
STANDING = ROWS * LONGEST_PLANNED
ENTRIES = STANDING + ROWS
#: All rows as they stand, one byte each.
AS_IT_STANDS = sum((STANDING + row) << (8 * row) for row in range(ROWS))

# Lanes of an entry: unseen cards that the row takes, own cards that it takes, own cards near by,
# the own card of the trick. Own cards are one bit each, lowest card first.
_UNSEEN, _TAKES, _NEAR5, _NEAR11, _BACK = 0, 4, 5, 6, 7

# Where the parts of `Outlook.moves` begin, by bits: own cards ahead, those that need not
# be tried on a row further back, the own card of the trick, and how far the top is ahead.
AHEAD, SHADED, TRICK_CARD, DEPTH = 0, 8, 16, 24

# Columns of `Outlook.sights`, sets of two words: the cards that a row takes on a top, the card of
# the trick, and the cards ahead once the trick was played.
_TAKEN, _TRICK, _REGAINED = 0, 2, 4

# A hand is also one word of eight bytes, a card each. Numbers are below 128, so the highest bit of
# a byte is free to answer a question about its card, and all eight are answered at once.
_EACH: Word = np.uint64(0x0101010101010101)
_ANSWER: Word = np.uint64(0x8080808080808080)
#: A product that brings the eight answers together in the highest byte.
_GATHER: Word = np.uint64(0x0002040810204081)


class Outlook(NamedTuple):
    """Working memory for the cost of positions in one turn."""

    figures: NDArray[np.int64]
    entries: NDArray[np.uint64]
    weights: NDArray[np.int32]
    #: Minus what a row with that entry is worth by itself.
    worths: NDArray[np.int64]
    #: What may be laid on a row with that entry.
    moves: NDArray[np.int64]
    #: For each row the own cards that, laid there, can be followed by the trick with another one.
    begins: NDArray[np.int64]
    cards: NDArray[np.int64]
    terms: NDArray[np.int64]
    #: For each top of a descending row, then of an ascending one, the sets of cards above.
    sights: NDArray[np.uint64]
    #: For each row the entry of the first own card, and the first row that has the same entries.
    bases: NDArray[np.int64]
    leads: NDArray[np.int64]


def new_outlook(law: Law, figures: NDArray[np.int64], *, apart: bool) -> Outlook:
    """Fresh working memory for a planner with these figures; ``apart`` if no rows share entries."""
    if np.abs(figures[: 2 * TERMS]).max() > HEAVIEST:
        raise ValueError(f"the kernel's planner has no room for terms above {HEAVIEST}")
    bases = [LONGEST_PLANNED * (row if apart else 1 - up) for row, up in enumerate(law.ups)]
    return Outlook(
        figures,
        rows_of_lanes(ENTRIES, np.uint64),
        rows_of_lanes(4, np.int32),
        np.zeros(ENTRIES, np.int64),
        np.zeros(ENTRIES, np.int64),
        np.zeros(ROWS, np.int64),
        np.zeros(LONGEST_PLANNED, np.int64),
        np.zeros(TERMS + 1, np.int64),
        _sights(law),
        np.array(bases, np.int64),
        np.array([bases.index(base) for base in bases], np.int64),
    )


def _sights(law: Law) -> NDArray[np.uint64]:
    sights = np.zeros((2, NUMBERS, 8), np.uint64)
    for row in range(ROWS):
        if law.ahead[row].any():
            up = law.ups[row]
            far = np.arange(NUMBERS) - (law.step if up else -law.step)
            sights[up, :, _TAKEN : _TAKEN + 2] = law.takes[row]
            sights[up, :, _TRICK : _TRICK + 2] = law.back[row]
            regained = law.ahead[row, far.clip(0, NUMBERS - 1)]
            sights[up, :, _REGAINED : _REGAINED + 2] = regained
    return sights.reshape(2 * NUMBERS, 8)


@inlined
def _gathered(answers: Word) -> int:
    """The own cards, one bit each, for which the answer is yes."""
    return whole((answers * _GATHER) >> np.uint64(56))


@inlined
def _enter(
    law: Law,
    outlook: Outlook,
    entry: int,
    row: int,
    top: int,
    own: Word,
    asked: Word,
    out_lo: Word,
    out_hi: Word,
) -> bool:
    """Everything about a row with one top. ``own`` is the hand, a byte each, and ``asked`` has the
    place of the answer of each of its cards. Branch-free: the branches would be
    unpredictable. True when the trick can be played there with an own card."""
    terms = outlook.terms
    words, sight = outlook.entries[entry], outlook.sights[law.ups[row] * NUMBERS + top]
    up = law.ups[row] != 0
    takes_lo, takes_hi = out_lo & sight[_TAKEN], out_hi & sight[_TAKEN + 1]
    room = ones(takes_lo) + ones(takes_hi)
    hope = ((out_lo & sight[_TRICK]) | (out_hi & sight[_TRICK + 1])) != ZERO
    regained = ones(out_lo & sight[_REGAINED]) + ones(out_hi & sight[_REGAINED + 1]) + 1 - room
    # How far each own card lies ahead, and 128: what is not ahead of the top stays below that.
    tops = np.uint64(top) * _EACH
    gaps = (own | _ANSWER) - tops if up else (tops | _ANSWER) - own
    forward, steps = gaps & asked, gaps & ~_ANSWER
    on = (steps + np.uint64(127) * _EACH) & forward
    ahead = _gathered(on)
    near5 = _gathered(on & ~(steps + np.uint64(127 - 5) * _EACH))
    near11 = _gathered(on & ~(steps + np.uint64(127 - 11) * _EACH))
    # B4: exactly a step back; the byte of that card becomes zero, of which this is the test.
    other = gaps ^ (np.uint64(max(0, 128 - law.step)) * _EACH)
    exact = ~(((other & ~_ANSWER) + ~_ANSWER) | other) & asked
    back = _gathered(exact) if law.low <= top <= law.high else 0
    words[0] = takes_lo
    words[1] = takes_hi
    words[2] = np.uint64((ahead | back) | ((near5 | back) << 32))
    words[3] = np.uint64((near11 | back) | (back << 32))
    worth = (outlook.figures[ROOTS + room + ones(on)] * terms[ROOM]) >> 10
    worth += hope * (terms[TRICK] * regained)
    outlook.worths[entry] = -worth
    shaded = 0 if hope or back != 0 else ahead
    depth = top if up else -top
    outlook.moves[entry] = (
        (ahead << AHEAD) | (shaded << SHADED) | (back << TRICK_CARD) | (depth << DEPTH)
    )
    return back != 0


@inlined
def look(
    law: Law, outlook: Outlook, lo: Word, hi: Word, tops: int, out_lo: Word, out_hi: Word
) -> int:
    """Fill the table for a hand over ``tops``, ``out`` being the unseen cards; cards in hand."""
    figures, terms, weights, cards = outlook.figures, outlook.terms, outlook.weights, outlook.cards
    unseen = ones(out_lo) + ones(out_hi)
    for term in range(TERMS):
        early, late = figures[EARLY + term], figures[term]
        terms[term] = late + (((early - late) * unseen) >> 7)
    for rows in range(4):
        # A card that so many rows take costs so much less than with one row fewer.
        less = 0 if rows == 3 else terms[OUT + rows + 1]
        for lane in range(_UNSEEN, _TAKES):
            weights[rows, lane] = less - terms[OUT + rows]
        less = 0 if rows == 3 else terms[OWN + rows + 1]
        weights[rows, _TAKES] = less - terms[OWN + rows]
    weights[0, _NEAR5] = -terms[NEAR5]
    weights[0, _NEAR11] = -terms[NEAR11]
    weights[0, _BACK] = -terms[BACK]
    held, own, asked = 0, ZERO, ZERO
    rest_lo, rest_hi = lo, hi
    while (rest_lo | rest_hi) != ZERO:
        card = lowest(rest_lo, rest_hi)
        rest_hi &= rest_hi - ONE if rest_lo == ZERO else ~ZERO
        rest_lo &= rest_lo - ONE
        cards[held] = card
        own |= np.uint64(card) << np.uint64(8 * held)
        asked |= np.uint64(128) << np.uint64(8 * held)
        held += 1
    for row in range(ROWS):
        top = top_of(tops, row)
        _enter(law, outlook, STANDING + row, row, top, own, asked, out_lo, out_hi)
        base, lead = outlook.bases[row], outlook.leads[row]
        if lead == row:
            begins = 0
            for at in range(held):
                card = cards[at]
                trick = _enter(law, outlook, base + at, row, card, own, asked, out_lo, out_hi)
                begins |= trick << at
            outlook.begins[row] = begins
        outlook.begins[row] = outlook.begins[lead]
    return held


@inlined
def heed(law: Law, outlook: Outlook, held: int, row: int, weight: int, lo: Word, hi: Word) -> None:
    """Raise the cost of moving a row that a teammate has marked: by ``weight`` for each card of the
    set, one of which the teammate has, that the row would not take any more (T8r)."""
    for at in range(held):
        takes = law.takes[row, outlook.cards[at]]
        lost = ones(lo & ~takes[0]) + ones(hi & ~takes[1])
        outlook.worths[outlook.bases[row] + at] += weight * lost


@inlined
def cost(outlook: Outlook, key: int) -> tuple[int, int]:
    """What it costs to leave the rows at the entries in the lower four bytes of ``key`` with the
    own cards of the fifth, less what it would cost if no row took any card; and how many own
    cards can be laid by the trick."""
    one, two, three, four = key & 255, (key >> 8) & 255, (key >> 16) & 255, (key >> 24) & 255
    worths = outlook.worths
    weight, tricks = weigh(
        outlook.entries, outlook.weights, one, two, three, four, (key >> 32) & 255
    )
    return weight + worths[one] + worths[two] + worths[three] + worths[four], tricks
