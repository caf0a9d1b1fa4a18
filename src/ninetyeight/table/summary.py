"""What a finished game was like, in numbers worth telling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ninetyeight.rules import BACK, END, Card, Command, Lay, is_trick, step_on
from ninetyeight.table.events import Event, Moved
from ninetyeight.table.setup import Setup


@dataclass(frozen=True)
class Summary:
    """Numbers of a game.

    ``largest_step`` is the widest gap that a single card opened on a row that had a card, with
    the move that did it; ``longest_run`` the most cards laid on one row one after another in
    which each was the next number.
    """

    turns: int
    cards_laid: int
    tricks: int
    largest_step: int
    largest_step_by: Lay | None
    longest_run: int


def summarise(setup: Setup, events: Iterable[Event]) -> Summary:
    """The numbers of the game that ``events`` tell."""
    lays, turns = _told(setup, events)
    edition = setup.rules.edition
    tops: dict[str, Card] = {}
    runs: dict[str, int] = {}
    tricks = largest = longest = 0
    by: Lay | None = None
    for lay in lays:
        up = edition.rows[edition.row_index[lay.row]].up
        top = tops.get(lay.row)
        run = 1
        step = step_on(top, lay.card, up)
        if step is not None:
            tricks += is_trick(top, lay.card, up, edition.step)
            if step > largest:
                largest, by = step, lay
            if step == 1:
                run = runs[lay.row] + 1
        tops[lay.row], runs[lay.row] = lay.card, run
        longest = max(longest, run)
    return Summary(turns, len(lays), tricks, largest, by, longest)


def _told(setup: Setup, events: Iterable[Event]) -> tuple[list[Lay], int]:
    """The cards that stayed on the rows, in order, and how many turns were taken."""
    lays: list[Lay] = []
    turns = 0
    running = False
    for event in events:
        if not isinstance(event, Moved):
            continue
        if event.move is BACK:
            lays.pop()
            continue
        if not running:
            turns, running = turns + 1, True
        if event.move is END:
            running = False
        elif isinstance(event.move, Lay):
            lays.append(event.move)
            if setup.deal.commands.on(event.move.card) is Command.STOP:
                running = False  # X1
    return lays, turns
