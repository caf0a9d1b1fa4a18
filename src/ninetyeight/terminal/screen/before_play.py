"""Before the first turn: taking a hand from the face-down fan, and agreeing who starts."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Label, Static

from ninetyeight.rules import Wish
from ninetyeight.terminal.screen.dialogs import Pick
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words, names_of

#: Columns that one face-down card takes.
_PITCH = 3


class Fan(Widget, can_focus=True):
    """All cards face down, those that others took missing."""

    cursor = reactive(0)

    def __init__(self, cards: int, taken: Collection[int], wanted: int) -> None:
        super().__init__()
        self.cards = cards
        self.taken = set(taken)
        self.wanted = wanted
        self.chosen: list[int] = []
        self.cursor = self._free(0, 1)

    @property
    def columns(self) -> int:
        """Cards in a line."""
        return max(1, self.size.width // _PITCH)

    def render(self) -> Content:
        """Each card is a back; a chosen one is drawn out of the fan, a taken one is a gap."""
        pieces: list[tuple[str, str]] = []
        for place in range(self.cards):
            if place and place % self.columns == 0:
                pieces.append(("\n", ""))
            sign = "  " if place in self.taken else "▓▓" if place in self.chosen else "▒▒"
            style = "$closed" if sign == "▒▒" else "bold $accent"
            if place == self.cursor:
                sign, style = ("[]" if sign == "▒▒" else "◖◗"), "bold $ink on $primary"
            pieces.append((sign, style))
            pieces.append((" ", ""))
        return Content.assemble(*pieces)

    def step(self, by: int) -> None:
        """Move the cursor over the cards that are still there."""
        self.cursor = self._free(self.cursor + by, 1 if by > 0 else -1)

    def toggle(self, place: int) -> None:
        """Draw a card out of the fan, or push it back."""
        if place in self.chosen:
            self.chosen.remove(place)
        elif place not in self.taken and len(self.chosen) < self.wanted:
            self.chosen.append(place)
        self.refresh()

    def fill(self, rng: Random) -> None:
        """Draw the rest at random."""
        free = [p for p in range(self.cards) if p not in self.taken and p not in self.chosen]
        self.chosen += rng.sample(free, self.wanted - len(self.chosen))
        self.refresh()

    def _free(self, place: int, direction: int) -> int:
        for step in range(self.cards):
            found = (place + direction * step) % self.cards
            if found not in self.taken:
                return found
        return 0

    def on_click(self, event: Click) -> None:
        """A click draws the card under the mouse."""
        place = event.y * self.columns + event.x // _PITCH
        if place < self.cards and place not in self.taken:
            self.cursor = place
            self.toggle(place)


class FanScreen(ModalScreen[tuple[int, ...] | None]):
    """Somebody picks a hand from the fan; None: leave the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("space", "draw", show=False),
        Binding("enter", "done", show=False),
        Binding("a", "fill", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, words: Words, session: Session, seat: int) -> None:
        super().__init__()
        self._words = words
        setup, state = session.setup, session.table.state
        taken = [place for places in state.picks.values() for place in places]
        self._fan = Fan(len(setup.deal.deck), taken, setup.rules.hand_size)
        self._told = Static(markup=False)
        self._name = setup.seats[seat].name

    def compose(self) -> ComposeResult:
        """The fan with what to do."""
        with Vertical(classes="dialog wide"):
            title = self._words.text("screen.fan.title", name=self._name)
            yield Label(title, classes="title", markup=False)
            yield self._fan
            yield self._told
            yield Static(self._words.text("screen.fan.keys"), classes="note", markup=False)

    def on_mount(self) -> None:
        """The fan listens."""
        self._fan.focus()
        self._count()

    def _count(self) -> None:
        left = self._fan.wanted - len(self._fan.chosen)
        code = "screen.fan.more" if left else "screen.fan.full"
        self._told.update(self._words.text(code, n=left))

    def on_click(self) -> None:
        """A card may have been drawn."""
        self.call_after_refresh(self._count)

    def action_step(self, by: int) -> None:
        """To the next card."""
        self._fan.step(by)

    def action_line(self, by: int) -> None:
        """To the next line."""
        self._fan.step(by * self._fan.columns)

    def action_draw(self) -> None:
        """Draw this card, or push it back."""
        self._fan.toggle(self._fan.cursor)
        self._count()

    def action_fill(self) -> None:
        """Let chance draw the rest."""
        self._fan.fill(Random())
        self._count()

    def action_done(self) -> None:
        """Take the hand when it is complete; until then Enter draws a card."""
        if len(self._fan.chosen) == self._fan.wanted:
            self.dismiss(tuple(self._fan.chosen))
        else:
            self.action_draw()

    def action_leave(self) -> None:
        """Leave the game; nothing is lost."""
        self.dismiss(None)


#: What a person may say when nobody has to start.
NO_WISH = "none"


#: Nobody among the people feels like starting.
OTHERS = "others"


def wish_dialog(words: Words, session: Session, seat: int) -> Pick:
    """B10r: how much somebody would like to start, with their own hand before their eyes.

    Where whoever feels like it starts, only that they are ready.
    """
    name = session.setup.seats[seat].name
    if session.setup.rules.edition.spontaneous:
        title = words.text("screen.start.ready", name=name)
        lines = [(Wish.CAN.value, words.text("screen.start.am_ready"))]
        return Pick(title, lines, _hand_note(words, session, seat))
    told = {wish.value: words.text(f"rules.wish.{wish.value}") for wish in Wish}
    told[NO_WISH] = words.text("board.start.rather_not")
    lines = [
        (key, f"{text}  {words.text(f'rules.wish_means.{key}')}") for key, text in told.items()
    ]
    note = f"{words.say('start.how')}\n{_hand_note(words, session, seat)}"
    title = words.text("screen.start.wish", name=name)
    return Pick(title, lines, note, at=len(lines) - 1)


def settle_dialog(words: Words, session: Session, seat: int | None) -> Pick:
    """B10: the team settles who starts; the strongest wish is under the cursor."""
    state = session.table.state
    lines = []
    for at, name in enumerate(names_of(session.setup)):
        wish = state.talk.offers.get(at)
        told = "" if wish is None else words.text(f"rules.wish.{wish.value}")
        lines.append((str(at), f"{name}   {told}".rstrip()))
    note = "" if seat is None else _hand_note(words, session, seat)
    usual = state.talk.settled(session.setup.rules.players)
    return Pick(words.text("board.start.title"), lines, note, at=usual)


def start_dialog(words: Words, session: Session, seat: int | None) -> Pick:
    """B10r: everybody is ready, and whoever feels like it starts."""
    names = names_of(session.setup)
    lines = [(str(at), words.text("screen.start.starts", name=names[at])) for at in session.people]
    others = "others" if len(session.people) == 1 else "whoever"
    lines.append((OTHERS, words.text(f"screen.start.{others}")))
    note = "" if seat is None else _hand_note(words, session, seat)
    return Pick(words.text("screen.start.all_ready"), lines, note)


def hand_on_dialog(words: Words, session: Session) -> Pick:
    """B10r: until the first card lies, somebody else may start after all."""
    active = session.table.state.active
    lines = [(str(at), name) for at, name in enumerate(names_of(session.setup)) if at != active]
    return Pick(words.text("screen.start.instead"), lines)


def _hand_note(words: Words, session: Session, seat: int) -> str:
    view = session.table.view(seat)
    return words.say("hand", cards=words.cards(view, view.hand))
