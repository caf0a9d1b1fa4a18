"""Whole teams of our own bots inside the compiled kernel, where it is installed and has them.

The kernel knows how `greedy` and `planner` think; what the planner fears and hopes for is said here
only, in :mod:`ninetyeight.bots.weights`, and handed to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ninetyeight.bots.weights import FIRE, HELD, LASTING, weights_for
from ninetyeight.fast import available
from ninetyeight.rules import Command, Deal, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ninetyeight.fast.play import Results


def in_kernel(rules: Rules, bot: str) -> bool:
    """True when :func:`play_many` can play teams of ``bot`` under these rules on this machine."""
    if not available():
        return False
    from ninetyeight.fast.play import can_play

    return can_play(rules, bot)


def play_many(
    rules: Rules, bot: str, games: int, seed: int, *, first: int = 0, starter: int | None = None
) -> Results:
    """Play games number ``first`` and following of the deals that ``seed`` gives, in silence."""
    from ninetyeight.fast.play import play

    figures = figures_for(rules)
    return play(rules, bot, games, seed, first=first, starter=starter, figures=figures)


def play_these(deals: Sequence[Deal], bot: str, *, starter: int | None = None) -> Results:
    """Play the given deals, all of the same rules, in silence; the moves are kept."""
    from ninetyeight.fast.play import play_deals

    return play_deals(deals, bot, starter=starter, figures=figures_for(deals[0].rules))


def play_keys(rules: Rules, bot: str, keys: NDArray[np.uint8]) -> Results:
    """Play the deals whose codes have these keys, in silence; turns and tricks are counted."""
    from ninetyeight.fast import play

    return play.play_keys(rules, bot, keys, figures=figures_for(rules))


def figures_for(rules: Rules) -> NDArray[np.float64]:
    """The planner's weights for silent play, as the kernel wants them."""
    import numpy as np

    from ninetyeight.fast import outlook

    weights = weights_for(rules.players, markers=False)
    figures = np.zeros(outlook.FIGURES, np.float64)
    figures[outlook.OUT : outlook.OUT + 4] = weights.out
    figures[outlook.OWN : outlook.OWN + 4] = weights.hand
    figures[outlook.TRICK] = weights.trick
    figures[outlook.EXTRA] = weights.extra
    figures[outlook.EXTRA_LATE] = weights.extra_late
    figures[outlook.NEAR5] = weights.near5
    figures[outlook.NEAR11] = weights.near11
    figures[outlook.ROOM] = weights.room
    figures[outlook.BEAM] = weights.beam
    for at, kind in enumerate(Command):
        figures[outlook.LASTING + at] = LASTING.get(kind, 0.0)
        figures[outlook.HELD + at] = HELD.get(kind, 0.0)
    figures[outlook.FIRE] = FIRE
    return figures
