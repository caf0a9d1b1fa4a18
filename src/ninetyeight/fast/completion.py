"""Can this turn still be completed? The exact answer of :mod:`ninetyeight.rules.completion`.

The search is the same: depth first, hopeless positions remembered, lays without a purpose left out
(the reasoning stands there). Here a position is one number, kept in a transposition table of fixed
size; where it overflows, a position is forgotten and searched again, which costs time and never
changes the answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.card_sets import common, only, pop, some, without
from ninetyeight.fast.compiled import Word, jit, ones, whole
from ninetyeight.fast.layout import (
    KINDS,
    LONGEST,
    NO_BACK,
    NUMBERS,
    ONE_ROW,
    ROWS,
    SKULL,
    STOP,
    THREE,
    Law,
)
from ninetyeight.fast.turn import (
    OPEN_ROW,
    Array,
    Turn,
    commanded,
    due_fires,
    holds,
    may_end,
    size,
    top_of,
    with_top,
)

#: What hangs on a card, one bit each: the first five matter to the search, the sixth is fire.
_STOP, _SKULL, _THREE, _NO_BACK, _ONE_ROW, _FIRE = 1, 2, 4, 8, 16, 32
_IN_THE_WAY = _SKULL | _NO_BACK | _ONE_ROW

_NO, _YES, _PERHAPS = 0, 1, 2

_TABLE_BITS = 14
_PROBES = 8
_SPREAD: Word = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Word = np.uint64(64 - _TABLE_BITS)

# Columns of `Scratch.figures`.
_AGE, _FULL, _MINIMUM, _ELSEWHERE, _ENOUGH, _START, _FRESH, _HELD, _VISITED = range(9)


class Scratch(NamedTuple):
    """Working memory of the search: one for each thread, made once."""

    keys: NDArray[np.uint64]
    ages: NDArray[np.int64]
    figures: NDArray[np.int64]
    cards: NDArray[np.int64]
    marks: NDArray[np.int64]


def new_scratch() -> Scratch:
    """Fresh working memory."""
    table = 1 << _TABLE_BITS
    return Scratch(
        np.zeros(table, np.uint64),
        np.zeros(table, np.int64),
        np.zeros(16, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(NUMBERS, np.int64),
    )


@jit
def completes(law: Law, sets: Array, turn: Turn, scratch: Scratch, ignoring_fires: int) -> bool:
    """True when ``turn`` can be completed lawfully from where it stands (B8r, X10r).

    ``ignoring_fires`` other than 0 leaves due fires out of account.
    """
    if may_end(law, sets, turn):
        return True
    matters = turn.three != 0 or commanded(law, sets, turn.lo, turn.hi, turn.tops)
    if due_fires(law, turn.tops, turn.fresh) == 0 and not matters:
        owed = turn.minimum - turn.laid
        if turn.elsewhere == 0:
            owed = min(owed, size(turn))  # B8: laying the last cards of all wins
        return can_lay(law.takes, turn.lo, turn.hi, turn.tops, owed)
    return _search(law, sets, turn, scratch, ignoring_fires)


@jit
def can_lay(takes: Array, lo: Word, hi: Word, tops: int, owed: int) -> bool:
    """The base game: can ``owed`` more cards be laid? (B8)"""
    if owed <= 0:
        return True
    if owed > ones(lo) + ones(hi):
        return False
    for row in range(ROWS):
        top = top_of(tops, row)
        fitting = common((lo, hi), takes[row, top])
        if owed == 1:
            if some(fitting):
                return True
            continue
        while some(fitting):
            card, fitting = pop(fitting)
            rest_lo, rest_hi = without((lo, hi), only(card))
            if can_lay(takes, rest_lo, rest_hi, with_top(tops, row, card), owed - 1):
                return True
    return False


# The search with commands and fires.


@jit
def _marks(law: Law, sets: Array, card: int, fires: bool) -> int:
    marks = 0
    if law.has_commands:
        marks += _STOP * holds(sets[KINDS + STOP], card)
        marks += _SKULL * holds(sets[KINDS + SKULL], card)
        marks += _THREE * holds(sets[KINDS + THREE], card)
        marks += _NO_BACK * holds(sets[KINDS + NO_BACK], card)
        marks += _ONE_ROW * holds(sets[KINDS + ONE_ROW], card)
    if fires and law.has_fires:
        marks += _FIRE * holds(law.fires, card)
    return marks


@jit
def _search(law: Law, sets: Array, turn: Turn, scratch: Scratch, ignoring_fires: int) -> bool:
    figures, cards = scratch.figures, scratch.cards
    held = in_hand = stops = 0
    hand = turn.lo, turn.hi
    while some(hand):
        card, hand = pop(hand)
        cards[held] = card
        scratch.marks[card] = _marks(law, sets, card, ignoring_fires == 0)
        in_hand |= scratch.marks[card]
        stops += scratch.marks[card] & _STOP
        held += 1
    for row in range(ROWS):
        top = top_of(turn.tops, row)
        scratch.marks[top] = _marks(law, sets, top, ignoring_fires == 0)
    figures[_AGE] += 1
    figures[_FULL] = turn.laid + held
    figures[_MINIMUM] = turn.minimum
    figures[_ELSEWHERE] = turn.elsewhere
    # Three cards are enough only when a `three` may be among them: their number must not fall.
    may_have_three = turn.three != 0 or in_hand & _THREE != 0
    figures[_ENOUGH] = max(turn.minimum, 3) if may_have_three else turn.minimum
    figures[_START] = turn.tops
    figures[_FRESH] = turn.fresh
    figures[_HELD] = held
    figures[_VISITED] = 0
    for winning in range(2):
        if winning != 0:
            if turn.elsewhere != 0 or stops > 1:
                return False  # X1: a stop can only be the very last card
            if figures[_FULL] != 3 and may_have_three:
                return False  # X3
        mask = (1 << held) - 1
        if _leads_on(
            law.ahead, law.back, scratch, mask, turn.tops, turn.bound, turn.three, winning
        ):
            return True
    return False


@jit
def _is_hopeless(scratch: Scratch, key: Word) -> bool:
    slot = whole((key * _SPREAD) >> _SHIFT)
    for probe in range(_PROBES):
        at = (slot + probe) & ((1 << _TABLE_BITS) - 1)
        if scratch.ages[at] != scratch.figures[_AGE]:
            return False
        if scratch.keys[at] == key:
            return True
    return False


@jit
def _remember(scratch: Scratch, key: Word) -> None:
    slot = whole((key * _SPREAD) >> _SHIFT)
    at = slot
    for probe in range(_PROBES):
        at = (slot + probe) & ((1 << _TABLE_BITS) - 1)
        if scratch.ages[at] != scratch.figures[_AGE]:
            break  # free; when none is, the last of them is forgotten
    scratch.keys[at] = key
    scratch.ages[at] = scratch.figures[_AGE]


@jit
def _key(mask: int, tops: int, bound: int, winning: int) -> Word:
    return np.uint64(mask | (tops << LONGEST) | (bound << (LONGEST + 28)) | (winning << 62))


@jit
def _open_fires(scratch: Scratch, tops: int) -> int:
    """The rows with a due fire: it was there when the turn began, or laid on no fresh row (F2)."""
    figures = scratch.figures
    due = 0
    for row in range(ROWS):
        top = top_of(tops, row)
        if scratch.marks[top] & _FIRE != 0 and top == top_of(figures[_START], row):
            due |= (1 << row) & ~figures[_FRESH]
    return due


@jit
def _top_marks(scratch: Scratch, tops: int) -> int:
    marks = 0
    for row in range(ROWS):
        marks |= scratch.marks[top_of(tops, row)]
    return marks


@jit
def _leads_on(
    ahead: Array,
    back: Array,
    scratch: Scratch,
    mask: int,
    tops: int,
    bound: int,
    three: int,
    winning: int,
) -> bool:
    """True when this position leads to an end of the turn, a lawful `stop` or the last card.

    With ``winning`` only the last card of the game counts.
    """
    figures, marks = scratch.figures, scratch.marks
    count = figures[_FULL] - ones(np.uint64(mask))
    due = _open_fires(scratch, tops)
    visible = _top_marks(scratch, tops)
    if winning != 0:
        if mask == 0:
            return visible & _SKULL == 0  # X2
    elif (
        count >= figures[_MINIMUM]
        and due == 0
        and visible & _SKULL == 0
        and (three == 0 or count == 3)
    ):
        return True
    key = _key(mask, tops, bound, winning)
    if _is_hopeless(scratch, key):
        return False
    figures[_VISITED] += 1
    if winning != 0 or _can_go_on(scratch, mask, three, count):
        for order in range(4):  # what must be covered first, and skulls last
            for row in range(ROWS):
                mark = marks[top_of(tops, row)]
                urgent = mark & _SKULL != 0 or (due >> row) & 1 != 0
                if urgent != (order < 2):
                    continue
                idle = count >= figures[_ENOUGH] and not urgent and mark & _IN_THE_WAY == 0
                if idle and winning == 0:
                    continue  # nothing to gain here
                fitting = _fitting(ahead, back, scratch, mask, tops, bound, visible, row)
                for at in range(figures[_HELD]):
                    if (fitting >> at) & 1 == 0:
                        continue
                    card = scratch.cards[at]
                    if (marks[card] & _SKULL != 0) != (order & 1 == 1):
                        continue
                    then = with_top(tops, row, card)
                    verdict = _verdict(scratch, mask & ~(1 << at), then, three, card, winning)
                    if verdict == _YES:
                        return True
                    if verdict == _PERHAPS and _leads_on(
                        ahead,
                        back,
                        scratch,
                        mask & ~(1 << at),
                        then,
                        row if _top_marks(scratch, then) & _ONE_ROW != 0 else OPEN_ROW,
                        three | (1 if marks[card] & _THREE != 0 else 0),
                        winning,
                    ):
                        return True
    _remember(scratch, key)
    return False


@jit
def _verdict(scratch: Scratch, mask: int, tops: int, three: int, card: int, winning: int) -> int:
    """What the ``card`` just laid means: the turn completed, a duty broken, or neither yet."""
    figures = scratch.figures
    mark = scratch.marks[card]
    stop = mark & _STOP != 0
    if winning != 0:
        return _NO if stop and mask != 0 else _PERHAPS  # X1: it would end the turn
    count = figures[_FULL] - ones(np.uint64(mask))
    last = mask == 0 and figures[_ELSEWHERE] == 0
    if (stop or last) and _top_marks(scratch, tops) & _SKULL != 0:
        return _NO  # X2
    three |= mark & _THREE
    if three != 0 and (count > 3 or figures[_FULL] < 3 or (stop and count < 3)):
        return _NO  # X3
    if last:
        return _YES  # every card is laid; F3r: a fire on top does no harm now
    if stop:
        return _YES if _open_fires(scratch, tops) == 0 else _NO  # X1: the turn ends here
    return _PERHAPS


@jit
def _fitting(
    ahead: Array,
    back: Array,
    scratch: Scratch,
    mask: int,
    tops: int,
    bound: int,
    visible: int,
    row: int,
) -> int:
    """Which cards of the hand may be laid on ``row``, one bit each (B3, B4, X5, X6)."""
    if bound != OPEN_ROW and bound != row:
        return 0
    top = top_of(tops, row)
    fitting = 0
    for i in range(scratch.figures[_HELD]):
        card = scratch.cards[i]
        if (mask >> i) & 1 != 0 and (
            holds(ahead[row, top], card)
            or (visible & _NO_BACK == 0 and holds(back[row, top], card))
        ):
            fitting |= 1 << i
    return fitting


@jit
def _can_go_on(scratch: Scratch, mask: int, three: int, count: int) -> bool:
    """False when counting alone shows that the turn cannot be ended, nor by a `stop`."""
    figures = scratch.figures
    if three != 0 and count == 3:
        return False  # X3: a fourth card loses
    if figures[_FULL] < figures[_MINIMUM]:
        stops = 0
        for i in range(figures[_HELD]):
            if (mask >> i) & 1 != 0:
                stops |= scratch.marks[scratch.cards[i]] & _STOP
        if stops == 0:
            return False  # X12r
    return True
