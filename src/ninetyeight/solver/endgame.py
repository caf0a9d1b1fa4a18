"""Endgames searched to the end, compiled: can so many cards or fewer be left?

The search follows line after line and keeps every answer. What makes it short is that it asks about
smaller parties first (:mod:`ninetyeight.solver.parties`): when a turn begins, every party that is
one seat smaller is asked about, and for each of them all that are smaller still. Their games are
small, an answer serves wherever a party stands alike, and most of what is lost is lost for a few of
the seats already.

A game can be lost without a card left: the last card of all breaks a duty. Where no win exists it
is a skull or a `three` that breaks its own, laid although the turn might end instead. Any other
card would keep every duty in the turn after that, and in a turn that cannot end nothing more is
laid (B8r). So for no card left it is asked about a win, and then, for each such card, about laying
everything else and it as the very last; only its hand's party knows of that.
"""

from __future__ import annotations

import numpy as np

from ninetyeight.fast.compiled import Word, inlined, jit, ones, zeros_above, zeros_below
from ninetyeight.fast.dealing import mixed
from ninetyeight.fast.layout import END, ROWS, SEATS, UP, Law
from ninetyeight.fast.turn import ONE, ZERO, Array
from ninetyeight.solver.answers import (
    BUDGET,
    CANNOT,
    LATEST,
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
    IS_NO_BACK,
    IS_STOP,
    IS_THREE,
    MOST,
    Parties,
)
from ninetyeight.solver.party_turns import (
    BOUND,
    EACH_ROW,
    FRESHLY,
    LAID,
    OTHERS,
    THREE_LAID,
    Seen,
    completes,
    fitting,
    has,
    laid_on,
    met,
    others_on,
    passed_on,
    place_on,
    put,
    seen_on,
    skulls_after,
    turn_as_it_stands,
)


@jit
def ask(
    law: Law,
    sets: Array,
    nums: Array,
    parties: Parties,
    answers: Answers,
    latest: int,
    budget: int,
) -> int:
    """Whether all together can leave few enough cards of the position that was gathered, which has
    more; to be asked again, with all that is known by then, as long as this is unknown.

    ``latest`` is the card that is to be the very last and to break its own duty; -1 for none.
    """
    answers.figures[BUDGET], answers.figures[LATEST] = budget, latest
    answers.figures[MOVES] = 0
    party = parties.everybody[0]
    cards = parties.held[party] & ~_latest(answers)
    return _answer(law, parties, answers, party, cards, 0, turn_as_it_stands(law, sets, nums))


@inlined
def _latest(answers: Answers) -> Word:
    """The card that is to be the very last and to break its own duty, if there is one."""
    latest = answers.figures[LATEST]
    return ZERO if latest < 0 else ONE << np.uint64(latest)


@inlined
def _stirred(word: Word, more: Word) -> Word:
    """A word that ``more`` has a say in, half as thoroughly as in `mixed`."""
    word = (word ^ more) * np.uint64(0x9E3779B97F4A7C15)
    return word ^ (word >> np.uint64(32))


@inlined
def _fingerprint(
    law: Law,
    parties: Parties,
    party: int,
    cards: Word,
    latest: Word,
    lost: Word,
    places: int,
    turn: int,
    seen: Seen,
) -> tuple[Word, Word]:
    """The same for questions that have the same answer for the same reasons: all that matters of a
    row is what it takes and will take of these cards and what its visible card asks for, and rows
    of one direction may be exchanged."""
    seat, laid, three = turn & 7, (turn >> LAID) & 3, (turn >> THREE_LAID) & 1
    if three == 0 and (cards & parties.hands[seat] & parties.kinds[IS_THREE]) == ZERO:
        laid = min(laid, 1)  # only a `three` counts further
    word = cards | np.uint64(seat | laid << 3 | three << 5 | party << 6) << np.uint64(MOST)
    if latest != ZERO:
        word |= np.uint64(zeros_below(latest) + 1) << np.uint64(MOST + 12)
        cards |= latest
    first, second = mixed(word), mixed(~word)
    if lost != ZERO:  # of cards that no row will take it matters only who has some, and how many
        holders = 0
        for each in range(SEATS):
            holders |= ((lost & parties.hands[each]) != ZERO) << each
        word = np.uint64(holders | ones(lost) << SEATS)
        first, second = mixed(first ^ word), mixed(second ^ word)
    barred = seen.no_back or (cards & parties.kinds[IS_NO_BACK]) != ZERO
    for row in range(ROWS):
        place, others = place_on(places, row), others_on(turn, row)
        about = 1 | law.rule[UP + row] << 1 | ((turn >> BOUND) & 7 == row + 1) << 2
        if others == 0:
            asks = parties.asks[row, place]
            fresh = asks & ASKS_FIRE != 0 and (turn >> (FRESHLY + row)) & 1 != 0
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
            top = parties.tops[each, place_on(places, each)]
            if law.rule[UP + each] != 0:
                card = zeros_below(fits[each])
                loss = parties.cards[card] - top
            else:
                card = 63 - zeros_above(fits[each])
                loss = top - parties.cards[card]
            if loss < least:
                row, number, least = each, card, loss
    return row, number


@inlined
def _hand_with(parties: Parties, card: Word) -> Word:
    """The hand that a card belongs to."""
    holder = 0
    while (parties.hands[holder] & card) == ZERO:
        holder += 1
    return parties.hands[holder]


@inlined
def _row_for_the_latest(parties: Parties, latest: Word, places: int, turn: int) -> int:
    """A row for the latest card, all others being laid; -1 when it cannot be laid, or when its turn
    might not end instead (B8r)."""
    seen = seen_on(parties, places, turn)
    its_turn = (parties.hands[turn & 7] & latest) != ZERO and (turn >> LAID) & 3 != 0
    if its_turn and met(turn, seen.skulls, seen.fires & ~(turn >> FRESHLY)):
        for row in range(ROWS):
            if fitting(parties, row, places, turn, seen, latest) != ZERO:
                return row
    return -1


@jit
def _answer(
    law: Law, parties: Parties, answers: Answers, party: int, cards: Word, places: int, turn: int
) -> int:
    """Whether a party that has these cards left, more than may be left, can leave few enough."""
    figures = answers.figures
    seat, laid, spare = turn & 7, (turn >> LAID) & 3, figures[SPARE]
    of_all = party == parties.everybody[0]
    latest = _latest(answers) & parties.held[party]
    if latest != ZERO and (cards & _hand_with(parties, latest)) == ZERO:
        row = _row_for_the_latest(parties, latest, places, turn) if cards == ZERO else -1
        if row < 0:
            return CANNOT  # also when others have cards: it would be neither last nor laid before
        _note(answers, of_all, parties.cards[zeros_below(latest)] * ROWS + row)
        return MAY
    lost = cards | latest
    for row in range(ROWS):
        lost &= ~parties.ever[row, place_on(places, row)]
    if ones(lost) > spare:
        return CANNOT
    seen = seen_on(parties, places, turn)
    first, second = _fingerprint(
        law, parties, party, cards & ~lost, latest, lost, places, turn, seen
    )
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
                then = passed_on(law, parties, part, theirs, turn)
                then |= (1 << seat) * EACH_ROW << OTHERS
            answer = _answer(law, parties, answers, part, theirs, places, then)
            if answer == UNKNOWN:
                return UNKNOWN
            if answer == CANNOT:
                if each > 0:  # who was found to be lost is asked about sooner the next time
                    parties.smaller[party, each] = parties.smaller[party, each - 1]
                    parties.smaller[party, each - 1] = part
                return keep(answers, first, second, CANNOT)
    hand = cards & parties.hands[seat]
    last = latest == ZERO and ones(cards) == spare + 1
    lawful = spare == 0
    if last and not lawful and not completes(parties, cards, places, turn):
        return keep(answers, first, second, CANNOT)  # B8r: then nothing more is laid
    due = seen.fires & ~(turn >> FRESHLY)
    fits = (
        fitting(parties, 0, places, turn, seen, hand),
        fitting(parties, 1, places, turn, seen, hand),
        fitting(parties, 2, places, turn, seen, hand),
        fitting(parties, 3, places, turn, seen, hand),
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
        then = laid_on(parties, turn, seen, number, row)
        if laid == 3 and (then >> THREE_LAID) & 1 != 0 and (lawful or not last):
            continue  # X3: this loses the game
        skulls = skulls_after(parties, seen, number, row)
        if last:  # F3r: after the very last card a fire does no harm
            answer = MAY if not lawful or met(then, skulls, 0) else CANNOT
        else:
            if has(parties.kinds[IS_STOP], number):  # X1
                if not met(then, skulls, due & ~(1 << row)):
                    continue
                then = passed_on(law, parties, party, cards & ~one, then)
            there = put(places, row, number)
            answer = _answer(law, parties, answers, party, cards & ~one, there, then)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == MAY:
            _note(answers, of_all, parties.cards[number] * ROWS + row)
            return keep(answers, first, second, MAY)
    if laid > 0 and met(turn, seen.skulls, due):
        then = passed_on(law, parties, party, cards, turn)
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
