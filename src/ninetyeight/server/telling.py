"""The log in the form everybody may read: one :class:`Happened` for each event of a room.

Nothing here depends on who reads it. A deal's code, a secret's hash and a hand have no place in it.
"""

from __future__ import annotations

from ninetyeight.rules import BACK, END, Lay, Wish
from ninetyeight.server.room_events import (
    Changed,
    Dealt,
    Followed,
    Freed,
    Played,
    Readied,
    RoomEvent,
    Sat,
    Talked,
)
from ninetyeight.server.room_state import RoomState, step_of
from ninetyeight.server.shown import (
    Happened,
)
from ninetyeight.table import (
    Event,
    Marked,
    Moved,
    Named,
    Offered,
    Picked,
    Said,
    Started,
    StoodIn,
    TableState,
)


def tell(number: int, at: float, before: RoomState, event: RoomEvent, after: RoomState) -> Happened:
    """What everybody may know of an event."""
    match event:
        case Sat(seat, name, _, bot):
            return Happened(number, at, "sat", seat, name=name, bot=bot)
        case Freed(seat):
            return Happened(number, at, "freed", seat, name=before.places[seat].name)
        case Readied(seat, ready):
            return Happened(number, at, "ready", seat, ready=ready)
        case Changed():
            return Happened(number, at, "changed")
        case Dealt():
            return Happened(number, at, "dealt")
        case Talked(seat, text):
            return Happened(number, at, "said", seat, text=text)
        case Followed(seat):
            return Happened(number, at, "rematch", seat)
        case Played(inner):
            assert before.table is not None
            assert after.table is not None
            return _tell_game(number, at, before.table, inner, after.table)


def _tell_game(
    number: int, at: float, before: TableState, event: Event, after: TableState
) -> Happened:
    seat = event.seat
    match event:
        case Picked():
            return Happened(number, at, "picked", seat)
        case Offered(wish=Wish()) if before.setup.rules.edition.spontaneous:
            return Happened(number, at, "ready", seat, ready=True)
        case Offered(wish=wish):
            return Happened(number, at, "offered", seat, wish=None if wish is None else wish.value)
        case Started():
            return Happened(number, at, "started", seat, instead=before.active)
        case Marked(row=row, marker=marker):
            word = None if marker is None else marker.value
            return Happened(number, at, "marked", seat, row=row, marker=word)
        case Named(command=command):
            return Happened(number, at, "named", seat, command=command.value)
        case Said(text=text):
            return Happened(number, at, "said", seat, text=text)
        case StoodIn(bot=bot):
            return Happened(number, at, "stood_in", seat, bot=bot)
        case Moved():
            return _tell_move(number, at, before, event, after)


def _tell_move(
    number: int, at: float, before: TableState, event: Moved, after: TableState
) -> Happened:
    assert before.game is not None
    assert after.game is not None
    if event.move is BACK:
        taken = before.game.laid[-1]
        return Happened(number, at, "took_back", event.seat, card=taken.card, row=taken.row)
    drawn = len(before.game.draw) - len(after.game.draw)
    if event.move is END:
        return Happened(number, at, "ended", event.seat, drawn=drawn)
    assert isinstance(event.move, Lay)
    step = step_of(before, event.move)
    command = before.game.commands.on(event.move.card)
    return Happened(
        number,
        at,
        "laid",
        event.seat,
        card=event.move.card,
        row=event.move.row,
        step=step.step,
        trick=step.trick,
        command=None if command is None else command.value,
        drawn=drawn,
    )
