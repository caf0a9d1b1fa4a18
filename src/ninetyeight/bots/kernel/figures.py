"""The planner's weights as one array: the kernel has no copy of them, it is handed this."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots import weights as told
from ninetyeight.bots.position import ROOTS as FOURTH_ROOTS
from ninetyeight.bots.weights import Weights
from ninetyeight.fast.layout import NUMBERS

# Columns of a planner's figures, int64[FIGURES]. The terms stand there twice: as they are when no
# card is unseen, and as they would be with 128 unseen.
OUT, OWN, TRICK, EXTRA, EXTRA_LATE, NEAR5, NEAR11, BACK, ROOM = 0, 4, 8, 9, 10, 11, 12, 13, 14
TERMS = 15
EARLY = TERMS
NEAREST, NEAREST_MORE, BEAM, BEAM_MORE, OWING, PROMISE, WORSE = range(
    EARLY + TERMS, EARLY + TERMS + 7
)
WISHES = WORSE + 1
LASTING, HELD, FIRE = WISHES + 3, WISHES + 10, WISHES + 17
MARKS = FIRE + 1
ROOTS = MARKS + 3
FIGURES = ROOTS + 2 * NUMBERS


def figures_of(weights: Weights) -> NDArray[np.int64]:
    """The array for a planner with these weights."""
    figures = np.zeros(FIGURES, np.int64)
    figures[:TERMS] = weights.late
    figures[EARLY : EARLY + TERMS] = weights.early
    figures[[NEAREST, NEAREST_MORE]] = weights.nearest
    figures[[BEAM, BEAM_MORE]] = weights.beam
    figures[OWING] = weights.owing
    figures[PROMISE] = weights.promise
    figures[WORSE] = weights.worse
    figures[WISHES : WISHES + len(told.WISHES)] = [most for most, _ in told.WISHES]
    figures[LASTING : LASTING + 7] = weights.lasting
    figures[HELD : HELD + 7] = weights.held
    figures[FIRE] = weights.fire
    figures[MARKS : MARKS + 3] = weights.marks
    figures[ROOTS:] = FOURTH_ROOTS[: FIGURES - ROOTS]
    return figures
