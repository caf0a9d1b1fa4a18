"""What an observation should hold, read off a view once more with plain lists and loops.

It shares no code with the encoder: the tests play the two against each other.
"""

from __future__ import annotations

from typing import Any

from ninetyeight.envs.layout import Layout
from ninetyeight.rules import Command, Marker, Rules, View

#: Nested lists of whole numbers, in the shape of a part.
Nested = list[Any]


def expected(view: View, speaking: bool) -> dict[str, Nested]:
    """Every part that tells something about the seat's view, whether the layout has it or not."""
    parts: dict[str, Nested] = {}
    me, players = view.viewer or 0, view.rules.players
    around = [(me + after) % players for after in range(players)]
    tops = [view.tops[row] if row < len(view.tops) else None for row in range(4)]
    there = [row < len(view.tops) for row in range(4)]
    hand, unseen = set(view.hand), set(view.unseen)

    parts["hand"] = [int(card in hand) for card in range(100)]
    parts["unseen"] = [int(card in unseen) for card in range(100)]
    parts["tops"] = [start(view.rules, row, tops[row]) if there[row] else 0 for row in range(4)]
    parts["empty"] = [int(there[row] and tops[row] is None) for row in range(4)]
    for name, cards in (("hand", hand), ("unseen", unseen)):
        takers = {card: [r for r in range(4) if takes(view, r, card)] for card in cards}
        parts[f"{name}_fit"] = [sum(r in rows for rows in takers.values()) for r in range(4)]
        parts[f"{name}_rows"] = [sum(len(rows) == n for rows in takers.values()) for n in range(5)]
        parts[f"{name}_near"] = [window(view, row, cards) for row in range(4)]

    going = view.seat is not None
    showing = [view.commands.on(top) for top in tops]
    laid = [lay.card for lay in view.laid]
    three = any(view.commands.on(card) is Command.THREE for card in laid)
    asked = 3 if three else view.minimum
    old_fires = [top in view.rules.fires and top not in laid for top in tops]
    met = len(laid) >= view.minimum and (not three or len(laid) == 3)
    parts["owed"] = [max(0, asked - len(laid)) * going]
    parts["laid"] = [len(laid) * going]
    parts["minimum"] = [view.minimum * going]
    parts["may_end"] = [int(going and met and Command.SKULL not in showing and not any(old_fires))]
    parts["draw"] = [view.draw_size]
    parts["draw_empty"] = [int(not view.draw_size)]
    parts["left"] = [view.draw_size + sum(view.hand_sizes)]
    parts["hand_sizes"] = padded([view.hand_sizes[seat] for seat in around])
    parts["turn"] = padded([int(seat == view.seat) for seat in around])

    known = dict(view.commands)
    parts["hand_commands"] = [
        [int(card in hand and known.get(card) is kind) for card in range(100)] for kind in Command
    ]
    parts["top_commands"] = [[int(command is kind) for kind in Command] for command in showing]
    parts["unseen_commands"] = [
        view.hidden_commands.get(kind, 0) + sum(known.get(card) is kind for card in unseen)
        for kind in Command
    ]
    bound = one_row(view)
    parts["bound"] = [int(row == bound) for row in range(4)]
    parts["three"] = [int(three and going)]
    parts["fires"] = [int(top in view.rules.fires) for top in tops]
    parts["due"] = [int(due and going) for due in old_fires]

    marks = {(m.seat, view.rules.edition.row_index[m.row]): m for m in view.talk.marks}
    parts["speaking"] = [int(speaking)]
    parts["marks"] = [
        [
            [int((s, row) in marks and marks[s, row].marker is kind) for kind in Marker]
            for row in range(4)
        ]
        for s in padded(list(around), -1)
    ]
    parts["moved"] = [
        [int((s, row) in marks and marks[s, row].top != tops[row]) for row in range(4)]
        for s in padded(list(around), -1)
    ]
    return parts


def one_row(view: View) -> int | None:
    """The row that `one_row` leaves open: its own when it was laid in this turn, else that of
    the turn's first card (X6, X9r)."""
    rows = [view.rules.edition.row_index[lay.row] for lay in view.laid]
    visible = [
        place
        for place, top in enumerate(view.tops)
        if top is not None and view.commands.on(top) is Command.ONE_ROW
    ]
    if view.seat is None or not visible or not rows:
        return None
    own = [place for place in visible if view.tops[place] in {lay.card for lay in view.laid}]
    return own[0] if own else rows[0]


def start(rules: Rules, row: int, top: int | None) -> int:
    """The visible card, or the number before a row's first."""
    if top is not None:
        return top
    return rules.edition.low - 1 if rules.edition.rows[row].up else rules.edition.high + 1


def takes(view: View, row: int, card: int) -> bool:
    """B3, B3r, B4 for a row of the table, or one that it does not have."""
    if row >= len(view.tops):
        return False
    top = view.tops[row]
    if top is None:
        return True
    ahead = card - top if view.rules.edition.rows[row].up else top - card
    return ahead > 0 or ahead == -view.rules.edition.step


def window(view: View, row: int, cards: set[int]) -> list[int]:
    """The numbers two tricks back, one trick back and up to 24 ahead: which are among ``cards``."""
    if row >= len(view.tops):
        return [0] * 26
    way = 1 if view.rules.edition.rows[row].up else -1
    step, top = view.rules.edition.step, start(view.rules, row, view.tops[row])
    return [int(top + way * far in cards) for far in [-2 * step, -step, *range(1, 25)]]


def padded(numbers: list[int], by: int = 0) -> list[int]:
    """Six places, whatever the table has."""
    return numbers + [by] * (6 - len(numbers))


def names(layout: Layout) -> list[str]:
    """The parts a layout has."""
    return [part.name for part in layout.parts]
