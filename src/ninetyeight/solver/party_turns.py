"""How a turn goes on while an endgame of a party is searched, compiled.

The law of the rows and of the duties, said of a party (:mod:`ninetyeight.solver.parties`): where
seats outside it may have laid on a row, nothing is known of its visible card but what the row may
take by then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ninetyeight.fast.compiled import Word, inlined, jit, whole, zeros_below
from ninetyeight.fast.game import turn_of
from ninetyeight.fast.layout import COUNT, FRESH, PLAYERS, ROWS, SEAT, SEATS, Law
from ninetyeight.fast.turn import ONE, OPEN_ROW, ZERO, Array, bound_row
from ninetyeight.solver.parties import (
    ASKS_FIRE,
    ASKS_NO_BACK,
    ASKS_ONE_ROW,
    ASKS_SKULL,
    IS_SKULL,
    IS_STOP,
    IS_THREE,
    Parties,
)

# How a turn stands, in one number: the seat; and from these bits on how many cards were laid (3: or
# more), whether a `three` is among them, the rows laid on, the row that `one_row` has fixed, plus
# one, and for each row the seats outside the party that may have laid there since.
LAID, THREE_LAID, FRESHLY, BOUND, OTHERS = 3, 5, 6, 10, 13
_ALL_ROWS, _ALL_SEATS = (1 << ROWS) - 1, (1 << SEATS) - 1
#: A set of seats for every row, when it is multiplied by this.
EACH_ROW = sum(1 << (SEATS * row) for row in range(ROWS))
#: Bits that the place of a visible card takes.
_PLACE = 6


@inlined
def turn_as_it_stands(law: Law, sets: Array, nums: Array) -> int:
    """The turn that a position is in."""
    turn = turn_of(law, sets, nums)
    bound = bound_row(turn.binders)
    stands = whole(nums[SEAT]) | (min(whole(nums[COUNT]), 3) << LAID) | (turn.three << THREE_LAID)
    stands |= whole(nums[FRESH]) << FRESHLY
    return stands | (0 if bound == OPEN_ROW else bound + 1) << BOUND


@inlined
def has(cards: Word, number: int) -> bool:
    """True when that card is among them."""
    return bool((cards >> np.uint64(number)) & ONE != ZERO)


@inlined
def place_on(places: int, row: int) -> int:
    """The place of the card that was seen last on ``row``."""
    return (places >> (_PLACE * row)) & ((1 << _PLACE) - 1)


@inlined
def others_on(turn: int, row: int) -> int:
    """The seats outside the party that may have laid on ``row`` since."""
    return (turn >> (OTHERS + SEATS * row)) & _ALL_SEATS


class Seen(NamedTuple):
    """What is surely visible: rows with a skull, a `one_row`, a fire, and is there a `no_back`?"""

    skulls: int
    one_rows: int
    fires: int
    no_back: bool


@inlined
def seen_on(parties: Parties, places: int, turn: int) -> Seen:
    """What is visible where no seat outside the party may have laid since."""
    skulls = one_rows = fires = 0
    no_back = False
    for row in range(ROWS):
        if others_on(turn, row) == 0:
            asks = parties.asks[row, place_on(places, row)]
            skulls |= ((asks & ASKS_SKULL) != 0) << row
            one_rows |= ((asks & ASKS_ONE_ROW) != 0) << row
            fires |= ((asks & ASKS_FIRE) != 0) << row
            no_back = no_back or (asks & ASKS_NO_BACK) != 0
    return Seen(skulls, one_rows, fires, no_back)


@inlined
def fitting(parties: Parties, row: int, places: int, turn: int, seen: Seen, hand: Word) -> Word:
    """What may be laid on ``row`` (B3, B4, X5, X6)."""
    bound, others = (turn >> BOUND) & 7, others_on(turn, row)
    if bound != 0 and bound != row + 1:
        return ZERO
    place = place_on(places, row)
    if seen.no_back and others == 0:
        return hand & parties.ahead[row, place]
    return hand & parties.takes[others, row, place]


@inlined
def laid_on(parties: Parties, turn: int, seen: Seen, number: int, row: int) -> int:
    """The turn, as if it went on, once a card lies on ``row``."""
    laid = min(((turn >> LAID) & 3) + 1, 3)
    three = ((turn >> THREE_LAID) & 1) | has(parties.kinds[IS_THREE], number)
    fresh = ((turn >> FRESHLY) & _ALL_ROWS) | (1 << row)
    # X9r: while a `one_row` is visible that this card did not cover, its row is fixed.
    bound = row + 1 if seen.one_rows & ~(1 << row) != 0 else 0
    others = turn >> OTHERS & ~(_ALL_SEATS << (SEATS * row))
    turn = (turn & 7) | (laid << LAID) | (three << THREE_LAID) | (fresh << FRESHLY)
    return turn | (bound << BOUND) | (others << OTHERS)


@inlined
def met(turn: int, skulls: int, due: int) -> bool:
    """True when no duty keeps the turn from ending (X2, X3, F2)."""
    return skulls == 0 and due == 0 and ((turn >> THREE_LAID) & 1 == 0 or (turn >> LAID) & 3 == 3)


@inlined
def skulls_after(parties: Parties, seen: Seen, number: int, row: int) -> int:
    """The rows with a skull once a card lies on ``row``."""
    return seen.skulls & ~(1 << row) | has(parties.kinds[IS_SKULL], number) << row


@inlined
def passed_on(law: Law, parties: Parties, party: int, cards: Word, turn: int) -> int:
    """The turn of the next seat of the party that has cards; seats outside it that come before may
    lay on every row."""
    seat, others, players = turn & 7, 0, law.rule[PLAYERS]
    for _ in range(players):
        seat = (seat + 1) % players
        if (parties.hands[seat] & cards) != ZERO:
            break
        others |= (1 << seat) & parties.everybody[0] & ~party
    return seat | ((turn >> OTHERS | others * EACH_ROW) << OTHERS)


@jit
def completes(parties: Parties, cards: Word, places: int, turn: int) -> bool:
    """True when the turn can end now or after some more cards (B8r, X10r)."""
    seen = seen_on(parties, places, turn)
    due = seen.fires & ~(turn >> FRESHLY)
    laid = (turn >> LAID) & 3
    if laid != 0 and met(turn, seen.skulls, due):
        return True
    for row in range(ROWS):
        fits = fitting(parties, row, places, turn, seen, cards & parties.hands[turn & 7])
        while fits != ZERO:
            number = zeros_below(fits)
            one = ONE << np.uint64(number)
            fits &= ~one
            then = laid_on(parties, turn, seen, number, row)
            if laid == 3 and (then >> THREE_LAID) & 1 != 0:
                continue
            if cards == one or has(parties.kinds[IS_STOP], number):
                # F3r: after the very last card a fire does no harm.
                skulls = skulls_after(parties, seen, number, row)
                if met(then, skulls, 0 if cards == one else due & ~(1 << row)):
                    return True
            elif completes(parties, cards & ~one, put(places, row, number), then):
                return True
    return False


@inlined
def put(places: int, row: int, number: int) -> int:
    """``places`` once that card lies on ``row``."""
    return (places & ~(((1 << _PLACE) - 1) << (_PLACE * row))) | ((number + 1) << (_PLACE * row))
