"""Any program as a bot: JSON lines over its standard input and output.

We send one request per line, ``{"type": "hello" | "move" | "offer" | "marks", …}``, and wait for
one line each. The protocol is written down in the documentation of bots. A program that cannot be
started, dies, answers nonsense or takes too long gets a :class:`BotError` that says so.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ninetyeight.bots.bot import TIME_LIMIT, BotError
from ninetyeight.bots.pipe import Pipe, PipeBroken
from ninetyeight.rules import Marker, Move, NotationError, View, Wish, parse_move
from ninetyeight.wire.views import view_to_json

#: The version of the protocol; it changes when old programs would no longer understand.
PROTOCOL = 1


class ProgramBot:
    """A program that plays. It is started at once and lives until :meth:`close`.

    Whether it keeps nothing in mind between questions, as our own bots do, is its author's affair.
    """

    def __init__(
        self,
        command: str,
        seed: int = 0,
        *,
        time_limit: float = TIME_LIMIT,
        log: Path | None = None,
    ) -> None:
        self.command = command.strip()
        self.name = self.command
        self._time_limit = time_limit
        self._log = log
        self._gone: BotError | None = None
        try:
            words = shlex.split(self.command)
        except ValueError as cause:
            raise BotError("program_command", command=self.command, detail=str(cause)) from cause
        if not words:
            raise BotError("program_empty")
        try:
            self._pipe = Pipe(words)
        except (OSError, ValueError) as cause:
            detail = getattr(cause, "strerror", None) or str(cause)
            raise BotError("program_start", command=self.command, detail=detail) from cause
        self._greet(seed)

    def move(self, view: View) -> Move:
        """The program's move; BotError when it is none or is not accepted."""
        text = self._ask("move", "move", view=view_to_json(view))
        if not isinstance(text, str):
            self._nonsense(text)
        try:
            move = parse_move(text)
        except NotationError as cause:
            self._fail("program_move", move=text[:40], cause=cause)
        refused = view.refusal(move)
        if refused is not None:
            self._fail("program_move", move=str(move), cause=refused)
        return move

    def offer(self, view: View) -> Wish | None:
        """How much the program would like to start (B10r)."""
        wish = self._ask("offer", "offer", view=view_to_json(view))
        if wish is None:
            return None
        if wish not in list(Wish):
            self._nonsense(wish)
        return Wish(wish)

    def marks(self, view: View) -> Mapping[str, Marker]:
        """The markers that the program shows now, by row (T8r)."""
        marks = self._ask("marks", "marks", view=view_to_json(view))
        rows = view.rules.edition.row_names
        if not isinstance(marks, dict) or not all(
            row in rows and marker in list(Marker) for row, marker in marks.items()
        ):
            self._nonsense(marks)
        return {row: Marker(marker) for row, marker in marks.items()}

    def close(self) -> None:
        """End the program: by closing its input, and by force if it stays."""
        self._pipe.close()
        if self._gone is None:
            self._gone = BotError("program_closed", command=self.command)

    def _greet(self, seed: int) -> None:
        name = self._ask("hello", "name", protocol=PROTOCOL, seed=seed)
        if not isinstance(name, str) or not name.strip():
            self._nonsense(name)
        self.name = " ".join(name.split())[:30]

    def _ask(self, kind: str, key: str, **content: Any) -> Any:
        """Send one request and return what stands under ``key`` in the answer."""
        if self._gone is not None:
            raise self._gone
        asked = {"type": kind, **content}
        line = json.dumps(asked, separators=(",", ":")) + "\n"
        self._note(asked=asked)
        try:
            written = self._pipe.ask(line.encode(), self._time_limit)
        except PipeBroken as broken:
            self._note(failed=broken.why)
            self._broken(broken)
        self._note(answered=written.decode("utf-8", "replace"))
        try:
            answer = json.loads(written)
        except (ValueError, RecursionError):
            self._fail("program_not_json", answer=_short(written.decode("utf-8", "replace")))
        if not isinstance(answer, dict) or key not in answer:
            self._fail("program_no_answer", key=key, answer=_short(json.dumps(answer)))
        return answer[key]

    def _note(self, **what: object) -> None:
        """Add a line to the log: several programs write to it side by side, each whole lines."""
        if self._log is not None:
            line = json.dumps({"program": self._pipe.number, **what}, separators=(",", ":")) + "\n"
            with self._log.open("ab", buffering=0) as log:
                log.write(line.encode())

    def _nonsense(self, answer: object) -> NoReturn:
        self._fail("program_nonsense", answer=_short(json.dumps(answer)))

    def _broken(self, broken: PipeBroken) -> NoReturn:
        code = self._pipe.exit_code
        if broken.why == "died" and code is not None:
            self._fail("program_died", exit=code)
        if broken.why == "slow":
            self._fail("program_slow", seconds=f"{self._time_limit:g}")
        self._fail({"died": "program_silent"}.get(broken.why, f"program_{broken.why}"))

    def _fail(self, code: str, **params: object) -> NoReturn:
        """End the program and say what was wrong, with the last of what it complained about."""
        self._pipe.close()
        told = self._pipe.complaint
        params |= {"command": self.command, "complaint": f"\n{told}" if told else ""}
        self._gone = BotError(code, rule=None, **params)
        raise self._gone


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
