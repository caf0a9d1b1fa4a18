"""SHA-256 (FIPS 180-4), compiled, SIMD: sixteen messages side by side, one lane each.

The deals of :mod:`ninetyeight.rules.deals` and the numbers of an arena's games are made with it.
Every step is done for all lanes before the next one, in loops that the compiler turns into vector
instructions; that is about ten times as fast as one message after the other.

Working memory is one array of 32-bit words, :data:`WORK` of them: 64 rows for the message and its
schedule, 8 rows for the running state and 8 for the hash, each row with one word for every lane.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit
from ninetyeight.fast.turn import Array

#: Messages worked on together.
LANES = 16
#: Words of a block of the message, and of a hash.
BLOCK, HASH_WORDS = 16, 8
#: Where the rows of the running state and of the hash begin.
_STATE = 64 * LANES
HASH = _STATE + HASH_WORDS * LANES
#: How many words of working memory there are.
WORK = HASH + HASH_WORDS * LANES


def _primes(n: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < n:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    root: int = round(number ** (1 / 3))
    while root**3 > number:
        root -= 1
    while (root + 1) ** 3 <= number:
        root += 1
    return root


#: The first 32 bits behind the point of the cube roots of the first 64 primes …
ROUNDS = np.array([_cube_root(p << 96) & 0xFFFFFFFF for p in _primes(64)], np.uint32)
#: … and of the square roots of the first eight: what every hash begins with.
BEGIN = np.array([isqrt(p << 64) & 0xFFFFFFFF for p in _primes(8)], np.uint32)


def new_work() -> NDArray[np.uint32]:
    """Fresh working memory."""
    return np.zeros(WORK, np.uint32)


@inlined
def _plus(one: Word, other: Word) -> Word:
    return np.uint32(one + other)  # numba would go on with 64 bits


@inlined
def _turned(word: Word, by: int) -> Word:
    return np.uint32((word >> np.uint32(by)) | np.uint32(word << np.uint32(32 - by)))


@inlined
def _round(
    work: Array, t: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int
) -> None:
    """One round; the letters are the rows of the state in the standard's order."""
    for lane in range(LANES):
        one = work[_STATE + a * LANES + lane]
        two = work[_STATE + b * LANES + lane]
        three = work[_STATE + c * LANES + lane]
        five = work[_STATE + e * LANES + lane]
        six = work[_STATE + f * LANES + lane]
        seven = work[_STATE + g * LANES + lane]
        mixed = _turned(five, 6) ^ _turned(five, 11) ^ _turned(five, 25)
        chosen = np.uint32((five & six) ^ (~five & seven))
        first = _plus(work[_STATE + h * LANES + lane], mixed)
        first = _plus(_plus(first, chosen), _plus(ROUNDS[t], work[t * LANES + lane]))
        mixed = _turned(one, 2) ^ _turned(one, 13) ^ _turned(one, 22)
        most = np.uint32((one & two) ^ (one & three) ^ (two & three))
        work[_STATE + d * LANES + lane] = _plus(work[_STATE + d * LANES + lane], first)
        work[_STATE + h * LANES + lane] = _plus(first, _plus(mixed, most))


@jit
def begin(work: Array) -> None:
    """Reset all lanes to the initial hash value."""
    for row in range(HASH_WORDS):
        for lane in range(LANES):
            work[HASH + row * LANES + lane] = BEGIN[row]


@jit
def take_in(work: Array) -> None:
    """Take one more block into each lane's hash; it lies in the first sixteen rows."""
    for t in range(BLOCK, 64):
        for lane in range(LANES):
            old, young = work[(t - 15) * LANES + lane], work[(t - 2) * LANES + lane]
            older = _turned(old, 7) ^ _turned(old, 18) ^ (old >> np.uint32(3))
            younger = _turned(young, 17) ^ _turned(young, 19) ^ (young >> np.uint32(10))
            work[t * LANES + lane] = _plus(
                _plus(work[(t - 16) * LANES + lane], older),
                _plus(work[(t - 7) * LANES + lane], younger),
            )
    for at in range(HASH_WORDS * LANES):
        work[_STATE + at] = work[HASH + at]
    for t in range(0, 64, 8):  # the rows stay where they are, their names go round
        _round(work, t, 0, 1, 2, 3, 4, 5, 6, 7)
        _round(work, t + 1, 7, 0, 1, 2, 3, 4, 5, 6)
        _round(work, t + 2, 6, 7, 0, 1, 2, 3, 4, 5)
        _round(work, t + 3, 5, 6, 7, 0, 1, 2, 3, 4)
        _round(work, t + 4, 4, 5, 6, 7, 0, 1, 2, 3)
        _round(work, t + 5, 3, 4, 5, 6, 7, 0, 1, 2)
        _round(work, t + 6, 2, 3, 4, 5, 6, 7, 0, 1)
        _round(work, t + 7, 1, 2, 3, 4, 5, 6, 7, 0)
    for at in range(HASH_WORDS * LANES):
        work[HASH + at] = _plus(work[HASH + at], work[_STATE + at])


@jit
def put_byte(work: Array, lane: int, place: int, byte: int) -> None:
    """Add a byte to the block of a lane, where there was a zero."""
    work[(place >> 2) * LANES + lane] |= np.uint32(byte << (24 - 8 * (place & 3)))


@jit
def hash_byte(work: Array, lane: int, place: int) -> int:
    """One byte of a lane's hash."""
    word = work[HASH + (place >> 2) * LANES + lane]
    return np.int64((word >> np.uint32(24 - 8 * (place & 3))) & np.uint32(255))  # type: ignore[return-value]
