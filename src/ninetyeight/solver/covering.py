"""What skulls that are still to be laid rule out, compiled (X2).

A skull must be covered by its own seat in the turn in which it is laid. So the card after it on its
row comes from the same hand, and the row leaps: what it takes no longer must have been laid there
before, or find another row. Some skulls can be seen to cost too much whichever row and card are
chosen.
"""

from __future__ import annotations

from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole
from ninetyeight.fast.layout import (
    HANDS,
    KINDS,
    PLAYERS,
    ROWS,
    SEAT,
    SKULL,
    TOPS,
    UNLAID,
    UP,
    Law,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit, lowest
from ninetyeight.solver.plain_cost import onward, reachable

#: The row of ``reach`` after those of the rows: the cards that nobody has drawn yet.
UNDRAWN = ROWS

#: How a skull may still be laid: not at all, in the turn that loses the game, or as it should be.
STRANDED, AT_LAST, COVERED = range(3)


@jit
def ways(
    law: Law,
    sets: Array,
    reach: Array,
    lo: Word,
    hi: Word,
    row: int,
    top: int,
    next_lo: Word,
    next_hi: Word,
) -> tuple[Word, Word]:
    """Which of the cards ``lo``, ``hi`` may come to lie on ``row`` after ``top``, one of ``next``
    being the first of them.

    By the numbers alone, but for skulls: what follows on a skull is of the same hand.
    """
    # A skull that is not drawn yet may come into any hand: it is taken for a plain card.
    skull_lo = sets[KINDS + SKULL, 0] & ~reach[UNDRAWN, 0]
    skull_hi = sets[KINDS + SKULL, 1] & ~reach[UNDRAWN, 1]
    found_lo = lo & next_lo & law.takes[row, top, 0]
    found_hi = hi & next_hi & law.takes[row, top, 1]
    done_lo = done_hi = ZERO
    while True:
        before_lo, before_hi = found_lo, found_hi
        plain_lo, plain_hi = found_lo & ~skull_lo, found_hi & ~skull_hi
        if (plain_lo | plain_hi) != ZERO:
            on_lo, on_hi = onward(law, row, plain_lo, plain_hi)
            found_lo |= lo & on_lo
            found_hi |= hi & on_hi
        open_lo, open_hi = found_lo & skull_lo & ~done_lo, found_hi & skull_hi & ~done_hi
        if (open_lo | open_hi) != ZERO:
            done_lo |= open_lo
            done_hi |= open_hi
            for seat in range(HANDS, HANDS + law.rule[PLAYERS]):
                mine_lo, mine_hi = open_lo & sets[seat, 0], open_hi & sets[seat, 1]
                own_lo, own_hi = _own(sets, reach, seat)
                while (mine_lo | mine_hi) != ZERO:
                    card = lowest(mine_lo, mine_hi)
                    mine_lo &= ~low_bit(card)
                    mine_hi &= ~high_bit(card)
                    found_lo |= lo & own_lo & law.takes[row, card, 0]
                    found_hi |= hi & own_hi & law.takes[row, card, 1]
        if found_lo == before_lo and found_hi == before_hi:
            return found_lo, found_hi


@inlined
def _own(sets: Array, reach: Array, seat: int) -> tuple[Word, Word]:
    """The cards that a seat holds or may draw."""
    return sets[seat, 0] | reach[UNDRAWN, 0], sets[seat, 1] | reach[UNDRAWN, 1]


@jit
def find_ways(law: Law, sets: Array, nums: Array, reach: Array) -> tuple[Word, Word]:
    """Fill ``reach`` with what may come to lie on each row; return the cards that find none."""
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    reach[UNDRAWN, 0], reach[UNDRAWN, 1] = lo, hi
    for seat in range(HANDS, HANDS + law.rule[PLAYERS]):
        reach[UNDRAWN, 0] &= ~sets[seat, 0]
        reach[UNDRAWN, 1] &= ~sets[seat, 1]
    active = HANDS + whole(nums[SEAT])
    lost_lo, lost_hi = lo, hi
    for row in range(ROWS):
        top = whole(nums[TOPS + row])
        next_lo, next_hi = lo, hi
        if holds(sets[KINDS + SKULL], top):  # this turn must still cover it
            next_lo, next_hi = sets[active, 0], sets[active, 1]
        reach[row, 0], reach[row, 1] = ways(law, sets, reach, lo, hi, row, top, next_lo, next_hi)
        lost_lo &= ~reach[row, 0]
        lost_hi &= ~reach[row, 1]
    return lost_lo, lost_hi


@jit
def how_laid(
    law: Law,
    sets: Array,
    reach: Array,
    skull: int,
    row: int,
    own_lo: Word,
    own_hi: Word,
    before_lo: Word,
    before_hi: Word,
    stay_lo: Word,
    stay_hi: Word,
    spare: int,
) -> int:
    """How ``skull`` may be laid on ``row`` when no more than ``spare`` cards are to be left, to
    which the cards ``stay`` belong in any case.

    ``own`` are the cards that may cover it, ``before`` those that may be laid on the row first.
    """
    lo, hi = sets[UNLAID, 0] & ~low_bit(skull), sets[UNLAID, 1] & ~high_bit(skull)
    left_lo, left_hi = lo & ~before_lo, hi & ~before_hi
    for other in range(ROWS):
        if other != row:
            left_lo &= ~reach[other, 0]
            left_hi &= ~reach[other, 1]
    cover_lo = lo & own_lo & law.takes[row, skull, 0]
    cover_hi = hi & own_hi & law.takes[row, skull, 1]
    worst = STRANDED
    if ones(left_lo | stay_lo) + ones(left_hi | stay_hi) <= spare:
        if (cover_lo | cover_hi) != ZERO:
            return COVERED
        worst = AT_LAST
    while (cover_lo | cover_hi) != ZERO:
        card = lowest(cover_lo, cover_hi)
        one_lo, one_hi = low_bit(card), high_bit(card)
        cover_lo &= ~one_lo
        cover_hi &= ~one_hi
        next_lo, next_hi = lo, hi
        if holds(sets[KINDS + SKULL], card):
            next_lo, next_hi = own_lo, own_hi
        then_lo, then_hi = ways(
            law, sets, reach, lo & ~one_lo, hi & ~one_hi, row, card, next_lo, next_hi
        )
        gone_lo = left_lo & ~one_lo & ~then_lo
        gone_hi = left_hi & ~one_hi & ~then_hi
        if ones(gone_lo | stay_lo) + ones(gone_hi | stay_hi) <= spare:
            return COVERED
    return worst


@jit
def how_covered(
    law: Law, sets: Array, nums: Array, reach: Array, stay_lo: Word, stay_hi: Word, spare: int
) -> int:
    """How the skulls that the running turn has still to cover may be covered."""
    worst, active = COVERED, HANDS + whole(nums[SEAT])
    lo, hi = sets[active, 0], sets[active, 1]
    for row in range(ROWS):
        top = whole(nums[TOPS + row])
        if holds(sets[KINDS + SKULL], top):
            how = how_laid(law, sets, reach, top, row, lo, hi, ZERO, ZERO, stay_lo, stay_hi, spare)
            worst = min(worst, how)
    return worst


@jit
def hopeless_skulls(
    law: Law, sets: Array, reach: Array, stay_lo: Word, stay_hi: Word, spare: int
) -> tuple[Word, Word, Word, Word]:
    """The skulls in hands that can be laid only in the turn that loses the game, and those that
    cannot be laid at all, if no more than ``spare`` cards are to be left."""
    last_lo = last_hi = never_lo = never_hi = ZERO
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    for seat in range(HANDS, HANDS + law.rule[PLAYERS]):
        skull_lo = sets[seat, 0] & sets[KINDS + SKULL, 0]
        skull_hi = sets[seat, 1] & sets[KINDS + SKULL, 1]
        own_lo, own_hi = _own(sets, reach, seat)
        while (skull_lo | skull_hi) != ZERO:
            card = lowest(skull_lo, skull_hi)
            one_lo, one_hi = low_bit(card), high_bit(card)
            skull_lo &= ~one_lo
            skull_hi &= ~one_hi
            best = STRANDED
            for row in range(ROWS):
                if not holds(reach[row], card):
                    continue
                before_lo, before_hi = _towards(law, lo & ~one_lo, hi & ~one_hi, row, card)
                before_lo &= reach[row, 0]
                before_hi &= reach[row, 1]
                how = how_laid(
                    law,
                    sets,
                    reach,
                    card,
                    row,
                    own_lo,
                    own_hi,
                    before_lo,
                    before_hi,
                    stay_lo & ~one_lo,
                    stay_hi & ~one_hi,
                    spare,
                )
                best = max(best, how)
                if best == COVERED:
                    break
            if best == AT_LAST:
                last_lo |= one_lo
                last_hi |= one_hi
            elif best == STRANDED:
                never_lo |= one_lo
                never_hi |= one_hi
    return last_lo, last_hi, never_lo, never_hi


@inlined
def _towards(law: Law, lo: Word, hi: Word, row: int, card: int) -> tuple[Word, Word]:
    """Which of these cards may lie on ``row`` before ``card``: the way back from it is a way on a
    row of the other direction."""
    other = 0
    while law.rule[UP + other] == law.rule[UP + row]:
        other += 1
    return reachable(law, lo, hi, card << (7 * other), other)
