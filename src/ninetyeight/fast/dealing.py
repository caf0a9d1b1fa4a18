"""Dealing inside the kernel: the cards of a game follow from a seed and the game's number alone.

The random numbers are counter-based: the *i*-th number of a game is a hash of (seed, game, i), so a
game is the same in whatever batch, thread or process it is dealt, and any game can be dealt without
those before it. The hash is the finisher of splitmix64; a number below *n* is the upper half of a
32-bit number times *n*, which prefers no card by more than one part in forty million.

These deals have no codes. To replay a deal of :mod:`ninetyeight.rules.deals`, load its deck.
"""

from __future__ import annotations

import numpy as np

from ninetyeight.fast.compiled import Word, jit, whole
from ninetyeight.fast.layout import KINDS, SETS, Law
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit

_GOLDEN: Word = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Word = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Word = np.uint64(0x94D049BB133111EB)
_COMMANDS: Word = np.uint64(0xD1B54A32D192ED03)
_HALF: Word = np.uint64(32)
_LOWER: Word = np.uint64(0xFFFFFFFF)


@jit
def mixed(word: Word) -> Word:
    """A word that every bit of ``word`` has a say in."""
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))


@jit
def key_of(seed: int, game: int) -> Word:
    """The key of one game's stream of random numbers."""
    return mixed(mixed(np.uint64(seed) + _GOLDEN) + np.uint64(game) * _GOLDEN)


@jit
def number(key: Word, at: int) -> Word:
    """The number at place ``at`` of a stream: 64 random bits."""
    return mixed(key + np.uint64(at + 1) * _GOLDEN)


@jit
def shuffle(law: Law, deck: Array, key: Word) -> None:
    """Write every card of the edition into ``deck`` in random order (B2)."""
    low, cards = law.low, law.deck_size
    for at in range(cards):
        deck[at] = low + at
    bits = ZERO
    for at in range(cards - 1):
        bits = bits >> _HALF if at & 1 == 1 else number(key, at >> 1)
        other = at + whole(((bits & _LOWER) * np.uint64(cards - at)) >> _HALF)
        deck[at], deck[other] = deck[other], deck[at]


@jit
def draw_commands(law: Law, sets: Array, key: Word) -> None:
    """Give each command its cards, no fire cards among them (X11r)."""
    sets[KINDS:SETS] = ZERO
    if not law.has_commands:
        return
    low, cards, wanted = law.low, law.deck_size, 7 * law.copies
    given_lo, given_hi = law.fires[0], law.fires[1]
    given, at = 0, 0
    key ^= _COMMANDS
    while given < wanted:  # a card that has a command, or is a fire card, is passed over
        card = low + whole(((number(key, at) >> _HALF) * np.uint64(cards)) >> _HALF)
        at += 1
        if ((given_lo & low_bit(card)) | (given_hi & high_bit(card))) == ZERO:
            given_lo |= low_bit(card)
            given_hi |= high_bit(card)
            sets[KINDS + given // law.copies, 0] |= low_bit(card)
            sets[KINDS + given // law.copies, 1] |= high_bit(card)
            given += 1
