"""A database in trouble: whoever moved is told, nothing has happened, and later moves work."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, event

from ninetyeight.server.plan import Plan
from ninetyeight.server.store import NewRoom, Result, Store, StoreError
from ninetyeight.server.store.sqlite import Sqlite
from tests.server.promises.memory_link import Guest, started_table
from tests.server.promises.rooms import Rooms
from tests.server.promises.test_table_manners import tell
from tests.server.wire_client import a_move

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
