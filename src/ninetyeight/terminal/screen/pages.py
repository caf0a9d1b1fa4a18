"""What the table shows on request: rules, log, rows, and the lists for markers and commands."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.markup import escape
from textual.widgets import Static

from ninetyeight.handbook import as_text, in_force, rules_told
from ninetyeight.rules import Mark, Marker, View
from ninetyeight.table import Setup
from ninetyeight.terminal.screen.dialogs import Pick, TextPage
from ninetyeight.terminal.screen.lane_drawing import ARROW, STRENGTH
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

#: The keys of the table in the order of the line at its foot: key, action, code of its word.
KEYS = (
    ("←→", "card(1)", "card"),
    ("↑↓", "row(1)", "row"),
    ("⏎", "lay", "lay"),
    ("b", "back", "back"),
    ("e", "end_turn", "end"),
    ("m", "mark", "mark"),
    ("n", "name", "name"),
    ("h", "hint", "hint"),
    ("l", "log", "log"),
    ("r", "history", "history"),
    ("t", "app.other_light", "light"),
    ("?", "rules", "rules"),
    ("q", "quit_table", "quit"),
)

#: What takes a marker off a row.
OFF = "off"


class Keys(Static):
    """The lines at the foot: every key with its word; a click does the same."""

    def __init__(self, words: Words, session: Session) -> None:
        super().__init__(id="keys")
        rules = session.setup.rules
        hidden = set() if rules.has_commands else {"name"}
        if not rules.options.take_backs:
            hidden.add("back")
        self._items = [
            (key, action, words.text(f"screen.keys.{word}"))
            for key, action, word in KEYS
            if word not in hidden
        ]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the keys need."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The keys, never a key on one line and its word on the next."""
        lines = []
        for line in self._lines(self.size.width):
            told = []
            for key, action, word in line:
                target = action if action.startswith("app.") else f"screen.{action}"
                told.append(f"[bold $primary]{escape(key)}[/] [@click={target}]{escape(word)}[/]")
            lines.append("  ".join(told))
        return Content.from_markup("\n".join(lines))

    def _lines(self, width: int) -> list[list[tuple[str, str, str]]]:
        lines: list[list[tuple[str, str, str]]] = [[]]
        used = 0
        for item in self._items:
            length = len(item[0]) + len(item[2]) + 3
            if lines[-1] and used + length - 2 > width:
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += length
        return lines


def log_page(words: Words, lines: Sequence[str]) -> TextPage:
    """Everything that has happened, the newest at the end."""
    text = "\n".join(lines) or words.text("screen.log.empty")
    return TextPage(words, "screen.log.title", text, at_end=True)


def row_page(words: Words, view: View, place: int | None) -> TextPage:
    """The rows as a person is shown them (B11); the chosen one first."""
    names = view.rules.edition.row_names
    order = sorted(range(len(names)), key=lambda at: at != place)
    lines = []
    for at in order:
        cards = view.shown_rows()[at]
        told = " ".join(words.card(view, card) for card in cards) or words.say("row.empty")
        lines.append(f"{names[at]} {ARROW[view.rules.ups[at]]}  {told}")
    if view.outcome is None and not view.rules.open_rows:
        lines += ["", words.text("screen.row.closed")]
    return TextPage(words, "screen.row.title", "\n".join(lines))


def rules_in_force(words: Words, setup: Setup, width: int) -> TextPage:
    """The signs of the table, then the rules in force with their numbers."""
    return TextPage(words, "screen.rules.title", rules_text(words, setup, width))


def rules_text(words: Words, setup: Setup, width: int) -> str:
    """What stands on the page of rules."""
    told = rules_told(setup.rules, setup.strictness, setup.fan, words.language, drawn=False)
    legend = [words.text("screen.legend")]
    if "T8r" in in_force(setup.rules, setup.strictness):
        signs = {marker.name.lower(): sign for marker, sign in STRENGTH.items()}
        legend.append(words.text("screen.legend_markers", **signs))
    return "\n".join([*legend, "", as_text(told, width)])


def row_dialog(words: Words, view: View, at: int) -> Pick:
    """Which row a marker goes on."""
    edition = view.rules.edition
    lines = [
        (row.name, f"{row.name} {ARROW[row.up]} {'–' if top is None else top}")
        for row, top in zip(edition.rows, view.tops, strict=True)
    ]
    return Pick(words.text("screen.mark.row"), lines, at=at)


def marker_dialog(words: Words, row: str, own: Mark | None) -> Pick:
    """T8r: which marker, in the words of the table."""
    lines = [
        (marker.value, f"{sign}  {words.text(f'rules.marker.{marker.value}.sentence')}")
        for marker, sign in STRENGTH.items()
    ]
    if own is not None:
        lines.append((OFF, f"   {words.text('screen.mark.off')}"))
    return Pick(words.text("board.mark.title", row=row), lines)


def marker_of(answer: str) -> Marker | None:
    """The marker that was picked; None takes it off."""
    return None if answer == OFF else Marker(answer)


def seat_dialog(words: Words, session: Session) -> Pick:
    """Which of the people speaks."""
    lines = [(str(seat), session.setup.seats[seat].name) for seat in session.people]
    return Pick(words.text("screen.mark.who"), lines)


def command_dialog(words: Words, view: View) -> Pick | None:
    """The commands in the own hand, one of which may be named; None when there are none (T3)."""
    kinds = dict.fromkeys(view.commands.on(card) for card in view.hand)
    lines = [(k.value, f"{words.symbol(k)}  {words.command(k)}") for k in kinds if k is not None]
    return Pick(words.text("board.name.title"), lines) if lines else None
