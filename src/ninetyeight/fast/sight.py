"""What a seat can tell of its own moves, compiled: :mod:`ninetyeight.bots.sight` in the kernel.

It looks at nothing that the seat does not see: the whole is there in the arrays, but other hands
are used only as the set of all unseen cards, and only where no more than one other hand is left.
"""

from __future__ import annotations

from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.completion import Scratch, completes
from ninetyeight.fast.layout import DRAWN, END, HANDS, SEAT, UNLAID, Law
from ninetyeight.fast.turn import (
    OPEN_ROW,
    ZERO,
    Array,
    Turn,
    after,
    any_command,
    broken_by,
    size,
    stops,
)


@jit
def loses(
    law: Law, sets: Array, nums: Array, turn: Turn, move: int, own: bool, scratch: Scratch
) -> bool:
    """True when the seat can tell that ``move``, which must be accepted, loses at once.

    With ``own`` only its own turn is looked at, not whether the next seat is stuck.
    """
    then = turn
    ended = move == END
    if not ended:
        card, row = move >> 2, move & 3
        if broken_by(law, sets, turn, card, row) != 0:
            return True
        if turn.elsewhere == 0 and size(turn) == 1:
            return False  # that was the very last card
        then = after(law, sets, turn, card, row)
        ended = stops(law, sets, card)
    if ended:
        if own or not next_hand_known(law, sets, nums):
            return False
        then = _next_turn(sets, nums, then)
    return not completes(law, sets, then, scratch, 0)


@jit
def next_hand_known(law: Law, sets: Array, nums: Array) -> bool:
    """True when the active seat knows the next hand: nobody draws any more, one hand is left at
    most beside the own, and no command on it is hidden."""
    if nums[DRAWN] < law.deck_size:
        return False
    seat = whole(nums[SEAT])
    if law.has_commands and not law.open_commands:
        lo = sets[UNLAID, 0] & ~sets[HANDS + seat, 0]
        hi = sets[UNLAID, 1] & ~sets[HANDS + seat, 1]
        if any_command(sets, lo, hi):
            return False
    others = 0
    for other in range(law.players):
        others += other != seat and (sets[HANDS + other, 0] | sets[HANDS + other, 1]) != ZERO
    return others <= 1


@jit
def _next_turn(sets: Array, nums: Array, turn: Turn) -> Turn:
    """The turn of the next seat once ``turn`` has ended, its hand being known."""
    seat = HANDS + whole(nums[SEAT])
    lo, hi = sets[UNLAID, 0] & ~sets[seat, 0], sets[UNLAID, 1] & ~sets[seat, 1]
    elsewhere = size(turn)
    if (lo | hi) == ZERO:
        lo, hi = turn.lo, turn.hi
        elsewhere = 0
    return Turn(lo, hi, turn.tops, 0, 1, elsewhere, 0, 0, OPEN_ROW)  # B7
