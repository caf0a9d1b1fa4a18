"""Whole games, compiled: starting, laying, ending a turn, drawing, and how it all ends.

The counterpart of :mod:`ninetyeight.rules.game`. Every function works on one game of a batch,
given by its rows of the arrays that :mod:`ninetyeight.fast.layout` describes.
"""

from __future__ import annotations

from ninetyeight.fast.compiled import inlined, jit, ones, whole
from ninetyeight.fast.completion import Scratch, completes
from ninetyeight.fast.layout import (
    ASKED,
    BY_FIRE,
    CARDS,
    COMMANDS,
    COUNT,
    DRAW_ONE,
    DRAWN,
    END,
    FRESH,
    HAND,
    HANDS,
    HIGH,
    KINDS,
    LAID,
    LEFT,
    LOST,
    LOW,
    MINIMUM,
    NO_BACK,
    OUTCOME,
    PLAYERS,
    PLAYING,
    REASON,
    ROWS,
    SEAT,
    SEATS,
    STOP,
    STUCK,
    THREE,
    TOPS,
    UNLAID,
    UP,
    WON,
    Law,
)
from ninetyeight.fast.turn import (
    OPEN_ROW,
    ZERO,
    Array,
    Turn,
    after,
    bound_after,
    broken_by,
    due_fires,
    high_bit,
    holds,
    lays_on,
    low_bit,
    may_end,
    may_lay,
    shows,
)


@jit
def put_down(law: Law, deck: Array, sets: Array, nums: Array) -> None:
    """Deal the game's deck: every seat its hand, nothing laid, nobody's turn yet (B2)."""
    rule = law.rule
    for seat in range(SEATS):
        lo, hi = ZERO, ZERO
        if seat < rule[PLAYERS]:
            for at in range(seat * rule[HAND], (seat + 1) * rule[HAND]):
                card = whole(deck[at])
                lo |= low_bit(card)
                hi |= high_bit(card)
        sets[HANDS + seat, 0] = lo
        sets[HANDS + seat, 1] = hi
    sets[UNLAID, 0] = law.all[0]
    sets[UNLAID, 1] = law.all[1]
    nums[:] = 0
    for row in range(ROWS):
        top = rule[LOW] - 1 if rule[UP + row] != 0 else rule[HIGH] + 1
        no_such_row = (law.ahead[row, top, 0] | law.ahead[row, top, 1]) == ZERO
        nums[TOPS + row] = 0 if no_such_row else top
    nums[SEAT] = -1
    nums[DRAWN] = rule[PLAYERS] * rule[HAND]
    nums[LEFT] = rule[CARDS]


@jit
def turn_of(law: Law, sets: Array, nums: Array) -> Turn:
    """The running turn."""
    lo, hi = sets[HANDS + nums[SEAT], 0], sets[HANDS + nums[SEAT], 1]
    count = whole(nums[COUNT])
    tops = tops_of(nums)
    three, bound = 0, OPEN_ROW
    if law.rule[COMMANDS] != 0:
        for at in range(count):
            if holds(sets[KINDS + THREE], whole(nums[LAID + at]) >> 2):
                three = 1
        if count > 0:
            bound = bound_after(law, sets, tops, whole(nums[LAID + count - 1]) & 3)
    return Turn(
        lo,
        hi,
        tops,
        count,
        whole(nums[MINIMUM]),
        whole(nums[LEFT]) - ones(lo) - ones(hi),
        whole(nums[FRESH]),
        three,
        bound,
    )


@inlined
def minimum(law: Law, drawn: int) -> int:
    """Cards that a turn must lay when so many have been dealt or drawn (B5, B7, B7r)."""
    return whole(law.rule[ASKED]) if drawn < law.rule[CARDS] else 1


@inlined
def draw(law: Law, deck: Array, hands: Array, seat: int, drawn: int, wanted: int) -> int:
    """Draw so many cards for a seat, as far as there are any; how many are drawn then (B6)."""
    lo, hi = hands[seat, 0], hands[seat, 1]
    until = min(drawn + wanted, whole(law.rule[CARDS]))
    for at in range(drawn, until):
        card = whole(deck[at])
        lo |= low_bit(card)
        hi |= high_bit(card)
    hands[seat, 0] = lo
    hands[seat, 1] = hi
    return until


@inlined
def seat_after(law: Law, hands: Array, seat: int) -> int:
    """The next seat that has cards (B7)."""
    for _ in range(law.rule[PLAYERS]):
        seat = seat + 1 if seat + 1 < law.rule[PLAYERS] else 0
        if (hands[seat, 0] | hands[seat, 1]) != ZERO:
            break
    return seat


@jit
def begin(law: Law, nums: Array, seat: int) -> None:
    """Begin ``seat``'s turn."""
    nums[SEAT] = seat
    nums[MINIMUM] = minimum(law, whole(nums[DRAWN]))
    nums[COUNT] = 0
    nums[FRESH] = 0


@jit
def finish(nums: Array, outcome: int, reason: int) -> None:
    """The game is over."""
    nums[OUTCOME] = outcome
    nums[REASON] = reason
    nums[SEAT] = -1


@jit
def put(law: Law, sets: Array, nums: Array, move: int) -> int:
    """Put the card of an accepted lay on its row, with nothing that follows from it; the reason by
    which that loses at once, or 0."""
    card, row = move >> 2, move & 3
    turn = turn_of(law, sets, nums)
    broken = broken_by(law, sets, turn, card, row)
    then = after(law, sets, turn, card, row)
    seat = HANDS + nums[SEAT]
    sets[seat, 0] = then.lo
    sets[seat, 1] = then.hi
    sets[UNLAID, 0] &= ~low_bit(card)
    sets[UNLAID, 1] &= ~high_bit(card)
    nums[TOPS + row] = card
    nums[LAID + nums[COUNT]] = move
    nums[COUNT] += 1
    nums[FRESH] = then.fresh
    nums[LEFT] -= 1
    return broken


@jit
def _lay(law: Law, deck: Array, sets: Array, nums: Array, move: int) -> None:
    """Make a lay that is accepted, up to the question whether the turn can be completed."""
    broken = put(law, sets, nums, move)
    if broken != 0:
        finish(nums, LOST, broken)
    elif nums[LEFT] == 0:
        finish(nums, WON, 0)  # B8
    elif law.rule[COMMANDS] != 0 and holds(sets[KINDS + STOP], move >> 2):
        pass_on(law, deck, sets, nums)  # X1


@jit
def pass_on(law: Law, deck: Array, sets: Array, nums: Array) -> None:
    """Draw for the active seat and give the turn to the next one that has cards (B6, B7)."""
    seat, hands = whole(nums[SEAT]), sets[HANDS:]
    wanted = law.rule[HAND] - ones(hands[seat, 0]) - ones(hands[seat, 1])  # B6: a full hand
    if shows(law, sets, tops_of(nums), DRAW_ONE):
        wanted = 1  # X7
    nums[DRAWN] = draw(law, deck, hands, seat, whole(nums[DRAWN]), wanted)
    begin(law, nums, seat_after(law, hands, seat))


@jit
def legal(law: Law, sets: Array, nums: Array, lays: Array) -> bool:
    """Write the cards that may be laid on each row into ``lays``; True when the turn may end."""
    lays[:] = ZERO
    if nums[OUTCOME] != PLAYING or nums[SEAT] < 0:
        return False
    turn = turn_of(law, sets, nums)
    no_back = shows(law, sets, turn.tops, NO_BACK)
    for row in range(ROWS):
        lays[row, 0], lays[row, 1] = lays_on(law, turn, row, no_back)
    return may_end(law, sets, turn)


@jit
def make(law: Law, deck: Array, sets: Array, nums: Array, move: int, scratch: Scratch) -> None:
    """Make a move that is known to be accepted, or let a seat begin: `-1 - seat` (B10)."""
    if move < 0:
        begin(law, nums, -1 - move)
    elif move == END:
        pass_on(law, deck, sets, nums)
    else:
        _lay(law, deck, sets, nums, move)
    if nums[OUTCOME] == PLAYING:
        end_if_stuck(law, sets, nums, scratch)


@jit
def end_if_stuck(law: Law, sets: Array, nums: Array, scratch: Scratch) -> None:
    """The game is over if the turn as it stands now cannot be completed (B8, B8r)."""
    turn = turn_of(law, sets, nums)
    reason = 0
    for ignoring_fires in range(2):
        if completes(law, sets, turn, scratch, ignoring_fires):
            reason = ignoring_fires * BY_FIRE  # F3r: without its fires it could be completed
            break
        reason = STUCK
        if due_fires(law, turn.tops, turn.fresh) == 0:
            break
    if reason != 0:
        finish(nums, LOST, reason)


@jit
def accepts(law: Law, sets: Array, nums: Array, move: int) -> bool:
    """True when the rules accept ``move`` now."""
    if nums[OUTCOME] != PLAYING or nums[SEAT] < 0:
        return False
    turn = turn_of(law, sets, nums)
    if move == END:
        return may_end(law, sets, turn)
    return may_lay(law, sets, turn, move >> 2, move & 3)


@jit
def tops_of(nums: Array) -> int:
    """The visible cards as a turn holds them."""
    tops = 0
    for row in range(ROWS):
        tops |= whole(nums[TOPS + row]) << (7 * row)
    return tops
