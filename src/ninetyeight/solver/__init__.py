"""Known deals: with every card known, deck order included, can the team win, and how?

:func:`solve` answers for one position, :func:`solve_many` for many deals, :func:`ceiling` in what
share of deals a win exists at all: what no player can pass. Every line that is returned has been
replayed by :mod:`ninetyeight.rules`. The search is compiled where the extra ``fast`` is installed
(:func:`hint` says what to install) and runs by the rules otherwise.
"""

from ninetyeight.solver.ceiling import Ceiling, Solved, ceiling
from ninetyeight.solver.many import solve_many
from ninetyeight.solver.replay import check_line, replayed
from ninetyeight.solver.solution import Progress, Proof, Solution, SolverError, Status
from ninetyeight.solver.solving import hint, solve

__all__ = [
    "Ceiling",
    "Progress",
    "Proof",
    "Solution",
    "Solved",
    "SolverError",
    "Status",
    "ceiling",
    "check_line",
    "hint",
    "replayed",
    "solve",
    "solve_many",
]
