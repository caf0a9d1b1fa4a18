"""Whole games, compiled: starting, laying, ending a turn, drawing, and how it all ends.

The counterpart of :mod:`ninetyeight.rules.game`. Every function works on one game of a batch,
given by its rows of the arrays that :mod:`ninetyeight.fast.layout` describes.
"""

from __future__ import annotations

from ninetyeight.fast import layout
from ninetyeight.fast.compiled import inlined, jit, ones, whole
from ninetyeight.fast.completion import Scratch, completes
from ninetyeight.fast.layout import BY_FIRE, END, LOST, PLAYING, ROWS, SEATS, STUCK, WON, Law
from ninetyeight.fast.turn import (
    OPEN_ROW,
    ZERO,
    Array,
    Turn,
    after,
    before_first,
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
    stops,
)


@jit
def put_down(law: Law, deck: Array, sets: Array, nums: Array) -> None:
    """Deal the game's deck: every seat its hand, nothing laid, nobody's turn yet (B2)."""
    for seat in range(SEATS):
        lo, hi = ZERO, ZERO
        if seat < law.players:
            for at in range(seat * law.hand_size, (seat + 1) * law.hand_size):
                card = whole(deck[at])
                lo |= low_bit(card)
                hi |= high_bit(card)
        sets[layout.HANDS + seat, 0] = lo
        sets[layout.HANDS + seat, 1] = hi
    sets[layout.UNLAID, 0] = law.all[0]
    sets[layout.UNLAID, 1] = law.all[1]
    nums[:] = 0
    for row in range(ROWS):
        top = before_first(law, row)
        no_such_row = (law.ahead[row, top, 0] | law.ahead[row, top, 1]) == ZERO
        nums[layout.TOPS + row] = 0 if no_such_row else top
    nums[layout.SEAT] = -1
    nums[layout.DRAWN] = law.players * law.hand_size
    nums[layout.LEFT] = law.deck_size


@jit
def turn_of(law: Law, sets: Array, nums: Array) -> Turn:
    """The running turn."""
    lo, hi = sets[layout.HANDS + nums[layout.SEAT], 0], sets[layout.HANDS + nums[layout.SEAT], 1]
    count = whole(nums[layout.COUNT])
    tops = tops_of(nums)
    three, bound = 0, OPEN_ROW
    if law.has_commands:
        for at in range(count):
            if holds(sets[layout.KINDS + layout.THREE], whole(nums[layout.LAID + at]) >> 2):
                three = 1
        if count > 0:
            bound = bound_after(law, sets, tops, whole(nums[layout.LAID + count - 1]) & 3)
    return Turn(
        lo,
        hi,
        tops,
        count,
        whole(nums[layout.MINIMUM]),
        whole(nums[layout.LEFT]) - ones(lo) - ones(hi),
        whole(nums[layout.FRESH]),
        three,
        bound,
    )


@inlined
def minimum(law: Law, drawn: int) -> int:
    """Cards that a turn must lay when so many have been dealt or drawn (B5, B7, B7r)."""
    return law.minimum if drawn < law.deck_size else 1


@inlined
def draw(law: Law, deck: Array, hands: Array, seat: int, drawn: int, wanted: int) -> int:
    """Draw so many cards for a seat, as far as there are any; how many are drawn then (B6)."""
    lo, hi = hands[seat, 0], hands[seat, 1]
    until = min(drawn + wanted, law.deck_size)
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
    for _ in range(law.players):
        seat = seat + 1 if seat + 1 < law.players else 0
        if (hands[seat, 0] | hands[seat, 1]) != ZERO:
            break
    return seat


@jit
def begin(law: Law, nums: Array, seat: int) -> None:
    """Begin ``seat``'s turn."""
    nums[layout.SEAT] = seat
    nums[layout.MINIMUM] = minimum(law, whole(nums[layout.DRAWN]))
    nums[layout.COUNT] = 0
    nums[layout.FRESH] = 0


@jit
def finish(nums: Array, outcome: int, reason: int) -> None:
    """The game is over."""
    nums[layout.OUTCOME] = outcome
    nums[layout.REASON] = reason
    nums[layout.SEAT] = -1


@jit
def put(law: Law, sets: Array, nums: Array, move: int) -> int:
    """Put the card of an accepted lay on its row, with nothing that follows from it; the reason by
    which that loses at once, or 0."""
    card, row = move >> 2, move & 3
    turn = turn_of(law, sets, nums)
    broken = broken_by(law, sets, turn, card, row)
    then = after(law, sets, turn, card, row)
    seat = layout.HANDS + nums[layout.SEAT]
    sets[seat, 0] = then.lo
    sets[seat, 1] = then.hi
    sets[layout.UNLAID, 0] &= ~low_bit(card)
    sets[layout.UNLAID, 1] &= ~high_bit(card)
    nums[layout.TOPS + row] = card
    nums[layout.LAID + nums[layout.COUNT]] = move
    nums[layout.COUNT] += 1
    nums[layout.FRESH] = then.fresh
    nums[layout.LEFT] -= 1
    return broken


@jit
def _lay(law: Law, deck: Array, sets: Array, nums: Array, move: int) -> None:
    """Make a lay that is accepted, up to the question whether the turn can be completed."""
    broken = put(law, sets, nums, move)
    if broken != 0:
        finish(nums, LOST, broken)
    elif nums[layout.LEFT] == 0:
        finish(nums, WON, 0)  # B8
    elif stops(law, sets, move >> 2):
        pass_on(law, deck, sets, nums)


@jit
def pass_on(law: Law, deck: Array, sets: Array, nums: Array) -> None:
    """Draw for the active seat and give the turn to the next one that has cards (B6, B7)."""
    seat, hands = whole(nums[layout.SEAT]), sets[layout.HANDS :]
    wanted = law.hand_size - ones(hands[seat, 0]) - ones(hands[seat, 1])  # B6: a full hand
    if shows(law, sets, tops_of(nums), layout.DRAW_ONE):
        wanted = 1  # X7
    nums[layout.DRAWN] = draw(law, deck, hands, seat, whole(nums[layout.DRAWN]), wanted)
    begin(law, nums, seat_after(law, hands, seat))


@jit
def legal(law: Law, sets: Array, nums: Array, lays: Array) -> bool:
    """Write the cards that may be laid on each row into ``lays``; True when the turn may end."""
    lays[:] = ZERO
    if nums[layout.OUTCOME] != PLAYING or nums[layout.SEAT] < 0:
        return False
    turn = turn_of(law, sets, nums)
    no_back = shows(law, sets, turn.tops, layout.NO_BACK)
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
    if nums[layout.OUTCOME] == PLAYING:
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
    if nums[layout.OUTCOME] != PLAYING or nums[layout.SEAT] < 0:
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
        tops |= whole(nums[layout.TOPS + row]) << (7 * row)
    return tops
