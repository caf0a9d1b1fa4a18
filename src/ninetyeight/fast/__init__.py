"""The same law as in `rules/`, compiled: whole batches of games as arrays, proven equal.

Needs numba, which the extra ``fast`` brings. Whoever can do without asks :func:`available` first
and goes on with :mod:`ninetyeight.rules`; importing this package alone never fails. Its modules
say what to install.

:mod:`~ninetyeight.fast.layout` says where everything lies in memory,
:mod:`~ninetyeight.fast.batch` steps many games at once. Compiled bots, which play whole games
in one call, are in :mod:`ninetyeight.bots.kernel`.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

#: What to install for the fast path, as pip spells it.
EXTRA = "ninetyeight[fast]"


@cache
def available() -> bool:
    """True when the compiled kernel can be used here. Imports nothing."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def missing() -> ModuleNotFoundError:
    """What is raised where the kernel is needed and not :func:`available`."""
    return ModuleNotFoundError(
        f"This plays in the compiled kernel, which is not installed: pip install '{EXTRA}'. "
        "Without it play_match and the arena play the same games by the rules themselves, slowly."
    )
