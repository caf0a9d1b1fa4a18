"""What a position costs by its numbers alone, and which cards are lost in it, compiled."""

from __future__ import annotations

import numpy as np

from ninetyeight.fast.card_sets import (
    NO_CARDS,
    AnyCards,
    Cards,
    common,
    differing,
    size_of,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import inlined, jit
from ninetyeight.fast.layout import ROWS, Law
from ninetyeight.fast.turn import Array, highest, lowest, top_of

# Columns of the weights, float64: what a card costs that 0, 1, 2 or 3 rows would take; what a trick
# is worth for each card it would win back; how much more all that counts for cards in hands; what a
# card in a hand is worth that could be laid next without losing much.
NONE, ONE, TWO, THREE, TRICK, HELD, NEAR = range(7)
#: A card so little ahead of a row loses not much.
_STEP_ON = 5

WEIGHTS = np.array([16.5, 2.1, 0.25, 0.08, 0.1, 1.0, 0.45])


@inlined
def _worth(cards: Cards, in_hands: Cards, held: float) -> float:
    """How many cards these are, those in hands counted ``held`` more."""
    return size_of(cards) + held * size_of(common(cards, in_hands))


@inlined
def cost(law: Law, weights: Array, cards: Cards, in_hands: Cards, tops: int) -> float:
    """How bad it is that ``cards``, some of them in hands, are to be laid on ``tops``."""
    # Cards that 0, 1, 2, 3 or 4 rows would take: a binary counter in three sets.
    one = two = four = near = NO_CARDS
    total, held = 0.0, weights[HELD]
    for row in range(ROWS):
        top = top_of(tops, row)
        ahead = law.ahead[row, top]
        back = common(cards, law.back[row, top])
        takes = together(common(cards, ahead), back)
        carry = common(one, takes)
        one = differing(one, takes)
        four = together(four, common(two, carry))
        two = differing(two, carry)
        up = law.ups[row] != 0
        if some(back):
            far = top - law.step if up else top + law.step
            regained = without(common(cards, law.ahead[row, far]), ahead)
            total -= weights[TRICK] * _worth(regained, in_hands, held)
        on = min(top + _STEP_ON, law.high + 1) if up else max(top - _STEP_ON, law.low - 1)
        near = together(near, without(takes, law.ahead[row, on]))
    none = without(cards, together(one, together(two, four)))
    total += weights[NONE] * _worth(none, in_hands, held)
    total += weights[ONE] * _worth(without(one, two), in_hands, held)
    total += weights[TWO] * _worth(without(two, one), in_hands, held)
    total += weights[THREE] * _worth(common(one, two), in_hands, held)
    total -= weights[NEAR] * size_of(common(near, in_hands))
    return float(total)


@jit
def lost(law: Law, cards: AnyCards, tops: int) -> Cards:
    """Those of these cards that can find no row any more, whatever is laid before them.

    Who holds them, and all that commands and fires forbid, is left out of account; so what is lost
    is truly lost.
    """
    missing = cards[0], cards[1]
    for row in range(ROWS):
        missing = without(missing, reachable(law, cards, tops, row))
        if not some(missing):
            break
    return missing


@jit
def reachable(law: Law, cards: AnyCards, tops: int, row: int) -> Cards:
    """Which of these cards may come to lie on ``row`` by any chain of the others: those ahead of a
    card of the chain, and those a step back from one (B3, B4)."""
    found = common(cards, law.takes[row, top_of(tops, row)])
    while some(found):
        on = without(common(onward(law, row, found), cards), found)
        if not some(on):
            break
        found = together(found, on)
    return found


@inlined
def onward(law: Law, row: int, cards: Cards) -> Cards:
    """What ``row`` takes on one of these cards, of which there are some: what is ahead of the first
    of them, and what is a step back from any (B3, B4)."""
    lo, hi = cards
    step = np.uint64(law.step)
    rest = np.uint64(64) - step
    if law.ups[row] != 0:
        first = lowest(lo, hi)
        back = (lo >> step) | (hi << rest), hi >> step
    else:
        first = highest(lo, hi)
        back = lo << step, (hi << step) | (lo >> rest)
    return together(back, law.ahead[row, first])
