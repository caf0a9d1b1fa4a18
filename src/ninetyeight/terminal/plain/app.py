"""The plain line mode from the first question to the last goodbye."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

from ninetyeight.rules import GameError
from ninetyeight.table import RecordError, RecordFile, Setup
from ninetyeight.terminal.choices import GameChoices, from_setup, remember
from ninetyeight.terminal.plain.console import Console, Leave
from ninetyeight.terminal.plain.ending import Again, ask_again, end_lines
from ninetyeight.terminal.plain.game import PlainGame, opening_lines
from ninetyeight.terminal.plain.setting_up import ask_choices, offer_resume
from ninetyeight.terminal.session import Session, new_record
from ninetyeight.terminal.words import Words

INTERRUPTED = 130


class Ended(BaseException):
    """The system asked the program to end: the terminal was closed, or somebody ended it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run(
    choices: GameChoices, *, language: str, resume: Path | None, ask: bool, yes: bool = False
) -> int:
    """Play games until the people have had enough; the exit code.

    ``ask``: nothing was said on the command line, so an unfinished game is offered and the
    choices are asked for, ``choices`` being what Enter accepts.
    """
    console = Console.standard()
    words = Words(language)
    with _ended_by_signals():
        try:
            if ask:
                resume = offer_resume(console, words)
                if resume is None:
                    choices = ask_choices(console, words, choices)
                    words = Words(choices.language)
            return _games(choices, console, words, resume, yes)
        except Leave:
            return 0
        except KeyboardInterrupt:
            console.say("")
            return INTERRUPTED
        except Ended as ended:
            return 128 + ended.number


def _games(
    choices: GameChoices, console: Console, words: Words, resume: Path | None, yes: bool
) -> int:
    """One game after the other, as long as people want another."""
    setup: Setup | None = None
    while True:
        if resume is not None:
            record, resume = RecordFile.resume(resume), None
        else:
            if setup is None:
                setup = choices.setup()
                remember(choices)
            record = new_record(setup)
        again, setup = _one_game(record, console, words, yes), record.table.setup
        if again is Again.QUIT:
            return 0
        if again is Again.SAME:
            setup = replace(setup, known_deal=True)
        if again is Again.NEW:
            choices = replace(from_setup(setup, words.language), deal=None)
            setup = None


def _one_game(record: RecordFile, console: Console, words: Words, yes: bool) -> Again:
    """Play one game to its end, or say how to play on when it is left before."""
    session: Session | None = None
    try:
        session = Session(record)
        if record.cut:
            console.say(words.say("was_cut"))
        console.say(*opening_lines(words, session))
        PlainGame(session, console, words, yes=yes).play()
        _keep_result(record, console, words)
        console.say(*end_lines(words, session))
        return ask_again(words, console)
    except (Leave, KeyboardInterrupt, Ended) as left:
        _say_goodbye(left, record, console, words)
        raise
    finally:
        _close(session, record)


def _keep_result(record: RecordFile, console: Console, words: Words) -> None:
    """The last line of the record; every card is kept already, so a full disk is no drama."""
    try:
        record.finish()
    except RecordError as trouble:
        console.say(words.error(trouble))


def _say_goodbye(left: BaseException, record: RecordFile, console: Console, words: Words) -> None:
    """How to play on; said to a terminal that may be gone."""
    if record.table.over:
        return
    try:
        console.say("", words.resume_hint(record.path))
    except (OSError, ValueError):
        if isinstance(left, Ended):
            # Nobody listens: let the rest of the program speak to nobody.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (1, 2):
                os.dup2(nowhere, stream)


def _close(session: Session | None, record: RecordFile) -> None:
    with suppress(GameError):  # said before; what was laid is kept
        if session is None:
            record.close()
        else:
            session.close()


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Turn a closed terminal and a request to end into :class:`Ended`, so that we can say how to
    play on. Nothing hangs on it: every card is on disk before it lies on the table."""

    def end(number: int, _: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    names = ("SIGHUP", "SIGTERM") if sys.platform != "win32" else ("SIGTERM",)
    signals = [getattr(signal, name) for name in names]
    before = [signal.signal(each, end) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
