"""When the seats may speak, compiled: the counterpart of :mod:`ninetyeight.rules.talk`."""

from __future__ import annotations

from ninetyeight.fast.compiled import jit
from ninetyeight.fast.game import tops_of
from ninetyeight.fast.layout import DRAWN, SILENCE, Law
from ninetyeight.fast.turn import Array, shows
from ninetyeight.rules import Rules

#: Talk modes: none, markers, markers while there is a draw pile (T7).
SILENT, MARKERS, QUIET_MARKERS = range(3)


def talk_mode(rules: Rules, *, markers: bool) -> int:
    """The talk mode of a table that plays with or without markers."""
    if not markers:
        return SILENT
    return QUIET_MARKERS if rules.edition.quiet else MARKERS


@jit
def may_speak(law: Law, sets: Array, nums: Array, talk: int) -> bool:
    """True when markers may stand, and be changed before a turn (T7, X4)."""
    if talk == SILENT or law.players == 1:
        return False
    if talk == QUIET_MARKERS and nums[DRAWN] >= law.deck_size:
        return False
    return not shows(law, sets, tops_of(nums), SILENCE)
