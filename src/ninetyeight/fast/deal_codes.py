"""Deals with codes, compiled: what `deal-1` of :mod:`ninetyeight.rules.deals` makes of a key.

A key is the ten bytes of a deal code, so a batch of deals is ``uint8[N, 10]``. The deck and the
commands are those of `Deal.of_bits`, card by card; docs/deals.md tells the algorithm.

>>> keys = keys_of("ninetyeight/arena/1/", first=0, games=2)
>>> from ninetyeight.rules import Deal, Rules
>>> rules = Rules.of("original", players=3)
>>> [Deal.from_code(code).code == code for code in codes_of(rules, keys)]
[True, True]
"""

from __future__ import annotations

from typing import NamedTuple

from ninetyeight.fast import available, missing

if not available():
    raise missing()

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, jit, whole
from ninetyeight.fast.game import put_down
from ninetyeight.fast.layout import KINDS, NUMBERS, SETS, Games, Law
from ninetyeight.fast.sha256 import (
    BLOCK,
    HASH,
    HASH_WORDS,
    LANES,
    begin,
    hash_byte,
    new_work,
    put_byte,
    take_in,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit
from ninetyeight.rules import Deal, Rules
from ninetyeight.rules.deals import ALGORITHM, ALPHABET, CHARACTERS

#: Bytes of a key.
KEY = 10
#: What the two streams of a deal are called.
_DECK = np.frombuffer(f"{ALGORITHM}/deck".encode(), np.uint8)
_COMMANDS = np.frombuffer(f"{ALGORITHM}/commands".encode(), np.uint8)
#: Numbers that a stream gives at a time.
_AT_ONCE = LANES * HASH_WORDS
#: Below this every number is fair, however many cards there are: 2³² less the largest remainder.
_SURELY_FAIR = 2**32 - NUMBERS


class DealScratch(NamedTuple):
    """Working memory of dealing: of the hash, each lane's two halves of HMAC, cards to shuffle."""

    work: NDArray[np.uint32]
    halves: NDArray[np.uint32]
    cards: NDArray[np.uint8]


def new_deal_scratch() -> DealScratch:
    """Fresh working memory."""
    halves = np.zeros((2, HASH_WORDS * LANES), np.uint32)
    return DealScratch(new_work(), halves, np.zeros(NUMBERS, np.uint8))


# Keys of numbered games.


@jit
def _number_keys(prefix: Array, first: int, keys: Array, work: Array) -> None:
    """Key *i* is the beginning of the SHA-256 of the prefix and the number first + *i*."""
    at = 0
    while at < len(keys):
        digits, beyond = 1, 10
        while beyond <= first + at:
            digits, beyond = digits + 1, beyond * 10
        # Lanes go together, so only texts of the same length do.
        lanes = min(LANES, len(keys) - at, beyond - first - at)
        length = len(prefix) + digits
        blocks = (length + 9 + 63) // 64
        begin(work)
        for block in range(blocks):
            work[: BLOCK * LANES] = 0
            for place in range(64 * block, min(64 * block + 64, length + 1)):
                beyond //= 10 if len(prefix) <= place < length else 1
                for lane in range(lanes):
                    if place < len(prefix):
                        byte = whole(prefix[place])
                    elif place < length:
                        byte = 48 + (first + at + lane) // beyond % 10
                    else:
                        byte = 128
                    put_byte(work, lane, place & 63, byte)
            if block == blocks - 1:
                for lane in range(lanes):
                    work[(BLOCK - 1) * LANES + lane] = 8 * length
            take_in(work)
        for lane in range(lanes):
            for place in range(KEY):
                keys[at + lane, place] = hash_byte(work, lane, place)
        at += lanes


def keys_of(prefix: str, first: int, games: int) -> NDArray[np.uint8]:
    """The keys of games ``first`` and following: each is the first ten bytes of the SHA-256 of the
    prefix with the game's number behind it."""
    keys = np.zeros((games, KEY), np.uint8)
    text = np.frombuffer(prefix.encode(), np.uint8)
    _number_keys(text, first, keys, new_work())
    return keys


# From keys to cards.


@jit
def take_keys(keys: Array, first: int, lanes: int, hashing: DealScratch) -> None:
    """Begin the HMAC of ``lanes`` keys, one in each lane."""
    for half in range(2):
        pad = 0x36 if half == 0 else 0x5C
        begin(hashing.work)
        hashing.work[: BLOCK * LANES] = 0
        for lane in range(lanes):
            for place in range(64):
                byte = whole(keys[first + lane, place]) if place < KEY else 0
                put_byte(hashing.work, lane, place, byte ^ pad)
        take_in(hashing.work)
        for at in range(HASH_WORDS * LANES):
            hashing.halves[half, at] = hashing.work[HASH + at]


@jit
def _go_on(half: int, length: int, lane: int, hashing: DealScratch) -> None:
    """End a half of HMAC: the block is the message, ``length`` bytes of it, the key in ``lane``."""
    work = hashing.work
    for row in range(HASH_WORDS):
        for block in range(LANES):
            work[HASH + row * LANES + block] = hashing.halves[half, row * LANES + lane]
    for block in range(LANES):
        put_byte(work, block, length, 128)
        work[(BLOCK - 1) * LANES + block] = 8 * (64 + length)
    take_in(work)


@jit
def next_numbers(label: Array, lane: int, first: int, hashing: DealScratch) -> None:
    """Blocks ``first`` and following of the stream of a label and the key in ``lane``.

    Number *j* of block first + *b* is where word *j* of hash *b* lies.
    """
    work = hashing.work
    work[: BLOCK * LANES] = 0
    for place in range(len(label)):
        for block in range(LANES):
            put_byte(work, block, place, whole(label[place]))
    for block in range(LANES):
        for place in range(4):  # of eight bytes; no deal comes to the upper four
            byte = ((first + block) >> (24 - 8 * place)) & 255
            put_byte(work, block, len(label) + 4 + place, byte)
    _go_on(0, len(label) + 8, lane, hashing)
    for at in range(HASH_WORDS * LANES):
        work[at] = work[HASH + at]
    work[HASH_WORDS * LANES : BLOCK * LANES] = 0
    _go_on(1, 4 * HASH_WORDS, lane, hashing)


@jit
def is_fair(number: Word, n: int) -> bool:
    """False for the few highest numbers, which would favour the lower remainders."""
    x = whole(number)
    return x < _SURELY_FAIR or x < 2**32 - 2**32 % n


@jit
def _shuffle(cards: Array, n: int, label: Array, lane: int, hashing: DealScratch) -> None:
    """Shuffle the first ``n`` cards by the stream of the label and the key in ``lane``."""
    drawn = 0
    place = n - 1
    while place > 0:
        if drawn % _AT_ONCE == 0:
            next_numbers(label, lane, drawn // HASH_WORDS, hashing)
        word, block = drawn % HASH_WORDS, drawn // HASH_WORDS % LANES
        number = hashing.work[HASH + word * LANES + block]
        drawn += 1
        if is_fair(number, place + 1):
            other = whole(number % np.uint32(place + 1))
            cards[place], cards[other] = cards[other], cards[place]
            place -= 1


@jit
def _give_commands(law: Law, sets: Array, lane: int, hashing: DealScratch) -> None:
    """Give each command its cards, no fire cards among them (X11r)."""
    sets[KINDS:SETS] = ZERO
    if not law.has_commands:
        return
    plain = 0
    for card in range(law.low, law.low + law.deck_size):
        if not holds(law.fires, card):
            hashing.cards[plain] = card
            plain += 1
    _shuffle(hashing.cards, plain, _COMMANDS, lane, hashing)
    for place in range(7 * law.copies):
        card, kind = whole(hashing.cards[place]), KINDS + place // law.copies
        sets[kind, 0] |= low_bit(card)
        sets[kind, 1] |= high_bit(card)


@jit
def deal_keys(law: Law, games: Games, keys: Array, hashing: DealScratch) -> None:
    """Deal game *i* by key *i*: its deck, its commands, every seat its hand (B2)."""
    for at in range(len(keys)):
        lane = at % LANES
        if lane == 0:
            take_keys(keys, at, min(LANES, len(keys) - at), hashing)
        deck = games.deck[at]
        for place in range(law.deck_size):
            deck[place] = law.low + place
        _shuffle(deck, law.deck_size, _DECK, lane, hashing)
        _give_commands(law, games.sets[at], lane, hashing)
        put_down(law, deck, games.sets[at], games.nums[at])


def codes_of(rules: Rules, keys: NDArray[np.uint8]) -> list[str]:
    """The deal codes of these keys."""
    head = Deal.of_bits(rules, 0).code
    assert head is not None
    bits = np.unpackbits(keys, axis=1).reshape(-1, 5)
    places = bits @ np.array([16, 8, 4, 2, 1], np.uint8)
    text = np.frombuffer(ALPHABET.encode(), np.uint8)[places].tobytes().decode()
    head = head[:-CHARACTERS]
    return [head + text[at : at + CHARACTERS] for at in range(0, len(text), CHARACTERS)]
