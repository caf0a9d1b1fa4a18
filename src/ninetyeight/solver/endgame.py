"""Endgames searched to the end, compiled: can so many cards or fewer be left?

The search follows line after line and keeps every answer. What makes it short is that it asks about
smaller parties first (:mod:`ninetyeight.solver.parties`): when a turn begins, every party that is
one seat smaller is asked about, and for each of them all that are smaller still. Their games are
small, an answer serves wherever a party stands alike, and most of what is lost is lost for a few of
the seats already.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole, zeros_above, zeros_below
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.game import turn_of
from ninetyeight.fast.layout import COUNT, END, FRESH, PLAYERS, ROWS, SEAT, SEATS, UP, Law
from ninetyeight.fast.turn import ONE, OPEN_ROW, ZERO, Array, bound_row
from ninetyeight.solver.answers import (
    BREAKERS,
    BUDGET,
    CANNOT,
    MAY,
    MOVES,
    SPARE,
    UNKNOWN,
    Answers,
    are_full,
    find,
    keep,
)
from ninetyeight.solver.parties import (
    ASKS_FIRE,
    ASKS_NO_BACK,
    ASKS_ONE_ROW,
    ASKS_SKULL,
    IS_NO_BACK,
    IS_SKULL,
    IS_STOP,
    IS_THREE,
    MOST,
    Parties,
)

# How a turn stands, in one number: the seat; and from these bits on how many cards were laid (3: or
# more), whether a `three` is among them, the rows laid on, the row that `one_row` has fixed, plus
# one, and for each row the seats outside the party that may have laid there since.
_LAID, _THREE, _FRESH, _BOUND, _OTHERS = 3, 5, 6, 10, 13
_ALL_ROWS, _ALL_SEATS = (1 << ROWS) - 1, (1 << SEATS) - 1
#: A set of seats for every row, when it is multiplied by this.
_EACH_ROW = sum(1 << (SEATS * row) for row in range(ROWS))
#: Bits that the place of a visible card takes.
_PLACE = 6


@jit
def ask(law: Law, sets: Array, nums: Array, parties: Parties, answers: Answers, budget: int) -> int:
    """Whether all together can leave few enough cards of the position that was gathered, which has
    more; to be asked again, with all that is known by then, as long as this is unknown."""
    answers.figures[BUDGET] = budget
    answers.figures[MOVES] = 0
    turn = turn_of(law, sets, nums)
    bound = bound_row(turn.binders)
    stands = whole(nums[SEAT]) | (min(whole(nums[COUNT]), 3) << _LAID) | (turn.three << _THREE)
    stands |= whole(nums[FRESH]) << _FRESH
    stands |= (0 if bound == OPEN_ROW else bound + 1) << _BOUND
    party = parties.everybody[0]
    return _answer(law, parties, answers, party, parties.held[party], 0, stands)


@inlined
def _has(cards: Word, number: int) -> bool:
    return bool((cards >> np.uint64(number)) & ONE != ZERO)


@inlined
def _place_on(places: int, row: int) -> int:
    """The place of the card that was seen last on ``row``."""
    return (places >> (_PLACE * row)) & ((1 << _PLACE) - 1)


@inlined
def _others_on(turn: int, row: int) -> int:
    """The seats outside the party that may have laid on ``row`` since."""
    return (turn >> (_OTHERS + SEATS * row)) & _ALL_SEATS


class _Seen(NamedTuple):
    """What is surely visible: rows with a skull, a `one_row`, a fire, and is there a `no_back`?"""

    skulls: int
    one_rows: int
    fires: int
    no_back: bool


@inlined
def _seen(parties: Parties, places: int, turn: int) -> _Seen:
    skulls = one_rows = fires = 0
    no_back = False
    for row in range(ROWS):
        if _others_on(turn, row) == 0:
            asks = parties.asks[row, _place_on(places, row)]
            skulls |= ((asks & ASKS_SKULL) != 0) << row
            one_rows |= ((asks & ASKS_ONE_ROW) != 0) << row
            fires |= ((asks & ASKS_FIRE) != 0) << row
            no_back = no_back or (asks & ASKS_NO_BACK) != 0
    return _Seen(skulls, one_rows, fires, no_back)


@inlined
def _fitting(parties: Parties, row: int, places: int, turn: int, seen: _Seen, hand: Word) -> Word:
    """What may be laid on ``row`` (B3, B4, X5, X6)."""
    bound, others = (turn >> _BOUND) & 7, _others_on(turn, row)
    if bound != 0 and bound != row + 1:
        return ZERO
    place = _place_on(places, row)
    if seen.no_back and others == 0:
        return hand & parties.ahead[row, place]
    return hand & parties.takes[others, row, place]


@inlined
def _laid_on(parties: Parties, turn: int, seen: _Seen, number: int, row: int) -> int:
    """The turn, as if it went on, once a card lies on ``row``."""
    laid = min(((turn >> _LAID) & 3) + 1, 3)
    three = ((turn >> _THREE) & 1) | _has(parties.kinds[IS_THREE], number)
    fresh = ((turn >> _FRESH) & _ALL_ROWS) | (1 << row)
    # X9r: while a `one_row` is visible that this card did not cover, its row is fixed.
    bound = row + 1 if seen.one_rows & ~(1 << row) != 0 else 0
    others = turn >> _OTHERS & ~(_ALL_SEATS << (SEATS * row))
    turn = (turn & 7) | (laid << _LAID) | (three << _THREE) | (fresh << _FRESH)
    return turn | (bound << _BOUND) | (others << _OTHERS)


@inlined
def _met(turn: int, skulls: int, due: int) -> bool:
    """True when no duty keeps the turn from ending (X2, X3, F2)."""
    return skulls == 0 and due == 0 and ((turn >> _THREE) & 1 == 0 or (turn >> _LAID) & 3 == 3)


@inlined
def _skulls_after(parties: Parties, seen: _Seen, number: int, row: int) -> int:
    """The rows with a skull once a card lies on ``row``."""
    return seen.skulls & ~(1 << row) | _has(parties.kinds[IS_SKULL], number) << row


@inlined
def _passed_on(law: Law, parties: Parties, party: int, cards: Word, turn: int) -> int:
    """The turn of the next seat of the party that has cards; seats outside it that come before may
    lay on every row."""
    seat, others, players = turn & 7, 0, law.rule[PLAYERS]
    for _ in range(players):
        seat = (seat + 1) % players
        if (parties.hands[seat] & cards) != ZERO:
            break
        others |= (1 << seat) & parties.everybody[0] & ~party
    return seat | ((turn >> _OTHERS | others * _EACH_ROW) << _OTHERS)


@jit
def _completes(parties: Parties, cards: Word, places: int, turn: int) -> bool:
    """True when the turn can end now or after some more cards (B8r, X10r)."""
    seen = _seen(parties, places, turn)
    due = seen.fires & ~(turn >> _FRESH)
    laid = (turn >> _LAID) & 3
    if laid != 0 and _met(turn, seen.skulls, due):
        return True
    for row in range(ROWS):
        fits = _fitting(parties, row, places, turn, seen, cards & parties.hands[turn & 7])
        while fits != ZERO:
            number = zeros_below(fits)
            one = ONE << np.uint64(number)
            fits &= ~one
            then = _laid_on(parties, turn, seen, number, row)
            if laid == 3 and (then >> _THREE) & 1 != 0:
                continue
            if cards == one or _has(parties.kinds[IS_STOP], number):
                # F3r: after the very last card a fire does no harm.
                skulls = _skulls_after(parties, seen, number, row)
                if _met(then, skulls, 0 if cards == one else due & ~(1 << row)):
                    return True
            elif _completes(parties, cards & ~one, _put(places, row, number), then):
                return True
    return False


@inlined
def _put(places: int, row: int, number: int) -> int:
    """``places`` once that card lies on ``row``."""
    return (places & ~(((1 << _PLACE) - 1) << (_PLACE * row))) | ((number + 1) << (_PLACE * row))


@inlined
def _stirred(word: Word, more: Word) -> Word:
    """A word that ``more`` has a say in, half as thoroughly as in `mixed`."""
    word = (word ^ more) * np.uint64(0x9E3779B97F4A7C15)
    return word ^ (word >> np.uint64(32))


@inlined
def _fingerprint(
    law: Law, parties: Parties, party: int, cards: Word, places: int, turn: int, seen: _Seen
) -> tuple[Word, Word]:
    """The same for questions that have the same answer for the same reasons: all that matters of a
    row is what it takes and will take of these cards and what its visible card asks for, and rows
    of one direction may be exchanged."""
    seat, laid, three = turn & 7, (turn >> _LAID) & 3, (turn >> _THREE) & 1
    if three == 0 and (cards & parties.hands[seat] & parties.kinds[IS_THREE]) == ZERO:
        laid = min(laid, 1)  # only a `three` counts further
    word = cards | np.uint64(seat | laid << 3 | three << 5 | party << 6) << np.uint64(MOST)
    first, second = mixed(word), mixed(~word)
    barred = seen.no_back or (cards & parties.kinds[IS_NO_BACK]) != ZERO
    for row in range(ROWS):
        place, others = _place_on(places, row), _others_on(turn, row)
        about = 1 | law.rule[UP + row] << 1 | ((turn >> _BOUND) & 7 == row + 1) << 2
        if others == 0:
            asks = parties.asks[row, place]
            fresh = asks & ASKS_FIRE != 0 and (turn >> (_FRESH + row)) & 1 != 0
            about |= fresh << 3 | asks << 4
        now = cards & parties.takes[others, row, place]
        word = now | np.uint64(about) << np.uint64(MOST)
        one, other = _stirred(word, ZERO), _stirred(~word, ZERO)
        if barred:
            if others == 0:
                now = cards & parties.ahead[row, place]
            one, other = _stirred(one, now), _stirred(other, now)
        for each in range(SEATS):
            more = parties.between[party, seat, each]
            if more < 0:
                break
            now = cards & parties.takes[others | more, row, place]
            one, other = _stirred(one, now), _stirred(other, now)
        first += mixed(one)
        second += mixed(other)
    return first, second | ONE


@inlined
def _nearest(
    law: Law, parties: Parties, places: int, fits: tuple[Word, Word, Word, Word]
) -> tuple[int, int]:
    """Of all these cards for each row the row and card that lose least."""
    row = number = -1
    least = 1 << 20
    for each in range(ROWS):
        if fits[each] != ZERO:
            top = parties.tops[each, _place_on(places, each)]
            if law.rule[UP + each] != 0:
                card = zeros_below(fits[each])
                loss = parties.cards[card] - top
            else:
                card = 63 - zeros_above(fits[each])
                loss = top - parties.cards[card]
            if loss < least:
                row, number, least = each, card, loss
    return row, number


@jit
def _answer(
    law: Law, parties: Parties, answers: Answers, party: int, cards: Word, places: int, turn: int
) -> int:
    """Whether a party that has these cards left, more than may be left, can leave few enough."""
    figures = answers.figures
    seat, laid, spare = turn & 7, (turn >> _LAID) & 3, figures[SPARE]
    lawful = (figures[BREAKERS] >> seat) & 1 == 0
    lost = cards
    for row in range(ROWS):
        lost &= ~parties.ever[row, _place_on(places, row)]
    if ones(lost) > spare:
        return CANNOT
    seen = _seen(parties, places, turn)
    first, second = _fingerprint(law, parties, party, cards, places, turn, seen)
    at = find(answers, first, second)
    if answers.known[at, 1] != ZERO:
        return MAY if answers.known[at, 1] == second else CANNOT
    if figures[BUDGET] <= 0 or are_full(answers):
        return UNKNOWN
    if laid == 0:
        for each in range(SEATS):
            part = parties.smaller[party, each]
            if part < 0:
                break
            theirs = cards & parties.held[part]
            if ones(theirs) <= spare:
                continue
            then = turn
            if (part >> seat) & 1 == 0:
                then = _passed_on(law, parties, part, theirs, turn)
                then |= (1 << seat) * _EACH_ROW << _OTHERS
            answer = _answer(law, parties, answers, part, theirs, places, then)
            if answer == UNKNOWN:
                return UNKNOWN
            if answer == CANNOT:
                if each > 0:  # who was found to be lost is asked about sooner the next time
                    parties.smaller[party, each] = parties.smaller[party, each - 1]
                    parties.smaller[party, each - 1] = part
                return keep(answers, first, second, CANNOT)
    hand, last = cards & parties.hands[seat], ones(cards) == spare + 1
    if last and not lawful and not _completes(parties, cards, places, turn):
        return keep(answers, first, second, CANNOT)  # B8r: then nothing more is laid
    of_all = party == parties.everybody[0]
    due = seen.fires & ~(turn >> _FRESH)
    fits = (
        _fitting(parties, 0, places, turn, seen, hand),
        _fitting(parties, 1, places, turn, seen, hand),
        _fitting(parties, 2, places, turn, seen, hand),
        _fitting(parties, 3, places, turn, seen, hand),
    )
    while True:
        row, number = _nearest(law, parties, places, fits)
        if row < 0:
            break
        one = ONE << np.uint64(number)
        fits = (
            fits[0] & ~one if row == 0 else fits[0],
            fits[1] & ~one if row == 1 else fits[1],
            fits[2] & ~one if row == 2 else fits[2],
            fits[3] & ~one if row == 3 else fits[3],
        )
        then = _laid_on(parties, turn, seen, number, row)
        if laid == 3 and (then >> _THREE) & 1 != 0 and (lawful or not last):
            continue  # X3: this loses the game
        skulls = _skulls_after(parties, seen, number, row)
        if last:  # F3r: after the very last card a fire does no harm
            answer = MAY if not lawful or _met(then, skulls, 0) else CANNOT
        else:
            if _has(parties.kinds[IS_STOP], number):  # X1
                if not _met(then, skulls, due & ~(1 << row)):
                    continue
                then = _passed_on(law, parties, party, cards & ~one, then)
            there = _put(places, row, number)
            answer = _answer(law, parties, answers, party, cards & ~one, there, then)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == MAY:
            _note(answers, of_all, parties.cards[number] * ROWS + row)
            return keep(answers, first, second, MAY)
    if laid > 0 and _met(turn, seen.skulls, due):
        then = _passed_on(law, parties, party, cards, turn)
        answer = _answer(law, parties, answers, party, cards, places, then)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == MAY:
            _note(answers, of_all, END)
            return keep(answers, first, second, MAY)
    return keep(answers, first, second, CANNOT)


@inlined
def _note(answers: Answers, of_all: bool, move: int) -> None:
    """Write down a move of a line that leaves few enough cards, if it is one of the true game."""
    if of_all:
        answers.line[answers.figures[MOVES]] = move
        answers.figures[MOVES] += 1
