"""Which of two positions is at least as good as the other, compiled.

Compared are positions with the same hands, cards to draw, seat and cards laid in its turn. What
matters of a row is which of the cards not laid yet it would take, and what its visible card asks
for: once a card is laid on it, only that card matters. So a position is at least as good as another
if each of its rows takes all that a row of the other takes, and asks for nothing that it does not
ask for there: whatever wins there wins here, move by move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ninetyeight.fast.card_sets import Cards, common, only, some, together, without
from ninetyeight.fast.compiled import Word, inlined, jit, whole
from ninetyeight.fast.layout import ROWS, Law
from ninetyeight.fast.turn import ZERO, top_of

# What decides how a position goes on beside its hands, in one word (`Standing.word`): the tops,
# seven bits each, rows of one direction in order; and from these bits on the seat, how many cards
# its turn has laid as far as that matters, the minimum, the fires not due yet, whether a `three`
# was laid, and 1 + the row that `one_row` fixes.
SEAT_BITS, COUNT_BITS, MINIMUM_BITS, FRESH_BITS, THREE_BITS, BOUND_BITS = 28, 31, 35, 39, 43, 44
_TOPS = (1 << SEAT_BITS) - 1
#: The part of the word in which compared positions are the same.
TURN = np.uint64((1 << FRESH_BITS) - (1 << SEAT_BITS) + (1 << THREE_BITS))


class Standing(NamedTuple):
    """A position but for its hands.

    ``unlaid`` are the cards not laid yet, ``asking`` those that ask for something as long as they
    are visible. ``barred`` says that tricks are or may be forbidden.
    """

    word: Word
    unlaid: Cards
    asking: Cards
    barred: bool


@jit
def as_good(law: Law, known: Word, other: Word, standing: Standing) -> bool:
    """True when the position of the word ``known`` is at least as good as that of ``other``; the
    rest of both is told by ``standing``."""
    if known == other:
        return True
    bound = known >> np.uint64(BOUND_BITS)
    if bound != ZERO and bound != other >> np.uint64(BOUND_BITS):
        return False
    for row in range(ROWS):
        # The rows of its direction: how many, and the first one, whose tables hold for all. (An
        # edition with fewer rows has some that take nothing, and they come last.)
        first = mate = row
        rows = 0
        for each in range(ROWS):
            if law.ups[each] == law.ups[row]:
                rows += 1
                first = min(first, each)
                if each != row:
                    mate = each
        if _row_as_good(law, first, known, row, other, row, standing) and (
            rows != 2 or _row_as_good(law, first, known, mate, other, mate, standing)
        ):
            continue
        # The two rows of a direction may be exchanged, unless a `one_row` names them.
        if rows != 2 or bound != ZERO:
            return False
        if not _row_as_good(law, first, known, row, other, mate, standing):
            return False
        if not _row_as_good(law, first, known, mate, other, row, standing):
            return False
    return True


@inlined
def _row_as_good(
    law: Law, like: int, known: Word, row: int, other: Word, than: int, standing: Standing
) -> bool:
    """True when ``row`` of one position is at least as good as the row ``than`` of the other; both
    are such as the row ``like``."""
    top, top_there = top_of(whole(known) & _TOPS, row), top_of(whole(other) & _TOPS, than)
    if top == top_there:  # and if it burns, it must not be due earlier (F2)
        fresh = (known >> np.uint64(FRESH_BITS + row)) & np.uint64(1)
        fresh_there = (other >> np.uint64(FRESH_BITS + than)) & np.uint64(1)
        return bool(fresh >= fresh_there)
    if some(common(only(top), standing.asking)):
        return False
    worse = without(law.takes[like, top_there], law.takes[like, top])
    if standing.barred:  # X5: then a trick is no way to lay what the other row takes anyway
        worse = together(worse, without(law.ahead[like, top_there], law.ahead[like, top]))
    return not some(common(standing.unlaid, worse))
