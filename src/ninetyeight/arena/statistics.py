"""What many games say: a win rate with its interval, cards left, and why games were lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from ninetyeight.arena.runs import Played, Run
from ninetyeight.rules import LAW_OPTIONS

#: Half the width of a 95 % interval, in standard deviations.
_Z95 = 1.959963984540054


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the share of wins; from 0 to 1 when nothing was played.

    >>> low, high = wilson(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    >>> wilson(0, 100)[0]
    0.0
    """
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, _Z95**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z95 / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    # At the ends the formula gives exactly 0 and 1; rounding must not pass them.
    return (
        0.0 if wins == 0 else max(0.0, middle - half),
        1.0 if wins == games else min(1.0, middle + half),
    )


@dataclass
class Tally:
    """Games counted so far."""

    games: int = 0
    wins: int = 0
    #: How many games left that many cards.
    lefts: Counter[int] = field(default_factory=Counter)
    #: How many games were lost for that reason.
    reasons: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    tricks: int = 0
    markers: int = 0

    def add(self, played: Played) -> None:
        """Count one more game."""
        self.games += 1
        self.wins += played.won
        self.lefts[played.left] += 1
        if played.reason is not None:
            self.reasons[played.reason.value] += 1
        self.turns += played.turns
        self.tricks += played.tricks
        self.markers += played.markers

    @property
    def win_rate(self) -> float:
        """Share of games won; 0 when nothing was played."""
        return self.per_game(self.wins)

    @property
    def mean_left(self) -> float:
        """Cards left in a game on average."""
        return self.per_game(sum(left * count for left, count in self.lefts.items()))

    @property
    def under_ten(self) -> float:
        """Share of games that left fewer than ten cards, won ones included (B9)."""
        return self.per_game(sum(count for left, count in self.lefts.items() if left < 10))

    def per_game(self, total: int) -> float:
        """``total`` divided by the games."""
        return total / self.games if self.games else 0.0


def report(run: Run, tally: Tally, seconds: float) -> dict[str, Any]:
    """The result of a run as JSON would have it. Shares are between 0 and 1."""
    rules = run.rules
    same = len(set(run.seats)) == 1
    return {
        "edition": rules.edition.id,
        "options": {name: getattr(rules.options, name) for name in LAW_OPTIONS},
        "players": rules.players,
        "bot": run.seats[0] if same else ",".join(run.seats),
        "seats": list(run.seats),
        "talk": run.talk.value,
        "seed": run.seed,
        "games": tally.games,
        "games_asked": run.games,
        "wins": tally.wins,
        "win_rate": tally.win_rate,
        "ci95": list(wilson(tally.wins, tally.games)),
        "mean_left": tally.mean_left,
        "under_ten": tally.under_ten,
        "histogram": {str(left): tally.lefts[left] for left in sorted(tally.lefts)},
        "reasons": dict(sorted(tally.reasons.items())),
        "mean_turns": tally.per_game(tally.turns),
        "mean_tricks": tally.per_game(tally.tricks),
        "mean_markers": tally.per_game(tally.markers),
        "seconds": seconds,
        "games_per_s": tally.games / seconds if seconds > 0 else 0.0,
    }
