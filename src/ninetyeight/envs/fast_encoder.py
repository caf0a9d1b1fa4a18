"""From a game of the kernel to an observation, compiled: the twin of
:mod:`ninetyeight.envs.encoder`.

The whole game is there in the arrays, but of other hands only their sizes are looked at, and the
set of all cards that the viewer cannot place; so the same numbers come out as from the view. What a
row takes and which duties a turn has is asked of the kernel.
"""

from __future__ import annotations

from itertools import islice

import numpy as np

from ninetyeight.envs.layout import AHEAD, CARDS, COMMANDS, MARKERS, PARTS, WINDOW
from ninetyeight.fast import layout as kernel
from ninetyeight.fast.card_sets import (
    NO_CARDS,
    AnyCards,
    Cards,
    common,
    differing,
    size_of,
    together,
    without,
)
from ninetyeight.fast.compiled import Word, inlined, jit, whole, zeros_below
from ninetyeight.fast.game import legal, tops_of, turn_of
from ninetyeight.fast.layout import HANDS, KINDS, ROWS, UNLAID, Law
from ninetyeight.fast.turn import ONE, OPEN_ROW, ZERO, Array, due_fires, holds, may_end

# Places of the parts in `Layout.offsets`, in the order of `PARTS`: the cards, the rows, the turn,
# the table, commands, fire, markers, other hands.
_PLACES = iter(range(len(PARTS)))
HAND, UNSEEN = islice(_PLACES, 2)
TOPS, EMPTY, HAND_FIT, UNSEEN_FIT, HAND_NEAR, UNSEEN_NEAR, HAND_ROWS, UNSEEN_ROWS = islice(
    _PLACES, 8
)
OWED, LAID, MINIMUM, MAY_END = islice(_PLACES, 4)
DRAW, DRAW_EMPTY, LEFT, HAND_SIZES, TURN = islice(_PLACES, 5)
HAND_COMMANDS, UNSEEN_COMMANDS, TOP_COMMANDS, BOUND, THREE = islice(_PLACES, 5)
FIRES, DUE, SPEAKING, MARKS, MOVED, OTHER_HANDS = _PLACES


@jit
def encode(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    """Write what ``viewer`` may know into ``out``; ``at`` are the layout's offsets."""
    out[:] = 0
    hand = sets[HANDS + viewer, 0], sets[HANDS + viewer, 1]
    unseen = without(sets[UNLAID], hand)
    for row in range(ROWS):
        top = whole(nums[kernel.TOPS + row])
        out[at[TOPS] + row] = top
        out[at[EMPTY] + row] = top == law.high + 1 or (law.ups[row] != 0 and top == law.low - 1)
    own = at[HAND], at[HAND_FIT], at[HAND_NEAR], at[HAND_ROWS]
    others = at[UNSEEN], at[UNSEEN_FIT], at[UNSEEN_NEAR], at[UNSEEN_ROWS]
    _cards(law, nums, hand, out, own)
    _cards(law, nums, unseen, out, others)
    _table(law, at, sets, nums, viewer, out)
    if at[HAND_COMMANDS] >= 0:
        for kind in range(COMMANDS):
            carriers = sets[KINDS + kind]
            _mark(common(carriers, hand), out, at[HAND_COMMANDS] + kind * CARDS)
            out[at[UNSEEN_COMMANDS] + kind] = size_of(common(carriers, unseen))
            for row in range(ROWS):
                if holds(carriers, whole(nums[kernel.TOPS + row])):
                    out[at[TOP_COMMANDS] + row * COMMANDS + kind] = 1
    if at[FIRES] >= 0:
        for row in range(ROWS):
            out[at[FIRES] + row] = holds(law.fires, whole(nums[kernel.TOPS + row]))
    if nums[kernel.SEAT] >= 0:
        _turn(law, at, sets, nums, viewer, out)


@jit
def _cards(
    law: Law, nums: Array, held: Cards, out: Array, places: tuple[int, int, int, int]
) -> None:
    """The parts about one set of cards, the hand or what is unseen, each from its place on."""
    cards, fit, near, rows = places
    _mark(held, out, cards)
    step = law.step
    # How many rows take each card, as binary digits over the whole set.
    one = two = four = NO_CARDS
    lo, hi = held
    for row in range(ROWS):
        up, top = law.ups[row] != 0, whole(nums[kernel.TOPS + row])
        if not up and top == 0:
            continue  # a row that the edition does not have
        taken = common(held, law.takes[row, top])
        carry = common(one, taken)
        out[fit + row] = size_of(taken)
        four = together(four, common(two, carry))
        two = differing(two, carry)
        one = differing(one, taken)
        ahead = 1 if up else -1
        window = near + row * WINDOW
        out[window] = _has(lo, hi, top - 2 * step * ahead)
        out[window + 1] = _has(lo, hi, top - step * ahead)
        if up:
            word = _from(lo, hi, top + 1)
            for place in range(AHEAD):
                out[window + 2 + place] = (word >> np.uint64(place)) & ONE
        else:
            word = _from(lo, hi, top - AHEAD)
            for place in range(AHEAD):
                out[window + 2 + place] = (word >> np.uint64(AHEAD - 1 - place)) & ONE
    out[rows] = size_of(without(held, together(one, together(two, four))))
    out[rows + 1] = size_of(without(one, two))
    out[rows + 2] = size_of(without(two, one))
    out[rows + 3] = size_of(common(two, one))
    out[rows + 4] = size_of(four)


@jit
def _table(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    draw = law.deck_size - nums[kernel.DRAWN]
    out[at[DRAW]] = draw
    out[at[DRAW_EMPTY]] = draw == 0
    out[at[LEFT]] = nums[kernel.LEFT]
    players = law.players
    for after in range(players):
        seat = HANDS + (viewer + after) % players
        out[at[HAND_SIZES] + after] = size_of(sets[seat])
        if after > 0 and at[OTHER_HANDS] >= 0:
            _mark(sets[seat], out, at[OTHER_HANDS] + (after - 1) * CARDS)


@jit
def _turn(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    players = law.players
    turn = turn_of(law, sets, nums)
    wanted = 3 if turn.three != 0 else turn.minimum  # X3
    out[at[OWED]] = max(0, wanted - turn.laid)
    out[at[LAID]] = turn.laid
    out[at[MINIMUM]] = turn.minimum
    out[at[MAY_END]] = may_end(law, sets, turn)
    out[at[TURN] + (nums[kernel.SEAT] - viewer + players) % players] = 1
    if at[BOUND] >= 0:
        if turn.bound != OPEN_ROW:
            out[at[BOUND] + turn.bound] = 1
        out[at[THREE]] = turn.three
    if at[DUE] >= 0:
        due = due_fires(law, tops_of(nums), turn.fresh)
        for row in range(ROWS):
            out[at[DUE] + row] = (due >> row) & 1


@jit
def encode_marks(
    law: Law,
    at: Array,
    nums: Array,
    viewer: int,
    marks: Array,
    tops: Array,
    speaking: bool,
    out: Array,
) -> None:
    """Write the markers that stand, by seat and row, with the tops they speak of, behind what
    `encode` has written; nothing where the layout has no markers."""
    if at[MARKS] < 0:
        return
    out[at[SPEAKING]] = speaking
    players = law.players
    for after in range(players):
        seat = (viewer + after) % players
        for row in range(ROWS):
            marker = marks[seat, row]
            if marker != 0:
                place = after * ROWS + row
                out[at[MARKS] + place * MARKERS + marker - 1] = 1
                out[at[MOVED] + place] = tops[seat, row] != nums[kernel.TOPS + row]


@jit
def mask(law: Law, sets: Array, nums: Array, lays: Array, out: Array) -> None:
    """Write 1 into ``out`` for every action that is legal now; ``lays`` is working memory."""
    out[:] = 0
    out[0] = legal(law, sets, nums, lays)
    for row in range(ROWS):
        for half in range(2):
            word = lays[row, half]
            while word != ZERO:
                out[(64 * half + zeros_below(word)) * ROWS + row] = 1
                word &= word - ONE


@inlined
def _has(lo: Word, hi: Word, card: int) -> bool:
    """True when the set holds ``card``, which need not be one."""
    if card < 0 or card > 127:
        return False
    word = lo if card < 64 else hi
    return bool(((word >> np.uint64(card & 63)) & ONE) != ZERO)


@inlined
def _from(lo: Word, hi: Word, first: int) -> Word:
    """Whether the set holds ``first``, ``first`` + 1 and so on, one bit each from the lowest."""
    if first >= 64:
        return hi >> np.uint64(first - 64)
    if first > 0:
        return (lo >> np.uint64(first)) | (hi << np.uint64(64 - first))
    return lo << np.uint64(-first)


@jit
def _mark(cards: AnyCards, out: Array, start: int) -> None:
    """Write 1 for every card of a set."""
    for half in range(2):
        word = cards[half]
        while word != ZERO:
            out[start + 64 * half + zeros_below(word)] = 1
            word &= word - ONE
