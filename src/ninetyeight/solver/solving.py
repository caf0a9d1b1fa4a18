"""Solving a position: wider and wider beams until it is decided or the time is over.

A beam keeps, for each number of cards laid, the positions that look best. One that never had to
drop a position for want of room has looked at all that can be reached, positions that go on alike
counted once. That is the whole proof.

A beam may also leave out positions that are sure to leave too many cards: cards that find no row
any more by the numbers alone, whoever holds them (B3, B4), and commands that a hand can never obey.
For games with commands or fires :mod:`ninetyeight.solver.exclusion` says which. So a complete beam
that leaves out what is sure not to win has proven that there is no win (`no_win`); and one that
leaves out only positions that leave at least as many cards as the best line has found a better
line, or proven that there is none (`searched`). Nor does a beam keep a position when it has another
one with the same hands that is at least as good (:mod:`ninetyeight.solver.dominance`).

Endgames, the draw pile being empty, are decided in another way, which is exact
(:mod:`ninetyeight.solver.endgame`): after a first beam, for ever fewer cards until no fewer can be
left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ninetyeight.fast import EXTRA, available
from ninetyeight.rules import BACK, Deal, Game, Move
from ninetyeight.solver.endgame import available as endgames_available
from ninetyeight.solver.replay import check_line, without_take_backs
from ninetyeight.solver.search import Found, Going, LineSearch
from ninetyeight.solver.solution import Progress, Proof, Solution, Status

#: The first beam, and how much wider each next one is.
FIRST_WIDTH = 64
WIDER = 4
#: No beam is wider than this: memory is finite.
WIDEST = 1 << 18
#: Once the draw pile is empty a proof is within reach, and the widest beams take 1 GB at most.
WIDEST_ENDGAME = 1 << 20

Watcher = Callable[[Progress], bool | None]


def solve(
    game: Game | Deal | str,
    *,
    seconds: float = 10.0,
    width: int | None = None,
    progress: Watcher | None = None,
) -> Solution:
    """Find a winning line from ``game``, every card of which is known, or the best there is.

    A deal or the code of one is a game that has not begun. Such a game is tried with every
    starter; ``game.start(seat)`` asks for one only.
    The search stops after ``seconds``, when ``progress`` returns False, or on Ctrl-C; then the
    best line so far is returned. With ``width`` only one beam is searched, of that width. Beams
    that find no room in memory are not searched. ValueError for a width below 1.

    Taking cards back wins nothing once all is known: a turn that is under way is taken back as far
    as the line wants it, and then no more.
    """
    if width is not None and width < 1:
        raise ValueError(f"width={width!r}: a beam holds one position at least")
    if isinstance(game, str):
        game = Deal.from_code(game)
    if isinstance(game, Deal):
        game = game.game()
    if game.outcome is not None:
        won = game.outcome.won
        status, proof = (Status.WON, Proof.LINE) if won else (Status.HOPELESS, Proof.SEARCHED)
        return Solution(status, game.outcome.left, (), None, 0.0, proof, fewest=True)
    start = game
    while game.rules.options.take_backs and start.laid:
        start = start.back()
    work = _Solving(without_take_backs(start), seconds, progress)
    work.run(width)
    best = work.best
    moves = best.moves if start is game else _from_mid_turn(game, best.moves)
    check_line(game, best.starter, moves, best.left, won=best.won)
    return Solution(
        work.status,
        best.left,
        moves,
        best.starter,
        work.time,
        work.proof,
        fewest=work.fewest,
        width=work.width,
        interrupted=work.interrupted,
        exhausted=work.exhausted,
    )


def hint() -> str | None:
    """What to install for a far faster search, as pip spells it; None when it is there."""
    return None if available() and endgames_available() else EXTRA


def open_search(game: Game) -> LineSearch:
    """The compiled search where it can be had and has room for the edition, else by the rules."""
    if available():
        from ninetyeight.fast.layout import fits
        from ninetyeight.solver.by_kernel import KernelSearch

        if fits(game.rules):
            return KernelSearch(game)
    from ninetyeight.solver.by_rules import SearchByRules

    return SearchByRules(game)


def _from_mid_turn(game: Game, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The line from the turn's start, as it is played when some cards already lie (B12r)."""
    same = 0
    while same < len(game.laid) and same < len(moves) and moves[same] == game.laid[same]:
        same += 1
    return (BACK,) * (len(game.laid) - same) + moves[same:]


class _Beam(NamedTuple):
    """A beam to be searched: see :class:`ninetyeight.solver.search.LineSearch`."""

    width: int
    spare: int | None = None
    to_win: bool = False

    def search(self, search: LineSearch, going: Going) -> Found:
        return search.beam(self.width, going, self.spare, to_win=self.to_win)


class _Endgame(NamedTuple):
    """A question about an endgame: see :class:`ninetyeight.solver.search.LineSearch`."""

    spare: int = 0
    to_win: bool = False

    @property
    def width(self) -> int:
        return 0  # no beam at all

    def search(self, search: LineSearch, going: Going) -> Found:
        return search.endgame(self.spare, going, to_win=self.to_win)


@dataclass
class _Solving:
    """One position being solved."""

    game: Game
    seconds: float
    watcher: Watcher | None
    #: Proven: no line wins.
    hopeless: bool = False
    #: Proven: no line leaves fewer cards than this.
    at_least: int = 0
    #: The widest beam that came to its end.
    width: int = 0
    interrupted: bool = False
    #: There was no further beam to search.
    exhausted: bool = False

    def __post_init__(self) -> None:
        self.search = open_search(self.game)  # may have to compile, which is not searching
        self._begun = time.monotonic()
        self.best = Found((), None, self.game.left + 1, won=False, complete=False)
        self._now = 0

    @property
    def fewest(self) -> bool:
        return self.best.left <= self.at_least

    @property
    def status(self) -> Status:
        if self.best.won:
            return Status.WON
        return Status.HOPELESS if self.hopeless else Status.UNKNOWN

    @property
    def proof(self) -> Proof:
        if self.best.won:
            return Proof.LINE
        if not self.hopeless:
            return Proof.NOTHING
        return Proof.SEARCHED if self.fewest else Proof.NO_WIN

    def run(self, width: int | None) -> None:
        """Search beams until all is decided, or as long as it may."""
        for step in self._steps(width):
            self._now = step.width
            try:
                found = step.search(self.search, self._going)
            except MemoryError:
                if not self.best.moves:
                    raise
                break
            if (found.won, -found.left) > (self.best.won, -self.best.left):
                self.best = found
            self.hopeless = self.hopeless or (found.complete and not found.won)
            self.at_least = max(self.at_least, found.at_least)
            if found.stopped:
                self.interrupted = not found.won and not self._time_over
            else:
                self.width = max(self.width, step.width)
            if found.won or found.stopped or (self.hopeless and self.fewest):
                return
        self.exhausted = True

    def _steps(self, width: int | None) -> Iterator[_Beam | _Endgame]:
        """What to search in order: to win, as long as that may be possible, and between for a
        better line."""
        if width is not None:
            yield _Beam(width)
            return
        width = FIRST_WIDTH
        yield _Beam(width)
        if not self.game.draw:
            yield from self._endgame()
        while width < (WIDEST if self.game.draw else WIDEST_ENDGAME):
            width *= WIDER
            if not self.hopeless:
                yield _Beam(width, 0, to_win=True)
            if not self.fewest:
                yield _Beam(width if self.hopeless else width // WIDER, self.best.left - 1)

    def _endgame(self) -> Iterator[_Endgame]:
        """Ask for a win, and then for ever fewer cards as long as there is an answer."""
        yield _Endgame(to_win=True)
        left = self.best.left + 1
        while self.best.left < left and not self.fewest:
            left = self.best.left
            yield _Endgame(left - 1)

    @property
    def time(self) -> float:
        return time.monotonic() - self._begun

    @property
    def _time_over(self) -> bool:
        return self.time >= self.seconds

    def _going(self, far: int) -> bool:
        if self.watcher is not None:
            laid, dead_ends = (far, 0) if self._now else (0, far)
            left = min(self.best.left, self.game.left - laid)
            cards = self.game.left
            if self.watcher(Progress(self._now, laid, cards, left, self.time, dead_ends)) is False:
                return False
        return not self._time_over
