"""What a finished game was like, in numbers worth telling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ninetyeight.rules import Lay
from ninetyeight.table.events import Event
from ninetyeight.table.setup import Setup
from ninetyeight.table.turns import turns


@dataclass(frozen=True)
class Summary:
    """Numbers of a game.

    ``largest_step`` is the widest gap that a single card opened, counted for a first card from
    where its row begins, with the move that did it; ``longest_run`` the most cards laid on one row
    one after another in which each was the next number. ``moved`` is how far the rows moved in each
    turn; a backwards trick counts as so much less.
    """

    turns: int
    cards_laid: int
    tricks: int
    largest_step: int
    largest_step_by: Lay | None
    longest_run: int
    moved: tuple[int, ...]


def summarise(setup: Setup, events: Iterable[Event]) -> Summary:
    """The numbers of the game that ``events`` tell."""
    taken = list(turns(setup, events))
    runs: dict[str, int] = {}
    largest = longest = 0
    by: Lay | None = None
    cards = [card for turn in taken for card in turn.cards]
    for laid in cards:
        row = laid.lay.row
        if laid.step > largest:
            largest, by = laid.step, laid.lay
        follows = row in runs and laid.step == 1
        runs[row] = runs[row] + 1 if follows else 1
        longest = max(longest, runs[row])
    tricks = sum(laid.trick for laid in cards)
    moved = tuple(sum(laid.step for laid in turn.cards) for turn in taken)
    return Summary(len(taken), len(cards), tricks, largest, by, longest, moved)
