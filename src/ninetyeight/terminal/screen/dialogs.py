"""Small screens over the table: questions, lists, pages to read, and the one that hides hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Label, OptionList, Static
from textual.widgets.option_list import Option

from ninetyeight.terminal.words import Words


class YesNo(ModalScreen[bool]):
    """Yes or no. ``y`` in the person's language says yes; Enter and Escape say no."""

    AUTO_FOCUS = "#no"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", show=False),
        Binding("n", "answer(False)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, words: Words, title: str, text: str, yes: str, no: str) -> None:
        super().__init__()
        self._said = (title, text, yes, no)
        self._words = words

    def compose(self) -> ComposeResult:
        """The question with its two buttons; the careful answer has the focus."""
        title, text, yes, no = self._said
        with Vertical(classes="dialog"):
            yield Label(title, classes="title", markup=False)
            yield Static(text, markup=False)
            yield Button(no, id="no", compact=True, variant="primary")
            yield Button(yes, id="yes", compact=True)

    def on_mount(self) -> None:
        """Listen to the letter that means yes."""
        letter = self._words.text("screen.key.yes")
        self._bindings.bind(letter, "answer(True)", show=False)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Give the answer."""
        self.dismiss(yes)


class Pick(ModalScreen[str | None]):
    """One of several lines, which are numbered; None when the person changes their mind."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", show=False)]

    def __init__(
        self, title: str, lines: Sequence[tuple[str, str]], note: str = "", at: int = 0
    ) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._note = note
        self._at = at
        numbered = (
            Option(Content(f"{number}  {text}"), id=key)
            for number, (key, text) in enumerate(lines, 1)
        )
        self._options = OptionList(*numbered, compact=True)

    def compose(self) -> ComposeResult:
        """Title, an explanation, the lines."""
        with Vertical(classes="dialog"):
            yield Label(self._title, classes="title", markup=False)
            if self._note:
                yield Static(self._note, markup=False, classes="note")
            yield self._options

    def on_mount(self) -> None:
        """The usual line is under the cursor."""
        self._options.highlighted = self._at
        self._options.focus()

    def on_key(self, event: object) -> None:
        """A digit takes the line of that number."""
        key = getattr(event, "key", "")
        if key.isdigit() and 1 <= int(key) <= len(self._lines):
            self.dismiss(self._lines[int(key) - 1][0])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

    def action_leave(self) -> None:
        """Nothing was picked."""
        self.dismiss(None)


class TextPage(ModalScreen[None]):
    """Something to read: the rules, the log, a row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,l,r,question_mark", "leave", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
    ]

    def __init__(self, words: Words, title: str, text: str, *, at_end: bool = False) -> None:
        super().__init__()
        self._said = (words.text(title), words.text("screen.page.foot"))
        self._at_end = at_end
        self._scroll = VerticalScroll(Static(text, markup=False))

    def compose(self) -> ComposeResult:
        """A page that scrolls."""
        title, foot = self._said
        with Vertical(classes="dialog page"):
            yield Label(title, classes="title", markup=False)
            yield self._scroll
            yield Label(foot, classes="note", markup=False)

    def on_mount(self) -> None:
        """The log is read from its end."""
        self._scroll.focus()
        if self._at_end:
            self.call_after_refresh(self._scroll.scroll_end, animate=False)

    def action_scroll(self, lines: int) -> None:
        """Up or down by a line."""
        self._scroll.scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class Handover(ModalScreen[bool]):
    """Hides everything until the next person says that they are looking. False: leave the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go(True)", show=False),
        Binding("q", "go(False)", show=False),
    ]

    def __init__(self, title: str, text: str, button: str, news: str = "") -> None:
        super().__init__()
        self._said = (title, text, button)
        self._news = news

    def compose(self) -> ComposeResult:
        """Whose turn it is, what happened, and a button."""
        title, text, button = self._said
        with Vertical(classes="dialog"):
            yield Label(title, classes="title", markup=False)
            yield Static(text, markup=False)
            if self._news:
                yield Static(self._news, markup=False, classes="note")
            yield Button(button, id="go", compact=True, variant="primary")

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.dismiss(True)

    def action_go(self, ready: bool) -> None:
        """The next person looks, or everybody leaves."""
        self.dismiss(ready)
