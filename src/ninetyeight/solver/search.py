"""What the driver asks of a search, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ninetyeight.rules import Move

#: Asked again and again with the cards laid so far; False breaks the search off.
Going = Callable[[int], bool]


@dataclass(frozen=True)
class Found:
    """The best line of one beam, and how the beam went."""

    moves: tuple[Move, ...]
    starter: int | None
    left: int
    won: bool
    #: No position was dropped for want of room: all that are not excluded were looked at.
    complete: bool
    #: The search was told to stop.
    stopped: bool = False


class Search(Protocol):
    """A position, ready to be searched by beams of any width."""

    def beam(self, width: int, going: Going, *, winnable_only: bool = False) -> Found:
        """Keep the ``width`` most promising positions for each number of cards laid.

        With ``winnable_only`` positions that can be seen not to lead to a win are left out, so a
        complete search proves that there is none but says nothing about fewest cards.
        """
