"""What a position is worth to the planner: its cost, over sets of cards held as bits.

A set of cards is one ``int`` with bit *c* for card *c*, so that counting the cards which exactly
two rows would still take is a handful of machine operations, not a loop over ninety-eight cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import isqrt
from typing import NamedTuple

from ninetyeight.bots.weights import Weights
from ninetyeight.rules import Card, Edition

#: Tops of the rows; an empty row counts as the number before its first.
Tops = tuple[Card, ...]

#: Fourth roots in 1024ths, rounded down.
ROOTS = tuple(isqrt(isqrt(n << 40)) for n in range(1024))


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


class Entry(NamedTuple):
    """What one row with one top means in a turn; sets of cards as bits, ``near`` of own ones."""

    takes: int
    near5: int
    near11: int
    back: int  #: the own card of the trick, if it was held when the turn began
    shaded: int  #: cards that need not be tried on a row further back
    worth: int  #: its room, the hope for a trick, less what teammates' markers ask for


class Outlook:
    """The cost of positions in one turn, as seen by one seat. Lower is better.

    ``unseen`` are the cards elsewhere, which this turn cannot change, ``hand`` those held at its
    start. ``wary`` gives the price of moving a row because a teammate marked it.
    """

    def __init__(
        self,
        edition: Edition,
        weights: Weights,
        unseen: int,
        hand: int,
        start: Tops,
        wary: Mapping[int, tuple[tuple[int, int], ...]],
    ) -> None:
        self.reaches = reaches(edition)
        self.weights = weights
        self.terms = weights.at(unseen.bit_count())
        self.unseen = unseen
        self.hand = hand
        self.start = start
        self.wary = wary
        self._entries: dict[tuple[int, Card], Entry] = {}

    def entry(self, row: int, top: Card) -> Entry:
        """What ``row`` with ``top`` means; worked out once."""
        known = self._entries.get((row, top))
        if known is None:
            known = self._entries[row, top] = self._look_at(row, top)
        return known

    def _look_at(self, row: int, top: Card) -> Entry:
        terms, unseen, hand = self.terms, self.unseen, self.hand
        reach = self.reaches[row][top]
        room = (unseen & reach.takes).bit_count() + (hand & reach.ahead).bit_count()
        worth = terms.room * ROOTS[room] >> 10
        if reach.back & unseen:
            worth += terms.trick * (unseen & reach.regained).bit_count()
        if row in self.wary and top != self.start[row]:  # T8r
            lost = ~reach.takes
            worth -= sum(weight * (cards & lost).bit_count() for weight, cards in self.wary[row])
        hoped = reach.back & (unseen | hand)
        return Entry(
            takes=reach.takes,
            near5=reach.near5,
            near11=reach.near11,
            back=reach.back & hand,
            shaded=0 if hoped else reach.ahead,
            worth=worth,
        )

    def judge(self, tops: Tops, hand: int) -> tuple[int, int]:
        """What it costs to leave these tops with this hand, and how many cards of the hand can be
        laid by the trick."""
        terms, unseen = self.terms, self.unseen
        ones = twos = fours = near5 = near11 = backs = cost = 0
        for place in enumerate(tops):
            takes, close, closer, back, _, worth = self._entries.get(place) or self.entry(*place)
            # Add one to the count of every card in `takes`: a binary counter in three sets.
            carry = ones & takes
            ones ^= takes
            fours |= twos & carry
            twos ^= carry
            near5 |= close
            near11 |= closer
            backs |= back
            cost -= worth
        some = ~fours
        no_row = ~(ones | twos) & some
        one_row = ones & ~twos & some
        two_rows = twos & ~ones & some
        three_rows = ones & twos & some
        tricks = (hand & backs).bit_count()
        cost += (
            terms.out0 * (unseen & no_row).bit_count()
            + terms.out1 * (unseen & one_row).bit_count()
            + terms.out2 * (unseen & two_rows).bit_count()
            + terms.out3 * (unseen & three_rows).bit_count()
            + terms.hand0 * (hand & no_row).bit_count()
            + terms.hand1 * (hand & one_row).bit_count()
            + terms.hand2 * (hand & two_rows).bit_count()
            + terms.hand3 * (hand & three_rows).bit_count()
            - terms.near5 * (hand & near5).bit_count()
            - terms.near11 * (hand & near11).bit_count()
            - terms.back * tricks
        )
        return cost, tricks

    def cost(self, tops: Tops, hand: int) -> int:
        """What it costs to leave these tops with this hand."""
        return self.judge(tops, hand)[0]
