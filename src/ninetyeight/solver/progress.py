"""How far a compiled beam has come: the columns of its `figures`, the same for both kinds."""

from __future__ import annotations

#: Cards laid by the level that is being looked at, its positions, the next one to look at.
LEVEL, AMOUNT, CURSOR = 0, 1, 2
#: The position that leads to a win and by which move.
WINNER, WINNING_MOVE = 3, 4
#: Positions that are sure to leave more cards than this are left out; below zero: none are.
SPARE = 5
#: A position of this level from which an accepted lay loses at once, or -1; and that lay.
LOSER, LOSING_MOVE = 6, 7
#: 1 when positions that are sure to be lost are left out.
TO_WIN = 8
FIGURES = 9

RUNNING, WON, OVER = 0, 1, 2
