"""From a game of the kernel to an observation, compiled: the twin of
:mod:`ninetyeight.envs.encoder`.

The whole game is there in the arrays, but of other hands only their sizes are looked at, and the
set of all cards that the viewer cannot place; so the same numbers come out as from the view. What a
row takes and which duties a turn has is asked of the kernel.
"""

from __future__ import annotations

import numpy as np

from ninetyeight.envs.layout import AHEAD, CARDS, COMMANDS, MARKERS, PARTS, WINDOW
from ninetyeight.fast import layout as kernel
from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_below
from ninetyeight.fast.game import legal, tops_of, turn_of
from ninetyeight.fast.layout import HANDS, KINDS, ROWS, UNLAID, Law
from ninetyeight.fast.turn import ONE, OPEN_ROW, ZERO, Array, due_fires, holds, may_end

_NAMES = [part.name for part in PARTS]
# Places of the parts in `Layout.offsets`.
HAND = _NAMES.index("hand")
UNSEEN = _NAMES.index("unseen")
TOPS = _NAMES.index("tops")
EMPTY = _NAMES.index("empty")
HAND_FIT = _NAMES.index("hand_fit")
UNSEEN_FIT = _NAMES.index("unseen_fit")
HAND_NEAR = _NAMES.index("hand_near")
UNSEEN_NEAR = _NAMES.index("unseen_near")
HAND_ROWS = _NAMES.index("hand_rows")
UNSEEN_ROWS = _NAMES.index("unseen_rows")
OWED = _NAMES.index("owed")
LAID = _NAMES.index("laid")
MINIMUM = _NAMES.index("minimum")
MAY_END = _NAMES.index("may_end")
DRAW = _NAMES.index("draw")
DRAW_EMPTY = _NAMES.index("draw_empty")
LEFT = _NAMES.index("left")
HAND_SIZES = _NAMES.index("hand_sizes")
TURN = _NAMES.index("turn")
HAND_COMMANDS = _NAMES.index("hand_commands")
UNSEEN_COMMANDS = _NAMES.index("unseen_commands")
TOP_COMMANDS = _NAMES.index("top_commands")
BOUND = _NAMES.index("bound")
THREE = _NAMES.index("three")
FIRES = _NAMES.index("fires")
DUE = _NAMES.index("due")
SPEAKING = _NAMES.index("speaking")
MARKS = _NAMES.index("marks")
MOVED = _NAMES.index("moved")
OTHER_HANDS = _NAMES.index("other_hands")


@jit
def encode(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    """Write what ``viewer`` may know into ``out``; ``at`` are the layout's offsets."""
    out[:] = 0
    lo, hi = sets[HANDS + viewer, 0], sets[HANDS + viewer, 1]
    unseen_lo, unseen_hi = sets[UNLAID, 0] & ~lo, sets[UNLAID, 1] & ~hi
    for row in range(ROWS):
        top = whole(nums[kernel.TOPS + row])
        out[at[TOPS] + row] = top
        out[at[EMPTY] + row] = top == law.rule[kernel.HIGH] + 1 or (
            law.rule[kernel.UP + row] != 0 and top == law.rule[kernel.LOW] - 1
        )
    own = at[HAND], at[HAND_FIT], at[HAND_NEAR], at[HAND_ROWS]
    others = at[UNSEEN], at[UNSEEN_FIT], at[UNSEEN_NEAR], at[UNSEEN_ROWS]
    _cards(law, nums, lo, hi, out, own)
    _cards(law, nums, unseen_lo, unseen_hi, out, others)
    _table(law, at, sets, nums, viewer, out)
    if at[HAND_COMMANDS] >= 0:
        for kind in range(COMMANDS):
            carriers = sets[KINDS + kind]
            _mark(carriers[0] & lo, carriers[1] & hi, out, at[HAND_COMMANDS] + kind * CARDS)
            out[at[UNSEEN_COMMANDS] + kind] = ones(carriers[0] & unseen_lo) + ones(
                carriers[1] & unseen_hi
            )
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
    law: Law, nums: Array, lo: Word, hi: Word, out: Array, places: tuple[int, int, int, int]
) -> None:
    """The parts about one set of cards, the hand or what is unseen, each from its place on."""
    cards, fit, near, rows = places
    _mark(lo, hi, out, cards)
    step = law.rule[kernel.STEP]
    # How many rows take each card, as binary digits over the whole set.
    one_lo, one_hi, two_lo, two_hi, four_lo, four_hi = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
    for row in range(ROWS):
        up, top = law.rule[kernel.UP + row] != 0, whole(nums[kernel.TOPS + row])
        if not up and top == 0:
            continue  # a row that the edition does not have
        taken_lo, taken_hi = law.takes[row, top, 0] & lo, law.takes[row, top, 1] & hi
        out[fit + row] = ones(taken_lo) + ones(taken_hi)
        four_lo |= two_lo & one_lo & taken_lo
        four_hi |= two_hi & one_hi & taken_hi
        two_lo ^= one_lo & taken_lo
        two_hi ^= one_hi & taken_hi
        one_lo ^= taken_lo
        one_hi ^= taken_hi
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
    out[rows + 1] = ones(one_lo & ~two_lo) + ones(one_hi & ~two_hi)
    out[rows + 2] = ones(two_lo & ~one_lo) + ones(two_hi & ~one_hi)
    out[rows + 3] = ones(two_lo & one_lo) + ones(two_hi & one_hi)
    out[rows + 4] = ones(four_lo) + ones(four_hi)
    some_lo, some_hi = one_lo | two_lo | four_lo, one_hi | two_hi | four_hi
    out[rows] = ones(lo & ~some_lo) + ones(hi & ~some_hi)


@jit
def _table(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    draw = law.rule[kernel.CARDS] - nums[kernel.DRAWN]
    out[at[DRAW]] = draw
    out[at[DRAW_EMPTY]] = draw == 0
    out[at[LEFT]] = nums[kernel.LEFT]
    players = law.rule[kernel.PLAYERS]
    for after in range(players):
        seat = HANDS + (viewer + after) % players
        out[at[HAND_SIZES] + after] = ones(sets[seat, 0]) + ones(sets[seat, 1])
        if after > 0 and at[OTHER_HANDS] >= 0:
            _mark(sets[seat, 0], sets[seat, 1], out, at[OTHER_HANDS] + (after - 1) * CARDS)


@jit
def _turn(law: Law, at: Array, sets: Array, nums: Array, viewer: int, out: Array) -> None:
    players = law.rule[kernel.PLAYERS]
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
    players = law.rule[kernel.PLAYERS]
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
def _mark(lo: Word, hi: Word, out: Array, start: int) -> None:
    """Write 1 for every card of a set."""
    while lo != ZERO:
        out[start + zeros_below(lo)] = 1
        lo &= lo - ONE
    while hi != ZERO:
        out[start + 64 + zeros_below(hi)] = 1
        hi &= hi - ONE
