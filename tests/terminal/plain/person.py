"""A person at the real program, through pipes or through a pseudo-terminal.

Output is read up to the next prompt, which is the only thing that is printed without a line's end.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import pexpect

from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.table import Record, read_record

#: The turn's prompt: a name and this.
PROMPT = "> "
_PATIENCE = 60.0
#: The prompt of a turn needs no second look; a question might be the middle of a long answer.
_TURN = re.compile(rb"^[^\s>][^\n>]{0,30}> \Z", re.MULTILINE)


# Words only: a terminal breaks long lines.
_DEAD_ENDS = [catalogue(language).text("terminal.duty.dead_end").split() for language in LANGUAGES]


class Person:
    """Somebody who types and reads. Use as a context: the program is ended at its close."""

    def __init__(
        self,
        home: Path,
        *args: str,
        pty: bool = False,
        lang: str = "en",
        command: str = "play",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        plain = ["--plain"] if command == "play" else []
        words = [sys.executable, "-m", "ninetyeight", command, *plain, "--lang", lang, *args]
        environ = {**os.environ, "NINETYEIGHT_HOME": str(home), **(environment or {})}
        self.home = home
        self.status: int | None = None
        self.seen = ""
        self._child: pexpect.spawn | None = None
        self._process: subprocess.Popen[bytes] | None = None
        if pty:
            self._child = pexpect.spawn(
                words[0], words[1:], env=environ, dimensions=(50, 250), timeout=_PATIENCE
            )
            self._child.delaybeforesend = None
            self._out, self._in = self._child.child_fd, self._child.child_fd
            self.pid = self._child.pid
        else:
            self._process = subprocess.Popen(
                words,
                env=environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
            )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._out, self._in = self._process.stdout.fileno(), self._process.stdin.fileno()
            self.pid = self._process.pid
        self.text = self.read()

    def __enter__(self) -> Person:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.status is None:
            self.kill(signal.SIGKILL)
            self._reap()
        if self._process is not None:
            for stream in (self._process.stdin, self._process.stdout):
                assert stream is not None
                stream.close()

    @property
    def gone(self) -> bool:
        """True when the program has ended."""
        return self.status is not None

    def read(self) -> str:
        """What is printed up to the next prompt, or to the end of the program."""
        found = b""
        while not _TURN.search(found):
            patience = 0.01 if found.endswith(b" ") else _PATIENCE
            ready, _, _ = select.select([self._out], [], [], patience)
            if not ready:
                assert found.endswith(b" "), f"no prompt came: {found[-300:]!r}"
                if not self._at_work():
                    break
                continue
            try:
                chunk = os.read(self._out, 65536)
            except OSError:  # how a pseudo-terminal says that nobody is there any more
                chunk = b""
            if not chunk:
                self._reap()
                break
            found += chunk
        self.text = found.decode(errors="replace").replace("\r\n", "\n")
        self.seen += self.text
        return self.text

    def _at_work(self) -> bool:
        """True while the program computes or writes: a space it printed last is no prompt yet."""
        try:
            stat = Path(f"/proc/{self.pid}/stat").read_text()
        except OSError:  # gone, or a system without this
            return False
        return stat.rpartition(")")[2].split()[0] in "RD"

    def type(self, line: str) -> str:
        """Type a line; what is printed next."""
        os.write(self._in, line.encode() + b"\n")
        return self.read()

    def write(self, data: bytes) -> str:
        """Type any bytes; what is printed next."""
        os.write(self._in, data)
        return self.read()

    def close_input(self) -> str:
        """No more input: end of file on a pipe, Ctrl-D in a terminal."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
        else:
            os.write(self._in, b"\x04")
        return self.read()

    def kill(self, number: int) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Close the terminal under the program."""
        assert self._child is not None
        self._child.close(force=False)
        self._reap()

    def _reap(self) -> None:
        if self._process is not None:
            self.status = self._process.wait(_PATIENCE)
        elif self._child is not None:
            if self._child.isalive():
                self._child.wait()
            code, number = self._child.exitstatus, self._child.signalstatus
            self.status = code if number is None else -number

    # What a person can see.

    @property
    def my_turn(self) -> bool:
        return bool(re.search(r"^[\w ]+> \Z", self.text, re.MULTILINE))

    def hand(self) -> list[int]:
        """The hand as it was printed last."""
        line = re.findall(r"^(?:Your hand|Deine Hand|Ta main)\s?: (.*)$", self.seen, re.MULTILINE)[
            -1
        ]
        return [int(card) for card in re.findall(r"\b(\d+)\b", line)]

    def moves(self) -> list[str]:
        """Everything that can be done, as the program lists it."""
        text = self.type("moves")
        found = re.search(r"^(?:Possible|Möglich)\s?: (.*)$", text, re.MULTILINE)
        assert found is not None, text
        return found[1].split()

    def tops(self) -> dict[str, int]:
        """The rows' top cards as they are printed."""
        text = self.type("rows")
        rows = re.findall(r"^([UD][12]) \w+\s?: (\d+)", text, re.MULTILINE)
        return {row: int(top) for row, top in rows}

    def choose(self) -> str:
        """A sensible move from what can be seen: end when allowed, else the smallest step."""
        moves = self.moves()
        ends = [move for move in moves if move in ("end", "ende", "fin")]
        if ends:
            return ends[0]
        tops = self.tops()

        def cost(move: str) -> int:
            card, row = int(move.split("@")[0]), move.split("@")[1]
            if row.startswith("U"):
                return card - tops.get(row, 1)
            return tops.get(row, 100) - card

        lays = [move for move in moves if "@" in move]
        return min(lays, key=cost) if lays else moves[0]

    def advised(self) -> str:
        """The move that the program suggests."""
        told = self.type("hint")
        found = re.search(r"^(?:Suggestion|Vorschlag)\s?: (\S+)\. ", told, re.MULTILINE)
        assert found is not None, told
        return found[1]

    def play_on(self, most: int = 2_000, *, advised: bool = False) -> str:
        """Play until the game is over; questions on the way get Enter. The end as it is told."""
        for _ in range(most):
            if self.gone or re.search(r"(to leave|zum Aufhören|pour partir)\s?: \Z", self.text):
                return self.text
            told = " ".join(self.text.split())
            if any(" ".join(words) in told for words in _DEAD_ENDS):
                advised = True  # the smallest step is not good enough here
                self.type("back")
            elif self.my_turn:
                self.type(self.advised() if advised else self.choose())
            elif re.search(r"\((yes/no|ja/nein|oui/non)\) \Z", self.text):
                self.type("yes")  # nothing better was left
            else:
                self.type("")
        raise AssertionError(f"the game does not end: {self.seen[-2000:]}")

    def start(self) -> str:
        """Enter at every question until it is this person's turn."""
        for _ in range(50):
            if self.my_turn or self.gone:
                break
            self.type("")
        return self.text


def records(home: Path) -> list[Path]:
    """The records in a person's folder, oldest first."""
    return sorted((home / "records").glob("*.98"), key=lambda path: path.stat().st_mtime_ns)


def the_record(home: Path) -> Record:
    """The only record there is."""
    (path,) = records(home)
    return read_record(path.read_bytes())
