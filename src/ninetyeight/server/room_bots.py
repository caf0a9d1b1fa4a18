"""The bots of a room: they think in a thread, see views only, and act through the room's owner.

Bots pause while nobody is connected, so that a game waits for people who lost their way home.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ninetyeight.bots.bot import Bot, make_bot, searcher_names
from ninetyeight.bots.guided import Guided
from ninetyeight.rules import GameError, View
from ninetyeight.server.decisions import Course, course_of
from ninetyeight.server.room_events import Played
from ninetyeight.server.room_state import CARETAKER, RoomState
from ninetyeight.server.searches import Searches
from ninetyeight.server.workload import Thinking
from ninetyeight.table import Company, Event, Marked, Moved, TableState
from ninetyeight.wire.messages import ThinkingSeen
from ninetyeight.wire.state import Why

if TYPE_CHECKING:
    from ninetyeight.server.room import Room

log = logging.getLogger("ninetyeight.rooms")

#: So many times the usual pace a bot waits with the very first card: until it lies, people may
#: settle it otherwise who starts (B10r).
FIRST_CARD = 4
#: Seconds that a program elsewhere has to say what it shows before a turn (T11r).
TO_SPEAK = 5.0
#: Seconds after which people are told that a bot thinks: a shorter while nobody needs to hear of.
TELL_AFTER = 0.4


class RoomBots:
    """Lets the bots of one room act, one event at a time and no faster than their pace."""

    def __init__(self, room: Room, thinking: Thinking, searches: Searches) -> None:
        self._room = room
        self._thinking = thinking
        self._searches = searches
        #: The seat whose bot has been searching for a while, and what there is to say about those
        #: that do not play as they would.
        self._searcher: int | None = None
        self._note: Why | None = None
        self._pace = thinking.pace
        self._company = Company({}, 0)
        self._seated: dict[int, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._acted = 0.0
        self._changed = asyncio.Event()

    @property
    def speaker(self) -> int | None:
        """The bot or guest that is asked for its markers now (T11r).

        None without guests: who sits here is nobody's business then.
        """
        table = self._room.state.table
        if table is None or not self._room.state.running or not self._guests():
            return None
        self._seat_bots()
        return self._company.speaker(table, self._room.events)

    def spoke(self, seat: int) -> None:
        """A guest has said what it shows before this turn."""
        self._company.spoke(seat)
        self._room.tell_speaker()
        self.look()

    @property
    def thinking(self) -> ThinkingSeen | None:
        """What people are told of the thinking of bots; None when there is nothing to tell."""
        if self._searcher is None and self._note is None:
            return None
        return ThinkingSeen(self._searcher, self._note)

    def enough(self) -> None:
        """The bot that thinks shall think no longer."""
        self._searches.stop(self._room.id)

    def look(self) -> None:
        """Called whenever something has changed: start acting unless that is going on already."""
        self._changed.set()
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
            and bool(room.state.bots() or self._guests())
        )

    def _guests(self) -> set[int]:
        """Seats on which a program is connected that plays for itself."""
        room = self._room
        programs = {listener.seat for listener in room.listeners if listener.view}
        return {seat for seat in programs if seat is not None} - set(room.state.bots())

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
            self._changed.clear()
            event = await self._next_event(table)
            if self._room.state.table is not table:
                continue  # somebody did something meanwhile, and not only talk: think again
            self._room.tell_speaker()
            if event is None:
                if (guest := self.speaker) is None:
                    return
                if not await self._something_happens():
                    self._company.spoke(guest)
                continue
            if not isinstance(event, Marked):
                await asyncio.sleep(self._pause(table, event))
            try:
                await self._room.ask(event.seat, None, _only_if(table, event))
            except _Overtaken:
                continue
            except GameError as refusal:
                if refusal.code == "log_full" and isinstance(event, Marked):
                    self._company.spoke(event.seat)  # it plays on without a word
                    continue
                # The disk is full, or the server stops: the next event wakes the bots again.
                log.warning("a bot was refused", extra={"told": {"why": refusal.code}})
                return
            self._acted = time.monotonic()

    async def _next_event(self, table: TableState) -> Event | None:
        """What a bot does now. Where one fails, planners play from then on."""
        try:
            return await self._thought_out(table)
        except Exception:
            if all(bot == CARETAKER for bot in self._seated.values()):
                raise
            log.exception("a bot failed, planner plays in its place")
            self._seat_company(dict.fromkeys(self._seated, CARETAKER))
            return await self._thought_out(table)

    async def _thought_out(self, table: TableState) -> Event | None:
        """What a bot does now; for a turn of one that searches its search comes first."""
        think = partial(self._thinking.think, self._address())
        log_so_far = tuple(self._room.events)
        seat = None if table.game is None else table.active
        bot = None if seat is None else self._company.players.get(seat)
        if seat is not None and isinstance(bot, Guided):
            view = table.view(seat)
            if not bot.guided(view):
                word = await think(partial(self._company.next_word, table, log_so_far))
                if word is not None or self._room.state.table is not table:
                    return word
                if self._company.speaker(table, log_so_far) is None:
                    await self._search(seat, bot, view)
        return await think(partial(self._company.next_event, table, log_so_far))

    async def _search(self, seat: int, bot: Guided, view: View) -> None:
        """Let the bot think about its turn, and tell people when that takes a while."""
        before = self._note

        def tell() -> None:
            self._searcher = seat
            self._room.tell_present()

        timer = asyncio.get_running_loop().call_later(TELL_AFTER, tell)
        try:
            found = await self._searches.think(self._room.id, view, bot.name, bot.seed)
            bot.guide(view, found.thought)
            told = {"bot": bot.name, "plays": found.level or CARETAKER}
            self._note = None if found.note is None else Why(f"bots.note.{found.note}", dict(told))
        finally:
            timer.cancel()
            if self._searcher is not None or self._note != before:
                self._searcher = None
                self._room.tell_present()

    async def _something_happens(self) -> bool:
        """Wait for a change as long as a guest has to speak; False when there is none."""
        try:
            await asyncio.wait_for(self._changed.wait(), TO_SPEAK)
        except TimeoutError:
            return False
        return True

    def _pause(self, table: TableState, event: Event) -> float:
        if isinstance(event, Moved) and not table.begun and table.setup.rules.players > 1:
            return FIRST_CARD * self._pace
        return self._acted + self._pace - time.monotonic()

    def _address(self) -> str:
        """For whom the bots think: one of those who listen, people at the table first."""
        listening = sorted((one.seat is None, one.address) for one in self._room.listeners)
        return listening[0][1] if listening else "?"

    def _seat_bots(self) -> None:
        """Bring the company in line with who sits here and who stands in."""
        state = self._room.state
        wanted = state.bots()
        if wanted != self._seated:
            self._seat_company(wanted)
            self._seated = wanted
        self._company.guests = self._guests()

    def _seat_company(self, wanted: Mapping[int, str]) -> None:
        """Seat these bots; what those before them had said already is asked anew."""
        table = self._room.state.table
        assert table is not None
        seed = table.setup.bot_seed
        seated = {seat: _bot(bot, seed + seat) for seat, bot in sorted(wanted.items())}
        self._company = Company(seated, seed)
        self._note = None


def _bot(name: str, seed: int) -> Bot:
    """The bot of a seat. One that searches is guided here by what is found elsewhere."""
    return Guided(seed, name) if name in searcher_names() else make_bot(name, seed)


class _Overtaken(GameError):
    """The table changed while a bot was about to act; it thinks again. Nobody is told."""

    area = "server"


def _only_if(table: TableState, event: Event) -> Callable[[RoomState], Course]:
    def decision(state: RoomState) -> Course:
        if state.table is not table:
            raise _Overtaken("stale")
        return course_of(state, [Played(event)])

    return decision
