"""Hints at a table of the server: who is given one, from what it is made, and who is told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ninetyeight.coach import hint
from ninetyeight.table import Hinted, read_record
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from tests.server.promises.memory_link import Guest, started_table
from tests.server.promises.rooms import Rooms
from tests.server.promises.test_changing_hands import play_out, tell


def test_a_hint_is_told_to_who_asks_and_everybody_hears_that_there_was_one(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        ada, ben = await started_table(rooms, Plan(players=2))
        room = await rooms.hall.room(ada.table)
        assert room.state.table is not None
        seed = room.state.table.setup.bot_seed
        before = ada.state["number"]
        answer = await ada.ask(type="hint")
        # What its seat may know, and nothing else, has made it.
        expected = hint(room.state.table.view(0), seed)
        assert (answer["type"], answer["hint"]["move"]) == ("done", str(expected.move))
        assert answer["hint"]["why"]["code"] == expected.reason
        await ben.settle()
        (news,) = [event for event in ben.news if event["number"] > before]
        assert news == {"number": before + 1, "at": news["at"], "kind": "hinted", "seat": 0}
        assert [seat["hinted"] for seat in ben.room["seats"]] == [True, False]
        # Asked once more it is the same game: nothing further happens.
        again = await ada.ask(type="hint")
        assert again["hint"] == answer["hint"]
        assert ada.state["number"] == before + 1
        assert not any(message.get("hint") for message in ben.link.received)
        await play_out([ada, ben])
        _, content = await rooms.hall.record(ada.table, None)
        record = read_record(content)
        assert record.state.hinted == {0}
        assert sum(isinstance(event, Hinted) for event in record.events) == 1
        deal = ada.room["deal"]
        (result,) = await rooms.hall.results(deal)
        assert result.hinted
        assert await rooms.store.count_results(deal) == {}  # it stands apart

    tell(tmp_path, story)


def test_a_hint_is_refused_when_it_is_not_ones_turn_and_where_there_are_none(
    tmp_path: Path,
) -> None:
    async def story(rooms: Rooms) -> None:
        ada, ben = await started_table(rooms, Plan(players=2))
        before = ada.state["number"]
        assert await ben.refused(type="hint") == "refusal.not_your_turn"
        quiet, _ = await started_table(rooms, Plan(players=2, hints=False))
        assert await quiet.refused(type="hint") == "server.hints_off"
        await ada.settle()
        assert ada.state["number"] == before
        await play_out([ada, ben])
        assert await ada.refused(type="hint") == "refusal.game_over"
        (result,) = await rooms.hall.results(ada.room["deal"])
        assert not result.hinted

    tell(tmp_path, story)


def test_a_turn_that_goes_on_meanwhile_gets_no_hint_and_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(rooms: Rooms) -> None:
        ada, ben = await started_table(rooms, Plan(players=2))
        other_device = Guest(rooms, ada.table, ada.secret)
        await other_device.settle()
        room = await rooms.hall.room(ada.table)
        thinks, may_think = asyncio.Event(), asyncio.Event()
        think = room._thinking.think

        async def slowly(*work: Any) -> Any:
            thinks.set()
            await may_think.wait()
            return await think(*work)

        monkeypatch.setattr(room._thinking, "think", slowly)
        asking = asyncio.create_task(ada.refused(type="hint", id="asked"))
        await thinks.wait()
        card = other_device.game["hand"][0]["card"]
        await other_device.do(type="move", move=f"{card}@U1", after=other_device.state["number"])
        may_think.set()
        assert await asking == "server.stale"
        await ben.settle()
        assert not any(seat["hinted"] for seat in ben.room["seats"])
        assert [event["kind"] for event in ben.news][-1] == "laid"

    tell(tmp_path, story)


def test_a_plan_of_before_allows_hints() -> None:
    assert msgspec.json.decode(b'{"players": 2}', type=Plan).hints
    assert "hint" not in msgspec.json.decode(msgspec.json.encode(wire.Pong()))
