"""What people and bots are called at a table."""

from __future__ import annotations

import unicodedata

from ninetyeight.chat import find_number
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import Strictness
from ninetyeight.server.errors import ServerError
from ninetyeight.server.room_state import RoomState
from ninetyeight.table import NAME_LENGTH

#: First names of bots, one a seat: short, the same in every language, each with its own letter.
BOTS = ("Mira", "Tilo", "Juna", "Vito", "Rosa", "Nils", "Elsa", "Kilian", "Lea", "Fabio", "Zoe")


def bot_seat_name(state: RoomState, seat: int) -> str:
    """What the bot at ``seat`` is called: always the same there, unless somebody has that name."""
    others = {place.name for at, place in enumerate(state.places) if at != seat}
    return next(name for name in (*BOTS[seat:], *BOTS) if name not in others)


def tidy(name: str) -> str:
    """A name as it is kept: composed, without control characters or runs of white space."""
    printable = "".join(c if c.isprintable() else " " for c in unicodedata.normalize("NFC", name))
    return " ".join(printable.split())[:NAME_LENGTH]


def checked_name(name: str) -> str:
    """The name as it is kept; ServerError when nothing of it can be shown."""
    kept = tidy(name)
    if not kept:
        raise ServerError("no_name")
    return kept


def name_now(state: RoomState, name: str) -> str:
    """The name of somebody who sits down now: from the deal on it tells no number (T1).

    Until then nobody knows a card, so a name that was at the table by then may come back.
    """
    kept = checked_name(name)
    known = () if state.table is None else (seat.name for seat in state.table.setup.seats)
    if state.running and kept not in known:
        for language in LANGUAGES:
            if (found := number_in(state, kept, language)) is not None:
                raise ServerError("name_number", rule="T1", found=found)
    return kept


def number_in(state: RoomState, text: str, language: str) -> str | None:
    """The number that a text names where none may be named (T1)."""
    if state.plan.strictness is Strictness.FREE:
        return None
    rules = state.plan.rules
    found = find_number(text, language, rows=rules.edition.row_names, commands=rules.has_commands)
    return None if found is None else found.text
