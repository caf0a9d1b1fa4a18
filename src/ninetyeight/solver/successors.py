"""The successors for a beam's next level: a transposition table of limited size, compiled.

Of those that can be compared only the good ones are kept, and of all only those that cost least.

Which successors are compared is told by a fingerprint of 128 bits of their hands and turns. Two
that differ would share one by a chance of less than one in 10²⁰ for any beam that fits into memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, whole
from ninetyeight.fast.layout import Law
from ninetyeight.solver.dominance import Standing, as_good

#: A successor's move is card * 4 + row; this is added when the turn before was ended for it.
ENDED = 1 << 10

# Columns of `Successors.figures`.
SIZE, WIDTH, DROPPED = range(3)
#: Column of `Successors.limit`: successors that cost more are not taken.
LIMIT = 0


class Successors(NamedTuple):
    """Successors: what each costs (infinity: another one is at least as good), its fingerprint and
    the word that is compared, where it comes from and by which move."""

    costs: NDArray[np.float32]
    prints: NDArray[np.uint64]
    words: NDArray[np.uint64]
    parents: NDArray[np.int32]
    moves: NDArray[np.int16]
    #: The next successor with the same fingerprint, plus one; 0 is none.
    others: NDArray[np.int32]
    #: Places of successors by fingerprint, plus one; 0 is free.
    places: NDArray[np.int32]
    order: NDArray[np.float32]
    figures: NDArray[np.int64]
    limit: NDArray[np.float32]


def new_successors(width: int) -> Successors:
    """Room for the successors of a beam of ``width``."""
    room = 2 * width + 32
    table = 1 << (2 * room - 1).bit_length()
    successors = Successors(
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
    successors.figures[WIDTH] = width
    return successors


@jit
def clear(successors: Successors) -> None:
    """Forget all successors."""
    successors.places[:] = 0
    successors.figures[SIZE] = 0
    successors.limit[LIMIT] = np.inf


@jit
def _place(successors: Successors, first: Word, second: Word) -> int:
    """Where this fingerprint stands in the table, or would."""
    places, prints = successors.places, successors.prints
    last = len(places) - 1
    at = whole(first) & last
    while places[at] != 0:
        known = prints[places[at] - 1]
        if known[0] == first and known[1] == second:
            break
        at = (at + 1) & last
    return at


@jit
def is_needless(
    law: Law, successors: Successors, first: Word, second: Word, standing: Standing
) -> bool:
    """True when there is a successor that is at least as good as this one."""
    known = successors.places[_place(successors, first, second)]
    while known != 0:
        if as_good(law, successors.words[known - 1], standing.word, standing):
            return True
        known = successors.others[known - 1]
    return False


@jit
def take(
    law: Law,
    successors: Successors,
    cost: float,
    first: Word,
    second: Word,
    standing: Standing,
    parent: int,
    move: int,
) -> None:
    """Take a successor in that is not needless; those that are no better than it make room.

    The fingerprint is of all that compared positions have in common
    (:mod:`ninetyeight.solver.dominance`).
    """
    at = _place(successors, first, second)
    known, before = successors.places[at], 0
    while known != 0:
        after = successors.others[known - 1]
        if not as_good(law, standing.word, successors.words[known - 1], standing):
            before = known
        else:
            successors.costs[known - 1] = np.inf
            if before == 0:
                successors.places[at] = after
            else:
                successors.others[before - 1] = after
        known = after
    size = successors.figures[SIZE]
    successors.costs[size] = cost
    successors.prints[size, 0] = first
    successors.prints[size, 1] = second
    successors.words[size] = standing.word
    successors.parents[size] = parent
    successors.moves[size] = move
    successors.others[size] = successors.places[at]
    successors.places[at] = size + 1
    successors.figures[SIZE] = size + 1
    if size + 1 == len(successors.costs):
        thin_out(successors)


@jit
def thin_out(successors: Successors) -> None:
    """Keep only the best successors, as many as the beam is wide."""
    size, width = 0, successors.figures[WIDTH]
    for at in range(successors.figures[SIZE]):
        if successors.costs[at] != np.inf:
            _shift(successors, at, size)
            size += 1
    successors.figures[SIZE] = size
    if size <= width:
        _chain(successors)
        return
    limit = _nth(successors, width - 1)
    successors.limit[LIMIT] = limit
    successors.figures[DROPPED] += size - width
    ties = width
    for at in range(size):
        if successors.costs[at] < limit:
            ties -= 1
    kept = 0
    for at in range(size):
        cost = successors.costs[at]
        if cost > limit:
            continue
        if cost == limit:
            if ties == 0:
                continue
            ties -= 1
        _shift(successors, at, kept)
        kept += 1
    successors.figures[SIZE] = kept
    _chain(successors)


@inlined
def _shift(successors: Successors, at: int, to: int) -> None:
    """Put a successor into another place."""
    successors.costs[to] = successors.costs[at]
    successors.prints[to, 0] = successors.prints[at, 0]
    successors.prints[to, 1] = successors.prints[at, 1]
    successors.words[to] = successors.words[at]
    successors.parents[to] = successors.parents[at]
    successors.moves[to] = successors.moves[at]


@jit
def _chain(successors: Successors) -> None:
    """Find the places of all successors anew."""
    successors.places[:] = 0
    for known in range(successors.figures[SIZE]):
        at = _place(successors, successors.prints[known, 0], successors.prints[known, 1])
        successors.others[known] = successors.places[at]
        successors.places[at] = known + 1


@jit
def _nth(successors: Successors, wanted: int) -> float:
    """The cost that stands at place ``wanted`` when the successors are in order."""
    order, size = successors.order, successors.figures[SIZE]
    for at in range(size):
        order[at] = successors.costs[at]
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
def put_in_order(successors: Successors) -> None:
    """Sort the successors, cheapest first: what follows from them soon sets a narrow limit.

    Shell's sort. Their places in the table are not kept right: it is cleared before it is used
    again.
    """
    size = successors.figures[SIZE]
    gap = size >> 1
    while gap > 0:
        for at in range(gap, size):
            cost, parent, move = successors.costs[at], successors.parents[at], successors.moves[at]
            place = at
            while place >= gap and successors.costs[place - gap] > cost:
                successors.costs[place] = successors.costs[place - gap]
                successors.parents[place] = successors.parents[place - gap]
                successors.moves[place] = successors.moves[place - gap]
                place -= gap
            successors.costs[place] = cost
            successors.parents[place] = parent
            successors.moves[place] = move
        gap = gap * 5 // 11 if gap != 2 else 1
