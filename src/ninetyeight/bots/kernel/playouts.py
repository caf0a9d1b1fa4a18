"""Playouts: in every world each candidate turn is made, and planners play the game to its end."""

from __future__ import annotations

from ninetyeight.bots.kernel.duty_plans import DutyScratch
from ninetyeight.bots.kernel.planned_game import planned_game, play_on
from ninetyeight.bots.kernel.planner import PlannerScratch
from ninetyeight.bots.kernel.worlds import Worlds
from ninetyeight.fast.compiled import jit, ones, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.game import draw, make, seat_after, tops_of
from ninetyeight.fast.layout import (
    COUNT,
    DRAWN,
    END,
    HANDS,
    KINDS,
    LEFT,
    OUTCOME,
    PLAYING,
    SEAT,
    SEATS,
    SETS,
    UNLAID,
    WON,
    Games,
    Law,
)
from ninetyeight.fast.turn import Array, high_bit, low_bit, with_top


@jit
def play_out_plain(
    law: Law,
    sets: Array,
    nums: Array,
    worlds: Worlds,
    count: int,
    turns: Array,
    alive: Array,
    room: Games,
    moves: Array,
    memory: PlannerScratch,
    talk: int,
    lefts: Array,
) -> None:
    """Write into ``lefts`` how many cards each candidate that is ``alive`` leaves in each world.

    Each row of ``turns`` is the lays of a candidate and what is no lay. There are no commands and
    no fires.
    """
    seat = whole(nums[SEAT])
    hands = room.sets[0, HANDS : HANDS + SEATS]
    for world in range(count):
        for candidate in alive:
            for other in range(SEATS):
                hands[other, 0] = worlds.hands[world, other, 0]
                hands[other, 1] = worlds.hands[world, other, 1]
            tops = tops_of(nums)
            all_lo, all_hi = sets[UNLAID, 0], sets[UNLAID, 1]
            length = 0
            while length < len(turns[candidate]) and turns[candidate, length] != END:
                move = whole(turns[candidate, length])
                card = move >> 2
                tops = with_top(tops, move & 3, card)
                all_lo &= ~low_bit(card)
                all_hi &= ~high_bit(card)
                length += 1
            hands[seat, 0] &= all_lo
            hands[seat, 1] &= all_hi
            if ones(all_lo) + ones(all_hi) == 0:
                lefts[candidate, world] = 0
                continue
            deck = worlds.decks[world]
            drawn = draw(law, deck, hands, seat, whole(nums[DRAWN]), length)
            after = seat_after(law, hands, seat)
            left, _, _, _, _ = planned_game(
                law, deck, hands, tops, drawn, all_lo, all_hi, after, moves, memory, talk
            )
            lefts[candidate, world] = left


@jit
def play_out_with_duties(
    law: Law,
    sets: Array,
    nums: Array,
    worlds: Worlds,
    count: int,
    turns: Array,
    alive: Array,
    room: Games,
    moves: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
    talk: int,
    lefts: Array,
) -> None:
    """The same where every lay has to be asked of the law. A game that is lost by its very last
    card counts as one card left."""
    its_sets, its_nums = room.sets[0], room.nums[0]
    for world in range(count):
        deck = worlds.decks[world]
        for candidate in alive:
            for word in range(2):
                for other in range(SEATS):
                    its_sets[HANDS + other, word] = worlds.hands[world, other, word]
                its_sets[UNLAID, word] = sets[UNLAID, word]
                for kind in range(SETS - KINDS):
                    its_sets[KINDS + kind, word] = worlds.kinds[world, kind, word]
            for at in range(len(nums)):
                its_nums[at] = nums[at]
            laid = 0
            while True:
                ended = laid == len(turns[candidate]) or turns[candidate, laid] == END
                move = END if ended else whole(turns[candidate, laid])
                make(law, deck, its_sets, its_nums, move, scratch)
                laid += 1
                # A stop ends the turn by itself (X1).
                if its_nums[OUTCOME] != PLAYING or its_nums[COUNT] == 0:
                    break
            if its_nums[OUTCOME] == PLAYING:
                memory.board.shown[:] = 0
                play_on(law, deck, its_sets, its_nums, moves, memory, duties, scratch, talk)
            won = its_nums[OUTCOME] == WON
            lefts[candidate, world] = 0 if won else max(1, its_nums[LEFT])
