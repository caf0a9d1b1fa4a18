"""A moment of the past: the room as it stood after one of its events, with one seat's eyes.

Everything comes from the events up to that moment and from nothing later, so that looking back in
a running game tells nobody more than they were told then. Where rows are closed it would tell more
than people are shown now, so it has to wait for the end (B11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ninetyeight.server.errors import ServerError
from ninetyeight.server.room_events import Dealt, Played
from ninetyeight.server.room_state import Phase, RoomState
from ninetyeight.server.seen import Sight
from ninetyeight.server.shown import (
    StepSeen,
)
from ninetyeight.server.telling import with_cards

if TYPE_CHECKING:
    from ninetyeight.server.room import Room


def look_back(room: Room, number: int, eyes: int | None) -> StepSeen:
    """The room after event ``number`` as ``eyes`` saw it then; None is a watcher."""
    if not room.state.open:
        raise ServerError("rows_closed", rule="B11")
    past = room.past()
    stayed = room.state.told_steps().keys()

    def may_be_seen(moment: RoomState) -> bool:
        # B12r: what was taken back is not shown once more.
        turn = moment.this_turn
        return turn is None or all(step.number in stayed for step in turn.steps)

    while not may_be_seen(past[number]):
        number -= 1
    shown = past[number]
    events = [event.event for event in room.log[:number] if isinstance(event, Played)]
    steps: list[int] = []
    turns: list[int] = []
    begun = 0
    for at, event in enumerate(room.log, start=1):
        if not isinstance(event, (Dealt, Played)) or not may_be_seen(past[at]):
            continue
        steps.append(at)
        if isinstance(event, Dealt) or past[at].turns > begun:
            turns.append(at)
        begun = past[at].turns
    sight = Sight(
        shown,
        events,
        room.seconds if shown.phase is Phase.OVER else 0,
        past=room.state.phase is Phase.OVER,
    )
    return StepSeen(
        number=number,
        eyes=eyes,
        steps=steps,
        turns=turns,
        event=with_cards(room.happened[number - 1 : number], room.state.told_steps())[0],
        # Whoever looks through somebody's eyes is not that seat: no invite for them.
        room=msgspec.structs.replace(sight.room(eyes), invite=None),
        fan=sight.fan(),
        game=sight.game(eyes, previews=eyes is not None),
    )
