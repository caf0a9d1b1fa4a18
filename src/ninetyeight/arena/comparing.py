"""Two teams on the same deals: is the difference more than luck?

Every deal that both have played is a pair, so the luck of the cards falls out. Wins are compared by
McNemar's exact test, which looks only at the deals that one team won and the other lost; cards left
by the mean difference with its interval and by the sign test.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log, sqrt
from typing import Any

from ninetyeight.arena.runs import GameResult, Run
from ninetyeight.arena.statistics import Z95, Columns


def exact_binomial(first: int, second: int) -> float:
    """The two-sided p-value of ``first`` heads and ``second`` tails of a fair coin.

    >>> exact_binomial(5, 5)
    1.0
    >>> round(exact_binomial(1, 9), 6)
    0.021484
    """
    tosses, fewer = first + second, min(first, second)
    if 2 * fewer >= tosses - 1:
        return 1.0
    whole = lgamma(tosses + 1) - tosses * log(2)
    # From the likeliest term down, until the rest is too small to be seen.
    total = 0.0
    for heads in range(fewer, -1, -1):
        term = exp(whole - lgamma(heads + 1) - lgamma(tosses - heads + 1))
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, 2 * total)


@dataclass
class Pairs:
    """The games of one run, kept so that another's can be laid beside them: 0 left means won."""

    lefts: array[int] = field(default_factory=lambda: array("H"))

    def add(self, played: GameResult) -> None:
        """Keep one more game; they come in order."""
        self.lefts.append(played.left)

    def add_all(self, games: Sequence[GameResult]) -> None:
        """Keep some more games."""
        if isinstance(games, Columns):
            self.lefts.extend(games.lefts())
        else:
            self.lefts.extend(played.left for played in games)


def compare(first: tuple[Run, Pairs], second: tuple[Run, Pairs]) -> dict[str, Any]:
    """How ``second`` did against ``first`` on the deals that both have played, as JSON has it.

    Differences are second less first: a positive one in ``win_rate_difference`` and a negative one
    in ``left_difference`` speak for the second.
    """
    (run, mine), (other, theirs) = first, second
    both = only_first = only_second = more = fewer = total = squares = 0
    games = min(len(mine.lefts), len(theirs.lefts))
    for one, two in zip(mine.lefts, theirs.lefts, strict=False):
        both += one == 0 == two
        only_first += one == 0 != two
        only_second += one != 0 == two
        more += two > one
        fewer += two < one
        total += two - one
        squares += (two - one) ** 2
    return {
        "compare": [run.name, other.name],
        "edition": run.rules.edition.id,
        "options": run.options,
        "players": run.rules.players,
        "talk": run.talk.value,
        "seed": run.seed,
        "games": games,
        "both_won": both,
        "only_first_won": only_first,
        "only_second_won": only_second,
        "neither_won": games - both - only_first - only_second,
        "win_rate_difference": (only_second - only_first) / games if games else 0.0,
        "win_rate_difference_ci95": _difference_interval(only_first, only_second, games),
        "p_wins": exact_binomial(only_first, only_second),
        "left_difference": total / games if games else 0.0,
        "left_difference_ci95": _mean_interval(total, squares, games),
        "fewer_left": fewer,
        "more_left": more,
        "p_left": exact_binomial(fewer, more),
    }


def _difference_interval(only_first: int, only_second: int, games: int) -> list[float]:
    """Agresti and Min's 95 % interval for a difference of paired shares.

    It is the plain one after half a game is added to each of the four kinds of deals, which keeps
    it honest when few games were played.
    """
    n, one, two = games + 2, only_first + 0.5, only_second + 0.5
    centre = (two - one) / n
    half = Z95 * sqrt(max(0.0, one + two - (two - one) ** 2 / n)) / n
    return [max(-1.0, centre - half), min(1.0, centre + half)]


def _mean_interval(total: int, squares: int, games: int) -> list[float] | None:
    """The 95 % interval of a mean difference; None when there are too few games to tell."""
    if games < 2:
        return None
    mean = total / games
    half = Z95 * sqrt(max(0.0, squares / games - mean**2) / (games - 1))
    return [mean - half, mean + half]
