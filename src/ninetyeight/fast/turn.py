"""The law of one turn, compiled: what may be laid, when it may end, which duty a lay breaks.

The counterpart of :mod:`ninetyeight.rules.turn`, function by function. A :class:`Turn` is a handful
of numbers that live in registers; ``sets`` is the game's row of card sets, which tells the command
on a card.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, zeros_above, zeros_below
from ninetyeight.fast.layout import (
    BY_FIRE,
    BY_SKULL,
    BY_STOP,
    BY_THREE,
    KINDS,
    NO_BACK,
    ONE_ROW,
    ROWS,
    SETS,
    SKULL,
    STOP,
    THREE,
    Law,
)

Array = NDArray[Any]

ZERO: Word = np.uint64(0)
ONE: Word = np.uint64(1)
#: No row is fixed: all may be laid on.
OPEN_ROW = 4


class Turn(NamedTuple):
    """One seat's turn as it stands.

    ``lo`` and ``hi`` are the hand, ``tops`` the four visible cards, seven bits each from the
    lowest, ``bound`` the only row that may be laid on or `OPEN_ROW`.
    """

    lo: Word
    hi: Word
    tops: int
    laid: int
    minimum: int
    elsewhere: int
    fresh: int
    three: int
    bound: int


@inlined
def low_bit(card: int) -> Word:
    """The lower word of the set that holds just ``card``."""
    return ONE << np.uint64(card) if card < 64 else ZERO


@inlined
def high_bit(card: int) -> Word:
    """The upper word of the set that holds just ``card``."""
    return ONE << np.uint64(card - 64) if card >= 64 else ZERO


@inlined
def lowest(lo: Word, hi: Word) -> int:
    """The lowest card of a set that is not empty."""
    return zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)


@inlined
def highest(lo: Word, hi: Word) -> int:
    """The highest card of a set that is not empty."""
    return 127 - zeros_above(hi) if hi != ZERO else 63 - zeros_above(lo)


@inlined
def holds(cards: Array, card: int) -> bool:
    """True when the two words ``cards`` hold ``card``."""
    return bool(((cards[card >> 6] >> np.uint64(card & 63)) & ONE) != ZERO)


@inlined
def before_first(law: Law, row: int) -> int:
    """The number that an empty row stands at: the one before its first card (B3r)."""
    return law.low - 1 if law.ups[row] != 0 else law.high + 1


@inlined
def top_of(tops: int, row: int) -> int:
    """The visible card of ``row``."""
    return (tops >> (7 * row)) & 127


@inlined
def with_top(tops: int, row: int, card: int) -> int:
    """``tops`` with ``card`` on ``row``."""
    return (tops & ~(127 << (7 * row))) | (card << (7 * row))


@inlined
def size(turn: Turn) -> int:
    """Cards still in hand."""
    return ones(turn.lo) + ones(turn.hi)


@inlined
def shows(law: Law, sets: Array, tops: int, kind: int) -> bool:
    """True when a card with that command is visible."""
    if not law.has_commands:
        return False
    for row in range(ROWS):
        if holds(sets[KINDS + kind], top_of(tops, row)):
            return True
    return False


@inlined
def due_fires(law: Law, tops: int, fresh: int) -> int:
    """The rows whose fire must be covered this turn, one bit each (F2, F3r)."""
    due = 0
    if law.has_fires:
        for row in range(ROWS):
            if holds(law.fires, top_of(tops, row)) and (fresh >> row) & 1 == 0:
                due |= 1 << row
    return due


@inlined
def any_command(sets: Array, lo: Word, hi: Word) -> bool:
    """True when some card of a set carries a command."""
    for kind in range(KINDS, SETS):
        if ((sets[kind, 0] & lo) | (sets[kind, 1] & hi)) != ZERO:
            return True
    return False


@jit
def commanded(law: Law, sets: Array, lo: Word, hi: Word, tops: int) -> bool:
    """True when a command, in this hand or on a top, may matter to a turn."""
    if not law.has_commands:
        return False
    for row in range(ROWS):
        lo |= low_bit(top_of(tops, row))
        hi |= high_bit(top_of(tops, row))
    return any_command(sets, lo, hi)


@inlined
def stops(law: Law, sets: Array, card: int) -> bool:
    """True when the turn ends with this card (X1)."""
    return law.has_commands and holds(sets[KINDS + STOP], card)


@jit
def bound_after(law: Law, sets: Array, tops: int, row: int) -> int:
    """The only row that may be laid on after the latest card went on ``row``; `OPEN_ROW` when all
    may (X6, X9r: why it is that row is said in :attr:`ninetyeight.rules.turn.Turn.bound`)."""
    return row if shows(law, sets, tops, ONE_ROW) else OPEN_ROW


@jit
def lays_on(law: Law, turn: Turn, row: int, no_back: bool) -> tuple[Word, Word]:
    """The cards that may be laid on ``row`` now, as a set (B3, B4, X5, X6)."""
    if turn.bound != OPEN_ROW and turn.bound != row:
        return ZERO, ZERO
    top = top_of(turn.tops, row)
    lo, hi = law.ahead[row, top, 0], law.ahead[row, top, 1]
    if not no_back:
        lo |= law.back[row, top, 0]
        hi |= law.back[row, top, 1]
    return turn.lo & lo, turn.hi & hi


@jit
def may_lay(law: Law, sets: Array, turn: Turn, card: int, row: int) -> bool:
    """True when the rules accept ``card`` on ``row`` now."""
    if card <= 0 or card > 127 or row < 0 or row >= ROWS:
        return False
    lo, hi = lays_on(law, turn, row, shows(law, sets, turn.tops, NO_BACK))
    return bool(((lo & low_bit(card)) | (hi & high_bit(card))) != ZERO)


@jit
def after(law: Law, sets: Array, turn: Turn, card: int, row: int) -> Turn:
    """The turn once ``card``, which must be accepted, lies on ``row``."""
    tops = with_top(turn.tops, row, card)
    three, bound = turn.three, OPEN_ROW
    if law.has_commands:
        if holds(sets[KINDS + THREE], card):
            three = 1
        bound = bound_after(law, sets, tops, row)
    return Turn(
        turn.lo & ~low_bit(card),
        turn.hi & ~high_bit(card),
        tops,
        turn.laid + 1,
        turn.minimum,
        turn.elsewhere,
        turn.fresh | (1 << row),
        three,
        bound,
    )


@jit
def broken_by(law: Law, sets: Array, turn: Turn, card: int, row: int) -> int:
    """The reason by which laying ``card`` loses at once, a duty being broken; 0 for none (X8r)."""
    if not law.has_commands:
        return 0
    stop = holds(sets[KINDS + STOP], card)
    held = size(turn)
    last = held == 1 and turn.elsewhere == 0
    three = turn.three != 0 or holds(sets[KINDS + THREE], card)
    if not (stop or last or three):
        return 0
    then = after(law, sets, turn, card, row)
    if (stop or last) and shows(law, sets, then.tops, SKULL):
        return BY_SKULL  # X2
    if three and (then.laid > 3 or turn.laid + held < 3):
        return BY_THREE  # X3: a fourth card, or never three cards to lay
    if three and stop and then.laid < 3:
        return BY_STOP  # X3: a stop may be the third card and only the third
    if stop and not last and due_fires(law, then.tops, then.fresh) != 0:
        return BY_FIRE  # F2; F3r: after the very last card a fire does no harm
    return 0


@jit
def may_end(law: Law, sets: Array, turn: Turn) -> bool:
    """True when the turn may be ended now, every duty met (B5, X2, X3, F2)."""
    if turn.laid < turn.minimum:
        return False
    if turn.three != 0 and turn.laid != 3:
        return False
    if shows(law, sets, turn.tops, SKULL):
        return False
    return due_fires(law, turn.tops, turn.fresh) == 0
