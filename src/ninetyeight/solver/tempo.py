"""Which positions leave too many cards because turns run out, compiled.

Once the draw pile is empty every turn takes a card (B7). A seat that is stuck with a card is at its
end when it has laid the others, and with it the game.
"""

from __future__ import annotations

from typing import NamedTuple

from ninetyeight.fast.compiled import Word, jit, ones, whole, zeros_below
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import (
    CARDS,
    DRAWN,
    HANDS,
    KINDS,
    PLAYERS,
    ROWS,
    SEAT,
    SKULL,
    STOP,
    THREE,
    UNLAID,
    Law,
)
from ninetyeight.fast.turn import ZERO, Array, high_bit, low_bit
from ninetyeight.solver.outlook import reachable
from ninetyeight.solver.waiting import NEVER, Times, cannot_wait, put_in_order

#: So many cards together are tried as those that are left beside the ones that must be.
TRIES = 3


class Stuck(NamedTuple):
    """Cards that cannot be laid (``lost``), cards that can be laid only in the turn that loses the
    game (``last``), and those of them that lose it at once (``doomed``)."""

    lost_lo: Word
    lost_hi: Word
    last_lo: Word
    last_hi: Word
    doomed_lo: Word
    doomed_hi: Word


@jit
def leaves_too_many(
    law: Law,
    sets: Array,
    nums: Array,
    reach: Array,
    times: Times,
    stuck: Stuck,
    spare: int,
    tries: int,
) -> bool:
    """True when more than ``spare`` cards are sure to be left.

    Where some cards cannot all be laid in time, but more may be left than those that must be, each
    of them is tried as one that is left, ``tries`` of them one after another at most. Begin
    with `TRIES`.
    """
    stay_lo, stay_hi, more, end = too_late(law, sets, nums, stuck)
    least = _fewest(law, sets, stuck, stay_lo, stay_hi)
    if least + more > spare:
        return True
    if nums[DRAWN] < law.rule[CARDS] or spare - least > tries:
        return False
    must_lo = sets[UNLAID, 0] & ~stay_lo & ~stuck.last_lo
    must_hi = sets[UNLAID, 1] & ~stay_hi & ~stuck.last_hi
    if tries == TRIES:
        put_in_order(law, sets, reach, times)
    late_lo, late_hi = cannot_wait(law, sets, nums, reach, times, must_lo, must_hi, end)
    if (late_lo | late_hi) == ZERO:
        return False
    if least == spare:
        return True
    while (late_lo | late_hi) != ZERO:
        card = zeros_below(late_lo) if late_lo != ZERO else 64 + zeros_below(late_hi)
        one_lo, one_hi = low_bit(card), high_bit(card)
        late_lo &= ~one_lo
        late_hi &= ~one_hi
        left = Stuck(
            stay_lo | one_lo,
            stay_hi | one_hi,
            stuck.last_lo,
            stuck.last_hi,
            stuck.doomed_lo,
            stuck.doomed_hi,
        )
        if not leaves_too_many(law, sets, nums, reach, times, left, spare, tries - 1):
            return False
    return True


@jit
def _fewest(law: Law, sets: Array, stuck: Stuck, stay_lo: Word, stay_hi: Word) -> int:
    """How many cards are left at least: those that ``stay``, and of those that lose the game all
    that are not of one seat, or are doomed beside another one that is."""
    least = NEVER
    for seat in range(HANDS, HANDS + law.rule[PLAYERS]):
        hand_lo, hand_hi = sets[seat, 0] & ~stay_lo, sets[seat, 1] & ~stay_hi
        kept = ones(stay_lo | (stuck.last_lo & ~hand_lo))
        kept += ones(stay_hi | (stuck.last_hi & ~hand_hi))
        doomed = ones(stuck.doomed_lo & hand_lo) + ones(stuck.doomed_hi & hand_hi)
        least = min(least, kept + max(0, doomed - 1))
    return least


@jit
def too_late(law: Law, sets: Array, nums: Array, stuck: Stuck) -> tuple[Word, Word, int, int]:
    """The cards that stay because the game is over before their seat's next turn, with the lost
    ones, and how many stay beside them for want of turns; the draw pile being empty.

    Every turn takes a card (B7). So a seat that holds a card which it cannot lay without losing
    the game has only as many turns before its last one as it has other cards, and nobody has more
    turns than come before that one.
    """
    lost_lo, lost_hi = stuck.lost_lo, stuck.lost_hi
    if nums[DRAWN] < law.rule[CARDS]:
        return lost_lo, lost_hi, 0, NEVER
    players, active = law.rule[PLAYERS], whole(nums[SEAT])
    stuck_lo, stuck_hi = lost_lo | stuck.last_lo, lost_hi | stuck.last_hi
    # The last turn is that of the seat `place` turns ahead, `rounds` rounds later.
    rounds, place = NEVER, 0
    for ahead in range(1, players + 1):
        seat = HANDS + (active + ahead) % players
        if ((sets[seat, 0] & stuck_lo) | (sets[seat, 1] & stuck_hi)) != ZERO:
            turns = most_turns(sets, seat, stuck_lo, stuck_hi)
            if turns < rounds:
                rounds, place = turns, ahead
    more = 0
    for ahead in range(1, players + 1):
        seat = HANDS + (active + ahead) % players
        lo, hi = sets[seat, 0] & ~stuck_lo, sets[seat, 1] & ~stuck_hi
        turns = rounds + (ahead <= place)
        running = ahead == players
        if turns == 0:
            lo, hi = sets[seat, 0], sets[seat, 1]
            if running:  # what is laid at all is laid now
                for row in range(ROWS):
                    way_lo, way_hi = reachable(
                        law, sets[seat, 0], sets[seat, 1], tops_of(nums), row
                    )
                    lo &= ~way_lo
                    hi &= ~way_hi
            lost_lo |= lo
            lost_hi |= hi
            continue
        stops = ones(lo & sets[KINDS + STOP, 0]) + ones(hi & sets[KINDS + STOP, 1])
        more += max(0, stops - turns - running)  # X1: a turn has room for one
    return lost_lo, lost_hi, more, rounds * players + place


@jit
def most_turns(sets: Array, seat: int, stuck_lo: Word, stuck_hi: Word) -> int:
    """How many turns a seat can have with cards that are not stuck, before one that loses the game.

    Each of them takes a card that is neither a skull, which another one must cover (X2), nor a
    `three`, unless there are three of them (X3).
    """
    lo, hi = sets[seat, 0] & ~stuck_lo, sets[seat, 1] & ~stuck_hi
    skulls = ones(lo & sets[KINDS + SKULL, 0]) + ones(hi & sets[KINDS + SKULL, 1])
    threes = ones(lo & sets[KINDS + THREE, 0]) + ones(hi & sets[KINDS + THREE, 1])
    return ones(lo) + ones(hi) - skulls - threes + threes // 3
