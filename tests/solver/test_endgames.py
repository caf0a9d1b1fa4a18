"""Endgames of whole hands are decided within few dead ends.

Each of these came up in a game of five planners.
"""

import pytest

from ninetyeight.rules import Edition, Game, read_game
from ninetyeight.rules.editions import four_rows
from ninetyeight.solver import Proof, Status, solve
from ninetyeight.solver.by_kernel import KernelSearch

#: 53 may only be covered by 91 or, by way of 60 on the row of 50, from below; 32 is no easier (X2).
SKULLS = read_game(
    "extreme 5 U1:11.12.16.18.34.46.36.37.38.47.58.68.69.59.61.51.56.63.66.87.89/"
    "U2:4.13.3.14.15.17.7.20.10.21.23.29.33.45.48.49/"
    "D1:79.77.76.74.67.62.57.55.44.41.39.35.31.30.40.9/"
    "D2:97.86.85.81.72.82.78.75.73.71.65.64.43.42.52.50 "
    "8.19.28.83.98.99/6.22.27.53.91/2.5.26.54.60.93/24.25.32.70.95.96/80.84.88.90.92.94 - 3 - 1 "
    "3:three.6:three.10:stop.17:stop.19:skull.23:one_row.27:three.32:skull.33:draw_one.42:three."
    "46:stop.49:one_row.50:silence.53:skull.54:one_row.55:stop.58:one_row.64:silence.66:skull."
    "70:no_back.76:no_back.77:silence.78:silence.85:no_back.95:no_back.96:draw_one.98:draw_one."
    "99:draw_one playing"
)
#: 69 may lie last on its row, in a turn that loses; then 71, 83, 86 … find no row.
ONE_SKULL = read_game(
    "extreme 5 "
    "U1:9.10.18.8.26.28.32.35.25.30.33.23.37.51.58.60.63.68.70.73.75.76.77.79.80.89.94.96/"
    "U2:3.7.16.17.24.14.4/D1:72.82.92.81.74.67.65.59.56.55.52.62.36.34.44.42.38.21.19.29.39.31/"
    "D2:99.97.95.93.90.85.84.78.66.64.53.50.49 "
    "22.54.61.88/2.5.13.20.40.45/15.27.43.83.87.91/6.11.46.47.69.98/12.41.48.57.71.86 - 2 - 1 "
    "4:three.8:one_row.13:skull.15:skull.16:one_row.17:three.18:draw_one.26:stop.32:silence."
    "37:one_row.41:one_row.43:stop.45:stop.48:draw_one.50:silence.61:no_back.62:stop.65:no_back."
    "69:skull.71:three.73:silence.76:no_back.78:draw_one.82:three.86:no_back.93:draw_one."
    "94:skull.95:silence playing"
)
#: 97 and 2 are skulls that nothing of their hand covers at once; seat 2 can wait for nobody long.
WAITING = read_game(
    "extreme 5 U1:3.4.8.16.27.17.30.33.23.41.50.51.58.48.67.57.47.49.64.54/"
    "U2:12.13.19.25.15.5.9.10.14.22.42.32.45.53/"
    "D1:88.86.77.87.78.75.72.68.56.55.36.46.44.39.37.34.29.24.21.31.18.28.38/"
    "D2:96.91.90.74.84.73.83.71.70.80.76.69.79.89 "
    "6.11.60.63.95/2.7.20.43.82.97/26.61.62.81.93.98/52.59.65.92.94/35.40.66.85.99 - 5 - 1 "
    "2:skull.13:silence.14:no_back.15:one_row.16:silence.17:stop.18:skull.20:draw_one.23:one_row."
    "27:silence.37:no_back.41:stop.45:silence.48:one_row.50:one_row.51:draw_one.56:three.63:stop."
    "65:three.69:draw_one.75:no_back.83:skull.86:three.87:three.88:stop.89:no_back.97:skull."
    "99:draw_one playing"
)


def endless(_: int) -> bool:
    return True


def at_once(dead_ends: int) -> bool:
    raise AssertionError(f"{dead_ends} dead ends were not enough")


@pytest.mark.parametrize("game", [SKULLS, ONE_SKULL, WAITING])
def test_few_dead_ends_prove_that_there_is_no_win(game: Game) -> None:
    found = KernelSearch(game).endgame(0, at_once, to_win=True)
    assert found.complete
    assert not found.won
    assert found.at_least == 0


@pytest.mark.parametrize("game", [ONE_SKULL, WAITING])
def test_few_dead_ends_prove_that_a_card_stays(game: Game) -> None:
    found = KernelSearch(game).endgame(0, at_once)
    assert found.complete
    assert found.at_least == 1


@pytest.mark.parametrize(("game", "width"), [(SKULLS, 1024), (ONE_SKULL, 16), (WAITING, 64)])
def test_a_narrow_beam_proves_it_as_well(game: Game, width: int) -> None:
    found = KernelSearch(game).beam(width, endless, to_win=True)
    assert found.complete
    assert not found.won


@pytest.mark.parametrize("game", [ONE_SKULL, WAITING])
def test_the_line_with_the_fewest_cards_is_found(game: Game) -> None:
    solution = solve(game, seconds=600)
    assert (solution.status, solution.left) == (Status.HOPELESS, 1)
    assert solution.proof is Proof.SEARCHED
    assert solution.fewest


def test_a_trick_that_a_command_will_forbid_is_not_counted_on() -> None:
    """X5: 21 forbids tricks once it lies, so 20 and 21 must leave the row of 13 to 16."""
    edition = Edition(
        id="small",
        low=1,
        high=25,
        rows=four_rows((0, 26), (26, 0)),
        max_players=2,
        hands=(8, 6, 5),
        step=3,
    )
    game = read_game(
        "small+commands 2 U1:4.6.8.12.13/U2:2.3.5.11.19/D1:23.22.17.15.14/D2:25.24.18.7 "
        "10.20.21/1.9.16 - 1 - 1 4:no_back.7:one_row.15:draw_one.20:three.21:no_back.23:no_back "
        "playing",
        edition,
    )
    assert solve(game).won
