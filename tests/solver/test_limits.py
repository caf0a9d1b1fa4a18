"""How far a search goes that nothing decides: to the widest beam, or as memory lasts."""

import subprocess
import sys

import pytest

from ninetyeight.rules import Game, Rules, read_game, write_game
from ninetyeight.solver import Proof, Status, solve, solving
from ninetyeight.solver.by_rules import SearchByRules
from ninetyeight.solver.search import Found, Going, nothing
from tests.solver.deals import check, random_deal

#: Five hands of 29 cards; three of them must stay.
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


#: A deal that takes long.
OPEN = write_game(
    random_deal(
        Rules.of("gold", 3, expert=True, short_hand=True, commands=True, fire=True), 2
    ).game()
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

    def endgame(self, spare: int, going: Going, *, to_win: bool = False) -> Found:
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


@pytest.mark.parametrize("width", [0, -1])
def test_a_beam_that_could_hold_nothing_is_refused(width: int) -> None:
    """It would be searched for ever, whatever the time."""
    with pytest.raises(ValueError, match="one position at least"):
        solve("original-1p-K7Q2M9XA4TWB3H8C", width=width, seconds=1)


def test_a_search_whose_time_is_over_is_not_called_exhausted() -> None:
    solution = solve(read_game(OPEN), seconds=0.2)
    assert solution.status is Status.UNKNOWN
    assert not solution.exhausted


MEMORY = """
import resource, sys
from ninetyeight.rules import read_game
from ninetyeight.solver import solve

game = read_game(sys.argv[1])
solve(game, width=4096)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (8 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
found = solve(game, seconds=600)
print(found.status.value, found.left, found.fewest, found.exhausted, found.width)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is used")
def test_a_beam_that_finds_no_room_in_memory_ends_the_search_with_the_best_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, OPEN], capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    status, left, fewest, exhausted, width = done.stdout.split()
    assert (status, fewest, exhausted) == ("unknown", "False", "True")
    assert 1 <= int(left) <= 12
    assert 4096 <= int(width) < 65536


#: Six hands of ten cards, on which even a solver for clauses works for many seconds; interrupted
#: shortly after its first look at the clock.
LONG = """
import os, signal, threading
from dataclasses import replace
from random import Random
from ninetyeight.rules import Command, Commands, Deal, Edition, Rules
from ninetyeight.rules.editions import four_rows
from ninetyeight.solver import solve

edition = Edition(
    id="long", low=1, high=100, rows=four_rows((0, 101), (101, 0)), max_players=6,
    hands=(10, 10, 10), step=10, fires=frozenset({22, 33, 44, 55, 66, 77}),
)
rules = Rules.of(edition, 6, commands=True, fire=True)
random = Random(7)
cards = random.sample(rules.cards, 100)
hands = tuple(tuple(sorted(cards[at : at + 10])) for at in range(0, 60, 10))
piles = [sorted(cards[at : at + 10], reverse=at >= 80) for at in range(60, 100, 10)]
rows = tuple(tuple(pile[4:] + pile[:4]) for pile in piles)
plain = [card for card in rules.cards if card not in rules.fires]
kinds = {card: list(Command)[at % 7] for at, card in enumerate(random.sample(plain, 28))}
for row in rows:
    if kinds.get(row[-1]) is Command.SKULL:
        del kinds[row[-1]]
deal = Deal(rules, tuple(rules.cards), Commands(kinds)).game()
game = replace(deal, rows=rows, hands=hands, draw=()).start(0)
looks = []

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def told(progress):
    if progress.width == 0:
        if not looks:
            threading.Timer(0.05, interrupt).start()
        looks.append(progress.dead_ends)

found = solve(game, seconds=600, progress=told)
print(found.status.value, found.interrupted, looks == [1000 * (n + 1) for n in range(len(looks))])
"""


def test_ctrl_c_is_heard_while_an_endgame_is_decided() -> None:
    done = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert done.stdout.split() == ["unknown", "True", "True"]
