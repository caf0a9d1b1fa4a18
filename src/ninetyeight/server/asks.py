"""A command on its way to the owner of a room, and how it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ninetyeight.rules import GameError
from ninetyeight.server.decisions import Course
from ninetyeight.server.room_events import Played
from ninetyeight.server.room_state import RoomState
from ninetyeight.server.store import NewRoom
from ninetyeight.table import Moved, Offered, Picked, Started, StoodIn


@dataclass(frozen=True)
class Ask:
    """A command on its way to the owner, with the future that its answer resolves."""

    #: None for somebody who does not sit here yet.
    seat: int | None
    request: str | None
    decide: Callable[[RoomState], Course]
    answer: asyncio.Future[int]
    #: The hash of the secret that the sender showed: it must still be that of the seat.
    holder: str | None = None
    #: The room's last number that a move was based on; None when it does not matter.
    after: int | None = None
    #: Called the moment it is written down, before anybody else is told.
    acknowledge: Callable[[int], None] | None = None
    #: A room that is opened in the same breath.
    opens: NewRoom | None = None
    arrived: float = 0.0

    @property
    def key(self) -> str | None:
        """What tells the request from any other at this table: its id, and whose it is.

        Ids belong to who holds a seat: who comes after them may choose the same ones.
        """
        return None if self.request is None else key_of(self.holder, self.seat, self.request)

    def resolve(self, number: int) -> None:
        """It is done, as event ``number``."""
        if self.acknowledge is not None:
            self.acknowledge(number)
        if not self.answer.done():
            self.answer.set_result(number)

    def fail(self, refusal: GameError) -> None:
        """It is refused, or failed."""
        if not self.answer.done():
            self.answer.set_exception(refusal)


def key_of(holder: str | None, seat: int | None, request: str) -> str:
    """See :attr:`Ask.key`. An id has no blank in it."""
    return f"{(holder or str(seat))[:16]} {request}"


def plays_on(state: RoomState, course: Course) -> bool:
    """True for what a full log still takes: all that leads to the end of the game, each once.

    A bot may stand in for somebody who is away, but a seat it plays is not handed back any more.
    """
    for event, after in course:
        table = state.table
        if table is None or not isinstance(event, Played):
            return False
        match event.event:
            case Moved() | Picked():
                pass
            case Offered(seat=seat) if seat not in table.answered:
                pass
            case Started() if table.active is None:
                pass
            case StoodIn(seat=seat, bot=str()) if seat not in table.stand_ins:
                pass
            case _:
                return False
        state = after
    return True
