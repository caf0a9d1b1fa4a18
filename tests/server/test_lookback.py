"""Looking back shows what was shown then: nothing that came later, nothing of other hands."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from ninetyeight.rules import GameError
from ninetyeight.server.lookback import look_back
from ninetyeight.server.room import Room
from ninetyeight.server.room_events import Dealt, Played, RoomEvent, Sat
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.tokens import hash_of
from ninetyeight.table import Phase
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Choices, Plan
from tests.server.promises.rooms import Ear, a_command, a_deal, a_plan, rooms_in

SECRETS = [f"secret-of-seat-number-{seat}" for seat in range(4)]


async def play(room: Room, rng: Random, most: int) -> None:
    for at in range(most):
        if room.state.running:
            with suppress(GameError):
                await room.command(*a_command(room.state, rng, f"c{at}", room.number))


def with_rows(plan: Plan, *, open: bool) -> Plan:
    """The same plan with its rows open or closed, whatever its edition has."""
    return replace(plan, options=replace(plan.options, open_rows=open))


@pytest.mark.parametrize("seed", range(6))
def test_a_moment_of_the_past_looks_as_it_did_then(tmp_path: Path, seed: int) -> None:
    async def story() -> None:
        rng = Random(f"back {seed}")
        plan = with_rows(a_plan(rng), open=True)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            hashes = [hash_of(secret) for secret in SECRETS]
            room = await rooms.dealt("room", plan, code, hashes=hashes)
            ears = [Ear(room, seat) for seat in (None, *range(plan.players))]
            for ear in ears:
                room.enter(ear, 0)
            await play(room, rng, 100)
            for ear in ears:
                told = [msgspec.json.decode(message) for message in ear.messages]
                states = {m["number"]: m for m in told if m["type"] == "state"}
                for number in rng.sample(sorted(states), min(8, len(states))):
                    then = states[number]
                    if then["room"]["phase"] == "over":
                        continue  # how long it took is counted to the last move
                    back = msgspec.json.decode(
                        msgspec.json.encode(look_back(room, number, ear.seat))
                    )
                    if back["number"] != number:
                        continue  # a card lay there that was taken back
                    assert back["fan"] == then["fan"]
                    if ear.seat is not None:
                        assert back["game"] == then["game"]
                    elif back["game"] is not None:
                        assert back["game"]["rows"] == then["game"]["rows"]
                    assert back["room"] == {**then["room"], "invite": None}
                    assert back["event"]["number"] == number
                    assert back["eyes"] == ear.seat

    asyncio.run(story())


@pytest.mark.rule("B12r")
def test_a_card_that_was_taken_back_is_not_shown_by_looking_back(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(3)
        plan = with_rows(Plan(players=2, options=Choices(take_backs=True)), open=True)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=[hash_of(s) for s in SECRETS])
            await room.command(0, wire.DoStart("s", 0))
            assert room.state.table is not None
            game = room.state.table.game
            assert game is not None
            first, second = game.hands[0][:2]
            begin = room.number
            for at, move in enumerate(
                (f"{first}@U1", f"{second}@D1", "back", "back", f"{first}@D1")
            ):
                await room.command(0, wire.DoMove(f"m{at}", move, room.number))
            for number in range(begin, begin + 4):
                back = look_back(room, number, 1)
                assert back.number == begin
                assert back.game is not None
                assert [row.cards for row in back.game.rows] == [[]] * 4
            seen = look_back(room, room.number, 1)
            assert seen.steps[-3:] == [begin, begin + 4, begin + 5]
            assert seen.turns[-1] == begin + 4
            assert seen.event is not None
            assert (seen.event.kind, seen.event.card) == ("laid", first)
            gone = look_back(room, begin + 4, 1).event
            assert gone is not None
            assert (gone.kind, gone.card, gone.row, gone.of) == ("took_back", None, "U1", begin + 1)

    asyncio.run(story())


@pytest.mark.rule("B11")
def test_with_closed_rows_one_looks_back_after_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(3)
        plan = with_rows(Plan(players=2), open=False)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=[hash_of(s) for s in SECRETS])
            await play(room, rng, 30)
            for eyes, secret in ((0, SECRETS[0]), (None, SECRETS[0]), (None, None)):
                for number in (1, room.number):
                    with pytest.raises(GameError) as refused:
                        await rooms.hall.step("room", number, eyes, secret)
                    assert (refused.value.code, refused.value.rule) == ("rows_closed", "B11")
            await play(room, rng, 2000)
            assert room.state.phase is Phase.OVER
            laid: dict[str, list[int]] = {row: [] for row in plan.rules.edition.row_names}
            for number in range(1, room.number + 1):
                seen = look_back(room, number, 1)
                if seen.number != number or seen.game is None:
                    continue
                event = seen.event
                assert event is not None
                if event.kind == "laid":
                    assert event.card is not None
                    assert event.row is not None
                    laid[event.row].append(event.card)
                assert seen.game.open
                assert {row.name: row.cards for row in seen.game.rows} == laid

    asyncio.run(story())


def test_steps_are_the_moments_of_the_game_and_turns_those_that_begin_one(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(3)
        plan = with_rows(Plan(players=2), open=True)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=[hash_of(s) for s in SECRETS])
            await play(room, rng, 60)
            await room.command(0, wire.DoSay("w", "so far so good"))
            seen = look_back(room, room.number, None)
            kinds: list[RoomEvent] = room.log
            moments = [at for at, e in enumerate(kinds, 1) if isinstance(e, Dealt | Played)]
            assert seen.steps == [at for at in moments if look_back(room, at, None).number == at]
            assert len(seen.turns) == room.state.turns + 1
            assert set(seen.turns) <= set(seen.steps)
            assert not any(isinstance(kinds[at - 1], Sat) for at in seen.steps)

    asyncio.run(story())


@pytest.mark.rule("B12r")
@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_what_is_put_down_as_it_happens_is_what_the_whole_log_tells(
    tmp_path: Path, seed: int
) -> None:
    """Which moments there are, and what they show, worked out anew from all states there were."""

    async def story() -> None:
        rng = Random(f"moments {seed}")
        options = Choices(take_backs=True, open_rows=True)
        plan = Plan(players=rng.randint(1, 3), options=options, talk="free")
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=[hash_of(s) for s in SECRETS])
            await play(room, rng, 150)
            states = [RoomState.opened("room", plan, "an-invite", None)]
            for event in room.log:
                states.append(advance_room(states[-1], event))
            told = room.state.told_cards().keys()

            def stays(number: int) -> bool:
                turn = states[number].this_turn
                return turn is None or all(step.number in told for step in turn.cards)

            steps = [
                at
                for at, event in enumerate(room.log, 1)
                if isinstance(event, Dealt | Played) and stays(at)
            ]
            assert any(not stays(at) for at in range(len(states)))
            assert room.moments.steps == steps
            begun = [0, *(states[at].turns for at in steps)]
            assert room.moments.turns == [
                at
                for at, before in zip(steps, begun, strict=False)
                if isinstance(room.log[at - 1], Dealt) or states[at].turns > before
            ]
            for number in range(len(states)):
                shown = max(at for at in range(number + 1) if stays(at))
                assert room.moments.shown(number) == shown
                assert room.moments.state(shown, room.log) == states[shown]

    asyncio.run(story())


def test_while_the_game_runs_one_looks_back_with_the_own_eyes_only(tmp_path: Path) -> None:
    async def story() -> None:
        rng = Random(3)
        plan = with_rows(Plan(players=2), open=True)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=[hash_of(s) for s in SECRETS])
            hall = rooms.hall
            await play(room, rng, 10)
            assert (await hall.step("room", 3, 0, SECRETS[0])).eyes == 0
            assert (await hall.step("room", 3, None, SECRETS[0])).eyes is None
            assert (await hall.step("room", 3, None, None)).eyes is None
            for other, secret, wanted in (
                (1, SECRETS[0], "not_your_eyes"),
                (0, None, "not_your_eyes"),
                (2, SECRETS[0], "no_such_seat"),
                (0, "no-secret-of-anybody", "wrong_secret"),
            ):
                with pytest.raises(GameError) as refused:
                    await hall.step("room", 3, other, secret)
                assert refused.value.code == wanted
            for number in (0, -1, room.number + 1):
                with pytest.raises(GameError) as refused:
                    await hall.step("room", number, None, None)
                assert refused.value.code == "no_such_step"
            with pytest.raises(GameError) as refused:
                await hall.record("room", SECRETS[0])
            assert refused.value.code == "game_running"
            await play(room, rng, 2000)
            assert room.state.phase is Phase.OVER
            for eyes in (None, 0, 1):
                seen = await hall.step("room", 5, eyes, None)
                assert seen.game is not None
                assert bool(seen.game.hand) == (eyes is not None)
            name, text = await hall.record("room", None)
            assert name.endswith(".98")
            assert code in text.decode()

    asyncio.run(story())
