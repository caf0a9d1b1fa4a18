"""The log: lines of JSON or readable text on standard error, in which nothing secret can stand.

A line of ours is a fixed message and a few named values. Which names there may be is listed here;
any other value is left out, a table's id is cut to its first characters, and an exception is told
by its kind and the places it came through, never by its words, which may quote what somebody
sent. Of lines by other libraries only the fixed part is kept, and figures.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import TextIO

from ninetyeight.rules.errors import GameError
from ninetyeight.server.settings import Settings

#: What a line may tell besides its message. No key for names, texts, cards, deals or secrets.
KEYS = frozenset(
    {
        "address",  # where the server listens
        "bytes",
        "code",  # of a refusal or an error, as the catalogue has it
        "database",  # named without password
        "edition",
        "events",
        "limit",
        "method",
        "ms",
        "n",
        "number",  # of an event
        "players",
        "reason",  # a code
        "role",
        "route",  # the template, never the path
        "seat",
        "signal",
        "status",
        "table",  # its first characters only
        "type",  # of a message
        "version",
        "why",  # a code
    }
)
#: A table's id lets whoever knows it watch: this much of it tells tables apart in a log.
TABLE_SHOWN = 4
_LONGEST = 120
#: Values that are codes, words of ours with underscores and dots; anything else is a mistake.
_CODES = frozenset({"code", "why", "reason", "limit", "role", "type"})
_CODE = re.compile(r"[a-z][a-z0-9_.]{0,60}")

#: What must not be seen even if a library put it into the fixed part of its line.
_TELLTALE = re.compile(
    r"(?i)\b(?:seat|invite|secret|token|password|eyes|deal)=[^\s&\"']+"
    r"|\bbearer\s+\S+"
    r"|(?<=/t/)[^\s\"']+|(?<=/ws/)[^\s\"']+|(?<=/tables/)[^\s\"']+|(?<=/deals/)[^\s\"']+"
    r"|(?<=/codes/)[^\s\"']+"
    r"|\?[^\s\"']*=[^\s\"']*"
)


def short(table: str) -> str:
    """As much of a table's id as a log may hold."""
    return table[:TABLE_SHOWN]


def note(
    log: logging.Logger,
    message: str,
    *,
    level: int = logging.INFO,
    error: BaseException | None = None,
    **told: str | int | float | bool | None,
) -> None:
    """Write a line: ``message`` is fixed, ``told`` has names of :data:`KEYS` only."""
    log.log(level, message, exc_info=error, extra={"told": told})


def told_of(record: logging.LogRecord) -> dict[str, object]:
    """What a line may tell: the message and the values that are listed, made harmless."""
    found: dict[str, object] = {"message": _message(record)}
    given = getattr(record, "told", None)
    if isinstance(given, dict):
        for key, value in given.items():
            if key in KEYS and value is not None:
                found[key] = _plain(key, value)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        found["error"] = _kind(error)
        found["where"] = _where(error)
    return found


def _plain(key: str, value: object) -> object:
    if isinstance(value, bool | int | float):
        return value
    text = "".join(c if c.isprintable() else " " for c in str(value))
    if key in _CODES:
        return text if _CODE.fullmatch(text) else "…"
    if key == "table":
        return short(text)
    # A route is written in our code: what would be telling in a path is a placeholder there.
    return (text if key == "route" else _scrubbed(text))[:_LONGEST]


def _message(record: logging.LogRecord) -> str:
    """The fixed part of a line: its first line, with figures filled in and everything else left."""
    text = str(record.msg).partition("\n")[0]
    if record.args:
        given = record.args if isinstance(record.args, tuple) else (record.args,)
        figures = tuple(a if isinstance(a, int | float) else "…" for a in given)
        # What wants something else than figures stays as it was written.
        with suppress(TypeError, ValueError, KeyError):
            text %= figures
    return _scrubbed(text)[:200]


def _scrubbed(text: str) -> str:
    return _TELLTALE.sub("…", text)


def _kind(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{kind} {error.message_code}" if isinstance(error, GameError) else kind


def _where(error: BaseException) -> list[str]:
    """The places an exception came through, the innermost last; also of what caused it."""
    places = []
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.insert(0, link)
        link = link.__cause__ or link.__context__
    for one in chain[-3:]:
        frames = traceback.extract_tb(one.__traceback__)[-12:]
        places += [f"{_module(f.filename)}:{f.lineno} {f.name}" for f in frames]
        if one is not error:
            places.append(_kind(one))
    return places


def _module(filename: str) -> str:
    """The last parts of a file's name: enough to find it, nothing about the machine."""
    return "/".join(filename.replace("\\", "/").split("/")[-2:])


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            **told_of(record),
        }
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """A line for people: time, level, message, then what else there is."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; the places of an exception follow on lines of their own."""
        told = told_of(record)
        where = told.pop("where", None)
        # The person reads it beside a clock, not beside other machines' logs.
        moment = datetime.fromtimestamp(record.created).astimezone()
        words = [moment.strftime("%H:%M:%S"), f"{record.levelname.lower():<7}"]
        words.append(str(told.pop("message")))
        words += [f"{key}={_word(value)}" for key, value in told.items()]
        lines = [" ".join(words)]
        if isinstance(where, list):
            lines += [f"    {place}" for place in where]
        return "\n".join(lines)


def _word(value: object) -> str:
    text = str(value)
    return text if text and " " not in text else json.dumps(text, ensure_ascii=False)


#: What uvicorn calls an error although only the client did something odd: anybody could fill the
#: log with these.
_CLIENTS_FAULTS = (
    "ASGI callable returned without completing handshake",
    "Invalid UTF-8 sequence received from client",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)


def _is_our_fault(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(_CLIENTS_FAULTS)


def configure_logging(settings: Settings, stream: TextIO | None = None) -> None:
    """Send the log of this process to ``stream``, standard error unless said otherwise.

    Ours from the level that the settings ask for; other libraries' warnings and errors.
    """
    target = sys.stderr if stream is None else stream
    kind = settings.log_format or ("text" if target.isatty() else "json")
    handler = logging.StreamHandler(target)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("ninetyeight").setLevel(settings.log_level.upper())
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
    # A line that cannot be written must not fill the terminal with its own traceback.
    logging.raiseExceptions = False
