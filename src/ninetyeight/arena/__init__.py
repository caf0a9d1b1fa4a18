"""Many games, and what they say.

>>> from ninetyeight.rules import Rules, Strictness
>>> run = Run(Rules.of("original", players=2), ("greedy", "greedy"), Strictness.SILENT, games=20)
>>> tally = Tally()
>>> for played in play_run(run, jobs=1):
...     tally.add(played)
>>> tally.games, tally.wins
(20, 0)
"""

from ninetyeight.arena.runs import ArenaError, Played, Run, cores, play_run
from ninetyeight.arena.statistics import Tally, report, wilson

__all__ = ["ArenaError", "Played", "Run", "Tally", "cores", "play_run", "report", "wilson"]
