"""People who play on whatever happens to the server, and what must be true of them afterwards."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import msgspec

from ninetyeight.server.room_events import read_room_event
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.wire.plan import Plan
from tests.server.harness import ServerProcess
from tests.server.wire_client import WireClient, something_to_do


class Person:
    """Somebody who plays on and on, from rematch to rematch, whatever happens to the server."""

    def __init__(self, name: str, client: WireClient, rng: Random) -> None:
        self.name = name
        self.client = client
        self.clients = [client]
        self.leaving = False
        self._rng = rng
        #: What was sent, by table and id.
        self.sent: dict[tuple[str, str], dict[str, Any]] = {}

    @property
    def acknowledged(self) -> dict[tuple[str, str], int]:
        """The number that was told for every command that was said to be done."""
        return {
            (client.table, id): answer["number"]
            for client in self.clients
            for id, answer in client.answers.items()
            if answer["type"] == "done"
        }

    async def play(self) -> None:
        while not self.leaving:
            client = self.client
            if not client.open:
                await client.connect_again()
            await client.shown()
            if client.state is None:
                continue
            if client.room["next"] is not None:
                await self._move_on(client.room["next"])
                continue
            command = something_to_do(client.state, self._rng)
            if command is None:
                await self._wait(client)
                continue
            id = f"{self.name}-{len(self.sent)}"
            self.sent[client.table, id] = command
            await client.command(id, **command)

    async def _wait(self, client: WireClient) -> None:
        before = client.number
        try:
            async with asyncio.timeout(0.05):
                await client.until(lambda: client.number > before or not client.open)
        except TimeoutError:
            pass

    async def _move_on(self, table: str) -> None:
        await self.client.drop()
        self.client = WireClient(self.client._where, table, self.client.secret)
        self.clients.append(self.client)


async def gather_people(
    server: ServerProcess, plans: list[dict[str, Any]], seed: int
) -> list[Person]:
    """A table for each plan, with a person on every seat."""
    people = []
    for at, plan in enumerate(plans):
        table, secrets = server.full_table(plan)
        for seat, secret in enumerate(secrets):
            client = WireClient(lambda: server.url, table, secret)
            people.append(Person(f"{at}.{seat}", client, Random(f"{seed} {at} {seat}")))
    return people


def check_the_log(server: ServerProcess, people: list[Person]) -> None:
    """All that was acknowledged is written once; what is written was sent; the law agrees."""
    written: Counter[tuple[str, str]] = Counter()
    numbers: dict[tuple[str, str], int] = {}
    for table, plan, invite, follows in server.stored(
        "select id, plan, invite, follows from rooms"
    ):
        rows = server.stored(
            "select number, request, body from events where room_id = ? order by number", table
        )
        assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
        state = RoomState.opened(table, msgspec.json.decode(plan, type=Plan), invite, follows)
        for number, request, body in rows:
            state = advance_room(state, read_room_event(body))  # the law is asked again
            if request is not None:
                key = (table, request.split()[-1])  # before the blank stands whose it is
                written[key] += 1
                numbers[key] = number
    told = {key: number for person in people for key, number in person.acknowledged.items()}
    sent = {key for person in people for key in person.sent}
    assert {key: numbers.get(key) for key in told} == told
    assert set(written) <= sent
    assert set(written.values()) == {1}


async def check_everybody_sees_the_same(server: ServerProcess, people: list[Person]) -> None:
    """Whoever was there all along knows what somebody knows who comes fresh."""
    for person in people:
        client = person.client
        if not client.open:
            await client.connect_again()
        await client.shown()
        fresh = WireClient(lambda: server.url, client.table, client.secret)
        await fresh.connect()
        await fresh.shown()
        await client.caught_up(fresh.number)
        assert client.seen == fresh.seen
        assert client.log == fresh.log
        assert sorted(fresh.log) == list(range(1, fresh.number + 1))
        await fresh.close()
        await client.close()
