"""What a position is worth to the planner, compiled: the cost of :mod:`ninetyeight.bots.position`.

Within one turn only the cards of one hand move. So for each row and each card that can come to lie
on top of it, everything the cost asks for is worked out once: an :class:`Outlook` is that table. A
position is then four places in it and the cards still held, and its cost a few dozen operations.
The sums are made in the same order as in the bot, so that the costs are the same to the last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, zeros_below
from ninetyeight.fast.layout import HIGH, LONGEST, LOW, ROWS, STEP, UP, Law
from ninetyeight.fast.turn import ZERO, high_bit, low_bit, top_of

#: Places that a row's top can have in a turn: where it stands now, and each card of the hand.
PLACES = LONGEST + 1

# Columns of `Outlook.words`: sets of unseen cards.
_LO, _HI = 0, 1
# Columns of `Outlook.table`; sets of own cards are one bit for each card of the hand.
_TAKES, _UNSEEN, _BACK, BACK_OWN, _REGAINED, _REGAINED_OWN, _NEAR5, _NEAR11 = range(8)
AHEAD, TOP = 8, 9
_COLUMNS = 10

# Columns of a planner's figures, float64[FIGURES]: what it fears and hopes for.
OUT, OWN, TRICK, EXTRA, EXTRA_LATE, NEAR5, NEAR11, ROOM, BEAM = 0, 4, 8, 9, 10, 11, 12, 13, 14
LASTING, HELD, FIRE = 15, 22, 29
FIGURES = 30

_ROOTS = np.sqrt(np.arange(1024, dtype=np.float64))


class Outlook(NamedTuple):
    """Working memory for the cost of positions in one turn."""

    words: NDArray[np.uint64]
    table: NDArray[np.int64]
    cards: NDArray[np.int64]
    rooms: NDArray[np.float64]


def new_outlook(figures: NDArray[np.float64]) -> Outlook:
    """Fresh working memory for a planner with these figures."""
    return Outlook(
        np.zeros((ROWS, PLACES, 2), np.uint64),
        np.zeros((ROWS, PLACES, _COLUMNS), np.int64),
        np.zeros(LONGEST, np.int64),
        figures[ROOM] * _ROOTS,
    )


@jit
def look(
    law: Law, outlook: Outlook, lo: Word, hi: Word, tops: int, out_lo: Word, out_hi: Word
) -> int:
    """Fill the table for a hand over ``tops``, ``out`` being the unseen cards; cards in hand."""
    held = 0
    while (lo | hi) != ZERO:
        card = zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)
        lo &= ~low_bit(card)
        hi &= ~high_bit(card)
        outlook.cards[held] = card
        held += 1
    for row in range(ROWS):
        below = 0
        while below < held and outlook.cards[below] < top_of(tops, row):
            below += 1
        _look_at(law, outlook, held, row, 0, top_of(tops, row), below, below, out_lo, out_hi)
        for at in range(held):
            card = outlook.cards[at]
            _look_at(law, outlook, held, row, at + 1, card, at, at + 1, out_lo, out_hi)
    return held


@inlined
def _look_at(
    law: Law,
    outlook: Outlook,
    held: int,
    row: int,
    place: int,
    top: int,
    below: int,
    above: int,
    out_lo: Word,
    out_hi: Word,
) -> None:
    """Everything about one row with one top; own cards up to ``below`` are lower than it, those
    from ``above`` on higher."""
    cards, entry, words = outlook.cards, outlook.table[row, place], outlook.words[row, place]
    rule, step = law.rule, law.rule[STEP]
    lo, hi = law.takes[row, top, 0], law.takes[row, top, 1]
    words[_LO] = out_lo & lo
    words[_HI] = out_hi & hi
    entry[_UNSEEN] = ones(words[_LO]) + ones(words[_HI])
    entry[TOP] = top
    entry[_BACK] = ((out_lo & law.back[row, top, 0]) | (out_hi & law.back[row, top, 1])) != ZERO
    ahead = back = regained = near5 = near11 = 0
    unseen_regained = 0
    up = rule[UP + row] != 0
    exists = place > 0 or top > 0 or up  # a row that the edition does not have shows 0
    if exists:
        ahead = ((1 << held) - 1) & ~((1 << above) - 1) if up else (1 << below) - 1
        at = above if up else below - 1
        onward = 1 if up else -1
        while 0 <= at < held and (cards[at] - top) * onward <= 11:
            near11 |= 1 << at
            near5 |= ((cards[at] - top) * onward <= 5) << at
            at += onward
        if rule[LOW] <= top <= rule[HIGH]:
            at = below - 1 if up else above
            while 0 <= at < held and (top - cards[at]) * onward <= step:
                if (top - cards[at]) * onward == step:
                    back = 1 << at
                else:
                    regained |= 1 << at
                at -= onward
            far = max(top - step, rule[LOW] - 1) if up else min(top + step, rule[HIGH] + 1)
            unseen_regained = ones(
                out_lo & law.ahead[row, far, 0] & ~law.ahead[row, top, 0]
            ) + ones(out_hi & law.ahead[row, far, 1] & ~law.ahead[row, top, 1])
    entry[_TAKES] = ahead | back
    entry[AHEAD] = ahead
    entry[BACK_OWN] = back
    entry[_REGAINED] = unseen_regained
    entry[_REGAINED_OWN] = regained
    entry[_NEAR5] = near5 | back
    entry[_NEAR11] = near11 | back


@inlined
def cost(
    outlook: Outlook, figures: NDArray[np.float64], places: int, mask: int, unseen: int
) -> float:
    """What it costs to leave the rows at ``places``, four bits each, with the cards of ``mask``.

    ``unseen`` is how many cards are unseen.
    """
    table, words = outlook.table, outlook.words
    total = 0.0
    # Cards that 0, 1, 2, 3 or 4 rows would take: a binary counter in three sets, for unseen cards
    # in two words and for own cards in one.
    one_lo = two_lo = four_lo = ZERO
    one_hi = two_hi = four_hi = ZERO
    one = two = four = near5 = near11 = 0
    for row in range(ROWS):
        place = (places >> (4 * row)) & 15
        lo, hi = words[row, place, _LO], words[row, place, _HI]
        takes = table[row, place, _TAKES]
        carry_lo, carry_hi, carry = one_lo & lo, one_hi & hi, one & takes
        one_lo ^= lo
        one_hi ^= hi
        one ^= takes
        four_lo |= two_lo & carry_lo
        four_hi |= two_hi & carry_hi
        four |= two & carry
        two_lo ^= carry_lo
        two_hi ^= carry_hi
        two ^= carry
        near5 |= table[row, place, _NEAR5]
        near11 |= table[row, place, _NEAR11]
        total -= outlook.rooms[table[row, place, _UNSEEN] + ones(np.uint64(takes & mask))]
        # Without a trick to hope for this takes away nothing, which is quicker than to ask.
        hope = (table[row, place, _BACK] | (table[row, place, BACK_OWN] & mask)) != 0
        regained = ones(np.uint64(table[row, place, _REGAINED_OWN] & mask))
        total -= figures[TRICK] * (hope * (table[row, place, _REGAINED] + regained))
    three = ones(one_lo & two_lo & ~four_lo) + ones(one_hi & two_hi & ~four_hi)
    just_two = ones(two_lo & ~one_lo & ~four_lo) + ones(two_hi & ~one_hi & ~four_hi)
    just_one = ones(one_lo & ~two_lo & ~four_lo) + ones(one_hi & ~two_hi & ~four_hi)
    none = unseen - three - just_two - just_one - ones(four_lo) - ones(four_hi)
    total += (
        figures[OUT] * none
        + figures[OUT + 1] * just_one
        + figures[OUT + 2] * just_two
        + figures[OUT + 3] * three
    )
    some = mask & ~four
    total += (
        figures[OWN] * ones(np.uint64(some & ~(one | two)))
        + figures[OWN + 1] * ones(np.uint64(some & one & ~two))
        + figures[OWN + 2] * ones(np.uint64(some & two & ~one))
        + figures[OWN + 3] * ones(np.uint64(some & one & two))
        - figures[NEAR5] * ones(np.uint64(mask & near5))
        - figures[NEAR11] * ones(np.uint64(mask & near11))
    )
    return float(total)
