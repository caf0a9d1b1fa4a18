"""The `planner` inside the kernel, equal move by move to :mod:`ninetyeight.bots.planner` in silent
play: here the turns in which only numbers count (:mod:`ninetyeight.bots.plain_plans`), and which of
the two kinds of plan a turn needs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_above, zeros_below
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.duty_plans import DutyDesk, best_duty_plan, needed
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import (
    CARDS,
    DRAWN,
    HANDS,
    LONGEST,
    ROWS,
    UNLAID,
    UP,
    Law,
)
from ninetyeight.fast.outlook import (
    AHEAD,
    BACK_OWN,
    BEAM,
    EXTRA,
    EXTRA_LATE,
    TOP,
    Outlook,
    cost,
    look,
    new_outlook,
)
from ninetyeight.fast.turn import Array, Turn, first_binders

#: How many cards ahead of each row are tried, besides the trick; all when that finds no turn.
NEAREST = 3
#: The longest hand that the working memory has room for.
LONGEST_PLANNED = 8
#: Positions of one turn: enough for three free cards of eight on four rows, and the beam after.
_NODES = 1 << 15
#: The table of seen positions is small, and so at hand, where two cards are free.
_TABLE_BITS = 16
_SMALL_TABLE_BITS = 12
_SPREAD: Word = np.uint64(0x9E3779B97F4A7C15)
_MOST = 64


class Desk(NamedTuple):
    """Working memory of a planner: positions of a turn, and which have been seen."""

    outlook: Outlook
    figures: NDArray[np.float64]
    places: NDArray[np.int64]
    masks: NDArray[np.int64]
    parents: NDArray[np.int64]
    moves: NDArray[np.int64]
    seen: NDArray[np.int64]
    best: NDArray[np.int64]
    costs: NDArray[np.float64]
    age: NDArray[np.int64]
    plan: NDArray[np.int64]
    #: For each row the earlier ones that show the same and go the same way, one bit each.
    twins: NDArray[np.int64]


def new_desk(figures: NDArray[np.float64]) -> Desk:
    """Fresh working memory for a planner with these figures."""

    def numbers(n: int) -> NDArray[np.int64]:
        return np.zeros(n, np.int64)

    return Desk(
        outlook=new_outlook(figures),
        figures=figures,
        places=numbers(_NODES),
        masks=numbers(_NODES),
        parents=numbers(_NODES),
        moves=numbers(_NODES),
        seen=numbers(1 << _TABLE_BITS),
        best=numbers(_MOST),
        costs=np.zeros(_MOST, np.float64),
        age=numbers(2),
        plan=numbers(LONGEST + 1),
        twins=numbers(ROWS),
    )


@inlined
def _onward(law: Law, desk: Desk, node: int, nearest: int, count: int) -> int:
    """Write down every new position one lay after ``node``; how many are known then."""
    table = desk.outlook.table
    places, mask = desk.places[node], desk.masks[node]
    untouched = 0
    for row in range(ROWS):
        place = (places >> (4 * row)) & 15
        up = law.rule[UP + row]
        if place == 0:
            if untouched & desk.twins[row] != 0:
                continue  # a row that looks the same would lead to the same
            untouched |= 1 << row
        back = table[row, place, BACK_OWN] & mask
        ahead = table[row, place, AHEAD] & mask
        for turn in range(-1, nearest):
            if turn < 0:
                if back == 0:
                    continue
                at = zeros_below(np.uint64(back))
            else:
                if ahead == 0:
                    break
                at = (
                    zeros_below(np.uint64(ahead)) if up != 0 else 63 - zeros_above(np.uint64(ahead))
                )
                ahead &= ~(1 << at)
            count = _note(
                desk,
                (places & ~(15 << (4 * row))) | ((at + 1) << (4 * row)),
                mask & ~(1 << at),
                node,
                (desk.outlook.cards[at] << 2) | row,
                count,
            )
    return count


@inlined
def _note(desk: Desk, places: int, mask: int, parent: int, move: int, count: int) -> int:
    """Write a position down unless it is known already; how many are known then."""
    key = (mask << 16) | places
    key |= desk.age[0] << 32
    slot = whole((np.uint64(key) * _SPREAD) >> np.uint64(64 - desk.age[1]))
    while desk.seen[slot] >> 32 == desk.age[0]:
        if desk.seen[slot] == key:
            return count
        slot = (slot + 1) & ((1 << desk.age[1]) - 1)
    desk.seen[slot] = key
    desk.places[count] = places
    desk.masks[count] = mask
    desk.parents[count] = parent
    desk.moves[count] = move
    return count + 1


@jit
def _plain(
    law: Law, desk: Desk, held: int, unseen: int, minimum: int, late: bool
) -> tuple[int, float]:
    """Find the cheapest turn and write it into ``desk.plan``; its length, 0 for none, and cost."""
    for nearest in (NEAREST, held):
        node, price = _cheapest(law, desk, held, unseen, minimum, late, nearest)
        if node >= 0:
            length = 0
            at = node
            while at > 0:
                length += 1
                at = desk.parents[at]
            at = node
            for place in range(length - 1, -1, -1):
                desk.plan[place] = desk.moves[at]
                at = desk.parents[at]
            return length, price
    return 0, 0.0


@jit
def _cheapest(
    law: Law, desk: Desk, held: int, unseen: int, minimum: int, late: bool, nearest: int
) -> tuple[int, float]:
    figures = desk.figures
    extra = figures[EXTRA_LATE] if late else figures[EXTRA]
    beam = int(figures[BEAM])
    desk.age[0] += 1
    desk.age[1] = _SMALL_TABLE_BITS if minimum <= 2 else _TABLE_BITS
    for row in range(ROWS):
        desk.twins[row] = 0
        for other in range(row):
            same_top = desk.outlook.table[other, 0, TOP] == desk.outlook.table[row, 0, TOP]
            if same_top and law.rule[UP + other] == law.rule[UP + row]:
                desk.twins[row] |= 1 << other
    desk.places[0] = 0
    desk.masks[0] = (1 << held) - 1
    begin, end = 0, 1
    for _ in range(minimum):
        count = end
        for node in range(begin, end):
            count = _onward(law, desk, node, nearest, count)
        begin, end = end, count
    found, price = -1, 0.0
    more = 0
    while begin < end:
        kept = 0
        for node in range(begin, end):
            value = cost(desk.outlook, figures, desk.places[node], desk.masks[node], unseen)
            if desk.masks[node] == 0 and unseen == 0:
                value = -np.inf  # every card of the game is laid
            if found < 0 or value + extra * more < price:
                found, price = node, value + extra * more
            # Keep the cheapest few in order; of equals the first found comes first.
            if kept < beam or value < desk.costs[kept - 1]:
                at = kept if kept < beam else beam - 1
                kept = min(kept + 1, beam)
                while at > 0 and desk.costs[at - 1] > value:
                    desk.costs[at] = desk.costs[at - 1]
                    desk.best[at] = desk.best[at - 1]
                    at -= 1
                desk.costs[at] = value
                desk.best[at] = node
        count = end
        for place in range(kept):
            count = _onward(law, desk, desk.best[place], nearest, count)
        begin, end = end, count
        more += 1
    return found, price


@jit
def plan_hand(
    law: Law,
    sets: Array,
    nums: Array,
    desk: Desk,
    duties: DutyDesk,
    seat: int,
    minimum: int,
    scratch: Scratch,
) -> tuple[int, float]:
    """Plan a whole turn of ``seat`` from its start; lays in ``desk.plan``, and their cost."""
    lo, hi = sets[HANDS + seat, 0], sets[HANDS + seat, 1]
    out_lo, out_hi = sets[UNLAID, 0] & ~lo, sets[UNLAID, 1] & ~hi
    tops = tops_of(nums)
    late = nums[DRAWN] == law.rule[CARDS]
    held = look(law, desk.outlook, lo, hi, tops, out_lo, out_hi)
    unseen = ones(out_lo) + ones(out_hi)
    if needed(law, sets, lo, hi, tops):
        begun = Turn(lo, hi, tops, 0, minimum, unseen, 0, 0, first_binders(law, sets, tops))
        return best_duty_plan(
            law, sets, desk.outlook, desk.figures, duties, begun, held, late, desk.plan, scratch
        )
    return _plain(law, desk, held, unseen, minimum, late)


@jit
def opening_wish(law: Law, sets: Array, desk: Desk, seat: int, length: int, price: float) -> int:
    """How much a planner wants to start, whose best first turn was just planned: 0 not at all,
    1 can, 2 want, 3 must (B10r)."""
    if length == 0:
        return 0
    held = ones(sets[HANDS + seat, 0]) + ones(sets[HANDS + seat, 1])
    before = cost(desk.outlook, desk.figures, 0, (1 << held) - 1, law.rule[CARDS] - held)
    gap = price - before
    return 3 if gap <= 0.65 else 2 if gap <= 1.05 else 1 if gap <= 1.8 else 0
