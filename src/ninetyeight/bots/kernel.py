"""Whole teams of our own bots inside the compiled kernel, where it is installed and has them.

The kernel knows how `greedy` and `planner` think; what the planner fears and hopes for is said here
only, in :mod:`ninetyeight.bots.weights`, and handed to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ninetyeight.bots.position import ROOTS
from ninetyeight.bots.weights import FIRE, HELD, LASTING, WISHES, weights_for
from ninetyeight.fast import available
from ninetyeight.rules import Command, Deal, Rules, Strictness

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ninetyeight.fast.results import Results


def in_kernel(rules: Rules, bot: str, talk: Strictness | str = Strictness.SILENT) -> bool:
    """True when :func:`play_many` can play teams of ``bot`` in this way on this machine."""
    if not available():
        return False
    from ninetyeight.fast.play import can_play

    return can_play(rules, bot, Strictness(talk))


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
    """Play games number ``first`` and following of the deals that ``seed`` gives."""
    from ninetyeight.fast.play import play

    talk = Strictness(talk)
    figures = figures_for(rules, talk)
    return play(rules, bot, games, seed, first=first, starter=starter, figures=figures, talk=talk)


def play_these(
    deals: Sequence[Deal],
    bot: str,
    *,
    starter: int | None = None,
    talk: Strictness | str = Strictness.SILENT,
) -> Results:
    """Play the given deals, all of the same rules; the moves are kept."""
    from ninetyeight.fast.play import play_deals

    talk = Strictness(talk)
    figures = figures_for(deals[0].rules, talk)
    return play_deals(deals, bot, starter=starter, figures=figures, talk=talk)


def play_keys(
    rules: Rules, bot: str, keys: NDArray[np.uint8], talk: Strictness | str = Strictness.SILENT
) -> Results:
    """Play the deals whose codes have these keys; turns and tricks are counted."""
    from ninetyeight.fast import play

    talk = Strictness(talk)
    return play.play_keys(rules, bot, keys, figures=figures_for(rules, talk), talk=talk)


def figures_for(rules: Rules, talk: Strictness | str = Strictness.SILENT) -> NDArray[np.int64]:
    """The planner's weights for this kind of talk, as the kernel wants them."""
    import numpy as np

    from ninetyeight.fast import outlook

    weights = weights_for(rules.players, markers=Strictness(talk) is not Strictness.SILENT)
    figures = np.zeros(outlook.FIGURES, np.int64)
    figures[: outlook.TERMS] = weights.late
    figures[outlook.EARLY : outlook.EARLY + outlook.TERMS] = weights.early
    figures[[outlook.NEAREST, outlook.NEAREST_MORE]] = weights.nearest
    figures[[outlook.BEAM, outlook.BEAM_MORE]] = weights.beam
    figures[outlook.DUTY_BEAM] = weights.duty_beam
    figures[outlook.PROMISE] = weights.promise
    figures[outlook.WORSE] = weights.worse
    figures[outlook.WISHES : outlook.WISHES + len(WISHES)] = [most for most, _ in WISHES]
    for at, kind in enumerate(Command):
        figures[outlook.LASTING + at] = LASTING.get(kind, 0)
        figures[outlook.HELD + at] = HELD.get(kind, 0)
    figures[outlook.FIRE] = FIRE
    figures[outlook.MARKS : outlook.MARKS + 3] = weights.marks
    figures[outlook.ROOTS :] = ROOTS[: outlook.FIGURES - outlook.ROOTS]
    return figures
