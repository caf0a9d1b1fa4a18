"""Many running games and what is handed out about them, moved on by compiled code.

Every function goes through the games one after the other and writes into arrays that are there
already; nothing is made anew in a step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.fast_encoder import encode, encode_marks, mask
from ninetyeight.envs.layout import Layout
from ninetyeight.envs.settings import Settings
from ninetyeight.envs.speaking import (
    NOBODY,
    Signs,
    accepts_show,
    begin_turn,
    clear,
    new_signs,
    show,
    standing,
    write_shows,
)
from ninetyeight.fast.compiled import inlined, jit, whole
from ninetyeight.fast.completion import Scratch, new_scratch
from ninetyeight.fast.dealing import draw_commands, key_of, number, shuffle
from ninetyeight.fast.game import accepts, make, put_down
from ninetyeight.fast.layout import (
    CARDS,
    COUNT,
    END,
    OUTCOME,
    PLAYERS,
    PLAYING,
    ROWS,
    SEAT,
    WON,
    Games,
    Law,
    empty_games,
)
from ninetyeight.fast.turn import Array

#: What an action that is not legal does to its game.
REFUSE, LOSE = 0, 1

#: Place of the number that draws the first seat, behind all that shuffling uses.
_STARTER = 1000
#: A deal that is lost before a card is laid gives way to the game this much further on.
_FURTHER = 1 << 40
_ATTEMPTS = 1000


class Floor(NamedTuple):
    """Games side by side and, one row each, what is told about them.

    ``seats`` is the seat that is asked, or was asked last; ``numbers`` the game's number in the
    order of its seed. ``over`` holds from the end of a game until the next one begins, ``ended``
    and ``refused`` in the step in which it happened.
    """

    games: Games
    signs: Signs
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]
    starters: NDArray[np.int64]
    seeds: NDArray[np.int64]
    numbers: NDArray[np.int64]
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    ended: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    lays: NDArray[np.uint64]
    scratch: Scratch


def new_floor(settings: Settings, layout: Layout, n: int) -> Floor:
    """Room for ``n`` games; none is dealt."""
    return Floor(
        games=empty_games(n),
        signs=new_signs(settings, n),
        observations=np.zeros((n, layout.size), np.int8),
        masks=np.zeros((n, settings.actions), np.int8),
        seats=np.zeros(n, np.int64),
        starters=np.zeros(n, np.int64),
        seeds=np.full(n, -1, np.int64),  # none yet
        numbers=np.zeros(n, np.int64),
        rewards=np.zeros(n, np.float64),
        over=np.ones(n, np.bool_),
        ended=np.zeros(n, np.bool_),
        refused=np.zeros(n, np.bool_),
        offsets=layout.offsets,
        lays=np.zeros((ROWS, 2), np.uint64),
        scratch=new_scratch(),
    )


@jit
def deal(law: Law, floor: Floor, starter: int, which: Array) -> int:
    """Begin the games of these places anew, by seed and number; a negative ``starter`` is drawn.

    How many could not be begun, all deals tried being lost before a card is laid.
    """
    hopeless = 0
    for place in range(len(which)):
        at = which[place]
        deck, sets, nums = floor.games.deck[at], floor.games.sets[at], floor.games.nums[at]
        first = starter
        for attempt in range(_ATTEMPTS):
            key = key_of(floor.seeds[at], floor.numbers[at] + attempt * _FURTHER)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
            put_down(law, deck, sets, nums)
            if starter < 0:
                first = whole(number(key, _STARTER) % np.uint64(law.rule[PLAYERS]))
            make(law, deck, sets, nums, -1 - first, floor.scratch)
            if nums[OUTCOME] == PLAYING:
                break
        floor.starters[at] = first
        _begin(law, floor, at)
        hopeless += floor.over[at]
    return hopeless


@jit
def start(law: Law, floor: Floor, starters: Array) -> None:
    """Begin all games, which have been given their cards."""
    for at in range(len(starters)):
        deck, sets, nums = floor.games.deck[at], floor.games.sets[at], floor.games.nums[at]
        put_down(law, deck, sets, nums)
        make(law, deck, sets, nums, -1 - whole(starters[at]), floor.scratch)
        floor.starters[at] = starters[at]
        _begin(law, floor, at)


@jit
def first_refused(law: Law, floor: Floor, actions: Array) -> int:
    """The first game in which its action is not legal, or -1."""
    for at in range(len(actions)):
        if not floor.over[at] and not _accepts(law, floor, at, whole(actions[at])):
            return at
    return -1


@jit
def step(law: Law, floor: Floor, actions: Array, illegal: int, per_card: float) -> None:
    """Take one action in each game that is not over; a lay earns ``per_card``, a win 1."""
    for at in range(len(actions)):
        deck, sets, nums = floor.games.deck[at], floor.games.sets[at], floor.games.nums[at]
        floor.rewards[at] = 0.0
        floor.ended[at] = False
        floor.refused[at] = False
        if floor.over[at]:
            continue
        action = whole(actions[at])
        if not _accepts(law, floor, at, action):
            floor.refused[at] = True
            if illegal == LOSE:  # what is seen of the game stays as it was, but nobody is asked
                floor.signs.speaker[at] = NOBODY
                _show_marks(law, floor, at)
                floor.masks[at, :] = 0
                floor.over[at] = True
                floor.ended[at] = True
            continue
        if floor.signs.speaker[at] != NOBODY:
            show(law, floor.signs, sets, nums, at, action)
        else:
            seat = nums[SEAT]
            make(law, deck, sets, nums, action, floor.scratch)
            if action != END:
                floor.rewards[at] = per_card
                floor.signs.marks[at, seat, action & 3] = 0  # T8r
            standing(law, floor.signs, sets, nums, floor.signs.marks[at])
            if nums[OUTCOME] == WON:
                floor.rewards[at] += 1.0
            if nums[COUNT] == 0:
                begin_turn(law, floor.signs, sets, nums, at)
        _show(law, floor, at)
        floor.ended[at] = floor.over[at]


@inlined
def _accepts(law: Law, floor: Floor, at: int, action: int) -> bool:
    """True when the asked seat may take ``action``."""
    if floor.signs.speaker[at] != NOBODY:
        return accepts_show(floor.signs, action)
    return accepts(law, floor.games.sets[at], floor.games.nums[at], action)


@jit
def _begin(law: Law, floor: Floor, at: int) -> None:
    """Begin the first turn of a game."""
    clear(floor.signs, at)
    begin_turn(law, floor.signs, floor.games.sets[at], floor.games.nums[at], at)
    _show(law, floor, at)


@inlined
def _show(law: Law, floor: Floor, at: int) -> None:
    """Write what the asked seat sees and may do; once the game is over, the one asked last."""
    sets, nums, signs = floor.games.sets[at], floor.games.nums[at], floor.signs
    speaker = signs.speaker[at]
    if speaker != NOBODY:
        floor.seats[at] = speaker
    elif nums[SEAT] >= 0:
        floor.seats[at] = nums[SEAT]
    floor.over[at] = nums[OUTCOME] != PLAYING
    encode(law, floor.offsets, sets, nums, whole(floor.seats[at]), floor.observations[at])
    _show_marks(law, floor, at)
    if speaker != NOBODY:
        write_shows(signs, floor.masks[at])
    else:
        mask(law, sets, nums, floor.lays, floor.masks[at])


@inlined
def _show_marks(law: Law, floor: Floor, at: int) -> None:
    """Write the markers that stand, and whether more are asked for."""
    nums, signs, viewer = floor.games.nums[at], floor.signs, whole(floor.seats[at])
    marks, tops, speaking = signs.marks[at], signs.tops[at], signs.speaker[at] != NOBODY
    out = floor.observations[at]
    encode_marks(law, floor.offsets, nums, viewer, marks, tops, speaking, out)


def per_card(law: Law, reward: str) -> float:
    """What a lay earns."""
    return 1 / float(law.rule[CARDS]) if reward == "cards" else 0.0
