"""How games played inside the kernel ended: one row of whole numbers for each."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import inlined
from ninetyeight.fast.layout import DRAWN, LEFT, OUTCOME, REASON, REASONS, WON
from ninetyeight.fast.turn import Array
from ninetyeight.rules import Marker, Move, Outcome, Rules

# Columns of the table of results; markers are counted by kind, weakest first.
LEFT_OVER, HOW_ENDED, WHY_LOST, STARTED, MOVES_MADE, CARDS_DRAWN, MARKS_SET = range(7)
KINDS_OF_MARKERS = len(Marker)
COLUMNS = MARKS_SET + KINDS_OF_MARKERS


@inlined
def write_result(result: Array, nums: Array, starter: int, made: int, markers: int) -> None:
    """Write down how a game ended, ``made`` moves after it was begun by ``starter``; ``markers`` as
    `show_all` counts them."""
    result[LEFT_OVER] = nums[LEFT]
    result[HOW_ENDED] = nums[OUTCOME]
    result[WHY_LOST] = nums[REASON]
    result[STARTED] = starter
    result[MOVES_MADE] = made
    result[CARDS_DRAWN] = nums[DRAWN]
    for kind in range(KINDS_OF_MARKERS):
        result[MARKS_SET + kind] = (markers >> (16 * kind)) & 0xFFFF


@dataclass(frozen=True)
class Results:
    """How many games ended, one entry each.

    ``moves`` is there when it was asked for: the kernel's moves, as many as ``lengths`` says.
    ``turns`` and ``tricks`` are there for games of :func:`play_keys`.
    """

    rules: Rules
    table: NDArray[np.int16]
    moves: NDArray[np.int16] | None
    #: Turns of which a move was made, and backwards tricks (B4); empty where they are not there.
    turns: NDArray[np.int16] = field(default_factory=lambda: np.zeros(0, np.int16))
    tricks: NDArray[np.int16] = field(default_factory=lambda: np.zeros(0, np.int16))

    def __repr__(self) -> str:
        return f"<Results: {len(self)} games of {self.rules!r}, {int(self.won.sum())} won>"

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, at: slice) -> Results:
        """Some of the games."""
        moves = None if self.moves is None else self.moves[at]
        return Results(self.rules, self.table[at], moves, self.turns[at], self.tricks[at])

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
