"""Moves as tiny values with a text form that reads back.

>>> str(Lay(42, "U1")), str(END), str(BACK)
('42@U1', 'end', 'back')
>>> parse_move("42@U1")
Lay(card=42, row='U1')
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple, TypeAlias

from ninetyeight.rules.errors import NotationError


class Lay(NamedTuple):
    """Lay one card of the own hand on a row."""

    card: int
    row: str

    def __str__(self) -> str:
        return f"{self.card}@{self.row}"


class Word(Enum):
    """The moves without a card."""

    END = "end"
    BACK = "back"

    def __str__(self) -> str:
        return self.value


#: End the turn (B6).
END = Word.END
#: Take back the last card laid this turn (B12r).
BACK = Word.BACK

Move: TypeAlias = Lay | Word
_MOVES = (Lay, Word)  # as a union it would be made anew for every move

_LAY = re.compile(r"([0-9]{1,4})@([A-Za-z][0-9]{1,2})", re.ASCII)


def parse_move(given: Move | str) -> Move:
    """The move that a text writes; a move is given back as it is. NotationError for all else."""
    if isinstance(given, _MOVES):
        return given
    if not isinstance(given, str):
        raise NotationError("not_a_move", text=repr(given)[:40])
    tidy = given.strip()
    if tidy.lower() == "end":
        return END
    if tidy.lower() == "back":
        return BACK
    written = _LAY.fullmatch(tidy)
    if written is None:
        raise NotationError("not_a_move", text=given[:40])
    return Lay(int(written[1]), written[2].upper())
