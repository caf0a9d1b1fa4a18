"""A program that answers lines: started, asked with a time limit, and ended for certain.

Everything goes through one loop that feeds the program's input, collects its answer and keeps the
last of what it complains on its error channel. So a program that floods one channel while we wait
on another cannot hang us, and no thread is needed.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence

#: Longer answers than this are nonsense: a move has six characters.
LONGEST_LINE = 64 * 1024
#: So much of what the program complained about is kept.
_TAIL = 2_000
#: Seconds a program has to go by itself once its input is closed, and again after being told to.
_GRACE = 1.0


class PipeBroken(Exception):
    """The program cannot be asked any more. ``why`` is a short code."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Pipe:
    """One running program. OSError when it cannot be started."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is ours to handle, and its children end with it
        )
        self._read = b""
        self._tail = bytearray()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
        self.close = weakref.finalize(self, _end, self._process)

    @property
    def number(self) -> int:
        """The number by which the system knows the program."""
        return self._process.pid

    @property
    def complaint(self) -> str:
        """The last of what the program wrote to its error channel."""
        return self._tail.decode("utf-8", "replace").strip()

    @property
    def exit_code(self) -> int | None:
        """How the program ended, negative for a signal; None while it runs."""
        return self._process.poll()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send ``line`` and return the next line of the answer, without its end.

        PipeBroken with ``died``, ``slow``, ``too_long`` or ``chatter`` when there is none; the
        program is then of no further use.
        """
        deadline = time.monotonic() + seconds
        unsent = memoryview(line)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        with contextlib.suppress(BlockingIOError):
            self._collect(stdout.fileno(), stderr.fileno())
        if self._read:
            raise PipeBroken("chatter")  # it spoke without being asked: no answer can be trusted
        with selectors.DefaultSelector() as ready:
            ready.register(stdin, selectors.EVENT_WRITE)
            ready.register(stdout, selectors.EVENT_READ)
            ready.register(stderr, selectors.EVENT_READ)
            while b"\n" not in self._read:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise PipeBroken("slow")
                for key, _ in ready.select(left):
                    if key.fileobj is stdin:
                        unsent = unsent[self._send(unsent) :]
                        if not unsent:
                            ready.unregister(stdin)
                    elif key.fileobj is stderr:
                        if not self._listen(stderr.fileno()):
                            ready.unregister(stderr)
                    else:
                        self._collect(stdout.fileno(), stderr.fileno())
        answer, _, self._read = self._read.partition(b"\n")
        return answer

    def _send(self, unsent: memoryview) -> int:
        assert self._process.stdin is not None
        try:
            return os.write(self._process.stdin.fileno(), unsent)
        except BlockingIOError:
            return 0
        except OSError:
            return len(unsent)  # it closed its input; what it says or how it ended tells more

    def _collect(self, stdout: int, stderr: int) -> None:
        """Take what there is of the answer."""
        piece = os.read(stdout, LONGEST_LINE)
        if not piece:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)  # for the exit code
            while self._listen(stderr):
                pass
            raise PipeBroken("died")
        self._read += piece
        if len(self._read.partition(b"\n")[0]) > LONGEST_LINE:
            raise PipeBroken("too_long")

    def _listen(self, stderr: int) -> bool:
        """Take what there is of the complaints; False when there will be no more for now."""
        try:
            piece = os.read(stderr, LONGEST_LINE)
        except BlockingIOError:
            return False
        self._tail = (self._tail + piece)[-_TAIL:]
        return bool(piece)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started: asked by its closed input, then told, then made to."""
    if process.stdin is not None:
        process.stdin.close()
    for told in (None, signal.SIGTERM, signal.SIGKILL):
        if told is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, told)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
            if told is not None:
                break
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
