"""What the solver answers: a line, what it leaves, and what was proven about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ninetyeight.rules import Move


class Status(StrEnum):
    """What is known about a position with all cards known."""

    #: A line that lays every card was found.
    WON = "won"
    #: No line wins: that is proven.
    HOPELESS = "hopeless"
    #: No winning line was found, and none was excluded.
    UNKNOWN = "unknown"


class Proof(StrEnum):
    """How a status is known."""

    #: By a winning line, replayed by the rules.
    LINE = "line"
    #: Every position that could lead to a better line was looked at, those that go on alike once:
    #: no line wins, and none leaves fewer cards.
    SEARCHED = "searched"
    #: The same for every position that could lead to a win: no line wins.
    NO_WIN = "no_win"
    #: Not at all: the time was over, or the search was broken off.
    NOTHING = "nothing"


@dataclass(frozen=True, repr=False)
class Solution:
    """The best line that was found, and what was proven.

    ``moves`` go from the given position to the end of the game, every end of a turn included; the
    rules have accepted each of them, and the game they lead to has ``left`` cards left. Of a game
    that had not begun, ``starter`` says which seat must start.
    """

    status: Status
    left: int
    moves: tuple[Move, ...]
    starter: int | None
    seconds: float
    proof: Proof
    #: True when it is proven that no line leaves fewer cards.
    fewest: bool
    #: The widest beam that was searched to its end.
    width: int = 0
    #: True when the search was broken off before its time was over.
    interrupted: bool = False
    #: True when something is left unproven although the time was not over: no wider beam is
    #: searched, so more time would not help.
    exhausted: bool = False

    def __repr__(self) -> str:
        left = "" if self.won else f", {self.left} left at best so far"
        known = "fewest" if self.fewest and not self.won else self.proof.value
        by = "" if self.starter is None else f", seat {self.starter} starts"
        moves = f"{len(self.moves)} moves{by}"
        return f"<{self.status.value} ({known}){left}, {moves}, {self.seconds:.1f} s>"

    @property
    def won(self) -> bool:
        """True when the line wins."""
        return self.status is Status.WON


class Progress(NamedTuple):
    """How far a search has come. ``laid`` counts cards of the line being looked for now."""

    #: Positions kept for each number of cards laid; 0 while an endgame is decided.
    width: int
    #: Cards laid by the beam that is being searched now, and cards that there are to lay.
    laid: int
    cards: int
    #: Cards left by the best line so far.
    left: int
    seconds: float
    #: Dead ends of the endgame that were found so far.
    dead_ends: int = 0


class SolverError(RuntimeError):
    """The solver contradicts the rules: an error in this program, never a result."""
