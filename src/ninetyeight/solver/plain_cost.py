"""What a position costs by its numbers alone, and which cards are lost in it, compiled."""

from __future__ import annotations

import numpy as np

from ninetyeight.fast.compiled import Word, inlined, jit, ones, zeros_above
from ninetyeight.fast.layout import HIGH, LOW, ROWS, STEP, UP, Law
from ninetyeight.fast.turn import ZERO, Array, lowest, top_of

# Columns of the weights, float64: what a card costs that 0, 1, 2 or 3 rows would take; what a trick
# is worth for each card it would win back; how much more all that counts for cards in hands; what a
# card in a hand is worth that could be laid next without losing much.
NONE, ONE, TWO, THREE, TRICK, HELD, NEAR = range(7)
#: A card so little ahead of a row loses not much.
_STEP_ON = 5

WEIGHTS = np.array([16.5, 2.1, 0.25, 0.08, 0.1, 1.0, 0.45])


@inlined
def _worth(lo: Word, hi: Word, held_lo: Word, held_hi: Word, held: float) -> float:
    """How many cards these are, those in hands counted ``held`` more."""
    both = ones(lo) + ones(hi)
    return both + held * (ones(lo & held_lo) + ones(hi & held_hi))


@inlined
def cost(
    law: Law, weights: Array, lo: Word, hi: Word, held_lo: Word, held_hi: Word, tops: int
) -> float:
    """How bad it is that the cards ``lo``, ``hi``, some of them in hands, are to be laid on
    ``tops``."""
    # Cards that 0, 1, 2, 3 or 4 rows would take: a binary counter in three sets.
    one_lo = two_lo = four_lo = near_lo = ZERO
    one_hi = two_hi = four_hi = near_hi = ZERO
    total = 0.0
    rule, held = law.rule, weights[HELD]
    for row in range(ROWS):
        top = top_of(tops, row)
        ahead_lo, ahead_hi = law.ahead[row, top, 0], law.ahead[row, top, 1]
        back_lo, back_hi = lo & law.back[row, top, 0], hi & law.back[row, top, 1]
        takes_lo, takes_hi = (lo & ahead_lo) | back_lo, (hi & ahead_hi) | back_hi
        carry_lo, carry_hi = one_lo & takes_lo, one_hi & takes_hi
        one_lo ^= takes_lo
        one_hi ^= takes_hi
        four_lo |= two_lo & carry_lo
        four_hi |= two_hi & carry_hi
        two_lo ^= carry_lo
        two_hi ^= carry_hi
        up = rule[UP + row] != 0
        if (back_lo | back_hi) != ZERO:
            far = top - rule[STEP] if up else top + rule[STEP]
            regained_lo = lo & law.ahead[row, far, 0] & ~ahead_lo
            regained_hi = hi & law.ahead[row, far, 1] & ~ahead_hi
            total -= weights[TRICK] * _worth(regained_lo, regained_hi, held_lo, held_hi, held)
        on = min(top + _STEP_ON, rule[HIGH] + 1) if up else max(top - _STEP_ON, rule[LOW] - 1)
        near_lo |= takes_lo & ~law.ahead[row, on, 0]
        near_hi |= takes_hi & ~law.ahead[row, on, 1]
    none_lo, none_hi = lo & ~(one_lo | two_lo | four_lo), hi & ~(one_hi | two_hi | four_hi)
    total += weights[NONE] * _worth(none_lo, none_hi, held_lo, held_hi, held)
    total += weights[ONE] * _worth(one_lo & ~two_lo, one_hi & ~two_hi, held_lo, held_hi, held)
    total += weights[TWO] * _worth(two_lo & ~one_lo, two_hi & ~one_hi, held_lo, held_hi, held)
    total += weights[THREE] * _worth(one_lo & two_lo, one_hi & two_hi, held_lo, held_hi, held)
    total -= weights[NEAR] * (ones(near_lo & held_lo) + ones(near_hi & held_hi))
    return float(total)


@jit
def lost(law: Law, lo: Word, hi: Word, tops: int) -> tuple[Word, Word]:
    """Those of these cards that can find no row any more, whatever is laid before them.

    Who holds them, and all that commands and fires forbid, is left out of account; so what is lost
    is truly lost.
    """
    missing_lo, missing_hi = lo, hi
    for row in range(ROWS):
        way_lo, way_hi = reachable(law, lo, hi, tops, row)
        missing_lo &= ~way_lo
        missing_hi &= ~way_hi
        if (missing_lo | missing_hi) == ZERO:
            break
    return missing_lo, missing_hi


@jit
def reachable(law: Law, lo: Word, hi: Word, tops: int, row: int) -> tuple[Word, Word]:
    """Which of these cards may come to lie on ``row`` by any chain of the others: those ahead of a
    card of the chain, and those a step back from one (B3, B4)."""
    top = top_of(tops, row)
    found_lo, found_hi = lo & law.takes[row, top, 0], hi & law.takes[row, top, 1]
    while (found_lo | found_hi) != ZERO:
        on_lo, on_hi = onward(law, row, found_lo, found_hi)
        on_lo &= lo & ~found_lo
        on_hi &= hi & ~found_hi
        if (on_lo | on_hi) == ZERO:
            break
        found_lo |= on_lo
        found_hi |= on_hi
    return found_lo, found_hi


@inlined
def onward(law: Law, row: int, lo: Word, hi: Word) -> tuple[Word, Word]:
    """What ``row`` takes on one of these cards, of which there are some: what is ahead of the first
    of them, and what is a step back from any (B3, B4)."""
    step = np.uint64(law.rule[STEP])
    rest = np.uint64(64) - step
    if law.rule[UP + row] != 0:
        first = lowest(lo, hi)
        back_lo, back_hi = (lo >> step) | (hi << rest), hi >> step
    else:
        above = zeros_above(hi)
        first = 127 - above if above < 64 else 63 - zeros_above(lo)
        back_lo, back_hi = lo << step, (hi << step) | (lo >> rest)
    return back_lo | law.ahead[row, first, 0], back_hi | law.ahead[row, first, 1]
