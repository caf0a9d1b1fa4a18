"""A server that is asked to stop says so, ends well, and everybody goes on where they were."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.harness import ServerProcess, serving
from tests.server.promises.people import (
    Person,
    check_everybody_sees_the_same,
    check_the_log,
    gather_people,
)
from tests.server.wire_client import WireClient

PLANS: list[dict[str, Any]] = [
    {"edition": "original", "players": 3},
    {"edition": "extreme", "players": 2, "talk": "free"},
]


def test_clients_are_told_and_sent_away_and_the_server_ends_with_0(tmp_path: Path) -> None:
    async def sit_and_wait(server: ServerProcess) -> None:
        table, secrets = server.full_table({"players": 2})
        clients = [WireClient(lambda: server.url, table, who) for who in (*secrets, None)]
        for client in clients:
            await client.connect()
            await client.shown()
        server.terminate()
        for client in clients:
            await client.gone()
            assert client.told[-1] == {"type": "stopping"}
            assert client.closed_with == 1012

    with serving(tmp_path) as server:
        asyncio.run(sit_and_wait(server))
        assert server.wait() == 0
        assert not any('"level": "error"' in line for line in server.log().splitlines())
        assert not (tmp_path / "games.db.server").exists()


def test_a_second_signal_while_stopping_does_no_harm(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.terminate()
        server.terminate()
        assert server.wait() in (0, -signal.SIGTERM)


@pytest.mark.parametrize("seed", range(2))
def test_whoever_plays_through_stops_goes_on_where_they_were(tmp_path: Path, seed: int) -> None:
    async def play(server: ServerProcess) -> None:
        rng = Random(seed)
        people = await gather_people(server, PLANS, seed)
        async with asyncio.TaskGroup() as playing:
            for person in people:
                playing.create_task(person.play())
            for _ in range(4):
                await some_answers(people, rng.randint(1, 60))
                await asyncio.sleep(rng.random() * 0.02)
                server.terminate()
                assert await asyncio.to_thread(server.wait) == 0
                await asyncio.to_thread(server.start)
            for person in people:
                person.leaving = True
        check_the_log(server, people)
        await check_everybody_sees_the_same(server, people)

    with serving(tmp_path, log_level="error") as server:
        asyncio.run(play(server))
        assert server.log() == ""


async def some_answers(people: list[Person], n: int) -> None:
    def answered() -> int:
        return sum(len(client.answers) for person in people for client in person.clients)

    goal = answered() + n
    async with asyncio.timeout(60):
        while answered() < goal:
            await asyncio.sleep(0.002)


def test_a_server_that_stops_lets_nobody_in(tmp_path: Path) -> None:
    """From the moment it is asked to stop there is nothing to connect to; later all is there."""

    async def come_back(server: ServerProcess, table: str, secret: str, number: int) -> None:
        client = WireClient(lambda: server.url, table, secret)
        await client.connect()
        await client.shown()
        assert client.number == number
        await client.close()

    with serving(tmp_path) as server:
        opened = server.open_table(plan={"players": 2}, bots=["greedy"])
        server.terminate()
        assert server.wait() == 0
        with pytest.raises(ConnectionRefusedError):
            server.ask("GET", "/healthz")
        server.start()
        asyncio.run(come_back(server, opened["table"], opened["secret"], opened["number"]))
