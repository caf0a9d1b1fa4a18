"""Whatever the network, the people and the server do, everybody ends up where an onlooker is.

A state machine over the protocol: tabs connect, act, send again, send in another order, lose what
is on its way, fall asleep until they are cut off, come with absurd numbers; two tabs sit on one
seat; the server is stopped and killed. At the end every tab has the same state and the same log
as a client that comes fresh, and no command has happened twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ninetyeight.server.connection import MESSAGES_WAITING
from ninetyeight.server.store import Store
from ninetyeight.wire.plan import Plan
from tests.server.harness import PATIENCE
from tests.server.promises.memory_link import Link
from tests.server.promises.rooms import Rooms, quick_folder
from tests.server.wire_client import log_after, something_to_do

Message = dict[str, Any]
PLAYERS = 2
TABS = 5


class Tab:
    """A page: it believes the last State, keeps the log, and repeats what was not answered."""

    def __init__(self, secret: str | None) -> None:
        self.secret = secret
        self.link: Link | None = None
        self.state: Message | None = None
        self.log: dict[int, Message] = {}
        self.unanswered: dict[str, Message] = {}
        self.answers: dict[str, Message] = {}
        #: Written, but not on the way yet.
        self.held: list[Message] = []
        self._read = 0

    def connect(self, rooms: Rooms, table: str, last: int | None = None) -> None:
        self.link, self._read = Link(rooms, table), 0
        known = 0 if self.state is None else self.state["number"]
        self.link.say(
            {
                "type": "hello",
                "protocol": 2,
                "secret": self.secret,
                "last": known if last is None else last,
            }
        )
        for command in self.unanswered.values():
            self.link.say(command)

    def lose(self) -> None:
        if self.link is not None:
            self.link.hang_up()
        self.link = None
        self.held.clear()

    def read(self) -> None:
        """Take in what has arrived."""
        if self.link is None:
            return
        arrived, self._read = self.link.received[self._read :], len(self.link.received)
        for message in arrived:
            if message["type"] == "state":
                self._believe(message)
            if message["type"] in ("done", "refusal"):
                earlier = self.answers.setdefault(message["id"], message)
                assert earlier == message, "one command, two answers"
                self.unanswered.pop(message["id"], None)
                assert message["type"] == "done" or message["why"]["code"] != "server.inside"
        if self.link.over:
            self.link = None

    def _believe(self, state: Message) -> None:
        if self.state is not None:
            assert state["number"] >= self.state["number"], "back in time"
        self.state = state
        self.log = log_after(self.log, state)
        assert sorted(self.log) == list(range(1, state["number"] + 1)), "a gap in the log"

    def send(self, command: Message, at_once: bool) -> None:
        self.unanswered[command["id"]] = command
        if self.link is not None:
            if at_once:
                self.link.say(command)
            else:
                self.held.append(command)


class Protocol(RuleBasedStateMachine):
    """A server, a table, and tabs that have a hard time."""

    @initialize(edition=st.sampled_from(["original", "extreme", "gold"]), seed=st.integers(0, 999))
    def open(self, edition: str, seed: int) -> None:
        self.rng = Random(seed)
        self.folder = quick_folder()
        self.runner = asyncio.Runner()
        self.runner.run(self._start_server())
        plan = Plan(edition=edition, players=PLAYERS, talk="markers+chat")
        opened = self.runner.run(self.rooms.hall.open_table(plan, "Ada"))
        sat = self.runner.run(self.rooms.hall.sit(opened.table, opened.invite, "Grace"))
        self.table = opened.table
        self.secrets: list[str | None] = [opened.secret, sat.secret]
        self.tabs: list[Tab] = []
        self.commands: dict[str, Message] = {}
        for secret in self.secrets:
            self._new_tab(secret)
        self.observer = self._new_tab(None)
        self._settle()
        self._play(Random(seed), seed % 12)

    async def _start_server(self) -> None:
        path = Path(self.folder.name) / "games.db"
        self.rooms = Rooms(await Store.open(f"sqlite:///{path}"))

    def _new_tab(self, secret: str | None) -> Tab:
        tab = Tab(secret)
        self.runner.run(self._connect(tab))
        self.tabs.append(tab)
        return tab

    async def _connect(self, tab: Tab, last: int | None = None) -> None:
        tab.connect(self.rooms, self.table, last)

    def _settle(self) -> None:
        async def settle() -> None:
            # Twice: what one tab did reaches the others after they have been asked.
            for _ in range(2):
                for tab in self.tabs:
                    if tab.link is not None:
                        await tab.link.settle()

        self.runner.run(settle())
        for tab in self.tabs:
            if tab.link is None or tab.link.awake:
                tab.read()

    def _tab(self, n: int) -> Tab:
        return self.tabs[n % len(self.tabs)]

    # --- what may happen

    @rule(n=st.integers(0, 9), seed=st.integers(0, 2**16), at_once=st.booleans())
    def act(self, n: int, seed: int, at_once: bool) -> None:
        """Somebody does what the last State they saw lets them do, however old it is."""
        tab = self._tab(n)
        if tab.secret is not None and tab.state is not None:
            self._do_something(tab, Random(seed), at_once)
            self._settle()

    @rule(seed=st.integers(0, 2**16), turns=st.integers(1, 8))
    def play_on(self, seed: int, turns: int) -> None:
        """The game goes on for a while, between those who are there."""
        self._play(Random(seed), turns)

    @rule(seed=st.integers(0, 2**16))
    def act_at_the_same_time(self, seed: int) -> None:
        """Everybody acts on what they see, and nobody has seen what the others do."""
        rng = Random(seed)
        for tab in self.tabs:
            if tab.secret is not None and tab.state is not None:
                self._do_something(tab, rng, at_once=True)
        self._settle()

    def _play(self, rng: Random, turns: int) -> None:
        for _ in range(turns):
            for tab in self.tabs[:PLAYERS]:
                if tab.link is not None and tab.link.awake and tab.state is not None:
                    self._do_something(tab, rng, at_once=True)
                    self._settle()

    def _do_something(self, tab: Tab, rng: Random, at_once: bool) -> None:
        assert tab.state is not None
        command = something_to_do(tab.state, rng)
        if command is not None and command["type"] != "rematch":
            id = f"id-{len(self.commands)}"
            self.commands[id] = {**command, "id": id}
            tab.send(self.commands[id], at_once)

    @rule(n=st.integers(0, 9), k=st.integers(0, 9))
    def deliver_in_any_order(self, n: int, k: int) -> None:
        tab = self._tab(n)
        if tab.link is not None and tab.held:
            tab.link.say(tab.held.pop(k % len(tab.held)))
            self._settle()

    @rule(n=st.integers(0, 9), k=st.integers(0, 99), times=st.integers(1, 3))
    def send_again(self, n: int, k: int, times: int) -> None:
        tab = self._tab(n)
        sent = [id for id in self.commands if id in tab.answers or id in tab.unanswered]
        if tab.link is not None and sent:
            for _ in range(times):
                tab.link.say(self.commands[sent[k % len(sent)]])
            self._settle()

    @rule(n=st.integers(0, 9))
    def lose_the_connection(self, n: int) -> None:
        self._tab(n).lose()
        self._settle()

    @rule(
        n=st.integers(0, 9),
        last=st.sampled_from([None, None, 0, 1, 10**6, 2**63, 10**400]),
    )
    def connect_again(self, n: int, last: int | None) -> None:
        tab = self._tab(n)
        tab.lose()
        self.runner.run(self._connect(tab, last))
        self._settle()

    @rule(n=st.integers(0, 9), last=st.sampled_from([-1, 1.5, "3", None, True]))
    def come_with_nonsense(self, n: int, last: object) -> None:
        """What is no number is a bad hello, and nothing comes of it."""

        async def come() -> None:
            link = Link(self.rooms, self.table)
            hello = {"type": "hello", "protocol": 2, "secret": self._tab(n).secret, "last": last}
            link.say(hello)
            async with asyncio.timeout(PATIENCE):
                await link.task
            assert link.closed == 4000
            assert link.received == []

        self.runner.run(come())

    @rule(n=st.integers(0, 9))
    def fall_asleep(self, n: int) -> None:
        link = self._tab(n).link
        if link is not None:
            link.fall_asleep()

    @rule(n=st.integers(0, 9))
    def wake_up(self, n: int) -> None:
        link = self._tab(n).link
        if link is not None:
            link.wake_up()
            self._settle()

    @rule(n=st.integers(1, 9))
    def sleep_for_an_hour(self, n: int) -> None:
        """More happens than waits for anybody: whoever sleeps is cut off, nobody else is."""
        speaker, sleeper = self.tabs[0], self._tab(n)
        if speaker.link is None or not speaker.link.awake or speaker.state is None:
            return
        if sleeper.link is None or sleeper is speaker:
            return
        sleeper.link.fall_asleep()
        said = []
        for _ in range(MESSAGES_WAITING + 2):
            said.append(f"id-{len(self.commands)}")
            command = {"type": "say", "text": "are you there?", "id": said[-1]}
            self.commands[said[-1]] = command
            speaker.send(command, at_once=True)
        self._settle()
        assert speaker.link is not None
        if all(speaker.answers[id]["type"] == "done" for id in said):
            assert sleeper.link.over
        self._settle()

    @precondition(lambda self: len(self.tabs) < TABS)
    @rule(n=st.integers(0, PLAYERS))
    def open_another_tab(self, n: int) -> None:
        self._new_tab(self.secrets[n] if n < PLAYERS else None)
        self._settle()

    @rule(gracefully=st.booleans())
    def restart_the_server(self, gracefully: bool) -> None:
        links = [tab.link for tab in self.tabs if tab.link is not None]

        async def restart() -> None:
            for link in links:
                if gracefully and not link.awake:
                    link.wake_up()
            if gracefully:
                await self.rooms.hall.stop()
                for link in links:
                    await link.task
            else:
                for link in links:
                    link.task.cancel()
                await asyncio.gather(*(link.task for link in links), return_exceptions=True)
                await self.rooms.hall.stop()  # only so that no task is left over
            await self.rooms.store.close()
            await self._start_server()

        self.runner.run(restart())
        for tab in self.tabs:
            if gracefully and tab.link is not None:
                assert tab.link.closed in (1012, None)
                tab.read()
            tab.lose()

    # --- the end

    def teardown(self) -> None:
        if not hasattr(self, "runner"):
            return
        try:
            self._check()
        finally:
            for tab in self.tabs:
                tab.lose()
            self.runner.run(self.rooms.hall.stop())
            self.runner.run(self.rooms.store.close())
            self.runner.close()
            self.folder.cleanup()

    def _check(self) -> None:
        for tab in self.tabs:
            if tab.link is not None and not tab.link.awake:
                tab.lose()
            if tab.link is None:
                self.runner.run(self._connect(tab))
            for command in tab.unanswered.values():
                assert tab.link is not None
                tab.link.say(command)
        self._settle()
        for tab in self.tabs:
            fresh = Tab(tab.secret)
            self.runner.run(self._connect(fresh))
            assert fresh.link is not None
            self.runner.run(fresh.link.settle())
            fresh.read()
            assert tab.unanswered == {}
            assert seen(tab) == seen(fresh)
            assert tab.log == fresh.log == self.observer.log
            fresh.lose()
        stored = self.runner.run(self.rooms.store.room(self.table))
        assert stored is not None
        asked = [event.request and event.request.split()[-1] for event in stored.events]
        happened = Counter(id for id in asked if id is not None)
        assert set(happened) <= set(self.commands)
        assert set(happened.values()) <= {1}
        for tab in self.tabs:
            for id, answer in tab.answers.items():
                assert (answer["type"] == "done") == (id in happened)
                if answer["type"] == "done":
                    assert asked[answer["number"] - 1] == id


def seen(tab: Tab) -> Message:
    assert tab.state is not None
    return {key: value for key, value in tab.state.items() if key != "news"}


TestProtocol = Protocol.TestCase
TestProtocol.settings = settings(max_examples=80, stateful_step_count=40)
