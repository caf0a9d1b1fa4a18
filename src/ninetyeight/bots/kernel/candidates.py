"""The cheapest distinct turns that a planner comes by: the candidates of a search.

A planner keeps one turn; a search wants the few best that lead to different positions. It hands the
planner a list with room for so many, and the planner notes what it weighs. A list without room
costs it nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.outlook import DEPTH, STANDING, Outlook
from ninetyeight.fast.compiled import jit
from ninetyeight.fast.layout import ROWS


class Candidates(NamedTuple):
    """Turns by cost, the cheapest first: their positions, the ways there and how many lays."""

    costs: NDArray[np.int64]
    keys: NDArray[np.int64]
    ways: NDArray[np.int64]
    lengths: NDArray[np.int64]
    #: How many there are.
    number: NDArray[np.int64]
    #: For each row the other one that goes the same way, or itself.
    mates: NDArray[np.int64]


def new_candidates(room: int, mates: NDArray[np.int64]) -> Candidates:
    """An empty list with room for so many turns."""
    costs, keys, ways, lengths = np.zeros((4, room), np.int64)
    return Candidates(costs, keys, ways, lengths, np.zeros(1, np.int64), mates)


@jit
def note(listed: Candidates, outlook: Outlook, price: int, key: int, way: int, length: int) -> None:
    """Put a turn in its place in the list, unless one as cheap leads to the same position."""
    room, count = len(listed.costs), listed.number[0]
    key = _same_for_rows(listed, outlook, key)
    for at in range(count):
        if listed.keys[at] == key:
            if listed.costs[at] <= price:
                return
            _take_out(listed, at)  # the same position at less
            count -= 1
            break
    if count == room:
        if listed.costs[room - 1] <= price:
            return
        count -= 1
    at = count
    while at > 0 and listed.costs[at - 1] > price:
        _copy(listed, at - 1, at)
        at -= 1
    listed.costs[at] = price
    listed.keys[at] = key
    listed.ways[at] = way
    listed.lengths[at] = length
    listed.number[0] = count + 1


@jit
def _copy(listed: Candidates, old: int, new: int) -> None:
    listed.costs[new] = listed.costs[old]
    listed.keys[new] = listed.keys[old]
    listed.ways[new] = listed.ways[old]
    listed.lengths[new] = listed.lengths[old]


@jit
def _take_out(listed: Candidates, at: int) -> None:
    for later in range(at + 1, listed.number[0]):
        _copy(listed, later, later - 1)
    listed.number[0] -= 1


@jit
def _same_for_rows(listed: Candidates, outlook: Outlook, key: int) -> int:
    """``key`` with the bytes of two rows that go the same way in order: which of the two lies where
    makes no other position."""
    for row in range(ROWS):
        mate = listed.mates[row]
        if mate > row:
            one, other = (key >> (8 * row)) & 255, (key >> (8 * mate)) & 255
            depth = outlook.moves[STANDING + row] >> DEPTH
            standing = STANDING + mate
            if depth == outlook.moves[standing] >> DEPTH:  # both are empty
                one = STANDING + row if one == standing else one
                other = STANDING + row if other == standing else other
            key &= ~((255 << (8 * row)) | (255 << (8 * mate)))
            key |= (min(one, other) << (8 * row)) | (max(one, other) << (8 * mate))
    return key
