"""The table: lanes, hand and messages, and what every key does there."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from ninetyeight.rules import BACK, END, GameError, Lay, Sign
from ninetyeight.table import Event, Marked, Moved, Named, Phase, Started
from ninetyeight.terminal.plain.table_lines import Story
from ninetyeight.terminal.screen.before_play import hand_on_dialog
from ninetyeight.terminal.screen.board import Board, recent_lays
from ninetyeight.terminal.screen.choosing import Choosing
from ninetyeight.terminal.screen.conductor import Answer, Conductor
from ninetyeight.terminal.screen.dialogs import TextPage, YesNo
from ninetyeight.terminal.screen.end_screen import QUIT
from ninetyeight.terminal.screen.messages import (
    as_many_as_fit,
    drawn_line,
    duty_line,
    effect_line,
)
from ninetyeight.terminal.screen.pages import (
    Keys,
    command_dialog,
    log_page,
    marker_dialog,
    marker_of,
    row_dialog,
    row_page,
    rules_in_force,
    seat_dialog,
)
from ninetyeight.terminal.screen.widgets import Hand, Lanes, Seats, in_force
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

#: From these terminal heights on there is air between the lanes, and a pane for the log.
AIRY, TALL = 30, 34
#: Below this height cards are one line; from this width on the log stands at the side.
LOW, WIDE = 21, 158


class TableScreen(Screen[str]):
    """One game on screen, until it has ended or everybody leaves; the result says what next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "card(-1)", show=False),
        Binding("right", "card(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("enter", "lay", show=False),
        Binding("b,backspace", "back", show=False),
        Binding("e", "end_turn", show=False),
        Binding("m", "mark", show=False),
        Binding("n", "name", show=False),
        Binding("s", "hand_on", show=False),
        Binding("h", "hint", show=False),
        Binding("l", "log", show=False),
        Binding("r", "history", show=False),
        Binding("question_mark,f1", "rules", show=False),
        Binding("t", "app.other_light", show=False),
        Binding("q", "quit_table", show=False),
    ]

    def __init__(self, session: Session, words: Words, *, fast: bool, notice: str = "") -> None:
        super().__init__()
        self.session = session
        self.words = words
        self.seat: int | None = None
        self.choosing = Choosing()
        self.conductor = Conductor(session, self, words, fast=fast)
        self.message = notice
        self._story = Story(words, session.setup)
        self._waiting_marker = False
        # Held here and not looked up, so that news which come late find a table, too.
        self._drawn = (Seats(), Lanes(), Hand())
        self._texts = {
            name: Static(id=name, markup=False)
            for name in ("force", "duty", "says", "news", "told")
        }
        self._log = VerticalScroll(self._texts["told"], id="log", can_focus=False)

    def compose(self) -> ComposeResult:
        """Seats, lanes, hand, messages, log, keys."""
        with Horizontal(id="room"):
            with Vertical(id="table"):
                yield Static(self._heading(), id="heading", markup=False)
                yield from self._drawn
                for name in ("force", "duty", "says", "news"):
                    yield self._texts[name]
            yield self._log
        yield Keys(self.words, self.session)

    def on_mount(self) -> None:
        """The game begins, or goes on."""
        self._story.follow(self.session.table.log)
        self._fit(self.app.size.width, self.app.size.height)
        self.show()
        self._conduct()

    @work(exclusive=True, group="conductor")
    async def _conduct(self) -> None:
        await self.conductor.run()

    def on_resize(self, event: Resize) -> None:
        """The table grows with the terminal."""
        self._fit(event.size.width, event.size.height)
        self.show()

    def _fit(self, width: int, height: int) -> None:
        _, lanes, hand = self._drawn
        lanes.depth = 3 if height >= AIRY else 2
        hand.tall = height >= LOW
        self.set_class(width >= WIDE, "side")
        self.set_class(height >= TALL and width < WIDE, "tall")
        self.set_class(height < LOW, "low")

    def _heading(self) -> str:
        setup = self.session.setup
        talk = self.words.talk(setup.strictness)
        return f" {self.words.edition(setup.rules)} · {talk}"

    # What is shown.

    def show(self) -> None:
        """Draw the table as it stands."""
        board = self._board()
        for widget in self._drawn:
            widget.show(board)
        self._put("force", "" if board is None else in_force(board))
        self._put("duty", duty_line(self.words, self.session, self.seat))
        self._put("says", self.message or effect_line(self.words, board))
        self._put("news", as_many_as_fit(self.told_since(self.seat), self.app.size.width - 2))
        self._put("told", "\n".join(self._story.lines()))
        if self.has_class("tall") or self.has_class("side"):
            self.call_after_refresh(self._log.scroll_end, animate=False)

    def _put(self, name: str, text: str) -> None:
        self._texts[name].update(text)
        self._texts[name].set_class(not text, "empty")

    def _board(self) -> Board | None:
        if self.session.phase is Phase.PICKING:
            return None
        view = self.session.table.view(self.seat)
        self.choosing.follow(view)
        setup = self.session.setup
        return Board(
            view,
            self.words,
            setup,
            self.choosing.card,
            self.choosing.place,
            self.choosing.previews,
            recent_lays(self.session.table.state, self.session.table.log, view.viewer),
        )

    def say(self, message: str) -> None:
        """Tell the person something; it stays until their next key."""
        self.message = message
        self.show()

    # What the conductor asks for.

    def news(self, event: Event) -> None:
        """Something happened."""
        self._story.follow(self.session.table.log)
        self.show()
        if self._waiting_marker and self._marker_refusal() is None:
            self._waiting_marker = False
            self.action_mark()

    def reveal(self, seat: int | None) -> None:
        """Show this seat's hand, or nobody's."""
        self.seat = seat
        self.message = ""
        self.show()

    def leave(self, how: str) -> None:
        """Leave the table."""
        self.dismiss(how)

    def told_since(self, seat: int | None) -> str:
        """What happened since the seat's last move; with nobody looking, the last few things."""
        log = self.session.table.log
        own = [at for at, e in enumerate(log) if isinstance(e, Moved) and e.seat == seat]
        if seat is None:
            own = [max(0, len(log) - 8)]
        self._story.follow(log)
        return "\n".join(self._story.lines(own[-1] + 1 if own else 0, without=seat))

    async def ask(self, dialog: Screen[Answer]) -> Answer | None:
        """Show a dialog and wait for its answer."""
        return await self.app.push_screen_wait(dialog)

    # What people do.

    @property
    def my_turn(self) -> bool:
        """True when the person whose hand is shown is to lay."""
        return self.seat is not None and self.session.waiting_for() == self.seat

    def submit(self, event: Event) -> None:
        """Let a person's event happen, after whatever a bot is doing just now."""
        self.run_worker(self._submit(event), group="people")

    async def _submit(self, event: Event) -> None:
        async with self.conductor.lock:
            before = self.session.table.view(event.seat).hand
            try:
                self.session.table.submit(event)
            except GameError as error:
                self.say(self.words.error(error))
                return
        self.message = drawn_line(self.words, self.session, event, before)
        self.news(event)
        self.conductor.acted.set()

    def on_key(self, event: Key) -> None:
        """Digits choose a card or a row; any key clears what was said."""
        if self.message:
            self.message = ""
            self.show()
        if event.character is not None and event.character in "0123456789":
            event.stop()
            self.choosing.digit(event.character)
            self.show()

    @on(Hand.Chosen)
    def _card_clicked(self, event: Hand.Chosen) -> None:
        self.message = ""
        self.choosing.take(event.card)
        self.show()

    @on(Lanes.Chosen)
    def _row_clicked(self, event: Lanes.Chosen) -> None:
        """The first click chooses the row, a click on the chosen row lays."""
        if self.choosing.place == event.place and self.choosing.card is not None:
            self.action_lay()
            return
        self.message = ""
        self.choosing.row(event.place)
        self.show()

    def action_card(self, by: int) -> None:
        """The next card."""
        self.choosing.step_card(by)
        self.show()

    def action_row(self, by: int) -> None:
        """The next row."""
        self.choosing.step_row(by)
        self.show()

    def action_lay(self) -> None:
        """Lay the chosen card on the chosen row; while others play, hurry them."""
        if not self.my_turn:
            self.conductor.enough()
            self.conductor.acted.set()
            return
        chosen = self.choosing
        if chosen.card is None or chosen.place is None:
            self.action_end_turn()
            return
        shown = chosen.previews[chosen.place]
        if shown.refusal is not None:
            self.say(self.words.error(shown.refusal))
        elif shown.loses is not None:
            self._ask_before_losing(shown.lay, shown.loses.value)
        else:
            self._lay(shown.lay)

    def _lay(self, lay: Lay) -> None:
        if self.seat is not None:
            self.submit(Moved(self.seat, lay))

    @work
    async def _ask_before_losing(self, lay: Lay, reason: str) -> None:
        words = self.words
        question = YesNo(
            words,
            words.of_edition(self.session.setup.rules, "screen.loses.title"),
            words.text("board.loses.text", why=words.text(f"rules.reason.{reason}")),
            words.text("screen.loses.yes", card=lay.card, row=lay.row),
            words.text("board.loses.no"),
        )
        if await self.ask(question):
            self._lay(lay)

    def action_back(self) -> None:
        """Take back the last card of this turn."""
        if self.my_turn and self.seat is not None:
            self.submit(Moved(self.seat, BACK))

    @work(exclusive=True, group="talk")
    async def action_hand_on(self) -> None:
        """B10r: let somebody else start, as long as no card lies."""
        state = self.session.table.state
        if not self.my_turn or state.begun or self.session.setup.rules.players == 1:
            return
        answer = await self.ask(hand_on_dialog(self.words, self.session))
        if answer is not None:
            self.submit(Started(int(answer)))

    def action_end_turn(self) -> None:
        """End the turn, or say what is still owed."""
        if self.my_turn and self.seat is not None:
            self.submit(Moved(self.seat, END))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """A bot's advice, with its reason; the suggested card and row are chosen."""
        seat = self.seat
        if seat is None or not self.my_turn:
            self.say(self.words.text("screen.hint.not_now"))
            return
        words = self.words
        view = self.session.table.view(self.seat)
        self.say(words.text("screen.hint.thinking"))
        try:
            found = await asyncio.to_thread(self.session.hint, view)
        except GameError as error:
            self.say(words.error(error))
            return
        if view != self.session.table.view(self.seat):
            return  # the person was faster
        self.session.mark_hinted(seat)
        told = words.text("screen.hint.end")
        if isinstance(found.move, Lay):
            self.choosing.take(found.move.card)
            self.choosing.row(view.rules.edition.row_index[found.move.row])
            told = words.lay(self.session.table.state, found.move)
        elif found.move is BACK:
            told = words.text("screen.hint.back")
        reason = words.text(found.reason, **found.params)
        line = words.text("hint.line", move=told, reason=reason)
        self.say(" ".join((line, *words.ways(found.ways))))

    def _marker_refusal(self) -> GameError | None:
        if self.session.phase is not Phase.PLAYING:
            return None
        return self.session.table.view(self.seat).talk_refusal(Sign.MARKER)

    @work(exclusive=True, group="talk")
    async def action_mark(self) -> None:
        """Put a marker on a row. The bots wait meanwhile; a quiet table waits for its layer."""
        if self.session.phase is not Phase.PLAYING:
            return
        refusal = self._marker_refusal()
        if refusal is not None:
            # T5: at a quiet table the sign is given as soon as the cards are laid.
            self._waiting_marker = refusal.code == "quiet_laying" and not self.my_turn
            self.say(self.words.error(refusal))
            return
        self.conductor.go_on.clear()
        try:
            await self._mark()
        finally:
            self.conductor.go_on.set()

    async def _mark(self) -> None:
        seat = self.seat if self.seat is not None else await self._whose()
        if seat is None:
            return
        view = self.session.table.view(None)
        row = await self.ask(row_dialog(self.words, view, self.choosing.place or 0))
        if row is None:
            return
        own = view.talk.mark(seat, row)
        answer = await self.ask(marker_dialog(self.words, row, own))
        if answer is not None:
            self.submit(Marked(seat, row, marker_of(answer)))

    async def _whose(self) -> int | None:
        """Which of several people speaks."""
        people = self.session.people
        if len(people) < 2:
            return people[0] if people else None
        answer = await self.ask(seat_dialog(self.words, self.session))
        return None if answer is None else int(answer)

    @work(exclusive=True, group="talk")
    async def action_name(self) -> None:
        """T3: say that one holds a command."""
        if self.session.phase is not Phase.PLAYING or self.seat is None:
            return
        view = self.session.table.view(self.seat)
        refusal = view.talk_refusal(Sign.COMMAND)
        if refusal is not None:
            self.say(self.words.error(refusal))
            return
        dialog = command_dialog(self.words, view)
        if dialog is None:
            self.say(self.words.text("screen.name.none"))
            return
        answer = await self.ask(dialog)
        kinds = {kind.value: kind for kind in view.commands.values()}
        if answer in kinds:
            self.submit(Named(self.seat, kinds[answer]))

    def _read(self, page: TextPage) -> None:
        self.app.push_screen(page)

    def action_log(self) -> None:
        """Everything that has happened."""
        self._read(log_page(self.words, list(self._story.lines())))

    def action_history(self) -> None:
        """The chosen row, as far as it lies open."""
        if self.session.phase is not Phase.PICKING:
            view = self.session.table.view(self.seat)
            self._read(row_page(self.words, view, self.choosing.place))

    def action_rules(self) -> None:
        """The rules in force, and what the signs mean."""
        width = min(self.app.size.width - 10, 100)
        self._read(rules_in_force(self.words, self.session.setup, width))

    def action_quit_table(self) -> None:
        """Leave; every card that was laid is on disk already."""
        self.leave(QUIT)
