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
from ninetyeight.envs.settings import EnvSettings
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
    COUNT,
    END,
    OUTCOME,
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


class EnvArrays(NamedTuple):
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


def new_arrays(settings: EnvSettings, layout: Layout, n: int) -> EnvArrays:
    """Room for ``n`` games; none is dealt."""
    return EnvArrays(
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
def deal(law: Law, arrays: EnvArrays, starter: int, which: Array) -> int:
    """Begin the games of these places anew, by seed and number; a negative ``starter`` is drawn.

    How many could not be begun, all deals tried being lost before a card is laid.
    """
    hopeless = 0
    for place in range(len(which)):
        at = which[place]
        deck, sets, nums = arrays.games.deck[at], arrays.games.sets[at], arrays.games.nums[at]
        first = starter
        for attempt in range(_ATTEMPTS):
            key = key_of(arrays.seeds[at], arrays.numbers[at] + attempt * _FURTHER)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
            put_down(law, deck, sets, nums)
            if starter < 0:
                first = whole(number(key, _STARTER) % np.uint64(law.players))
            make(law, deck, sets, nums, -1 - first, arrays.scratch)
            if nums[OUTCOME] == PLAYING:
                break
        arrays.starters[at] = first
        _begin(law, arrays, at)
        hopeless += arrays.over[at]
    return hopeless


@jit
def start(law: Law, arrays: EnvArrays, starters: Array) -> None:
    """Begin all games, which have been given their cards."""
    for at in range(len(starters)):
        deck, sets, nums = arrays.games.deck[at], arrays.games.sets[at], arrays.games.nums[at]
        put_down(law, deck, sets, nums)
        make(law, deck, sets, nums, -1 - whole(starters[at]), arrays.scratch)
        arrays.starters[at] = starters[at]
        _begin(law, arrays, at)


@jit
def first_refused(law: Law, arrays: EnvArrays, actions: Array) -> int:
    """The first game in which its action is not legal, or -1."""
    for at in range(len(actions)):
        if not arrays.over[at] and not _accepts(law, arrays, at, whole(actions[at])):
            return at
    return -1


@jit
def step(law: Law, arrays: EnvArrays, actions: Array, illegal: int, per_card: float) -> None:
    """Take one action in each game that is not over; a lay earns ``per_card``, a win 1."""
    for at in range(len(actions)):
        deck, sets, nums = arrays.games.deck[at], arrays.games.sets[at], arrays.games.nums[at]
        arrays.rewards[at] = 0.0
        arrays.ended[at] = False
        arrays.refused[at] = False
        if arrays.over[at]:
            continue
        action = whole(actions[at])
        if not _accepts(law, arrays, at, action):
            arrays.refused[at] = True
            if illegal == LOSE:  # what is seen of the game stays as it was, but nobody is asked
                arrays.signs.speaker[at] = NOBODY
                _show_marks(law, arrays, at)
                arrays.masks[at, :] = 0
                arrays.over[at] = True
                arrays.ended[at] = True
            continue
        if arrays.signs.speaker[at] != NOBODY:
            show(law, arrays.signs, sets, nums, at, action)
        else:
            seat = nums[SEAT]
            make(law, deck, sets, nums, action, arrays.scratch)
            if action != END:
                arrays.rewards[at] = per_card
                arrays.signs.marks[at, seat, action & 3] = 0  # T8r
            standing(law, arrays.signs, sets, nums, arrays.signs.marks[at])
            if nums[OUTCOME] == WON:
                arrays.rewards[at] += 1.0
            if nums[COUNT] == 0:
                begin_turn(law, arrays.signs, sets, nums, at)
        _show(law, arrays, at)
        arrays.ended[at] = arrays.over[at]


@inlined
def _accepts(law: Law, arrays: EnvArrays, at: int, action: int) -> bool:
    """True when the asked seat may take ``action``."""
    if arrays.signs.speaker[at] != NOBODY:
        return accepts_show(arrays.signs, action)
    return accepts(law, arrays.games.sets[at], arrays.games.nums[at], action)


@jit
def _begin(law: Law, arrays: EnvArrays, at: int) -> None:
    """Begin the first turn of a game."""
    clear(arrays.signs, at)
    begin_turn(law, arrays.signs, arrays.games.sets[at], arrays.games.nums[at], at)
    _show(law, arrays, at)


@inlined
def _show(law: Law, arrays: EnvArrays, at: int) -> None:
    """Write what the asked seat sees and may do; once the game is over, the one asked last."""
    sets, nums, signs = arrays.games.sets[at], arrays.games.nums[at], arrays.signs
    speaker = signs.speaker[at]
    if speaker != NOBODY:
        arrays.seats[at] = speaker
    elif nums[SEAT] >= 0:
        arrays.seats[at] = nums[SEAT]
    arrays.over[at] = nums[OUTCOME] != PLAYING
    encode(law, arrays.offsets, sets, nums, whole(arrays.seats[at]), arrays.observations[at])
    _show_marks(law, arrays, at)
    if speaker != NOBODY:
        write_shows(signs, arrays.masks[at])
    else:
        mask(law, sets, nums, arrays.lays, arrays.masks[at])


@inlined
def _show_marks(law: Law, arrays: EnvArrays, at: int) -> None:
    """Write the markers that stand, and whether more are asked for."""
    nums, signs, viewer = arrays.games.nums[at], arrays.signs, whole(arrays.seats[at])
    marks, tops, speaking = signs.marks[at], signs.tops[at], signs.speaker[at] != NOBODY
    out = arrays.observations[at]
    encode_marks(law, arrays.offsets, nums, viewer, marks, tops, speaking, out)


def per_card(law: Law, reward: str) -> float:
    """What a lay earns."""
    return 1 / float(law.deck_size) if reward == "cards" else 0.0
