"""Anything at all, against the real connection and room, without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.locale import catalogue
from ninetyeight.wire.plan import Plan
from tests.server.promises.documented import documented
from tests.server.promises.memory_link import Link
from tests.server.promises.rooms import Rooms, quick_folder, rooms_in

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)

VALID: list[dict[str, Any]] = [
    {"type": "ping"},
    {"type": "hello", "protocol": 2, "secret": None, "last": 0, "previews": True},
    {"type": "move", "id": "i", "move": "42@U1", "after": 10},
    {"type": "move", "id": "i", "move": "end", "after": 10},
    {"type": "move", "id": "i", "move": "back", "after": 10},
    {"type": "offer", "id": "i", "wish": "can"},
    {"type": "start", "id": "i", "seat": 1},
    {"type": "pick", "id": "i", "places": [0, 1, 2, 3, 4, 5]},
    {"type": "mark", "id": "i", "row": "U1", "marker": "keep"},
    {"type": "name", "id": "i", "command": "stop"},
    {"type": "say", "id": "i", "text": "hello", "language": "de"},
    {"type": "ready", "id": "i", "ready": True},
    {"type": "change", "id": "i", "plan": {"edition": "gold", "players": 3, "options": {}}},
    {"type": "seat_bot", "id": "i", "seat": 2, "bot": "greedy"},
    {"type": "free", "id": "i", "seat": 2},
    {"type": "stand_in", "id": "i", "seat": 1, "bot": "greedy"},
    {"type": "stand_in", "id": "i", "seat": 1, "bot": None},
    {"type": "hint", "id": "i"},
    {"type": "rematch", "id": "i", "same_deal": True},
]
#: Values that belong somewhere in the protocol, and some that nearly do.
PARTS = [
    "U1", "D2", "X", "stop", "silence", "keep!", "must", "en", "greedy", "planner", "gold",
    "extreme", "tiny", "0@U1", "99@D1", "-5@U1", "٣@U1", "５@U1", "end ",
    "original-2p-0000000000000000", "", "\x00", "\u202e",
    "i" * 41, 0, 1, 2, 5, 9, -1, 10**18, 10**30, 1.5,
    True, False, None, [], {},
]  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> Any:
    """A message of the protocol, as it is or with something changed, missing or added."""
    message: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from(VALID))))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.sampled_from([*message, "plan", "more"]))
        match draw(st.sampled_from(["change", "change", "drop", "nest"])):
            case "change":
                message[at] = draw(st.sampled_from(PARTS) | json_values)
            case "drop":
                message.pop(at, None)
            case "nest":
                message[at] = {at: message.get(at)}
    if "id" in message and isinstance(message["id"], str):
        message["id"] = f"{message['id'][:20]}{draw(st.integers(0, 10**9))}"
    return message


class Fuzzed:
    """A table for the fuzzer, in whichever phase; built once and used for many messages."""

    def __init__(self) -> None:
        self._folder = quick_folder()
        self._runner = asyncio.Runner()
        self._runner.run(self._open())

    async def _open(self) -> None:
        self._context = rooms_in(Path(self._folder.name))
        self.rooms: Rooms = await self._context.__aenter__()
        self.links: list[Link] = []
        self.observers: list[Link] = []
        for started in (False, True):
            for edition in ("extreme", "gold"):
                plan = Plan(edition=edition, players=2, talk="free")
                opened = await self.rooms.hall.open_table(plan, "Ada")
                sat = await self.rooms.hall.sit(opened.table, opened.invite, "Grace")
                for secret in (opened.secret, sat.secret, None):
                    link = Link(self.rooms, opened.table)
                    link.say({"type": "hello", "protocol": 2, "secret": secret})
                    if started and secret is not None:
                        link.say({"type": "ready", "id": "ready", "ready": True})
                    self.links.append(link)
                watching = Link(self.rooms, opened.table)
                watching.say({"type": "hello", "protocol": 2})
                self.observers.append(watching)
        for link in (*self.links, *self.observers):
            await link.settle()

    def send(self, n: int, message: object) -> Iterator[dict[str, Any]]:
        """What the server says to a message over one of the connections; all of it lawful."""
        link = self.links[n % len(self.links)]
        seen = len(link.received)
        self._runner.run(self._send(link, message))
        yield from link.received[seen:]

    async def _send(self, link: Link, message: object) -> None:
        if link.over:
            return  # its seat was freed, or watching was closed
        link.say(message)
        await link.settle()
        for other in self.observers:
            await other.settle()

    def close(self) -> None:
        self._runner.run(self._close())
        self._runner.close()
        self._folder.cleanup()

    async def _close(self) -> None:
        for link in (*self.links, *self.observers):
            link.hang_up()
            await link.task
        await self._context.__aexit__(None, None, None)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Fuzzed]:
    table = Fuzzed()
    yield table
    table.close()


@settings(max_examples=400)
@given(
    n=st.integers(0, 11),
    message=mutations() | json_values | st.text(max_size=60) | st.binary(max_size=60),
)
def test_nothing_that_can_be_sent_breaks_a_connection_or_a_room(
    fuzzed: Fuzzed, n: int, message: object
) -> None:
    if isinstance(message, str):
        try:
            message.encode()
        except UnicodeEncodeError:
            return  # no frame of text can hold it
    for answer in fuzzed.send(n, message):
        if answer["type"] == "refusal":
            code = answer["why"]["code"]
            assert documented(code), code
            assert code != "server.inside"
            words = catalogue("en").text(code, **answer["why"]["params"])
            assert words
