"""What the two beam searches share, compiled.

A beam keeps, for each number of cards laid, the positions that look best: its *levels*. The search
of games without duties (:mod:`ninetyeight.solver.plain_beam`) and that of games with commands or
fires (:mod:`ninetyeight.solver.duty_beam`) differ in what a position is: numba compiles everything
here for each of the two. Hands are recognised by Zobrist hashes of 128 bits (``prints``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.card_sets import AnyCards, pop, put, some
from ninetyeight.fast.compiled import inlined, jit
from ninetyeight.fast.completion import Scratch, new_scratch
from ninetyeight.fast.layout import NUMBERS, ROWS, SEATS, Law
from ninetyeight.fast.turn import ZERO, top_of, with_top
from ninetyeight.solver.successors import (
    DROPPED,
    SIZE,
    Successors,
    clear,
    new_successors,
    put_in_order,
    thin_out,
)

# Columns of `Beam.figures`.
#: Cards laid by the level that is being looked at, its positions, the next one to look at.
LEVEL, AMOUNT, CURSOR = 0, 1, 2
#: The position that leads to a win and by which move.
WINNER, WINNING_MOVE = 3, 4
#: Positions that are sure to leave more cards than this are left out; below zero: none are.
SPARE = 5
#: A position of this level from which an accepted lay loses at once, or -1; and that lay.
LOSER, LOSING_MOVE = 6, 7
#: 1 when positions that are sure to be lost are left out.
TO_WIN = 8
FIGURES = 9

#: Every row at its own place, four bits each.
_AS_THEY_ARE = sum(row << (4 * row) for row in range(ROWS))

RUNNING, VICTORY, OVER = 0, 1, 2
"""What a search answers when its budget is used up."""


class Beam(NamedTuple):
    """Two levels of positions and two spare places, the successors for the next level, and how all
    came about.

    ``sets`` and ``nums`` hold the levels by turns; ``prints`` the fingerprints of the hands. The
    first sets of a position are the hands. ``lays`` and ``reach`` are working memory.
    """

    sets: NDArray[np.uint64]
    nums: NDArray[Any]
    prints: NDArray[np.uint64]
    parents: NDArray[np.int32]
    moves: NDArray[np.int16]
    figures: NDArray[np.int64]
    marks: NDArray[np.uint64]
    lays: NDArray[np.uint64]
    reach: NDArray[np.uint64]
    successors: Successors
    scratch: Scratch


def empty_beam(width: int, levels: int, sets: int, nums: int, kind: type) -> Beam:
    """Room for a beam of ``width`` over ``levels`` cards, a position being so many sets of cards
    and so many numbers of that kind."""
    room = max(width, SEATS) + 2
    rng = np.random.default_rng(98)
    return Beam(
        np.empty((2, room, sets, 2), np.uint64),
        np.empty((2, room, nums), kind),
        np.empty((2, room, 2), np.uint64),
        np.empty((levels + 1, room), np.int32),
        np.empty((levels + 1, room), np.int16),
        np.zeros(FIGURES, np.int64),
        rng.integers(0, 2**64, (SEATS, NUMBERS, 2), np.uint64),
        np.zeros((ROWS, 2), np.uint64),
        np.zeros((ROWS + 1, 2), np.uint64),
        new_successors(width),
        new_scratch(),
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
    figures[LOSER] = -1
    clear(beam.successors)
    beam.successors.figures[DROPPED] = 0
    for at in range(count):
        beam.prints[0, at, 0] = ZERO
        beam.prints[0, at, 1] = ZERO
        for seat in range(SEATS):
            mark(beam, 0, at, seat, beam.sets[0, at, seat])


@inlined
def mark(beam: Beam, here: int, at: int, seat: int, cards: AnyCards) -> None:
    """Change the fingerprint of hands by these cards of a seat."""
    prints, rest = beam.prints[here, at], (cards[0], cards[1])
    while some(rest):
        card, rest = pop(rest)
        prints[0] ^= beam.marks[seat, card, 0]
        prints[1] ^= beam.marks[seat, card, 1]


@jit
def next_level(beam: Beam) -> int:
    """Copy the positions that lead to the best successors into the next level, cheapest first; how
    many there are. Their moves are still to be made. Without any the old level stays as it is."""
    figures, successors = beam.figures, beam.successors
    thin_out(successors)
    put_in_order(successors)
    count = successors.figures[SIZE]
    figures[AMOUNT] = count
    figures[CURSOR] = 0
    if count == 0:
        return 0
    here = figures[LEVEL] & 1
    there = 1 - here
    figures[LEVEL] += 1
    figures[LOSER] = -1
    level = figures[LEVEL]
    for at in range(count):
        beam.parents[level, at] = successors.parents[at]
        beam.moves[level, at] = successors.moves[at]
        copy(beam, here, successors.parents[at], there, at)
    clear(successors)
    return int(count)


@inlined
def copy(beam: Beam, here: int, at: int, there: int, place: int) -> None:
    """Put a position of one level into a place of a level."""
    for row in range(beam.sets.shape[2]):
        put(beam.sets[here, at, row], beam.sets[there, place, row])
    for column in range(beam.nums.shape[2]):
        beam.nums[there, place, column] = beam.nums[here, at, column]
    beam.prints[there, place, 0] = beam.prints[here, at, 0]
    beam.prints[there, place, 1] = beam.prints[here, at, 1]


@inlined
def alike_before(law: Law, tops: int, row: int) -> bool:
    """True when an earlier row has the same direction and top: both are empty."""
    for other in range(row):
        if law.ups[other] == law.ups[row] and top_of(tops, other) == top_of(tops, row):
            return True
    return False


@inlined
def in_order(law: Law, tops: int) -> tuple[int, int]:
    """The tops in an order that is the same when rows of one direction are exchanged; and the row
    that each of them is the top of, four bits each."""
    rows = _AS_THEY_ARE
    for row in range(1, ROWS):
        for other in range(row):
            one, two = top_of(tops, other), top_of(tops, row)
            if law.ups[other] == law.ups[row] and one > two:
                tops = with_top(with_top(tops, other, two), row, one)
                change = ((rows >> (4 * other)) ^ (rows >> (4 * row))) & 15
                rows ^= (change << (4 * other)) | (change << (4 * row))
    return tops, rows
