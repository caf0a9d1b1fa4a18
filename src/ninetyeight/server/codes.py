"""Spoken codes: six letters by which somebody finds a table that they were told of.

A code leads to the table's address and grants nothing else. It is there while somebody may come by
that address, belongs to one table at a time, and is another one when the invite is.
"""

from __future__ import annotations

import hashlib
from itertools import count

#: Letters that are told apart by ear in English, German and French.
LETTERS = "ABFLMORUXY"
LENGTH = 6
#: Letters of which some make a Roman number, which nobody is to say at a table (T1).
_ROMAN = frozenset("LMX")
#: What is easily misheard, as what was said.
_MISHEARD = str.maketrans("CDEGPTVSNIQHJK", "BBBBBBBFMYUAAA")


def heard(spoken: str) -> str:
    """The letters that somebody meant: in any case, however parted, misheard or not.

    >>> heard("fal-mor"), heard("s a l n o r")
    ('FALMOR', 'FALMOR')
    """
    return "".join(c for c in spoken.upper() if c.isalnum()).translate(_MISHEARD)


class Codes:
    """The codes of the tables in memory. A table that comes back has the code it had before."""

    def __init__(self) -> None:
        self._tables: dict[str, str] = {}
        self._codes: dict[str, tuple[str, str]] = {}

    def of(self, table: str, invite: str) -> str:
        """The code of a table with that invite, which no other table has."""
        known = self._codes.get(table)
        if known is not None and known[0] == invite:
            return known[1]
        self.drop(table)
        made = (_made(invite, nth) for nth in count())
        code = next(c for c in made if c not in self._tables and not _ROMAN.issuperset(c))
        self._tables[code] = table
        self._codes[table] = (invite, code)
        return code

    def drop(self, table: str) -> None:
        """From here on the table has no code."""
        known = self._codes.pop(table, None)
        if known is not None:
            del self._tables[known[1]]

    def table(self, code: str) -> str | None:
        """The table of that code."""
        return self._tables.get(code)


def _made(invite: str, nth: int) -> str:
    """The ``nth`` code of an invite; it tells nothing of it."""
    number = int.from_bytes(hashlib.sha256(f"ninetyeight/code/{invite}/{nth}".encode()).digest())
    return "".join(
        LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH)
    )
