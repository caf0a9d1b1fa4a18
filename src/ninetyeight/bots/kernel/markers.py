"""The planners' markers, compiled: :mod:`ninetyeight.bots.markers`, and what they ask of a reader.

Where nothing forbids it every seat shows anew before each turn what its hand calls for (T8r), as
far as that gives no card away (T9r). Markers are numbered from the weakest: 1 `small`, 2 `keep`,
3 `keep!`, 0 for none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.card_sets import (
    NO_CARDS,
    common,
    only,
    pop,
    put,
    size_of,
    some,
    together,
    without,
)
from ninetyeight.fast.compiled import Word, inlined, jit, ones, whole
from ninetyeight.fast.layout import ROWS, SEATS, Law
from ninetyeight.fast.turn import ZERO, Array, holds, top_of

_SMALL, _KEEP, _HARD = 1, 2, 3
_KEEP_WITHIN, _SMALL_WITHIN = 3, 7
#: Sets of rows, one bit each: fewer rows first, then in the order of the rows.
_PARTS = np.array([0, 1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15])
_CANDIDATES = 64


class MarkerScratch(NamedTuple):
    """Working memory: the markers that stand, with the top each spoke of, and what they mean."""

    shown: NDArray[np.int64]
    tops: NDArray[np.int64]
    #: For each row and marker the cards that it may stand for.
    said: NDArray[np.uint64]
    grounds: NDArray[np.int64]
    #: What a hand calls for on each row.
    wanted: NDArray[np.int64]


def new_marker_scratch() -> MarkerScratch:
    """Fresh working memory, nothing shown."""
    return MarkerScratch(
        np.zeros((SEATS, ROWS), np.int64),
        np.zeros((SEATS, ROWS), np.int64),
        np.zeros((ROWS, 4, 2), np.uint64),
        np.zeros(_CANDIDATES, np.int64),
        np.zeros(ROWS, np.int64),
    )


@inlined
def mean(law: Law, board: MarkerScratch, tops: int, lo: Word, hi: Word) -> None:
    """Note what each marker may stand for on each row, ``lo`` and ``hi`` being the cards that lie
    on no row. An empty row takes any card: there is nothing to keep."""
    said = board.said
    said[:] = ZERO
    for row in range(ROWS):
        top = top_of(tops, row)
        if not law.low <= top <= law.high:
            continue
        onward = 1 if law.ups[row] != 0 else -1
        for distance in range(-1, _SMALL_WITHIN + 1):
            if distance == 0:
                continue
            card = top + onward * (distance if distance > 0 else -law.step)
            if not law.low <= card <= law.high:
                continue
            marker = _HARD if distance <= 1 else _KEEP if distance <= _KEEP_WITHIN else _SMALL
            put(together(said[row, marker], common((lo, hi), only(card))), said[row, marker])
        for marker in range(_HARD, 0, -1):
            # T9r: too few to hide among; they say the next weaker thing
            if size_of(said[row, marker]) < 2:
                if marker > _SMALL:
                    put(together(said[row, marker - 1], said[row, marker]), said[row, marker - 1])
                put(NO_CARDS, said[row, marker])


@jit
def _gives_away(board: MarkerScratch, part: int, lo: Word, hi: Word, held: int) -> bool:
    """True when whoever sees the markers of a ``part`` of the rows could name a card behind them.

    ``lo`` and ``hi`` are the cards that lie on no row, ``held`` is the size of the hand.
    """
    said, wanted, possible = board.said, board.wanted, (lo, hi)
    if part == 0:
        return False
    for row in range(ROWS):
        shown = wanted[row] if (part >> row) & 1 != 0 else 0
        for marker in range(shown + 1, _HARD + 1):
            # Such a card would have called for a stronger marker.
            possible = without(possible, said[row, marker])
    if size_of(possible) <= held:
        return True
    rows = 0
    candidates = NO_CARDS
    for row in range(ROWS):
        if (part >> row) & 1 != 0:
            rows += 1
            meant = common(said[row, wanted[row]], possible)
            if size_of(meant) < 2:
                return True
            candidates = together(candidates, meant)
    if rows <= held:
        return False  # avoid any one card: another ground for each row, filled up at will
    # Fewer cards than marked rows: is there a card that every hand has which explains them all?
    count = 0
    while some(candidates):
        card, candidates = pop(candidates)
        board.grounds[count] = 0
        for row in range(ROWS):
            if (part >> row) & 1 != 0:
                board.grounds[count] |= holds(said[row, wanted[row]], card) << row
        count += 1
    grounds = board.grounds
    always = (1 << count) - 1
    explained = False
    for one in range(count):
        for two in range(one + 1 if held > 1 else one, count if held > 1 else one + 1):
            for three in range(two + 1 if held > 2 else two, count if held > 2 else two + 1):
                if grounds[one] | grounds[two] | grounds[three] == part:
                    explained = True
                    always &= (1 << one) | (1 << two) | (1 << three)
    return not explained or always != 0


@jit
def show_all(
    law: Law, board: MarkerScratch, hands: Array, first: int, tops: int, lo: Word, hi: Word
) -> int:
    """Let every seat, the ``first`` to begin (T11r), show what its hand calls for; how many markers
    were set, sixteen bits for each kind from the weakest."""
    mean(law, board, tops, lo, hi)
    wanted, set_now = board.wanted, 0
    players = law.players
    for after in range(players):
        seat = (first + after) % players
        marked = call_for(board, hands[seat, 0], hands[seat, 1], lo, hi)
        for row in range(ROWS):
            marker = wanted[row] if (marked >> row) & 1 != 0 else 0
            if marker != 0 and marker != board.shown[seat, row]:
                set_now += 1 << (16 * (marker - 1))
            board.shown[seat, row] = marker
            board.tops[seat, row] = top_of(tops, row)
    return set_now


@jit
def call_for(board: MarkerScratch, own_lo: Word, own_hi: Word, lo: Word, hi: Word) -> int:
    """The rows that a hand marks, one bit each, and in ``board.wanted`` what it calls for there, as
    far as that gives no card away (T9r). What markers mean must have been noted, see `mean`."""
    said, wanted = board.said, board.wanted
    held = ones(own_lo) + ones(own_hi)
    marked = 0
    for row in range(ROWS):
        wanted[row] = 0
        for marker in range(1, _HARD + 1):
            if some(common(said[row, marker], (own_lo, own_hi))):
                wanted[row] = marker
                marked |= 1 << row
    if not _gives_away(board, marked, lo, hi, held):
        return marked
    chosen, strongest = 0, 0
    for part in _PARTS:
        if part & ~marked != 0:
            continue
        strength = 0
        for row in range(ROWS):
            strength += wanted[row] if (part >> row) & 1 != 0 else 0
        if strength > strongest and not _gives_away(board, part, lo, hi, held):
            chosen, strongest = whole(part), strength
    return chosen
