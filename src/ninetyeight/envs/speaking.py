"""Markers of many games at once, compiled: who is asked for them and what they show.

The same order as in :mod:`ninetyeight.envs.episode`: before each turn, where the rules let the
seats speak (T5-T7, X4), first the seat whose turn it is, then the others clockwise, each with cards
once. A marker is numbered as in an action: 0 none, 1 `small`, 2 `keep`, 3 `keep!`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.actions import LAYS, SIGNS
from ninetyeight.envs.settings import EnvSettings
from ninetyeight.fast.compiled import inlined, jit
from ninetyeight.fast.layout import DRAWN, HANDS, OUTCOME, PLAYING, ROWS, SEAT, SEATS, TOPS, Law
from ninetyeight.fast.talk import may_speak, talk_mode
from ninetyeight.fast.turn import ZERO, Array

#: Nobody is asked for markers: a turn is being played.
NOBODY = -1
# Columns of `Signs.manner`: how the table talks, and how many ways there are to show markers.
_TALK, _WAYS = 0, 1


class Signs(NamedTuple):
    """What stands on the tables: for each game, seat and row the marker and the top that it speaks
    of (T8r); for each game the seat that is asked for its markers, or :data:`NOBODY`."""

    marks: NDArray[np.int8]
    tops: NDArray[np.int16]
    speaker: NDArray[np.int64]
    manner: NDArray[np.int64]


def new_signs(settings: EnvSettings, n: int) -> Signs:
    """Nothing shown at ``n`` tables."""
    rules, talk = settings.rules, talk_mode(settings.rules, markers=settings.markers)
    return Signs(
        np.zeros((n, SEATS, ROWS), np.int8),
        np.zeros((n, SEATS, ROWS), np.int16),
        np.full(n, NOBODY, np.int64),
        np.array([talk, SIGNS ** len(rules.edition.rows)], np.int64),
    )


@jit
def clear(signs: Signs, at: int) -> None:
    """Take all markers off a table; nobody is asked for any."""
    signs.marks[at] = 0
    signs.speaker[at] = NOBODY


@jit
def begin_turn(law: Law, signs: Signs, sets: Array, nums: Array, at: int) -> None:
    """Ask the seats for their markers, where the rules let them speak (T5-T7, X4)."""
    if nums[OUTCOME] == PLAYING and may_speak(law, sets, nums, signs.manner[_TALK]):
        signs.speaker[at] = nums[SEAT]


@jit
def standing(law: Law, signs: Signs, sets: Array, nums: Array, marks: Array) -> None:
    """Take off the markers of a table that stand no longer: all once talk has ended (T7r), else
    those of seats without cards (T11r)."""
    speaking = may_speak(law, sets, nums, signs.manner[_TALK])
    draw = nums[DRAWN] < law.deck_size
    for seat in range(law.players):
        if not speaking or not (draw or _has_cards(sets, seat)):
            marks[seat] = 0


@jit
def accepts_show(signs: Signs, action: int) -> bool:
    """True when ``action`` shows markers on the rows that there are."""
    return bool(LAYS <= action < LAYS + signs.manner[_WAYS])


@jit
def show(law: Law, signs: Signs, sets: Array, nums: Array, at: int, action: int) -> None:
    """Let the speaker show what ``action`` says and no more (T8r); then the next one is asked."""
    speaker = signs.speaker[at]
    put_up(signs.marks[at, speaker], signs.tops[at, speaker], nums, action)
    signs.speaker[at] = next_speaker(law, sets, nums, speaker)


@jit
def next_speaker(law: Law, sets: Array, nums: Array, speaker: int) -> int:
    """Who is asked for markers after ``speaker``; `NOBODY` once all with cards have been."""
    players = law.players
    while True:
        speaker = (speaker + 1) % players
        if speaker == nums[SEAT]:
            return NOBODY
        if _has_cards(sets, speaker):
            return speaker


@jit
def put_up(marks: Array, tops: Array, nums: Array, action: int) -> None:
    """Write the markers of an action that shows them, and the tops they speak of."""
    said = action - LAYS
    for row in range(ROWS):
        marks[row] = said % SIGNS
        tops[row] = nums[TOPS + row]
        said //= SIGNS


@jit
def write_shows(signs: Signs, mask: Array) -> None:
    """Allow every way to show markers, and nothing else."""
    mask[:] = 0
    mask[LAYS : LAYS + signs.manner[_WAYS]] = 1


@inlined
def _has_cards(sets: Array, seat: int) -> bool:
    return bool((sets[HANDS + seat, 0] | sets[HANDS + seat, 1]) != ZERO)
