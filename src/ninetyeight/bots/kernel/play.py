"""Many games, one after the other, each played by a compiled bot at every seat.

There are four loops, because what a game does not need is not compiled for it: for `greedy` and for
`planner`, where only numbers count and where every lay has to be asked of the law.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.duty_plans import DutyScratch
from ninetyeight.bots.kernel.greedy import greedy_move, plain_game, settle
from ninetyeight.bots.kernel.markers import MarkerScratch
from ninetyeight.bots.kernel.planned_game import planned_game, play_on
from ninetyeight.bots.kernel.planner import PlannerScratch, opening_wish, plan_hand
from ninetyeight.bots.kernel.results import write_result
from ninetyeight.bots.kernel.talking import clear, hush, speak
from ninetyeight.fast.compiled import inlined, jit, whole
from ninetyeight.fast.completion import Scratch
from ninetyeight.fast.dealing import draw_commands, key_of, shuffle
from ninetyeight.fast.game import begin, finish, make, put_down, tops_of
from ninetyeight.fast.layout import (
    COUNT,
    DRAWN,
    HANDS,
    LEFT,
    LOST,
    OUTCOME,
    PLAYING,
    SEATS,
    STUCK,
    WON,
    Games,
    Law,
)
from ninetyeight.fast.talk import SILENT, may_speak
from ninetyeight.fast.turn import Array


class Order(NamedTuple):
    """Games to be played, one for each row of ``results``: the ``given`` ones or, in a single row
    of ``given`` as working memory, those that the ``seed`` deals from number ``first`` on; it is
    negative for given games. ``starter`` is negative where the team settles who starts."""

    given: Games
    seed: int
    first: int
    starter: int
    results: NDArray[np.int16]
    moves: NDArray[np.int16]


@inlined
def _begun(law: Law, order: Order, at: int) -> tuple[Array, Array, Array, Array]:
    """Put down a game that is played next: its deck, its sets, its numbers, room for its moves."""
    row = at if order.seed < 0 else 0
    deck, sets, nums = order.given.deck[row], order.given.sets[row], order.given.nums[row]
    if order.seed >= 0:
        key = key_of(order.seed, order.first + at)
        shuffle(law, deck, key)
        draw_commands(law, sets, key)
    put_down(law, deck, sets, nums)
    return deck, sets, nums, order.moves[at if len(order.moves) == len(order.results) else 0]


@inlined
def _end_plain(nums: Array, left: int, drawn: int) -> None:
    """Note how a game without commands and fires ended."""
    nums[LEFT] = left
    nums[DRAWN] = drawn
    finish(nums, WON if left == 0 else LOST, 0 if left == 0 else STUCK)


@jit
def play_plain_greedy(law: Law, order: Order) -> None:
    """Play games without commands and fires."""
    for at in range(len(order.results)):
        deck, sets, nums, moves = _begun(law, order, at)
        seat = settle(law, sets) if order.starter < 0 else order.starter
        hands = sets[HANDS : HANDS + SEATS]
        left, made, drawn = plain_game(law, deck, hands, tops_of(nums), seat, moves)
        _end_plain(nums, left, drawn)
        write_result(order.results[at], nums, seat, made, 0)


@jit
def play_greedy(law: Law, order: Order, scratch: Scratch, board: MarkerScratch, talk: int) -> None:
    """The same where every lay has to be asked of the law, or where the seats show markers; nobody
    heeds them."""
    for at in range(len(order.results)):
        deck, sets, nums, moves = _begun(law, order, at)
        seat = settle(law, sets) if order.starter < 0 else order.starter
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
            moves[made] = move
            made += 1
        write_result(order.results[at], nums, seat, made, markers)


@jit
def play_plain_planner(law: Law, order: Order, memory: PlannerScratch, talk: int) -> None:
    """The same for planners, again without commands and fires."""
    for at in range(len(order.results)):
        deck, sets, nums, moves = _begun(law, order, at)
        left, made, drawn, seat, markers = planned_game(
            law,
            deck,
            sets[HANDS : HANDS + SEATS],
            tops_of(nums),
            whole(nums[DRAWN]),
            law.all[0],
            law.all[1],
            order.starter,
            moves,
            memory,
            talk,
        )
        _end_plain(nums, left, drawn)
        write_result(order.results[at], nums, seat, made, markers)


@jit
def play_planner(
    law: Law,
    order: Order,
    memory: PlannerScratch,
    duties: DutyScratch,
    scratch: Scratch,
    talk: int,
) -> None:
    """The same for planners where every lay has to be asked of the law."""
    for at in range(len(order.results)):
        deck, sets, nums, moves = _begun(law, order, at)
        memory.board.shown[:] = 0
        seat = order.starter
        if seat < 0:
            seat = _first_seat(law, sets, nums, memory, duties, scratch)
        begin(law, nums, seat)
        made, markers = play_on(law, deck, sets, nums, moves, memory, duties, scratch, talk)
        write_result(order.results[at], nums, seat, made, markers)


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
    for asked in range(law.players if law.players > 1 else 0):
        minimum = law.minimum
        length, price, _ = plan_hand(
            law, sets, nums, memory, duties, asked, minimum, scratch, SILENT
        )
        wish = opening_wish(law, memory, length, price)
        if wish > strongest:
            seat, strongest = asked, wish
    return seat
