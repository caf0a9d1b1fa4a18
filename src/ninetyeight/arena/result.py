"""The arena in one call: a question, and its answer as an object.

>>> planner = arena("planner", players=2, games=40, engine="reference", jobs=1)
>>> greedy = arena("greedy", players=2, games=40, engine="reference", jobs=1)
>>> planner.wins > greedy.wins, planner.games
(True, 40)
>>> greedy
<greedy, original, 2 players, silent: 0 of 40 won, 0.0 % (95 % between 0.0 and 8.8), 22.5 left>
>>> planner.compare(greedy).p_wins < 0.01
True
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from ninetyeight.arena.comparing import Pairs, compare
from ninetyeight.arena.crews import make_crew, play_batches
from ninetyeight.arena.runs import AUTO, ArenaError, GameResult, Run
from ninetyeight.arena.statistics import Tally, report, wilson
from ninetyeight.arena.tables import COLUMNS, rows_of
from ninetyeight.bots.bot import TIME_LIMIT
from ninetyeight.locale import catalogue
from ninetyeight.rules import Edition, OptionChoices, Rules, Strictness

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: So few games the kernel plays sooner than other processes could be started.
_SOON = 20_000


def arena(
    team: str | Sequence[str],
    *,
    players: int | None = None,
    games: int = 1000,
    talk: Strictness | str = Strictness.SILENT,
    seed: int = 1,
    edition: str | Edition = "original",
    jobs: int | None = None,
    engine: str = AUTO,
    time_limit: float = TIME_LIMIT,
    **options: Unpack[OptionChoices],
) -> ArenaResult:
    """Let a team play many games, and count.

    ``team`` is the bot that sits at every seat, of which there are ``players`` (3 unless said
    otherwise), or a list with one bot for each seat. A bot is one of our own or
    ``program:COMMAND``; ``time_limit`` is how many seconds a program has for each answer. The
    ``options`` are those of the rules: ``expert=True``.

    The same question gets the same games on every machine, whoever plays them: the compiled kernel
    where it is installed and knows the team, else the rules (``engine``), on ``jobs`` processes
    (None: as many as are worth starting). ArenaError, BotError or SetupError when it makes no
    sense.
    """
    seats = team if isinstance(team, str) else tuple(team)
    seated = 3 if isinstance(seats, str) else len(seats)
    rules = Rules.of(edition, seated if players is None else players, **options)
    run = Run(
        rules,
        seats,  # type: ignore[arg-type] # one bot stands for all seats
        Strictness(talk),
        games,
        seed,
        time_limit=time_limit,
        engine=engine,
    )
    result = ArenaResult(run)
    began = time.monotonic()
    if jobs is None and run.in_kernel and run.games <= _SOON:
        jobs = 1
    with make_crew(jobs, most=run.games) as crew:
        for batch in play_batches(run, crew):
            result.tally.add_all(batch.games)
            result.batches.append(batch.games)
    result.seconds = time.monotonic() - began
    return result


@dataclass(repr=False)
class ArenaResult:
    """What a team has played: figures of all games, and every single one of them.

    ``run`` is the question, ``tally`` holds all that was counted, ``batches`` are the games in
    order, ``seconds`` is how long they took.
    """

    run: Run
    tally: Tally = field(default_factory=Tally)
    batches: list[Sequence[GameResult]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def wins(self) -> int:
        """How many of them were won."""
        return self.tally.wins

    @property
    def win_rate(self) -> float:
        """The share of games won, between 0 and 1."""
        return self.tally.win_rate

    @property
    def ci95(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def mean_left(self) -> float:
        """Cards left in a game on average."""
        return self.tally.mean_left

    def __iter__(self) -> Iterator[GameResult]:
        """Every game in order."""
        for batch in self.batches:
            yield from batch

    def __repr__(self) -> str:
        rules, (low, high) = self.run.rules, self.ci95
        table = ", ".join([rules.edition.id, *rules.options.named()])
        return (
            f"<{self.run.name}, {table}, {rules.players} player{'s' * (rules.players > 1)},"
            f" {self.run.talk.value}: {self.wins:,} of {self.games:,} won,"
            f" {100 * self.win_rate:.1f} % (95 % between {100 * low:.1f} and {100 * high:.1f}),"
            f" {self.mean_left:.1f} left>"
        )

    def report(self) -> dict[str, Any]:
        """All figures as ``ninetyeight arena --json`` prints them."""
        engines = {"kernel" if self.run.in_kernel else "reference"}
        return report(self.run, self.tally, self.seconds, engines=engines)

    def compare(self, other: ArenaResult) -> Comparison:
        """How this team did against ``other`` on the deals that both have played.

        ArenaError unless both played the same deals: edition, options, players and seed.
        """
        mine, theirs = self.run, other.run
        if (mine.rules, mine.seed) != (theirs.rules, theirs.seed):
            raise ArenaError("other_deals")
        told = compare((theirs, _pairs(other)), (mine, _pairs(self)))
        return Comparison(mine.name, theirs.name, told)

    def to_pandas(self) -> pandas.DataFrame:
        """Every game as a row of a data frame; the columns are those of ``--table``.

        Needs pandas (the extra ``pandas``); ArenaError when it is not there.
        """
        try:
            import pandas
        except ImportError as missing:
            raise ArenaError("pandas_missing") from missing
        return pandas.DataFrame(rows_of(self.run, 0, self), columns=list(COLUMNS))

    def plot(self, *others: ArenaResult, path: str | Path | None = None) -> Figure:
        """Win rate, cards left and how far games came, as a picture of matplotlib.

        ``others`` are drawn beside it; with a ``path`` it is written there as well. Needs
        matplotlib (the extra ``plots``); ArenaError when it is not there.
        """
        from ninetyeight.arena.plots import draw_plots, figure_of

        reports = [result.report() for result in (self, *others)]
        title = ", ".join(dict.fromkeys(result.run.rules.edition.id for result in (self, *others)))

        def words(word: str, **told: object) -> str:
            return catalogue("en").text(f"arena.plot.{word}", **told)

        if path is not None:
            draw_plots(reports, Path(path), title, words)
        return figure_of(reports, title, words)


@dataclass(frozen=True, repr=False)
class Comparison:
    """One team against another on the same deals. Differences are ``team`` less ``other``."""

    team: str
    other: str
    #: All figures, with ``other`` as the first, as ``ninetyeight arena --json`` prints them.
    report: Mapping[str, Any]

    @property
    def games(self) -> int:
        """How many deals both have played."""
        return int(self.report["games"])

    @property
    def win_rate_difference(self) -> float:
        """By how much the win rate is higher, between -1 and 1."""
        return float(self.report["win_rate_difference"])

    @property
    def ci95(self) -> tuple[float, float]:
        """Agresti and Min's 95 % interval of that difference."""
        low, high = self.report["win_rate_difference_ci95"]
        return float(low), float(high)

    @property
    def p_wins(self) -> float:
        """McNemar's exact test: how likely such a difference would be by luck."""
        return float(self.report["p_wins"])

    @property
    def left_difference(self) -> float:
        """How many more cards are left on average: below zero is better."""
        return float(self.report["left_difference"])

    @property
    def p_left(self) -> float:
        """The sign test on cards left: how likely such a difference would be by luck."""
        return float(self.report["p_left"])

    def __repr__(self) -> str:
        low, high = self.ci95
        told = "p < 0.0001" if self.p_wins < 1e-4 else f"p = {self.p_wins:.4f}"
        return (
            f"<{self.team} against {self.other}, {self.games:,} deals:"
            f" {100 * self.win_rate_difference:+.1f} points"
            f" (95 % between {100 * low:+.1f} and {100 * high:+.1f}), {told}>"
        )


def _pairs(result: ArenaResult) -> Pairs:
    pairs = Pairs()
    for batch in result.batches:
        pairs.add_all(batch)
    return pairs
