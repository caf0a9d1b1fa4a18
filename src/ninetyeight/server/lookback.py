"""A moment of the past: the room as it stood after one of its events, with one seat's eyes.

Everything comes from the events up to that moment and from nothing later, so that looking back in
a running game tells nobody more than they were told then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ninetyeight.server.room_events import Dealt, Played
from ninetyeight.server.room_state import Phase
from ninetyeight.server.seen import Sight
from ninetyeight.server.shown import (
    StepSeen,
)
from ninetyeight.table import Moved

if TYPE_CHECKING:
    from ninetyeight.server.room import Room


def look_back(room: Room, number: int, eyes: int | None) -> StepSeen:
    """The room after event ``number`` as ``eyes`` saw it then; None is a watcher."""
    past = room.past()
    shown = past[number]
    events = [event.event for event in room.log[:number] if isinstance(event, Played)]
    steps: list[int] = []
    turns: list[int] = []
    for at, event in enumerate(room.log, start=1):
        if isinstance(event, (Dealt, Played)):
            steps.append(at)
        begins = isinstance(event, Played) and isinstance(event.event, Moved)
        if isinstance(event, Dealt) or (begins and past[at - 1].this_turn is None):
            turns.append(at)
    sight = Sight(shown, events, room.seconds if shown.phase is Phase.OVER else 0)
    return StepSeen(
        number=number,
        eyes=eyes,
        steps=steps,
        turns=turns,
        event=room.happened[number - 1],
        # Whoever looks through somebody's eyes is not that seat: no invite for them.
        room=msgspec.structs.replace(sight.room(eyes), invite=None),
        fan=sight.fan(),
        game=sight.game(eyes, previews=eyes is not None),
    )
