"""Plans for a turn with commands or due fires, compiled: :mod:`ninetyeight.bots.duty_plans`.

A position is a key over the entries of the rows, as in :mod:`ninetyeight.bots.kernel.planner`.
Beside each entry stands what hangs on its card, one bit each, so that the law of a turn, which the
bot asks for every lay, is a few operations on bits here. Tests play the two against each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.candidates import Candidates, note
from ninetyeight.bots.kernel.figures import (
    BEAM,
    EXTRA,
    EXTRA_LATE,
    FIRE,
    HELD,
    LASTING,
    OUT,
    OWING,
    OWN,
    PROMISE,
    WORSE,
)
from ninetyeight.bots.kernel.outlook import (
    AHEAD,
    AS_IT_STANDS,
    ENTRIES,
    LONGEST_PLANNED,
    STANDING,
    TRICK_CARD,
    Outlook,
    cost,
)
from ninetyeight.fast.card_sets import common, some
from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_below
from ninetyeight.fast.completion import Scratch, completes
from ninetyeight.fast.layout import KINDS, NO_BACK, ONE_ROW, ROWS, SKULL, STOP, THREE, Law
from ninetyeight.fast.turn import (
    ZERO,
    Array,
    Turn,
    after,
    broken_by,
    commanded,
    due_fires,
    high_bit,
    holds,
    lays_on,
    low_bit,
    may_end,
    shows,
    stops,
    top_of,
)

# What hangs on a card, one bit each: the seven commands in their order, a fire, and a fire that is
# due, because it lay there when the turn began (F2).
_STOP, _SKULL, _THREE, _NO_BACK, _ONE_ROW = (
    1 << STOP,
    1 << SKULL,
    1 << THREE,
    1 << NO_BACK,
    1 << ONE_ROW,
)
_FIRE, _DUE = 1 << 7, 1 << 8
#: What makes the order of two lays on different rows matter.
_IN_ORDER = _STOP | _NO_BACK | _ONE_ROW
#: Ways of going on, those that may end and those that still owe something.
_WIDEST = 64
_READY, _OWED = 0, _WIDEST
#: Larger than any cost.
_NEVER = 1 << 60
_WON = -(1 << 40)
_ROW = 24


class DutyScratch(NamedTuple):
    """Working memory of a plan with duties."""

    #: What hangs on the card of each entry.
    marks: NDArray[np.int64]
    #: What it costs to keep each own card for its command.
    holding: NDArray[np.int64]
    #: The ways that are followed, then the best of those that they lead to.
    keys: NDArray[np.int64]
    ways: NDArray[np.int64]
    new_keys: NDArray[np.int64]
    new_ways: NDArray[np.int64]
    ranks: NDArray[np.int64]


def new_duty_scratch() -> DutyScratch:
    """Fresh working memory."""

    def numbers(n: int) -> NDArray[np.int64]:
        return np.zeros(n, np.int64)

    most = 2 * _WIDEST
    return DutyScratch(
        marks=numbers(ENTRIES),
        holding=numbers(LONGEST_PLANNED),
        keys=numbers(most),
        ways=numbers(most),
        new_keys=numbers(most),
        new_ways=numbers(most),
        ranks=numbers(most),
    )


@inlined
def needed(law: Law, sets: Array, lo: Word, hi: Word, tops: int) -> bool:
    """True when a command or a fire, in hand or on a row, may matter to the turn."""
    if law.has_fires and (due_fires(law, tops, 0) != 0 or some(common((lo, hi), law.fires))):
        return True
    return commanded(law, sets, lo, hi, tops)


@inlined
def _marks_of(law: Law, sets: Array, card: int) -> int:
    """What hangs on a card."""
    marks = 0
    if law.has_commands:
        for kind in range(7):
            marks |= holds(sets[KINDS + kind], card) << kind
    if law.has_fires and holds(law.fires, card):
        marks |= _FIRE
    return marks


@inlined
def _enter(
    law: Law, sets: Array, outlook: Outlook, memory: DutyScratch, tops: int, held: int
) -> int:
    """Note what hangs on the cards of all entries; the own cards with a `three` or, eight bits
    further, those that have a price while they are held."""
    figures, marks = outlook.figures, memory.marks
    noted = 0
    for at in range(held):
        mark = _marks_of(law, sets, outlook.cards[at])
        price = 0
        for kind in range(7):
            price += figures[HELD + kind] * ((mark >> kind) & 1)
        memory.holding[at] = price
        noted |= ((mark >> THREE) & 1) << at
        noted |= (256 if price != 0 else 0) << at
        for row in range(ROWS):
            marks[outlook.bases[row] + at] = mark
    for row in range(ROWS):
        mark = _marks_of(law, sets, top_of(tops, row))
        marks[STANDING + row] = mark | (_DUE if mark & _FIRE != 0 else 0)
    return noted


@inlined
def _visible(memory: DutyScratch, key: int, but: int) -> int:
    """What hangs on the cards that are visible, those of all rows ``but`` one."""
    visible = 0
    for row in range(ROWS):
        mark = memory.marks[np.uint64((key >> (8 * row)) & 255)]
        visible |= mark if row != but else 0
    return visible


@inlined
def _duties(
    figures: NDArray[np.int64], memory: DutyScratch, key: int, visible: int, kept: int
) -> int:
    """The price of what stays visible for the next seat, and of the commands that are ``kept``."""
    price = 0
    for kind in range(7):
        price += figures[LASTING + kind] * ((visible >> kind) & 1)
    while kept != 0:
        price += memory.holding[zeros_below(np.uint64(kept))]
        kept &= kept - 1
    if visible & _FIRE != 0:
        for row in range(ROWS):
            burns = memory.marks[(key >> (8 * row)) & 255] & _FIRE
            price += figures[FIRE] if burns != 0 else 0
    return price


@inlined
def _tries(
    outlook: Outlook,
    nearest: NDArray[np.uint8],
    key: int,
    use: int,
    visible: int,
    only: int,
) -> int:
    """What is tried from a position: for each row a byte of own cards."""
    moves, mask = outlook.moves, (key >> 32) & 255
    tries = 0
    for row in range(ROWS):
        own = moves[(key >> (8 * row)) & 255]
        ahead = (own >> AHEAD) & mask
        begun = outlook.begins[row] if use == 0 else 0
        tried = whole(nearest[use, row, ahead]) | (ahead & begun)
        if visible & _NO_BACK == 0:  # X5
            tried |= (own >> TRICK_CARD) & mask
        if only in (ROWS, row):  # X6
            tries |= tried << (8 * row)
    return tries


@inlined
def _keep(
    memory: DutyScratch, base: int, kept: int, most: int, rank: int, key: int, way: int
) -> int:
    """Keep the most promising few in order, of equals the first found first, and each position
    once; how many are kept."""
    ranks, keys, ways = memory.ranks, memory.new_keys, memory.new_ways
    if kept == most and rank >= ranks[base + kept - 1]:
        return kept
    at = kept
    while at > 0 and ranks[base + at - 1] >= rank:
        if ranks[base + at - 1] == rank and keys[base + at - 1] == key:
            return kept
        at -= 1
    while at < kept and ranks[base + at] == rank:
        at += 1
    size = min(kept + 1, most)
    for place in range(size - 1, at, -1):
        ranks[base + place] = ranks[base + place - 1]
        keys[base + place] = keys[base + place - 1]
        ways[base + place] = ways[base + place - 1]
    ranks[base + at] = rank
    keys[base + at] = key
    ways[base + at] = way
    return size


@jit
def best_duty_plan(
    law: Law,
    sets: Array,
    outlook: Outlook,
    nearest: NDArray[np.uint8],
    memory: DutyScratch,
    begun: Turn,
    held: int,
    late: bool,
    plan: NDArray[np.int64],
    listed: Candidates,
    scratch: Scratch,
) -> tuple[int, int]:
    """Write the cheapest lawful turn found into ``plan``; its length, 0 for none, and its cost. The
    cheapest few are ``listed``, as far as there is room for them."""
    figures, terms, marks = outlook.figures, outlook.terms, memory.marks
    extra = terms[EXTRA_LATE] if late else terms[EXTRA]
    promise, worse = figures[PROMISE], figures[WORSE]
    noted = _enter(law, sets, outlook, memory, begun.tops, held)
    threes, priced = noted & 255, noted >> 8
    minimum, elsewhere = begun.minimum, begun.elsewhere
    full = (1 << held) - 1
    found, way_found, length = _NEVER, 0, 0
    listing = len(listed.costs) > 0
    listed.number[0] = 0
    for attempt in range(2):
        memory.keys[0] = AS_IT_STANDS | (full << 32)
        memory.ways[0] = 0
        size, laid = 1, 0
        while size > 0 and laid < held:
            shift = 6 * laid
            laid += 1
            more = max(0, laid - minimum)
            use = 2 if attempt == 1 else 0 if laid <= minimum else 1
            sunk = terms[OUT] * elsewhere + terms[OWN] * (held - laid) + extra * more
            ready = owing = 0
            for node in range(size):
                key, way = memory.keys[node], memory.ways[node]
                visible = _visible(memory, key, ROWS)
                last = ((way >> (shift - 6)) & _ROW) >> 3 if shift > 0 else 0
                only = last if shift > 0 and visible & _ONE_ROW != 0 else ROWS
                tries = _tries(outlook, nearest, key, use, visible, only)
                ordered = laid <= minimum and (way >> 48) & 1 == 0
                while tries != 0:
                    bit = zeros_below(np.uint64(tries))
                    tries &= tries - 1
                    row = bit >> 3
                    under = marks[(key >> (8 * row)) & 255]
                    put = (outlook.bases[row] + (bit & 7)) << (bit & _ROW)
                    then = ((key & ~(255 << (bit & _ROW))) | put) ^ (1 << (32 + (bit & 7)))
                    mark = marks[(then >> (8 * row)) & 255]
                    bars = (under | mark) & _IN_ORDER
                    if ordered and row < last and bars == 0:
                        continue  # the same two lays the other way round
                    mask = then >> 32
                    over = mask == 0 and elsewhere == 0
                    stop = mark & _STOP != 0
                    shown = mark | _visible(memory, key, row)
                    three = (full & ~mask) & threes != 0
                    # X8r: the duties that a lay may break.
                    if (stop or over) and shown & _SKULL != 0:
                        continue  # X2
                    if three and (laid > 3 or held < 3 or (stop and laid < 3)):
                        continue  # X3
                    if stop and not over and shown & _DUE != 0:
                        continue  # F2
                    ending = laid >= minimum and shown & (_SKULL | _DUE) == 0
                    ending = ending and (not three or laid == 3)
                    weight, tricks = cost(outlook, then)
                    value = weight + sunk + _duties(figures, memory, then, shown, mask & priced)
                    if over:
                        value = _WON
                    after_way = (way & ~(1 << 48)) | (bit << shift)
                    if (over or stop or ending) and value < found:
                        found, way_found, length = value, after_way, laid
                    if listing and (over or stop or ending):
                        note(listed, outlook, value, then, after_way, laid)
                    if over or stop or (three and laid == 3):
                        continue
                    rank = value - promise * tricks
                    after_way |= (1 << 48) if bars != 0 else 0
                    if ending:
                        width = figures[BEAM]
                        ready = _keep(memory, _READY, ready, width, rank, then, after_way)
                    else:
                        width = figures[OWING]
                        owing = _keep(memory, _OWED, owing, width, rank, then, after_way)
            size = 0
            for entry in range(ready + owing):
                at = entry if entry < ready else _OWED + entry - ready
                if memory.ranks[at] <= found + worse:
                    memory.keys[size] = memory.new_keys[at]
                    memory.ways[size] = memory.new_ways[at]
                    size += 1
        if length > 0:
            break
    if length == 0:
        return _any_plan(law, sets, outlook, memory, begun, held, plan, scratch)
    for at in range(length):
        move = (way_found >> (6 * at)) & 63
        plan[at] = (outlook.cards[move & 7] << 2) | (move >> 3)
    return length, found


@jit
def _any_plan(
    law: Law,
    sets: Array,
    outlook: Outlook,
    memory: DutyScratch,
    begun: Turn,
    held: int,
    plan: NDArray[np.int64],
    scratch: Scratch,
) -> tuple[int, int]:
    """Some lawful turn, card by card, where the beam found none; length 0 when there is none."""
    if not completes(law, sets, begun, scratch, 0):
        return 0, 0
    turn = begun
    length = 0
    over = False
    key = AS_IT_STANDS | (((1 << held) - 1) << 32)
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
            over = stops(law, sets, card)
            over = over or ((then.lo | then.hi) == ZERO and then.elsewhere == 0)
            if over or completes(law, sets, then, scratch, 0):
                chosen = (card << 2) | row
                put = (outlook.bases[row] + at) << (8 * row)
                key = (key & ~(255 << (8 * row)) & ~(1 << (32 + at))) | put
                turn = then
                break
        if chosen == 0:
            return 0, 0
        plan[length] = chosen
        length += 1
    weight, _ = cost(outlook, key)
    mask = key >> 32
    sunk = outlook.terms[OUT] * begun.elsewhere + outlook.terms[OWN] * ones(np.uint64(mask))
    visible = _visible(memory, key, ROWS)
    return length, weight + sunk + _duties(outlook.figures, memory, key, visible, mask)
