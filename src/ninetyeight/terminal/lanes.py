"""The number line as characters: a lane for each row over one common axis.

What a row can no longer take is shaded, its top card stands at its place, the spot of the
backwards trick is a notch, and the hand lies on the same axis. A pure function of a view: the
plain mode prints the text, the full screen gives each role a style. Nothing hangs on colour.

>>> from ninetyeight.rules import Deal
>>> game = Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C").game().start(0)
>>> view = View.of(game.apply(next(iter(game.legal))), 0)
>>> for line in plain_text(lanes(view, 60)): print(line)
U1 ↑ ░░░░10·················································
U2 ↑ ·······················································
D1 ↓ ·······················································
D2 ↓ ·······················································
     1   10    20   30    40   50    60   70    80   90  100
                      33         53           77 82    94
                                  55                    95
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ninetyeight.rules import Card, View
from ninetyeight.table import preview, trick_card


class Role(StrEnum):
    """What a piece of a lane means."""

    LABEL = "label"
    OPEN = "open"
    CLOSED = "closed"
    TICK = "tick"
    TOP = "top"
    NOTCH = "notch"
    NOTCH_HELD = "notch-held"
    CHOSEN = "chosen"
    AXIS = "axis"
    HAND = "hand"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text with one meaning."""

    text: str
    role: Role


Line = tuple[Span, ...]

#: How each role looks without colour; a top card, an axis number and a hand card show themselves.
SIGNS = {
    Role.OPEN: "·",
    Role.CLOSED: "░",
    Role.TICK: "|",
    Role.NOTCH: "◇",
    Role.NOTCH_HELD: "◆",
    Role.CHOSEN: "▲",
    Role.SPACE: " ",
}

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


def lanes(view: View, width: int = 80, chosen: Card | None = None) -> list[Line]:
    """The table of ``view`` in lines of at most ``width`` characters: the rows in table order,
    the axis, then the hand. ``chosen`` is shown in every lane that would take it."""
    axis = Axis.of(view, width)
    lines = [_lane(view, place, axis, chosen) for place in range(len(view.rows))]
    lines.append(_axis(axis))
    lines.extend(_hand(view.hand, axis, chosen))
    return lines


def plain_text(lines: Iterable[Line]) -> list[str]:
    """The lines without their roles."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


def _lane(view: View, place: int, axis: Axis, chosen: Card | None) -> Line:
    row, top = view.rules.edition.rows[place], view.tops[place]
    cells = [(SIGNS[Role.OPEN], Role.OPEN)] * axis.cells
    if top is not None:
        at = axis.place(top)
        closed = range(at) if row.up else range(at + 1, axis.cells)
        for cell in closed:
            cells[cell] = (SIGNS[Role.CLOSED], Role.CLOSED)
    for card in view.shown_rows()[place][:-1]:
        cells[axis.place(card)] = (SIGNS[Role.TICK], Role.TICK)
    back = trick_card(view, place)
    if back is not None:
        role = Role.NOTCH_HELD if back in view.hand else Role.NOTCH
        cells[axis.place(back)] = (SIGNS[role], role)
    may_lay = chosen is not None and view.my_turn and chosen in view.hand
    if chosen is not None and may_lay and preview(view, chosen)[place].refusal is None:
        cells[axis.place(chosen)] = (SIGNS[Role.CHOSEN], Role.CHOSEN)
    if top is not None:
        _write(cells, axis.place(top), str(top), Role.TOP)
    label = Span(f"{row.name} {'↑' if row.up else '↓'}"[:_LABEL].ljust(_LABEL), Role.LABEL)
    return (label, *_spans(cells))


def _axis(axis: Axis) -> Line:
    cells = [(" ", Role.SPACE)] * axis.cells
    tens = range((axis.low // 10 + 1) * 10, axis.high + 1, 10)
    free = 0
    for number in sorted({axis.low, *tens, axis.high}):
        text = str(number)
        start = _start(axis, axis.place(number), text)
        if start >= free:
            _write(cells, axis.place(number), text, Role.AXIS)
            free = start + len(text) + 1
    return (Span(" " * _LABEL, Role.SPACE), *_spans(cells))


def _hand(hand: Sequence[Card], axis: Axis, chosen: Card | None) -> list[Line]:
    """The hand on the axis; cards that would touch go to a further line."""
    lines: list[list[tuple[str, Role]]] = []
    ends: list[int] = []
    for card in hand:
        text = str(card)
        start = _start(axis, axis.place(card), text)
        level = next((i for i, end in enumerate(ends) if start > end), len(lines))
        if level == len(lines):
            lines.append([(" ", Role.SPACE)] * axis.cells)
            ends.append(-1)
        role = Role.CHOSEN if card == chosen else Role.HAND
        _write(lines[level], axis.place(card), text, role)
        ends[level] = start + len(text)
    return [(Span(" " * _LABEL, Role.SPACE), *_spans(cells)) for cells in lines]


def _start(axis: Axis, at: int, text: str) -> int:
    """Where a text begins that stands at ``at``: moved left where it would run off the end."""
    return min(at, axis.cells - len(text))


def _write(cells: list[tuple[str, Role]], at: int, text: str, role: Role) -> None:
    start = min(at, len(cells) - len(text))
    for offset, sign in enumerate(text):
        cells[start + offset] = (sign, role)


def _spans(cells: Sequence[tuple[str, Role]]) -> Iterable[Span]:
    """Neighbouring cells of one role as one span."""
    text, role = cells[0]
    for sign, next_role in cells[1:]:
        if next_role is role:
            text += sign
        else:
            yield Span(text, role)
            text, role = sign, next_role
    yield Span(text, role)
