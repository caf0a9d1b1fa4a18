"""A room: one task owns it, and everything that happens in it passes through that task.

Decide, append, commit; only then the state changes, the sender gets an answer and everybody their
new state. A command that was answered with Done is on disk; one that fails on the way there has
not happened. When the database does not tell which of the two it is, the sender is told so, and
the room is read anew from its log before anything else is accepted.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import msgspec

from ninetyeight.bots.bot import searcher_names
from ninetyeight.coach import ADVISER, Hint, hint
from ninetyeight.rules import GameError
from ninetyeight.server.asks import Ask, key_of, plays_on
from ninetyeight.server.audience import CLOSE_READ_ANEW, Audience
from ninetyeight.server.codes import Codes
from ninetyeight.server.decisions import Course, decide
from ninetyeight.server.errors import ServerError, told
from ninetyeight.server.lookback import Moments
from ninetyeight.server.metrics import Metrics
from ninetyeight.server.results import result_of
from ninetyeight.server.room_bots import RoomBots
from ninetyeight.server.room_events import (
    Played,
    RoomEvent,
    read_room_event,
    seat_of,
    write_room_event,
)
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.searches import Searches
from ninetyeight.server.store import (
    Conflict,
    NewEvent,
    NewRoom,
    Repeated,
    Store,
    StoredEvent,
    StoredRoom,
    StoreError,
    Uncertain,
)
from ninetyeight.server.telling import tell
from ninetyeight.server.workload import Thinking
from ninetyeight.table import Event, Moved, Phase
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan

log = logging.getLogger("ninetyeight.rooms")

#: Answers that are kept for repeated commands which changed nothing, newest last.
REFUSALS_KEPT = 256
#: Commands that may wait for one room; beyond it a sender is told to slow down.
INBOX = 256
#: Events that a room's log takes, and characters that may be said in it. Beyond either the game can
#: be played to its end, and nothing else.
EVENTS_MOST = 10_000
SAID_MOST = 1_000_000


class Room(Audience):
    """One table on this server. It is built from its log: :meth:`read`, then :meth:`start`."""

    def __init__(
        self,
        stored: StoredRoom,
        store: Store,
        metrics: Metrics,
        thinking: Thinking,
        searches: Searches,
        codes: Codes,
    ) -> None:
        super().__init__(codes)
        plan = msgspec.json.decode(stored.plan, type=Plan)
        self.id = stored.id
        #: How the table was set up when it was opened; the host may have changed it since.
        self.first_plan = plan
        self.state = RoomState.opened(stored.id, plan, stored.invite, stored.follows)
        self.log: list[RoomEvent] = []
        #: The events of the game, as its record has them.
        self.events: list[Event] = []
        self.used = time.monotonic()
        self._store = store
        self._metrics = metrics
        self._requests: dict[str, int] = {}
        self._refusals: OrderedDict[str, GameError] = OrderedDict()
        self._inbox: asyncio.Queue[Ask | None] = asyncio.Queue(INBOX)
        self._last_move = 0
        self._owner: asyncio.Task[None] | None = None
        self._handling = False
        self._said = 0
        #: What can be looked back at.
        self.moments = Moments(self.state)
        #: The record of the game once somebody has asked for it, and who writes it.
        self.record: bytes | None = None
        self.recording = asyncio.Lock()
        self.closed = False
        self._thinking = thinking
        self._searches = searches
        self._bots = RoomBots(self, thinking, searches)

    def read(self, events: Sequence[StoredEvent]) -> Iterator[None]:
        """Let everything stored take effect, an event at each step; GameError, or any error that
        nonsense leads to, when the log does not replay."""
        for event in events:
            happened = read_room_event(event.body)
            if event.seat is not None and event.request is not None:
                holder = self.state.places[event.seat].secret_hash
                stored = event.request
                key = stored if " " in stored else key_of(holder, event.seat, stored)
                self._requests[key] = event.number
            self._take_effect(happened, advance_room(self.state, happened), event.at)
            yield
        self._told = self.number

    # --- the owner

    def start(self) -> None:
        """Give the room its owner."""
        self._owner = asyncio.create_task(self._own(), name=f"room {self.id[:4]}")

    async def stop(self) -> None:
        """Let the owner finish what it has begun, and end it."""
        self.closed = True
        self._codes.drop(self.id)
        self._bots.stop()
        if self._owner is not None:
            await self._inbox.put(None)
            with suppress(asyncio.CancelledError):
                await self._owner
            self._owner = None

    async def _own(self) -> None:
        self._bots.look()
        while (ask := await self._inbox.get()) is not None:
            self._handling = True
            try:
                await self._handle(ask)
            except Exception:
                log.exception("a command failed inside")
                if not ask.answer.done():
                    ask.answer.set_exception(ServerError("inside"))
            finally:
                self._handling = False
        while not self._inbox.empty():
            left = self._inbox.get_nowait()
            if left is not None and not left.answer.done():
                left.answer.set_exception(ServerError("stopping"))

    async def _handle(self, ask: Ask) -> None:
        key = ask.key
        if key is not None and key in self._requests:
            ask.resolve(self._requests[key])
            return
        # B11: an answer from before the last move may speak of a card that is covered by now.
        stale = ask.after is not None and ask.after < self._last_move
        if key is not None and key in self._refusals and not stale:
            ask.fail(self._refusals[key])
            return
        try:
            if not self._holds(ask):
                raise ServerError("wrong_secret")
            if stale:
                raise ServerError("stale")
            course = ask.decide(self.state)
            if self._full and not plays_on(self.state, course):
                raise ServerError("log_full")
        except GameError as refusal:
            if key is not None:
                self._refusals[key] = refusal
                while len(self._refusals) > REFUSALS_KEPT:
                    self._refusals.popitem(last=False)
            ask.fail(refusal)
            return
        if not course:
            ask.resolve(self.number)  # it has happened already
            return
        now = datetime.now(UTC)
        try:
            await self._commit(ask, course, now)
        except (Conflict, Repeated, Uncertain) as failure:
            log.error("the log of a table is not as it was known", extra=_why(failure))
            ask.fail(ServerError("outcome_unknown"))
            await asyncio.sleep(0)  # the sender hears it before the connection ends
            self.give_up()
            return
        except StoreError as failure:
            log.error("an event could not be written", extra=_why(failure))
            ask.fail(ServerError("store_unavailable"))
            return
        first = self.number + 1
        for event, after in course:
            self._take_effect(event, after, now)
        if key is not None:
            self._requests[key] = first
        ask.resolve(first)
        self.broadcast()
        self._metrics.broadcast_seconds.observe(time.monotonic() - ask.arrived)
        self._bots.look()

    def _holds(self, ask: Ask) -> bool:
        """True while the seat belongs to who asks."""
        if ask.holder is None or ask.seat is None:
            return True
        return self.state.places[ask.seat].secret_hash == ask.holder

    @property
    def _full(self) -> bool:
        return self.number >= EVENTS_MOST or self._said >= SAID_MOST

    def give_up(self) -> None:
        """Let everybody come back to a room that is read anew from its log."""
        self.closed = True
        self._codes.drop(self.id)
        while not self._inbox.empty():
            if (waiting := self._inbox.get_nowait()) is not None:
                waiting.fail(ServerError("store_unavailable"))
        for listener in tuple(self.listeners):
            listener.close(CLOSE_READ_ANEW)
        with suppress(asyncio.QueueFull):
            self._inbox.put_nowait(None)

    async def _commit(self, ask: Ask, course: Course, at: datetime) -> None:
        new = [
            NewEvent(
                ask.seat if place == 0 and ask.request is not None else seat_of(event),
                ask.key if place == 0 else None,
                write_room_event(event),
            )
            for place, (event, _) in enumerate(course)
        ]
        result = result_of(self.state, course[-1][1])
        with self._metrics.commit_seconds.time():
            await self._store.append(self.id, self.number + 1, new, result, at=at, opens=ask.opens)
        self._metrics.events.inc(len(new) + len(ask.opens.events if ask.opens else ()))

    def _take_effect(self, event: RoomEvent, after: RoomState, at: datetime) -> None:
        before, self.state, self._sight = self.state, after, None
        told = tell(self.number, at.timestamp(), before, event, after)
        self.happened.append(told)
        self.log.append(event)
        self.moments.add(before, event, after)
        self._said += len(told.text or "")
        self.used = time.monotonic()
        if isinstance(event, Played):
            self.events.append(event.event)
            if isinstance(event.event, Moved):
                self._last_move = self.number

    @property
    def number(self) -> int:
        """The number of the last event; 0 before the first."""
        return self.state.number

    @property
    def busy(self) -> bool:
        """True while something waits to be done."""
        return not self._inbox.empty() or self._handling

    # --- what others ask of it

    async def ask(
        self,
        seat: int | None,
        request: str | None,
        decision: Callable[[RoomState], Course],
        after: int | None = None,
        holder: str | None = None,
        acknowledge: Callable[[int], None] | None = None,
        opens: NewRoom | None = None,
    ) -> int:
        """Hand a decision to the owner; the number of its first event once it is written down.

        ``opens`` is kept with it, both or neither. GameError when it is refused; then nothing has
        changed.
        """
        if self.closed:
            raise ServerError("stopping")
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        now = time.monotonic()
        try:
            self._inbox.put_nowait(
                Ask(seat, request, decision, answer, holder, after, acknowledge, opens, now)
            )
        except asyncio.QueueFull:
            raise ServerError("too_many_requests") from None
        return await answer

    async def command(
        self,
        seat: int,
        command: wire.Command,
        holder: str | None = None,
        acknowledge: Callable[[int], None] | None = None,
    ) -> int:
        """A command of a seat, by whoever holds the secret with that hash: see :meth:`ask`."""
        after = command.after if isinstance(command, wire.DoMove) else None
        number = await self.ask(
            seat,
            command.id,
            lambda state: decide(state, seat, command, self.people_here()),
            after,
            holder,
            acknowledge,
        )
        if isinstance(command, wire.DoShow):
            self._bots.spoke(seat)
        return number

    async def hint(
        self, seat: int, command: wire.DoHint, holder: str | None, address: str
    ) -> tuple[int, Hint | None]:
        """A hint for whoever holds the seat, and the number that the command is answered with.

        It waits its turn as the thinking of bots does, counted for ``address``. That it is given is
        written down before it is told; where the turn has gone on meanwhile, it is not given.
        """
        try:
            decide(self.state, seat, command)
        except GameError:
            # Refused, unless it was done before and is only asked for once more.
            return await self.command(seat, command, holder), None
        table = self.state.table
        assert table is not None
        view, seed = table.view(seat), table.setup.bot_seed
        thought = None
        if ADVISER in searcher_names():
            thought = (await self._searches.think(self.id, view, ADVISER, seed)).thought
        found = await self._thinking.think(address, partial(hint, view, seed, thought))

        def given(state: RoomState) -> Course:
            if state.table is None or state.table.game is not table.game:
                raise ServerError("stale")
            return decide(state, seat, command)

        return await self.ask(seat, command.id, given, None, holder), found

    def enough(self) -> int:
        """Whoever thinks here shall think no longer; the number of the last event."""
        self._bots.enough()
        return self.number

    @property
    def seconds(self) -> int:
        """How long the game took, from the first move to the last; 0 while it runs, and where the
        clock was put back meanwhile."""
        if self.state.phase is not Phase.OVER:
            return 0
        played = [h.at for h, e in zip(self.happened, self.log, strict=True) if _in_game(e)]
        return max(0, round(played[-1] - played[0])) if played else 0


def _in_game(event: RoomEvent) -> bool:
    return isinstance(event, Played) and isinstance(event.event, Moved)


def _why(failure: StoreError) -> dict[str, dict[str, str]]:
    return {"told": {"why": failure.code}}


def refusal_message(request: str | None, error: GameError) -> bytes:
    """A refusal as it goes over the wire."""
    return msgspec.json.encode(wire.Refusal(request, told(error)))
