"""The `greedy` player inside the kernel, equal move by move to :mod:`ninetyeight.bots.simple`.

:func:`greedy_move` answers for any game of any edition. :func:`plain_game` plays a whole game in
one go where only numbers count, which is what makes the base game fast: nothing is written to
memory but the hands and the moves.
"""

from __future__ import annotations

from ninetyeight.fast.card_sets import Cards, common, pop, some
from ninetyeight.fast.compiled import Word, inlined, jit, ones
from ninetyeight.fast.completion import Scratch, can_lay
from ninetyeight.fast.game import draw, minimum, seat_after, turn_of
from ninetyeight.fast.layout import END, HANDS, NO_BACK, ROWS, Law
from ninetyeight.fast.sight import loses
from ninetyeight.fast.turn import (
    ZERO,
    Array,
    Turn,
    high_bit,
    highest,
    lays_on,
    low_bit,
    lowest,
    may_end,
    shows,
    top_of,
    with_top,
)

#: Above every key of a lay.
_NONE = 1 << 40
#: Lifts every step above zero.
_LIFT = 256


@inlined
def _laid(lo: Word, hi: Word, tops: int, key: int) -> tuple[Word, Word, int]:
    """The hand and the tops after the lay of a key."""
    card = (key >> 2) & 127
    return lo & ~low_bit(card), hi & ~high_bit(card), with_top(tops, key & 3, card)


@jit
def _key(law: Law, tops: int, card: int, row: int) -> int:
    """Lays in the order of greed: by step, then card, then row. The low bits are the move."""
    top = top_of(tops, row)
    step = card - top if law.ups[row] != 0 else top - card
    return ((step + _LIFT) << 9) | (card << 2) | row


@jit
def _next_lay(law: Law, sets: Array, turn: Turn, above: int) -> int:
    """The key of the greediest accepted lay that comes after the key ``above``."""
    no_back = shows(law, sets, turn.tops, NO_BACK)
    best = _NONE
    for row in range(ROWS):
        best = _next_on(law, turn.tops, row, lays_on(law, turn, row, no_back), above, best)
    return best


@inlined
def _next_on(law: Law, tops: int, row: int, fitting: Cards, above: int, best: int) -> int:
    """The least key after ``above`` of a card that fits on a row, or ``best`` if that is less."""
    while some(fitting):
        card, fitting = pop(fitting)
        key = _key(law, tops, card, row)
        if above < key < best:
            best = key
    return best


@jit
def greedy_move(law: Law, sets: Array, nums: Array, scratch: Scratch) -> int:
    """What `greedy` does: end when it may, else the smallest step that does not lose."""
    turn = turn_of(law, sets, nums)
    ending = may_end(law, sets, turn)
    for attempt in range(3):
        own = attempt == 2  # every move loses: then at least keep to the law of the own turn
        key = -1
        while True:
            move = END
            if attempt > 0:
                key = _next_lay(law, sets, turn, key)
                if key == _NONE:
                    break
                move = key & 511
            if (attempt > 0 or ending) and not loses(law, sets, nums, turn, move, own, scratch):
                return move
            if attempt == 0:
                break
        if attempt == 1 and ending:
            return END
    return _next_lay(law, sets, turn, -1) & 511


@jit
def opening_wish(law: Law, lo: Word, hi: Word) -> int:
    """How much `greedy` wants to start: 0 not at all, 1 can, 2 want, 3 must (B10r)."""
    cost = 0
    for _ in range(min(law.minimum, ones(lo) + ones(hi))):
        first, last = lowest(lo, hi), highest(lo, hi)
        # An empty row is stepped onto from just outside: the card nearest to an end is cheapest.
        step_up, step_down = first - law.low + 1, law.high - last + 1
        cost += min(step_up, step_down)
        card = first if step_up <= step_down else last
        lo &= ~low_bit(card)
        hi &= ~high_bit(card)
    if cost <= 6:
        return 3
    return 2 if cost <= 14 else 1 if cost <= 24 else 0


@jit
def settle(law: Law, sets: Array) -> int:
    """Who starts at a table of `greedy`: the strongest wish, the lowest seat of equals."""
    chosen, best = 0, -1
    for seat in range(law.players):
        wish = opening_wish(law, sets[HANDS + seat, 0], sets[HANDS + seat, 1])
        if wish > best:
            chosen, best = seat, wish
    return chosen


# Whole games in which only numbers count.


@inlined
def _smallest(law: Law, lo: Word, hi: Word, tops: int) -> int:
    """The key of the smallest step, of the backwards trick where there is one.

    The card of the trick lies behind the top and all others that fit lie ahead of it: whichever it
    is, it is the first one in the direction of the row.
    """
    best = _NONE
    for row in range(ROWS):
        top = top_of(tops, row)
        on_lo, on_hi = lo & law.takes[row, top, 0], hi & law.takes[row, top, 1]
        if law.ups[row] != 0:
            card = lowest(on_lo, on_hi)
            step = card - top
        else:
            card = highest(on_lo, on_hi)
            step = top - card
        key = ((step + _LIFT) << 9) | (card << 2) | row
        best = min(best, key if (on_lo | on_hi) != ZERO else _NONE)
    return best


@inlined
def _any_fits(law: Law, lo: Word, hi: Word, tops: int) -> bool:
    """True when some card of the set may be laid."""
    for row in range(ROWS):
        top = top_of(tops, row)
        if ((lo & law.takes[row, top, 0]) | (hi & law.takes[row, top, 1])) != ZERO:
            return True
    return False


@jit
def _careful(law: Law, lo: Word, hi: Word, tops: int, owed: int) -> int:
    """The smallest step after which ``owed`` more cards can be laid; `_NONE` when stuck."""
    above = -1
    while True:
        best = _NONE
        for row in range(ROWS):
            fitting = common((lo, hi), law.takes[row, top_of(tops, row)])
            best = _next_on(law, tops, row, fitting, above, best)
        if best == _NONE:
            return _NONE
        rest_lo, rest_hi, then = _laid(lo, hi, tops, best)
        if can_lay(law.takes, rest_lo, rest_hi, then, owed):
            return best
        above = best


@jit
def plain_game(
    law: Law, deck: Array, hands: Array, start: int, first: int, moves: Array
) -> tuple[int, int, int]:
    """Play one game without commands and fire from its deal to its end.

    ``hands`` are the dealt hands, ``start`` the empty rows. Gives the cards left, the number of
    moves, which are written into ``moves``, and the cards drawn from the deck.
    """
    players, full, cards = law.players, law.hand_size, law.deck_size
    left, drawn, seat, tops, made = cards, players * full, first, start, 0
    while True:
        owed = minimum(law, drawn)
        lo, hi = hands[seat, 0], hands[seat, 1]
        laid = 0
        key = _NONE
        while True:
            if owed <= 0 and not (drawn == cards and _leaves_stuck(law, hands, seat, lo, hi, tops)):
                break
            if laid == 0 or owed <= 0:  # else it was found when the lay before was checked
                key = _smallest(law, lo, hi, tops)
            if key == _NONE:
                if owed > 0:
                    return left, made, drawn
                break  # the next seat is stuck whatever is done
            rest_lo, rest_hi, then = _laid(lo, hi, tops, key)
            onward = _smallest(law, rest_lo, rest_hi, then) if owed > 1 else key
            if onward == _NONE or (
                owed > 2 and not can_lay(law.takes, rest_lo, rest_hi, then, owed - 1)
            ):
                key = _careful(law, lo, hi, tops, owed - 1)
                if key == _NONE:
                    return left, made, drawn
                rest_lo, rest_hi, then = _laid(lo, hi, tops, key)
                onward = _smallest(law, rest_lo, rest_hi, then)
            moves[made] = key & 511
            lo, hi, tops, key = rest_lo, rest_hi, then, onward
            made += 1
            left -= 1
            laid += 1
            owed -= 1
            if left == 0:
                return 0, made, drawn
        moves[made] = END
        made += 1
        hands[seat, 0] = lo
        hands[seat, 1] = hi
        drawn = draw(law, deck, hands, seat, drawn, laid)
        seat = seat_after(law, hands, seat)


@inlined
def _leaves_stuck(law: Law, hands: Array, seat: int, lo: Word, hi: Word, tops: int) -> bool:
    """True when the turn could end, but the next seat, whose hand is known, would be stuck."""
    others = 0
    for other in range(law.players):
        if other != seat and (hands[other, 0] | hands[other, 1]) != ZERO:
            others += 1
            lo, hi = hands[other, 0], hands[other, 1]
    return others <= 1 and not _any_fits(law, lo, hi, tops)
