"""One lane of the number line in characters: each line is a list of (text, role).

The bar of a lane stands over the common axis: shaded where the row takes nothing any more, open
where it still does, the top card at its place, a notch ten back (filled when the card is in the
viewer's hand), a tick for each card that lies open, and the way a chosen card would go. Roles name
what a piece of text is; colours are somebody else's business.
"""

from __future__ import annotations

from dataclasses import replace

from ninetyeight.rules import Card, Mark, Marker, Verdict, View
from ninetyeight.table import trick_card
from ninetyeight.terminal.lanes import Axis
from ninetyeight.terminal.screen.board import Board

Line = list[tuple[str, str]]

#: Columns to the left of the axis: pointer, key, name, arrow and top card.
LABEL = 14

CLOSED, OPEN, DECADE, TICK = "░", "·", "┊", "╿"
#: The spot of the backwards trick: empty, and when the card is in your hand.
NOTCH = {True: ("◁", "◀"), False: ("▷", "▶")}
ARROW = {True: "↗", False: "↘"}
FIRE = "♨"

#: Three strengths that can be told apart without colour.
STRENGTH = {Marker.SMALL: "·", Marker.KEEP: "!", Marker.HARD: "‼"}


def axis_of(view: View, width: int) -> Axis:
    """The common axis of the table on so many columns; with room, one column for each number."""
    axis = Axis.of(view, width)
    numbers = axis.high - axis.low + 1
    return replace(axis, cells=numbers if numbers <= width < 2 * numbers else width)


def axis_line(view: View, width: int) -> Line:
    """The numbers of the axis: its ends and the tens, as far as there is room."""
    axis = axis_of(view, width)
    width = axis.cells
    cells = [" "] * width
    ends = [axis.low, axis.high]
    for number in ends + [n for n in range(axis.low, axis.high) if n % 10 == 0]:
        text = str(number)
        start = min(max(0, axis.place(number) - len(text) // 2), width - len(text))
        around = range(max(0, start - 1), min(width, start + len(text) + 1))
        if all(cells[at] == " " for at in around):
            cells[start : start + len(text)] = text
    return [(" " * LABEL, "plain"), ("".join(cells), "axis")]


def hand_axis(view: View, width: int, chosen: Card | None) -> Line:
    """The hand on the same axis: a mark under every card's place, so near and far are seen."""
    axis = axis_of(view, width)
    cells: list[tuple[str, str]] = [(" ", "plain")] * axis.cells
    for card in view.hand:
        cells[axis.place(card)] = ("▴", "axis")
    if chosen is not None:
        cells[axis.place(chosen)] = ("▲", "chosen")
    return [(" " * LABEL, "plain"), *_joined(cells)]


def lane(board: Board, place: int, width: int) -> tuple[Line, Line]:
    """The two lines of a lane: label and bar, then what the chosen card would do and the notes."""
    chosen = board.place == place
    return (
        [*_label(board, place, chosen), *_joined(_bar(board, place, width))],
        [*_effect(board, place, chosen), *_notes(board, place, width)],
    )


def _label(board: Board, place: int, chosen: bool) -> Line:
    row = board.view.rules.edition.rows[place]
    top = board.view.tops[place]
    shown = "–" if top is None else str(top)
    text = f"{'▸' if chosen else ' '}{place + 1} {row.name} {ARROW[row.up]} {shown:>3}"
    return [(f"{text:<{LABEL - 1}}", "row_chosen" if chosen else "row"), (" ", "plain")]


def _bar(board: Board, place: int, width: int) -> Line:
    view = board.view
    axis = axis_of(view, width)
    edition = view.rules.edition
    up, top = edition.rows[place].up, view.tops[place]
    cells: Line = [(OPEN, "open")] * axis.cells
    for number in range(axis.low, axis.high + 1):
        if number % 10 == 0:
            cells[axis.place(number)] = (DECADE, "open")
    if top is not None:
        at = axis.place(top)
        closed = range(at + 1) if up else range(at, axis.cells)
        for column in closed:
            cells[column] = (CLOSED, "closed")
    for card in view.shown_rows()[place][:-1]:  # B11: only what lies open is shown
        cells[axis.place(card)] = (TICK, "tick")
    _draw_notch(board, place, axis, cells)
    if top is not None:
        _draw_top(view, top, axis, cells)
    _draw_way(board, place, axis, cells)
    return cells


def _draw_notch(board: Board, place: int, axis: Axis, cells: Line) -> None:
    """The spot exactly ten back, where the trick is still possible."""
    back = trick_card(board.view, place)
    if back is None:
        return
    up, held = board.view.rules.ups[place], back in board.view.hand
    cells[axis.place(back)] = (NOTCH[up][held], "notch_held" if held else "notch")


def _draw_top(view: View, top: Card, axis: Axis, cells: Line) -> None:
    text = f"▐{top}▌"
    start = _around(axis.place(top), len(text), axis.cells)
    role = "fire" if top in view.rules.fires else "top"
    for offset, sign in enumerate(text):
        cells[start + offset] = (sign, f"{role}:{top}" if sign.isdigit() else f"edge:{top}")


def _draw_way(board: Board, place: int, axis: Axis, cells: Line) -> None:
    """The way of the chosen card from the top to its place: as long as it costs."""
    card, top = board.card, board.view.tops[place]
    up = board.view.rules.ups[place]
    if card is None or not board.previews:
        return
    shown = board.previews[place]
    here = axis.place(card)
    if shown.refusal is not None:
        if cells[here][1] in ("open", "closed", "notch"):
            cells[here] = ("×", "refused")
        return
    role = "loses" if shown.loses else "trick" if shown.trick else "way"
    # On an empty row the card costs what it leaves behind it.
    there = axis.place(top) if top is not None else 0 if up else axis.cells - 1
    for column in range(min(here, there), max(here, there) + 1):
        if cells[column][1] in ("open", "closed"):
            cells[column] = ("═" if shown.trick else "━", role)
    if not cells[here][1].startswith(("top", "edge", "fire")):
        cells[here] = ("◆", role)


def _effect(board: Board, place: int, chosen: bool) -> Line:
    """What the chosen card would do, in a word or two; else what the row card shows."""
    if not board.previews:
        low, high = board.view.rules.edition.rows[place].shows
        return [(f"    {low}→{high}".ljust(LABEL), "faint")]
    shown = board.previews[place]
    text, role = short_effect(board, shown)
    return [(f"{'▸' if chosen else ' '}  {text}"[: LABEL - 1].ljust(LABEL), role)]


def short_effect(board: Board, shown: Verdict) -> tuple[str, str]:
    """The effect of a card on a row in at most nine characters, and its role."""
    words, rules = board.words, board.view.rules
    if shown.refusal is not None:
        code = shown.refusal.code
        if code == "one_row":
            return words.text("screen.effect.only", row=shown.refusal.params["only"]), "refused"
        return words.text(f"screen.effect.{code}"), "refused"
    if shown.loses is not None:
        return words.of_edition(rules, "screen.effect.loses"), "loses"
    if shown.wins:
        return words.of_edition(rules, "screen.effect.wins"), "trick"
    assert shown.step is not None
    step = short_step(board, shown.step, shown.trick)
    if shown.dead_end:
        return words.text("board.effect.dead_end", step=step), "refused"
    return step, "trick" if shown.trick else "way"


def short_step(board: Board, step: int, trick: bool) -> str:
    """``+3`` or ``back 10``."""
    if trick:
        return board.words.text("board.step.trick", n=-step)
    return f"+{step}"


def _notes(board: Board, place: int, width: int) -> Line:
    """Under the bar: what is printed on the top card, whose deadline a fire is, the markers, and
    who laid last. Anchored at the top card; what does not fit is shortened, never the markers."""
    view = board.view
    top = view.tops[place]
    pieces: Line = []
    for mark in view.talk.marks:
        if mark.row == view.rules.edition.row_names[place]:
            pieces.append(_marker(board, mark, top, wide=width >= 90))
    kind = view.commands.on(top)
    if kind is not None:
        pieces.append((f"{board.words.symbol(kind)} {board.words.command(kind)}", "command"))
    deadline = board.deadline(place)
    if deadline is not None:
        who = board.words.text("screen.fire_for", name=board.names[deadline])
        pieces.append((f"{FIRE} {who}", "fire"))
    recent = board.recent[place] if board.recent else None
    if recent is not None:
        step = short_step(board, recent.step, recent.trick)
        pieces.append((f"← {board.names[recent.seat]} {step}".rstrip(), "faint"))
    return _placed(pieces, 0 if top is None else axis_of(view, width).place(top), width)


def _marker(board: Board, mark: Mark, top: Card | None, *, wide: bool) -> tuple[str, str]:
    """``A!`` or, with room, ``A! leave it``; in brackets when the row has moved on (T8r)."""
    text = board.initials[mark.seat] + STRENGTH[mark.marker]
    if wide:
        text += " " + board.words.text(f"rules.marker.{mark.marker.value}.name")
    if mark.top != top:
        text = f"({text})"
    return text, f"marker_{mark.marker.name.lower()}"


def _placed(pieces: Line, anchor: int, width: int) -> Line:
    """The pieces side by side, as near to the anchor as they fit."""
    line: Line = []
    room = width
    for text, role in pieces:
        if room <= 2:
            break
        shown = text if len(text) <= room else text[: room - 1] + "…"
        line += [(shown, role), ("  ", "plain")]
        room -= len(shown) + 2
    total = sum(len(text) for text, _ in line[:-1])
    start = min(max(0, anchor - 1), max(0, width - total))
    return [(" " * start, "plain"), *line[:-1]]


def _around(column: int, length: int, width: int) -> int:
    return min(max(0, column - (length - 1) // 2), width - length)


def _joined(cells: Line) -> Line:
    """Neighbours of the same role as one piece."""
    line: Line = []
    for text, role in cells:
        if line and line[-1][1] == role:
            line[-1] = (line[-1][0] + text, role)
        else:
            line.append((text, role))
    return line
