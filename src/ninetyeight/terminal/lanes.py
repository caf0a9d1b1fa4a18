"""The number line as characters: a lane for each row over one common axis.

What a row can no longer take is shaded, its top card stands at its place, the spot of the
backwards trick is a notch, and the hand lies on the same axis. A pure function of a view for the
plain mode; the full screen draws its own lanes, in colour, over the same axis.

>>> from ninetyeight.rules import Deal
>>> game = Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C").game().start(0)
>>> view = View.of(game.apply(next(iter(game.legal))), 0)
>>> for line in lanes(view, 60): print(line)
U1 ↑ ░░░░10·················································
U2 ↑ ·······················································
D1 ↓ ·······················································
D2 ↓ ·······················································
     1   10    20   30    40   50    60   70    80   90  100
                      33         53           77 82    94
                                  55                    95
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninetyeight.rules import Card, View
from ninetyeight.table import trick_card

#: What a cell of a lane shows that holds no number.
OPEN, CLOSED, TICK, NOTCH, NOTCH_HELD = SIGNS = "·░|◇◆"

_LABEL = 5


@dataclass(frozen=True)
class Axis:
    """The numbers from ``low`` to ``high`` on ``cells`` places of a line."""

    low: int
    high: int
    cells: int

    @classmethod
    def of(cls, view: View, width: int) -> Axis:
        """The common axis of a table: from the lowest to the highest number its cards show."""
        edition = view.rules.edition
        shown = [number for row in edition.rows for number in row.shows]
        low, high = min(edition.low, *shown), max(edition.high, *shown)
        return cls(low, high, max(20, width - _LABEL))

    def place(self, number: int) -> int:
        """The cell where ``number`` stands; numbers off the axis stand at its end."""
        inside = min(max(number, self.low), self.high) - self.low
        return inside * (self.cells - 1) // (self.high - self.low)


def lanes(view: View, width: int = 80) -> list[str]:
    """The table of ``view`` in lines of at most ``width`` characters: the rows in table order,
    the axis, then the hand."""
    axis = Axis.of(view, width)
    lines = [_lane(view, place, axis) for place in range(len(view.rows))]
    return [line.rstrip() for line in (*lines, _axis(axis), *_hand(view.hand, axis))]


def _lane(view: View, place: int, axis: Axis) -> str:
    row, top = view.rules.edition.rows[place], view.tops[place]
    cells = [OPEN] * axis.cells
    if top is not None:
        at = axis.place(top)
        for cell in range(at) if row.up else range(at + 1, axis.cells):
            cells[cell] = CLOSED
    for card in view.shown_rows()[place][:-1]:
        cells[axis.place(card)] = TICK
    back = trick_card(view, place)
    if back is not None:
        cells[axis.place(back)] = NOTCH_HELD if back in view.hand else NOTCH
    if top is not None:
        _write(cells, axis.place(top), str(top))
    return f"{row.name} {'↑' if row.up else '↓'}"[:_LABEL].ljust(_LABEL) + "".join(cells)


def _axis(axis: Axis) -> str:
    cells = [" "] * axis.cells
    tens = range((axis.low // 10 + 1) * 10, axis.high + 1, 10)
    free = 0
    for number in sorted({axis.low, *tens, axis.high}):
        text = str(number)
        start = _start(axis, axis.place(number), text)
        if start >= free:
            _write(cells, axis.place(number), text)
            free = start + len(text) + 1
    return " " * _LABEL + "".join(cells)


def _hand(hand: Sequence[Card], axis: Axis) -> list[str]:
    """The hand on the axis; cards that would touch go to a further line."""
    lines: list[list[str]] = []
    ends: list[int] = []
    for card in hand:
        text = str(card)
        start = _start(axis, axis.place(card), text)
        level = next((i for i, end in enumerate(ends) if start > end), len(lines))
        if level == len(lines):
            lines.append([" "] * axis.cells)
            ends.append(-1)
        _write(lines[level], axis.place(card), text)
        ends[level] = start + len(text)
    return [" " * _LABEL + "".join(cells) for cells in lines]


def _start(axis: Axis, at: int, text: str) -> int:
    """Where a text begins that stands at ``at``: moved left where it would run off the end."""
    return min(at, axis.cells - len(text))


def _write(cells: list[str], at: int, text: str) -> None:
    start = min(at, len(cells) - len(text))
    cells[start : start + len(text)] = text
