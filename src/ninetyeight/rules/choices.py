"""Words of which one is chosen: how a table talks, a marker, a command."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from ninetyeight.rules.errors import SetupError


class Choice(StrEnum):
    """A kind of thing that has a word for each. Calling the kind reads a word: ``Marker("keep")``.

    Wherever a choice is asked for, its word will do; SetupError tells the words that there are.
    ``code`` names the text of that error, and the word stands in it under ``code`` without
    ``unknown_``.
    """

    _code: str
    _rule: str | None

    def __init_subclass__(cls, *, code: str, rule: str | None = None) -> None:
        super().__init_subclass__()
        cls._code, cls._rule = code, rule

    @classmethod
    def maybe(cls, word: str | None) -> Self | None:
        """The choice of that word, or None for none."""
        return word if word is None or type(word) is cls else cls(word)

    @classmethod
    def _missing_(cls, value: object) -> Self:
        name = cls._code.removeprefix("unknown_")
        raise SetupError(cls._code, rule=cls._rule, known=", ".join(cls), **{name: str(value)[:24]})
