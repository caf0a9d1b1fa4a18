"""Where the candidates of a beam's next level wait: of those that can be compared only the good
ones, and of all only those that cost least.

Which candidates are compared is told by a fingerprint of 128 bits of their hands and turns. Two
that differ would share one by a chance of less than one in 10²⁰ for any beam that fits into memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, whole
from ninetyeight.fast.layout import Law
from ninetyeight.solver.dominance import Standing, as_good

#: A candidate's move is card * 4 + row; this is added when the turn before was ended for it.
ENDED = 1 << 10

# Columns of `Pool.figures`.
SIZE, WIDTH, DROPPED = range(3)
#: Column of `Pool.limit`: candidates that cost more are not taken.
LIMIT = 0


class Pool(NamedTuple):
    """Candidates: what each costs (infinity: another one is at least as good), its fingerprint and
    the word that is compared, where it comes from and by which move."""

    costs: NDArray[np.float32]
    prints: NDArray[np.uint64]
    words: NDArray[np.uint64]
    parents: NDArray[np.int32]
    moves: NDArray[np.int16]
    #: The next candidate with the same fingerprint, plus one; 0 is none.
    others: NDArray[np.int32]
    #: Places of candidates by fingerprint, plus one; 0 is free.
    places: NDArray[np.int32]
    order: NDArray[np.float32]
    figures: NDArray[np.int64]
    limit: NDArray[np.float32]


def new_pool(width: int) -> Pool:
    """Room for the candidates of a beam of ``width``."""
    room = 2 * width + 32
    table = 1 << (2 * room - 1).bit_length()
    pool = Pool(
        np.empty(room, np.float32),
        np.empty((room, 2), np.uint64),
        np.empty(room, np.uint64),
        np.empty(room, np.int32),
        np.empty(room, np.int16),
        np.empty(room, np.int32),
        np.zeros(table, np.int32),
        np.empty(room, np.float32),
        np.zeros(3, np.int64),
        np.full(1, np.inf, np.float32),
    )
    pool.figures[WIDTH] = width
    return pool


@jit
def clear(pool: Pool) -> None:
    """Forget all candidates."""
    pool.places[:] = 0
    pool.figures[SIZE] = 0
    pool.limit[LIMIT] = np.inf


@jit
def _place(pool: Pool, first: Word, second: Word) -> int:
    """Where this fingerprint stands in the table, or would."""
    places, prints = pool.places, pool.prints
    last = len(places) - 1
    at = whole(first) & last
    while places[at] != 0:
        known = prints[places[at] - 1]
        if known[0] == first and known[1] == second:
            break
        at = (at + 1) & last
    return at


@jit
def is_needless(law: Law, pool: Pool, first: Word, second: Word, standing: Standing) -> bool:
    """True when there is a candidate that is at least as good as this one."""
    known = pool.places[_place(pool, first, second)]
    while known != 0:
        if as_good(law, pool.words[known - 1], standing.word, standing):
            return True
        known = pool.others[known - 1]
    return False


@jit
def take(
    law: Law,
    pool: Pool,
    cost: float,
    first: Word,
    second: Word,
    standing: Standing,
    parent: int,
    move: int,
) -> None:
    """Take a candidate in that is not needless; those that are no better than it make room.

    The fingerprint is of all that compared positions have in common
    (:mod:`ninetyeight.solver.dominance`).
    """
    at = _place(pool, first, second)
    known, before = pool.places[at], 0
    while known != 0:
        after = pool.others[known - 1]
        if not as_good(law, standing.word, pool.words[known - 1], standing):
            before = known
        else:
            pool.costs[known - 1] = np.inf
            if before == 0:
                pool.places[at] = after
            else:
                pool.others[before - 1] = after
        known = after
    size = pool.figures[SIZE]
    pool.costs[size] = cost
    pool.prints[size, 0] = first
    pool.prints[size, 1] = second
    pool.words[size] = standing.word
    pool.parents[size] = parent
    pool.moves[size] = move
    pool.others[size] = pool.places[at]
    pool.places[at] = size + 1
    pool.figures[SIZE] = size + 1
    if size + 1 == len(pool.costs):
        thin_out(pool)


@jit
def thin_out(pool: Pool) -> None:
    """Keep only the best candidates, as many as the beam is wide."""
    size, width = 0, pool.figures[WIDTH]
    for at in range(pool.figures[SIZE]):
        if pool.costs[at] != np.inf:
            _shift(pool, at, size)
            size += 1
    pool.figures[SIZE] = size
    if size <= width:
        _chain(pool)
        return
    limit = _nth(pool, width - 1)
    pool.limit[LIMIT] = limit
    pool.figures[DROPPED] += size - width
    ties = width
    for at in range(size):
        if pool.costs[at] < limit:
            ties -= 1
    kept = 0
    for at in range(size):
        cost = pool.costs[at]
        if cost > limit:
            continue
        if cost == limit:
            if ties == 0:
                continue
            ties -= 1
        _shift(pool, at, kept)
        kept += 1
    pool.figures[SIZE] = kept
    _chain(pool)


@inlined
def _shift(pool: Pool, at: int, to: int) -> None:
    """Put a candidate into another place."""
    pool.costs[to] = pool.costs[at]
    pool.prints[to, 0] = pool.prints[at, 0]
    pool.prints[to, 1] = pool.prints[at, 1]
    pool.words[to] = pool.words[at]
    pool.parents[to] = pool.parents[at]
    pool.moves[to] = pool.moves[at]


@jit
def _chain(pool: Pool) -> None:
    """Find the places of all candidates anew."""
    pool.places[:] = 0
    for known in range(pool.figures[SIZE]):
        at = _place(pool, pool.prints[known, 0], pool.prints[known, 1])
        pool.others[known] = pool.places[at]
        pool.places[at] = known + 1


@jit
def _nth(pool: Pool, wanted: int) -> float:
    """The cost that stands at place ``wanted`` when the candidates are in order."""
    order, size = pool.order, pool.figures[SIZE]
    for at in range(size):
        order[at] = pool.costs[at]
    low, high = 0, size - 1
    while low < high:
        pivot = order[(low + high) >> 1]
        i, j = low, high
        while i <= j:
            while order[i] < pivot:
                i += 1
            while order[j] > pivot:
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if wanted <= j:
            high = j
        elif wanted >= i:
            low = i
        else:
            break
    return float(order[wanted])


@jit
def put_in_order(pool: Pool) -> None:
    """Sort the candidates, cheapest first: what follows from them soon sets a narrow limit.

    Shell's sort. Their places in the table are not kept right: it is cleared before it is used
    again.
    """
    size = pool.figures[SIZE]
    gap = size >> 1
    while gap > 0:
        for at in range(gap, size):
            cost, parent, move = pool.costs[at], pool.parents[at], pool.moves[at]
            place = at
            while place >= gap and pool.costs[place - gap] > cost:
                pool.costs[place] = pool.costs[place - gap]
                pool.parents[place] = pool.parents[place - gap]
                pool.moves[place] = pool.moves[place - gap]
                place -= gap
            pool.costs[place] = cost
            pool.parents[place] = parent
            pool.moves[place] = move
        gap = gap * 5 // 11 if gap != 2 else 1
