"""The fields of the set-up form: small, on one line each, all usable with arrows alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static


class Field(Static, can_focus=True):
    """Something to choose in the form."""

    class Changed(Message):
        """Something else was chosen."""

        def __init__(self, field: Field) -> None:
            super().__init__()
            self.field = field

        @property
        def control(self) -> Field:
            """The field that changed."""
            return self.field


class OneOf(Field):
    """One of several values: left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space,enter", "step(1)", show=False),
    ]

    at = reactive(0)

    def __init__(self, values: Sequence[tuple[str, str]], value: str, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.values = list(values)
        known = [key for key, _ in self.values]
        self.set_reactive(OneOf.at, known.index(value) if value in known else 0)

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.values[self.at][0]

    def render(self) -> Content:
        """The value between two arrows, which are filled while the keys change it."""
        left, right = ("◂ ", " ▸") if self.has_focus else ("‹ ", " ›")
        return Content.assemble(left, (self.values[self.at][1], "bold"), right)

    def action_step(self, by: int) -> None:
        """The next value; after the last comes the first."""
        self.at = (self.at + by) % len(self.values)
        self.refresh(layout=True)
        self.post_message(self.Changed(self))

    def on_click(self, event: Click) -> None:
        """A click on the left arrow goes back, anywhere else forward."""
        self.action_step(-1 if event.x < 2 else 1)


class OnOff(Field):
    """A switch: ``[x] Expert``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "switch", show=False),
    ]

    on = reactive(False)

    def __init__(self, label: str, on: bool, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.label = label
        self.set_reactive(OnOff.on, on)

    def render(self) -> Content:
        """The switch with its name, and a pointer while the keys turn it."""
        pointer = "▸" if self.has_focus else " "
        return Content.assemble(pointer, ("[x] " if self.on else "[ ] ", "bold"), self.label)

    def action_switch(self) -> None:
        """Turn it."""
        self.on = not self.on
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        """A click turns it too."""
        self.action_switch()
