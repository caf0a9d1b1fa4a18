"""What a position is worth to the planner: its cost, over sets of cards held as bits.

A set of cards is one ``int`` with bit *c* for card *c*, so that counting the cards which exactly
two rows would still take is a handful of machine operations, not a loop over ninety-eight cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import sqrt
from typing import NamedTuple

from ninetyeight.bots.weights import Weights
from ninetyeight.rules import Card, Edition

#: Tops of the rows; an empty row counts as the number before its first.
Tops = tuple[Card, ...]

_ROOTS = tuple(sqrt(n) for n in range(1024))


class Reach(NamedTuple):
    """What one row can do from one top, as sets of cards."""

    ahead: int  #: may be laid by their number (B3)
    back: int  #: may be laid by the backwards trick (B4): one card or none
    takes: int  #: both
    regained: int  #: numbers that the trick would win back
    near5: int  #: within five ahead, or the trick
    near11: int  #: within eleven ahead, or the trick


def cards_as_bits(cards: Iterable[Card]) -> int:
    """The set of ``cards`` as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


@cache
def reaches(edition: Edition) -> tuple[tuple[Reach, ...], ...]:
    """For each row and each top, what the row can do; the first and last top mean empty."""
    return tuple(
        tuple(_reach(edition, row.up, top) for top in range(edition.high + 2))
        for row in edition.rows
    )


def _reach(edition: Edition, up: bool, top: Card) -> Reach:
    low, high, step = edition.low, edition.high, edition.step
    ahead = 1 if up else -1

    def between(nearest: int, furthest: int) -> int:
        places = (top + ahead * d for d in range(nearest, furthest + 1))
        return cards_as_bits(card for card in places if low <= card <= high)

    empty = not low <= top <= high
    back = 0 if empty else between(-step, -step)
    onward = between(1, high + 1)
    return Reach(
        ahead=onward,
        back=back,
        takes=onward | back,
        regained=0 if empty else between(1 - step, -1),
        near5=between(1, 5) | back,
        near11=between(1, 11) | back,
    )


def tops_of(edition: Edition, tops: Iterable[Card | None]) -> Tops:
    """The tops with a number for empty rows: the one just before the row's first card."""
    return tuple(
        (edition.low - 1 if row.up else edition.high + 1) if top is None else top
        for row, top in zip(edition.rows, tops, strict=True)
    )


class Outlook:
    """The cost of positions in one turn, as seen by one seat. Lower is better.

    ``unseen`` are the cards elsewhere, which this turn cannot change. ``wary`` gives the price of
    moving a row to another top because a teammate marked it.
    """

    def __init__(
        self,
        edition: Edition,
        weights: Weights,
        unseen: int,
        start: Tops,
        wary: Mapping[int, tuple[tuple[float, int], ...]],
    ) -> None:
        self.reaches = reaches(edition)
        self.weights = weights
        self.unseen = unseen
        self.start = start
        self.wary = wary

    def cost(self, tops: Tops, hand: int) -> float:
        """What it costs to leave these tops with this hand."""
        weights, unseen = self.weights, self.unseen
        unlaid = unseen | hand
        trick, room = weights.trick, weights.room
        ones = twos = fours = near5 = near11 = 0
        cost = 0.0
        for row, top in zip(self.reaches, tops, strict=True):
            _, back, takes, regained, close, closer = row[top]
            # Add one to the count of every card in `takes`: a binary counter in three sets.
            carry = ones & takes
            ones ^= takes
            fours |= twos & carry
            twos ^= carry
            near5 |= close
            near11 |= closer
            cost -= room * _ROOTS[(unlaid & takes).bit_count()]
            if back & unlaid:
                cost -= trick * (unlaid & regained).bit_count()
        some = ~fours
        no_row = ~(ones | twos) & some
        one_row = ones & ~twos & some
        two_rows = twos & ~ones & some
        three_rows = ones & twos & some
        w0, w1, w2, w3 = weights.out
        cost += (
            w0 * (unseen & no_row).bit_count()
            + w1 * (unseen & one_row).bit_count()
            + w2 * (unseen & two_rows).bit_count()
            + w3 * (unseen & three_rows).bit_count()
        )
        if hand:
            w0, w1, w2, w3 = weights.hand
            cost += (
                w0 * (hand & no_row).bit_count()
                + w1 * (hand & one_row).bit_count()
                + w2 * (hand & two_rows).bit_count()
                + w3 * (hand & three_rows).bit_count()
                - weights.near5 * (hand & near5).bit_count()
                - weights.near11 * (hand & near11).bit_count()
            )
        if self.wary:
            cost += self._wariness(tops)
        return cost

    def _wariness(self, tops: Tops) -> float:
        """The price of what this turn does to rows that teammates have marked (T8r)."""
        price = 0.0
        for place, marks in self.wary.items():
            if tops[place] != self.start[place]:
                lost = ~self.reaches[place][tops[place]].takes
                for weight, cards in marks:
                    price += weight * (cards & lost).bit_count()
        return price
