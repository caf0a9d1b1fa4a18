"""Many games, one after the other, each played by a compiled bot at every seat.

There are four loops, because what a game does not need is not compiled for it: for `greedy` and for
`planner`, where only numbers count and where every lay has to be asked of the law.
"""

from __future__ import annotations

from ninetyeight.bots.kernel.duty_plans import DutyScratch
from ninetyeight.bots.kernel.greedy import greedy_move, plain_game, settle
from ninetyeight.bots.kernel.markers import MarkerScratch
from ninetyeight.bots.kernel.planned_game import planned_game, play_on
from ninetyeight.bots.kernel.planner import PlannerScratch, opening_wish, plan_hand
from ninetyeight.bots.kernel.results import (
    CARDS_DRAWN,
    HOW_ENDED,
    KINDS_OF_MARKERS,
    LEFT_OVER,
    MARKS_SET,
    MOVES_MADE,
    STARTED,
    WHY_LOST,
)
from ninetyeight.bots.kernel.talking import clear, hush, speak
from ninetyeight.fast.compiled import inlined, jit, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.dealing import draw_commands, key_of, shuffle
from ninetyeight.fast.game import begin, make, put_down, tops_of
from ninetyeight.fast.layout import (
    ASKED,
    COUNT,
    DRAWN,
    HANDS,
    LEFT,
    LOST,
    OUTCOME,
    PLAYERS,
    PLAYING,
    REASON,
    SEATS,
    STUCK,
    WON,
    Games,
    Law,
)
from ninetyeight.fast.talk import SILENT, may_speak
from ninetyeight.fast.turn import Array


@jit
def play_plain_greedy(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
) -> None:
    """Play one game for each row of ``results``: the ``given`` ones or, of a single row of
    ``given`` as working memory, those that the seed deals. There are no commands and no fires."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            shuffle(law, deck, key_of(seed, first + at))
        put_down(law, deck, sets, nums)
        seat = settle(law, sets) if starter < 0 else starter
        told = moves[at if len(moves) == len(results) else 0]
        left, made, drawn = plain_game(
            law, deck, sets[HANDS : HANDS + SEATS], tops_of(nums), seat, told
        )
        ended, why = (WON, 0) if left == 0 else (LOST, STUCK)
        _write(results[at], left, ended, why, seat, made, drawn, 0)


@jit
def play_greedy(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    scratch: Scratch,
    board: MarkerScratch,
    talk: int,
) -> None:
    """The same where every lay has to be asked of the law, or where the seats show markers; nobody
    heeds them."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            key = key_of(seed, first + at)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
        put_down(law, deck, sets, nums)
        seat = settle(law, sets) if starter < 0 else starter
        told = moves[at if len(moves) == len(results) else 0]
        made = markers = 0
        move = -1 - seat
        board.shown[:] = 0
        while True:
            clear(board, nums, move)
            make(law, deck, sets, nums, move, scratch)
            if nums[OUTCOME] != PLAYING:
                break
            hush(law, board, sets, nums, talk)
            if nums[COUNT] == 0 and may_speak(law, sets, nums, talk):
                markers += speak(law, board, sets, nums)
            move = greedy_move(law, sets, nums, scratch)
            told[made] = move
            made += 1
        left, ended, why = nums[LEFT], nums[OUTCOME], nums[REASON]
        _write(results[at], left, ended, why, seat, made, nums[DRAWN], markers)


@jit
def play_plain_planner(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    memory: PlannerScratch,
    talk: int,
) -> None:
    """The same for planners, again without commands and fires."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            shuffle(law, deck, key_of(seed, first + at))
        put_down(law, deck, sets, nums)
        told = moves[at if len(moves) == len(results) else 0]
        left, made, drawn, seat, markers = planned_game(
            law,
            deck,
            sets[HANDS : HANDS + SEATS],
            tops_of(nums),
            whole(nums[DRAWN]),
            law.all[0],
            law.all[1],
            starter,
            told,
            memory,
            talk,
        )
        ended, why = (WON, 0) if left == 0 else (LOST, STUCK)
        _write(results[at], left, ended, why, seat, made, drawn, markers)


@jit
def play_planner(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
    talk: int,
) -> None:
    """The same for planners where every lay has to be asked of the law."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            key = key_of(seed, first + at)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
        put_down(law, deck, sets, nums)
        told = moves[at if len(moves) == len(results) else 0]
        memory.board.shown[:] = 0
        seat = starter
        if seat < 0:
            seat = _first_seat(law, sets, nums, memory, duties, scratch)
        begin(law, nums, seat)
        made, markers = play_on(law, deck, sets, nums, told, memory, duties, scratch, talk)
        left, ended, why = nums[LEFT], nums[OUTCOME], nums[REASON]
        _write(results[at], left, ended, why, seat, made, nums[DRAWN], markers)


@jit
def _first_seat(
    law: Law,
    sets: Array,
    nums: Array,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
) -> int:
    """Who starts: the first of those that wish it most (B10r)."""
    seat, strongest = 0, -1
    for asked in range(law.rule[PLAYERS] if law.rule[PLAYERS] > 1 else 0):
        minimum = law.rule[ASKED]
        length, price, _ = plan_hand(
            law, sets, nums, memory, duties, asked, minimum, scratch, SILENT
        )
        wish = opening_wish(law, memory, length, price)
        if wish > strongest:
            seat, strongest = asked, wish
    return seat


@inlined
def _write(
    result: Array,
    left: int,
    ended: int,
    why: int,
    starter: int,
    made: int,
    drawn: int,
    markers: int,
) -> None:
    """Write down how a game ended; ``markers`` as `show_all` counts them."""
    result[LEFT_OVER] = left
    result[HOW_ENDED] = ended
    result[WHY_LOST] = why
    result[STARTED] = starter
    result[MOVES_MADE] = made
    result[CARDS_DRAWN] = drawn
    for kind in range(KINDS_OF_MARKERS):
        result[MARKS_SET + kind] = (markers >> (16 * kind)) & 0xFFFF
