"""What the driver asks of a search, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ninetyeight.rules import Game, Move

#: Asked again and again with how far the search has come; False breaks it off.
Going = Callable[[int], bool]


@dataclass(frozen=True)
class Found:
    """The best line of one beam, and how the beam went."""

    moves: tuple[Move, ...]
    starter: int | None
    left: int
    won: bool
    #: No position was dropped for want of room: all that were not to be left out were looked at.
    complete: bool
    #: Proven by that: no line leaves fewer cards than this.
    at_least: int = 0
    #: The search was told to stop.
    stopped: bool = False


class Search(Protocol):
    """A position, ready to be searched by beams of any width."""

    def beam(
        self, width: int, going: Going, spare: int | None = None, *, to_win: bool = False
    ) -> Found:
        """Keep the ``width`` most promising positions for each number of cards laid.

        With ``spare`` positions that are sure to leave more cards than that are left out, and
        ``to_win`` those that are sure to be lost: a search that is complete then has found a win,
        or shown that there is none.
        """

    def endgame(self, spare: int, going: Going, questions: int, *, to_win: bool = False) -> Found:
        """Look for a line that leaves ``spare`` cards or fewer, or one that wins, by asking so many
        questions at most; what was found out is kept for the next time.

        The draw pile must be empty. A search that is complete has shown that there is none.
        """


def at_least(left: int, spare: int | None) -> int:
    """What a complete search that found ``left`` has proven to be the fewest cards.

    A line that leaves no more than ``spare`` was never left out; so either the best one of them was
    found, or there is none.
    """
    return left if spare is None else min(left, spare + 1)


def nothing(game: Game, *, stopped: bool = False) -> Found:
    """No line, and no proof."""
    return Found((), None, game.left + 1, won=False, complete=False, stopped=stopped)
