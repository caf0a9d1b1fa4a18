"""The `planner` inside the kernel, equal move by move to :mod:`ninetyeight.bots.planner`: here the
turns in which only numbers count (:mod:`ninetyeight.bots.plain_plans`), and which of the two kinds
of plan a turn needs.

A position is one number, its *key*: the four entries of the rows
(:mod:`ninetyeight.bots.kernel.outlook`), a byte each, and above them the cards still held, a bit
each. The *way* there is another one: six bits for each lay, the place of the card in the hand and
above it the row.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.candidates import Candidates, new_candidates, note
from ninetyeight.bots.kernel.duty_plans import DutyScratch, best_duty_plan, needed
from ninetyeight.bots.kernel.figures import (
    BEAM,
    BEAM_MORE,
    EXTRA,
    EXTRA_LATE,
    NEAREST,
    NEAREST_MORE,
    OUT,
    OWN,
    PROMISE,
    WISHES,
    WORSE,
)
from ninetyeight.bots.kernel.markers import MarkerScratch, new_marker_scratch
from ninetyeight.bots.kernel.outlook import (
    AHEAD,
    AS_IT_STANDS,
    DEPTH,
    LONGEST_PLANNED,
    SHADED,
    TRICK_CARD,
    Outlook,
    cost,
    look,
    new_outlook,
)
from ninetyeight.bots.kernel.talking import talk_over
from ninetyeight.fast.compiled import Word, inlined, ones, whole, zeros_below
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import DRAWN, HANDS, LONGEST, ROWS, SEATS, UNLAID, Law
from ninetyeight.fast.talk import SILENT, may_speak
from ninetyeight.fast.turn import OPEN_ROW, Array, Turn
from ninetyeight.rules import Rules

# Which cards ahead are tried: the nearest while cards are owed, the nearest afterwards, all.
_OWED, _MORE, _ALL = range(3)
#: Positions of one level: more than three cards of eight can make on four rows.
_MOST = 1 << 13
_INDEX = 13
#: The bits of a lay that are eight times its row.
_ROW = 24
#: Larger than any cost.
_NEVER = 1 << 60
_WON = -(1 << 40)


class PlannerScratch(NamedTuple):
    """Working memory of a planner."""

    outlook: Outlook
    #: The nearest of a set of own cards, for each of the three uses above and each row.
    nearest: NDArray[np.uint8]
    #: For each row the other one that goes the same way, or itself.
    mates: NDArray[np.int64]
    #: What laying a card on a row adds to a key once the row's byte is taken out.
    puts: NDArray[np.int64]
    #: Positions to go on from, and those that a level leads to: keys, ways, and their rank.
    keys: NDArray[np.int64]
    ways: NDArray[np.int64]
    new_keys: NDArray[np.int64]
    new_ways: NDArray[np.int64]
    ranks: NDArray[np.int64]
    plan: NDArray[np.int64]
    board: MarkerScratch
    #: The cheapest turns, as far as there is room for them: none for who only wants the best.
    listed: Candidates


def can_plan(rules: Rules) -> bool:
    """True when a planner of the kernel can play by these rules."""
    most_alike = max(rules.ups.count(True), rules.ups.count(False))
    return rules.hand_size <= LONGEST_PLANNED and most_alike <= 2


def new_planner_scratch(
    law: Law, figures: NDArray[np.int64], talk: int = SILENT, candidates: int = 0
) -> PlannerScratch:
    """Fresh working memory for a planner with these figures that lists so many ``candidates``."""

    def numbers() -> NDArray[np.int64]:
        return np.zeros(_MOST, np.int64)

    ups = tuple(bool(up) for up in law.ups)
    most = (int(figures[NEAREST]), int(figures[NEAREST_MORE]), LONGEST_PLANNED)
    outlook = new_outlook(law, figures, apart=talk != SILENT)
    mates = np.array([_mate(law, row) for row in range(ROWS)])
    return PlannerScratch(
        outlook=outlook,
        nearest=_nearest(ups, most),
        mates=mates,
        puts=_puts(outlook),
        keys=numbers(),
        ways=numbers(),
        new_keys=numbers(),
        new_ways=numbers(),
        ranks=numbers(),
        plan=np.zeros(LONGEST + 1, np.int64),
        board=new_marker_scratch(),
        listed=new_candidates(candidates, mates),
    )


@cache
def _nearest(ups: tuple[bool, ...], most: tuple[int, ...]) -> NDArray[np.uint8]:
    """For each use and row, which of each set of own cards are the nearest, so many at most."""
    found = np.zeros((len(most), len(ups), 1 << LONGEST_PLANNED), np.uint8)
    for cards in range(1 << LONGEST_PLANNED):
        bits = [1 << at for at in range(LONGEST_PLANNED) if cards >> at & 1]
        for use, n in enumerate(most):
            for row, up in enumerate(ups):
                found[use, row, cards] = sum(bits[:n] if up else bits[-n:])
    return found


def _puts(outlook: Outlook) -> NDArray[np.int64]:
    """For each row and place in the hand, the entry in the row's byte less the card's bit."""
    lays = [(row, at) for row in range(ROWS) for at in range(LONGEST_PLANNED)]
    puts = [((int(outlook.bases[row]) + at) << (8 * row)) - (1 << (32 + at)) for row, at in lays]
    return np.array(puts, np.int64)


def _mate(law: Law, row: int) -> int:
    """The other row that goes the same way; ``row`` itself when it is the only one."""
    rows = [r for r in range(ROWS) if law.ups[r] == law.ups[row] and law.ahead[r].any()]
    return next((other for other in rows if other != row), row)


@inlined
def _tries(memory: PlannerScratch, key: int, use: int) -> int:
    """What is tried from a position: for each row a byte of own cards."""
    moves, mask = memory.outlook.moves, (key >> 32) & 255
    tries = 0
    for row in range(ROWS):
        mate = memory.mates[row]
        own, other = moves[(key >> (8 * row)) & 255], moves[(key >> (8 * mate)) & 255]
        depth, depth_there = own >> DEPTH, other >> DEPTH
        ahead = (own >> AHEAD) & mask
        # Cards beyond the other row's top belong there, unless a trick is hoped for on it. Of two
        # rows that look the same the first will do.
        nearer = depth_there + (mate < row) > depth
        shaded = (other >> SHADED) & 255 if use != _ALL or depth_there == depth else 0
        ahead &= ~(shaded if nearer else 0)
        begun = memory.outlook.begins[row] if use == _OWED else 0
        tried = whole(memory.nearest[use, row, ahead]) | (ahead & begun)
        tries |= (tried | ((own >> TRICK_CARD) & mask)) << (8 * row)
    return tries


@inlined
def _follow(memory: PlannerScratch, count: int, found: int, width: int) -> int:
    """Choose the positions to go on from, the most promising first; how many.

    When none of them promises to be better than what was found, there is no more to find.
    """
    ranks = memory.ranks
    size, before, last = 0, _NEVER, -_NEVER
    while size < width:
        best = _NEVER
        for at in range(count):  # the next one by rank; no two have the same
            best = min(best, ranks[at] if ranks[at] > last else _NEVER)
        rank, at = best >> _INDEX, best & (_MOST - 1)
        if rank > (found if size == 0 else found + memory.outlook.figures[WORSE]) or best == _NEVER:
            break
        last = best
        key = memory.new_keys[at]
        known = False
        if rank == before:  # the same position, reached by another order of the same lays?
            for other in range(size):
                known = known or memory.keys[other] == key
        if not known:
            memory.keys[size] = key
            memory.ways[size] = memory.new_ways[at]
            size += 1
        before = rank
    return size


@inlined
def best_plain_plan(
    memory: PlannerScratch, held: int, unseen: int, minimum: int, late: bool
) -> tuple[int, int, int]:
    """The cheapest turn that is found over the table just filled: its length, 0 for none, the way
    and its cost."""
    outlook, figures, terms = memory.outlook, memory.outlook.figures, memory.outlook.terms
    extra = terms[EXTRA_LATE] if late else terms[EXTRA]
    promise = figures[PROMISE]
    found, way_found, length = _NEVER, 0, 0
    listing = len(memory.listed.costs) > 0
    memory.listed.number[0] = 0
    for attempt in range(2):  # the nearest cards, then all
        memory.keys[0] = AS_IT_STANDS | (((1 << held) - 1) << 32)
        memory.ways[0] = 0
        size, laid = 1, 0
        while size > 0 and laid < held:
            shift = 6 * laid
            laid += 1
            more = laid - minimum
            use = _ALL if attempt == 1 else _OWED if more <= 0 else _MORE
            sunk = terms[OUT] * unseen + terms[OWN] * (held - laid) + extra * more
            count, best = 0, _NEVER
            for node in range(size):
                key, way = memory.keys[node], memory.ways[node]
                tries = _tries(memory, key, use)
                if more <= 0 and shift > 0:
                    # Lays on different rows can be swapped: rows are taken in order.
                    tries &= -1 << ((way >> (shift - 6)) & _ROW)
                while tries != 0:
                    bit = zeros_below(np.uint64(tries))
                    tries &= tries - 1
                    after = (key & ~(255 << (bit & _ROW))) + memory.puts[bit]
                    place = np.uint64(count)  # without a sign it cannot count from the end
                    memory.new_keys[place] = after
                    memory.new_ways[place] = way | (bit << shift)
                    count += 1
            if more < 0:
                for node in range(count):
                    memory.keys[node] = memory.new_keys[node]
                    memory.ways[node] = memory.new_ways[node]
                size = count
                continue
            for node in range(count):
                weight, tricks = cost(outlook, memory.new_keys[node])
                best = min(best, ((weight + sunk) << _INDEX) | node)
                rank = weight + sunk - promise * tricks
                memory.ranks[node] = (rank << _INDEX) | node
            value = best >> _INDEX
            if laid == held and unseen == 0 and count > 0:
                value, best = _WON, 0  # every card of the game is laid: the first way will do
            if value < found and count > 0:
                found, way_found, length = value, memory.new_ways[best & (_MOST - 1)], laid
            if listing:
                for node in range(count):
                    key = memory.new_keys[node]
                    price = _WON if value == _WON else cost(outlook, key)[0] + sunk
                    note(memory.listed, outlook, price, key, memory.new_ways[node], laid)
            # Who lists candidates goes on from turns that promise nothing better, too.
            hoped = found + figures[WORSE] if listing else found
            size = _follow(memory, count, hoped, figures[BEAM] if more == 0 else figures[BEAM_MORE])
        if length > 0:
            break
    return length, way_found, found


@inlined
def plan_hand(
    law: Law,
    sets: Array,
    nums: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    seat: int,
    minimum: int,
    scratch: Scratch,
    talk: int,
) -> tuple[int, int, int]:
    """Plan a whole turn of ``seat`` from its start, after all have talked where ``talk`` says that
    there are markers: how many lays there are in ``memory.plan``, their cost, and how many markers
    were set."""
    lo, hi = sets[HANDS + seat, 0], sets[HANDS + seat, 1]
    out_lo, out_hi = sets[UNLAID, 0] & ~lo, sets[UNLAID, 1] & ~hi
    tops = tops_of(nums)
    late = nums[DRAWN] == law.deck_size
    held = look(law, memory.outlook, lo, hi, tops, out_lo, out_hi)
    unseen = ones(out_lo) + ones(out_hi)
    markers = 0
    if talk != SILENT:
        hands, all_lo, all_hi = sets[HANDS : HANDS + SEATS], sets[UNLAID, 0], sets[UNLAID, 1]
        board, speaking = memory.board, may_speak(law, sets, nums, talk)
        markers = talk_over(law, board, memory.outlook, hands, seat, tops, all_lo, all_hi, speaking)
    length, price = plan_looked(
        law, sets, memory, duties, lo, hi, tops, held, unseen, minimum, late, scratch
    )
    return length, price, markers


@inlined
def plan_looked(
    law: Law,
    sets: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    lo: Word,
    hi: Word,
    tops: int,
    held: int,
    unseen: int,
    minimum: int,
    late: bool,
    scratch: Scratch,
) -> tuple[int, int]:
    """Plan the turn of a hand whose outlook was filled and has heeded what it hears: how many lays
    there are in ``memory.plan``, and their cost. The cheapest turns are in ``memory.listed``."""
    if needed(law, sets, lo, hi, tops):
        begun = Turn(lo, hi, tops, 0, minimum, unseen, 0, 0, OPEN_ROW)
        return best_duty_plan(
            law,
            sets,
            memory.outlook,
            memory.nearest,
            duties,
            begun,
            held,
            late,
            memory.plan,
            memory.listed,
            scratch,
        )
    length, way, price = best_plain_plan(memory, held, unseen, minimum, late)
    for at in range(length):
        move = (way >> (6 * at)) & 63
        memory.plan[at] = (memory.outlook.cards[move & 7] << 2) | (move >> 3)
    return length, price


@inlined
def opening_wish(law: Law, memory: PlannerScratch, length: int, price: int) -> int:
    """How much a planner wants to start, whose best first turn was just planned: 0 not at all,
    1 can, 2 want, 3 must (B10r)."""
    if length == 0:
        return 0
    outlook = memory.outlook
    held = law.hand_size
    weight, _ = cost(outlook, AS_IT_STANDS | (((1 << held) - 1) << 32))
    before = weight + outlook.terms[OUT] * (law.deck_size - held) + outlook.terms[OWN] * held
    for wish in range(3, 0, -1):
        if price - before <= outlook.figures[WISHES + 3 - wish]:
            return wish
    return 0
