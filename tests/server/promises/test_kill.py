"""What was acknowledged survives ``kill -9``, exactly once, however often the server dies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.harness import PATIENCE, ServerProcess, serving
from tests.server.promises.people import (
    Person,
    check_everybody_sees_the_same,
    check_the_log,
    gather_people,
)

#: Four runs of these are more than a hundred kills.
KILLS = 26

#: What is played in each run: small and large tables, every edition, fan, commands, take-backs.
PLANS: list[list[dict[str, Any]]] = [
    [
        {"edition": "original", "players": 3, "options": {"take_backs": True}},
        {"edition": "extreme", "players": 2},
    ],
    [
        {"edition": "gold", "players": 4},
        {"edition": "original", "players": 1, "options": {"expert": True}},
    ],
    [
        {"edition": "gamefactory", "players": 2, "options": {"fire": True}, "talk": "free"},
        {"edition": "extreme", "players": 3, "options": {"fire": True, "take_backs": True}},
    ],
    [
        {"edition": "original", "players": 5, "options": {"commands": True}},
        {"edition": "gold", "players": 2, "options": {"take_backs": True}, "talk": "markers+chat"},
    ],
]


async def kill_and_restart(server: ServerProcess, people: list[Person], rng: Random) -> None:
    """Let some commands be answered, then, at any moment of the following ones, pull the plug."""

    def answered() -> int:
        return sum(len(client.answers) for person in people for client in person.clients)

    goal = answered() + rng.randint(1, 25)
    async with asyncio.timeout(PATIENCE):
        while answered() < goal:
            await asyncio.sleep(0.001)
    await asyncio.sleep(rng.random() * 0.03)
    server.kill()
    await asyncio.to_thread(server.start)


@pytest.mark.parametrize("seed", range(len(PLANS)))
def test_nothing_acknowledged_is_lost_or_doubled_by_killing_the_server(
    tmp_path: Path, seed: int
) -> None:
    with serving(tmp_path, log_level="error") as server:
        asyncio.run(play_through_kills(server, seed))
        server.kill()
        assert server.log() == ""


async def play_through_kills(server: ServerProcess, seed: int) -> None:
    rng = Random(seed)
    people = await gather_people(server, PLANS[seed], seed)
    async with asyncio.TaskGroup() as playing:
        for person in people:
            playing.create_task(person.play())
        for _ in range(KILLS):
            await kill_and_restart(server, people, rng)
        for person in people:
            person.leaving = True
    assert sum(len(person.acknowledged) for person in people) > 5 * KILLS
    check_the_log(server, people)
    await check_everybody_sees_the_same(server, people)
