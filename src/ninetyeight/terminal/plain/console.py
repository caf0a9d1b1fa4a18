"""Lines in, lines out. No colour, no cursor movement; works without a terminal."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from typing import TextIO

#: What a typed line may be at most; the rest is thrown away.
LONGEST = 1_000
#: Blank lines that hide a hand where the screen cannot be cleared.
_HIDING = 40
#: Clear the screen and what was scrolled off it, and go to its top.
_CLEAR = "\033[2J\033[3J\033[H"


class Leave(Exception):
    """The person has left: by `quit`, or because there is no more input."""


class Console:
    """Where a person types and reads. With ``terminal`` false, what was typed is repeated in the
    output, so that a transcript reads like a game."""

    def __init__(self, source: TextIO, sink: TextIO, terminal: bool) -> None:
        self._source = source
        self._sink = sink
        self.terminal = terminal

    @classmethod
    def standard(cls) -> Console:
        """The program's own input and output. Bytes that are no text never stop a game."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        return cls(sys.stdin, sys.stdout, sys.stdin.isatty() and sys.stdout.isatty())

    def say(self, *lines: str) -> None:
        """Print lines; in a terminal, long ones are broken between words."""
        for line in lines:
            self._sink.write(self._fitted(line) + "\n")
        self._sink.flush()

    def _fitted(self, line: str) -> str:
        width = shutil.get_terminal_size().columns if self.terminal else 0
        return line if len(line) < width or not width else wrapped(line, width - 1)

    def ask(self, prompt: str) -> str:
        """What the person types after ``prompt``; Leave when there is nothing more to read."""
        self._sink.write(self._fitted(prompt.rstrip()) + " ")
        self._sink.flush()
        line = self._source.readline()
        if not line:
            self._sink.write("\n")
            raise Leave
        typed = line.rstrip("\r\n")[:LONGEST]
        if not self.terminal:
            self._sink.write(printable(typed) + "\n")
        return typed

    def hide(self) -> None:
        """Put what was printed out of sight."""
        self._sink.write(_CLEAR if self.terminal else "\n" * _HIDING)
        self._sink.flush()


def printable(typed: str) -> str:
    """``typed`` without signs that could steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in typed)


def wrapped(line: str, width: int) -> str:
    """A line that is broken between words, what follows being set in."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False)
