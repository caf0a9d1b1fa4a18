"""What is known about an endgame: questions by their fingerprints, with the answers, compiled.

Fingerprints have 127 bits. Two questions that differ would share one by a chance of less than one
in 10²⁰ for as many as fit into memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.compiled import Word, inlined, jit, whole
from ninetyeight.fast.turn import ONE, ZERO
from ninetyeight.solver.parties import MOST

# Answers: no; yes; more questions or more room are needed to find out.
CANNOT, MAY, UNKNOWN = 0, 1, -1
# Columns of `Answers.figures`: how many answers may still be found, how many are kept, how many
# moves the line has; how many cards may be left, and the card that is to be laid last of all and to
# break its own duty. When there is none (-1), no card left means that the game is won.
BUDGET, KEPT, MOVES, SPARE, LATEST = range(5)


class Answers(NamedTuple):
    """What is known: fingerprints of 127 bits with the answer in the last one. When the answer to
    all is yes, ``line`` holds the moves, last first."""

    known: NDArray[np.uint64]
    line: NDArray[np.int64]
    figures: NDArray[np.int64]


def new_answers(room: int, spare: int) -> Answers:
    """Nothing is known yet. ``room`` is a power of two, 1,024 or more: when two thirds of it are
    taken, the rest must do for the answers that are being found."""
    figures = np.zeros(5, np.int64)
    figures[SPARE] = spare
    return Answers(np.zeros((room, 2), np.uint64), np.zeros(2 * MOST, np.int64), figures)


@jit
def are_full(answers: Answers) -> bool:
    """True when no more answers can be kept."""
    return bool(answers.figures[KEPT] * 3 >= len(answers.known) * 2)


@jit
def move_over(answers: Answers, roomier: Answers) -> None:
    """Put all that is known where there is more room."""
    for at in range(len(answers.known)):
        first, second = answers.known[at, 0], answers.known[at, 1]
        if second != ZERO:
            to = find(roomier, first, second | ONE)
            roomier.known[to, 0] = first
            roomier.known[to, 1] = second
    roomier.figures[KEPT] = answers.figures[KEPT]


@inlined
def find(answers: Answers, first: Word, second: Word) -> int:
    """Where the answer to a question of this fingerprint stands, or would."""
    known = answers.known
    at = whole(first) & (len(known) - 1)
    while known[at, 1] != ZERO:
        if known[at, 0] == first and known[at, 1] | ONE == second:
            break
        at = (at + 1) & (len(known) - 1)
    return at


@inlined
def keep(answers: Answers, first: Word, second: Word, answer: int) -> int:
    """Remember an answer, and give it."""
    at = find(answers, first, second)
    answers.known[at, 0] = first
    answers.known[at, 1] = second if answer == MAY else second ^ ONE
    answers.figures[KEPT] += 1
    answers.figures[BUDGET] -= 1  # by answers, so that some are found each time
    return answer
