"""What a guest's own lines say at the end of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from ninetyeight.client.news import Teller
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from ninetyeight.wire.state import Happened, Why
from tests.server.promises.rooms import rooms_in

#: A deal for one in which 28 is an "exactly three".
DEAL = "extreme-1p-000000000000004T"


async def after(folder: Path, moves: Sequence[str]) -> wire.State:
    """The state of a table at which somebody alone has made these moves."""
    async with rooms_in(folder) as rooms:
        room = await rooms.dealt("room", Plan("extreme", players=1), DEAL, hashes=["0" * 64])
        for at, move in enumerate(moves):
            await room.command(0, wire.DoMove(f"c{at}", move, room.number))
        sight = room.sight
        return wire.State(room.number, sight.room(0), None, sight.game(0, previews=False), [])


@pytest.mark.rule("B9r", "X3")
def test_a_broken_command_is_named_and_nothing_is_praised(tmp_path: Path) -> None:
    state = asyncio.run(after(tmp_path, ["9@U1", "28@U1", "41@U1", "55@U1"]))
    told = "The 28 asks for exactly three cards; the 55 was the fourth. 94 cards left."
    assert Teller("en").result(state) == told


def test_words_of_a_newer_server_are_left_out(tmp_path: Path) -> None:
    state = asyncio.run(after(tmp_path, ["9@U1", "28@U1", "41@U1", "55@U1"]))
    assert state.game is not None
    assert state.game.end is not None
    for strange in (Why("rules.ending.later"), Why("rules.ending.fire", {"card": 22})):
        end = msgspec.structs.replace(state.game.end, why=strange)
        game = msgspec.structs.replace(state.game, end=end)
        later = msgspec.structs.replace(state, game=game)
        assert Teller("en").result(later) == "The game is over. 94 cards left."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Ada: “Nothing on D2, please.”"),
        ("de", "Ada: „Auf D2 bitte nichts.“"),
        ("fr", "Ada : « S’il vous plaît, rien sur D2. »"),
    ],
)
def test_a_phrase_is_read_in_the_own_language(tmp_path: Path, language: str, words: str) -> None:
    now = asyncio.run(after(tmp_path, []))
    seats = [msgspec.structs.replace(now.room.seats[0], name="Ada")]
    room = msgspec.structs.replace(now.room, seats=seats)
    news = [
        Happened(1, 0.0, "said", 0, phrase="nothing", row="D2"),
        Happened(2, 0.0, "said", 0, phrase="of a newer server"),
    ]
    told = Teller(language).lines(wire.State(2, room, None, None, news))
    assert [line.replace("\xa0", " ") for line in told] == [words]


def test_what_happened_is_told_with_the_name_that_a_seat_had_then(tmp_path: Path) -> None:
    """As somebody reads it who comes to a table at which the seats have changed hands."""
    now = asyncio.run(after(tmp_path, []))
    place = now.room.seats[0]
    news = [
        Happened(1, 0.0, "sat", 0, name="Ada"),
        Happened(2, 0.0, "ready", 0, ready=True),
        Happened(3, 0.0, "laid", 0, row="U1"),
        Happened(4, 0.0, "freed", 0, name="Ada"),
        Happened(5, 0.0, "laid", 0, row="U1"),
        Happened(6, 0.0, "sat", 0, name="Otto"),
        Happened(7, 0.0, "ready", 0, ready=True),
        Happened(8, 0.0, "laid", 0, row="D1"),
    ]
    room = msgspec.structs.replace(
        now.room, seats=[msgspec.structs.replace(place, name="Otto"), *now.room.seats[1:]]
    )
    teller = Teller("en")
    assert teller.lines(wire.State(8, room, None, None, news)) == [
        "Ada sits down.",
        "Ada is ready.",
        "Ada: a card on U1",
        "Ada has left the table.",
        "Seat 1: a card on U1",
        "Otto sits down.",
        "Otto is ready.",
        "Otto: a card on D1",
    ]
    assert teller.lines(wire.State(8, room, None, None, news)) == []
