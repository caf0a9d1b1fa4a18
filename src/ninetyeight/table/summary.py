"""What a finished game was like, in numbers worth telling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ninetyeight.rules import Card, Lay, is_trick
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
    edition = setup.rules.edition
    tops: dict[str, Card] = {}
    runs: dict[str, int] = {}
    tricks = largest = longest = 0
    by: Lay | None = None
    moved = [0] * len(taken)
    lays = [(number, lay) for number, turn in enumerate(taken) for lay in turn.lays.values()]
    for number, lay in lays:
        row = edition.rows[edition.row_index[lay.row]]
        top = tops.get(lay.row)
        step = row.step(top, lay.card)
        moved[number] += step
        tricks += is_trick(top, lay.card, row.up, edition.step)
        if step > largest:
            largest, by = step, lay
        run = runs[lay.row] + 1 if top is not None and step == 1 else 1
        tops[lay.row], runs[lay.row] = lay.card, run
        longest = max(longest, run)
    return Summary(len(taken), len(lays), tricks, largest, by, longest, tuple(moved))
