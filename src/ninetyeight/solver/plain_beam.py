"""The beam search of games without commands and fires, compiled; positions are Zobrist-hashed.

Every level of the beam has laid one card more than the one before. A position stands right after a
lay: its turn may go on, or be ended if enough cards lie. So each position leads to all lays of the
seat whose turn it is and, where it may end its turn, to all lays of the seat after it. What may be
laid is asked of the kernel's tables (B3, B4), whether a turn can be completed of `can_lay` (B8).

Without commands and fires all that matters of a turn is how many cards are still owed, and rows of
the same direction are alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.card_sets import (
    NO_CARDS,
    common,
    only,
    pop,
    put,
    size_of,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.completion import can_lay
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.game import draw, minimum, seat_after
from ninetyeight.fast.layout import ROWS, SEATS, Law
from ninetyeight.fast.turn import Array, top_of, with_top
from ninetyeight.solver.beam import (
    AMOUNT,
    CURSOR,
    LEVEL,
    OVER,
    RUNNING,
    SPARE,
    VICTORY,
    WINNER,
    WINNING_MOVE,
    Beam,
    alike_before,
    copy,
    empty_beam,
    in_order,
    mark,
    next_level,
)
from ninetyeight.solver.dominance import Standing
from ninetyeight.solver.plain_cost import WEIGHTS, cost, lost
from ninetyeight.solver.successors import DROPPED, ENDED, LIMIT, is_needless, take

__all__ = ["UNLAID", "WEIGHTS", "advance", "new_beam"]

# Columns of a position's numbers, int64.
TOPS, SEAT, OWED, DRAWN = range(4)
NUMBERS_KEPT = 4
# The sets of a position: the hands, then all cards not laid.
UNLAID = SEATS


def new_beam(width: int, levels: int) -> Beam:
    """Room for a beam of ``width`` over ``levels`` cards."""
    return empty_beam(width, levels, SEATS + 1, NUMBERS_KEPT, np.int64)


@jit
def advance(law: Law, deck: Array, weights: NDArray[np.float64], beam: Beam, budget: int) -> int:
    """Go on with the search until it is over or some ``budget`` of positions is used up."""
    figures = beam.figures
    while budget > 0:
        if figures[CURSOR] == figures[AMOUNT]:
            _settle(law, deck, beam)
            if figures[AMOUNT] == 0:
                return OVER
        budget -= 1
        if _expand(law, deck, weights, beam, figures[CURSOR]):
            return VICTORY
        figures[CURSOR] += 1
    return RUNNING


@jit
def _settle(law: Law, deck: Array, beam: Beam) -> None:
    """Make the best successors the next level; a level without any leaves the old one as it is."""
    count = next_level(beam)
    level = beam.figures[LEVEL]
    here = level & 1
    for at in range(count):
        move = whole(beam.moves[level, at])
        if move & ENDED != 0:
            _end(law, deck, beam, here, at)
        sets, nums = beam.sets[here, at], beam.nums[here, at]
        card, row = (move & (ENDED - 1)) >> 2, move & 3
        seat = nums[SEAT]
        for place in (seat, UNLAID):
            put(without(sets[place], only(card)), sets[place])
        mark(beam, here, at, seat, only(card))
        nums[TOPS] = with_top(nums[TOPS], row, card)
        nums[OWED] = max(0, nums[OWED] - 1)


@jit
def _end(law: Law, deck: Array, beam: Beam, here: int, at: int) -> None:
    """End the turn: draw, and the next seat with cards begins (B6, B7, B7r)."""
    sets, nums = beam.sets[here, at], beam.nums[here, at]
    seat = nums[SEAT]
    held = sets[seat, 0], sets[seat, 1]
    nums[DRAWN] = draw(law, deck, sets, seat, nums[DRAWN], law.hand_size - size_of(held))
    mark(beam, here, at, seat, without(sets[seat], held))
    nums[SEAT] = seat_after(law, sets, seat)
    nums[OWED] = minimum(law, nums[DRAWN])


@jit
def _expand(law: Law, deck: Array, weights: NDArray[np.float64], beam: Beam, at: int) -> bool:
    """Offer every position after one more lay; True when one of them has won."""
    here = beam.figures[LEVEL] & 1
    sets, nums, prints = beam.sets[here, at], beam.nums[here, at], beam.prints[here, at]
    if _lays(law, weights, beam, at, sets, nums, prints, 0):
        return True
    if nums[OWED] > 0:
        return False
    # The end of the turn, tried in the last place of the other level, which is free until it is
    # settled.
    spare = len(beam.nums[0]) - 1
    then_sets, then_nums = beam.sets[1 - here, spare], beam.nums[1 - here, spare]
    then_prints = beam.prints[1 - here, spare]
    copy(beam, here, at, 1 - here, spare)
    _end(law, deck, beam, 1 - here, spare)
    return _lays(law, weights, beam, at, then_sets, then_nums, then_prints, ENDED)


@jit
def _lays(
    law: Law,
    weights: NDArray[np.float64],
    beam: Beam,
    parent: int,
    sets: Array,
    nums: Array,
    prints: Array,
    ended: int,
) -> bool:
    successors = beam.successors
    tops, seat = nums[TOPS], nums[SEAT]
    hand, left = sets[seat], size_of(sets[UNLAID])
    in_hands = NO_CARDS
    for other in range(law.players):
        in_hands = together(in_hands, sets[other])
    owed = max(0, nums[OWED] - 1)
    if left == size_of(hand):
        owed = min(owed, left - 1)  # B8: laying the last cards of all wins
    for row in range(ROWS):
        top = top_of(tops, row)
        if alike_before(law, tops, row):
            continue
        fitting = common(hand, law.takes[row, top])
        while some(fitting):
            card, fitting = pop(fitting)
            move = card * ROWS + row + ended
            if left == 1:
                beam.figures[WINNER] = parent
                beam.figures[WINNING_MOVE] = move
                return True
            then = with_top(tops, row, card)
            rest = without(sets[UNLAID], only(card))
            price = cost(law, weights, rest, without(in_hands, only(card)), then)
            if price > successors.limit[LIMIT]:
                successors.figures[DROPPED] += 1
                continue
            lo, hi = without(hand, only(card))
            if owed > 0 and not can_lay(law.takes, lo, hi, then, owed):
                continue
            turn = np.uint64(seat | (owed << 4))
            first = prints[0] ^ beam.marks[seat, card, 0] ^ mixed(turn)
            second = prints[1] ^ beam.marks[seat, card, 1] ^ mixed(~turn)
            standing = Standing(np.uint64(in_order(law, then)[0]), rest, NO_CARDS, False)
            if is_needless(law, successors, first, second, standing):
                continue
            spare = beam.figures[SPARE]
            if spare >= 0 and size_of(lost(law, rest, then)) > spare:
                continue
            take(law, successors, price, first, second, standing, parent, move)
    return False
