"""Which positions with commands or fires are sure to leave too many cards, compiled.

Every bound here leaves something out of account, never a way out: what it calls lost is lost.
Endgames are decided by a SAT solver; these bounds are for positions whose draw pile still has
cards. Of 153 of them, taken from the middle of games with commands or fires, beams of up to 4,096
decide 149 with the bounds of this module and of :mod:`ninetyeight.solver.covering`, 146 without
those of the latter, and 144 when only cards that find no row count as lost.
"""

from __future__ import annotations

from ninetyeight.fast.card_sets import (
    NO_CARDS,
    Cards,
    common,
    only,
    pop,
    size_of,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.layout import (
    COUNT,
    DRAWN,
    HANDS,
    KINDS,
    ROWS,
    SEAT,
    SKULL,
    THREE,
    UNLAID,
    Law,
)
from ninetyeight.fast.turn import Array, holds
from ninetyeight.solver.covering import AT_LAST, STRANDED, find_ways, hopeless_skulls, how_covered


@jit
def excluded(law: Law, sets: Array, nums: Array, reach: Array, spare: int, to_win: int) -> bool:
    """True when a position is sure to leave more than ``spare`` cards, or sure not to win."""
    lost = find_ways(law, sets, nums, reach)
    if size_of(lost) > spare:
        return True
    losing = doomed(law, sets, nums, reach, lost)
    if to_win != 0 and some(losing):
        return True
    if law.has_commands:
        # Whoever lays a doomed card loses at once: all but one of them stay.
        stay, allowed = together(lost, losing), spare + some(losing)
        how = how_covered(law, sets, nums, reach, stay, allowed)
        if how == STRANDED:
            return True
        if how == AT_LAST:  # this turn loses the game: what others hold stays
            others = without(sets[UNLAID], sets[HANDS + whole(nums[SEAT])])
            if to_win != 0 or size_of(others) > spare:
                return True
        last, never = hopeless_skulls(law, sets, reach, stay, allowed)
        if to_win != 0 and some(together(last, never)):
            return True
        lost = together(lost, never)
    # At most one of those that lose the game is laid.
    return bool(size_of(lost) + max(0, size_of(without(losing, lost)) - 1) > spare)


@jit
def doomed(law: Law, sets: Array, nums: Array, reach: Array, lost: Cards) -> Cards:
    """The cards that cannot be laid without losing at once, the draw pile being empty.

    A skull must be covered in its own turn by cards of its own hand (X2): on a row onto which it
    may still find its way, some card of the hand must be ahead of it or a step back, and not all of
    the hand may be skulls. A `three` needs a turn of exactly three cards (X3), so a hand that never
    has three again to lay is stuck with it.
    """
    found = NO_CARDS
    if not law.has_commands or nums[DRAWN] < law.deck_size:
        return found
    for seat in range(law.players):
        hand = without(sets[HANDS + seat], lost)
        skulls = common(hand, sets[KINDS + SKULL])
        open_skulls = skulls if skulls != hand else NO_CARDS
        while some(open_skulls):
            card, open_skulls = pop(open_skulls)
            for row in range(ROWS):
                if holds(reach[row], card) and some(common(hand, law.takes[row, card])):
                    skulls = without(skulls, only(card))
                    break
        found = together(found, skulls)
        hand = without(hand, skulls)
        held = size_of(hand)
        if held < 3:
            laid = whole(nums[COUNT]) if seat == nums[SEAT] else 3
            if laid >= 3 or laid + held < 3:
                found = together(found, common(hand, sets[KINDS + THREE]))
    return found
