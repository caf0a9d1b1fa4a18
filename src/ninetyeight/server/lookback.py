"""A moment of the past: the room as it stood after one of its events, with one seat's eyes.

Everything comes from the events up to that moment and from nothing later, so that looking back in
a running game tells nobody more than they were told then. Where rows are closed it would tell more
than people are shown now, so it has to wait for the end (B11).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ninetyeight.rules import BACK
from ninetyeight.server.errors import ServerError
from ninetyeight.server.room_events import Dealt, Played, RoomEvent
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.seen import Sight
from ninetyeight.server.telling import with_cards
from ninetyeight.table import Moved, Phase
from ninetyeight.wire.state import (
    StepSeen,
)

if TYPE_CHECKING:
    from ninetyeight.server.room import Room

#: A state is kept after so many events: what lies between two of them is worked out when asked for.
EVERY = 16


class Moments:
    """The moments of one room, put down as they happen, so that looking back costs the same however
    long the log is."""

    def __init__(self, opened: RoomState) -> None:
        #: The numbers of all events that are worth stopping at, and of those that begin a turn.
        self.steps: list[int] = []
        self.turns: list[int] = []
        self._begun: list[int] = []
        self._kept = [opened]
        # B12r: what was taken back is not shown once more. First and last of each run of moments
        # at which a card lay that did not stay.
        self._hidden: list[tuple[int, int]] = []

    def add(self, before: RoomState, event: RoomEvent, after: RoomState) -> None:
        """Another event has happened."""
        if _takes_back(event):
            assert before.this_turn is not None
            self._hide(before.this_turn.cards[-1].number, before.number)
        if isinstance(event, (Dealt, Played)):
            if isinstance(event, Dealt) or after.turns > self._begun[-1]:
                self.turns.append(after.number)
            self.steps.append(after.number)
            self._begun.append(after.turns)
        if after.number % EVERY == 0:
            self._kept.append(after)

    def _hide(self, first: int, last: int) -> None:
        while self._hidden and self._hidden[-1][0] >= first:
            self._hidden.pop()
        self._hidden.append((first, last))
        while self.steps and self.steps[-1] >= first:
            if self.turns[-1] == self.steps.pop():
                self.turns.pop()
            self._begun.pop()

    def shown(self, number: int) -> int:
        """The moment that is shown for ``number``: itself, or the one before a card was laid that
        was taken back."""
        place = bisect_right(self._hidden, number, key=lambda run: run[0]) - 1
        if place < 0 or number > self._hidden[place][1]:
            return number
        return self._hidden[place][0] - 1

    def state(self, number: int, log: Sequence[RoomEvent]) -> RoomState:
        """The room after event ``number`` of its log."""
        place = number // EVERY
        state = self._kept[place]
        for event in log[place * EVERY : number]:
            state = advance_room(state, event)
        return state


def _takes_back(event: RoomEvent) -> bool:
    if not isinstance(event, Played) or not isinstance(event.event, Moved):
        return False
    return event.event.move is BACK


def look_back(room: Room, number: int, eyes: int | None) -> StepSeen:
    """The room after event ``number`` as ``eyes`` saw it then; None is a watcher."""
    if not room.state.open:
        raise ServerError("rows_closed", rule="B11")
    moments = room.moments
    number = moments.shown(number)
    state = moments.state(number, room.log)
    over = state.phase is Phase.OVER
    sight = Sight(state, room.sight.end if over else None, past=room.state.phase is Phase.OVER)
    return StepSeen(
        number=number,
        eyes=eyes,
        steps=moments.steps,
        turns=moments.turns,
        event=with_cards(room.happened[number - 1 : number], room.state.told_cards())[0],
        # Whoever looks through somebody's eyes is not that seat: no invite for them.
        room=msgspec.structs.replace(sight.room(eyes), invite=None),
        fan=sight.fan(),
        game=sight.game(eyes, previews=eyes is not None),
    )
