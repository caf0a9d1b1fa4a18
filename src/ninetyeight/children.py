"""Processes that work for this one.

They are started fresh rather than forked, because a fork copies locks that other threads may hold.
Three things are theirs alone:

- They never run the caller's main script again, as `multiprocessing` would have it: whatever they
  work on is found by its import. So a script needs no ``if __name__ == "__main__"``, and work can
  be given out from a notebook, a shell and a script that is read from the standard input.
- They never hear Ctrl-C, which is for the process that gave the work: SIGINT is masked in the
  thread that starts them, and a child inherits the signal mask.
- They end with the process that gave the work, also when that was killed and could say nothing.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Lock, Thread

_starting = Lock()


class _Child(SpawnProcess):
    """A process that is started as this module promises."""

    def start(self) -> None:
        with _sigint_blocked(), _no_main_script():
            # It takes the error output as it finds it, and a full screen's is no file.
            with redirect_stderr(sys.__stderr__):
                ensure_running()
            super().start()

    def run(self) -> None:
        """Work, in the new process."""
        Thread(target=_end_with_parent, daemon=True).start()
        super().run()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)  # whoever would have heard of it is gone


class _Context(SpawnContext):
    Process = _Child


#: To be used in place of `multiprocessing`, for pools and pipes too. Only what can be imported goes
#: over to a child: nothing that is defined in the main script.
CHILDREN: SpawnContext = _Context()


@contextmanager
def _no_main_script() -> Iterator[None]:
    """The main module looks as in a shell, where there is no script to run again."""
    with _starting:
        there = vars(sys.modules["__main__"])
        kept: dict[str, object] = {
            name: there.pop(name) for name in ("__file__", "__spec__") if name in there
        }
        there["__spec__"] = None
        try:
            yield
        finally:
            del there["__spec__"]
            there.update(kept)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """SIGINT is blocked in this thread, and so in what it starts; it arrives when this is over."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
