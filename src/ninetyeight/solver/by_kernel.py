"""The beam search on the compiled kernel: positions in, lines out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ninetyeight.fast import layout
from ninetyeight.fast.batch import GameBatch, move_of
from ninetyeight.fast.game import tops_of
from ninetyeight.rules import END, Game, Move
from ninetyeight.solver import duty_beam, plain_beam
from ninetyeight.solver.beam import (
    LEVEL,
    LOSER,
    LOSING_MOVE,
    OVER,
    RUNNING,
    VICTORY,
    WINNER,
    WINNING_MOVE,
    Beam,
    begin,
)
from ninetyeight.solver.by_rules import SearchByRules
from ninetyeight.solver.endgame import EndgameSearch
from ninetyeight.solver.search import Found, Going, at_least, nothing
from ninetyeight.solver.successors import DROPPED, ENDED

#: Positions looked at between two questions whether to go on: some hundredths of a second.
_PLAIN_BUDGET = 20_000
_DUTY_BUDGET = 2_000


class KernelSearch:
    """A position that goes on, or one that has not begun, for the compiled search."""

    def __init__(self, game: Game) -> None:
        self.game = game
        begun = game.seat is not None
        self._starters = [None] if begun else list(range(game.rules.players))
        batch = GameBatch.of_games([game] * len(self._starters))
        if not begun:
            batch.start(list(range(len(self._starters))))
        self._law, self._games = batch.law, batch.games
        going_on = batch.games.nums[:, layout.OUTCOME] == layout.PLAYING
        self._roots = np.flatnonzero(going_on).tolist()
        self._plain = not game.commands and not game.rules.fires
        self._engine: Any = plain_beam if self._plain else duty_beam
        #: The most cards that any beam has laid.
        self._most = -1
        self._advance(self._begin(1, -1, to_win=False), 0)  # compile or load it now
        self._endgame = EndgameSearch(game)

    def beam(
        self, width: int, going: Going, spare: int | None = None, *, to_win: bool = False
    ) -> Found:
        """See :class:`ninetyeight.solver.search.LineSearch`."""
        if not self._roots:
            left = self.game.left
            return Found((), self._starters[0], left, won=False, complete=True, at_least=left)
        if to_win:
            spare = 0
        if not self._shifts:
            spare, to_win = None, False
        beam = self._begin(width, -1 if spare is None else spare, to_win)
        state, stopped = RUNNING, False
        try:
            while state == RUNNING and not stopped:
                state = self._advance(beam, _PLAIN_BUDGET if self._plain else _DUTY_BUDGET)
                stopped = state == RUNNING and not going(int(beam.figures[LEVEL]))
        except KeyboardInterrupt:
            stopped = True
        found = self._found(beam, state, stopped)
        if not found.complete or (to_win and not self._plain):
            return found  # a line that breaks a duty in the end may have been left out
        return replace(found, at_least=at_least(found.left, spare))

    def endgame(self, spare: int, going: Going, *, to_win: bool = False) -> Found:
        """See :class:`ninetyeight.solver.search.LineSearch`."""
        return self._endgame.search(spare, going, to_win=to_win)

    @property
    def _shifts(self) -> bool:
        """True when words can be shifted by a step back: that is how lost cards are found."""
        return 0 < self.game.rules.edition.step < 64

    def _begin(self, width: int, spare: int, to_win: bool) -> Beam:
        """A beam with nothing but the given position in it."""
        beam: Beam = self._engine.new_beam(width, self.game.left)
        self._put_roots(beam)
        begin(beam, len(self._roots), spare, int(to_win))
        return beam

    def _advance(self, beam: Beam, budget: int) -> int:
        weights = self._engine.WEIGHTS
        state = self._engine.advance(self._law, self._games.deck[0], weights, beam, budget)
        return int(state)

    def _put_roots(self, beam: Beam) -> None:
        for at, root in enumerate(self._roots):
            sets, nums = self._games.sets[root], self._games.nums[root]
            if not self._plain:
                beam.sets[0, at], beam.nums[0, at] = sets, nums
                continue
            hands = sets[layout.HANDS : layout.HANDS + layout.SEATS]
            beam.sets[0, at, : layout.SEATS] = hands
            beam.sets[0, at, plain_beam.UNLAID] = sets[layout.UNLAID]
            owed = max(0, int(nums[layout.MINIMUM]) - int(nums[layout.COUNT]))
            beam.nums[0, at] = tops_of(nums), nums[layout.SEAT], owed, nums[layout.DRAWN]

    def _found(self, beam: Beam, state: int, stopped: bool) -> Found:
        figures = beam.figures
        level = int(figures[LEVEL])
        complete = state == OVER and beam.successors.figures[DROPPED] == 0
        if state == VICTORY:
            moves, starter = self._line(beam, level, int(figures[WINNER]))
            last = self._moves(int(figures[WINNING_MOVE]))
            return Found((*moves, *last), starter, 0, won=True, complete=complete)
        losing = state == OVER and figures[LOSER] >= 0
        if level + losing <= self._most and not complete:
            return nothing(self.game, stopped=stopped)
        self._most = level + losing
        moves, starter = self._line(beam, level, int(figures[LOSER]) if losing else 0)
        if losing:  # nobody can go on without losing; a lay that loses is one card more
            moves += self._moves(int(figures[LOSING_MOVE]))
        return self._ended(moves, starter, complete=complete, stopped=stopped)

    def _ended(
        self,
        moves: tuple[Move, ...],
        starter: int | None,
        *,
        complete: bool = False,
        stopped: bool = False,
    ) -> Found:
        """A line, played to its end."""
        game = self.game if starter is None else self.game.start(starter)
        for move in moves:
            game = game.apply(move)
        end = game.outcome
        if end is not None:
            return Found(moves, starter, end.left, end.won, complete, stopped=stopped)
        # Nobody can go on at all, or it was enough, or the search was broken off.
        rest = SearchByRules(game).beam(1, lambda _: True)
        return Found((*moves, *rest.moves), starter, rest.left, rest.won, complete, stopped=stopped)

    def _line(self, beam: Beam, level: int, at: int) -> tuple[tuple[Move, ...], int | None]:
        """The moves that led to a position, and who started."""
        moves: list[tuple[Move, ...]] = []
        for step in range(level, 0, -1):
            moves.append(self._moves(int(beam.moves[step, at])))
            at = int(beam.parents[step, at])
        line = tuple(move for part in reversed(moves) for move in part)
        return line, self._starters[self._roots[at]]

    def _moves(self, code: int) -> tuple[Move, ...]:
        if code == layout.END:
            return (END,)
        lay = move_of(self.game.rules, code & (ENDED - 1))
        return (END, lay) if code & ENDED else (lay,)
