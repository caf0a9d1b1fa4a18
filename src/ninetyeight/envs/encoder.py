"""From a seat's view to an observation.

The encoder is given a :class:`~ninetyeight.rules.View` and so cannot tell what the seat may not
know. What a row takes and which duties a turn has it asks of the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.layout import AHEAD, CARDS, ROWS, WINDOW, layout_of
from ninetyeight.rules import Card, Command, Marker, Rules, Turn, View, fits

_COMMANDS = tuple(Command)
_MARKERS = tuple(Marker)

Observation: TypeAlias = NDArray[np.int8]


Parts: TypeAlias = dict[str, Observation]


class Encoder:
    """Writes views of tables with given rules as observations of one layout."""

    def __init__(self, rules: Rules, *, markers: bool = False, open_hands: bool = False) -> None:
        self.rules = rules
        self.open_hands = open_hands
        self.layout = layout_of(rules, markers=markers, open_hands=open_hands)
        self._tables = _tables(rules)
        self._places = [
            (part.name, self.layout.slices[part.name], part.shape) for part in self.layout.parts
        ]

    def encode(
        self,
        view: View,
        *,
        speaking: bool = False,
        other_hands: Sequence[Collection[Card]] = (),
    ) -> Observation:
        """What ``view`` shows, part by part.

        ``speaking``: the seats are saying what they show. ``other_hands`` are those of the seats
        after the viewer, for a table that plays with open hands.
        """
        observation = np.zeros(self.layout.size, np.int8)
        parts = {
            name: observation[place].reshape(shape) for name, place, shape in self._places
        }  # they share the observation's memory: writing to a part writes to it
        _cards(parts, view)
        _rows(parts, view, self._tables)
        _turn(parts, view)
        _table(parts, view)
        if "hand_commands" in parts:
            _commands(parts, view)
        if "marks" in parts:
            _marks(parts, view)
            parts["speaking"][0] = speaking
        if "other_hands" in parts:
            for place, hand in enumerate(other_hands):
                parts["other_hands"][place, list(hand)] = 1
        return observation


def _viewer(view: View) -> int:
    if view.viewer is None:
        raise ValueError("a spectator holds no cards: only a seat's view can be encoded")
    return view.viewer


def from_viewer(view: View, seat: int) -> int:
    """How many seats after the viewer ``seat`` sits, clockwise."""
    return (seat - _viewer(view)) % view.rules.players


def _cards(parts: Parts, view: View) -> None:
    parts["hand"][list(view.hand)] = 1
    parts["unseen"][list(view.unseen)] = 1


def _rows(parts: Parts, view: View, tables: _Tables) -> None:
    rows, tops = np.arange(len(view.tops)), np.array(view.rules.edition.tops_to_follow(view.tops))
    parts["tops"][rows] = tops
    parts["empty"][rows] = [top is None for top in view.tops]
    takes, windows = tables.takes[rows, tops], tables.windows[rows, tops]
    for owner in ("hand", "unseen"):
        cards = parts[owner]
        taken = takes & cards.astype(np.bool_)
        parts[f"{owner}_fit"][rows] = taken.sum(axis=1)
        takers = taken.sum(axis=0)[cards != 0]
        parts[f"{owner}_rows"][:] = np.bincount(takers, minlength=ROWS + 1)
        parts[f"{owner}_near"][rows] = cards[windows]


class _Tables(NamedTuple):
    """What hangs on a row and its top alone.

    ``takes[row, top, card]``: whether the row takes the card (B3, B4). ``windows[row, top]``: the
    numbers a window looks at, 0 where there is no such card.
    """

    takes: NDArray[np.bool_]
    windows: NDArray[np.int64]


def _tables(rules: Rules) -> _Tables:
    edition, step = rules.edition, rules.edition.step
    takes = np.zeros((ROWS, CARDS + 1, CARDS), np.bool_)
    windows = np.zeros((ROWS, CARDS + 1, WINDOW), np.int64)
    for row, (up, before) in enumerate(zip(rules.ups, edition.starts, strict=True)):
        ahead = 1 if up else -1
        for top in (before, *rules.cards):
            lying = None if top == before else top
            takes[row, top, list(rules.cards)] = [
                fits(lying, card, up, step) for card in rules.cards
            ]
            near = (top + ahead * far for far in (-2 * step, -step, *range(1, AHEAD + 1)))
            windows[row, top] = [card if card in rules.cards else 0 for card in near]
    return _Tables(takes, windows)


def turn_of(view: View) -> Turn:
    """The running turn as everybody sees it, with the viewer's hand in the place of the hidden one.

    Only what does not hang on the hand may be asked of it when it is somebody else's turn.
    """
    return Turn.of(view, view.hand)


def _turn(parts: Parts, view: View) -> None:
    if view.seat is None:
        return  # over, or not begun: nobody's turn
    turn = turn_of(view)
    parts["owed"][0] = turn.owed
    parts["laid"][0] = len(view.laid)
    parts["minimum"][0] = view.minimum
    parts["may_end"][0] = turn.may_end
    parts["turn"][from_viewer(view, view.seat)] = 1
    if "bound" in parts:
        if turn.bound is not None:
            parts["bound"][turn.bound] = 1
        parts["three"][0] = turn.three
    if "due" in parts:
        parts["due"][list(turn.due_fires)] = 1


def _table(parts: Parts, view: View) -> None:
    parts["draw"][0] = view.draw_size
    parts["draw_empty"][0] = view.draw_size == 0
    parts["left"][0] = view.left
    for seat, size in enumerate(view.hand_sizes):
        parts["hand_sizes"][from_viewer(view, seat)] = size
    if "fires" in parts:
        fires = view.rules.fires
        parts["fires"][: len(view.tops)] = [top in fires for top in view.tops]


def _commands(parts: Parts, view: View) -> None:
    known = view.commands
    for card in view.hand:
        if card in known:
            parts["hand_commands"][_COMMANDS.index(known[card]), card] = 1
    for row, top in enumerate(view.tops):
        command = known.on(top)
        if command is not None:
            parts["top_commands"][row, _COMMANDS.index(command)] = 1
    for command, count in view.hidden_commands.items():
        parts["unseen_commands"][_COMMANDS.index(command)] += count
    for card in view.unseen:  # where the table knows the mapping (X11r)
        if card in known:
            parts["unseen_commands"][_COMMANDS.index(known[card])] += 1


def _marks(parts: Parts, view: View) -> None:
    places = view.rules.edition.row_index
    for mark in view.talk.marks:
        seat, row = from_viewer(view, mark.seat), places[mark.row]
        parts["marks"][seat, row, _MARKERS.index(mark.marker)] = 1
        parts["moved"][seat, row] = mark.top != view.tops[row]
