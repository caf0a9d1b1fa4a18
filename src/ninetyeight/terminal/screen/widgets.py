"""The parts of the table: seats, lanes, hand, messages. Each draws a board and forwards clicks."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from ninetyeight.rules import Card
from ninetyeight.table import lasting_commands
from ninetyeight.terminal.screen.board import Board
from ninetyeight.terminal.screen.lane_drawing import (
    FIRE,
    LABEL,
    Line,
    axis_line,
    hand_axis,
    lane,
)
from ninetyeight.terminal.screen.look import hue

#: How each role looks. What a role means is already said by its characters.
STYLES = {
    "plain": "",
    "axis": "$quiet",
    "faint": "$quiet",
    "row": "bold $foreground",
    "row_chosen": "bold $ink on $primary",
    "open": "$faint",
    "closed": "$closed",
    "tick": "$secondary",
    "notch": "$quiet",
    "notch_held": "bold $success",
    "way": "bold $accent",
    "trick": "bold $success",
    "refused": "$quiet",
    "loses": "bold $error",
    "chosen": "bold $accent",
    "fire": "bold $error",
    "command": "bold $warning",
    "marker_small": "$secondary",
    "marker_keep": "bold $secondary",
    "marker_hard": "bold reverse $secondary",
}


class Drawn(Widget):
    """A widget that draws the board it was last given."""

    board: Board | None = None

    def show(self, board: Board | None) -> None:
        """Draw this from now on; with None, draw nothing."""
        self.board = board
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        """What there is to draw on so many columns."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is drawn; asked before the new width is known to the widget itself."""
        return 0 if self.board is None else len(self.lines(width))

    def render(self) -> Content:
        """The board, or nothing before there is one."""
        return Content("") if self.board is None else self.styled(self.lines(self.size.width))

    def styled(self, lines: Iterable[Line]) -> Content:
        """Lines of (text, role) with the colours of the theme."""
        pieces: list[Content | str | tuple[str, str]] = []
        for number, line in enumerate(lines):
            if number:
                pieces.append("\n")
            pieces.extend((text, self._style(role)) for text, role in line if text)
        return Content.assemble(*pieces)

    def _style(self, role: str) -> str:
        kind, _, card = role.partition(":")
        if not card:
            return STYLES[kind]
        colour = self.colour(int(card))
        if kind == "fire":
            return "bold $ink on $error"
        return f"bold $ink on {colour}" if kind == "top" else colour

    def colour(self, card: Card) -> str:
        """The hue of a card in the theme of the hour."""
        assert self.board is not None
        edition = self.board.view.rules.edition
        return hue(card, edition.low, edition.high, dark=self.app.current_theme.dark)


class Lanes(Drawn):
    """Four lanes over one number line. A click chooses the row."""

    #: Lines that one lane takes; three leave a little air.
    depth = 2

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def lines(self, width: int) -> list[Line]:
        """Axis, lanes, and the hand on the same axis."""
        board = self.board
        assert board is not None
        inside = max(20, width - LABEL)
        lines = [axis_line(board.view, inside)]
        for place in range(len(board.view.rows)):
            lines.extend(lane(board, place, inside))
            lines.extend([] for _ in range(self.depth - 2))
        lines.append(hand_axis(board.view, inside, board.card))
        return lines

    def on_click(self, event: Click) -> None:
        """The lane under the mouse becomes the chosen one."""
        if self.board is not None:
            place = (event.y - 1) // self.depth
            if 0 <= place < len(self.board.view.rows):
                self.post_message(self.Chosen(place))


class Hand(Drawn):
    """The own hand as cards, lowest first; backs while it may not be seen. A click chooses."""

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    #: Lines of a card: four with room, one without.
    tall = True

    def lines(self, width: int) -> list[Line]:
        """The cards side by side, in further lines where the terminal is narrow."""
        assert self.board is not None
        inside = self._inside(width)
        if self.board.hidden:
            pictures = [_back(inside, self.tall) for _ in range(self._hidden_size())]
        else:
            pictures = [self._picture(card, inside) for card in self.board.view.hand]
        abreast = self._abreast(width)
        lines: list[Line] = []
        for start in range(0, max(1, len(pictures)), abreast):
            shelf: list[Line] = [[] for _ in range(4 if self.tall else 1)]
            for picture in pictures[start : start + abreast]:
                for line, piece in zip(shelf, picture, strict=True):
                    line.extend([*piece, (" ", "plain")])
            lines += shelf
        return lines

    def _inside(self, width: int) -> int:
        """Columns within a card: as many as fit for a full hand."""
        assert self.board is not None
        if not self.tall:
            return 4
        fits = (width + 1) // self.board.view.rules.hand_size - 3
        return min(max(fits, 3), 11)

    def _pitch(self, width: int) -> int:
        return self._inside(width) + (3 if self.tall else 2)

    def _abreast(self, width: int) -> int:
        return max(1, (width + 1) // self._pitch(width))

    def _hidden_size(self) -> int:
        assert self.board is not None
        seat = self.board.view.seat
        return 0 if seat is None else self.board.view.hand_sizes[seat]

    def _picture(self, card: Card, inside: int) -> list[Line]:
        assert self.board is not None
        chosen = card == self.board.card
        edge = f"edge:{card}" if not chosen else "chosen"
        number = f"edge:{card}" if not chosen else "row_chosen"
        note = self._note(card, inside)
        if not self.tall:
            text = f"[{card}{note[:1].strip()}]" if chosen else f" {card}{note[:1].strip()} "
            return [[(text.ljust(inside + 1), number)]]
        left, right, flat, corners = ("┃", "┃", "━", "┏┓┗┛") if chosen else ("│", "│", "─", "╭╮╰╯")
        return [
            [(corners[0] + flat * inside + corners[1], edge)],
            [(left, edge), (str(card).center(inside), number), (right, edge)],
            [(left, edge), (note.center(inside), self._note_role(card)), (right, edge)],
            [(corners[2] + flat * inside + corners[3], edge)],
        ]

    def _note(self, card: Card, inside: int) -> str:
        """What else is printed on the card: a command with its word where there is room, fire."""
        assert self.board is not None
        words, view = self.board.words, self.board.view
        kind = view.commands.on(card)
        if kind is not None:
            symbol = words.symbol(kind)
            whole = f"{symbol} {words.text(f'board.card.{kind.value}')}"
        elif card in view.rules.fires:
            symbol, whole = FIRE, f"{FIRE} {words.text('board.card.fire')}"
        else:
            return ""
        return whole if len(whole) <= inside else symbol

    def _note_role(self, card: Card) -> str:
        assert self.board is not None
        return "fire" if card in self.board.view.rules.fires else "command"

    def on_click(self, event: Click) -> None:
        """The card under the mouse becomes the chosen one."""
        if self.board is None or self.board.hidden:
            return
        width = self.size.width
        spot = event.get_content_offset(self)
        if spot is None:
            return
        abreast, shelf = self._abreast(width), spot.y // (4 if self.tall else 1)
        at = spot.x // self._pitch(width) + shelf * abreast
        if at < len(self.board.view.hand):
            self.post_message(self.Chosen(self.board.view.hand[at]))


def _back(inside: int, tall: bool) -> list[Line]:
    """The back of a card."""
    if not tall:
        return [[("▒" * inside + " ", "closed")]]
    return [
        [("╭" + "─" * inside + "╮", "closed")],
        [("│" + "▒" * inside + "│", "closed")],
        [("│" + "▒" * inside + "│", "closed")],
        [("╰" + "─" * inside + "╯", "closed")],
    ]


class Seats(Drawn):
    """Who sits at the table: hand sizes, whose turn, what they said they hold; the draw pile."""

    def lines(self, width: int) -> list[Line]:
        """One line, or two when the names need them."""
        assert self.board is not None
        view, words = self.board.view, self.board.words
        pieces: list[tuple[str, str]] = []
        for seat, (name, size) in enumerate(zip(self.board.names, view.hand_sizes, strict=True)):
            active = seat == view.seat
            told = words.text("screen.seat", name=name, n=size)
            pieces.append((f" {'▶' if active else ' '}{told}", "row" if active else "faint"))
            pieces.extend((f" {sign}", "command") for sign in self._named(seat))
        right = words.text("screen.piles", draw=view.draw_size, left=view.left) + " "
        used = sum(len(text) for text, _ in pieces)
        gap = width - used - len(right)
        if gap < 1:
            return [pieces, [(" ", "plain"), (right, "axis")]]
        return [[*pieces, (" " * gap, "plain"), (right, "axis")]]

    def _named(self, seat: int) -> list[str]:
        """T3: the commands that this seat has named."""
        assert self.board is not None
        named = self.board.view.talk.named
        return [self.board.words.symbol(kind) for owner, kind in named if owner == seat]


def in_force(board: Board) -> str:
    """What holds for everybody now: lasting commands that are visible, and silence."""
    words = board.words
    return "  ".join(
        f"{words.symbol(kind)} {words.text(f'rules.command.{kind.value}.text')}"
        for kind in lasting_commands(board.view)
    )
