"""Determinisation: whole games that look to one seat like the one it plays.

The cards that a seat has not seen are dealt at random into the other hands, whose sizes everybody
knows, and the draw pile; hidden commands go to random cards among them (X11r). All such worlds are
equally likely. A world follows from a key and its number alone, so that every candidate turn meets
the same ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, jit, ones, whole
from ninetyeight.fast.dealing import mixed, number
from ninetyeight.fast.layout import DRAWN, HANDS, KINDS, NUMBERS, SEAT, SEATS, UNLAID, Law
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit, lowest

_KINDS = 7
_HALF: Word = np.uint64(32)
_LOWER: Word = np.uint64(0xFFFFFFFF)
_CARRIERS: Word = np.uint64(0xA0761D6478BD642F)


class Worlds(NamedTuple):
    """Room for worlds: all hands, the draw pile as the end of a deck, and who carries a command."""

    hands: NDArray[np.uint64]
    decks: NDArray[np.uint8]
    kinds: NDArray[np.uint64]
    #: Working memory: the unseen cards in some order, and those that may carry a command.
    cards: NDArray[np.uint8]
    carriers: NDArray[np.uint8]


def new_worlds(n: int) -> Worlds:
    """Room for ``n`` worlds."""
    return Worlds(
        np.zeros((n, SEATS, 2), np.uint64),
        np.zeros((n, NUMBERS), np.uint8),
        np.zeros((n, _KINDS, 2), np.uint64),
        np.zeros(NUMBERS, np.uint8),
        np.zeros(NUMBERS, np.uint8),
    )


@jit
def deal_worlds(
    law: Law, sets: Array, nums: Array, worlds: Worlds, count: int, key: Word, first: int
) -> None:
    """Deal ``count`` worlds, number ``first`` and following, as the active seat of the game may
    imagine them. Of the other hands and the draw pile nothing but their sizes is looked at."""
    own = HANDS + whole(nums[SEAT])
    out_lo, out_hi = sets[UNLAID, 0] & ~sets[own, 0], sets[UNLAID, 1] & ~sets[own, 1]
    n = ones(out_lo) + ones(out_hi)
    for world in range(count):
        stream = mixed(key + np.uint64(first + world))
        shuffled(worlds.cards, out_lo, out_hi, n, n, stream)
        lay_out(law, sets, nums, worlds, world, out_lo, out_hi, stream)


@jit
def lay_out(
    law: Law, sets: Array, nums: Array, worlds: Worlds, world: int, lo: Word, hi: Word, key: Word
) -> None:
    """Make a world of ``worlds.cards``: the first of them are the other hands, seat by seat, the
    rest is the draw pile. ``lo`` and ``hi`` are the same cards as a set."""
    at, n = 0, ones(lo) + ones(hi)
    for other in range(SEATS):
        own_lo, own_hi = sets[HANDS + other, 0], sets[HANDS + other, 1]
        if other < law.players and other != nums[SEAT]:
            size = ones(own_lo) + ones(own_hi)
            own_lo = own_hi = ZERO
            for _ in range(size):
                card = whole(worlds.cards[at])
                own_lo |= low_bit(card)
                own_hi |= high_bit(card)
                at += 1
        worlds.hands[world, other, 0] = own_lo
        worlds.hands[world, other, 1] = own_hi
    for place in range(n - at):
        worlds.decks[world, nums[DRAWN] + place] = worlds.cards[at + place]
    if law.has_commands:
        _deal_commands(law, sets, worlds, world, lo, hi, key ^ _CARRIERS)


@jit
def shuffled(cards: Array, lo: Word, hi: Word, n: int, wanted: int, key: Word) -> None:
    """Write the ``n`` cards of a set into ``cards``, so many ``wanted`` ones first at random."""
    for at in range(n):
        card = lowest(lo, hi)
        lo &= ~low_bit(card)
        hi &= ~high_bit(card)
        cards[at] = card
    bits = ZERO
    for at in range(wanted):
        bits = bits >> _HALF if at & 1 == 1 else number(key, at >> 1)
        other = at + whole(((bits & _LOWER) * np.uint64(n - at)) >> _HALF)
        cards[at], cards[other] = cards[other], cards[at]


@jit
def _deal_commands(
    law: Law, sets: Array, worlds: Worlds, world: int, lo: Word, hi: Word, key: Word
) -> None:
    """Give the hidden commands to cards out of sight; what is known stays where it is (X11r)."""
    kinds = worlds.kinds[world]
    for kind in range(_KINDS):
        kinds[kind, 0], kinds[kind, 1] = sets[KINDS + kind, 0], sets[KINDS + kind, 1]
    if law.open_commands:
        return
    hidden = 0
    for kind in range(_KINDS):
        hidden += ones(kinds[kind, 0] & lo) + ones(kinds[kind, 1] & hi)
    carriers_lo, carriers_hi = lo & ~law.fires[0], hi & ~law.fires[1]
    if ones(carriers_lo) + ones(carriers_hi) < hidden:  # a mapping of the table's own
        carriers_lo, carriers_hi = lo, hi
    n = ones(carriers_lo) + ones(carriers_hi)
    shuffled(worlds.carriers, carriers_lo, carriers_hi, n, hidden, key)
    at = 0
    for kind in range(_KINDS):
        count = ones(kinds[kind, 0] & lo) + ones(kinds[kind, 1] & hi)
        kinds[kind, 0] &= ~lo
        kinds[kind, 1] &= ~hi
        for _ in range(count):
            card = whole(worlds.carriers[at])
            kinds[kind, 0] |= low_bit(card)
            kinds[kind, 1] |= high_bit(card)
            at += 1
