"""The end of a game: how it went, in words and numbers, and what next."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Static

from ninetyeight.table import summarise
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

#: What may come after a game.
NEW, SAME, OTHER, QUIT, LOOK = "new", "same", "another", "quit", "look"


class EndScreen(ModalScreen[str]):
    """Praise, numbers, everybody's hands, and the choice of another game."""

    #: Another game is one key away.
    AUTO_FOCUS = f"#{NEW}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("q", f"next('{QUIT}')", show=False),
        Binding("n", f"next('{NEW}')", show=False),
        Binding("s", f"next('{SAME}')", show=False),
        Binding("o", f"next('{OTHER}')", show=False),
        Binding("escape", f"next('{LOOK}')", show=False),
    ]

    def __init__(self, words: Words, session: Session) -> None:
        super().__init__()
        self._words = words
        self._session = session

    def compose(self) -> ComposeResult:
        """The page and its buttons."""
        words, session = self._words, self._session
        outcome = session.table.state.outcome
        assert outcome is not None
        title = words.headline(session.setup.rules, outcome)
        with Vertical(classes="dialog page"):
            yield Label(title, classes="title", id="result", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static("\n".join(ending(words, session)), markup=False)
            with Horizontal(classes="buttons"):
                for code in (NEW, SAME, OTHER, QUIT):
                    label = words.text(f"screen.end.{code}")
                    yield Button(label, id=code, compact=True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id or QUIT)

    def action_scroll(self, lines: int) -> None:
        """Up or down by a line, where the page is longer than the screen."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_next(self, code: str) -> None:
        """What comes next."""
        self.dismiss(code)


def ending(words: Words, session: Session) -> list[str]:
    """The lines of the end: reason, praise, numbers, hands, deal, record."""
    setup, state = session.setup, session.table.state
    game = state.game
    assert game is not None
    _, *lines = words.verdict(state)
    lines += ["", " · ".join(words.numbers(summarise(setup, session.table.log)))]
    if game.left:
        lines.append("")
        lines += [
            words.say("end.hand", name=seat.name, cards=" ".join(map(str, hand)))
            for seat, hand in zip(setup.seats, game.hands, strict=True)
            if hand
        ]
        if game.draw:
            lines.append(words.say("draw_pile", n=len(game.draw)))
    lines.append("")
    lines += words.deal(state)
    lines.append(words.say("end.record", path=session.record.path))
    return lines
