"""Which positions with commands or fires are sure to leave too many cards, compiled.

Every bound here leaves something out of account, never a way out: what it calls lost is lost.
Endgames are decided by a SAT solver; these bounds are for positions whose draw pile still has
cards. Of 153 of them, taken from the middle of games with commands or fires, beams of up to 4,096
decide 149 with the bounds of this module and of :mod:`ninetyeight.solver.covering`, 146 without
those of the latter, and 144 when only cards that find no row count as lost.
"""

from __future__ import annotations

from ninetyeight.fast.compiled import Word, jit, ones, whole
from ninetyeight.fast.layout import (
    CARDS,
    COMMANDS,
    COUNT,
    DRAWN,
    HANDS,
    KINDS,
    PLAYERS,
    ROWS,
    SEAT,
    SKULL,
    THREE,
    UNLAID,
    Law,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit, lowest
from ninetyeight.solver.covering import (
    AT_LAST,
    STRANDED,
    find_ways,
    hopeless_skulls,
    how_covered,
)


@jit
def excluded(law: Law, sets: Array, nums: Array, reach: Array, spare: int, to_win: int) -> bool:
    """True when a position is sure to leave more than ``spare`` cards, or sure not to win."""
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    lost_lo, lost_hi = find_ways(law, sets, nums, reach)
    if ones(lost_lo) + ones(lost_hi) > spare:
        return True
    doomed_lo, doomed_hi = doomed(law, sets, nums, reach, lost_lo, lost_hi)
    if to_win != 0 and (doomed_lo | doomed_hi) != ZERO:
        return True
    if law.rule[COMMANDS] != 0:
        # Whoever lays a doomed card loses at once: all but one of them stay.
        stay_lo, stay_hi = lost_lo | doomed_lo, lost_hi | doomed_hi
        allowed = spare + ((doomed_lo | doomed_hi) != ZERO)
        how = how_covered(law, sets, nums, reach, stay_lo, stay_hi, allowed)
        if how == STRANDED:
            return True
        active = HANDS + whole(nums[SEAT])
        if how == AT_LAST:  # this turn loses the game: what others hold stays
            others = ones(lo & ~sets[active, 0]) + ones(hi & ~sets[active, 1])
            if to_win != 0 or others > spare:
                return True
        last_lo, last_hi, never_lo, never_hi = hopeless_skulls(
            law, sets, reach, stay_lo, stay_hi, allowed
        )
        if to_win != 0 and (last_lo | last_hi | never_lo | never_hi) != ZERO:
            return True
        lost_lo |= never_lo
        lost_hi |= never_hi
    # At most one of those that lose the game is laid.
    losing = ones(doomed_lo & ~lost_lo) + ones(doomed_hi & ~lost_hi)
    return bool(ones(lost_lo) + ones(lost_hi) + max(0, losing - 1) > spare)


@jit
def doomed(
    law: Law, sets: Array, nums: Array, reach: Array, lost_lo: Word, lost_hi: Word
) -> tuple[Word, Word]:
    """The cards that cannot be laid without losing at once, the draw pile being empty.

    A skull must be covered in its own turn by cards of its own hand (X2): on a row onto which it
    may still find its way, some card of the hand must be ahead of it or a step back, and not all of
    the hand may be skulls. A `three` needs a turn of exactly three cards (X3), so a hand that never
    has three again to lay is stuck with it.
    """
    doomed_lo = doomed_hi = ZERO
    if law.rule[COMMANDS] == 0 or nums[DRAWN] < law.rule[CARDS]:
        return doomed_lo, doomed_hi
    for seat in range(law.rule[PLAYERS]):
        lo, hi = sets[HANDS + seat, 0] & ~lost_lo, sets[HANDS + seat, 1] & ~lost_hi
        skull_lo, skull_hi = lo & sets[KINDS + SKULL, 0], hi & sets[KINDS + SKULL, 1]
        left_lo, left_hi = skull_lo, skull_hi
        if skull_lo == lo and skull_hi == hi:
            left_lo = left_hi = ZERO
        while (left_lo | left_hi) != ZERO:
            card = lowest(left_lo, left_hi)
            left_lo &= ~low_bit(card)
            left_hi &= ~high_bit(card)
            for row in range(ROWS):
                if (
                    holds(reach[row], card)
                    and ((lo & law.takes[row, card, 0]) | (hi & law.takes[row, card, 1])) != ZERO
                ):
                    skull_lo &= ~low_bit(card)
                    skull_hi &= ~high_bit(card)
                    break
        doomed_lo |= skull_lo
        doomed_hi |= skull_hi
        lo &= ~skull_lo
        hi &= ~skull_hi
        held = ones(lo) + ones(hi)
        if held < 3:
            laid = whole(nums[COUNT]) if seat == nums[SEAT] else 3
            if laid >= 3 or laid + held < 3:
                doomed_lo |= lo & sets[KINDS + THREE, 0]
                doomed_hi |= hi & sets[KINDS + THREE, 1]
    return doomed_lo, doomed_hi
