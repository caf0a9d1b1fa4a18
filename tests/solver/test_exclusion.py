"""What the search leaves out is lost: positions of small endgames, against trying everything."""

import numpy as np
import pytest
from hypothesis import given, settings

from ninetyeight.fast import layout
from ninetyeight.fast.batch import Batch
from ninetyeight.rules import Edition, Game, parse_move, read_game
from ninetyeight.rules.editions import four_rows
from ninetyeight.solver.exclusion import excluded
from ninetyeight.solver.waiting import new_times
from tests.solver.brute import best_end, best_ends
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
    batch = Batch.of_games([position for position, _ in ends])
    reach, times = np.zeros((layout.ROWS + 1, 2), np.uint64), new_times()
    for at, (position, (won, left)) in enumerate(ends):
        sets, nums = batch.games.sets[at], batch.games.nums[at]
        if excluded(batch.law, sets, nums, reach, times, 0, 1):
            assert not won, position
        for spare in range(left, position.left + 1):
            assert not excluded(batch.law, sets, nums, reach, times, spare, 0), (position, spare)


@given(small_endgames(most=6))
@settings(max_examples=60)
def test_only_lost_positions_are_left_out(game: Game) -> None:
    only_lost_positions_are_left_out(game)


@pytest.mark.soak
@given(small_endgames(most=7))
@settings(max_examples=5_000)
def test_only_lost_positions_of_many_endgames_are_left_out(game: Game) -> None:
    only_lost_positions_are_left_out(game)


def small(high: int, step: int, line: str) -> Game:
    """A game of an edition with so many cards and such a step back."""
    edition = Edition(
        id="small",
        low=1,
        high=high,
        rows=four_rows((0, 0), (0, 0)),
        max_players=3,
        hands=(8, 6, 5),
        step=step,
    )
    return read_game(line, edition)


def left_out(game: Game) -> list[bool]:
    """Whether the position is left out when 0, 1, 2 … cards may be left."""
    batch = Batch.of_games([game])
    sets, nums = batch.games.sets[0], batch.games.nums[0]
    reach, times = np.zeros((layout.ROWS + 1, 2), np.uint64), new_times()
    return [
        bool(excluded(batch.law, sets, nums, reach, times, spare, 0)) for spare in range(game.left)
    ]


def test_of_two_stops_that_have_one_turn_left_only_one_stays() -> None:
    """X1: after 2 seat 2 is stuck with 10, and seat 1 has one turn for 20 or 22."""
    game = small(
        25,
        3,
        "small+commands 2 U1:5.7.9.11.12.13.18/U2:4.6.8.14.15.16.17.19.21.23.24/D1:25.1/D2:3 "
        "20.22/2.10 - 2 - 1 20:stop.22:stop playing",
    ).apply(parse_move("2@D2"))
    assert best_end(game) == (False, 2)
    assert left_out(game) == [True, True, False]


@pytest.mark.parametrize(
    ("position", "lay"),
    [
        (
            "U1:1.6.14.17/U2:15.16.18.22/D1:11.10.9.7.2/D2:12 5.19/8.13.21/3.4.20 - 2",
            "8@D2",
        ),
        (  # the same upside down
            "U1:12.13.14.16.21/U2:11/D1:22.17.9.6/D2:8.7.5.1 4.18/2.10.15/3.19.20 - 2",
            "15@U2",
        ),
    ],
)
def test_a_card_that_another_one_waits_for_may_be_the_one_that_stays(
    position: str, lay: str
) -> None:
    """3 and 4 wait for 5, and 20 for 19. Seat 3 cannot wait; once 19 is given up it need not."""
    game = small(22, 4, f"small+commands 3 {position} - 1 - playing").apply(parse_move(lay))
    assert best_end(game) == (False, 1)
    assert left_out(game) == [True, *(False,) * (game.left - 1)]
