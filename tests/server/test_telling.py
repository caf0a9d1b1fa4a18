"""What everybody may read of the log: nothing in it depends on who reads, and nothing is hidden."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from ninetyeight.rules import BACK, END, GameError, Lay
from ninetyeight.server.plan import Plan
from ninetyeight.server.room_events import Changed, Dealt, Freed, Played, Readied, Sat, Talked
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.telling import tell
from ninetyeight.table import Moved
from tests.server.promises.rooms import a_command, a_deal, a_plan, rooms_in


@pytest.mark.parametrize("seed", range(6))
def test_every_move_is_told_with_card_row_and_step_and_how_many_were_drawn(
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
            assert [told.number for told in room.happened] == list(range(1, room.number + 1))
            lying: dict[str, list[int]] = {row: [] for row in plan.rules.edition.row_names}
            for event, told in zip(room.log, room.happened, strict=True):
                if not isinstance(event, Played) or not isinstance(event.event, Moved):
                    assert told.card is None
                    continue
                move = event.event.move
                assert told.seat == event.event.seat
                if move is BACK:
                    assert told.kind == "took_back"
                    assert told.row is not None
                    assert lying[told.row].pop() == told.card
                elif move is END:
                    assert told.kind == "ended"
                else:
                    assert isinstance(move, Lay)
                    assert (told.kind, told.card, told.row) == ("laid", move.card, move.row)
                    row = lying[move.row]
                    if row:
                        up = move.row.startswith("U")
                        assert told.step == (move.card - row[-1]) * (1 if up else -1)
                        assert told.trick == (told.step < 0)
                    else:
                        assert told.step is None
                    row.append(move.card)
            table = room.state.table
            assert table is not None
            if table.game is not None:
                assert tuple(map(tuple, lying.values())) == table.game.rows
                drawn = sum(told.drawn for told in room.happened)
                cards = len(plan.rules.cards) - plan.rules.hand_size * plan.players
                assert drawn == cards - len(table.game.draw)

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
