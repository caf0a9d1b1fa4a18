"""Which numbered rules are in force at a table, and how they are told to people.

The terminal, the command line, the server's page and the documentation all ask this room, so that
nobody lists a rule that does not hold at the table, or leaves one out.

>>> from ninetyeight.rules import Rules, Strictness
>>> told = rules_told(Rules.of("original", players=3), Strictness.CHAT, False, "en", drawn=False)
>>> [section.title for section in told.sections]
['The base rules', 'Talk']
"""

from __future__ import annotations

from ninetyeight.handbook.figures import figures
from ninetyeight.handbook.minute import MinuteTold, minute_told, telling_minute
from ninetyeight.handbook.numbered import in_force, is_ruling, rule_numbers
from ninetyeight.handbook.page import as_text
from ninetyeight.handbook.told import (
    EntryTold,
    ExampleTold,
    RulesTold,
    SectionTold,
    rules_told,
    telling_rules,
)
from ninetyeight.handbook.wording import Wording

__all__ = [
    "EntryTold",
    "ExampleTold",
    "MinuteTold",
    "RulesTold",
    "SectionTold",
    "Wording",
    "as_text",
    "figures",
    "in_force",
    "is_ruling",
    "minute_told",
    "rule_numbers",
    "rules_told",
    "telling_minute",
    "telling_rules",
]
