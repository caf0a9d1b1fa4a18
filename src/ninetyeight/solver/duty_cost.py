"""What commands and fires cost a position beyond its numbers, compiled."""

from __future__ import annotations

import numpy as np

from ninetyeight.fast import layout
from ninetyeight.fast.card_sets import common, only, pop, size_of, some, without
from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.layout import ROWS, Law
from ninetyeight.fast.turn import Array, holds
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
        top = card if other == row else whole(nums[layout.TOPS + other])
        total += weights[HOLDING] * holds(sets[layout.KINDS + layout.DRAW_ONE], top)
        total += weights[BINDING] * holds(sets[layout.KINDS + layout.ONE_ROW], top)
        total += weights[BARRING] * holds(sets[layout.KINDS + layout.NO_BACK], top)
        total += weights[BURNING] * holds(law.fires, top)
    unlaid = without(sets[layout.UNLAID], only(card))
    skulls, threes = (
        common(unlaid, sets[layout.KINDS + layout.SKULL]),
        common(unlaid, sets[layout.KINDS + layout.THREE]),
    )
    rest = skulls
    while some(rest):
        skull, rest = pop(rest)
        coverable = 0
        for other in range(ROWS):
            top = card if other == row else whole(nums[layout.TOPS + other])
            if holds(law.takes[other, top], skull):
                coverable += some(common(unlaid, law.takes[other, skull]))
        total += weights[SKULLS + coverable]
    total += weights[THREES] * size_of(threes)
    drawing = nums[layout.DRAWN] < law.deck_size
    for seat in range(law.players):
        hand = common(sets[layout.HANDS + seat], unlaid)
        held = size_of(hand)
        active = seat == nums[layout.SEAT]
        if drawing:
            missing = law.hand_size - held
            if active:
                missing -= whole(nums[layout.COUNT]) + 1
            total += weights[SHORT] * missing * missing
            if not active and held < law.minimum:  # X12r: only a stop can save this seat
                stopping = some(common(hand, sets[layout.KINDS + layout.STOP]))
                total += weights[SHORT] if stopping else weights[DEAD]
            continue
        full = held + whole(nums[layout.COUNT]) + 1 if active else held
        own_skulls = size_of(common(hand, skulls))
        if own_skulls > 0 and own_skulls == held:
            total += weights[DEAD] * own_skulls  # X2: nothing is left to cover the last of them
        if full < 3:
            total += weights[DEAD] * size_of(common(hand, threes))  # X3
    return float(total)
