"""Many games, and what they say.

:func:`arena` asks and answers in one call, also as ``ninetyeight.arena(…)``. Below it, a
:class:`Run` is the question and :func:`play_run` gives its games one by one.

>>> from ninetyeight.rules import Rules, Strictness
>>> run = Run(Rules.of("original", players=2), ("greedy", "greedy"), Strictness.SILENT, games=20)
>>> tally = Tally()
>>> for played in play_run(run, jobs=1):
...     tally.add(played)
>>> tally.games, tally.wins
(20, 0)
"""

import sys
from types import ModuleType

from ninetyeight.arena.comparing import Pairs, compare, exact_binomial
from ninetyeight.arena.crews import Crew, cores, make_crew, play_batches, play_run
from ninetyeight.arena.games_file import GamesFile
from ninetyeight.arena.playing import Batch
from ninetyeight.arena.result import ArenaResult, Comparison, arena
from ninetyeight.arena.runs import ENGINES, ArenaError, GameResult, Run
from ninetyeight.arena.statistics import Tally, report, wilson

__all__ = [
    "ENGINES",
    "ArenaError",
    "ArenaResult",
    "Batch",
    "Comparison",
    "Crew",
    "GameResult",
    "GamesFile",
    "Pairs",
    "Run",
    "Tally",
    "arena",
    "compare",
    "cores",
    "exact_binomial",
    "make_crew",
    "play_batches",
    "play_run",
    "report",
    "wilson",
]


class _CallableModule(ModuleType):
    """``ninetyeight.arena`` is this module and the function of that name: it can be called."""

    __call__ = staticmethod(arena)


sys.modules[__name__].__class__ = _CallableModule
