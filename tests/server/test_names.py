"""What bots are called: names that give nothing away and are told apart."""

from __future__ import annotations

from ninetyeight.chat import find_number
from ninetyeight.locale import LANGUAGES
from ninetyeight.server.names import BOTS, bot_seat_name
from ninetyeight.server.room_events import Sat
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.wire.plan import Plan


def seated(*names: str) -> RoomState:
    state = RoomState.opened("0123456789ab", Plan(players=6), "invite", None)
    for seat, name in enumerate(names):
        state = advance_room(state, Sat(seat, name, f"{seat}" * 64))
    return state


def test_every_seat_has_a_name_of_its_own_for_bots() -> None:
    names = [bot_seat_name(seated(), seat) for seat in range(6)]
    assert names == [bot_seat_name(seated("Ada"), seat) for seat in range(6)]
    assert len({name[0] for name in names}) == 6  # and a letter


def test_a_bot_is_not_called_like_somebody_who_sits_there() -> None:
    name = bot_seat_name(seated(), 2)
    other = bot_seat_name(seated("Ada", name), 2)
    assert other in BOTS
    assert other != name


def test_no_name_of_a_bot_is_a_number() -> None:
    for language in LANGUAGES:
        assert [name for name in BOTS if find_number(name, language) is not None] == []
