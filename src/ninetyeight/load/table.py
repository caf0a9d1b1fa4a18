"""One table of a load run: real seats with real sockets, and a move whenever it is time for one.

No rule is known here: what may be laid is what the previews of the State say.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from ninetyeight.client.http import Http, Server
from ninetyeight.client.link import Link
from ninetyeight.load.figures import Figures
from ninetyeight.load.light_socket import LightSocket
from ninetyeight.wire import messages as wire
from ninetyeight.wire.http import SeatTaken, TableOpened

#: Seconds to see everybody in the same state before measuring, and for one handshake.
PATIENCE = 60.0


class _Preview(msgspec.Struct):
    row: str
    step: int | None
    trick: bool
    refusal: msgspec.Raw
    loses: str | None
    dead_end: bool


class _Card(msgspec.Struct):
    card: int
    previews: list[_Preview]


class _Game(msgspec.Struct):
    my_turn: bool
    may_end: bool
    hand: list[_Card]


class _Room(msgspec.Struct):
    phase: str


class LeanState(msgspec.Struct, tag_field="type", tag="state"):
    """A State, as far as a client that measures needs it: all else is skipped unread."""

    number: int
    room: _Room
    game: _Game | None


_decoder = msgspec.json.Decoder(
    LeanState | wire.Done | wire.Refusal | wire.Welcome | wire.Present | wire.Pong | wire.Stopping
)
_NOTHING = b"null"
_END = (False, False, 0, "end")

Life = Literal["gathering", "starting", "playing", "over", "gone"]


async def open_table(
    http: Http, seats: int, edition: str = "original", name: str = "Load"
) -> tuple[str, list[str]]:
    """Set up a table and take all its seats: its id, and their secrets."""
    # Without take-backs: where a card may come back, nobody has lost whom it leads nowhere.
    options = {"take_backs": False}
    plan = {"edition": edition, "players": seats, "fan": False, "options": options}
    opened = await http.post("/api/tables", {"plan": plan, "name": name}, TableOpened)
    assert opened.secret is not None, "whoever opens a table under a name sits down"
    secrets = [opened.secret]
    for seat in range(1, seats):
        body = {"invite": opened.invite, "name": f"{name} {seat + 1}", "seat": seat}
        taken = await http.post(f"/api/tables/{opened.table}/seats", body, SeatTaken)
        secrets.append(taken.secret)
    return opened.table, secrets


class LoadTable:
    """A table with the secrets of its seats. ``over`` is called once when its game has ended."""

    def __init__(
        self,
        server: Server,
        table: str,
        secrets: list[str],
        figures: Figures,
        over: Callable[[LoadTable], None],
    ) -> None:
        self.life: Life = "gathering"
        #: True while moves count: not before everything stands.
        self.counting = False
        #: What is played: by itself whatever keeps the game going for long.
        self.choose: Callable[[_Game], str] = smallest_step
        self._server = server
        self._url = Link(server.base, table).socket_url
        self._secrets = secrets
        self._figures = figures
        self._over = over
        self._sockets: list[LightSocket | None] = [None] * len(secrets)
        self._numbers = [0] * len(secrets)
        self._phases = [""] * len(secrets)
        self._ids = 0
        #: The seat whose turn it is, and what it does next.
        self._turn: tuple[int, str] | None = None
        #: The same of the move that was made last.
        self._last: tuple[int, str] | None = None
        #: The move that is on its way: when it was sent, and after which number.
        self._sent_at = 0.0
        self._after = 0
        self._move = ""
        self._unseen: set[int] = set()
        self._changed = asyncio.Event()
        self._again: set[asyncio.Task[None]] = set()

    # --- its life

    async def connect(self) -> None:
        """Connect every seat."""
        for seat in range(len(self._secrets)):
            await self._connect(seat)
        await self._until(lambda: all(self._numbers))

    async def deal(self) -> None:
        """Let everybody be ready; when all would rather not, the first seat starts (B10r)."""
        for seat in range(len(self._secrets)):
            self._ask(seat, wire.DoReady(self._id(), True))
        await self._until(lambda: set(self._phases) in ({"agreeing"}, {"playing"}))
        if self._phases[0] == "agreeing":  # who plays alone has nobody to agree with
            for seat in range(len(self._secrets)):
                self._ask(seat, wire.DoOffer(self._id(), None))
        await self._until(lambda: set(self._phases) == {"playing"} and len(set(self._numbers)) == 1)
        self.life = "playing"

    def count_into(self, figures: Figures) -> None:
        """From now on everything counts there."""
        self._figures = figures

    def close(self) -> None:
        """Let all sockets go."""
        self.life = "gone"
        for task in self._again:
            task.cancel()
        for socket in self._sockets:
            if socket is not None:
                socket.close()

    def tick(self) -> None:
        """It is time for a move."""
        if self.life != "playing":
            return
        if self._unseen or self._turn is None:
            if self.counting:
                self._figures.late += 1
            return
        seat, move = self._last = self._turn
        self._turn = None
        self._unseen = set(range(len(self._secrets)))
        self._after = self._numbers[seat]
        self._move = move
        self._sent_at = time.perf_counter()
        self._ask(seat, wire.DoMove(self._id("m"), move, self._after))

    def say(self, seat: int, text: str) -> None:
        """Say something."""
        self._ask(seat, wire.DoSay(self._id(), text))

    @property
    def settled(self) -> bool:
        """True when no move is on its way."""
        return not self._unseen

    # --- its sockets

    async def _connect(self, seat: int) -> None:
        server = self._server
        async with asyncio.timeout(PATIENCE):
            socket = await LightSocket.connect(
                self._url,
                server.address,
                lambda raw: self._hear(seat, raw),
                lambda code: self._ended(seat, code),
                server.tls,
                server.source,
            )
        self._sockets[seat] = socket
        hello = wire.Hello(wire.PROTOCOL, self._secrets[seat], self._numbers[seat], True)
        socket.send(msgspec.json.encode(hello))

    def _ended(self, seat: int, code: int) -> None:
        self._sockets[seat] = None
        if self.life == "gone":
            return
        self._figures.lost += 1
        if self._last is not None and self._last[0] == seat:
            self._unseen.clear()  # the State that it comes back to will tell whether it has moved
        task = asyncio.get_running_loop().create_task(self._come_back(seat))
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    async def _come_back(self, seat: int) -> None:
        pause = 0.5
        while self.life != "gone":
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(15.0, 2 * pause)
            try:
                await self._connect(seat)
            except (OSError, TimeoutError):
                continue
            self._figures.reconnects += 1
            return

    def _ask(self, seat: int, command: wire.Command) -> None:
        socket = self._sockets[seat]
        if socket is not None:
            socket.send(msgspec.json.encode(command))

    def _id(self, kind: str = "c") -> str:
        self._ids += 1
        return f"{kind}{self._ids}"

    def _hear(self, seat: int, raw: bytes) -> None:
        now = time.perf_counter()
        self._figures.bytes += len(raw)
        message = _decoder.decode(raw)
        if type(message) is LeanState:
            self._figures.states += 1
            self._state(seat, message, now)
        elif type(message) is wire.Done:
            self._done(message, now)
        elif type(message) is wire.Refusal:
            self._refused(message)

    def _done(self, done: wire.Done, now: float) -> None:
        if self.counting and done.id.startswith("m"):
            self._figures.answers.append(now - self._sent_at)

    def _refused(self, refusal: wire.Refusal) -> None:
        self._figures.refused(refusal.why.code)
        if refusal.id is not None and refusal.id.startswith("m"):
            self._unseen.clear()
            if refusal.why.code == "server.too_many_requests":
                self._turn = self._last  # at the next beat once more

    def _state(self, seat: int, state: LeanState, now: float) -> None:
        self._numbers[seat] = state.number
        self._phases[seat] = state.room.phase
        if seat in self._unseen and state.number > self._after:
            self._unseen.discard(seat)
            if not self._unseen:
                self._everybody_knows(now)
        game = state.game
        if game is not None and game.my_turn:
            self._turn = (seat, self.choose(game))
        if state.room.phase == "over" and self.life == "playing" and not self._unseen:
            self.life = "over"
            if self.counting:
                self._figures.games_over += 1
            self._over(self)
        self._changed.set()

    def _everybody_knows(self, now: float) -> None:
        if self.counting:
            self._figures.everybody.append(now - self._sent_at)
            if self._move == "end":
                self._figures.ends += 1
            else:
                self._figures.lays += 1

    async def _until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._changed.clear()
                await self._changed.wait()


def smallest_step(game: _Game) -> str:
    """A move that is accepted, and that keeps the game going for long: the smallest step.

    Tricks come first; what loses at once or leads nowhere comes last.
    """
    return "end" if game.may_end else min(_lays(game), default=_END)[3]


def largest_step(game: _Game) -> str:
    """A move that is accepted, and that brings the end about: the largest step."""
    return max(_lays(game), default=_END)[3]


def _lays(game: _Game) -> Iterator[tuple[bool, bool, int, str]]:
    for card in game.hand:
        for row in card.previews:
            if bytes(row.refusal) == _NOTHING:
                step = row.step or 0
                yield row.loses is not None, row.dead_end, step, f"{card.card}@{row.row}"
