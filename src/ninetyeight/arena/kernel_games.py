"""Games that the compiled kernel played: arrays that look like a list of games.

At the kernel's pace an object for each game would cost more than the game. So they stay arrays all
the way from the worker to the statistics, and become objects only for those who look at one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ninetyeight.arena.playing import Batch
from ninetyeight.arena.runs import KERNEL, ArenaError, GameResult, Run
from ninetyeight.arena.statistics import Tally
from ninetyeight.fast import EXTRA
from ninetyeight.fast.layout import REASONS
from ninetyeight.rules import Marker, Rules


class KernelPlayer:
    """Plays by the compiled kernel: whole teams of one of our own bots.

    Making one may take a while: the kernel is loaded or, at its first use ever, compiled.
    """

    def __init__(self, run: Run) -> None:
        team = run.kernel_team()
        if team is None:
            raise ArenaError("kernel_missing", extra=EXTRA)  # on another machine than the asker's
        self.run = run
        self.team = team
        self.games(0, 0)

    def play(self, first: int, end: int, stopped: Callable[[], bool]) -> Batch:
        """All of these games together; a batch takes a moment, so nobody stops it."""
        return Batch(first, end, self.games(first, end), engine=KERNEL)

    def close(self) -> None:
        """Nothing to let go of."""

    def games(self, first: int, end: int) -> KernelGames:
        """Games ``first`` to before ``end``."""
        from ninetyeight.fast.deal_codes import keys_of

        keys = keys_of(self.run.prefix, first, end - first)
        found = self.team.play_keys(keys, keep_moves=self.run.moves)
        assert found.turns is not None
        assert found.tricks is not None
        return KernelGames(
            self.run.rules,
            keys,
            left=found.left.copy(),
            reason=found.reasons.copy(),
            turns=found.turns,
            tricks=found.tricks,
            draw=found.draw_piles,
            starter=found.starters.copy(),
            marks=found.marks.copy(),
            lengths=found.lengths.copy(),
            moves=np.zeros((len(keys), 0), np.int16) if found.moves is None else found.moves,
        )


@dataclass(frozen=True, eq=False)
class KernelGames(Sequence[GameResult]):
    """Games in order, one entry each; ``keys`` are the ten bytes of each deal's code."""

    rules: Rules
    keys: NDArray[np.uint8]
    left: NDArray[np.int16]
    #: Places in `ninetyeight.fast.layout.REASONS`; 0 when won.
    reason: NDArray[np.int16]
    turns: NDArray[np.int16]
    tricks: NDArray[np.int16]
    draw: NDArray[np.int16]
    starter: NDArray[np.int16]
    #: How often each marker was set, weakest first: one row for each game.
    marks: NDArray[np.int16]
    #: How many moves each had, and the kernel's moves of each; no columns if they were not kept.
    lengths: NDArray[np.int16]
    moves: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.left)

    def __iter__(self) -> Iterator[GameResult]:
        from ninetyeight.fast.deal_codes import codes_of

        columns = (self.reason, self.left, self.turns, self.tricks, self.draw, self.starter)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        marks = map(tuple, self.marks.tolist())
        deals = codes_of(self.rules, self.keys)
        for (reason, left, turns, tricks, draw, starter), kinds, deal, moves in zip(
            rows, marks, deals, self._moves(), strict=True
        ):
            won, why, said = reason == 0, REASONS[reason], sum(kinds)
            yield GameResult(won, why, left, turns, tricks, said, draw, starter, kinds, deal, moves)

    def _moves(self) -> Iterator[str]:
        """The moves of each game as text, or nothing of each."""
        from ninetyeight.fast.batch import move_of

        names = cache(lambda code: str(move_of(self.rules, code)))
        for moves, length in zip(self.moves.tolist(), self.lengths.tolist(), strict=True):
            yield " ".join(names(move) for move in moves[:length])

    @overload
    def __getitem__(self, at: int) -> GameResult: ...
    @overload
    def __getitem__(self, at: slice) -> KernelGames: ...
    def __getitem__(self, at: int | slice) -> GameResult | KernelGames:
        if isinstance(at, slice):
            return self._part(at)
        at = range(len(self))[at]  # IndexError for none of them; -1 is the last
        (found,) = self._part(slice(at, at + 1))
        return found

    def _part(self, at: slice) -> KernelGames:
        columns: list[NDArray[Any]] = [
            self.keys, self.left, self.reason, self.turns, self.tricks, self.draw, self.starter,
            self.marks, self.lengths, self.moves,
        ]  # fmt: skip
        return KernelGames(self.rules, *(column[at] for column in columns))

    def tally(self) -> Tally:
        """All of them counted."""
        lost = self.reason != 0
        reasons = {REASONS[place]: n for place, n in _counts(self.reason[lost]).items()}
        said = self.marks.sum(axis=0, dtype=np.int64).tolist()
        return Tally(
            games=len(self),
            wins=len(self) - int(lost.sum()),
            lefts=_counts(self.left),
            reasons=Counter({why.value: n for why, n in reasons.items() if why is not None}),
            lost_draws=_counts(self.draw[lost]),
            lost_turns=_counts(self.turns[lost]),
            marks=Counter({m.value: n for m, n in zip(Marker, said, strict=True) if n}),
            marked_games=int(self.marks.any(axis=1).sum()),
            markers=sum(said),
            turns=int(self.turns.sum(dtype=np.int64)),
            tricks=int(self.tricks.sum(dtype=np.int64)),
        )

    def lefts(self) -> list[int]:
        """How many cards each of them left."""
        found: list[int] = self.left.tolist()
        return found


def _counts(numbers: NDArray[np.int16]) -> Counter[int]:
    counted = np.bincount(numbers)
    return Counter({int(number): int(counted[number]) for number in np.flatnonzero(counted)})
