"""How far a search goes that nothing decides: to the widest beam, or as memory lasts."""

import subprocess
import sys

import pytest

from ninetyeight.rules import Game, Rules, read_game
from ninetyeight.solver import Proof, Status, solve, solving
from ninetyeight.solver.by_rules import SearchByRules
from ninetyeight.solver.search import Found, Going, nothing
from tests.solver.deals import check, random_deal

#: Five hands of 29 cards; that three of them must stay takes a million questions to prove.
HARD = (
    "extreme 5 U1:7.13.15.44.34.40.45.51.53.54.63.68.76.93.94.95/"
    "U2:2.3.23.30.35.25.32.22.26.16.17.37.27.38.39.41.47.59.82/"
    "D1:98.86.96.92.85.83.81.80.79.78.88/"
    "D2:99.91.87.84.71.65.75.73.64.62.57.67.77.42.52.50.60.49.46.56.48.43.31 "
    "9.19.20.24.66.90/6.12.36.70.74.97/11.21.33.55.69/4.5.8.14.58.89/10.18.28.29.61.72 - 4 - 1 "
    "5:three.6:skull.10:draw_one.11:one_row.12:skull.14:stop.17:skull.19:silence.28:one_row."
    "31:three.40:skull.42:three.43:draw_one.46:silence.52:no_back.55:stop.56:stop.60:three."
    "71:one_row.75:no_back.83:draw_one.86:draw_one.87:silence.90:no_back.92:stop.93:one_row."
    "96:no_back.99:silence playing"
)


class NeverSure:
    """A search whose beams always find the same line and prove nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.line = SearchByRules(game).beam(1, lambda _: True)
        self.widths: list[int] = []

    def beam(
        self, width: int, going: Going, spare: int | None = None, *, to_win: bool = False
    ) -> Found:
        self.widths.append(width)
        line = self.line
        return Found(line.moves, line.starter, line.left, won=False, complete=False)

    def endgame(self, spare: int, going: Going, questions: int, *, to_win: bool = False) -> Found:
        return nothing(self.game)


def undecided(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    search = NeverSure(game)
    monkeypatch.setattr(solving, "open_search", lambda _: search)
    solution = solve(game, seconds=600)
    check(game, solution)
    assert (solution.status, solution.proof) == (Status.UNKNOWN, Proof.NOTHING)
    assert solution.exhausted
    assert not solution.interrupted
    assert solution.width == max(search.widths)
    return search.widths


def test_beams_grow_to_a_widest_and_wider_ones_are_kept_for_endgames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert max(undecided(read_game(HARD), monkeypatch)) == 1 << 20
    assert max(undecided(random_deal(Rules.of("extreme", 5), 1).game(), monkeypatch)) == 1 << 18


def test_a_search_whose_time_is_over_is_not_called_exhausted() -> None:
    solution = solve(read_game(HARD), seconds=0.2)
    assert not solution.fewest
    assert not solution.exhausted


MEMORY = """
import resource, sys
from ninetyeight.rules import read_game
from ninetyeight.solver import solve

game = read_game(sys.argv[1])
solve(game, width=4096)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (24 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
found = solve(game, seconds=600)
print(found.status.value, found.left, found.fewest, found.exhausted, found.width)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is used")
def test_a_beam_that_finds_no_room_in_memory_ends_the_search_with_the_best_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, HARD], capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    status, left, fewest, exhausted, width = done.stdout.split()
    assert (status, fewest, exhausted) == ("hopeless", "False", "True")
    assert 3 <= int(left) <= 5
    assert 4096 <= int(width) < 65536
