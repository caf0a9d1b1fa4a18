"""What a command tells while it works: the one line of progress, and Ctrl-C (SIGINT) in between.

Results go to the standard output; progress goes beside them, to the standard error.
"""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

import click

#: Seconds between two texts on a terminal, where each overwrites the one before.
_IN_PLACE = 0.2
#: Seconds between two lines elsewhere, in a log for instance, where all of them stay.
NOW_AND_THEN = 15.0


class ProgressLine:
    """One line that is overwritten on a terminal. Use as a context: it is cleared in the end.

    Elsewhere a text is a line of its own, ``elsewhere`` seconds after the last one at the earliest,
    and there is none at all without ``elsewhere``. Who asked for silence gets nothing.
    """

    def __init__(self, quiet: bool, elsewhere: float | None = None) -> None:
        self.live = sys.stderr.isatty()
        self._silent = quiet or not (self.live or elsewhere is not None)
        self._pause = _IN_PLACE if self.live else elsewhere or 0.0
        self._shown = time.monotonic()
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def due(self) -> bool:
        """True when it is time for another text."""
        return not self._silent and time.monotonic() - self._shown >= self._pause

    def write(self, *texts: str) -> None:
        """The line is this from now on: the first text that fits the terminal, or all that does of
        the last one. Elsewhere it is the first text."""
        if self._silent:
            return
        self._shown = time.monotonic()
        if not self.live:
            click.echo(texts[0], err=True)
            return
        room = shutil.get_terminal_size().columns - 1  # a line that wraps could not be cleared
        text = next((text for text in texts if len(text) <= room), texts[-1])
        click.echo(f"\r{text[:room]}\x1b[K", nl=False, err=True)
        self._open = True

    def clear(self) -> None:
        """Leave no half-written line behind."""
        if self._open:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._open = False


@contextmanager
def ctrl_c_calls(heard: Callable[[], None]) -> Iterator[None]:
    """Inside, Ctrl-C calls ``heard`` instead of raising KeyboardInterrupt.

    Nothing changes in other threads, and where somebody else has settled what Ctrl-C does.
    """
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not ours:
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: heard())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
