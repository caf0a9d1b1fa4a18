"""The beam search of games with commands or fires, compiled.

The same search as in :mod:`ninetyeight.solver.plain_beam`, one card a level, but every position is
a game of the kernel (:mod:`ninetyeight.fast.layout`), asked for its `legal` moves and moved by
`make`, which decides exactly whether a turn can still be completed. Two positions go on alike when
they have the same hands, tops, seat and cards to draw, and the same duties: cards laid this turn as
far as a minimum or `three` counts them, fires that are not due yet, the row that `one_row` fixes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast import layout
from ninetyeight.fast.card_sets import (
    NO_CARDS,
    common,
    differing,
    only,
    pop,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import Word, jit, whole
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.game import legal, make, tops_of, turn_of
from ninetyeight.fast.layout import END, PLAYING, ROWS, WON, Law
from ninetyeight.fast.turn import ONE, Array, holds, shows, top_of, with_top
from ninetyeight.solver.beam import (
    AMOUNT,
    CURSOR,
    LEVEL,
    LOSER,
    LOSING_MOVE,
    OVER,
    RUNNING,
    SPARE,
    TO_WIN,
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
from ninetyeight.solver.dominance import (
    BOUND_BITS,
    COUNT_BITS,
    FRESH_BITS,
    MINIMUM_BITS,
    SEAT_BITS,
    THREE_BITS,
    TURN,
    Standing,
)
from ninetyeight.solver.duty_cost import WEIGHTS, duty_cost
from ninetyeight.solver.exclusion import excluded
from ninetyeight.solver.plain_cost import cost
from ninetyeight.solver.successors import DROPPED, ENDED, LIMIT, is_needless, take

__all__ = ["WEIGHTS", "advance", "new_beam"]


def new_beam(width: int, levels: int) -> Beam:
    """Room for a beam of ``width`` over ``levels`` cards."""
    return empty_beam(width, levels, layout.SETS, layout.NUMS, np.int16)


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
    for at in range(count):
        move = whole(beam.moves[level, at])
        if move & ENDED != 0:
            _move(law, deck, beam, level & 1, at, END)
        _move(law, deck, beam, level & 1, at, move & (ENDED - 1))


@jit
def _move(law: Law, deck: Array, beam: Beam, here: int, at: int, move: int) -> None:
    """Make an accepted move, and change the fingerprint of the hands with it."""
    sets, nums = beam.sets[here, at], beam.nums[here, at]
    seat = whole(nums[layout.SEAT])
    hand = sets[layout.HANDS + seat, 0], sets[layout.HANDS + seat, 1]
    make(law, deck, sets, nums, move, beam.scratch)
    mark(beam, here, at, seat, differing(hand, sets[layout.HANDS + seat]))


@jit
def _expand(law: Law, deck: Array, weights: NDArray[np.float64], beam: Beam, at: int) -> bool:
    """Offer every position after one more lay; True when one of them has won."""
    here = beam.figures[LEVEL] & 1
    if not legal(law, beam.sets[here, at], beam.nums[here, at], beam.lays):
        return _lays(law, deck, weights, beam, at, here, at, 0)
    if _lays(law, deck, weights, beam, at, here, at, 0):
        return True
    # The end of the turn, tried in the last place of the other level.
    other, spare = 1 - here, len(beam.nums[0]) - 1
    copy(beam, here, at, other, spare)
    _move(law, deck, beam, other, spare, END)
    if beam.nums[other, spare, layout.OUTCOME] != PLAYING:
        return False
    legal(law, beam.sets[other, spare], beam.nums[other, spare], beam.lays)
    return _lays(law, deck, weights, beam, at, other, spare, ENDED)


@jit
def _lays(
    law: Law,
    deck: Array,
    weights: NDArray[np.float64],
    beam: Beam,
    parent: int,
    here: int,
    at: int,
    ended: int,
) -> bool:
    """Offer every position after one of ``beam.lays``."""
    successors, figures = beam.successors, beam.figures
    tops = tops_of(beam.nums[here, at])
    # The lay is tried in the last place but one of the other level.
    other, free = 1 - (figures[LEVEL] & 1), len(beam.nums[0]) - 2
    sets, nums, prints = beam.sets[other, free], beam.nums[other, free], beam.prints[other, free]
    in_hands = NO_CARDS
    for seat in range(layout.HANDS, layout.HANDS + law.players):
        in_hands = together(in_hands, beam.sets[here, at, seat])
    for row in range(ROWS):
        if alike_before(law, tops, row):
            continue
        fitting = beam.lays[row, 0], beam.lays[row, 1]
        while some(fitting):
            card, fitting = pop(fitting)
            then = with_top(tops, row, card)
            rest = without(beam.sets[here, at, layout.UNLAID], only(card))
            price = cost(law, weights, rest, without(in_hands, only(card)), then)
            price += duty_cost(law, weights, beam.sets[here, at], beam.nums[here, at], card, row)
            if price > successors.limit[LIMIT]:
                successors.figures[DROPPED] += 1
                continue
            move = card * ROWS + row
            copy(beam, here, at, other, free)
            _move(law, deck, beam, other, free, move)
            if nums[layout.OUTCOME] == WON:
                figures[WINNER] = parent
                figures[WINNING_MOVE] = move + ended
                return True
            if nums[layout.OUTCOME] != PLAYING:
                figures[LOSER] = parent
                figures[LOSING_MOVE] = move + ended
                continue
            standing = standing_of(law, sets, nums)
            turn = standing.word & TURN
            if nums[layout.DRAWN] < law.deck_size and shows(
                law, sets, tops_of(nums), layout.DRAW_ONE
            ):
                turn |= ONE  # X7: what will be drawn differs
            first, second = prints[0] ^ mixed(turn), prints[1] ^ mixed(~turn)
            if is_needless(law, successors, first, second, standing):
                continue
            spare, to_win = figures[SPARE], figures[TO_WIN]
            if spare >= 0 and excluded(law, sets, nums, beam.reach, spare, to_win):
                continue
            take(law, successors, price, first, second, standing, parent, move + ended)
    return False


@jit
def standing_of(law: Law, sets: Array, nums: Array) -> Standing:
    """What a position is compared by; the same when rows of one direction are exchanged."""
    asking = together(law.fires, sets[layout.KINDS + layout.SKULL])
    for kind in (layout.NO_BACK, layout.ONE_ROW):
        asking = together(asking, sets[layout.KINDS + kind])
    if nums[layout.DRAWN] < law.deck_size:
        asking = together(asking, sets[layout.KINDS + layout.DRAW_ONE])
    unlaid = sets[layout.UNLAID, 0], sets[layout.UNLAID, 1]
    barring = some(common(unlaid, sets[layout.KINDS + layout.NO_BACK]))
    barred = barring or shows(law, sets, tops_of(nums), layout.NO_BACK)
    return Standing(duties(law, sets, nums), unlaid, asking, barred)


@jit
def duties(law: Law, sets: Array, nums: Array) -> Word:
    """Everything but the hands that decides how a position goes on, in one word.

    It is the same when rows of one direction are exchanged.
    """
    turn = turn_of(law, sets, nums)
    tops, rows = in_order(law, turn.tops)
    fresh = bound = 0
    for place in range(ROWS):
        row = (rows >> (4 * place)) & 15
        if holds(law.fires, top_of(tops, place)) and (turn.fresh >> row) & 1 != 0:
            fresh |= 1 << place
        if row == turn.bound:
            bound = 1 + place
    # Beyond the minimum it matters only to a `three` how many were laid, and not beyond the third.
    threes = some(common((turn.lo, turn.hi), sets[layout.KINDS + layout.THREE]))
    matter = turn.minimum if turn.three == 0 and not threes else max(turn.minimum, 3)
    count = min(turn.laid, matter)
    turn_word = tops | (whole(nums[layout.SEAT]) << SEAT_BITS) | (count << COUNT_BITS)
    return (
        np.uint64(turn_word | (turn.minimum << MINIMUM_BITS))
        | np.uint64(fresh) << np.uint64(FRESH_BITS)
        | np.uint64(turn.three) << np.uint64(THREE_BITS)
        | np.uint64(bound) << np.uint64(BOUND_BITS)
    )
