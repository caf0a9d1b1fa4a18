"""What commands and fires cost a position beyond its numbers, compiled."""

from __future__ import annotations

import numpy as np

from ninetyeight.fast.compiled import jit, ones, whole
from ninetyeight.fast.layout import (
    ASKED,
    CARDS,
    COUNT,
    DRAW_ONE,
    DRAWN,
    HAND,
    HANDS,
    KINDS,
    NO_BACK,
    ONE_ROW,
    PLAYERS,
    ROWS,
    SEAT,
    SKULL,
    STOP,
    THREE,
    TOPS,
    UNLAID,
    Law,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit, lowest
from ninetyeight.solver.plain_cost import WEIGHTS as PLAIN_WEIGHTS

# Columns of the weights after those of a plain game: what it costs that a hand is short, that a
# `draw_one`, `one_row`, `no_back` or fire is visible, that a `three` is still to be laid, that a
# card can be seen to be dead, and that a skull is still to be laid which 0, 1, 2, 3 or 4 rows would
# take together with a card to cover it.
SHORT, HOLDING, BINDING, BARRING, BURNING, THREES, DEAD, SKULLS = range(7, 15)

WEIGHTS = np.array([*PLAIN_WEIGHTS, 1.0, 2.0, 0.4, 0.5, 1.0, 0.25, 33.0, 12.0, 2.0, 0.75, 0.5, 0.5])


@jit
def duty_cost(law: Law, weights: Array, sets: Array, nums: Array, card: int, row: int) -> float:
    """What commands and fires cost beyond the numbers once ``card`` lies on ``row``: a guess."""
    total = 0.0
    for other in range(ROWS):
        top = card if other == row else whole(nums[TOPS + other])
        total += weights[HOLDING] * holds(sets[KINDS + DRAW_ONE], top)
        total += weights[BINDING] * holds(sets[KINDS + ONE_ROW], top)
        total += weights[BARRING] * holds(sets[KINDS + NO_BACK], top)
        total += weights[BURNING] * holds(law.fires, top)
    unlaid_lo, unlaid_hi = sets[UNLAID, 0] & ~low_bit(card), sets[UNLAID, 1] & ~high_bit(card)
    skull_lo, skull_hi = unlaid_lo & sets[KINDS + SKULL, 0], unlaid_hi & sets[KINDS + SKULL, 1]
    three_lo, three_hi = unlaid_lo & sets[KINDS + THREE, 0], unlaid_hi & sets[KINDS + THREE, 1]
    open_lo, open_hi = skull_lo, skull_hi
    while (open_lo | open_hi) != ZERO:
        skull = lowest(open_lo, open_hi)
        open_lo &= ~low_bit(skull)
        open_hi &= ~high_bit(skull)
        coverable = 0
        for other in range(ROWS):
            top = card if other == row else whole(nums[TOPS + other])
            if holds(law.takes[other, top], skull):
                cover_lo = unlaid_lo & law.takes[other, skull, 0]
                cover_hi = unlaid_hi & law.takes[other, skull, 1]
                coverable += (cover_lo | cover_hi) != ZERO
        total += weights[SKULLS + coverable]
    total += weights[THREES] * (ones(three_lo) + ones(three_hi))
    drawing = nums[DRAWN] < law.rule[CARDS]
    for seat in range(law.rule[PLAYERS]):
        lo, hi = sets[HANDS + seat, 0] & unlaid_lo, sets[HANDS + seat, 1] & unlaid_hi
        held = ones(lo) + ones(hi)
        active = seat == nums[SEAT]
        if drawing:
            missing = law.rule[HAND] - held
            if active:
                missing -= whole(nums[COUNT]) + 1
            total += weights[SHORT] * missing * missing
            if not active and held < law.rule[ASKED]:  # X12r: only a stop can save this seat
                stop = (lo & sets[KINDS + STOP, 0]) | (hi & sets[KINDS + STOP, 1])
                total += weights[DEAD] if stop == ZERO else weights[SHORT]
            continue
        full = held + whole(nums[COUNT]) + 1 if active else held
        skulls = ones(lo & skull_lo) + ones(hi & skull_hi)
        if skulls > 0 and skulls == held:
            total += weights[DEAD] * skulls  # X2: nothing is left to cover the last of them
        if full < 3:
            total += weights[DEAD] * (ones(lo & three_lo) + ones(hi & three_hi))  # X3
    return float(total)
