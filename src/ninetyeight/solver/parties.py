"""Endgames of some of the seats, while all others only help: what is looked up about them.

A party is some of the seats that still hold cards. What the others hold is taken to help the party
and never to hinder it: between two turns of the party the seats that sit there may lay their cards
on any row, as often as one likes, and those cards ask for nothing. That game has every line of the
true one, so where a party is sure to leave too many cards, all seats together are. The party of all
has nobody to help it, and its game is the true one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_below
from ninetyeight.fast.layout import (
    CARDS,
    COMMANDS,
    DRAWN,
    HANDS,
    KINDS,
    MINIMUM,
    NO_BACK,
    ONE_ROW,
    PLAYERS,
    ROWS,
    SEATS,
    SKULL,
    STOP,
    THREE,
    TOPS,
    UNLAID,
    Law,
)
from ninetyeight.fast.turn import ONE, ZERO, Array, high_bit, holds, low_bit
from ninetyeight.solver.outlook import onward, reachable

#: Tables with more cards in all hands than this are not looked at.
MOST = 40
_SETS_OF_SEATS = 1 << SEATS

# What a visible card asks for, in bits of `Parties.asks`.
ASKS_SKULL, ASKS_NO_BACK, ASKS_ONE_ROW, ASKS_FIRE = 1, 2, 4, 8
# Rows of `Parties.kinds`: cards with these commands.
IS_STOP, IS_THREE, IS_SKULL, IS_NO_BACK = range(4)


class Parties(NamedTuple):
    """What is looked up while an endgame is searched.

    Its cards are numbered in order, and sets of them are words. The place of a card is its number
    plus one; 0 is the place of what lay on a row at first. A set of seats is one bit for each, and
    so is a party.
    """

    cards: NDArray[np.int64]
    hands: NDArray[np.uint64]
    kinds: NDArray[np.uint64]
    #: For each row and the place of its visible card: that card, what it asks for, what may come to
    #: lie there at all, what lies ahead of it.
    tops: NDArray[np.int64]
    asks: NDArray[np.int64]
    ever: NDArray[np.uint64]
    ahead: NDArray[np.uint64]
    #: For each set of seats besides: what the row takes once they may have laid there.
    takes: NDArray[np.uint64]
    #: For each party: its cards; the parties that are one seat smaller (-1: no more).
    held: NDArray[np.uint64]
    smaller: NDArray[np.int64]
    #: For each party and seat: who else may lay before the party's next turn, before the one after
    #: that, and so on (-1: no more).
    between: NDArray[np.int64]
    #: The party of all.
    everybody: NDArray[np.int64]


def new_parties() -> Parties:
    """Room for any endgame."""
    places = MOST + 1
    return Parties(
        np.zeros(MOST, np.int64),
        np.zeros(SEATS, np.uint64),
        np.zeros(4, np.uint64),
        np.zeros((ROWS, places), np.int64),
        np.zeros((ROWS, places), np.int64),
        np.zeros((ROWS, places), np.uint64),
        np.zeros((ROWS, places), np.uint64),
        np.zeros((_SETS_OF_SEATS, ROWS, places), np.uint64),
        np.zeros(_SETS_OF_SEATS, np.uint64),
        np.zeros((_SETS_OF_SEATS, SEATS + 1), np.int64),
        np.zeros((_SETS_OF_SEATS, SEATS, SEATS + 1), np.int64),
        np.zeros(1, np.int64),
    )


@jit
def gather(law: Law, sets: Array, nums: Array, parties: Parties) -> bool:
    """Get ready for all that can come of a position; False when it is no endgame, its draw pile
    being empty, or too large a one."""
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    size = ones(lo) + ones(hi)
    if nums[DRAWN] < law.rule[CARDS] or nums[MINIMUM] > 1 or size > MOST:
        return False
    for number in range(size):
        card = zeros_below(lo) if lo != ZERO else 64 + zeros_below(hi)
        lo &= ~low_bit(card)
        hi &= ~high_bit(card)
        parties.cards[number] = card
    everybody = 0
    for seat in range(law.rule[PLAYERS]):
        hand = _numbered(parties, size, sets[HANDS + seat, 0], sets[HANDS + seat, 1])
        parties.hands[seat] = hand
        everybody |= (hand != ZERO) << seat
    parties.everybody[0] = everybody
    for kind in range(4):
        column = STOP if kind == 0 else THREE if kind == 1 else SKULL if kind == 2 else NO_BACK
        lo, hi = sets[KINDS + column, 0], sets[KINDS + column, 1]
        parties.kinds[kind] = _numbered(parties, size, lo, hi)
    for row in range(ROWS):
        for place in range(size + 1):
            top = whole(nums[TOPS + row]) if place == 0 else parties.cards[place - 1]
            parties.tops[row, place] = top
            parties.asks[row, place] = _asked_by(law, sets, top)
            lo, hi = law.ahead[row, top, 0], law.ahead[row, top, 1]
            parties.ahead[row, place] = _numbered(parties, size, lo, hi)
            lo, hi = reachable(law, sets[UNLAID, 0], sets[UNLAID, 1], top << (7 * row), row)
            parties.ever[row, place] = _numbered(parties, size, lo, hi)
            for seats in range(1 << law.rule[PLAYERS]):
                if seats & ~everybody == 0:
                    lo, hi = _taken_after(law, sets, row, top, seats)
                    parties.takes[seats, row, place] = _numbered(parties, size, lo, hi)
    for party in range(1, 1 << law.rule[PLAYERS]):
        if party & ~everybody == 0:
            _choose(law, parties, party)
    return True


def duty_cards(parties: Parties) -> list[int]:
    """The numbers of the cards that ask something of the turn that they are laid in (X2, X3)."""
    cards = int(parties.kinds[IS_SKULL] | parties.kinds[IS_THREE])
    return [number for number in range(MOST) if (cards >> number) & 1]


@inlined
def _numbered(parties: Parties, size: int, lo: Word, hi: Word) -> Word:
    """Which of the numbered cards are among these."""
    found = ZERO
    for number in range(size):
        card = parties.cards[number]
        if ((low_bit(card) & lo) | (high_bit(card) & hi)) != ZERO:
            found |= ONE << np.uint64(number)
    return found


@inlined
def _asked_by(law: Law, sets: Array, card: int) -> int:
    """What a visible card asks for."""
    asks = holds(law.fires, card) * ASKS_FIRE
    if law.rule[COMMANDS] != 0:
        asks |= holds(sets[KINDS + SKULL], card) * ASKS_SKULL
        asks |= holds(sets[KINDS + NO_BACK], card) * ASKS_NO_BACK
        asks |= holds(sets[KINDS + ONE_ROW], card) * ASKS_ONE_ROW
    return asks


@jit
def _taken_after(law: Law, sets: Array, row: int, top: int, seats: int) -> tuple[Word, Word]:
    """What a row takes once these seats may have laid on it, and on what they laid."""
    held_lo = held_hi = ZERO
    for seat in range(law.rule[PLAYERS]):
        if (seats >> seat) & 1 != 0:
            held_lo |= sets[HANDS + seat, 0]
            held_hi |= sets[HANDS + seat, 1]
    lo, hi = reachable(law, held_lo, held_hi, top << (7 * row), row)
    if (lo | hi) != ZERO:
        lo, hi = onward(law, row, lo, hi)
    return lo | law.takes[row, top, 0], hi | law.takes[row, top, 1]


@jit
def _choose(law: Law, parties: Parties, party: int) -> None:
    """Get ready to look at one party."""
    players, everybody = law.rule[PLAYERS], parties.everybody[0]
    held, smaller = ZERO, 0
    for seat in range(players):
        if (party >> seat) & 1 != 0:
            held |= parties.hands[seat]
            if party != 1 << seat:
                parties.smaller[party, smaller] = party & ~(1 << seat)
                smaller += 1
    parties.held[party] = held
    parties.smaller[party, smaller] = -1
    for seat in range(players):
        others = before = steps = 0
        for each in range(1, players + 1):
            other = (seat + each) % players
            if (party >> other) & 1 == 0:
                others |= (1 << other) & everybody
            elif others != before:
                parties.between[party, seat, steps] = others
                before = others
                steps += 1
        parties.between[party, seat, steps] = -1
