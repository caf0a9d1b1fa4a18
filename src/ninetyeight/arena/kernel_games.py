"""Games that the compiled kernel played: arrays that look like a list of games.

At the kernel's pace an object for each game would cost more than the game. So they stay arrays all
the way from the worker to the statistics, and become objects only for those who look at one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from ninetyeight.arena.playing import Batch
from ninetyeight.arena.runs import KERNEL, ArenaError, GameResult, Run
from ninetyeight.arena.statistics import Tally
from ninetyeight.fast import EXTRA
from ninetyeight.fast.layout import REASONS
from ninetyeight.rules import Marker

if TYPE_CHECKING:
    from ninetyeight.bots.kernel.results import Results


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
        return KernelGames(keys, self.team.play_keys(keys, keep_moves=self.run.moves))


@dataclass(frozen=True, eq=False)
class KernelGames(Sequence[GameResult]):
    """Games in order, one entry each: the ten bytes of each deal's code, and how they ended."""

    keys: NDArray[np.uint8]
    found: Results

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[GameResult]:
        from ninetyeight.fast.deal_codes import codes_of

        it = self.found
        columns = (it.reasons, it.left, it.turns, it.tricks, it.draw_piles, it.starters)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        marks = map(tuple, it.marks.tolist())
        deals = codes_of(it.rules, self.keys)
        for (reason, left, turns, tricks, draw, starter), kinds, deal, moves in zip(
            rows, marks, deals, self._moves(), strict=True
        ):
            won, why, said = reason == 0, REASONS[reason], sum(kinds)
            yield GameResult(won, why, left, turns, tricks, said, draw, starter, kinds, deal, moves)

    def _moves(self) -> Iterator[str]:
        """The moves of each game as text, or nothing of each where they were not kept."""
        from ninetyeight.fast.batch import move_of

        kept = self.found.moves
        names = cache(lambda code: str(move_of(self.found.rules, code)))
        for at, length in enumerate(self.found.lengths.tolist()):
            yield "" if kept is None else " ".join(map(names, kept[at, :length].tolist()))

    @overload
    def __getitem__(self, at: int) -> GameResult: ...
    @overload
    def __getitem__(self, at: slice) -> KernelGames: ...
    def __getitem__(self, at: int | slice) -> GameResult | KernelGames:
        if isinstance(at, slice):
            return KernelGames(self.keys[at], self.found[at])
        at = range(len(self))[at]  # IndexError for none of them; -1 is the last
        (found,) = self[at : at + 1]
        return found

    def tally(self) -> Tally:
        """All of them counted."""
        found, lost = self.found, ~self.found.won
        reasons = {REASONS[place]: n for place, n in _counts(found.reasons[lost]).items()}
        said = found.marks.sum(axis=0, dtype=np.int64).tolist()
        return Tally(
            games=len(self),
            wins=len(self) - int(lost.sum()),
            lefts=_counts(found.left),
            reasons=Counter({why.value: n for why, n in reasons.items() if why is not None}),
            lost_draws=_counts(found.draw_piles[lost]),
            lost_turns=_counts(found.turns[lost]),
            marks=Counter({m.value: n for m, n in zip(Marker, said, strict=True) if n}),
            marked_games=int(found.marks.any(axis=1).sum()),
            markers=sum(said),
            turns=int(found.turns.sum(dtype=np.int64)),
            tricks=int(found.tricks.sum(dtype=np.int64)),
        )

    def lefts(self) -> list[int]:
        """How many cards each of them left."""
        lefts: list[int] = self.found.left.tolist()
        return lefts


def _counts(numbers: NDArray[np.int16]) -> Counter[int]:
    counted = np.bincount(numbers)
    return Counter({int(number): int(counted[number]) for number in np.flatnonzero(counted)})
