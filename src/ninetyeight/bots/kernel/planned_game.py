"""Whole games of planners, in silence or with markers.

A plan is lawful, so that nothing need be asked of the law while it is laid: only when a seat finds
none the game is over, and the law says why.
"""

from __future__ import annotations

from ninetyeight.bots.kernel.duty_plans import DutyScratch
from ninetyeight.bots.kernel.outlook import look
from ninetyeight.bots.kernel.planner import (
    PlannerScratch,
    best_plain_plan,
    opening_wish,
    plan_hand,
)
from ninetyeight.bots.kernel.talking import talk_over
from ninetyeight.fast.compiled import Word, jit, ones, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.game import draw, end_if_stuck, finish, minimum, pass_on, seat_after, tops_of
from ninetyeight.fast.layout import (
    END,
    HANDS,
    KINDS,
    LEFT,
    MINIMUM,
    SEAT,
    SILENCE,
    STOP,
    TOPS,
    UNLAID,
    WON,
    Law,
)
from ninetyeight.fast.talk import MARKERS, SILENT
from ninetyeight.fast.turn import Array, high_bit, holds, low_bit, shows, with_top


@jit
def planned_game(
    law: Law,
    deck: Array,
    hands: Array,
    tops: int,
    drawn: int,
    all_lo: Word,
    all_hi: Word,
    starter: int,
    moves: Array,
    memory: PlannerScratch,
    talk: int,
) -> tuple[int, int, int, int, int]:
    """Play one game without commands and fire from the start of a turn to its end.

    ``hands`` and ``tops`` are as they lie, ``drawn`` cards of the deck are dealt or drawn, and
    ``all`` are the cards on no row. The turn is the ``starter``'s; below zero, as at the very
    beginning, what everybody wishes settles it. Gives the cards left, the number of moves, which
    are written into ``moves``, the cards drawn from the deck, who started, and how many markers
    were set.
    """
    players, cards = law.players, law.deck_size
    left, made = ones(all_lo) + ones(all_hi), 0
    asked = 0 if starter < 0 and players > 1 else players  # B10r: every seat says what it wishes
    seat, strongest = max(starter, 0), -1
    markers = set_now = 0
    talking = talk != SILENT and players > 1
    memory.board.shown[:] = 0
    while True:
        planning = asked if asked < players else seat
        owed = minimum(law, drawn)
        lo, hi = hands[planning, 0], hands[planning, 1]
        held = look(law, memory.outlook, lo, hi, tops, all_lo & ~lo, all_hi & ~hi)
        if talking and asked == players:
            speaking = talk == MARKERS or drawn < cards  # T7
            board, outlook = memory.board, memory.outlook
            set_now = talk_over(law, board, outlook, hands, seat, tops, all_lo, all_hi, speaking)
        length, way, price = best_plain_plan(memory, held, left - held, owed, drawn == cards)
        if asked < players:
            wish = opening_wish(law, memory, length, price)
            if wish > strongest:
                seat, strongest = asked, wish
            asked += 1
            starter = seat
            continue
        if length == 0:
            return left, made, drawn, max(starter, 0), markers  # B8: stuck, nothing more is said
        markers += set_now
        for at in range(length):
            move = (way >> (6 * at)) & 63
            card, row = memory.outlook.cards[move & 7], move >> 3
            tops = with_top(tops, row, card)
            lo &= ~low_bit(card)
            hi &= ~high_bit(card)
            all_lo &= ~low_bit(card)
            all_hi &= ~high_bit(card)
            moves[made + at] = (card << 2) | row
            memory.board.shown[seat, row] = 0  # T8r: cleared when its owner lays there
        made += length
        left -= length
        if left == 0:
            return 0, made, drawn, max(starter, 0), markers
        moves[made] = END
        made += 1
        hands[seat, 0] = lo
        hands[seat, 1] = hi
        drawn = draw(law, deck, hands, seat, drawn, length)
        seat = seat_after(law, hands, seat)


@jit
def play_on(
    law: Law,
    deck: Array,
    sets: Array,
    nums: Array,
    moves: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
    talk: int,
) -> tuple[int, int]:
    """Play a game of any rules, in which a turn has just begun, to its end.

    Gives the number of moves, which are written into ``moves``, and how many markers were set.
    """
    made = markers = 0
    while True:
        seat, owed = whole(nums[SEAT]), whole(nums[MINIMUM])
        length, _, set_now = plan_hand(law, sets, nums, memory, duties, seat, owed, scratch, talk)
        if length == 0:
            end_if_stuck(law, sets, nums, scratch)
            return made, markers  # nothing more is said
        markers += set_now
        move = 0
        for at in range(length):
            move = memory.plan[at]
            _put(law, sets, nums, memory, seat, move, talk)
            moves[made + at] = move
        made += length
        nums[LEFT] -= length
        if nums[LEFT] == 0:
            finish(nums, WON, 0)  # B8
            return made, markers
        if not law.has_commands or not holds(sets[KINDS + STOP], move >> 2):  # X1
            moves[made] = END
            made += 1
        pass_on(law, deck, sets, nums)


@jit
def _put(
    law: Law, sets: Array, nums: Array, memory: PlannerScratch, seat: int, move: int, talk: int
) -> None:
    """Lay a card of a plan, with what it does to the markers."""
    card, row = move >> 2, move & 3
    for cards in (HANDS + seat, UNLAID):
        sets[cards, 0] &= ~low_bit(card)
        sets[cards, 1] &= ~high_bit(card)
    nums[TOPS + row] = card
    if talk != SILENT:
        memory.board.shown[seat, row] = 0  # T8r: cleared when its owner lays there
        if shows(law, sets, tops_of(nums), SILENCE):
            memory.board.shown[:] = 0  # T7r
