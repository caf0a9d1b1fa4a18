"""Which editions and options are different games, and which are one game under two names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import product

from ninetyeight.rules import EDITIONS, LAW_OPTIONS, TINY, Edition, Options, Rules

#: The published editions and the small one.
EVERY_EDITION = (*EDITIONS.values(), TINY)


def every_choice() -> Iterator[dict[str, bool]]:
    """Every combination of the options that change the law, by name: sixteen."""
    for chosen in product([False, True], repeat=len(LAW_OPTIONS)):
        yield dict(zip(LAW_OPTIONS, chosen, strict=True))


def every_law() -> Iterator[Options]:
    """The same combinations as options."""
    for choice in every_choice():
        yield Options(**choice)


def law_id(options: Options) -> str:
    """The name of a combination in a test's id."""
    return "+".join(options.named()) or "plain"


def table_id(edition: Edition, options: Options) -> str:
    """The name of an edition with options in a test's id."""
    return f"{edition.id}-{law_id(options)}"


def law_of_table(edition: Edition, options: Options) -> Hashable:
    """All that a game depends on, whatever the number of players: who has the same plays the same.

    That is the whole edition but for what is print, talk or custom at the table, and the options,
    `commands` being the same whether the box or the table has them.
    """
    rows = tuple(replace(row, shows=(0, 0)) for row in edition.rows)
    commands = edition.commands or options.commands
    law = replace(edition, id="", rows=rows, commands=commands, praise=())
    law = replace(law, open_rows=False, quiet=False, fan=False, spontaneous=False)
    return law, replace(options, commands=commands)


def distinct_laws() -> Iterator[tuple[Edition, Options]]:
    """Every edition with every combination of options, each law once.

    `gamefactory` prints other numbers on its row cards than `original`, and `extreme` is `original`
    with commands. ``tests/fast/test_distinct_laws.py`` shows that what is left out is the same.
    """
    known: set[Hashable] = set()
    for edition, options in product(EVERY_EDITION, every_law()):
        law = law_of_table(edition, options)
        if law not in known:
            known.add(law)
            yield edition, options


#: For `parametrize`: the distinct laws and their ids.
DISTINCT_LAWS = tuple(distinct_laws())
LAW_IDS = tuple(table_id(*law) for law in DISTINCT_LAWS)


def distinct_rules() -> Iterator[Rules]:
    """Each law for one number of players.

    In every edition each number of players has each option both on and off.
    """
    for edition, options in DISTINCT_LAWS:
        turn = sum(nth for nth, name in enumerate(LAW_OPTIONS, 1) if getattr(options, name))
        yield Rules(edition, options, 1 + turn % edition.max_players)


def rules_id(rules: Rules) -> str:
    """The name of rules in a test's id."""
    return f"{table_id(rules.edition, rules.options)}-{rules.players}p"
