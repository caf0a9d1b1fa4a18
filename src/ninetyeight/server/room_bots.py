"""The bots of a room: they think in a thread, see views only, and act through the room's owner.

Bots pause while nobody is connected, so that a game waits for people who lost their way home.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ninetyeight.bots.bot import Bot, make_bot
from ninetyeight.rules import GameError
from ninetyeight.server.decisions import Course, course_of
from ninetyeight.server.room_events import Played
from ninetyeight.server.room_state import RoomState
from ninetyeight.table import Company, Event, Marked, Moved, TableState

if TYPE_CHECKING:
    from ninetyeight.server.room import Room

log = logging.getLogger("ninetyeight.rooms")

#: So many times the usual pace a bot waits with the very first card: until it lies, people may
#: settle it otherwise who starts (B10r).
FIRST_CARD = 4


class RoomBots:
    """Lets the bots of one room act, one event at a time and no faster than ``pace`` seconds."""

    def __init__(self, room: Room, pace: float) -> None:
        self._room = room
        self._pace = pace
        self._company = Company({}, 0)
        self._seated: dict[int, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._acted = 0.0

    def look(self) -> None:
        """Called whenever something has changed: start acting unless that is going on already."""
        idle = self._task is None or self._task.done()
        if idle and self._may_act():
            self._task = asyncio.create_task(self._act(), name=f"bots {self._room.id[:4]}")
            self._task.add_done_callback(self._done)

    def stop(self) -> None:
        """Act no more."""
        if self._task is not None:
            self._task.cancel()

    def _may_act(self) -> bool:
        room = self._room
        return (
            not room.closed
            and bool(room.listeners)
            and room.state.running
            and bool(room.state.bots())
        )

    def _done(self, task: asyncio.Task[None]) -> None:
        if self._task is task:
            self._task = None
        if not task.cancelled() and task.exception() is not None:
            log.error("the bots of a room failed", exc_info=task.exception())

    async def _act(self) -> None:
        """Act until it is the people's turn."""
        while self._may_act():
            self._seat_bots()
            table = self._room.state.table
            assert table is not None
            event = await asyncio.to_thread(self._think, table, tuple(self._room.events))
            if self._room.state.table is not table:
                continue  # somebody did something meanwhile, and not only talk: think again
            if event is None:
                return
            if not isinstance(event, Marked):
                await asyncio.sleep(self._pause(table, event))
            try:
                await self._room.ask(event.seat, None, _only_if(table, event))
            except _Overtaken:
                continue
            except GameError as refusal:
                # The disk is full, or the server stops: the next event wakes the bots again.
                log.warning("a bot was refused", extra={"told": {"why": refusal.code}})
                return
            self._acted = time.monotonic()

    def _pause(self, table: TableState, event: Event) -> float:
        if isinstance(event, Moved) and not table.begun and table.setup.rules.players > 1:
            return FIRST_CARD * self._pace
        return self._acted + self._pace - time.monotonic()

    def _think(self, table: TableState, events: Sequence[Event]) -> Event | None:
        return self._company.next_event(table, events)

    def _seat_bots(self) -> None:
        """Bring the company in line with who sits here and who stands in."""
        state = self._room.state
        wanted = state.bots()
        if wanted != self._seated:
            assert state.table is not None
            seed = state.table.setup.bot_seed
            kept: dict[int, Bot] = {}
            for seat, bot in sorted(wanted.items()):
                kept[seat] = make_bot(bot, seed + seat)
            self._company = Company(kept, seed)
            self._seated = wanted


class _Overtaken(GameError):
    """The table changed while a bot was about to act; it thinks again. Nobody is told."""

    area = "server"


def _only_if(table: TableState, event: Event) -> Callable[[RoomState], Course]:
    def decision(state: RoomState) -> Course:
        if state.table is not table:
            raise _Overtaken("stale")
        return course_of(state, [Played(event)])

    return decision
