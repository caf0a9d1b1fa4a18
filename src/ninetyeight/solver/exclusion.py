"""Which positions with commands or fires are sure to leave too many cards, compiled.

Every bound here leaves something out of account, never a way out: what it calls lost is lost.
"""

from __future__ import annotations

from ninetyeight.fast.compiled import Word, jit, ones, whole, zeros_below
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import (
    CARDS,
    COMMANDS,
    COUNT,
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
from ninetyeight.fast.turn import ZERO, Array, high_bit, holds, low_bit
from ninetyeight.solver.covering import (
    AT_LAST,
    STRANDED,
    find_ways,
    hopeless_skulls,
    how_covered,
)
from ninetyeight.solver.outlook import reachable
from ninetyeight.solver.waiting import NEVER, Times, waits_too_long


@jit
def excluded(
    law: Law,
    sets: Array,
    nums: Array,
    reach: Array,
    times: Times,
    spare: int,
    to_win: int,
) -> bool:
    """True when a position is sure to leave more than ``spare`` cards, or sure not to win."""
    lo, hi = sets[UNLAID, 0], sets[UNLAID, 1]
    lost_lo, lost_hi = find_ways(law, sets, nums, reach)
    if ones(lost_lo) + ones(lost_hi) > spare:
        return True
    doomed_lo, doomed_hi = doomed(law, sets, nums, reach, lost_lo, lost_hi)
    if to_win != 0 and (doomed_lo | doomed_hi) != ZERO:
        return True
    last_lo = last_hi = ZERO
    if law.rule[COMMANDS] != 0:
        # Whoever lays a doomed card loses at once: all but one of them stay.
        stay_lo, stay_hi = lost_lo | doomed_lo, lost_hi | doomed_hi
        allowed = spare + ((doomed_lo | doomed_hi) != ZERO)
        how = how_covered(law, sets, nums, reach, stay_lo, stay_hi, allowed)
        if how == STRANDED:
            return True
        active = HANDS + whole(nums[SEAT])
        if how == AT_LAST:  # this turn loses the game: what others hold stays
            others = ones(lo & ~sets[active, 0]) + ones(hi & ~sets[active, 1])
            if to_win != 0 or others > spare:
                return True
        last_lo, last_hi, never_lo, never_hi = hopeless_skulls(
            law, sets, reach, stay_lo, stay_hi, allowed
        )
        if to_win != 0 and (last_lo | last_hi | never_lo | never_hi) != ZERO:
            return True
        lost_lo |= never_lo
        lost_hi |= never_hi
    last_lo |= doomed_lo
    last_hi |= doomed_hi
    ended = nums[DRAWN] == law.rule[CARDS]
    if (last_lo | last_hi | lost_lo | lost_hi) == ZERO:
        if to_win == 0 or not ended:
            return False
        return waits_too_long(law, sets, nums, reach, times, lo, hi, NEVER)
    stay_lo, stay_hi, more, end = too_late(law, sets, nums, lost_lo, lost_hi, last_lo, last_hi)
    # Cards that lose the game are laid by one seat only, and of the doomed ones only one.
    least = 1000
    for seat in range(HANDS, HANDS + law.rule[PLAYERS]):
        hand_lo, hand_hi = sets[seat, 0] & ~stay_lo, sets[seat, 1] & ~stay_hi
        kept = ones(stay_lo | (last_lo & ~hand_lo)) + ones(stay_hi | (last_hi & ~hand_hi))
        doomed_here = ones(doomed_lo & hand_lo) + ones(doomed_hi & hand_hi)
        least = min(least, kept + max(0, doomed_here - 1))
    if least + more > spare:
        return True
    if least + more < spare or not ended:
        return False
    must_lo, must_hi = lo & ~stay_lo & ~last_lo, hi & ~stay_hi & ~last_hi
    return waits_too_long(law, sets, nums, reach, times, must_lo, must_hi, end)


@jit
def doomed(
    law: Law, sets: Array, nums: Array, reach: Array, lost_lo: Word, lost_hi: Word
) -> tuple[Word, Word]:
    """The cards that cannot be laid without losing at once, the draw pile being empty.

    A skull must be covered in its own turn by cards of its own hand (X2): on a row onto which it
    may still find its way, some card of the hand must be ahead of it or a step back, and not all of
    the hand may be skulls. A `three` needs a turn of exactly three cards (X3), so a hand that never
    has three again to lay is stuck with it.
    """
    doomed_lo = doomed_hi = ZERO
    if law.rule[COMMANDS] == 0 or nums[DRAWN] < law.rule[CARDS]:
        return doomed_lo, doomed_hi
    for seat in range(law.rule[PLAYERS]):
        lo, hi = sets[HANDS + seat, 0] & ~lost_lo, sets[HANDS + seat, 1] & ~lost_hi
        skull_lo, skull_hi = lo & sets[KINDS + SKULL, 0], hi & sets[KINDS + SKULL, 1]
        left_lo, left_hi = skull_lo, skull_hi
        if skull_lo == lo and skull_hi == hi:
            left_lo = left_hi = ZERO
        while (left_lo | left_hi) != ZERO:
            card = zeros_below(left_lo) if left_lo != ZERO else 64 + zeros_below(left_hi)
            left_lo &= ~low_bit(card)
            left_hi &= ~high_bit(card)
            for row in range(ROWS):
                if (
                    holds(reach[row], card)
                    and ((lo & law.takes[row, card, 0]) | (hi & law.takes[row, card, 1])) != ZERO
                ):
                    skull_lo &= ~low_bit(card)
                    skull_hi &= ~high_bit(card)
                    break
        doomed_lo |= skull_lo
        doomed_hi |= skull_hi
        lo &= ~skull_lo
        hi &= ~skull_hi
        held = ones(lo) + ones(hi)
        if held < 3:
            laid = whole(nums[COUNT]) if seat == nums[SEAT] else 3
            if laid >= 3 or laid + held < 3:
                doomed_lo |= lo & sets[KINDS + THREE, 0]
                doomed_hi |= hi & sets[KINDS + THREE, 1]
    return doomed_lo, doomed_hi


@jit
def too_late(
    law: Law,
    sets: Array,
    nums: Array,
    lost_lo: Word,
    lost_hi: Word,
    last_lo: Word,
    last_hi: Word,
) -> tuple[Word, Word, int, int]:
    """The cards that stay because the game is over before their seat's next turn, with the lost
    ones, and how many stay beside them for want of turns; the draw pile being empty.

    Every turn takes a card (B7). So a seat that holds a card which it cannot lay without losing
    the game has only as many turns before its last one as it has other cards, and nobody has more
    turns than come before that one.
    """
    if nums[DRAWN] < law.rule[CARDS]:
        return lost_lo, lost_hi, 0, NEVER
    players, active = law.rule[PLAYERS], whole(nums[SEAT])
    stuck_lo, stuck_hi = lost_lo | last_lo, lost_hi | last_hi
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
