"""What an agent may do, as one number.

Numbers below :data:`LAYS` are the moves of a turn, written as the compiled kernel writes them:
card × 4 + row lays a card, 0 ends the turn. At a table with markers the numbers from there on say
what the seat shows from now on: :data:`LAYS` + the sum of marker × 4^row, marker being 0 for none,
1 `small`, 2 `keep`, 3 `keep!`.

Markers are said before each turn, when the rules allow it (T5-T7, X4): first the seat whose turn it
is, then the others clockwise, every seat with cards once, each by one such action. It replaces
whatever the seat showed before and speaks of the rows as they stand then (T8r). Then the turn is
played; laying on a row clears the own marker there. A seat without cards shows nothing.

>>> from ninetyeight.rules import Lay, Rules
>>> rules = Rules.of("original", players=3)
>>> action_of(rules, Lay(42, "D1")), move_of(rules, 170)
(170, Lay(card=42, row='D1'))
>>> shown(rules, show_action(rules, {"U1": Marker.HARD, "D2": Marker.SMALL}))
{'U1': <Marker.HARD: 'keep!'>, 'D2': <Marker.SMALL: 'small'>}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.layout import CARDS, MARKERS, ROWS
from ninetyeight.rules import BACK, END, Lay, Marker, Move, Rules, parse_move

#: The action that ends the turn.
END_TURN = 0
#: Actions of the turn: every card on every row, and the end in the place of a card that is none.
LAYS = CARDS * ROWS
#: What a row may show: nothing or one of the markers.
SIGNS = 1 + MARKERS
#: What a marker is multiplied by in an action that shows it, by row.
SHIFTS = (1, SIGNS, SIGNS**2, SIGNS**3)
#: Actions that say what a seat shows on all rows.
SHOWS = SIGNS**ROWS

_MARKERS = (None, *Marker)


def count_of(*, markers: bool) -> int:
    """How many actions there are."""
    return LAYS + SHOWS if markers else LAYS


def action_of(rules: Rules, move: Move | str) -> int:
    """A move of the rules as an action. ValueError for one that is no action: to take back."""
    move = parse_move(move)
    if isinstance(move, Lay):
        return move.card * ROWS + rules.edition.row_index[move.row]
    if move is BACK:
        raise ValueError("no action takes a card back: environments play without take-backs (B12r)")
    return END_TURN


def move_of(rules: Rules, action: int) -> Move | None:
    """The move that an action stands for; None when it names no row of this edition."""
    if action == END_TURN:
        return END
    card, row = divmod(action, ROWS)
    names = rules.edition.row_names
    return Lay(card, names[row]) if row < len(names) else None


def show_action(rules: Rules, marks: Mapping[str, Marker | str]) -> int:
    """The action that shows these markers, by row, and withdraws all others."""
    said = 0
    for row, marker in marks.items():
        said += _MARKERS.index(Marker.maybe(marker)) * SHIFTS[rules.edition.row_index[row]]
    return LAYS + said


def shown(rules: Rules, action: int) -> dict[str, Marker]:
    """The markers that an action from :data:`LAYS` on shows, by row."""
    said = action - LAYS
    found = {}
    for place, row in enumerate(rules.edition.row_names):
        marker = _MARKERS[said // SHIFTS[place] % SIGNS]
        if marker is not None:
            found[row] = marker
    return found


def lay_mask(rules: Rules, moves: Iterable[Move], *, markers: bool) -> NDArray[np.int8]:
    """1 for the action of each of ``moves``."""
    mask = np.zeros(count_of(markers=markers), np.int8)
    mask[[action_of(rules, move) for move in moves]] = 1
    return mask


def show_mask(rules: Rules) -> NDArray[np.int8]:
    """1 for every way to show markers on the rows that there are."""
    mask = np.zeros(count_of(markers=True), np.int8)
    mask[LAYS : LAYS + SIGNS ** len(rules.edition.rows)] = 1
    return mask
