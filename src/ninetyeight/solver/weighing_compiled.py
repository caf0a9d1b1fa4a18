"""Weighing positions, compiled: exhaustive search with a transposition table.

The counterpart of :class:`ninetyeight.solver.weighing.WeigherByRules`. Games are moved by the
kernel's own law, so every edition and option is served. A position is recognised by a hash of 128
bits made of everything that decides how it goes on, and looked at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast import game, layout
from ninetyeight.fast.card_sets import pop, put, size_of, some
from ninetyeight.fast.compiled import Word, inlined, jit, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.layout import END, LONGEST, NUMBERS, PLAYING, ROWS, WON, Games, Law
from ninetyeight.fast.turn import ZERO, Array, holds
from ninetyeight.solver import plain_cost
from ninetyeight.solver.beam import in_order

# Columns of `WeighingScratch.figures`.
VISITED, BUDGET, CHANCE, ROOT_MOVES, WINS_ONLY = range(5)

#: The most moves that a position can have: each card on each row, and the end of the turn.
MOST_MOVES = LONGEST * ROWS + 1
#: The longest draw pile whose orders can be counted in 64 bits, cards left included.
LONGEST_DRAW = 18


class WeighingScratch(NamedTuple):
    """Working memory. The first eight have a place for each move of the line looked at now."""

    deck: NDArray[np.uint8]
    sets: NDArray[np.uint64]
    nums: NDArray[np.int16]
    lays: NDArray[np.uint64]
    moves: NDArray[np.int64]
    steps: NDArray[np.int64]
    drawn: NDArray[np.int64]
    #: What the position there is worth: orders in which it is won, cards left in all orders.
    worth: NDArray[np.int64]
    #: The sums for each move of the position that was asked about.
    sums: NDArray[np.int64]
    #: Fingerprints of known positions, and what they are worth.
    prints: NDArray[np.uint64]
    known: NDArray[np.int64]
    figures: NDArray[np.int64]
    orders: NDArray[np.int64]


def new_weighing_scratch(depth: int, bits: int) -> WeighingScratch:
    """Room for lines of ``depth`` moves and a table of 2 to the ``bits`` positions."""
    return WeighingScratch(
        np.zeros((depth, NUMBERS), np.uint8),
        np.zeros((depth, layout.SETS, 2), np.uint64),
        np.zeros((depth, layout.NUMS), np.int16),
        np.zeros((depth, ROWS, 2), np.uint64),
        np.zeros((depth, MOST_MOVES), np.int64),
        np.zeros((depth, MOST_MOVES), np.int64),
        np.zeros((depth, LONGEST), np.int64),
        np.zeros((depth, 2), np.int64),
        np.zeros((MOST_MOVES, 2), np.int64),
        np.zeros((1 << bits, 2), np.uint64),
        np.zeros((1 << bits, 2), np.int64),
        np.zeros(5, np.int64),
        np.cumprod(np.maximum(1, np.arange(LONGEST_DRAW + 1))),
    )


@jit
def weigh(law: Law, games: Games, at: int, work: WeighingScratch, scratch: Scratch) -> bool:
    """Weigh the moves in ``work.moves[0]`` for one game; False when the budget is used up.

    After that it may be called again with a higher budget: what is known by then stays known.
    """
    _copy(games.deck[at], games.sets[at], games.nums[at], work, 0)
    for place in range(work.figures[ROOT_MOVES]):
        work.sums[place, 0] = work.sums[place, 1] = 0
    return _worth(law, work, scratch, 0)


@jit
def _worth(law: Law, work: WeighingScratch, scratch: Scratch, depth: int) -> bool:
    """Weigh the position at ``depth``; False when the budget of positions is used up."""
    sets, nums, worth = work.sets[depth], work.nums[depth], work.worth[depth]
    figures = work.figures
    chance = figures[CHANCE] != 0
    pile = law.deck_size - whole(nums[layout.DRAWN])
    orders = work.orders[pile] if chance else 1
    if nums[layout.OUTCOME] != PLAYING:
        worth[0] = orders if nums[layout.OUTCOME] == WON else 0
        worth[1] = 0 if figures[WINS_ONLY] != 0 else orders * whole(nums[layout.LEFT])
        return True
    first = second = ZERO
    lost = 0
    if depth > 0:
        first, second = _fingerprint(law, work.deck[depth], sets, nums, chance)
        if _recall(work, first, second, worth):
            return True
        if figures[VISITED] >= figures[BUDGET]:
            return False
        figures[VISITED] += 1
        lost = _lost(law, sets, nums)
        if lost > 0 and figures[WINS_ONLY] != 0:
            worth[0], worth[1] = 0, 0
            return True
        count = _list_moves(law, work, depth)
    else:
        count = figures[ROOT_MOVES]
    best_won, best_left = -1, 0
    there = depth + 1
    for at in range(count):
        move = work.moves[depth, at]
        _copy(work.deck[depth], sets, nums, work, there)
        game.make(law, work.deck[there], work.sets[there], work.nums[there], move, scratch)
        drawn = whole(work.nums[there, layout.DRAWN]) - whole(nums[layout.DRAWN])
        if depth > 0 and best_won >= 0:
            least = _lost(law, work.sets[there], work.nums[there])
            if least > 0 and (
                best_won > 0 or figures[WINS_ONLY] != 0 or least * orders >= best_left
            ):
                continue  # it cannot be better
        won = left = 0
        if not chance or drawn == 0:
            if not _worth(law, work, scratch, there):
                return False
            won, left = work.worth[there, 0], work.worth[there, 1]
        else:
            for place in range(drawn):
                work.drawn[depth, place] = place
            more, still = True, orders
            while more:
                _copy(work.deck[depth], sets, nums, work, there)
                _stack(work, depth, whole(nums[layout.DRAWN]), pile, drawn)
                game.make(law, work.deck[there], work.sets[there], work.nums[there], move, scratch)
                if not _worth(law, work, scratch, there):
                    return False
                won += work.worth[there, 0] * work.orders[drawn]
                left += work.worth[there, 1] * work.orders[drawn]
                still -= work.orders[pile - drawn] * work.orders[drawn]
                more = _next_cards(work.drawn[depth], pile, drawn)
                if depth > 0 and won + still < best_won:
                    break  # even if all other orders are won
        if depth == 0:
            work.sums[at, 0] += won
            work.sums[at, 1] += left
        elif won > best_won or (won == best_won and left < best_left):
            best_won, best_left = won, left
            if best_won == orders or (lost > 0 and best_left == lost * orders):
                break  # nothing is better
    worth[0], worth[1] = best_won, best_left
    if depth > 0:
        _keep(work, first, second, worth)
    return True


@inlined
def _lost(law: Law, sets: Array, nums: Array) -> int:
    """How many cards can find no row any more: at least so many are left at the end."""
    return size_of(plain_cost.lost(law, sets[layout.UNLAID], game.tops_of(nums)))


@inlined
def _copy(deck: Array, sets: Array, nums: Array, work: WeighingScratch, depth: int) -> None:
    """A position once more, at the given place."""
    for place in range(NUMBERS):
        work.deck[depth, place] = deck[place]
    for place in range(layout.SETS):
        put(sets[place], work.sets[depth, place])
    for place in range(layout.NUMS):
        work.nums[depth, place] = nums[place]


@jit
def _stack(work: WeighingScratch, depth: int, first: int, pile: int, drawn: int) -> None:
    """Put the chosen cards on top of the next position's draw pile, the others below them."""
    here, there = work.deck[depth], work.deck[depth + 1]
    chosen, place, below = work.drawn[depth], 0, first + drawn
    for at in range(pile):
        if place < drawn and chosen[place] == at:
            there[first + place] = here[first + at]
            place += 1
        else:
            there[below] = here[first + at]
            below += 1


@jit
def _next_cards(chosen: Array, pile: int, drawn: int) -> bool:
    """The next choice of ``drawn`` among ``pile`` cards; False after the last."""
    at = drawn - 1
    while at >= 0 and chosen[at] == pile - drawn + at:
        at -= 1
    if at < 0:
        return False
    chosen[at] += 1
    for place in range(at + 1, drawn):
        chosen[place] = chosen[place - 1] + 1
    return True


@jit
def _list_moves(law: Law, work: WeighingScratch, depth: int) -> int:
    """Write down the moves of a position: tricks, the end of the turn, then small steps first."""
    nums, lays = work.nums[depth], work.lays[depth]
    moves, steps = work.moves[depth], work.steps[depth]
    may_end = game.legal(law, work.sets[depth], nums, lays)
    count = 0
    if may_end:
        moves[0], steps[0] = END, 0
        count = 1
    for row in range(ROWS):
        fitting = lays[row, 0], lays[row, 1]
        top = whole(nums[layout.TOPS + row])
        while some(fitting):
            card, fitting = pop(fitting)
            step = -1 if holds(law.back[row, top], card) else abs(card - top)
            place = count
            while place > 0 and steps[place - 1] > step:
                moves[place], steps[place] = moves[place - 1], steps[place - 1]
                place -= 1
            moves[place], steps[place] = card * ROWS + row, step
            count += 1
    return count


# Known positions.


@jit
def _fingerprint(
    law: Law, deck: Array, sets: Array, nums: Array, chance: bool
) -> tuple[Word, Word]:
    """Equal for positions that go on alike."""
    tops, seat = game.tops_of(nums), whole(nums[layout.SEAT])
    plain = not law.has_commands and not law.has_fires
    first = np.uint64(1 if chance else 0)
    if plain:
        owed = max(0, whole(nums[layout.MINIMUM]) - whole(nums[layout.COUNT]))
        first = _stirred(first, np.uint64(in_order(law, tops)[0] | (seat << 28) | (owed << 32)))
    else:
        turn = game.turn_of(law, sets, nums)
        first = _stirred(first, np.uint64(tops | (seat << 28) | (turn.three << 32)))
        rest = turn.laid | (turn.minimum << 4) | (turn.fresh << 8) | (turn.bound << 12)
        first = _stirred(first, np.uint64(rest))
        for kind in range(layout.KINDS, layout.SETS):
            first = _stirred(_stirred(first, sets[kind, 0]), sets[kind, 1])
    second = ~first
    for hand in range(layout.HANDS, layout.HANDS + law.players):
        first = _stirred(_stirred(first, sets[hand, 0]), sets[hand, 1])
        second = _stirred(_stirred(second, sets[hand, 1]), sets[hand, 0])
    first = _stirred(_stirred(first, sets[layout.UNLAID, 0]), sets[layout.UNLAID, 1])
    second = _stirred(_stirred(second, sets[layout.UNLAID, 1]), sets[layout.UNLAID, 0])
    if not chance:
        for at in range(nums[layout.DRAWN], law.deck_size):
            first = _stirred(first, np.uint64(deck[at]))
            second = _stirred(second, ~np.uint64(deck[at]))
    return first, second


@inlined
def _stirred(print_: Word, word: Word) -> Word:
    return mixed((print_ ^ word) + _GOLDEN)


_GOLDEN: Word = np.uint64(0x9E3779B97F4A7C15)


@jit
def _recall(work: WeighingScratch, first: Word, second: Word, worth: Array) -> bool:
    """True when the position is known; then ``worth`` is what it is worth."""
    mask = len(work.prints) - 1
    at = whole(first & np.uint64(mask))
    while (work.prints[at, 0] | work.prints[at, 1]) != ZERO:
        if work.prints[at, 0] == first and work.prints[at, 1] == second:
            worth[0], worth[1] = work.known[at, 0], work.known[at, 1]
            return True
        at = (at + 1) & mask
    return False


@jit
def _keep(work: WeighingScratch, first: Word, second: Word, worth: Array) -> None:
    """Remember a position. There is room: the table has more places than the budget."""
    mask = len(work.prints) - 1
    at = whole(first & np.uint64(mask))
    while (work.prints[at, 0] | work.prints[at, 1]) != ZERO:
        at = (at + 1) & mask
    work.prints[at, 0], work.prints[at, 1] = first, second
    work.known[at, 0], work.known[at, 1] = worth[0], worth[1]


@jit
def move_over(old: WeighingScratch, new: WeighingScratch) -> None:
    """Put every known position into a table of another size."""
    for at in range(len(old.prints)):
        if (old.prints[at, 0] | old.prints[at, 1]) != ZERO:
            _keep(new, old.prints[at, 0], old.prints[at, 1], old.known[at])
