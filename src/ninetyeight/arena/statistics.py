"""What many games say: a win rate with its interval, cards left, why and where games were lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Any, Protocol, runtime_checkable

from ninetyeight.arena.runs import GameResult, Run
from ninetyeight.rules import Marker

#: Half the width of a 95 % interval, in standard deviations.
Z95 = 1.959963984540054


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
    share, z2 = wins / games, Z95**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    # At the ends the formula gives exactly 0 and 1; rounding must not pass them.
    return (
        0.0 if wins == 0 else max(0.0, middle - half),
        1.0 if wins == games else min(1.0, middle + half),
    )


@runtime_checkable
class Columns(Protocol):
    """Games that are kept in columns and can tell about all of them at once."""

    def tally(self) -> Tally:
        """All of them counted."""

    def lefts(self) -> list[int]:
        """How many cards each of them left."""


@dataclass
class Tally:
    """Games counted so far."""

    games: int = 0
    wins: int = 0
    #: How many games left that many cards.
    lefts: Counter[int] = field(default_factory=Counter)
    #: How many games were lost for that reason.
    reasons: Counter[str] = field(default_factory=Counter)
    #: How many games were lost with that many cards in the draw pile, and in that turn.
    lost_draws: Counter[int] = field(default_factory=Counter)
    lost_turns: Counter[int] = field(default_factory=Counter)
    #: How often each marker was set, and in how many games any was.
    marks: Counter[str] = field(default_factory=Counter)
    marked_games: int = 0
    turns: int = 0
    tricks: int = 0
    markers: int = 0

    def add(self, played: GameResult) -> None:
        """Count one more game."""
        self.games += 1
        self.wins += played.won
        self.lefts[played.left] += 1
        if played.reason is not None:
            self.reasons[played.reason.value] += 1
            self.lost_draws[played.draw] += 1
            self.lost_turns[played.turns] += 1
        if played.markers:
            self.marked_games += 1
            for marker, times in zip(Marker, played.marks, strict=True):
                self.marks[marker.value] += times
        self.turns += played.turns
        self.tricks += played.tricks
        self.markers += played.markers

    def add_all(self, games: Sequence[GameResult]) -> None:
        """Count some more games; those of the compiled kernel all at once."""
        if isinstance(games, Columns):
            self.merge(games.tally())
        else:
            for played in games:
                self.add(played)

    def merge(self, other: Tally) -> None:
        """Count what ``other`` has counted as well."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, one.name, mine + theirs)

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


def middle(counts: Counter[int]) -> tuple[int, int, int] | None:
    """The quartiles of counted numbers: a quarter lies below the first, half below the second.

    >>> middle(Counter({10: 1, 12: 2, 40: 1}))
    (12, 12, 12)
    >>> middle(Counter()) is None
    True
    """
    if not counts.total():
        return None
    found = []
    for quarter in (1, 2, 3):
        rank, passed = quarter * (counts.total() - 1) / 4, 0
        for number in sorted(counts):
            passed += counts[number]
            if passed > round(rank):
                found.append(number)
                break
    low, median, high = found
    return low, median, high


def survival(cards: int, lefts: Counter[int]) -> list[float]:
    """For 0 to ``cards`` laid cards: the share of games that came so far.

    >>> survival(3, Counter({0: 1, 2: 1}))
    [1.0, 1.0, 0.5, 0.5]
    """
    games, gone, shares = max(1, lefts.total()), 0, []
    for laid in range(cards + 1):
        shares.append((games - gone) / games)
        gone += lefts[cards - laid]
    return shares


def report(
    run: Run,
    tally: Tally,
    seconds: float,
    continued: int = 0,
    engines: Collection[str] = (),
) -> dict[str, Any]:
    """The result of a run as JSON would have it. Shares are between 0 and 1.

    ``continued`` games of the tally were not played now but came from an earlier run's file.
    ``engines`` have played the others.
    """
    rules = run.rules
    played = tally.games - continued
    return {
        "edition": rules.edition.id,
        "options": run.options,
        "players": rules.players,
        "cards": len(rules.cards),
        "bot": run.name,
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
        "histogram": _in_order(tally.lefts),
        "reasons": dict(sorted(tally.reasons.items())),
        "lost_draw": _in_order(tally.lost_draws),
        "lost_turn": _in_order(tally.lost_turns),
        "mean_turns": tally.per_game(tally.turns),
        "mean_tricks": tally.per_game(tally.tricks),
        "mean_markers": tally.per_game(tally.markers),
        "markers": {marker.value: tally.marks[marker.value] for marker in Marker},
        "games_with_markers": tally.marked_games,
        "continued": continued,
        "engine": "+".join(sorted(engines)) or None,
        "seconds": seconds,
        "games_per_s": played / seconds if seconds > 0 else 0.0,
    }


def _in_order(counts: Counter[int]) -> dict[str, int]:
    return {str(number): counts[number] for number in sorted(counts)}
