"""A table's own list of commands, as a small file (X11r).

Owners of the box enter which card carries which command, in JSON or in TOML, whichever they like:
``{"17": "stop", "42": "skull"}`` or ``17 = "stop"`` line by line. Any subset of cards will do.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from ninetyeight.rules import Commands, NotationError

_JSON_PLACE = re.compile(r": line (\d+) column \d+ \(char \d+\)$")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_command_file(path: Path) -> Commands:
    """The commands in the file; NotationError or SetupError saying what is wrong with it.

    Whether the cards are in the deck is for :meth:`ninetyeight.rules.Deal.with_commands` to say.
    """
    name = str(path)
    try:
        table = _table(name, path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotationError("command_file_not_text", path=name) from None
    kinds: dict[int, str] = {}
    for card, kind in table.items():
        if not re.fullmatch("[0-9]{1,4}", card, re.ASCII):
            raise NotationError("command_file_card", path=name, card=card[:40])
        if not isinstance(kind, str):
            raise NotationError("command_file_kind", path=name, card=card, kind=str(kind)[:40])
        kinds[int(card)] = kind
    return Commands(kinds)


def _table(name: str, text: str) -> dict[str, object]:
    """The table in ``text``: JSON when it begins like JSON, TOML otherwise."""
    try:
        if text.lstrip().startswith(("{", "[{")):
            table = json.loads(text)
        else:
            return tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise _broken(name, "JSON", str(error), _JSON_PLACE, text) from None
    except tomllib.TOMLDecodeError as error:
        raise _broken(name, "TOML", str(error), _TOML_PLACE, text) from None
    except RecursionError:
        raise NotationError("command_file_no_table", path=name) from None
    if not isinstance(table, dict):
        raise NotationError("command_file_no_table", path=name)
    return table


def _broken(
    name: str, format: str, message: str, place: re.Pattern[str], text: str
) -> NotationError:
    found = place.search(message)
    line = (found and found[1]) or text.count("\n") + 1
    return NotationError(
        "command_file_broken", path=name, format=format, line=line, why=place.sub("", message)
    )
