"""What players of the kernel say before a turn, and how a planner listens.

The same as at a table of bots (:mod:`ninetyeight.bots.match`): where the rules let the seats speak,
all of them show anew what their hands call for, and whoever plans heeds the others' markers.
"""

from __future__ import annotations

from ninetyeight.bots.kernel.figures import MARKS
from ninetyeight.bots.kernel.markers import MarkerScratch, show_all
from ninetyeight.bots.kernel.outlook import Outlook, heed
from ninetyeight.fast.compiled import Word, inlined, jit, ones
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import END, HANDS, ROWS, SEAT, SEATS, UNLAID, Law
from ninetyeight.fast.talk import SILENT, may_speak
from ninetyeight.fast.turn import Array, top_of


@jit
def speak(law: Law, board: MarkerScratch, sets: Array, nums: Array) -> int:
    """Let every seat show what its hand calls for; how many markers were set, as `show_all` counts
    them."""
    hands, seat = sets[HANDS : HANDS + SEATS], nums[SEAT]
    return show_all(law, board, hands, seat, tops_of(nums), sets[UNLAID, 0], sets[UNLAID, 1])


@jit
def clear(board: MarkerScratch, nums: Array, move: int) -> None:
    """T8r: a marker is cleared when its owner lays there; ``move`` is about to be made."""
    if move > END:
        board.shown[nums[SEAT], move & 3] = 0


@jit
def hush(law: Law, board: MarkerScratch, sets: Array, nums: Array, talk: int) -> None:
    """T7r: markers are taken off when talk has ended."""
    if talk != SILENT and not may_speak(law, sets, nums, talk):
        board.shown[:] = 0


@inlined
def talk_over(
    law: Law,
    board: MarkerScratch,
    outlook: Outlook,
    hands: Array,
    seat: int,
    tops: int,
    lo: Word,
    hi: Word,
    speaking: bool,
) -> int:
    """Let everybody show markers, if that is allowed now, and make ``seat``, which has looked, heed
    those of the others. ``lo`` and ``hi`` are the cards on no row. How many markers were set."""
    if not speaking:
        board.shown[:] = 0  # T7r
        return 0
    set_now = show_all(law, board, hands, seat, tops, lo, hi)
    heed_all(law, board, outlook, seat, tops, hands[seat, 0], hands[seat, 1])
    return set_now


@jit
def heed_all(
    law: Law, board: MarkerScratch, outlook: Outlook, seat: int, tops: int, lo: Word, hi: Word
) -> None:
    """Make ``seat``, which has looked and holds these cards, heed the markers of the others."""
    figures = outlook.figures
    held = ones(lo) + ones(hi)
    for other in range(law.players):
        for row in range(ROWS):
            marker = board.shown[other, row]
            # A marker that spoke of another top than the row has now says nothing any more.
            if marker == 0 or other == seat or board.tops[other, row] != top_of(tops, row):
                continue
            meant_lo = board.said[row, marker, 0] & ~lo
            meant_hi = board.said[row, marker, 1] & ~hi
            count = ones(meant_lo) + ones(meant_hi)
            if count > 0:
                weight = figures[MARKS + marker - 1] // count
                heed(law, outlook, held, row, weight, meant_lo, meant_hi)
