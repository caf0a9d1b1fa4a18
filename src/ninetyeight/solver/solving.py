"""Solving a position: wider and wider beams until it is decided or the time is over.

A beam keeps, for each number of cards laid, the positions that look best. One that never had to
drop a position has looked at all that can be reached, positions that go on alike counted once;
when it has found no win, there is none. That is the whole proof, and what is claimed:

* ``searched``: nothing at all was dropped. No line wins and none leaves fewer cards.
* ``no_win``: positions were left out in which some card can find no row any more, by the numbers
  alone: on each row it is neither ahead of any card that could still come to lie there, nor a step
  back from one. Such a card can never be laid, whoever holds it, so no win is lost; but a line
  that leaves fewer cards could be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ninetyeight.fast import available
from ninetyeight.rules import BACK, Game, Move
from ninetyeight.solver.replay import check_line, without_take_backs
from ninetyeight.solver.search import Found, Search
from ninetyeight.solver.solution import Progress, Proof, Solution, Status

#: The first beam and how much wider each next one is.
FIRST_WIDTH = 64
WIDER = 4
#: No beam is wider than this: memory is finite.
WIDEST = 1 << 20

Watcher = Callable[[Progress], bool | None]


def solve(
    game: Game,
    *,
    seconds: float = 10.0,
    width: int | None = None,
    progress: Watcher | None = None,
) -> Solution:
    """Find a winning line from ``game``, every card of which is known, or the best there is.

    A game that has not begun is tried with every starter; ``game.start(seat)`` asks for one only.
    The search stops after ``seconds``, when ``progress`` returns False, or on Ctrl-C; then the
    best line so far is returned. With ``width`` one beam of that width is searched.

    Taking cards back wins nothing once all is known: a turn that is under way is taken back as far
    as the line wants it, and then no more.
    """
    begun = time.monotonic()
    if game.outcome is not None:
        won = game.outcome.won
        status, proof = (Status.WON, Proof.LINE) if won else (Status.HOPELESS, Proof.SEARCHED)
        return Solution(status, game.outcome.left, (), None, 0.0, proof, fewest=True)
    start = game
    while game.rules.options.take_backs and start.laid:
        start = start.back()
    work = _Work(without_take_backs(start), begun, seconds, progress)
    work.run(width)
    moves = _from_mid_turn(game, work.best.moves) if start is not game else work.best.moves
    check_line(game, work.best.starter, moves, work.best.left, won=work.best.won)
    return Solution(
        work.status,
        work.best.left,
        moves,
        work.best.starter,
        time.monotonic() - begun,
        work.proof,
        fewest=work.best.won or work.proof is Proof.SEARCHED,
        width=work.width,
        interrupted=work.interrupted,
    )


def _from_mid_turn(game: Game, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line from the turn's start, as it is played when some cards already lie (B12r)."""
    same = 0
    while same < len(game.laid) and same < len(moves) and moves[same] == game.laid[same]:
        same += 1
    return (BACK,) * (len(game.laid) - same) + moves[same:]


def open_search(game: Game) -> Search:
    """The compiled search where it can be had, else the one by the rules."""
    from ninetyeight.solver.by_rules import SearchByRules

    if available():
        from ninetyeight.solver.by_kernel import KernelSearch

        return KernelSearch(game)
    return SearchByRules(game)


def hint() -> str | None:
    """What to install for a far faster search; None when it is there."""
    from ninetyeight.fast import EXTRA

    return None if available() else EXTRA


@dataclass
class _Work:
    """One position being solved."""

    game: Game
    begun: float
    seconds: float
    watcher: Watcher | None
    proof: Proof = Proof.NOTHING
    width: int = 0
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.search = open_search(self.game)
        self.best = Found((), None, self.game.left + 1, False, complete=False)
        self.now = 0

    @property
    def status(self) -> Status:
        if self.best.won:
            return Status.WON
        return Status.UNKNOWN if self.proof is Proof.NOTHING else Status.HOPELESS

    def run(self, width: int | None) -> None:
        for breadth, winnable_only in self._plan(width):
            self.now = breadth
            found = self.search.beam(breadth, self._going, winnable_only=winnable_only)
            if (found.won, -found.left) > (self.best.won, -self.best.left):
                self.best = found
            if found.won:
                self.proof = Proof.LINE
            elif found.complete:
                self.proof = Proof.NO_WIN if winnable_only else Proof.SEARCHED
            if not found.stopped:
                self.width = breadth
            elif not self._time_over:
                self.interrupted = True
            if found.won or found.stopped or self.proof is Proof.SEARCHED:
                return

    def _plan(self, width: int | None) -> Iterator[tuple[int, bool]]:
        """Beams to try, in order; the proof that there is no win is looked for on the way."""
        if width is not None:
            yield width, False
            return
        width = FIRST_WIDTH
        while width <= WIDEST:
            winnable_only = width > FIRST_WIDTH and self.proof is not Proof.NO_WIN
            yield width, winnable_only
            width *= WIDER

    @property
    def _time_over(self) -> bool:
        return time.monotonic() - self.begun >= self.seconds

    def _going(self, laid: int) -> bool:
        if self.watcher is not None:
            now = Progress(
                self.now,
                laid,
                self.game.left,
                min(self.best.left, self.game.left - laid),
                time.monotonic() - self.begun,
            )
            if self.watcher(now) is False:
                return False
        return not self._time_over
