"""The log in the form everybody may read: one :class:`Happened` for each event of a room.

Nothing here depends on who reads it. A deal's code, a secret's hash and a hand have no place in it.
A lay is told without its card: :func:`with_cards` adds the cards that are shown when it is read, so
that the log cannot remember what the table has covered (B11) or taken back (B12r).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ninetyeight.rules import BACK, END, Lay, Wish
from ninetyeight.server.room_events import (
    Answered,
    Changed,
    Dealt,
    Followed,
    Freed,
    Played,
    Readied,
    Requested,
    RoomEvent,
    Sat,
    Talked,
)
from ninetyeight.server.room_state import RoomState
from ninetyeight.table import (
    Event,
    Hinted,
    LaidCard,
    Marked,
    Moved,
    Named,
    Offered,
    Phrased,
    Picked,
    Said,
    Started,
    StoodIn,
    hushed,
)
from ninetyeight.wire.state import Happened


def tell(number: int, at: float, before: RoomState, event: RoomEvent, after: RoomState) -> Happened:
    """What everybody may know of an event for ever."""
    match event:
        case Sat(seat, name, _, bot):
            changed = before.running
            return Happened(number, at, "sat", seat, name=name, bot=bot, changed_hands=changed)
        case Freed(seat, by):
            whose = before.places[seat].name
            return Happened(number, at, "freed", seat, name=whose, by=None if by == seat else by)
        case Requested(seat, by, newcomer):
            who = before.places[seat].name if newcomer is None else newcomer
            return Happened(number, at, "requested", seat, name=who, by=by)
        case Answered(seat, yes):
            return Happened(number, at, "answered", seat, yes=yes)
        case Readied(seat, ready):
            return Happened(number, at, "ready", seat, ready=ready)
        case Changed():
            return Happened(number, at, "changed")
        case Dealt():
            return Happened(number, at, "dealt")
        case Talked(seat, text, phrase):
            return Happened(number, at, "said", seat, text=text, phrase=phrase)
        case Followed(seat):
            return Happened(number, at, "rematch", seat)
        case Played(inner):
            return _tell_game(number, at, before, inner, after)


def with_cards(news: Iterable[Happened], steps: Mapping[int, LaidCard]) -> list[Happened]:
    """The same events with the cards that may be told: see :meth:`RoomState.told_cards`."""
    return [_with_card(event, steps.get(event.number)) for event in news]


def _with_card(event: Happened, step: LaidCard | None) -> Happened:
    if step is None:
        return event
    return msgspec.structs.replace(
        event,
        card=step.lay.card,
        step=step.step,
        trick=step.trick,
        command=None if step.command is None else step.command.value,
    )


def _tell_game(
    number: int, at: float, before: RoomState, event: Event, after: RoomState
) -> Happened:
    seat = event.seat
    assert before.table is not None
    assert after.table is not None
    match event:
        case Picked():
            return Happened(number, at, "picked", seat)
        case Offered(wish=Wish()) if before.table.setup.rules.edition.spontaneous:
            return Happened(number, at, "ready", seat, ready=True)
        case Offered(wish=wish):
            return Happened(number, at, "offered", seat, wish=None if wish is None else wish.value)
        case Started():
            return Happened(number, at, "started", seat, instead=before.table.active)
        case Marked(row=row, marker=marker):
            word = None if marker is None else marker.value
            return Happened(number, at, "marked", seat, row=row, marker=word)
        case Named(command=command):
            return Happened(number, at, "named", seat, command=command.value)
        case Said(text=text):
            return Happened(number, at, "said", seat, text=text)
        case Phrased(phrase=phrase, row=row):
            return Happened(number, at, "said", seat, phrase=phrase.value, row=row)
        case StoodIn(bot=bot):
            return Happened(number, at, "stood_in", seat, bot=bot)
        case Hinted():
            return Happened(number, at, "hinted", seat)
        case Moved():
            told = _tell_move(number, at, before, event, after)
            quiet = hushed(before.table, after.table)
            return msgspec.structs.replace(told, hushed=True) if quiet else told


def _tell_move(
    number: int, at: float, before: RoomState, event: Moved, after: RoomState
) -> Happened:
    if event.move is BACK:
        assert before.this_turn is not None
        taken = before.this_turn.cards[-1]
        return Happened(number, at, "took_back", event.seat, row=taken.lay.row, of=taken.number)
    drawn = _draw_pile(before) - _draw_pile(after)
    if event.move is END:
        return Happened(number, at, "ended", event.seat, drawn=drawn)
    assert isinstance(event.move, Lay)
    return Happened(number, at, "laid", event.seat, row=event.move.row, drawn=drawn)


def _draw_pile(state: RoomState) -> int:
    assert state.table is not None
    assert state.table.game is not None
    return len(state.table.game.draw)
