"""The full-screen program: from choosing a game over playing it to the next one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from signal import SIGTERM
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.worker import WorkerFailed

from ninetyeight.rules import GameError
from ninetyeight.table import RecordFile, Setup, records_folder, unfinished
from ninetyeight.terminal.choices import GameChoices, from_setup, remember
from ninetyeight.terminal.screen.end_screen import NEW, OTHER, SAME
from ninetyeight.terminal.screen.look import THEMES, NoColours
from ninetyeight.terminal.screen.setup_screen import SetupScreen
from ninetyeight.terminal.screen.table_screen import TableScreen
from ninetyeight.terminal.session import Session, new_record
from ninetyeight.terminal.words import Words

#: Exit codes, as shells know them: after Ctrl-C, and when the system asked us to end.
INTERRUPTED, ENDED = 130, 143
#: With this set in the environment nothing moves by itself and bots do not pause.
REDUCED_MOTION = "NINETYEIGHT_REDUCED_MOTION"


def run(
    choices: GameChoices,
    *,
    language: str,
    resume: Path | None = None,
    ask: bool = True,
    fast: bool = False,
) -> int:
    """Play full screen until the people have had enough; the exit code.

    ``ask``: nothing was said on the command line, so the set-up form comes first.
    """
    # Opened before the screen is taken, so that a record in use is told in a plain line.
    record = None if resume is None else RecordFile.resume(resume)
    app = GameApp(replace(choices, language=language), record=record, ask=ask, fast=fast)
    try:
        app.run()
    finally:
        app.put_away()
    if app.failure is not None:
        raise app.failure
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


class GameApp(App[None]):
    """Everything on screen. One game at a time; each is on disk before it is shown."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "ninetyeight"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({INTERRUPTED})", show=False, priority=True, system=True),
        Binding("ctrl+q", "leave(0)", show=False, priority=True, system=True),
    ]

    def __init__(
        self,
        choices: GameChoices,
        *,
        record: RecordFile | None = None,
        ask: bool = True,
        fast: bool = False,
    ) -> None:
        super().__init__()
        for theme in THEMES:  # before the style sheet is read, which uses their colours
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.choices = choices
        self.words = Words(choices.language)
        self.fast = fast or bool(os.environ.get(REDUCED_MOTION))
        #: What to say once the screen is given back: how to play on.
        self.farewell = ""
        #: What went wrong inside, if anything did.
        self.failure: Exception | None = None
        self.session: Session | None = None
        self._record = record
        self._ask = ask
        if self.fast:
            self.animation_level = "none"

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What everything on screen goes through; without colours, Textual itself leaves greys."""
        filters = super().get_line_filters()
        return [*filters, NoColours()] if self.no_color else filters

    def on_mount(self) -> None:
        """The evening begins."""
        with suppress(NotImplementedError, RuntimeError):  # not every system can be asked so
            asyncio.get_running_loop().add_signal_handler(SIGTERM, self.action_leave, ENDED)
        self._evening()

    @work(exclusive=True)
    async def _evening(self) -> None:
        """One game after the other, as long as people want another."""
        record, ask, complaint = self._record, self._ask, ""
        setup: Setup | None = None
        while True:
            try:
                if record is None and setup is None and ask:
                    answer = await self._choose(complaint)
                    if answer is None:
                        break
                    if isinstance(answer, Path):
                        record = RecordFile.resume(answer)
                if record is None:
                    record = new_record(self._next_setup(setup))
                how, setup = await self._play(record), record.table.setup
            except GameError as error:
                if not self._ask:
                    self.failure = error
                    break
                record, setup, ask, complaint = None, None, True, self.words.error(error)
                continue
            record, complaint = None, ""
            self.choices = from_setup(setup, self.words.language)
            if how == OTHER:
                setup, ask, self._ask = None, True, True
            elif how == NEW:
                setup, ask = None, False
            elif how != SAME:
                break
        self.exit()

    async def _choose(self, complaint: str) -> GameChoices | Path | None:
        waiting = list(islice(unfinished(records_folder()), 1))
        answer = await self.push_screen_wait(SetupScreen(self.choices, waiting, complaint))
        if isinstance(answer, GameChoices):
            self.choices = answer
            self.words = Words(answer.language)
        return answer

    def _next_setup(self, same: Setup | None) -> Setup:
        """The same deal once more, or a game as chosen."""
        if same is not None:
            return replace(same, known_deal=True)
        setup = self.choices.setup()
        remember(self.choices)
        return setup

    async def _play(self, record: RecordFile) -> str:
        """One game; what people want next. The game stays on disk whatever happens."""
        try:
            self.session = Session(record)
        except BaseException:
            record.close()
            raise
        notice = self.words.say("was_cut") if record.cut else ""
        screen = TableScreen(self.session, self.words, fast=self.fast, notice=notice)
        how = await self.push_screen_wait(screen)
        await screen.conductor.rest()
        self.put_away()
        return how or ""

    def put_away(self) -> None:
        """Let go of the bots and the record, and remember how to play on."""
        session, self.session = self.session, None
        if session is None:
            return
        self.farewell = "" if session.table.over else self.words.resume_hint(session.record.path)
        with suppress(GameError):  # only the result line may be missing: every card is on disk
            session.close()

    def action_leave(self, code: int) -> None:
        """Leave at once, from anywhere; nothing that was laid is lost."""
        if self.session is not None:
            for bot in self.session.bots.values():
                bot.close()
        self.exit(return_code=code)

    def action_other_light(self) -> None:
        """Evening or daylight."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def _fatal_error(self) -> None:
        """Something is wrong inside. Told in one plain line by the command, not as a traceback."""
        error = self._exception
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        self.failure = error
        self._close_messages_no_wait()
