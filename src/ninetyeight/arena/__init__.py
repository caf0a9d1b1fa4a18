"""Many games, and what they say.

>>> from ninetyeight.rules import Rules, Strictness
>>> run = Run(Rules.of("original", players=2), ("greedy", "greedy"), Strictness.SILENT, games=20)
>>> tally = Tally()
>>> for played in play_run(run, jobs=1):
...     tally.add(played)
>>> tally.games, tally.wins
(20, 0)
"""

from ninetyeight.arena.comparing import Pairs, compare, exact_binomial
from ninetyeight.arena.crews import Crew, cores, make_crew, play_batches, play_run
from ninetyeight.arena.games_file import GamesFile
from ninetyeight.arena.playing import Batch
from ninetyeight.arena.runs import ENGINES, ArenaError, Played, Run
from ninetyeight.arena.statistics import Tally, report, wilson

__all__ = [
    "ENGINES",
    "ArenaError",
    "Batch",
    "Crew",
    "GamesFile",
    "Pairs",
    "Played",
    "Run",
    "Tally",
    "compare",
    "cores",
    "exact_binomial",
    "make_crew",
    "play_batches",
    "play_run",
    "report",
    "wilson",
]
