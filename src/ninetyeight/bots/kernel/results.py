"""How games played inside the kernel ended: one row of whole numbers for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.layout import REASONS, WON
from ninetyeight.rules import Marker, Move, Outcome, Rules

# Columns of the table of results; markers are counted by kind, weakest first.
LEFT_OVER, HOW_ENDED, WHY_LOST, STARTED, MOVES_MADE, CARDS_DRAWN, MARKS_SET = range(7)
KINDS_OF_MARKERS = len(Marker)
COLUMNS = MARKS_SET + KINDS_OF_MARKERS


@dataclass(frozen=True)
class Results:
    """How many games ended, one entry each.

    ``moves`` is there when it was asked for: the kernel's moves, as many as ``lengths`` says.
    ``turns`` and ``tricks`` are there for games of :func:`play_keys`.
    """

    rules: Rules
    table: NDArray[np.int16]
    moves: NDArray[np.int16] | None
    #: Turns of which a move was made, and backwards tricks (B4).
    turns: NDArray[np.int16] | None = None
    tricks: NDArray[np.int16] | None = None

    def __repr__(self) -> str:
        return f"<Results: {len(self)} games of {self.rules!r}, {int(self.won.sum())} won>"

    def __len__(self) -> int:
        return len(self.table)

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether each game was won."""
        return np.equal(self.table[:, HOW_ENDED], WON)

    @property
    def left(self) -> NDArray[np.int16]:
        """Cards not laid (B9)."""
        return self.table[:, LEFT_OVER]

    @property
    def reasons(self) -> NDArray[np.int16]:
        """Why each game was lost, as a place in `layout.REASONS`; 0 when won."""
        return self.table[:, WHY_LOST]

    @property
    def starters(self) -> NDArray[np.int16]:
        """Which seat began."""
        return self.table[:, STARTED]

    @property
    def lengths(self) -> NDArray[np.int16]:
        """Moves made: lays and ends of turns."""
        return self.table[:, MOVES_MADE]

    @property
    def draw_piles(self) -> NDArray[np.int16]:
        """Cards in the draw pile at the end."""
        return (len(self.rules.cards) - self.table[:, CARDS_DRAWN]).astype(np.int16)

    @property
    def markers(self) -> NDArray[np.int16]:
        """Markers set."""
        found: NDArray[np.int16] = self.marks.sum(axis=1, dtype=np.int16)
        return found

    @property
    def marks(self) -> NDArray[np.int16]:
        """The same by kind, weakest first: one row for each game."""
        return self.table[:, MARKS_SET:]

    def outcome(self, at: int) -> Outcome:
        """How one game ended, in the words of the rules."""
        return Outcome(bool(self.won[at]), REASONS[self.reasons[at]], int(self.left[at]))

    def moves_of(self, at: int) -> list[Move]:
        """The moves of one game, in the words of the rules."""
        from ninetyeight.fast.batch import move_of

        if self.moves is None:
            raise ValueError("the moves were not asked for")
        return [move_of(self.rules, int(code)) for code in self.moves[at, : self.lengths[at]]]
