"""Which positions are lost because seats cannot wait for one another, compiled.

Once the draw pile is empty every turn takes a card of its seat (B7). Where all cards are to be
laid, some must wait for others: two cards that only one row can take, the first of which finds no
way onto it after the second, come in that order. So each card has an earliest turn, and a seat
whose cards have to wait longer than its other cards last is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_above, zeros_below
from ninetyeight.fast.layout import (
    HANDS,
    KINDS,
    NUMBERS,
    PLAYERS,
    ROWS,
    SEAT,
    STOP,
    UNLAID,
    UP,
    Law,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit
from ninetyeight.solver.covering import ways

#: A turn later than any other.
NEVER = 1000


class Times(NamedTuple):
    """Room for the earliest turn of every card, and for the cards that must come before it."""

    turns: NDArray[np.int64]
    before: NDArray[np.uint64]


def new_times() -> Times:
    """Room for the cards of any edition."""
    return Times(np.zeros(NUMBERS, np.int64), np.zeros((NUMBERS, 2), np.uint64))


@jit
def waits_too_long(
    law: Law,
    sets: Array,
    nums: Array,
    reach: Array,
    times: Times,
    must_lo: Word,
    must_hi: Word,
    last: int,
) -> bool:
    """True when the cards ``must`` cannot all be laid by the turn ``last``, the draw pile being
    empty; turns are counted from the running one, which is 0."""
    players, active = law.rule[PLAYERS], whole(nums[SEAT])
    for seat in range(players):
        first = (seat - active) % players
        _set(times, sets[HANDS + seat, 0], sets[HANDS + seat, 1], first)
    for row in range(ROWS):
        only_lo, only_hi = reach[row, 0] & must_lo, reach[row, 1] & must_hi
        for other in range(ROWS):
            if other != row:
                only_lo &= ~reach[other, 0]
                only_hi &= ~reach[other, 1]
        if ones(only_lo) + ones(only_hi) < 2:
            continue
        if not _in_turn(law, sets, reach, times, row, only_lo, only_hi, last):
            return True
    for seat in range(players):
        lo, hi = sets[HANDS + seat, 0] & must_lo, sets[HANDS + seat, 1] & must_hi
        if _waits(times, lo, hi, (seat - active) % players, players):
            return True
    return False


@jit
def _set(times: Times, lo: Word, hi: Word, time: int) -> None:
    while (lo | hi) != ZERO:
        card = zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)
        lo &= ~low_bit(card)
        hi &= ~high_bit(card)
        times.turns[card] = time


@jit
def _in_turn(
    law: Law,
    sets: Array,
    reach: Array,
    times: Times,
    row: int,
    only_lo: Word,
    only_hi: Word,
    last: int,
) -> bool:
    """Find the earliest turns of cards that must all be laid on ``row``; False when one of them is
    later than ``last``."""
    players = law.rule[PLAYERS]
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    up = law.rule[UP + row] != 0
    known = False
    changed = True
    while changed:
        changed = False
        open_lo, open_hi = only_lo, only_hi
        while (open_lo | open_hi) != ZERO:
            # In the row's order, so that those before a card mostly come before it here too.
            card = _lowest(open_lo, open_hi) if up else _highest(open_lo, open_hi)
            one_lo, one_hi = low_bit(card), high_bit(card)
            open_lo &= ~one_lo
            open_hi &= ~one_hi
            if not known:
                after_lo, after_hi = ways(
                    law, sets, reach, lo & ~one_lo, hi & ~one_hi, row, card, lo, hi
                )
                times.before[card, 0] = only_lo & ~one_lo & ~after_lo
                times.before[card, 1] = only_hi & ~one_hi & ~after_hi
            before_lo, before_hi = times.before[card, 0], times.before[card, 1]
            time = times.turns[card]
            place = time % players
            while (before_lo | before_hi) != ZERO:
                first = _lowest(before_lo, before_hi)
                before_lo &= ~low_bit(first)
                before_hi &= ~high_bit(first)
                then = times.turns[first] + holds(sets[KINDS + STOP], first)  # X1: it ends its turn
                time = max(time, then)
            time += (place - time) % players
            if time > last:
                return False
            if time > times.turns[card]:
                times.turns[card] = time
                changed = True
        known = True
    return True


@inlined
def _lowest(lo: Word, hi: Word) -> int:
    return zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)


@inlined
def _highest(lo: Word, hi: Word) -> int:
    return 127 - zeros_above(hi) if hi != ZERO else 63 - zeros_above(lo)


@jit
def _waits(times: Times, lo: Word, hi: Word, place: int, players: int) -> bool:
    """True when a seat must lay a card in a turn at which none of these can be laid any more or
    yet: of its first turns each must have one."""
    count = ones(lo) + ones(hi)
    for turns in range(1, count + 1):
        # The cards that can be laid within so many turns; the running turn is one more.
        latest = place + players * (turns - (place != 0))
        ready = 0
        rest_lo, rest_hi = lo, hi
        while (rest_lo | rest_hi) != ZERO:
            card = zeros_below(rest_lo) if rest_lo != ZERO else 64 + zeros_below(rest_hi)
            rest_lo &= ~low_bit(card)
            rest_hi &= ~high_bit(card)
            ready += times.turns[card] <= latest
        if ready < turns:
            return True
    return False
