"""What a person may type, in their language or in English.

>>> read_line("42u1 43 U1 end", "en")
[Play(move=Lay(card=42, row='U1')), Play(move=Lay(card=43, row='U1')), Play(move=<Word.END: 'end'>)]
>>> read_line("zurück", "de")
[Play(move=<Word.BACK: 'back'>)]
>>> read_line("marquer d1 surtout", "fr")
[SetMark(row='D1', marker=<Marker.HARD: 'keep!'>)]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from ninetyeight.locale import catalogue
from ninetyeight.rules import BACK, END, Command, Lay, Marker, Move


@dataclass(frozen=True)
class Play:
    """Make this move."""

    move: Move


@dataclass(frozen=True)
class Look:
    """Show what this card would do on every row."""

    card: int


@dataclass(frozen=True)
class SetMark:
    """Put a marker on a row, or withdraw it."""

    row: str
    marker: Marker | None


@dataclass(frozen=True)
class Name:
    """Say that one holds this command (T3)."""

    command: Command


@dataclass(frozen=True)
class HandOn:
    """Let somebody else start, as long as no card lies (B10r)."""

    who: str


@dataclass(frozen=True)
class ShowWord:
    """A word that shows something or leaves: hint, log, rows, moves, lanes, rules, help, quit."""

    word: str


@dataclass(frozen=True)
class Unclear:
    """Something that is none of these; ``no`` tells what there is not, where that is known."""

    text: str
    no: Literal["command", "marker"] | None = None


Typed: TypeAlias = Play | Look | SetMark | Name | HandOn | ShowWord | Unclear

_WORDS = ("end", "back", "mark", "unmark", "name", "start", "hint", "log", "rows", "moves", "lanes")
#: Words that are understood at every question.
ASIDE = ("rules", "help", "quit")
_CARD = re.compile(r"[0-9]{1,4}", re.ASCII)
_ROW = re.compile(r"[a-z][0-9]", re.ASCII)
_LAY = re.compile(r"([0-9]{1,4})@?([a-z][0-9])", re.ASCII)


def read_line(line: str, language: str) -> list[Typed]:
    """Everything that a line asks for, in order. An empty line asks for nothing."""
    words = [plain(word) for word in re.split(r"[\s,;]+", line) if word]
    found: list[Typed] = []
    while words:
        found.append(_next(words, language))
    return found


def _next(words: list[str], language: str) -> Typed:
    """Take what one wish needs from the front of ``words``."""
    first = words.pop(0)
    whole = _LAY.fullmatch(first)
    if whole is not None:
        return Play(Lay(int(whole[1]), whole[2].upper()))
    if _CARD.fullmatch(first):
        if words and _ROW.fullmatch(words[0].removeprefix("@")):
            return Play(Lay(int(first), words.pop(0).removeprefix("@").upper()))
        return Look(int(first))
    match vocabulary(language).get(first):
        case "end":
            return Play(END)
        case "back":
            return Play(BACK)
        case "mark" | "unmark" as word:
            return _mark(words, language, withdraw=word == "unmark") or _unclear(first, words)
        case "name":
            return _name(words, language) or _unclear(first, words, no="command")
        case "start":
            who = " ".join(words)
            words.clear()
            return HandOn(who)
        case str(word):
            return ShowWord(word)
        case None:
            return Unclear(first)


def _unclear(
    first: str, words: list[str], no: Literal["command", "marker"] | None = None
) -> Unclear:
    """Complain of all the words, or only of those after the first if it asks for a ``no``."""
    text = " ".join(words if no and words else [first, *words])
    unclear = Unclear(text, no if words else None)
    words.clear()
    return unclear


def _mark(words: list[str], language: str, withdraw: bool) -> SetMark | Unclear | None:
    if not words or not _ROW.fullmatch(words[0]):
        return None
    if withdraw:
        return SetMark(words.pop(0).upper(), None)
    if len(words) == 1:
        return None
    row = words.pop(0)
    marker = markers(language).get(words[0])
    if marker is None:
        return _unclear("", words, no="marker")
    words.pop(0)
    return SetMark(row.upper(), marker)


def _name(words: list[str], language: str) -> Name | None:
    """A command by its id or its name, which may be several words long."""
    known = command_names(language)
    longest = max(len(name.split()) for name in known)
    for length in range(min(longest, len(words)), 0, -1):
        command = known.get(" ".join(words[:length]))
        if command is not None:
            del words[:length]
            return Name(command)
    return None


def plain(word: str) -> str:
    """A word as it is compared: small letters, without accents."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def synonyms(code: str, language: str) -> list[str]:
    """The words for one thing, in the language and in English."""
    return [
        plain(word)
        for spoken in dict.fromkeys(("en", language))
        for word in catalogue(spoken).text(f"terminal.typed.{code}").split()
    ]


@cache
def vocabulary(language: str) -> Mapping[str, str]:
    """What each word means. The chosen language wins where two languages share a word."""
    return {w: key for key in _WORDS + ASIDE for w in synonyms(key, language)}


@cache
def markers(language: str) -> Mapping[str, Marker]:
    """The words for markers."""
    return {word: m for m in Marker for word in synonyms(m.name.lower(), language)}


@cache
def command_names(language: str) -> Mapping[str, Command]:
    """The names of commands."""
    found = {command.value: command for command in Command}
    for spoken in ("en", language):
        for command in Command:
            name = catalogue(spoken).text(f"rules.command.{command.value}.name")
            found[" ".join(plain(word) for word in name.split())] = command
    return found


def there_are(kind: Literal["command", "marker"], language: str) -> list[str]:
    """The names of commands, or the words for markers, one for each as it may be typed."""
    texts = catalogue(language)
    if kind == "command":
        return [texts.text(f"rules.command.{command.value}.name") for command in Command]
    return [texts.text(f"terminal.typed.{m.name.lower()}").split()[0] for m in Marker]


def says(answer: str, code: str, language: str) -> bool:
    """True when ``answer`` is one of the words for ``code``, such as ``yes``."""
    return plain(answer.strip()) in synonyms(code, language)
