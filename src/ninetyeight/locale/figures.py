"""What fills the placeholders of ``rules.toml``, and which numbered rules are in force.

This room imports no other: what it needs to know of the rules in force is written down as a
protocol, which :class:`ninetyeight.rules.editions.Rules` meets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol

from ninetyeight.locale.catalogue import catalogue

#: An official set of command cards: seven kinds, four of each (X).
COMMAND_KINDS = 7
COMMAND_COPIES = 4

#: The title of a numbered rule: B base, V harder, T talk, X commands, F fire; r for a ruling.
_TITLE = re.compile(r"rules\.([BVTXF][0-9]+r?)\.title")
_CITED = re.compile(r"\b[BVTXF][0-9]+r?\b")


class RowLike(Protocol):
    """A row: its name, its direction and what its row card shows."""

    @property
    def name(self) -> str: ...
    @property
    def up(self) -> bool: ...
    @property
    def shows(self) -> tuple[int, int]: ...


class EditionLike(Protocol):
    """The figures printed in a box."""

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def cards(self) -> Sequence[int]: ...
    @property
    def rows(self) -> Sequence[RowLike]: ...
    @property
    def max_players(self) -> int: ...
    @property
    def hands(self) -> tuple[int, int, int]: ...
    @property
    def minimum(self) -> int: ...
    @property
    def expert_minimum(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def fires(self) -> Collection[int]: ...
    @property
    def quiet(self) -> bool: ...
    @property
    def praise(self) -> Sequence[tuple[int, str]]: ...


class OptionsLike(Protocol):
    """The switches that bring in numbered rules of their own."""

    @property
    def expert(self) -> bool: ...
    @property
    def short_hand(self) -> bool: ...
    @property
    def fire(self) -> bool: ...


class RulesLike(Protocol):
    """The rules in force at one table."""

    @property
    def edition(self) -> EditionLike: ...
    @property
    def options(self) -> OptionsLike: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def minimum(self) -> int: ...
    @property
    def has_commands(self) -> bool: ...


def figures(rules: RulesLike) -> dict[str, int | str]:
    """Every figure a text of ``rules.toml`` may name, for the rules in force.

    Pass it whole: ``catalogue("fr").text("rules.B2.text", **figures(rules))``.
    """
    edition = rules.edition
    less = 1 if rules.options.short_hand else 0
    found: dict[str, int | str] = {
        "low": edition.low,
        "high": edition.high,
        "cards": len(edition.cards),
        "rows": len(edition.rows),
        "seats": edition.max_players,
        "hand": rules.hand_size,
        "minimum": rules.minimum,
        "base_minimum": edition.minimum,
        "expert_minimum": edition.expert_minimum,
        "step": edition.step,
        "command_cards": COMMAND_KINDS * COMMAND_COPIES,
        "command_kinds": COMMAND_KINDS,
        "command_copies": COMMAND_COPIES,
        "fires": ", ".join(str(card) for card in sorted(edition.fires)),
    }
    for players, hand in enumerate(edition.hands, start=1):
        found[f"hand_{players}"] = hand - less
        found[f"short_{players}"] = hand - 1
    for direction, up in (("up", True), ("down", False)):
        rows = [row for row in edition.rows if row.up is up]
        found[f"{direction}_rows"] = ", ".join(row.name for row in rows)
        # Rows of one direction show the same in every edition; should they differ, all are named.
        shown = dict.fromkeys(f"{row.shows[0]}→{row.shows[1]}" for row in rows)
        found[f"{direction}_shows"] = ", ".join(shown)
    found.update({code: below for below, code in edition.praise if code != "won"})
    return found


def rule_numbers() -> tuple[str, ...]:
    """The numbers of all rules and rulings, in the rulebook's order: B1, B2, B3, B3r, …"""
    numbered = (_TITLE.fullmatch(code) for code in catalogue("en").section("rules"))
    return tuple(found[1] for found in numbered if found)


def is_ruling(number: str) -> bool:
    """True for a ruling of ours, False for the rulebooks' law."""
    return number.endswith("r")


def in_force(rules: RulesLike) -> tuple[str, ...]:
    """The numbers of the rules that apply at this table, in order.

    Talk depends on the edition: T2 is for tables that may speak, T5 to T7 for quiet ones.
    """
    quiet = rules.edition.quiet
    commands = rules.has_commands
    absent: set[str] = set()
    if not rules.options.expert:
        absent.add("V1")
    if not rules.options.short_hand:
        absent.add("V2")
    if quiet:
        absent.add("T2")
    else:
        absent.update(("T5", "T6", "T7"))
    if not commands:
        absent.update(("T3", "T4"))
    if not commands and not rules.options.fire:
        absent.add("B9r")
    letters = "BVT" + ("X" if commands else "") + ("F" if rules.options.fire else "")
    return tuple(n for n in rule_numbers() if n[0] in letters and n not in absent)


def noted(numbers: Collection[str]) -> tuple[str, ...]:
    """Those of ``numbers`` that have a finer ruling, given in ``rules.<number>.note``.

    A note that leans on a rule which is not among them, such as a command that nobody has, is
    left out.
    """
    words = catalogue("en")
    return tuple(
        number
        for number in numbers
        if words.has(code := f"rules.{number}.note")
        and all(cited in numbers for cited in _CITED.findall(str(words.section(code)[code])))
    )
