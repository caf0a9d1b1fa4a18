"""What a position is worth to the search, compiled, and whether it can be won at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, zeros_above, zeros_below
from ninetyeight.fast.layout import ROWS, STEP, UP, Law
from ninetyeight.fast.turn import ZERO, top_of

# Columns of the figures, float64: what a card costs that 0, 1, 2 or 3 rows would take, and what a
# trick is worth for each card it would win back.
NONE, ONE, TWO, THREE, TRICK = range(5)

FIGURES = np.array([16.5, 2.1, 0.25, 0.08, 0.1])
#: The same, then what commands and fires cost; see :mod:`ninetyeight.solver.duty_beam`.
DUTY_FIGURES = np.array([16.5, 2.1, 0.25, 0.08, 0.1, 1.0, 1.0, 0.5, 0.5, 0.5])


@inlined
def cost(law: Law, figures: NDArray[np.float64], lo: Word, hi: Word, tops: int) -> float:
    """How bad it is that the cards ``lo``, ``hi`` are still to be laid on ``tops``."""
    # Cards that 0, 1, 2, 3 or 4 rows would take: a binary counter in three sets.
    one_lo = two_lo = four_lo = ZERO
    one_hi = two_hi = four_hi = ZERO
    total = 0.0
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
        if (back_lo | back_hi) != ZERO:
            rule = law.rule
            far = top - rule[STEP] if rule[UP + row] != 0 else top + rule[STEP]
            regained = ones(lo & law.ahead[row, far, 0] & ~ahead_lo) + ones(
                hi & law.ahead[row, far, 1] & ~ahead_hi
            )
            total -= figures[TRICK] * regained
    three = ones(one_lo & two_lo) + ones(one_hi & two_hi)
    two = ones(two_lo & ~one_lo) + ones(two_hi & ~one_hi)
    one = ones(one_lo & ~two_lo) + ones(one_hi & ~two_hi)
    none = ones(lo & ~(one_lo | two_lo | four_lo)) + ones(hi & ~(one_hi | two_hi | four_hi))
    total += figures[NONE] * none + figures[ONE] * one + figures[TWO] * two + figures[THREE] * three
    return float(total)


@jit
def winnable(law: Law, lo: Word, hi: Word, tops: int) -> bool:
    """False when one of these cards can find no row any more, whatever is laid before it.

    For each row all cards that may come to lie there by any chain of the others are collected:
    those ahead of a card of the chain, and those a step back from one (B3, B4). Who holds them, and
    all that commands and fires forbid, is left out of account; so what is missing is truly lost.
    """
    step = np.uint64(law.rule[STEP])
    missing_lo, missing_hi = lo, hi
    for row in range(ROWS):
        top = top_of(tops, row)
        found_lo, found_hi = lo & law.takes[row, top, 0], hi & law.takes[row, top, 1]
        if (found_lo | found_hi) == ZERO:
            continue
        while True:
            if law.rule[UP + row] != 0:
                first = zeros_below(found_lo) if found_lo != ZERO else 64 + zeros_below(found_hi)
            else:
                first = (
                    127 - zeros_above(found_hi) if found_hi != ZERO else 63 - zeros_above(found_lo)
                )
            found_lo |= lo & law.ahead[row, first, 0]
            found_hi |= hi & law.ahead[row, first, 1]
            if law.rule[UP + row] != 0:
                back_lo = (found_lo >> step) | (found_hi << (np.uint64(64) - step))
                back_hi = found_hi >> step
            else:
                back_hi = (found_hi << step) | (found_lo >> (np.uint64(64) - step))
                back_lo = found_lo << step
            back_lo &= lo & ~found_lo
            back_hi &= hi & ~found_hi
            if (back_lo | back_hi) == ZERO:
                break
            found_lo |= back_lo
            found_hi |= back_hi
        missing_lo &= ~found_lo
        missing_hi &= ~found_hi
        if (missing_lo | missing_hi) == ZERO:
            return True
    return bool((missing_lo | missing_hi) == ZERO)
