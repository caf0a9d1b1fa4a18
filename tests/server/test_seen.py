"""What is shown agrees with the law, and each eye sees its own hand and nobody else's."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from ninetyeight.rules import BACK, GameError
from ninetyeight.server.room import Room
from ninetyeight.table import Phase, preview
from ninetyeight.wire import messages as wire
from ninetyeight.wire import view_to_json
from ninetyeight.wire.plan import Plan
from ninetyeight.wire.state import Why
from tests.server.promises.rooms import Rooms, a_command, a_deal, a_plan, rooms_in


async def each_moment(rooms: Rooms, rng: Random, plan: Plan) -> Room:
    code = a_deal(plan.rules, rng).code
    assert code is not None
    room = await rooms.dealt("room", plan, code, hashes=[f"{s}" * 64 for s in range(plan.players)])
    for at in range(150):
        check_sight(room)
        if not room.state.running:
            break
        with suppress(GameError):
            await room.command(*a_command(room.state, rng, f"c{at}", room.number))
    return room


def check_sight(room: Room) -> None:
    state, table = room.state, room.state.table
    assert table is not None
    sight = room.sight
    if table.game is None:
        fan = sight.fan()
        assert fan is not None
        assert sight.game(0, previews=True) is None
        assert {int(s): tuple(p) for s, p in fan.taken.items()} == dict(table.picks)
        return
    assert sight.fan() is None
    for seat in (None, *range(len(state.places))):
        seen = sight.game(seat, previews=True, view=True)
        assert seen is not None
        view = table.view(seat)
        if seat is None:
            assert seen.view is None  # B11r: a View belongs to a seat
        else:
            told, whole = msgspec.json.decode(msgspec.json.encode(seen.view)), view_to_json(view)
            assert told == {key: whole[key] for key in told}
        assert sight.game(seat, previews=True) == msgspec.structs.replace(seen, view=None)
        assert (seen.hand_sizes, seen.draw) == (list(view.hand_sizes), view.draw_size)
        assert [card.card for card in seen.hand] == list(view.hand)
        shown = view.rows if table.outcome is not None else view.shown_rows()
        assert [tuple(row.cards) for row in seen.rows] == list(shown)
        assert [row.count for row in seen.rows] == [len(row) for row in view.rows]
        assert seen.active == table.active
        assert seen.my_turn == (seat is not None and seat == table.active)
        if seen.my_turn:
            for card in seen.hand:
                wanted = preview(view, card.card)
                assert [p.row for p in card.previews] == [p.lay.row for p in wanted]
                assert [p.refusal is None for p in card.previews] == [
                    p.refusal is None for p in wanted
                ]
            assert seen.may_end == (view.turn.end_refusal() is None)
            assert seen.may_take_back == (view.refusal(BACK) is None)
            assert seen.owed == view.turn.owed
        else:
            assert not any(card.previews for card in seen.hand)
            assert (seen.may_end, seen.may_take_back, seen.duties) == (False, False, [])
        assert (seen.end is None) == (table.outcome is None)
        if seen.end is not None:
            assert (seen.end.why is None) == seen.end.won
            assert (seen.end.praise == "broken") == (seen.end.reason not in (None, "stuck"))


@pytest.mark.parametrize("seed", range(8))
def test_every_eye_is_shown_its_view_and_what_it_may_do(tmp_path: Path, seed: int) -> None:
    async def play() -> None:
        rng = Random(f"seen {seed}")
        async with rooms_in(tmp_path) as rooms:
            await each_moment(rooms, rng, a_plan(rng))

    asyncio.run(play())


@pytest.mark.rule("B9r", "X3")
def test_a_broken_command_is_told_with_its_cards_and_praise_is_left_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            code = "extreme-1p-000000000000004T"  # 28 is an "exactly three"
            plan = Plan(edition="extreme", players=1)
            room = await rooms.dealt("room", plan, code, hashes=["0" * 64])
            for at, move in enumerate(("9@U1", "28@U1", "41@U1", "55@U1")):
                await room.command(0, wire.DoMove(f"c{at}", move, room.number))
            for eyes in (None, 0):
                seen = room.sight.game(eyes, previews=True)
                assert seen is not None
                assert seen.end is not None
                assert seen.end.why == Why(
                    "rules.ending.three_fourth", {"card": 28, "by": 55}, "X3"
                )
                assert (seen.end.seat, seen.end.praise) == (0, "broken")

    asyncio.run(play())


def test_at_the_end_all_hands_are_turned_over_with_the_figures_of_the_game(tmp_path: Path) -> None:
    async def play() -> None:
        rng = Random(4)
        async with rooms_in(tmp_path) as rooms:
            room = await each_moment(rooms, rng, Plan(edition="extreme", players=3))
            while room.state.running:
                with suppress(GameError):
                    await room.command(*a_command(room.state, rng, f"x{rng.random()}", room.number))
            assert room.state.phase is Phase.OVER
            table = room.state.table
            assert table is not None
            assert table.game is not None
            for seat in (None, 0, 1, 2):
                seen = room.sight.game(seat, previews=True)
                assert seen is not None
                end = seen.end
                assert end is not None
                assert end.hands == [list(hand) for hand in table.game.hands]
                assert end.left == table.game.left
                assert end.cards_laid == sum(map(len, table.game.rows))
                assert end.turns == room.state.turns
                assert end.seconds == room.seconds >= 0

    asyncio.run(play())
