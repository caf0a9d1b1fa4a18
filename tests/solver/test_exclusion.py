"""What the search leaves out is lost: positions of small endgames, against trying everything."""

import numpy as np
import pytest
from hypothesis import given, settings

from ninetyeight.fast import layout
from ninetyeight.fast.batch import GameBatch
from ninetyeight.rules import Game
from ninetyeight.solver.exclusion import excluded
from tests.solver.brute import best_ends
from tests.solver.small_games import small_endgames

#: Of very many positions only so many are looked at, spread over all of them.
MOST = 200
#: A hand has too many orders to be tried if it holds more than this.
LARGEST = 5


def only_lost_positions_are_left_out(game: Game) -> None:
    if game.outcome is not None or max(map(len, game.hands)) > LARGEST:
        return
    ends = best_ends(game)
    ends = ends[:: 1 + len(ends) // MOST]
    batch = GameBatch.of_games([position for position, _ in ends])
    reach = np.zeros((layout.ROWS + 1, 2), np.uint64)
    for at, (position, (won, left)) in enumerate(ends):
        sets, nums = batch.games.sets[at], batch.games.nums[at]
        if excluded(batch.law, sets, nums, reach, 0, 1):
            assert not won, position
        for spare in range(left, position.left + 1):
            assert not excluded(batch.law, sets, nums, reach, spare, 0), (position, spare)


@given(small_endgames(most=6))
@settings(max_examples=60)
def test_only_lost_positions_are_left_out(game: Game) -> None:
    only_lost_positions_are_left_out(game)


@pytest.mark.soak
@given(small_endgames(most=7))
@settings(max_examples=5_000)
def test_only_lost_positions_of_many_endgames_are_left_out(game: Game) -> None:
    only_lost_positions_are_left_out(game)
