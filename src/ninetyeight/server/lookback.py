"""A moment of the past: the room as it stood after one of its events, with one seat's eyes.

Everything comes from the events up to that moment and from nothing later, so that looking back in
a running game tells nobody more than they were told then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ninetyeight.server.protocol import StepSeen
from ninetyeight.server.room_events import Dealt, Played
from ninetyeight.server.room_state import Phase, RoomState, advance_room
from ninetyeight.server.seen import Sight
from ninetyeight.table import Event, Moved

if TYPE_CHECKING:
    from ninetyeight.server.room import Room


def look_back(room: Room, number: int, eyes: int | None) -> StepSeen:
    """The room after event ``number`` as ``eyes`` saw it then; None is a watcher."""
    now = room.state
    log, happened = list(room.log), list(room.happened)
    state = RoomState.opened(now.id, room.first_plan, now.invite, now.follows)
    events: list[Event] = []
    steps: list[int] = []
    turns: list[int] = []
    shown = state
    shown_events: list[Event] = []
    for at, event in enumerate(log, start=1):
        before = state
        state = advance_room(state, event)
        if isinstance(event, Dealt):
            steps.append(at)
            turns.append(at)
        if isinstance(event, Played):
            events.append(event.event)
            steps.append(at)
            if isinstance(event.event, Moved) and before.this_turn is None:
                turns.append(at)
        if at == number:
            shown, shown_events = state, list(events)
    sight = Sight(shown, shown_events, room.seconds if shown.phase is Phase.OVER else 0)
    return StepSeen(
        number=number,
        eyes=eyes,
        steps=steps,
        turns=turns,
        event=happened[number - 1],
        # Whoever looks through somebody's eyes is not that seat: no invite for them.
        room=msgspec.structs.replace(sight.room(eyes), invite=None),
        fan=sight.fan(),
        game=sight.game(eyes, previews=eyes is not None),
    )
