"""The candidates of a search as moves: what the planner lists for the seat whose turn begins."""

from __future__ import annotations

from ninetyeight.bots.kernel.duty_plans import DutyScratch
from ninetyeight.bots.kernel.markers import mean
from ninetyeight.bots.kernel.outlook import look
from ninetyeight.bots.kernel.planner import PlannerScratch, plan_looked
from ninetyeight.bots.kernel.talking import heed_all
from ninetyeight.fast.compiled import jit, ones, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import DRAWN, END, HANDS, MINIMUM, ROWS, SEAT, SEATS, UNLAID, Law
from ninetyeight.fast.turn import Array


@jit
def list_turns(
    law: Law,
    sets: Array,
    nums: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
    marks: Array,
    turns: Array,
) -> int:
    """Write the candidates of the active seat into ``turns``, the cheapest first; how many.

    ``marks`` are the markers that stand: for each seat and row the marker, 0 for none, and the top
    that it spoke of. Nothing is looked at that the seat does not see.
    """
    seat, tops = whole(nums[SEAT]), tops_of(nums)
    lo, hi = sets[HANDS + seat, 0], sets[HANDS + seat, 1]
    out_lo, out_hi = sets[UNLAID, 0] & ~lo, sets[UNLAID, 1] & ~hi
    late = nums[DRAWN] == law.deck_size
    held = look(law, memory.outlook, lo, hi, tops, out_lo, out_hi)
    board, marked = memory.board, 0
    for other in range(SEATS):
        for row in range(ROWS):
            board.shown[other, row] = marks[other, row, 0]
            board.tops[other, row] = marks[other, row, 1]
            marked += marks[other, row, 0]
    if marked > 0:
        mean(law, board, tops, sets[UNLAID, 0], sets[UNLAID, 1])
        heed_all(law, board, memory.outlook, seat, tops, lo, hi)
    unseen, minimum, listed = ones(out_lo) + ones(out_hi), whole(nums[MINIMUM]), memory.listed
    plan_looked(law, sets, memory, duties, lo, hi, tops, held, unseen, minimum, late, scratch)
    turns[:] = END
    for at in range(listed.number[0]):
        for lay in range(listed.lengths[at]):
            move = (listed.ways[at] >> (6 * lay)) & 63
            turns[at, lay] = (memory.outlook.cards[move & 7] << 2) | (move >> 3)
    return whole(listed.number[0])
