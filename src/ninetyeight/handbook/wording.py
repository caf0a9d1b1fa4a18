"""How a numbered rule is worded at one table.

``rules.toml`` has a ``title``, a ``text`` and sometimes a ``note`` for each rule. What holds at the
table, its :func:`traits`, may change them, and no code says where:

- ``[B10.gold]``, a table below a rule, is named by a trait; what stands in it is said at tables
  that have the trait, instead of the same words of ``[B10]``.
- ``note_commands`` is a further note, for tables that have that trait.

A note that cites a rule which is not in force is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninetyeight.handbook.figures import figures
from ninetyeight.handbook.numbered import in_force
from ninetyeight.locale import catalogue
from ninetyeight.rules import OPTION_NAMES, Rules, Strictness

_CITED = re.compile(r"\b[BVTXF][0-9]+r?\b")


def traits(rules: Rules, strictness: Strictness | str, fan: bool) -> tuple[str, ...]:
    """What words may depend on: the edition's id, the strictness of talk, ``fan``, then options."""
    on = {option: bool(getattr(rules.options, option)) for option in OPTION_NAMES}
    # What the box has anyway is told by the rules, not by the options chosen.
    on |= {"fan": fan, "commands": rules.has_commands, "open_rows": rules.open_rows}
    ordered = ("fan", *OPTION_NAMES)
    return (rules.edition.id, Strictness(strictness).value, *(name for name in ordered if on[name]))


class Wording:
    """The words of every rule at one table, in one language."""

    def __init__(
        self, rules: Rules, strictness: Strictness | str, fan: bool, language: str
    ) -> None:
        self.numbers = in_force(rules, strictness)
        self._texts = catalogue(language)
        self._traits = traits(rules, strictness, fan)
        self._figures = figures(rules)

    def title(self, number: str) -> str:
        """What the rule is called."""
        return self._say(number, "title")

    def text(self, number: str) -> str:
        """What the rule says."""
        return self._say(number, "text")

    def note(self, number: str) -> str | None:
        """The finer rulings on it, None when there are none at this table."""
        return " ".join(self._notes(number)) or None

    def _notes(self, number: str) -> Iterator[str]:
        for part in ("note", *(f"note_{trait}" for trait in self._traits)):
            if self._texts.has(self._code(number, part)):
                text = self._say(number, part)
                if all(cited in self.numbers for cited in _CITED.findall(text)):
                    yield text

    def _say(self, number: str, part: str) -> str:
        return self._texts.text(self._code(number, part), **self._figures)

    def _code(self, number: str, part: str) -> str:
        """The code of these words here: of the first trait that has its own, else of the rule."""
        own = (f"rules.{number}.{trait}.{part}" for trait in self._traits)
        return next(filter(self._texts.has, own), f"rules.{number}.{part}")
