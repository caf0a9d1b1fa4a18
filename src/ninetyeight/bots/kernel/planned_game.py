"""Whole games of planners in which only numbers count, in silence or with markers."""

from __future__ import annotations

from ninetyeight.bots.kernel.outlook import look
from ninetyeight.bots.kernel.planner import PlannerScratch, best_plain_plan, opening_wish
from ninetyeight.bots.kernel.talking import talk_over
from ninetyeight.fast.compiled import jit
from ninetyeight.fast.game import draw, minimum, seat_after
from ninetyeight.fast.layout import CARDS, END, HAND, PLAYERS, Law
from ninetyeight.fast.talk import MARKERS, SILENT
from ninetyeight.fast.turn import Array, high_bit, low_bit, with_top


@jit
def planned_game(
    law: Law,
    deck: Array,
    hands: Array,
    start: int,
    starter: int,
    moves: Array,
    memory: PlannerScratch,
    talk: int,
) -> tuple[int, int, int, int, int]:
    """Play one game without commands and fire from its deal to its end.

    ``hands`` are the dealt hands, ``start`` the empty rows; a ``starter`` below zero is settled by
    what everybody wishes. Gives the cards left, the number of moves, which are written into
    ``moves``, the cards drawn from the deck, who started, and how many markers were set.
    """
    rule = law.rule
    players, full, cards = rule[PLAYERS], rule[HAND], rule[CARDS]
    left, drawn, tops, made = cards, players * full, start, 0
    all_lo, all_hi = law.all[0], law.all[1]
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
