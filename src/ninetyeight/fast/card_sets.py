"""Sets of cards, compiled: two words each, written once and not word by word.

A set is a pair of words, or the two words where they lie in an array. Everything here becomes a few
machine instructions of whoever uses it.
"""

from __future__ import annotations

from typing import TypeAlias

from ninetyeight.fast.compiled import Word, inlined, ones
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit, lowest

Cards: TypeAlias = tuple[Word, Word]
#: What these functions take: a pair, or a row of an array.
AnyCards: TypeAlias = Cards | Array

NO_CARDS: Cards = (ZERO, ZERO)


@inlined
def common(one: AnyCards, other: AnyCards) -> Cards:
    """The cards of both sets."""
    return one[0] & other[0], one[1] & other[1]


@inlined
def together(one: AnyCards, other: AnyCards) -> Cards:
    """The cards of either set."""
    return one[0] | other[0], one[1] | other[1]


@inlined
def differing(one: AnyCards, other: AnyCards) -> Cards:
    """The cards that just one of the sets holds."""
    return one[0] ^ other[0], one[1] ^ other[1]


@inlined
def without(one: AnyCards, other: AnyCards) -> Cards:
    """The cards of the first set that the other does not hold."""
    return one[0] & ~other[0], one[1] & ~other[1]


@inlined
def only(card: int) -> Cards:
    """The set of one card."""
    return low_bit(card), high_bit(card)


@inlined
def some(cards: AnyCards) -> bool:
    """True for a set that is not empty."""
    return bool((cards[0] | cards[1]) != ZERO)


@inlined
def size_of(cards: AnyCards) -> int:
    """How many cards the set holds."""
    return ones(cards[0]) + ones(cards[1])


@inlined
def pop(cards: AnyCards) -> tuple[int, Cards]:
    """The lowest card of a set that is not empty, and the set without it."""
    card = lowest(cards[0], cards[1])
    return card, (cards[0] & ~low_bit(card), cards[1] & ~high_bit(card))


@inlined
def put(cards: AnyCards, into: Array) -> None:
    """Write a set into the two words of an array."""
    into[0], into[1] = cards[0], cards[1]
