"""The beam search on the compiled kernel: positions in, lines out."""

from __future__ import annotations

from dataclasses import dataclass, field

from ninetyeight.fast.batch import Batch, move_of
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import (
    COUNT,
    DRAWN,
    HANDS,
    MINIMUM,
    OUTCOME,
    PLAYING,
    SEAT,
    SEATS,
    UNLAID,
)
from ninetyeight.rules import END, Game, Move
from ninetyeight.solver import plain_beam
from ninetyeight.solver.by_rules import SearchByRules
from ninetyeight.solver.outlook import FIGURES
from ninetyeight.solver.plain_beam import LEVEL, OVER, RUNNING, WINNER, WINNING_MOVE, WON
from ninetyeight.solver.pool import DROPPED, ENDED
from ninetyeight.solver.search import Found, Going

#: Positions looked at between two questions whether to go on: some hundredths of a second.
_BUDGET = 20_000


@dataclass
class PlainSearch:
    """A position without commands and fires that goes on, or one that has not begun."""

    game: Game
    starters: list[int | None] = field(init=False)

    def __post_init__(self) -> None:
        begun = self.game.seat is not None
        self.starters = [None] if begun else list(range(self.game.rules.players))
        batch = Batch.of_games([self.game] * len(self.starters))
        if not begun:
            batch.start(list(range(len(self.starters))))
        self.law, self.deck = batch.law, batch.games.deck[0]
        self.roots = [at for at in range(len(batch)) if batch.games.nums[at, OUTCOME] == PLAYING]
        self._games = batch.games
        #: The most cards that any beam has laid.
        self._most = -1

    def beam(self, width: int, going: Going, *, winnable_only: bool = False) -> Found:
        """See :class:`ninetyeight.solver.search.Search`."""
        if not self.roots:
            return Found((), self.starters[0], self.game.left, won=False, complete=True)
        beam = plain_beam.new_beam(width, self.game.left)
        for at, root in enumerate(self.roots):
            sets, nums = self._games.sets[root], self._games.nums[root]
            beam.sets[0, at, :SEATS] = sets[HANDS : HANDS + SEATS]
            beam.sets[0, at, plain_beam.UNLAID] = sets[UNLAID]
            beam.nums[0, at] = (
                tops_of(nums),
                nums[SEAT],
                max(0, int(nums[MINIMUM]) - int(nums[COUNT])),
                nums[DRAWN],
            )
        plain_beam.begin(beam, len(self.roots), int(winnable_only))
        state, stopped = RUNNING, False
        try:
            while state == RUNNING and not stopped:
                state = plain_beam.advance(self.law, self.deck, FIGURES, beam, _BUDGET)
                stopped = state == RUNNING and not going(int(beam.figures[LEVEL]))
        except KeyboardInterrupt:
            stopped = True
        return self._found(beam, state, stopped)

    def _found(self, beam: plain_beam.Beam, state: int, stopped: bool) -> Found:
        level = int(beam.figures[LEVEL])
        complete = state == OVER and beam.pool.figures[DROPPED] == 0
        if state == WON:
            at, last = int(beam.figures[WINNER]), int(beam.figures[WINNING_MOVE])
            moves, starter = self._line(beam, level, at)
            return Found((*moves, *self._moves(last)), starter, 0, won=True, complete=complete)
        if level <= self._most and not complete:
            return Found((), None, self.game.left + 1, False, complete, stopped)
        self._most = level
        moves, starter = self._line(beam, level, 0)
        game = self.game if starter is None else self.game.start(starter)
        for move in moves:
            game = game.apply(move)
        # Nobody can go on, or the search was broken off: see how it ends.
        rest = SearchByRules(game).beam(1, lambda _: True)
        return Found((*moves, *rest.moves), starter, rest.left, rest.won, complete, stopped)

    def _line(
        self, beam: plain_beam.Beam, level: int, at: int
    ) -> tuple[tuple[Move, ...], int | None]:
        """The moves that led to a position, and who started."""
        moves: list[tuple[Move, ...]] = []
        for step in range(level, 0, -1):
            moves.append(self._moves(int(beam.moves[step, at])))
            at = int(beam.parents[step, at])
        line = tuple(move for part in reversed(moves) for move in part)
        return line, self.starters[self.roots[at]]

    def _moves(self, code: int) -> tuple[Move, ...]:
        lay = move_of(self.game.rules, code & (ENDED - 1))
        return (END, lay) if code & ENDED else (lay,)
