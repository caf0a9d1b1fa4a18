"""Beliefs: worlds in which the others hold hands that call for the markers they show.

Worlds are drawn by a Markov chain (Metropolis): two unseen cards in different places are swapped if
that fits the markers at least as well, and else by chance, the less likely the less it fits. So a
world comes up as often as the markers speak for it. A hand that calls for exactly what its seat
shows, by the convention of our bots (T8r, T9r), fits; each row on which another hand differs makes
it less likely. It stays possible, because at the table there are others who mean other things by
their markers, or say nothing at all.
"""

from __future__ import annotations

import numpy as np

from ninetyeight.bots.kernel.markers import MarkerScratch, call_for
from ninetyeight.bots.kernel.worlds import Worlds, lay_out, shuffled
from ninetyeight.fast.compiled import Word, jit, ones, whole
from ninetyeight.fast.dealing import mixed, number
from ninetyeight.fast.layout import HANDS, ROWS, SEAT, UNLAID, Law
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit

#: How likely a hand is that differs on so many rows, in parts of 2 to the 16th: of a seat that
#: shows markers, and of one that shows none, which may be one that never does.
_SPEAKING = np.array([65536, 656, 328, 164, 82], np.int64)
_QUIET = np.array([65536, 13107, 9830, 6554, 3277], np.int64)
#: Swaps tried between two worlds for each card in another hand, and before the first world.
_SWEEPS, _FIRST_SWEEPS = 2, 30
_CHAIN: Word = np.uint64(0x2545F4914F6CDD1D)


@jit
def deal_believed_worlds(
    law: Law,
    sets: Array,
    nums: Array,
    worlds: Worlds,
    board: MarkerScratch,
    marks: Array,
    count: int,
    key: Word,
    first: int,
) -> None:
    """Deal ``count`` worlds, number ``first`` and following; the chain goes on from the one before.

    ``marks`` are the markers that stand, and ``board`` knows what they mean (`mean`).
    """
    seat = whole(nums[SEAT])
    all_lo, all_hi = sets[UNLAID, 0], sets[UNLAID, 1]
    out_lo, out_hi = all_lo & ~sets[HANDS + seat, 0], all_hi & ~sets[HANDS + seat, 1]
    n = ones(out_lo) + ones(out_hi)
    others = 0
    for other in range(law.players):
        if other != seat:
            others += ones(sets[HANDS + other, 0]) + ones(sets[HANDS + other, 1])
    cards = worlds.cards
    for world in range(count):
        stream = mixed(key + np.uint64(first + world)) ^ _CHAIN
        sweeps = _SWEEPS
        if first + world == 0:
            shuffled(cards, out_lo, out_hi, n, n, stream)
            sweeps = _FIRST_SWEEPS
        stream = mixed(stream)
        for step in range(sweeps * others):
            bits = number(stream, step)
            one = whole(((bits & np.uint64(0xFFFF)) * np.uint64(others)) >> np.uint64(16))
            two = whole(
                (((bits >> np.uint64(16)) & np.uint64(0xFFFF)) * np.uint64(n)) >> np.uint64(16)
            )
            before = _fit(law, sets, board, marks, cards, seat, one, two, all_lo, all_hi)
            cards[one], cards[two] = cards[two], cards[one]
            after = _fit(law, sets, board, marks, cards, seat, one, two, all_lo, all_hi)
            if after < before and after * 65536 <= before * whole(bits >> np.uint64(48)):
                cards[one], cards[two] = cards[two], cards[one]
        for at in range(others, n - 1):  # the draw pile is in any order
            bits = number(stream, 1 << 20 | at)
            other = at + whole(((bits >> np.uint64(32)) * np.uint64(n - at)) >> np.uint64(32))
            cards[at], cards[other] = cards[other], cards[at]
        lay_out(law, sets, nums, worlds, world, out_lo, out_hi, stream)


@jit
def _fit(
    law: Law,
    sets: Array,
    board: MarkerScratch,
    marks: Array,
    cards: Array,
    seat: int,
    one: int,
    two: int,
    all_lo: Word,
    all_hi: Word,
) -> int:
    """How well the one or two hands fit that hold the cards at these places."""
    fit, begin = 1 << 16, 0
    for other in range(law.players):
        if other == seat:
            continue
        size = ones(sets[HANDS + other, 0]) + ones(sets[HANDS + other, 1])
        end = begin + size
        if begin <= one < end or begin <= two < end:
            lo, hi = ZERO, ZERO
            for at in range(begin, end):
                card = whole(cards[at])
                lo |= low_bit(card)
                hi |= high_bit(card)
            marked = call_for(board, lo, hi, all_lo, all_hi)
            differs, shows = 0, False
            for row in range(ROWS):
                shown = marks[other, row, 0]
                differs += shown != (board.wanted[row] if (marked >> row) & 1 != 0 else 0)
                shows = shows or shown != 0
            fit = (fit * (_SPEAKING[differs] if shows else _QUIET[differs])) >> 16
        begin = end
    return fit
