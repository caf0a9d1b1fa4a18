"""What the moves of finished games tell beyond their results: turns and backwards tricks."""

from __future__ import annotations

from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.layout import END, ROWS, Law
from ninetyeight.fast.turn import Array, before_first, holds, stops, top_of, with_top


@jit
def count_moves(
    law: Law, sets: Array, lengths: Array, moves: Array, turns: Array, tricks: Array
) -> None:
    """Fill ``turns`` and ``tricks`` for each row of ``moves``, of which ``lengths`` were made.

    A turn counts when a move of it was made.
    """
    start = 0
    for row in range(ROWS):
        start = with_top(start, row, before_first(law, row))
    for at in range(len(moves)):
        tops = start
        begun, backwards = 0, 0
        fresh = True
        for place in range(lengths[at]):
            move = whole(moves[at, place])
            begun += 1 if fresh else 0
            fresh = move == END
            if move != END:
                card, row = move >> 2, move & 3
                backwards += 1 if holds(law.back[row, top_of(tops, row)], card) else 0  # B4
                tops = with_top(tops, row, card)
                fresh = stops(law, sets[at], card)
        turns[at] = begun
        tricks[at] = backwards
