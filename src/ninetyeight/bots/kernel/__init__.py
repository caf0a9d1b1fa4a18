"""Whole teams of our own bots, compiled: `greedy` and `planner` as the bots of the same name play.

Where the kernel is not installed, importing this package does no harm; :func:`team_of` gives
None and whoever wants games plays them by :func:`ninetyeight.bots.play_match`.

>>> from ninetyeight.rules import Rules
>>> results = play_many(Rules.of("original", players=3), "greedy", games=1000, seed=7)
>>> len(results), bool((results.left[results.won] == 0).all())
(1000, True)
>>> again = play_many(Rules.of("original", players=3), "greedy", games=10, seed=7, first=500)
>>> again.left.tolist() == results.left[500:510].tolist()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninetyeight.fast import available, missing
from ninetyeight.rules import Rules, Strictness

if TYPE_CHECKING:
    from ninetyeight.bots.kernel.results import Results
    from ninetyeight.bots.kernel.team import Team

#: The bots that the kernel knows.
COMPILED = ("greedy", "planner")


def knows(bot: str, talk: Strictness | str = Strictness.SILENT) -> bool:
    """True for a bot that is compiled, for this kind of talk, wherever the kernel is installed."""
    return bot in COMPILED and Strictness(talk) in (Strictness.SILENT, Strictness.MARKERS)


def team_of(rules: Rules, bot: str, talk: Strictness | str = Strictness.SILENT) -> Team | None:
    """A team of ``bot`` in the kernel; None where it cannot play so, or is not installed."""
    if not knows(bot, talk) or not available():
        return None
    from ninetyeight.bots.kernel.team import Team, suits

    return Team(rules, bot, talk) if suits(rules, bot) else None


def play_many(
    rules: Rules,
    bot: str,
    games: int,
    seed: int,
    *,
    first: int = 0,
    starter: int | None = None,
    talk: Strictness | str = Strictness.SILENT,
) -> Results:
    """Play games number ``first`` and following of the deals that ``seed`` gives, with ``bot`` at
    every seat.

    Without a ``starter`` the team settles it by its offers (B10r). A game depends on the seed and
    its number alone. ValueError where the kernel has no such team.
    """
    if not available():
        raise missing()
    from ninetyeight.bots.kernel.team import Team

    return Team(rules, bot, talk, starter).play(games, seed, first=first)
