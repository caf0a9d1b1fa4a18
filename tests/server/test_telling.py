"""What everybody may read of the log: nothing in it depends on who reads, only on what is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from ninetyeight.rules import BACK, END, Command, Deal, GameError, Lay, Marker
from ninetyeight.server.room_events import (
    Changed,
    Dealt,
    Freed,
    Played,
    Readied,
    RoomEvent,
    Sat,
    Talked,
)
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.telling import tell
from ninetyeight.table import Marked, Moved, Started
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Choices, Plan
from tests.server.promises.covered import shown_to_people
from tests.server.promises.rooms import a_command, a_deal, a_plan, rooms_in


@pytest.mark.rule("B11", "B12r")
@pytest.mark.parametrize("seed", range(6))
def test_every_lay_that_is_shown_is_told_with_card_row_and_step_and_every_end_with_what_was_drawn(
    tmp_path: Path, seed: int
) -> None:
    async def play() -> None:
        rng = Random(seed)
        plan = a_plan(rng)
        code = a_deal(plan.rules, rng).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=["a", "b", "c", "d"])
            for at in range(200):
                if room.state.running:
                    with suppress(GameError):
                        await room.command(*a_command(room.state, rng, f"c{at}", room.number))
            log = room.news(0)
            assert [told.number for told in log] == list(range(1, room.number + 1))
            shown = shown_to_people(room, None)
            lying: dict[str, list[int]] = {row: [] for row in plan.rules.edition.row_names}
            where: list[int] = []
            gone = set(taken_back(room.log))
            for event, told in zip(room.log, log, strict=True):
                if not isinstance(event, Played) or not isinstance(event.event, Moved):
                    assert told.card is None
                    continue
                move = event.event.move
                assert told.seat == event.event.seat
                if move is BACK:
                    assert (told.kind, told.card) == ("took_back", None)
                    assert told.row is not None
                    lying[told.row].pop()
                    assert told.of == where.pop()
                elif move is END:
                    assert told.kind == "ended"
                else:
                    assert isinstance(move, Lay)
                    assert (told.kind, told.row) == ("laid", move.row)
                    row = lying[move.row]
                    if told.card is None:
                        assert told.number in gone or not room.state.open
                        assert (told.step, told.trick, told.command) == (None, False, None)
                    else:
                        assert told.number not in gone
                        assert told.card == move.card
                        assert move.card in shown
                        up = move.row.startswith("U")
                        edition = plan.rules.edition
                        begin = edition.rows[edition.row_index[move.row]].shows[0]
                        step = (move.card - (row[-1] if row else begin)) * (1 if up else -1)
                        assert told.step == step
                        assert told.trick == (step < 0)
                    row.append(move.card)
                    where.append(told.number)
            if room.state.open:
                named = [told.card for told in log if told.kind == "laid" and told.card is not None]
                assert sorted(named) == sorted(card for row in lying.values() for card in row)
            table = room.state.table
            assert table is not None
            if table.game is not None:
                assert tuple(map(tuple, lying.values())) == table.game.rows
                drawn = sum(told.drawn for told in room.happened)
                cards = len(plan.rules.cards) - plan.rules.hand_size * plan.players
                assert drawn == cards - len(table.game.draw)

    asyncio.run(play())


def taken_back(log: Sequence[RoomEvent]) -> Iterator[int]:
    """The numbers of the lays that were taken back."""
    lying: list[int] = []
    for number, event in enumerate(log, start=1):
        if isinstance(event, Played) and isinstance(event.event, Moved):
            if event.event.move is BACK:
                yield lying.pop()
            elif isinstance(event.event.move, Lay):
                lying.append(number)


@pytest.mark.rule("B11")
def test_a_lay_loses_its_card_in_the_log_when_its_seat_has_laid_again(tmp_path: Path) -> None:
    async def play() -> None:
        plan = Plan(players=2, options=Choices(open_rows=False))
        code = a_deal(plan.rules, Random(1)).code
        assert code is not None
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.dealt("room", plan, code, hashes=["a", "b"])
            await room.command(0, wire.DoStart("s", 0))
            laid: list[tuple[int, int]] = []
            for turn in range(5):
                for _ in range(2):
                    table = room.state.table
                    assert table is not None
                    assert table.game is not None
                    lays = [move for move in table.game.legal if isinstance(move, Lay)]
                    lay = min(lays, key=lambda lay: lay.card if lay.row[0] == "U" else -lay.card)
                    laid.append((room.number + 1, lay.card))
                    await room.command(turn % 2, wire.DoMove(str(lay.card), str(lay), room.number))
                await room.command(turn % 2, wire.DoMove(f"e{turn}", "end", room.number))
            told = {event.number: event.card for event in room.news(0) if event.kind == "laid"}
            assert told == {
                **{number: None for number, _ in laid[:-4]},
                **dict(laid[-4:]),
            }

    asyncio.run(play())


def test_neither_code_nor_seed_nor_hash_is_told() -> None:
    state = RoomState.opened("room", Plan(players=2), "invite", None)
    code = a_deal(Plan(players=2).rules, Random(1)).code
    assert code is not None
    told = b""
    for event in (
        Sat(0, "Ada", "aaaa" * 16),
        Sat(1, "Grace", "bbbb" * 16),
        Readied(0, True),
        Changed(Plan(players=2)),
        Talked(0, "hello"),
        Freed(1, 0),
        Sat(1, "Grace", "cccc" * 16),
        Dealt(code, False, 123456789),
    ):
        after = advance_room(state, event)
        told += msgspec.json.encode(tell(1, 0.0, state, event, after))
        state = after
    for hidden in (code, code[-16:], "123456789", "aaaa", "bbbb", "cccc", "invite"):
        assert hidden.encode() not in told
    assert b'"name":"Grace"' in told
    assert b'"text":"hello"' in told


@pytest.mark.rule("T7r")
def test_the_log_says_when_markers_are_taken_off() -> None:
    plan = Plan(edition="extreme", players=2)
    state = RoomState.opened("room", plan, "invite", None)
    code = "extreme-2p-K7Q2M9XA4TWB3H8C"
    commands = Deal.from_code(code).commands
    setting_out: list[RoomEvent] = [
        Sat(0, "Ada", "a" * 64),
        Sat(1, "Ben", "b" * 64),
        Dealt(code, False, 7),
        Played(Started(0)),
        Played(Marked(1, "U2", Marker.KEEP)),
    ]
    for event in setting_out:
        state = advance_room(state, event)
    told: list[tuple[bool, bool]] = []
    while state.running and len(told) < 400:
        assert state.table is not None
        game = state.table.game
        assert game is not None
        lays = [move for move in game.legal if isinstance(move, Lay)]
        silences = [lay for lay in lays if commands.on(lay.card) is Command.SILENCE]
        move = silences[0] if silences else END if END in game.legal else lays[0]
        assert game.seat is not None
        event = Played(Moved(game.seat, move))
        after = advance_room(state, event)
        told.append((bool(silences), tell(9, 0.0, state, event, after).hushed))
        state = after
        if silences:
            break
    assert told[-1] == (True, True)
    assert all(line == (False, False) for line in told[:-1])
