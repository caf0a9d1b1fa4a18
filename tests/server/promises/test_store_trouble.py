"""A database in trouble: whoever moved is told, nothing has happened, and later moves work."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, event

from ninetyeight.client.link import Link
from ninetyeight.client.seat import SeatClient
from ninetyeight.server.store import NewRoom, Result, Store, StoreError
from ninetyeight.server.store.sqlite import Sqlite
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Plan
from tests.server.cutting import Line, line_to
from tests.server.harness import PATIENCE, serving, wait_until
from tests.server.postgres import PostgresServer
from tests.server.promises.memory_link import Guest, started_table
from tests.server.promises.rooms import Rooms
from tests.server.promises.test_table_manners import tell
from tests.server.serving import Served, served
from tests.server.wire_client import a_move

UNKNOWN = "server.outcome_unknown"
UNLIMITED_PAGES = 2**30


def test_when_the_disk_is_full_the_mover_is_told_and_nothing_has_happened(tmp_path: Path) -> None:
    async def story(rooms: Rooms) -> None:
        mover, other = await started_table(rooms, Plan(players=2, talk="free"))
        disk = SmallDisk(rooms.store)
        disk.pages = 0
        # Words fill the page that is begun; then there is no further one, not even for a move.
        for length in (400, 1):
            answers = [await mover.ask(type="say", text="x" * length) for _ in range(60)]
            assert answers[-1]["why"]["code"] == "server.store_unavailable"
        state = mover.state
        move = {**a_move(state, Random(1)), "id": "the-move".ljust(40, "-")}
        assert await mover.refused(**move) == "server.store_unavailable"
        await other.settle()
        assert mover.state == state
        assert other.state["number"] == state["number"]
        disk.pages = UNLIMITED_PAGES
        # The same command, sent again once there is room, happens.
        number = await mover.do(**move)
        assert number == state["number"] + 1
        await other.settle()
        assert other.state["number"] == number

    tell(tmp_path, story)


class SmallDisk:
    """Lets SQLite have no further page, as on a full disk, until there is room again."""

    def __init__(self, store: Store) -> None:
        self.pages = UNLIMITED_PAGES
        assert isinstance(store._database, Sqlite)
        event.listen(store._database._writer, "begin", self._limit)

    def _limit(self, connection: Connection) -> None:
        if self.pages == 0:
            self.pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {self.pages}")


class Uncertain(Store):
    """A store whose connection breaks just after a commit: written, and nobody was told."""

    breaks = False

    async def append(
        self,
        room_id: str,
        number: int,
        events: Any,
        result: Result | None = None,
        *,
        at: datetime | None = None,
        opens: NewRoom | None = None,
    ) -> None:
        await super().append(room_id, number, events, result, at=at, opens=opens)
        if self.breaks:
            self.breaks = False
            raise StoreError("failed", database="here", why="broken")


def test_a_commit_that_was_written_without_being_told_is_found_again(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Uncertain.open(f"sqlite:///{tmp_path / 'games.db'}")
        assert isinstance(store, Uncertain)
        rooms = Rooms(store)
        speaker, listener = await started_table(rooms, Plan(players=2, talk="free"))
        number = speaker.state["number"]
        store.breaks = True
        answer = await speaker.ask(type="say", text="hello?", id="lost")
        assert answer["why"]["code"] == "server.store_unavailable"
        # The next one finds out that the log has moved on; everybody comes back to it.
        speaker.link.say({"type": "say", "text": "and now?", "id": "next"})
        for guest in (speaker, listener):
            await guest.until(lambda g=guest: g.link.over)
            assert guest.link.closed in (1012, 1013)
        back = Guest(rooms, speaker.table, speaker.secret)
        await back.settle()
        assert await back.do(type="say", text="hello?", id="lost") == number + 1
        assert await back.do(type="say", text="and now?", id="next") == number + 2
        said = [event["text"] for event in back.news if event["kind"] == "said"]
        assert said == ["hello?", "and now?"]
        back.link.hang_up()
        await rooms.hall.stop()
        await store.close()

    asyncio.run(story())


def test_a_move_whose_commit_was_not_answered_is_told_as_unknown_and_then_truly(
    postgres: PostgresServer,
) -> None:
    async def story() -> None:
        postgres.sql("CREATE DATABASE unknown")
        async with line_to(postgres.port) as line:
            url = postgres.url("unknown").replace(str(postgres.port), str(line.port))
            store = await Store.open(url)
            rooms = Rooms(store)
            speaker, listener = await started_table(rooms, Plan(players=2, talk="free"))
            number = speaker.state["number"]
            line.lose_answer = True
            assert await speaker.refused(type="say", text="hello?", id="lost") == UNKNOWN
            for guest in (speaker, listener):
                await guest.until(lambda g=guest: g.link.over)
                assert guest.link.closed == 1012
            # As long as the truth cannot be found out, nobody is shown or may do anything.
            away = Guest(rooms, speaker.table, speaker.secret)
            await away.until(lambda: away.link.over)
            assert (away.link.received, away.link.closed) == ([], 1012)
            line.down = False
            back = await returned(rooms, speaker)
            assert back.state["number"] == number + 1
            assert await back.do(type="say", text="hello?", id="lost") == number + 1
            assert await back.do(type="say", text="and now?", id="next") == number + 2
            said = [event["text"] for event in back.news if event["kind"] == "said"]
            assert said == ["hello?", "and now?"]
            back.link.hang_up()
            await rooms.hall.stop()
            await store.close()

    asyncio.run(story())


def test_a_guest_asks_again_by_itself_until_the_truth_is_known(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async def story(server: Served, line: Line) -> None:
        opened = await asyncio.to_thread(server.open_table, talk="free")
        link = Link(f"http://{server.address}", opened["table"], secret=opened["secret"])
        connected: list[bool] = []
        async with SeatClient(link, connected=connected.append) as seat, asyncio.timeout(PATIENCE):
            await seat.send(wire.DoSay, text="before")
            line.lose_answer = True
            saying = asyncio.create_task(seat.send(wire.DoSay, text="once"))
            await until(lambda: False in connected)
            line.down = False
            done = await saying
            state = await seat.reached(done.number)
            assert state.number == done.number == (await seat.send(wire.DoSay, text="x")).number - 1

    async def run() -> None:
        postgres.sql("CREATE DATABASE asked_again")
        async with line_to(postgres.port) as line:
            url = postgres.url("asked_again").replace(str(postgres.port), str(line.port))
            starting = served(tmp_path, "--database", url)
            server = await asyncio.to_thread(starting.__enter__)
            try:
                await story(server, line)
            finally:
                await asyncio.to_thread(starting.__exit__, None, None, None)

    asyncio.run(run())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


def test_a_table_that_another_server_played_is_read_anew(postgres: PostgresServer) -> None:
    async def story() -> None:
        postgres.sql("CREATE DATABASE moved_on")
        url = postgres.url("moved_on")
        async with line_to(postgres.port) as line:
            store = await Store.open(url.replace(str(postgres.port), str(line.port)))
            rooms = Rooms(store)
            rooms.hall.start()
            speaker, listener = await started_table(rooms, Plan(players=2, talk="free"))
            number = speaker.state["number"]
            line.down = True
            line.cut()
            other = Rooms(await Store.open(url))
            there = Guest(other, listener.table, listener.secret)
            assert await there.do(type="say", text="I am over here") == number + 1
            line.down = False
            assert await speaker.refused(type="say", text="hello?") == "server.store_unavailable"
            there.link.hang_up()
            await other.hall.stop()
            await other.store.close()
            # Nobody has to do anything: as soon as the lock is ours again, the log is read anew.
            await speaker.until(lambda: speaker.link.over)
            back = await returned(rooms, speaker)
            assert back.state["number"] == number + 1
            assert await back.do(type="say", text="there you are") == number + 2
            back.link.hang_up()
            await rooms.hall.stop()
            await store.close()

    asyncio.run(story())


def test_health_tells_that_the_disk_is_full_and_that_there_is_room_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.open_table()
        used = max(file.stat().st_size for file in tmp_path.iterdir())
        let_files_grow(server.pid, used)
        while (answer := server.ask("POST", "/api/tables", {"name": "Ada"})).status == 201:
            pass
        assert answer.json["error"]["code"] == "server.store_unavailable"
        health = server.ask("GET", "/healthz")
        assert (health.status, health.json["status"]) == (503, "cannot_write")
        assert server.ask("GET", "/api/editions").status == 200
        let_files_grow(server.pid, resource.RLIM_INFINITY)
        wait_until(lambda: server.ask("GET", "/healthz").status == 200, "it is well again")
        server.open_table()


def let_files_grow(pid: int, size: int) -> None:
    """As long as ``size``, and a write beyond it fails."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def returned(rooms: Rooms, guest: Guest) -> Guest:
    """The guest, once the server lets them in again."""
    while True:
        back = Guest(rooms, guest.table, guest.secret)
        await back.until(lambda b=back: b.link.over or b.link.received)
        if back.link.received:
            await back.settle()
            return back
