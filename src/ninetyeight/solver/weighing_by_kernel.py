"""Weighing moves on the compiled kernel: games of the rules in, sums out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.batch import GameBatch, move_code
from ninetyeight.fast.completion import new_scratch
from ninetyeight.rules import Game, Move, Rules
from ninetyeight.solver import weighing_compiled
from ninetyeight.solver.weighing import NOTHING, TooManyPositions, Worth
from ninetyeight.solver.weighing_compiled import (
    BUDGET,
    CHANCE,
    LONGEST_DRAW,
    ROOT_MOVES,
    VISITED,
    WINS_ONLY,
)

#: The table has room for this many positions at first, as a power of two, and grows.
_FIRST_BITS = 16
#: Positions looked at before Python has its turn.
_SLICE = 200_000


class WeigherByKernel:
    """See :class:`ninetyeight.solver.weighing.Weigher`."""

    def __init__(self, rules: Rules, budget: int, *, wins_only: bool = False) -> None:
        self.budget = budget
        self._depth = 2 * len(rules.cards) + 2
        self._bits = _FIRST_BITS
        self._work = weighing_compiled.new_weighing_scratch(self._depth, self._bits)
        self._work.figures[WINS_ONLY] = wins_only
        self._scratch = new_scratch()

    @property
    def visited(self) -> int:
        """Positions looked at so far."""
        return int(self._work.figures[VISITED])

    def weigh(self, games: Sequence[Game], moves: Sequence[Move], *, chance: bool) -> list[Worth]:
        """See :class:`ninetyeight.solver.weighing.Weigher`."""
        if not games or not moves:
            return [NOTHING] * len(moves)
        if chance and len(games[0].draw) > LONGEST_DRAW:
            raise TooManyPositions
        batch = GameBatch.of_games(games)
        codes = [move_code(games[0].rules, move) for move in moves]
        total = np.zeros((len(moves), 2), np.int64)
        for at in range(len(batch)):
            total += self._weighed(batch, at, codes, chance)
        return [Worth(int(won), int(left)) for won, left in total]

    def _weighed(
        self, batch: GameBatch, at: int, codes: list[int], chance: bool
    ) -> NDArray[np.int64]:
        """The sums for one game. A slice at a time, so that Ctrl-C is heard and the table grows."""
        while True:
            if 2 * self.visited > 1 << self._bits:
                self._grow()
            figures = self._work.figures
            room = (1 << self._bits) // 4 * 3
            figures[BUDGET] = min(self.budget, room, self.visited + _SLICE)
            figures[CHANCE], figures[ROOT_MOVES] = chance, len(codes)
            self._work.moves[0, : len(codes)] = codes
            if weighing_compiled.weigh(batch.law, batch.games, at, self._work, self._scratch):
                return self._work.sums[: len(codes)]
            if self.visited >= self.budget:
                raise TooManyPositions

    def _grow(self) -> None:
        self._bits += 1
        larger = weighing_compiled.new_weighing_scratch(self._depth, self._bits)
        weighing_compiled.move_over(self._work, larger)
        larger.figures[:] = self._work.figures
        self._work = larger
