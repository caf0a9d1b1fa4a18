"""What the table shows at one moment: everything the widgets draw, and nothing else.

A board holds a view, never a game, so no widget can draw what its viewer may not see. While hands
are hidden between two people the view is a spectator's, which has no hand at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninetyeight.rules import Card, Verdict, View
from ninetyeight.table import (
    Event,
    Moved,
    Setup,
    TableState,
    fire_deadline,
    shown_turns,
    turns,
)
from ninetyeight.terminal.words import Words, names_of


@dataclass(frozen=True)
class Recent:
    """The last card that somebody else laid on a row, for a note in the lane."""

    seat: int
    step: int
    trick: bool


@dataclass(frozen=True)
class Board:
    """One moment of the table as one person sees it."""

    view: View
    words: Words
    setup: Setup
    card: Card | None = None
    place: int | None = None
    previews: tuple[Verdict, ...] = ()
    recent: tuple[Recent | None, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return names_of(self.setup)

    @property
    def initials(self) -> tuple[str, ...]:
        """The shortest beginnings of the names that tell the seats apart; else their numbers."""
        return initials(self.names)

    @property
    def hidden(self) -> bool:
        """True while nobody's hand may be seen."""
        return self.view.viewer is None

    def deadline(self, place: int) -> int | None:
        """The seat that must cover the fire on that row by the end of its turn (F2, F3r)."""
        return fire_deadline(self.view, place)


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One or two signs for each name, all different.

    >>> initials(["Ada", "Bob", "Planner", "Planner 2"])
    ('A', 'B', 'P', 'P2')
    """
    found: list[str] = []
    for seat, name in enumerate(names):
        last = name.split()[-1]
        tries = [name[:1].upper(), name[:1].upper() + last[-1:], name[:2], str(seat + 1)]
        found.append(next((short for short in tries if short not in found), f"#{seat + 1}"))
    return tuple(found)


def recent_lays(
    state: TableState, log: Sequence[Event], viewer: int | None
) -> tuple[Recent | None, ...]:
    """The newest card on each row, where somebody else laid it since the viewer's last move.

    Only of turns that people are shown (B11): how far a row moved on tells what it moved on from.
    """
    edition = state.setup.rules.edition
    own = (at for at, event in enumerate(log) if isinstance(event, Moved) and event.seat == viewer)
    since = max(own, default=-1)
    shown = {turn.first for turn in shown_turns(state, log)}
    newest: list[Recent | None] = [None] * len(edition.rows)
    for turn in turns(state.setup, log):
        for laid in turn.cards:
            place = edition.row_index[laid.lay.row]
            newest[place] = None
            if turn.first in shown and turn.seat != viewer and laid.number > since:
                newest[place] = Recent(turn.seat, laid.step, laid.trick)
    return tuple(newest)
