"""Choosing a game: edition, options, seats, talk, deal, language; or one to play on with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Label, Static

from ninetyeight.bots.bot import team_mates
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import (
    EDITIONS,
    Deal,
    GameError,
    Strictness,
    usual_take_backs,
)
from ninetyeight.table import Record
from ninetyeight.table.setup import NAME_LENGTH
from ninetyeight.terminal.choices import USUAL_BOT, GameChoices, usual_name
from ninetyeight.terminal.screen.form import Field, OneOf, OnOff
from ninetyeight.terminal.words import Words

PERSON, EMPTY = "person", "empty"
#: Most seats of any edition: as many lines the form has for seats.
SEATS = max(edition.max_players for edition in EDITIONS.values())
#: The switches of the form, in its order.
SWITCHES = ("expert", "short_hand", "fire", "commands", "take_backs", "open_rows", "fan")
#: Our own bots: the usual one, then the others, strongest first.
OFFERED = (USUAL_BOT, *(name for name in reversed(team_mates()) if name != USUAL_BOT))
#: "What the edition does", where a table may also choose itself.
USUAL = "usual"


class SetupScreen(Screen[GameChoices | Path | None]):
    """The form; the result is what was chosen, a record to resume, or None to leave."""

    #: A game is one key away.
    AUTO_FOCUS = ".first"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the scrolling form gets them: it follows the focus anyway.
        Binding("up", "app.focus_previous", show=False, priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("escape,ctrl+q", "leave", show=False),
    ]

    def __init__(
        self, choices: GameChoices, unfinished: Sequence[tuple[Path, Record]], complaint: str = ""
    ) -> None:
        super().__init__()
        self.choices = choices
        self.unfinished = unfinished
        self.words = Words(choices.language)
        self.complaint = complaint

    # The form.

    def compose(self) -> ComposeResult:
        """One line for each thing to choose; the buttons stay in sight."""
        say = self._say
        chosen = self.choices
        yield Static(f"  98   {say('title')}", id="banner", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            editions = [(e, self.words.text(f"rules.edition.{e}.name")) for e in EDITIONS]
            yield from self._line("edition", OneOf(editions, chosen.edition, "edition"))
            yield Static(id="blurb", markup=False)
            yield from self._line("options", ItemGrid(*self._switches(), min_column_width=22))
            tells = self.words.text("rules.option.take_backs.tells")
            yield Static(tells, id="tells", markup=False)
            for seat in range(SEATS):
                yield from self._seat(seat)
            talk = [(USUAL, say("usual"))]
            talk += [(s.value, self.words.talk(s)) for s in Strictness]
            yield from self._line("talk", OneOf(talk, chosen.talk or USUAL, "talk"))
            deal = Input(chosen.deal or "", placeholder=say("new_deal"), compact=True, id="deal")
            yield from self._line("deal", deal)
            languages = [(code, say(f"language_{code}")) for code in LANGUAGES]
            yield from self._line("language", OneOf(languages, chosen.language, "language"))
        yield Static(self.complaint, id="complaint", markup=False)
        with Horizontal(classes="buttons"):
            first = None if self.unfinished else "first"
            yield Button(say("play"), id="play", classes=first, compact=True, variant="primary")
            if self.unfinished:
                label = self._unfinished_label()
                yield Button(label, id="resume", classes="first", compact=True)
            yield Button(say("leave"), id="leave", compact=True)
        yield Static(say("keys"), id="keys", markup=False)

    def _say(self, code: str, **params: object) -> str:
        return self.words.text(f"screen.setup.{code}", **params)

    def _line(self, code: str, *fields: Static | Input | ItemGrid) -> Iterator[Horizontal]:
        label = Label(self._say(code), classes="label", markup=False)
        yield Horizontal(label, *fields, classes="line", id=f"line_{code}")

    def _switches(self) -> list[OnOff]:
        found = []
        for name in SWITCHES:
            label = self._say("fan") if name == "fan" else self.words.option(name)
            found.append(OnOff(label, self._switch_on(name), f"on_{name}"))
        return found

    def _switch_on(self, name: str) -> bool:
        edition = EDITIONS[self.choices.edition]
        if name == "take_backs":
            return self.choices.taking_back
        value = getattr(self.choices, name)
        if value is None:  # as the edition recommends
            return bool(getattr(edition, name))
        return bool(value)

    def _seat(self, seat: int) -> Iterator[Horizontal]:
        people, bots = self.choices.people, self.choices.bots
        kinds = [(PERSON, self._say("person"))]
        kinds += [(name, self.words.text(f"bots.name.{name}")) for name in OFFERED]
        kinds += [(bot, bot) for bot in bots if bot.startswith("program:")]
        if seat > 0:
            kinds.append((EMPTY, self._say("empty")))
        kind, name = EMPTY, ""
        if seat < len(people):
            kind, name = PERSON, people[seat]
        elif seat < len(people) + len(bots):
            kind = bots[seat - len(people)]
        label = Label(self._say("seat", number=seat + 1), classes="label", markup=False)
        field = Input(
            name,
            placeholder=usual_name(seat + 1, self.choices.language),
            max_length=NAME_LENGTH,
            compact=True,
            id=f"name_{seat}",
        )
        about = Static(id=f"about_{seat}", classes="note", markup=False)
        yield Horizontal(
            label,
            OneOf(kinds, kind, f"kind_{seat}"),
            field,
            about,
            classes="line seat",
            id=f"seat_{seat}",
        )

    def _unfinished_label(self) -> str:
        _, record = self.unfinished[0]
        setup = record.setup
        names = ", ".join(seat.name for seat in setup.seats if seat.bot is None)
        game = record.state.game
        left = len(setup.rules.cards) if game is None else game.left
        return self._say(
            "resume", edition=self.words.edition(setup.rules), names=names or "–", left=left
        )

    # What is chosen.

    def on_mount(self) -> None:
        """Show what belongs to the choices the form begins with."""
        if self.query("#edition"):  # unless the form was left before it was there
            self._fit()

    def _one(self, name: str) -> str:
        return self.query_one(f"#{name}", OneOf).value

    def _switch(self, name: str) -> bool:
        return self.query_one(f"#on_{name}", OnOff).on

    def gathered(self) -> GameChoices:
        """What the form says now."""
        edition = self._one("edition")
        people: list[str] = []
        bots: list[str] = []
        for seat in range(EDITIONS[edition].max_players):
            kind = self._one(f"kind_{seat}")
            if kind == PERSON:
                name = self.query_one(f"#name_{seat}", Input).value.strip()
                people.append(name or usual_name(len(people) + 1, self.choices.language))
            elif kind != EMPTY:
                bots.append(kind)
        talk = self._one("talk")
        own_commands = EDITIONS[edition].commands
        return replace(
            self.choices,
            language=self._one("language"),
            edition=edition,
            people=tuple(people),
            bots=tuple(bots),
            expert=self._switch("expert"),
            short_hand=self._switch("short_hand"),
            fire=self._switch("fire"),
            commands=self._switch("commands") and not own_commands,
            open_rows=self._switch("open_rows"),
            fan=self._switch("fan"),
            talk=None if talk == USUAL else talk,
            deal=self.query_one("#deal", Input).value.strip() or None,
        )

    def _fit(self) -> None:
        """Show what belongs to the chosen edition and seats."""
        edition = EDITIONS[self._one("edition")]
        self.query_one("#blurb", Static).update(
            self.words.text(f"rules.edition.{edition.id}.blurb")
        )
        now = self.gathered()
        self.query_one("#on_take_backs", OnOff).on = now.taking_back
        usual = usual_take_backs(len(now.people))
        self.query_one("#tells").display = now.taking_back and not usual
        self.query_one("#on_commands").display = not edition.commands
        for seat in range(SEATS):
            self.query_one(f"#seat_{seat}").display = seat < edition.max_players
            kind = self._one(f"kind_{seat}")
            self.query_one(f"#name_{seat}").display = kind == PERSON
            about = "" if kind in (PERSON, EMPTY) else kind.partition(":")[0]
            text = self.words.text(f"bots.about.{about}") if about else ""
            self.query_one(f"#about_{seat}", Static).update(text)

    @on(Field.Changed)
    async def _changed(self, event: Field.Changed) -> None:
        match event.field:
            case OneOf(id="language", value=language):
                await self._speak(language)
                return
            case OneOf(id="edition", value=edition):
                for name in ("open_rows", "fan"):
                    usual = bool(getattr(EDITIONS[edition], name))
                    self.query_one(f"#on_{name}", OnOff).on = usual
            case OnOff(id="on_take_backs", on=turned):
                # B12r: what is usual stays open, so that it follows the number of people.
                usual = usual_take_backs(len(self.gathered().people))
                self.choices = replace(self.choices, take_backs=None if turned == usual else turned)
        self._fit()

    async def _speak(self, language: str) -> None:
        """The whole form in another language; names that nobody typed change with it."""
        before = self.choices.language
        self.choices = self.gathered()
        people = tuple(
            usual_name(seat, language) if name == usual_name(seat, before) else name
            for seat, name in enumerate(self.choices.people, start=1)
        )
        self.choices = replace(self.choices, people=people, language=language)
        self.words = Words(language)
        self.complaint = ""
        await self.recompose()
        self._fit()
        self.query_one("#language").focus()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.focus_next()

    @on(Input.Blurred, "#deal")
    def _deal_typed(self, event: Input.Blurred) -> None:
        self._complain("")
        if event.value.strip():
            self._take_over(event.value.strip())

    def _take_over(self, code: str) -> None:
        """A deal code says which game it belongs to: the form follows it."""
        try:
            rules = Deal.from_code(code).rules
        except GameError as error:
            self._complain(self.words.error(error))
            return
        edition = self.query_one("#edition", OneOf)
        edition.at = [key for key, _ in edition.values].index(rules.edition.id)
        for name, chosen in rules.options.law().items():
            self.query_one(f"#on_{name}", OnOff).on = chosen
        for seat in range(SEATS):
            kind = self.query_one(f"#kind_{seat}", OneOf)
            known = [key for key, _ in kind.values]
            if seat >= rules.players:
                kind.at = known.index(EMPTY) if EMPTY in known else 0
            elif kind.value == EMPTY:
                kind.at = known.index(USUAL_BOT)
        self._complain("")
        self._fit()

    def _complain(self, text: str) -> None:
        self.query_one("#complaint", Static).update(text)

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        chosen = self.gathered()
        try:
            chosen.setup()
        except GameError as error:
            self._complain(self.words.error(error))
            return
        self.dismiss(chosen)

    @on(Button.Pressed, "#resume")
    def _resume(self) -> None:
        self.dismiss(self.unfinished[0][0])

    @on(Button.Pressed, "#leave")
    def action_leave(self) -> None:
        """Leave without a game."""
        self.dismiss(None)
