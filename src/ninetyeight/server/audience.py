"""Who listens to a room, and what they are told: a full state each, made for their eyes."""

from __future__ import annotations

import time
from abc import abstractmethod
from typing import Protocol

import msgspec

from ninetyeight.server.codes import Codes
from ninetyeight.server.room_bots import RoomBots
from ninetyeight.server.room_state import RoomState
from ninetyeight.server.seen import Sight, end_of
from ninetyeight.server.telling import with_cards
from ninetyeight.table import Event, Phase
from ninetyeight.wire import messages as wire
from ninetyeight.wire.state import Happened

#: Bytes of news, roughly, that one State brings at most; older events are left out.
NEWS_BYTES = 400_000
#: The secret of this connection is no longer worth anything: somebody freed the seat.
CLOSE_SEAT_LOST = 4001
#: The host has closed the table to watchers.
CLOSE_WATCHING_CLOSED = 4003
#: The room is read anew from its log: come back.
CLOSE_READ_ANEW = 1012


class Listener(Protocol):
    """A connection, as its room sees it. None of this waits."""

    seat: int | None
    #: The hash of the secret it showed; None for a watcher.
    holder: str | None
    previews: bool
    #: True for a program that wants the View of its seat (B11r).
    view: bool
    #: Where it is, as limits count addresses.
    address: str

    def send(self, message: bytes) -> None:
        """Queue a message; a listener that does not keep up is cut off."""

    def close(self, code: int) -> None:
        """End the connection."""


class Audience:
    """The listeners of a room, which is what there is to tell."""

    id: str
    state: RoomState
    #: The events of the game, as its record has them.
    events: list[Event]
    used: float
    closed: bool
    _bots: RoomBots
    _last_move: int

    def __init__(self, codes: Codes) -> None:
        self.listeners: set[Listener] = set()
        #: What everybody may know for ever of the log (see :meth:`news`).
        self.happened: list[Happened] = []
        self._codes = codes
        self._told = 0
        self._told_speaker: int | None = None
        self._sight: Sight | None = None

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the last event; 0 before the first."""

    @property
    @abstractmethod
    def seconds(self) -> int:
        """How long the game took; 0 while it runs."""

    def news(self, last: int) -> list[Happened]:
        """What happened after event ``last``, with the cards that people are shown now (B11).

        With closed rows, everything once more to whoever has not heard yet that the game is over:
        the numbers that were held back are told then.
        """
        if last > self.number or self._opened_after(last):
            last = 0  # a client that claims to have seen more than there is gets everything
        return with_cards(_newest(self.happened[last:]), self.state.told_cards())

    def _opened_after(self, last: int) -> bool:
        if self.state.phase is not Phase.OVER or self.state.plan.rules.open_rows:
            return False
        return last < self._last_move

    def enter(self, listener: Listener, last: int) -> None:
        """Let somebody listen: they get the state now, and every new one from here on."""
        self.listeners.add(listener)
        self.used = time.monotonic()
        listener.send(self._state_for(listener, self.sight, self.news(last)))
        self.tell_present()
        self._bots.look()

    def leave(self, listener: Listener) -> None:
        """Somebody no longer listens."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.used = time.monotonic()
            self.tell_present()
            self._bots.look()

    def people_here(self) -> set[int]:
        """The seats of the people who are connected; a program cannot be asked anything."""
        return {
            listener.seat
            for listener in self.listeners
            if listener.seat is not None and not listener.view
        }

    def present(self) -> wire.Present:
        """Who is connected."""
        seats = {listener.seat for listener in self.listeners}
        return wire.Present(
            [seat in seats for seat in range(len(self.state.places))],
            sum(listener.seat is None for listener in self.listeners),
            self._bots.thinking,
        )

    def tell_present(self) -> None:
        """Tell everybody who is connected."""
        message = msgspec.json.encode(self.present())
        for listener in tuple(self.listeners):
            listener.send(message)

    def broadcast(self) -> None:
        """Tell everybody the new state; who looks with the same eyes gets the same bytes."""
        sight = self.sight
        news = self.news(self._told)
        messages: dict[tuple[int | None, bool, bool], bytes] = {}
        for listener in tuple(self.listeners):
            code = self._lost(listener)
            if code is not None:
                listener.close(code)
                continue
            key = (listener.seat, listener.previews, listener.view)
            if key not in messages:
                messages[key] = self._state_for(listener, sight, news)
            listener.send(messages[key])
        self._told = self.number
        self._told_speaker = self._bots.speaker

    def tell_speaker(self) -> None:
        """Tell everybody who is asked for markers, if that has changed (T11r)."""
        if self._told_speaker != self._bots.speaker:
            self.broadcast()

    def _lost(self, listener: Listener) -> int | None:
        """Why this listener may not listen any longer; None when it may."""
        if listener.seat is None:
            return None if self.state.plan.watchers else CLOSE_WATCHING_CLOSED
        here = self.state.places
        if listener.seat < len(here) and here[listener.seat].secret_hash == listener.holder:
            return None
        return CLOSE_SEAT_LOST

    def tell_all(self, message: wire.Outgoing) -> None:
        """Send the same message to everybody."""
        encoded = msgspec.json.encode(message)
        for listener in tuple(self.listeners):
            listener.send(encoded)

    @property
    def sight(self) -> Sight:
        """The room as it stands, ready to be shown to anybody."""
        if self._sight is None:
            table = self.state.table
            end = None if table is None else end_of(table, self.events, self.seconds)
            self._sight = Sight(self.state, end, code=self._code())
        return self._sight

    def _code(self) -> str | None:
        if self.state.awaits and not self.closed:
            return self._codes.of(self.id, self.state.invite)
        self._codes.drop(self.id)
        return None

    def _state_for(self, listener: Listener, sight: Sight, news: list[Happened]) -> bytes:
        return msgspec.json.encode(
            wire.State(
                number=self.number,
                room=sight.room(listener.seat),
                fan=sight.fan(),
                game=sight.game(listener.seat, previews=listener.previews, view=listener.view),
                news=news,
                speaker=self._bots.speaker,
            )
        )


def _newest(news: list[Happened]) -> list[Happened]:
    """The latest of the news that together are not too long for one message."""
    size = 0
    for place in range(len(news) - 1, -1, -1):
        size += 150 + 4 * len(news[place].text or "")
        if size > NEWS_BYTES:
            return news[place + 1 :]
    return news
