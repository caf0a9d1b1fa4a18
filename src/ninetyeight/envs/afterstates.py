"""What each legal action would make of a position, for learners that value positions.

An afterstate is what the acting seat knows once it has moved, before it draws and before anybody
else does anything: nothing in it is hidden from the seat. When the action ends the turn, by itself
or by a `stop` (X1), the turn is nobody's: all parts about the turn are 0. Once a seat has shown its
markers, the next one is asked for them, or the turn goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.fast_encoder import encode, encode_marks
from ninetyeight.envs.speaking import NOBODY, next_speaker, put_up, standing
from ninetyeight.envs.stepping import EnvArrays
from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.game import put, turn_of
from ninetyeight.fast.layout import END, NUMS, ROWS, SEAT, SEATS, SETS, Law
from ninetyeight.fast.sight import loses
from ninetyeight.fast.turn import Array, stops

if TYPE_CHECKING:
    from ninetyeight.envs.vector import TeamVectorEnv


class Afterstates(NamedTuple):
    """One row for every legal action of every running game, game by game.

    ``games`` is the place of the game in the environment. ``losing`` is True where the seat can
    tell that the action loses at once.
    """

    games: NDArray[np.int64]
    actions: NDArray[np.int64]
    observations: NDArray[np.int8]
    losing: NDArray[np.bool_]


def afterstates(envs: TeamVectorEnv) -> Afterstates:
    """All afterstates of the games as they stand."""
    games, actions = np.nonzero(envs.arrays.masks)
    observations = np.empty((len(games), envs.layout.size), np.int8)
    losing = np.zeros(len(games), np.bool_)
    sets, nums = np.zeros((SETS, 2), np.uint64), np.zeros(NUMS, np.int16)
    marks, tops = np.zeros((SEATS, ROWS), np.int8), np.zeros((SEATS, ROWS), np.int16)
    _write(envs.law, envs.arrays, games, actions, observations, losing, sets, nums, marks, tops)
    return Afterstates(games, actions, observations, losing)


@jit
def _write(
    law: Law,
    arrays: EnvArrays,
    games: Array,
    actions: Array,
    observations: Array,
    losing: Array,
    sets: Array,
    nums: Array,
    marks: Array,
    tops: Array,
) -> None:
    for at in range(len(games)):
        game, action = games[at], whole(actions[at])
        for place in range(SETS):
            sets[place, 0] = arrays.games.sets[game, place, 0]
            sets[place, 1] = arrays.games.sets[game, place, 1]
        for place in range(NUMS):
            nums[place] = arrays.games.nums[game, place]
        viewer, speaker = whole(arrays.seats[game]), arrays.signs.speaker[game]
        for seat in range(SEATS):
            for row in range(ROWS):
                marks[seat, row] = arrays.signs.marks[game, seat, row]
                tops[seat, row] = arrays.signs.tops[game, seat, row]
        if speaker != NOBODY:
            put_up(marks[viewer], tops[viewer], nums, action)
            speaker = next_speaker(law, sets, nums, speaker)
        else:
            turn = turn_of(law, sets, nums)
            losing[at] = loses(law, sets, nums, turn, action, False, arrays.scratch)
            ended = action == END
            if not ended:
                put(law, sets, nums, action)
                marks[viewer, action & 3] = 0  # T8r
                standing(law, arrays.signs, sets, nums, marks)
                ended = stops(law, sets, action >> 2)
            if ended:
                nums[SEAT] = -1
        encode(law, arrays.offsets, sets, nums, viewer, observations[at])
        speaking, out = speaker != NOBODY, observations[at]
        encode_marks(law, arrays.offsets, nums, viewer, marks, tops, speaking, out)
