"""The candidates for a beam's next level: a transposition table of limited size, compiled.

Of those that can be compared only the good ones are kept, and of all only those that cost least.

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

# Columns of `Candidates.figures`.
SIZE, WIDTH, DROPPED = range(3)
#: Column of `Candidates.limit`: candidates that cost more are not taken.
LIMIT = 0


class Candidates(NamedTuple):
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


def new_candidates(width: int) -> Candidates:
    """Room for the candidates of a beam of ``width``."""
    room = 2 * width + 32
    table = 1 << (2 * room - 1).bit_length()
    candidates = Candidates(
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
    candidates.figures[WIDTH] = width
    return candidates


@jit
def clear(candidates: Candidates) -> None:
    """Forget all candidates."""
    candidates.places[:] = 0
    candidates.figures[SIZE] = 0
    candidates.limit[LIMIT] = np.inf


@jit
def _place(candidates: Candidates, first: Word, second: Word) -> int:
    """Where this fingerprint stands in the table, or would."""
    places, prints = candidates.places, candidates.prints
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
    law: Law, candidates: Candidates, first: Word, second: Word, standing: Standing
) -> bool:
    """True when there is a candidate that is at least as good as this one."""
    known = candidates.places[_place(candidates, first, second)]
    while known != 0:
        if as_good(law, candidates.words[known - 1], standing.word, standing):
            return True
        known = candidates.others[known - 1]
    return False


@jit
def take(
    law: Law,
    candidates: Candidates,
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
    at = _place(candidates, first, second)
    known, before = candidates.places[at], 0
    while known != 0:
        after = candidates.others[known - 1]
        if not as_good(law, standing.word, candidates.words[known - 1], standing):
            before = known
        else:
            candidates.costs[known - 1] = np.inf
            if before == 0:
                candidates.places[at] = after
            else:
                candidates.others[before - 1] = after
        known = after
    size = candidates.figures[SIZE]
    candidates.costs[size] = cost
    candidates.prints[size, 0] = first
    candidates.prints[size, 1] = second
    candidates.words[size] = standing.word
    candidates.parents[size] = parent
    candidates.moves[size] = move
    candidates.others[size] = candidates.places[at]
    candidates.places[at] = size + 1
    candidates.figures[SIZE] = size + 1
    if size + 1 == len(candidates.costs):
        thin_out(candidates)


@jit
def thin_out(candidates: Candidates) -> None:
    """Keep only the best candidates, as many as the beam is wide."""
    size, width = 0, candidates.figures[WIDTH]
    for at in range(candidates.figures[SIZE]):
        if candidates.costs[at] != np.inf:
            _shift(candidates, at, size)
            size += 1
    candidates.figures[SIZE] = size
    if size <= width:
        _chain(candidates)
        return
    limit = _nth(candidates, width - 1)
    candidates.limit[LIMIT] = limit
    candidates.figures[DROPPED] += size - width
    ties = width
    for at in range(size):
        if candidates.costs[at] < limit:
            ties -= 1
    kept = 0
    for at in range(size):
        cost = candidates.costs[at]
        if cost > limit:
            continue
        if cost == limit:
            if ties == 0:
                continue
            ties -= 1
        _shift(candidates, at, kept)
        kept += 1
    candidates.figures[SIZE] = kept
    _chain(candidates)


@inlined
def _shift(candidates: Candidates, at: int, to: int) -> None:
    """Put a candidate into another place."""
    candidates.costs[to] = candidates.costs[at]
    candidates.prints[to, 0] = candidates.prints[at, 0]
    candidates.prints[to, 1] = candidates.prints[at, 1]
    candidates.words[to] = candidates.words[at]
    candidates.parents[to] = candidates.parents[at]
    candidates.moves[to] = candidates.moves[at]


@jit
def _chain(candidates: Candidates) -> None:
    """Find the places of all candidates anew."""
    candidates.places[:] = 0
    for known in range(candidates.figures[SIZE]):
        at = _place(candidates, candidates.prints[known, 0], candidates.prints[known, 1])
        candidates.others[known] = candidates.places[at]
        candidates.places[at] = known + 1


@jit
def _nth(candidates: Candidates, wanted: int) -> float:
    """The cost that stands at place ``wanted`` when the candidates are in order."""
    order, size = candidates.order, candidates.figures[SIZE]
    for at in range(size):
        order[at] = candidates.costs[at]
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
def put_in_order(candidates: Candidates) -> None:
    """Sort the candidates, cheapest first: what follows from them soon sets a narrow limit.

    Shell's sort. Their places in the table are not kept right: it is cleared before it is used
    again.
    """
    size = candidates.figures[SIZE]
    gap = size >> 1
    while gap > 0:
        for at in range(gap, size):
            cost, parent, move = candidates.costs[at], candidates.parents[at], candidates.moves[at]
            place = at
            while place >= gap and candidates.costs[place - gap] > cost:
                candidates.costs[place] = candidates.costs[place - gap]
                candidates.parents[place] = candidates.parents[place - gap]
                candidates.moves[place] = candidates.moves[place - gap]
                place -= gap
            candidates.costs[place] = cost
            candidates.parents[place] = parent
            candidates.moves[place] = move
        gap = gap * 5 // 11 if gap != 2 else 1
