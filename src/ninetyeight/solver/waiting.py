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
    """Room for the earliest turn of every card, for the cards that make it so late, itself among
    them, and for the cards that must come before it if all of them are laid."""

    turns: NDArray[np.int64]
    why: NDArray[np.uint64]
    before: NDArray[np.uint64]


def new_times() -> Times:
    """Room for the cards of any edition."""
    return Times(
        np.zeros(NUMBERS, np.int64),
        np.zeros((NUMBERS, 2), np.uint64),
        np.zeros((NUMBERS, 2), np.uint64),
    )


@jit
def put_in_order(law: Law, sets: Array, reach: Array, times: Times) -> None:
    """Find which cards must come before each of those that only one row can take."""
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    for row in range(ROWS):
        only_lo, only_hi = _only(reach, row)
        rest_lo, rest_hi = only_lo, only_hi
        while (rest_lo | rest_hi) != ZERO:
            card = _lowest(rest_lo, rest_hi)
            one_lo, one_hi = low_bit(card), high_bit(card)
            rest_lo &= ~one_lo
            rest_hi &= ~one_hi
            after_lo, after_hi = ways(
                law, sets, reach, lo & ~one_lo, hi & ~one_hi, row, card, lo, hi
            )
            times.before[card, 0] = only_lo & ~one_lo & ~after_lo
            times.before[card, 1] = only_hi & ~one_hi & ~after_hi


@inlined
def _only(reach: Array, row: int) -> tuple[Word, Word]:
    """The cards that no other row can take."""
    only_lo, only_hi = reach[row, 0], reach[row, 1]
    for other in range(ROWS):
        if other != row:
            only_lo &= ~reach[other, 0]
            only_hi &= ~reach[other, 1]
    return only_lo, only_hi


@jit
def cannot_wait(
    law: Law,
    sets: Array,
    nums: Array,
    reach: Array,
    times: Times,
    must_lo: Word,
    must_hi: Word,
    last: int,
) -> tuple[Word, Word]:
    """Some of the cards ``must`` that cannot all be laid by the turn ``last``, or none; the draw
    pile being empty and ``times.before`` filled in.

    Turns are counted from the running one, which is 0.
    """
    players, active = law.rule[PLAYERS], whole(nums[SEAT])
    for seat in range(players):
        first = (seat - active) % players
        _set(times, sets[HANDS + seat, 0] & must_lo, sets[HANDS + seat, 1] & must_hi, first)
    for row in range(ROWS):
        only_lo, only_hi = _only(reach, row)
        only_lo &= must_lo
        only_hi &= must_hi
        if ones(only_lo) + ones(only_hi) < 2:
            continue
        late = _in_turn(law, sets, times, row, only_lo, only_hi, last)
        if late >= 0:
            return times.why[late, 0], times.why[late, 1]
    for seat in range(players):
        lo, hi = sets[HANDS + seat, 0] & must_lo, sets[HANDS + seat, 1] & must_hi
        late_lo, late_hi = _waits(times, lo, hi, (seat - active) % players, players)
        if (late_lo | late_hi) != ZERO:
            return late_lo, late_hi
    return ZERO, ZERO


@jit
def _set(times: Times, lo: Word, hi: Word, time: int) -> None:
    while (lo | hi) != ZERO:
        card = _lowest(lo, hi)
        one_lo, one_hi = low_bit(card), high_bit(card)
        lo &= ~one_lo
        hi &= ~one_hi
        times.turns[card] = time
        times.why[card, 0] = one_lo
        times.why[card, 1] = one_hi


@jit
def _in_turn(
    law: Law, sets: Array, times: Times, row: int, only_lo: Word, only_hi: Word, last: int
) -> int:
    """Find the earliest turns of cards that must all be laid on ``row``; return one for which that
    is later than ``last``, or -1."""
    players = law.rule[PLAYERS]
    up = law.rule[UP + row] != 0
    changed = True
    while changed:
        changed = False
        open_lo, open_hi = only_lo, only_hi
        while (open_lo | open_hi) != ZERO:
            # In the row's order, so that those before a card mostly come before it here too.
            card = _lowest(open_lo, open_hi) if up else _highest(open_lo, open_hi)
            open_lo &= ~low_bit(card)
            open_hi &= ~high_bit(card)
            before_lo, before_hi = times.before[card, 0] & only_lo, times.before[card, 1] & only_hi
            time, because = times.turns[card], card
            place = time % players
            while (before_lo | before_hi) != ZERO:
                first = _lowest(before_lo, before_hi)
                before_lo &= ~low_bit(first)
                before_hi &= ~high_bit(first)
                then = times.turns[first] + holds(sets[KINDS + STOP], first)  # X1: it ends its turn
                if then > time:
                    time, because = then, first
            time += (place - time) % players
            if time > times.turns[card]:
                times.turns[card] = time
                times.why[card, 0] = times.why[because, 0] | low_bit(card)
                times.why[card, 1] = times.why[because, 1] | high_bit(card)
                changed = True
            if time > last:
                return card
    return -1


@inlined
def _lowest(lo: Word, hi: Word) -> int:
    return zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)


@inlined
def _highest(lo: Word, hi: Word) -> int:
    return 127 - zeros_above(hi) if hi != ZERO else 63 - zeros_above(lo)


@jit
def _waits(times: Times, lo: Word, hi: Word, place: int, players: int) -> tuple[Word, Word]:
    """Some cards for which a seat with these cannot wait, one of them its own, or none.

    Of the seat's first turns each must have a card, as long as one is left that is to be laid. That
    fails where too few can be laid so early; not one more can, unless those that it has to wait for
    are left.
    """
    count = ones(lo) + ones(hi)
    for turns in range(1, count + 1):
        # The cards that can be laid within so many turns; the running turn is one more.
        latest = place + players * (turns - (place != 0))
        ready, late = 0, 0
        why_lo = why_hi = ZERO
        rest_lo, rest_hi = lo, hi
        while (rest_lo | rest_hi) != ZERO:
            card = _lowest(rest_lo, rest_hi)
            rest_lo &= ~low_bit(card)
            rest_hi &= ~high_bit(card)
            if times.turns[card] <= latest:
                ready += 1
            else:
                late = card
                why_lo |= times.why[card, 0] & ~low_bit(card)
                why_hi |= times.why[card, 1] & ~high_bit(card)
        if ready < turns:
            return why_lo | low_bit(late), why_hi | high_bit(late)
    return ZERO, ZERO
