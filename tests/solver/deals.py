"""Random deals of every law, and solutions checked against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ninetyeight.rules import EDITIONS, Deal, Game, Rules
from ninetyeight.solver import Proof, Solution, Status, replayed
from tests.laws import every_law


def every_rules() -> Iterator[Rules]:
    """Every edition with every combination of options, once each, for changing numbers of seats."""
    at = 0
    for edition in EDITIONS.values():
        for options in every_law():
            yield Rules(edition, options, 1 + at % edition.max_players)
            at += 1


def random_deal(rules: Rules, seed: int) -> Deal:
    return Deal.of_bits(rules, Random(f"solver {seed}").getrandbits(80))


def check(game: Game, solution: Solution) -> None:
    """Fail unless the line leads where the solution says, and it claims no more than it may."""
    end = replayed(game, solution.starter, solution.moves).outcome
    assert end is not None
    assert (end.won, end.left) == (solution.won, solution.left)
    assert (solution.starter is None) == (game.seat is not None)
    assert (solution.proof is Proof.LINE) == (solution.status is Status.WON)
    assert (solution.proof is Proof.NOTHING) == (solution.status is Status.UNKNOWN)
    assert solution.fewest or solution.left > 0
    assert solution.fewest or solution.proof is not Proof.SEARCHED
