"""Which numbered rules are in force at a table.

This is the one place that decides it. What may be said is asked of the law, so that a rule of talk
is listed exactly where the law goes by it.

>>> from ninetyeight.rules import Rules, Strictness
>>> [n for n in in_force(Rules.of("original", players=3)) if n[0] == "T"]
['T1', 'T1r', 'T2', 'T8r', 'T9r', 'T10r', 'T11r']
>>> [n for n in in_force(Rules.of("gold", players=3), Strictness.SILENT) if n[0] == "T"]
['T1', 'T10r']
"""

from __future__ import annotations

import re
from functools import cache

from ninetyeight.locale import catalogue
from ninetyeight.rules import Rules, Sign, Strictness, Talk, talk_refusal

#: The title of a numbered rule: B base, V harder, T talk, X commands, F fire; r for a ruling.
_TITLE = re.compile(r"rules\.([BVTXF][0-9]+r?)\.title")


@cache
def rule_numbers() -> tuple[str, ...]:
    """The numbers of all rules and rulings, in the rulebook's order: B1, B2, B3, B3r, …"""
    numbered = (_TITLE.fullmatch(code) for code in catalogue("en").section("rules"))
    return tuple(found[1] for found in numbered if found)


def is_ruling(number: str) -> bool:
    """True for a ruling of ours, False for the rulebooks' law."""
    return number.endswith("r")


def in_force(rules: Rules, strictness: Strictness | str | None = None) -> tuple[str, ...]:
    """The numbers of the rules that apply at this table, in order.

    ``strictness``: how strictly talk is kept; None for the edition's own (T10r).
    """
    kept = Strictness.maybe(strictness) or Talk.default(rules).strictness
    conditions = _conditions(rules, kept)
    return tuple(n for n in rule_numbers() if conditions.get(n, conditions.get(n[0], True)))


def _conditions(rules: Rules, strictness: Strictness) -> dict[str, bool]:
    """Whether a rule holds, by its number, else by its letter; what is in neither holds always."""
    talk, commands, fire = Talk(strictness), rules.has_commands, rules.options.fire

    def forbidden(sign: Sign, *, laying: bool = False, draw_size: int = 1) -> str | None:
        """The number of the rule that forbids a sign, None when it may be given."""
        refusal = talk_refusal(rules, talk, sign, silence=False, laying=laying, draw_size=draw_size)
        return None if refusal is None else refusal.rule

    chat, named, markers = (
        forbidden(sign) is None for sign in (Sign.CHAT, Sign.COMMAND, Sign.MARKER)
    )
    laying, late = forbidden(Sign.MARKER, laying=True), forbidden(Sign.MARKER, draw_size=0)
    return {
        "V1": rules.options.expert,
        "V2": rules.options.short_hand,
        "X": commands,
        "F": fire,
        "B9r": commands or fire,
        "T1r": chat,
        "T2": chat and laying is None and late is None,  # at any time
        "T3": named,
        "T4": commands,
        "T4r": commands and markers,  # closes what may be written
        "T5": laying == "T5",
        "T5r": laying == "T5",
        "T6": forbidden(Sign.CHAT) == "T6",
        "T7": late == "T7",
        "T7r": markers and (late == "T7" or commands),
        "T8r": markers,
        "T9r": markers,
        "T11r": markers,
    }
