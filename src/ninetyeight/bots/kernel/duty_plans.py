"""Plans for a turn with commands or due fires, compiled: :mod:`ninetyeight.bots.duty_plans`.

Every lay is asked of the law itself. Which rows were touched, whether a `three` or a `stop` was
laid and how many cards, all follow from the tops and the hand, because a plan begins with the turn;
only what `one_row` has fixed is kept beside them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.figures import (
    DUTY_BEAM,
    EXTRA,
    EXTRA_LATE,
    FIRE,
    HELD,
    LASTING,
    OUT,
    OWN,
)
from ninetyeight.bots.kernel.outlook import STANDING, Outlook, cost
from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole
from ninetyeight.fast.completion import Scratch, completes
from ninetyeight.fast.layout import (
    COMMANDS,
    FIRES,
    KINDS,
    LONGEST,
    NO_BACK,
    ROWS,
    STOP,
    THREE,
    UP,
    Law,
)
from ninetyeight.fast.turn import (
    OPEN_ROW,
    ZERO,
    Array,
    Turn,
    after,
    broken_by,
    due_fires,
    high_bit,
    holds,
    lays_on,
    low_bit,
    lowest,
    may_end,
    shows,
    top_of,
    with_top,
)

#: How many cards ahead of each row are tried, besides the trick.
_NEAREST = 3
#: Ways that break off with a duty open must not crowd out the others: this many are followed.
_OPEN_BEAM = 2
_NODES = 1 << 14
_TABLE_BITS = 15
_SPREAD: Word = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Word = np.uint64(64 - _TABLE_BITS)
_WIDEST = 64
_WON = -(1 << 40)


class DutyScratch(NamedTuple):
    """Working memory: the positions of a turn, and which have been seen."""

    keys: NDArray[np.int64]
    parents: NDArray[np.int64]
    moves: NDArray[np.int64]
    seen: NDArray[np.int64]
    ages: NDArray[np.int64]
    best: NDArray[np.int64]
    costs: NDArray[np.int64]
    age: NDArray[np.int64]


def new_duty_scratch() -> DutyScratch:
    """Fresh working memory."""

    def numbers(n: int) -> NDArray[np.int64]:
        return np.zeros(n, np.int64)

    return DutyScratch(
        keys=numbers(_NODES),
        parents=numbers(_NODES),
        moves=numbers(_NODES),
        seen=numbers(1 << _TABLE_BITS),
        ages=numbers(1 << _TABLE_BITS),
        best=numbers(3 * _WIDEST),
        costs=numbers(3 * _WIDEST),
        age=numbers(1),
    )


@jit
def needed(law: Law, sets: Array, lo: Word, hi: Word, tops: int) -> bool:
    """True when a command or a fire, in hand or on a row, may matter to the turn."""
    if law.rule[FIRES] != 0 and (
        due_fires(law, tops, 0) != 0 or ((lo & law.fires[0]) | (hi & law.fires[1])) != ZERO
    ):
        return True
    if law.rule[COMMANDS] == 0:
        return False
    for row in range(ROWS):
        lo |= low_bit(top_of(tops, row))
        hi |= high_bit(top_of(tops, row))
    for kind in range(KINDS, KINDS + 7):
        if ((sets[kind, 0] & lo) | (sets[kind, 1] & hi)) != ZERO:
            return True
    return False


# A position is one number: places of the tops, the cards held, the row that `one_row` fixes.


@inlined
def _key(places: int, mask: int, bound: int) -> int:
    return places | (mask << 16) | (bound << (16 + LONGEST))


@jit
def _turn(law: Law, sets: Array, outlook: Outlook, held: int, begun: Turn, key: int) -> Turn:
    """The turn at a position, ``begun`` being its start."""
    places, mask = key & 0xFFFF, (key >> 16) & ((1 << LONGEST) - 1)
    lo, hi = begun.lo, begun.hi
    laid = three = fresh = 0
    for at in range(held):
        if (mask >> at) & 1 == 0:
            card = outlook.cards[at]
            lo &= ~low_bit(card)
            hi &= ~high_bit(card)
            laid += 1
            if law.rule[COMMANDS] != 0 and holds(sets[KINDS + THREE], card):
                three = 1
    tops = begun.tops
    for row in range(ROWS):
        place = (places >> (4 * row)) & 15
        if place > 0:
            tops = with_top(tops, row, outlook.cards[place - 1])
            fresh |= 1 << row
    bound = key >> (16 + LONGEST)
    return Turn(lo, hi, tops, laid, begun.minimum, begun.elsewhere, fresh, three, bound)


@jit
def _cost(
    law: Law,
    sets: Array,
    outlook: Outlook,
    key: int,
    turn: Turn,
    unseen: int,
) -> int:
    """The cost of ending the turn here, with what stays visible for the next seat."""
    figures, terms = outlook.figures, outlook.terms
    mask = (key >> 16) & ((1 << LONGEST) - 1)
    at = mask << 32
    for row in range(ROWS):
        place = (key >> (4 * row)) & 15
        own = outlook.bases[row] + place - 1
        at |= (own if place > 0 else STANDING + row) << (8 * row)
    weight, _ = cost(outlook, at)
    total: int = weight + terms[OUT] * unseen + terms[OWN] * ones(np.uint64(mask))
    if law.rule[COMMANDS] != 0:
        lasting = 0
        for kind in range(7):
            if shows(law, sets, turn.tops, kind):
                lasting += figures[LASTING + kind]
        total += lasting
        keeping = 0
        for at in range(LONGEST):
            if (mask >> at) & 1 != 0:
                for kind in range(7):
                    if holds(sets[KINDS + kind], outlook.cards[at]):
                        keeping += figures[HELD + kind]
        total += keeping
    if law.rule[FIRES] != 0:
        burning = 0
        for row in range(ROWS):
            burning += 1 if holds(law.fires, top_of(turn.tops, row)) else 0
        total += figures[FIRE] * burning
    return total


@jit
def _note(memory: DutyScratch, key: int, parent: int, move: int, count: int) -> int:
    """Write a position down unless it is known already; how many are known then."""
    slot = whole((np.uint64(key) * _SPREAD) >> _SHIFT)
    while memory.ages[slot] == memory.age[0]:
        if memory.seen[slot] == key:
            return count
        slot = (slot + 1) & ((1 << _TABLE_BITS) - 1)
    memory.ages[slot] = memory.age[0]
    memory.seen[slot] = key
    memory.keys[count] = key
    memory.parents[count] = parent
    memory.moves[count] = move
    return count + 1


@jit
def _place(outlook: Outlook, card: int) -> int:
    at = 0
    while outlook.cards[at] != card:
        at += 1
    return at


@jit
def _onward(
    law: Law, sets: Array, outlook: Outlook, memory: DutyScratch, turn: Turn, node: int, count: int
) -> int:
    """Write down what the nearest lays lead to, rows in the order of their lowest card."""
    key = memory.keys[node]
    no_back = shows(law, sets, turn.tops, NO_BACK)
    last = -1
    while True:
        chosen = 1 << 20
        for row in range(ROWS):
            lo, hi = lays_on(law, turn, row, no_back)
            if (lo | hi) != ZERO:
                first = lowest(lo, hi) * ROWS + row
                if last < first < chosen:
                    chosen = first
        if chosen == 1 << 20:
            return count
        last = chosen
        row = chosen & 3
        lo, hi = lays_on(law, turn, row, no_back)
        top, up = top_of(turn.tops, row), law.rule[UP + row] != 0
        tries, before = 0, -1_000
        while tries < _NEAREST and (lo | hi) != ZERO:
            # The next one by distance; the trick, being behind, comes first and is not counted.
            card, distance = 0, 1_000
            rest_lo, rest_hi = lo, hi
            while (rest_lo | rest_hi) != ZERO:
                other = lowest(rest_lo, rest_hi)
                rest_lo &= ~low_bit(other)
                rest_hi &= ~high_bit(other)
                ahead = other - top if up else top - other
                if before < ahead < distance:
                    card, distance = other, ahead
            before = distance
            lo &= ~low_bit(card)
            hi &= ~high_bit(card)
            tries += distance > 0
            if broken_by(law, sets, turn, card, row) == 0:  # X8r
                at = _place(outlook, card)
                places = (key & 0xFFFF & ~(15 << (4 * row))) | ((at + 1) << (4 * row))
                mask = ((key >> 16) & ((1 << LONGEST) - 1)) & ~(1 << at)
                then = after(law, sets, turn, card, row)
                new = _key(places, mask, then.bound)
                count = _note(memory, new, node, (card << 2) | row, count)


@jit
def best_duty_plan(
    law: Law,
    sets: Array,
    outlook: Outlook,
    memory: DutyScratch,
    begun: Turn,
    held: int,
    late: bool,
    plan: NDArray[np.int64],
    scratch: Scratch,
) -> tuple[int, int]:
    """Find the cheapest lawful turn and write it into ``plan``; its length and cost."""
    extra = outlook.terms[EXTRA_LATE] if late else outlook.terms[EXTRA]
    width = outlook.figures[DUTY_BEAM]
    memory.age[0] += 1
    memory.keys[0] = _key(0, (1 << held) - 1, OPEN_ROW)
    begin, end = 0, 1
    found, price = -1, 0
    while begin < end:
        # The cheapest that may be ended come first, then twice as many that still owe something.
        ready = owing = 0
        for node in range(begin, end):
            turn = _turn(law, sets, outlook, held, begun, memory.keys[node])
            more = max(0, turn.laid - turn.minimum)
            value = _cost(law, sets, outlook, memory.keys[node], turn, begun.elsewhere)
            value += extra * more
            won = (turn.lo | turn.hi) == ZERO and turn.elsewhere == 0
            stopped = (
                law.rule[COMMANDS] != 0
                and node > 0
                and holds(sets[KINDS + STOP], memory.moves[node] >> 2)
            )
            if won:
                value = _WON
            ending = may_end(law, sets, turn)
            if (won or stopped or ending) and (found < 0 or value < price):
                found, price = node, value
            if not won and not stopped:
                if ending:
                    ready = _keep(memory, 0, ready, width, value, node)
                else:
                    owing = _keep(memory, _WIDEST, owing, _OPEN_BEAM * width, value, node)
        count = end
        for rank in range(ready + owing):
            node = memory.best[rank if rank < ready else _WIDEST + rank - ready]
            turn = _turn(law, sets, outlook, held, begun, memory.keys[node])
            count = _onward(law, sets, outlook, memory, turn, node, count)
        begin, end = end, count
    if found < 0:
        return _any_plan(law, sets, outlook, begun, held, plan, scratch)
    length = 0
    at = found
    while at > 0:
        length += 1
        at = memory.parents[at]
    at = found
    for place in range(length - 1, -1, -1):
        plan[place] = memory.moves[at]
        at = memory.parents[at]
    return length, price


@jit
def _keep(memory: DutyScratch, base: int, kept: int, most: int, value: int, node: int) -> int:
    """Keep the cheapest few in order, of equals the first found first; how many are kept."""
    if kept == most and value >= memory.costs[base + kept - 1]:
        return kept
    at = kept if kept < most else most - 1
    while at > 0 and memory.costs[base + at - 1] > value:
        memory.costs[base + at] = memory.costs[base + at - 1]
        memory.best[base + at] = memory.best[base + at - 1]
        at -= 1
    memory.costs[base + at] = value
    memory.best[base + at] = node
    return min(kept + 1, most)


@jit
def _any_plan(
    law: Law,
    sets: Array,
    outlook: Outlook,
    begun: Turn,
    held: int,
    plan: NDArray[np.int64],
    scratch: Scratch,
) -> tuple[int, int]:
    """Some lawful turn, card by card, where the beam found none; length 0 when there is none."""
    key = _key(0, (1 << held) - 1, OPEN_ROW)
    turn = _turn(law, sets, outlook, held, begun, key)
    length = 0
    over = False
    while not over and not may_end(law, sets, turn):
        no_back = shows(law, sets, turn.tops, NO_BACK)
        chosen = 0
        for option in range(held * ROWS):
            at, row = option // ROWS, option % ROWS
            card = outlook.cards[at]
            lo, hi = lays_on(law, turn, row, no_back)
            if ((lo & low_bit(card)) | (hi & high_bit(card))) == ZERO:
                continue
            if broken_by(law, sets, turn, card, row) != 0:
                continue
            then = after(law, sets, turn, card, row)
            over = law.rule[COMMANDS] != 0 and holds(sets[KINDS + STOP], card)
            over = over or ((then.lo | then.hi) == ZERO and then.elsewhere == 0)
            if over or completes(law, sets, then, scratch, 0):
                chosen = (card << 2) | row
                places = (key & 0xFFFF & ~(15 << (4 * row))) | ((at + 1) << (4 * row))
                mask = ((key >> 16) & ((1 << LONGEST) - 1)) & ~(1 << at)
                key = _key(places, mask, then.bound)
                turn = then
                break
        if chosen == 0:
            return 0, 0
        plan[length] = chosen
        length += 1
    return length, _cost(law, sets, outlook, key, turn, begun.elsewhere)
