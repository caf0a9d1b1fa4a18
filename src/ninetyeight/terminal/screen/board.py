"""What the table shows at one moment: everything the widgets draw, and nothing else.

A board holds a view, never a game, so no widget can draw what its viewer may not see. While hands
are hidden between two people the view is a spectator's, which has no hand at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninetyeight.rules import BACK, Card, Lay, View, is_trick, step_on
from ninetyeight.table import Event, Moved, Preview, Setup, fire_deadline
from ninetyeight.terminal.words import Words, names_of


@dataclass(frozen=True)
class Recent:
    """The last card that somebody else laid on a row, for a note in the lane."""

    seat: int
    step: int | None
    trick: bool


@dataclass(frozen=True)
class Board:
    """One moment of the table as one person sees it."""

    view: View
    words: Words
    setup: Setup
    card: Card | None = None
    place: int | None = None
    previews: tuple[Preview, ...] = ()
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
    setup: Setup, log: Sequence[Event], viewer: int | None
) -> tuple[Recent | None, ...]:
    """The newest card on each row, where somebody else laid it since the viewer's last move."""
    edition = setup.rules.edition
    rows: list[list[tuple[Card, Recent | None]]] = [[] for _ in edition.rows]
    laid: list[int] = []
    for event in log:
        if not isinstance(event, Moved):
            continue
        if event.seat == viewer:
            rows = [[(card, None) for card, _ in row] for row in rows]
        if event.move is BACK:
            rows[laid.pop()].pop()
        elif isinstance(event.move, Lay):
            place = edition.row_index[event.move.row]
            laid.append(place)
            shown = None if event.seat == viewer else _recent(setup, event, rows[place])
            rows[place].append((event.move.card, shown))
    return tuple(row[-1][1] if row else None for row in rows)


def _recent(setup: Setup, event: Moved, row: Sequence[tuple[Card, Recent | None]]) -> Recent:
    assert isinstance(event.move, Lay)
    edition = setup.rules.edition
    up = edition.rows[edition.row_index[event.move.row]].up
    top = row[-1][0] if row else None
    step = step_on(top, event.move.card, up)
    return Recent(event.seat, step, is_trick(top, event.move.card, up, edition.step))
