"""Leads a table from the first card to the last: bots, handing over, picking, agreeing, the end.

Bots think in a thread of their own, so the screen never waits for them. Whatever changes the table
does so while holding one lock, people's moves and bots' alike.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol, TypeVar

from textual.screen import Screen

from ninetyeight.bots.bot import BotError
from ninetyeight.rules import END, GameError, Wish
from ninetyeight.table import Event, Marked, Moved, Phase
from ninetyeight.terminal.screen.before_play import (
    NO_WISH,
    OTHERS,
    FanScreen,
    settle_dialog,
    start_dialog,
    wish_dialog,
)
from ninetyeight.terminal.screen.dialogs import Handover, YesNo
from ninetyeight.terminal.screen.end_screen import LOOK, QUIT, EndScreen
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

#: Seconds that people get to see what a bot did.
PACE = {"lay": 0.7, "end": 0.35, "sign": 0.25}
#: Seconds after which people are told that a bot thinks.
TELL_AFTER = 0.6


Answer = TypeVar("Answer")


class GameScreen(Protocol):
    """What the conductor needs of the screen it plays on."""

    def news(self, event: Event) -> None:
        """Show that this has happened."""

    def say(self, message: str) -> None:
        """Tell people something."""

    def reveal(self, seat: int | None) -> None:
        """Show this seat's hand from now on; with None, nobody's."""

    def leave(self, how: str) -> None:
        """Go away from the table."""

    def told_since(self, seat: int) -> str:
        """What the others did since that seat's last move."""

    async def ask(self, dialog: Screen[Answer]) -> Answer | None:
        """Show a dialog and wait for its answer."""


class Conductor:
    """Sees to it that the game goes on. One runs for each table on screen."""

    def __init__(self, session: Session, stage: GameScreen, words: Words, *, fast: bool) -> None:
        self.session = session
        self.stage = stage
        self.words = words
        self.fast = fast
        #: Held while the table changes.
        self.lock = asyncio.Lock()
        #: Set when a person has done something.
        self.acted = asyncio.Event()
        #: Set when people do not want to wait for the bots.
        self.hurry = asyncio.Event()
        #: Clear while people look at something and the bots had better wait.
        self.go_on = asyncio.Event()
        self.go_on.set()
        self._revealed: int | None = None
        self._noted: str | None = None
        self._thinking: asyncio.Future[Event | None] | None = None

    async def rest(self) -> None:
        """Send the bots away and wait until none is in the middle of a move."""
        for bot in self.session.bots.values():
            bot.close()
        if self._thinking is not None:
            with suppress(GameError):
                await self._thinking

    async def run(self) -> None:
        """Lead the game to its end, or until everybody leaves."""
        if len(self.session.people) == 1:
            self._reveal(self.session.people[0])
        while True:
            await self.go_on.wait()
            event = await self._bots()
            if event is not None:
                self.stage.news(event)
                await self._pause(event)
                continue
            if not await self._people():
                return

    # The bots.

    async def _bots(self) -> Event | None:
        """One thing that a bot does; None when people must act."""
        while True:
            async with self.lock:
                loop = asyncio.get_running_loop()
                self._thinking = loop.run_in_executor(None, self.session.bot_step)
                telling = loop.call_later(TELL_AFTER, self._tell_thinking)
                try:
                    event = await asyncio.shield(self._thinking)
                except GameError as error:
                    trouble = error
                else:
                    self._tell_note()
                    return event
                finally:
                    telling.cancel()
            if not await self._again_after(trouble):
                self.stage.leave(QUIT)
                await asyncio.Event().wait()  # until the screen is gone, and this with it

    def _tell_thinking(self) -> None:
        """Say who thinks, and how to have it done."""
        active = self.session.table.state.active
        if self.session.thinks is not None and active is not None:
            name = self.session.setup.seats[active].name
            self.stage.say(self.words.text("screen.bot.thinks", name=name))

    def _tell_note(self) -> None:
        """Say once why a bot does not play as it would."""
        note = self.session.mind.note
        if note is not None and note != self._noted and self.session.thinks is not None:
            self.stage.say(self.words.bot_note(note, self.session.thinks))
        self._noted = note

    def enough(self) -> None:
        """Do not wait for the bots: what they have thought so far will do."""
        self.hurry.set()
        self.session.mind.stop()

    async def _again_after(self, error: GameError) -> bool:
        """Tell what went wrong with a bot. The game is saved; perhaps it works a second time."""
        text = f"{error.text(self.words.language)}\n\n{self.words.text('screen.bot.saved')}"
        question = YesNo(
            self.words,
            self.words.text("screen.bot.trouble"),
            text,
            self.words.text("screen.bot.again"),
            self.words.text("screen.bot.leave"),
        )
        if not await self.stage.ask(question):
            return False
        return await self._replace_bots()

    async def _replace_bots(self) -> bool:
        """New bots on the bots' seats: one that died cannot be asked again."""
        for seat, bot in list(self.session.bots.items()):
            bot.close()
            try:
                self.session.bots[seat] = self.session.new_bot(seat)
            except BotError as error:
                return await self._again_after(error)
        return True

    async def _pause(self, event: Event) -> None:
        """Long enough to see what happened, unless somebody is in a hurry."""
        kind = "sign"
        if isinstance(event, Moved):
            kind = "end" if event.move is END else "lay"
        elif not isinstance(event, Marked):
            return
        if self.fast or not self.session.people:
            await asyncio.sleep(0 if self.fast else PACE[kind] / 2)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), PACE[kind])

    # The people.

    async def _people(self) -> bool:
        """What people must do now for the game to go on; False when they leave."""
        match self.session.phase:
            case Phase.PICKING:
                return await self._pick()
            case Phase.AGREEING:
                return await self._agree()
            case Phase.PLAYING:
                return await self._person()
        return await self._over()

    async def _hand_over(self, seat: int, reason: str) -> bool:
        """Show ``seat``'s hand once they say they are looking; a single person always is."""
        if self._revealed == seat:
            return True
        self._reveal(None)
        name = self.session.setup.seats[seat].name
        curtain = Handover(
            self.words.text("screen.handover.title", name=name),
            self.words.text(reason, name=name),
            self.words.text("screen.handover.ready", name=name),
            self.stage.told_since(seat),
        )
        if not await self._asked(curtain):
            return False
        self._reveal(seat)
        return True

    async def _asked(self, dialog: Screen[Answer]) -> Answer | None:
        """The answer to a dialog; without one the people leave the table."""
        answer = await self.stage.ask(dialog)
        if answer is None or answer is False:
            self.stage.leave(QUIT)
        return answer

    def _reveal(self, seat: int | None) -> None:
        self._revealed = seat
        self.stage.reveal(seat)

    async def _person(self) -> bool:
        """Wait for the person whose turn it is."""
        seat = self.session.waiting_for()
        if seat is None:
            return True
        self.hurry.clear()
        if not await self._hand_over(seat, "screen.handover.turn"):
            return False
        self.acted.clear()
        await self.acted.wait()
        if self.session.waiting_for() != seat and len(self.session.people) > 1:
            self._reveal(None)  # a hand must be gone before anybody else can look
        return True

    async def _pick(self) -> bool:
        seat = self.session.waiting_for()
        assert seat is not None
        places = await self._asked(FanScreen(self.words, self.session, seat))
        if places is None:
            return False
        async with self.lock:
            self.session.table.pick(seat, places)
        self.stage.news(self.session.table.log[-1])
        return True

    async def _agree(self) -> bool:
        """B10: everybody sees their own hand and says how much they want to start; then the team
        settles it, or whoever feels like it starts. A single person among bots says it alone."""
        session = self.session
        people = session.people
        if len(people) > 1:
            for seat in people:
                if seat not in session.table.state.answered and not await self._wish(seat):
                    return False
            self._reveal(None)
        alone = people[0] if len(people) == 1 else None
        spontaneous = session.setup.rules.edition.spontaneous
        dialog = start_dialog if spontaneous else settle_dialog
        answer = await self._asked(dialog(self.words, session, alone))
        if answer is None:
            return False
        async with self.lock:
            if answer == OTHERS:
                session.leave_to_others()
            elif spontaneous:
                session.start_here(int(answer))
            else:
                session.settle(int(answer))
        self.stage.news(self.session.table.log[-1])
        return True

    async def _wish(self, seat: int) -> bool:
        if not await self._hand_over(seat, "screen.handover.look"):
            return False
        answer = await self._asked(wish_dialog(self.words, self.session, seat))
        if answer is None:
            return False
        async with self.lock:
            self.session.table.offer(seat, None if answer == NO_WISH else Wish(answer))
        self._reveal(None)
        return True

    async def _over(self) -> bool:
        """The end, as often as people want to see it between looks at the table."""
        self._reveal(None)
        while True:
            answer = await self.stage.ask(EndScreen(self.words, self.session))
            if answer != LOOK:
                self.stage.leave(str(answer))
                return False
            self.acted.clear()
            await self.acted.wait()
