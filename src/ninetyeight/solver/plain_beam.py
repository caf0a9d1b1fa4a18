"""The beam search of games without commands and fires, compiled.

Every level of the beam has laid one card more than the one before. A position stands right after a
lay: its turn may go on, or be ended if enough cards lie. So each position leads to all lays of the
seat whose turn it is and, where it may end its turn, to all lays of the seat after it. What may be
laid is asked of the kernel's tables (B3, B4), whether a turn can be completed of `can_lay` (B8).

Without commands and fires all that matters of a turn is how many cards are still owed, and rows of
the same direction are alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import inlined, jit, ones, whole
from ninetyeight.fast.completion import can_lay
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.layout import ASKED, CARDS, HAND, NUMBERS, PLAYERS, ROWS, SEATS, UP, Law
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit, lowest, top_of, with_top
from ninetyeight.solver.dominance import Standing
from ninetyeight.solver.outlook import WEIGHTS, cost, lost
from ninetyeight.solver.pool import (
    DROPPED,
    ENDED,
    LIMIT,
    SIZE,
    Pool,
    clear,
    is_needless,
    new_pool,
    put_in_order,
    take,
    thin_out,
)
from ninetyeight.solver.progress import (
    AMOUNT,
    CURSOR,
    FIGURES,
    LEVEL,
    LOSER,
    OVER,
    RUNNING,
    SPARE,
    TO_WIN,
    WINNER,
    WINNING_MOVE,
    WON,
)

__all__ = ["UNLAID", "WEIGHTS", "Beam", "advance", "begin", "new_beam"]

# Columns of a position's numbers, int64.
TOPS, SEAT, OWED, DRAWN = range(4)
NUMBERS_KEPT = 4
# The sets of a position: the hands, then all cards not laid.
UNLAID = SEATS


class Beam(NamedTuple):
    """Two levels of positions, the candidates for the next one, and how all came about.

    ``sets`` and ``nums`` hold the levels by turns; ``prints`` the fingerprints of the hands.
    """

    sets: NDArray[np.uint64]
    nums: NDArray[np.int64]
    prints: NDArray[np.uint64]
    parents: NDArray[np.int32]
    moves: NDArray[np.int16]
    figures: NDArray[np.int64]
    marks: NDArray[np.uint64]
    pool: Pool


def new_beam(width: int, levels: int) -> Beam:
    """Room for a beam of ``width`` over ``levels`` cards."""
    room = max(width, SEATS)
    rng = np.random.default_rng(98)
    return Beam(
        np.empty((2, room, SEATS + 1, 2), np.uint64),
        np.empty((2, room, NUMBERS_KEPT), np.int64),
        np.empty((2, room, 2), np.uint64),
        np.empty((levels + 1, room), np.int32),
        np.empty((levels + 1, room), np.int16),
        np.zeros(FIGURES, np.int64),
        rng.integers(0, 2**64, (SEATS, NUMBERS, 2), np.uint64),
        new_pool(width),
    )


@jit
def begin(beam: Beam, count: int, spare: int, to_win: int) -> None:
    """Start from the ``count`` positions that were put into the first level."""
    figures = beam.figures
    figures[LEVEL] = 0
    figures[AMOUNT] = count
    figures[CURSOR] = 0
    figures[SPARE] = spare
    figures[TO_WIN] = to_win
    figures[LOSER] = -1  # a lay that loses never gains a card here: the turn could be completed
    clear(beam.pool)
    beam.pool.figures[DROPPED] = 0
    for at in range(count):
        first = second = ZERO
        for seat in range(SEATS):
            lo, hi = beam.sets[0, at, seat, 0], beam.sets[0, at, seat, 1]
            while (lo | hi) != ZERO:
                card = lowest(lo, hi)
                lo &= ~low_bit(card)
                hi &= ~high_bit(card)
                first ^= beam.marks[seat, card, 0]
                second ^= beam.marks[seat, card, 1]
        beam.prints[0, at, 0] = first
        beam.prints[0, at, 1] = second


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
            return WON
        figures[CURSOR] += 1
    return RUNNING


@jit
def _settle(law: Law, deck: Array, beam: Beam) -> None:
    """Make the best candidates the next level; a level without any leaves the old one as it is."""
    figures, pool = beam.figures, beam.pool
    thin_out(pool)
    put_in_order(pool)
    count = pool.figures[SIZE]
    figures[AMOUNT] = count
    figures[CURSOR] = 0
    if count == 0:
        return
    figures[LEVEL] += 1
    level = figures[LEVEL]
    here, there = (level - 1) & 1, level & 1
    for at in range(count):
        parent, move = whole(pool.parents[at]), whole(pool.moves[at])
        beam.parents[level, at] = parent
        beam.moves[level, at] = move
        sets, nums, prints = beam.sets[there, at], beam.nums[there, at], beam.prints[there, at]
        _copy(beam, here, parent, there, at)
        if move & ENDED != 0:
            _end(law, deck, beam.marks, sets, nums, prints)
        card, row = (move & (ENDED - 1)) >> 2, move & 3
        seat = nums[SEAT]
        sets[seat, 0] &= ~low_bit(card)
        sets[seat, 1] &= ~high_bit(card)
        sets[UNLAID, 0] &= ~low_bit(card)
        sets[UNLAID, 1] &= ~high_bit(card)
        prints[0] ^= beam.marks[seat, card, 0]
        prints[1] ^= beam.marks[seat, card, 1]
        nums[TOPS] = with_top(nums[TOPS], row, card)
        nums[OWED] = max(0, nums[OWED] - 1)
    clear(pool)


@inlined
def _copy(beam: Beam, here: int, at: int, there: int, place: int) -> None:
    for row in range(SEATS + 1):
        beam.sets[there, place, row, 0] = beam.sets[here, at, row, 0]
        beam.sets[there, place, row, 1] = beam.sets[here, at, row, 1]
    for column in range(NUMBERS_KEPT):
        beam.nums[there, place, column] = beam.nums[here, at, column]
    beam.prints[there, place, 0] = beam.prints[here, at, 0]
    beam.prints[there, place, 1] = beam.prints[here, at, 1]


@jit
def _end(law: Law, deck: Array, marks: Array, sets: Array, nums: Array, prints: Array) -> None:
    """End the turn: draw, and the next seat with cards begins (B6, B7, B7r)."""
    seat, drawn = nums[SEAT], nums[DRAWN]
    held = ones(sets[seat, 0]) + ones(sets[seat, 1])
    until = min(drawn + law.rule[HAND] - held, law.rule[CARDS])
    for at in range(drawn, until):
        card = whole(deck[at])
        sets[seat, 0] |= low_bit(card)
        sets[seat, 1] |= high_bit(card)
        prints[0] ^= marks[seat, card, 0]
        prints[1] ^= marks[seat, card, 1]
    nums[DRAWN] = until
    for _ in range(law.rule[PLAYERS]):
        seat = seat + 1 if seat + 1 < law.rule[PLAYERS] else 0
        if (sets[seat, 0] | sets[seat, 1]) != ZERO:
            break
    nums[SEAT] = seat
    nums[OWED] = law.rule[ASKED] if until < law.rule[CARDS] else 1


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
    _copy(beam, here, at, 1 - here, spare)
    _end(law, deck, beam.marks, then_sets, then_nums, then_prints)
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
    pool = beam.pool
    tops, seat = nums[TOPS], nums[SEAT]
    lo, hi = sets[seat, 0], sets[seat, 1]
    unlaid_lo, unlaid_hi = sets[UNLAID, 0], sets[UNLAID, 1]
    left = ones(unlaid_lo) + ones(unlaid_hi)
    held_lo = held_hi = ZERO
    for other in range(law.rule[PLAYERS]):
        held_lo |= sets[other, 0]
        held_hi |= sets[other, 1]
    owed = max(0, nums[OWED] - 1)
    if left == ones(lo) + ones(hi):
        owed = min(owed, left - 1)  # B8: laying the last cards of all wins
    for row in range(ROWS):
        top = top_of(tops, row)
        if _alike_before(law, tops, row):
            continue
        fit_lo, fit_hi = lo & law.takes[row, top, 0], hi & law.takes[row, top, 1]
        while (fit_lo | fit_hi) != ZERO:
            card = lowest(fit_lo, fit_hi)
            one_lo, one_hi = low_bit(card), high_bit(card)
            fit_lo &= ~one_lo
            fit_hi &= ~one_hi
            move = card * ROWS + row + ended
            if left == 1:
                beam.figures[WINNER] = parent
                beam.figures[WINNING_MOVE] = move
                return True
            then = with_top(tops, row, card)
            rest_lo, rest_hi = unlaid_lo & ~one_lo, unlaid_hi & ~one_hi
            price = cost(law, weights, rest_lo, rest_hi, held_lo & ~one_lo, held_hi & ~one_hi, then)
            if price > pool.limit[LIMIT]:
                pool.figures[DROPPED] += 1
                continue
            if owed > 0 and not can_lay(law, lo & ~one_lo, hi & ~one_hi, then, owed):
                continue
            turn = np.uint64(seat | (owed << 4))
            first = prints[0] ^ beam.marks[seat, card, 0] ^ mixed(turn)
            second = prints[1] ^ beam.marks[seat, card, 1] ^ mixed(~turn)
            standing = Standing(np.uint64(alike(law, then)), rest_lo, rest_hi, ZERO, ZERO, False)
            if is_needless(law, pool, first, second, standing):
                continue
            if beam.figures[SPARE] >= 0:
                lost_lo, lost_hi = lost(law, rest_lo, rest_hi, then)
                if ones(lost_lo) + ones(lost_hi) > beam.figures[SPARE]:
                    continue
            take(law, pool, price, first, second, standing, parent, move)
    return False


@inlined
def _alike_before(law: Law, tops: int, row: int) -> bool:
    """True when an earlier row has the same direction and top: both are empty."""
    for other in range(row):
        if law.rule[UP + other] == law.rule[UP + row] and top_of(tops, other) == top_of(tops, row):
            return True
    return False


@inlined
def alike(law: Law, tops: int) -> int:
    """The tops in an order that is the same when rows of one direction are exchanged."""
    for row in range(1, ROWS):
        for other in range(row):
            one, two = top_of(tops, other), top_of(tops, row)
            if law.rule[UP + other] == law.rule[UP + row] and one > two:
                tops = with_top(with_top(tops, other, two), row, one)
    return tops
