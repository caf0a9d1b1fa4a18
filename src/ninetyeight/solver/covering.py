"""What skulls that are still to be laid rule out, compiled (X2).

A skull must be covered by its own seat in the turn in which it is laid. So the card after it on its
row comes from the same hand, and the row leaps: what it takes no longer must have been laid there
before, or find another row. Some skulls can be seen to cost too much whichever row and card are
chosen.
"""

from __future__ import annotations

from ninetyeight.fast.card_sets import (
    NO_CARDS,
    AnyCards,
    Cards,
    common,
    only,
    pop,
    put,
    size_of,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import inlined, jit, whole
from ninetyeight.fast.layout import HANDS, KINDS, ROWS, SEAT, SKULL, TOPS, UNLAID, Law
from ninetyeight.fast.turn import Array, holds
from ninetyeight.solver.plain_cost import onward, reachable

#: The row of ``reach`` after those of the rows: the cards that nobody has drawn yet.
UNDRAWN = ROWS

#: How a skull may still be laid: not at all, in the turn that loses the game, or as it should be.
STRANDED, AT_LAST, COVERED = range(3)


@jit
def ways(
    law: Law, sets: Array, reach: Array, cards: Cards, row: int, top: int, next_cards: AnyCards
) -> Cards:
    """Which of the ``cards`` may come to lie on ``row`` after ``top``, one of the ``next_cards``
    being the first of them.

    By the numbers alone, but for skulls: what follows on a skull is of the same hand.
    """
    # A skull that is not drawn yet may come into any hand: it is taken for a plain card.
    skulls = without(sets[KINDS + SKULL], reach[UNDRAWN])
    found = common(common(cards, next_cards), law.takes[row, top])
    done = NO_CARDS
    while True:
        before = found
        plain = without(found, skulls)
        if some(plain):
            found = together(found, common(cards, onward(law, row, plain)))
        new = without(common(found, skulls), done)
        if some(new):
            done = together(done, new)
            for seat in range(HANDS, HANDS + law.players):
                mine = common(new, sets[seat])
                own = _own(sets, reach, seat)
                while some(mine):
                    card, mine = pop(mine)
                    found = together(found, common(common(cards, own), law.takes[row, card]))
        if found == before:
            return found


@inlined
def _own(sets: Array, reach: Array, seat: int) -> Cards:
    """The cards that a seat holds or may draw."""
    return together(sets[seat], reach[UNDRAWN])


@jit
def find_ways(law: Law, sets: Array, nums: Array, reach: Array) -> Cards:
    """Fill ``reach`` with what may come to lie on each row; return the cards that find none."""
    unlaid = sets[UNLAID, 0], sets[UNLAID, 1]
    put(unlaid, reach[UNDRAWN])
    for seat in range(HANDS, HANDS + law.players):
        put(without(reach[UNDRAWN], sets[seat]), reach[UNDRAWN])
    active = sets[HANDS + whole(nums[SEAT])]
    lost = unlaid
    for row in range(ROWS):
        top = whole(nums[TOPS + row])
        # A skull must still be covered in this turn.
        following = common(unlaid, active) if holds(sets[KINDS + SKULL], top) else unlaid
        put(ways(law, sets, reach, unlaid, row, top, following), reach[row])
        lost = without(lost, reach[row])
    return lost


@jit
def how_laid(
    law: Law,
    sets: Array,
    reach: Array,
    skull: int,
    row: int,
    own: Cards,
    before: Cards,
    stay: Cards,
    spare: int,
) -> int:
    """How ``skull`` may be laid on ``row`` when no more than ``spare`` cards are to be left, to
    which the cards ``stay`` belong in any case.

    ``own`` are the cards that may cover it, ``before`` those that may be laid on the row first.
    """
    unlaid = without(sets[UNLAID], only(skull))
    left = without(unlaid, before)
    for other in range(ROWS):
        if other != row:
            left = without(left, reach[other])
    covers = common(common(unlaid, own), law.takes[row, skull])
    worst = STRANDED
    if size_of(together(left, stay)) <= spare:
        if some(covers):
            return COVERED
        worst = AT_LAST
    while some(covers):
        card, covers = pop(covers)
        following = own if holds(sets[KINDS + SKULL], card) else unlaid
        then = ways(law, sets, reach, without(unlaid, only(card)), row, card, following)
        gone = without(without(left, only(card)), then)
        if size_of(together(gone, stay)) <= spare:
            return COVERED
    return worst


@jit
def how_covered(law: Law, sets: Array, nums: Array, reach: Array, stay: Cards, spare: int) -> int:
    """How the skulls that the running turn has still to cover may be covered."""
    worst, active = COVERED, HANDS + whole(nums[SEAT])
    own = sets[active, 0], sets[active, 1]
    for row in range(ROWS):
        top = whole(nums[TOPS + row])
        if holds(sets[KINDS + SKULL], top):
            how = how_laid(law, sets, reach, top, row, own, NO_CARDS, stay, spare)
            worst = min(worst, how)
    return worst


@jit
def hopeless_skulls(
    law: Law, sets: Array, reach: Array, stay: Cards, spare: int
) -> tuple[Cards, Cards]:
    """The skulls in hands that can be laid only in the turn that loses the game, and those that
    cannot be laid at all, if no more than ``spare`` cards are to be left."""
    last = never = NO_CARDS
    for seat in range(HANDS, HANDS + law.players):
        skulls = common(sets[seat], sets[KINDS + SKULL])
        own = _own(sets, reach, seat)
        while some(skulls):
            card, skulls = pop(skulls)
            others = without(sets[UNLAID], only(card))
            best = STRANDED
            for row in range(ROWS):
                if not holds(reach[row], card):
                    continue
                before = common(_towards(law, others, row, card), reach[row])
                rest = without(stay, only(card))
                how = how_laid(law, sets, reach, card, row, own, before, rest, spare)
                best = max(best, how)
                if best == COVERED:
                    break
            if best == AT_LAST:
                last = together(last, only(card))
            elif best == STRANDED:
                never = together(never, only(card))
    return last, never


@inlined
def _towards(law: Law, cards: Cards, row: int, card: int) -> Cards:
    """Which of these cards may lie on ``row`` before ``card``: the way back from it is a way on a
    row of the other direction."""
    other = 0
    while law.ups[other] == law.ups[row]:
        other += 1
    return reachable(law, cards, card << (7 * other), other)
