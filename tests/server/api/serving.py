"""A real server for a test: uvicorn in a thread, an SQLite database in a folder of the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn

from ninetyeight.server.app import create_app
from ninetyeight.server.hall import Hall
from ninetyeight.server.run import config_of, listen
from ninetyeight.server.settings import Settings
from ninetyeight.server.store import Store

#: Nothing here is about limits unless a test says so.
UNLIMITED = {
    "messages_per_second": 0.0,
    "requests_per_minute": 0,
    "new_tables_per_hour": 0,
    "bot_pace": 0.0,
    "busy_lag": 0.0,
    "searches": 0,
}


class Serving:
    """A running server: where it is, and its hall for a look behind the scenes."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        database = f"sqlite:///{folder / 'games.db'}"
        chosen = {**UNLIMITED, "port": 0, "database": database, **settings}
        self.settings = Settings(**chosen)
        self._socket = listen(self.settings)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.hall: Hall | None = None
        self._server: uvicorn.Server | None = None
        self._failed: BaseException | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="server")

    def start(self) -> None:
        self._thread.start()
        self._started.wait(30)
        if self._failed is not None:
            raise self._failed

    def stop(self) -> None:
        if self._server is not None:
            self._server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as failure:
            self._failed = failure
        finally:
            self._socket.close()
            self._started.set()

    async def _serve(self) -> None:
        store = await Store.open(self.settings.database)
        try:
            app = create_app(self.settings, store)
            self.hall = app.state.hall
            self._server = uvicorn.Server(config_of(self.settings, app))
            serving = asyncio.create_task(self._server.serve([self._socket]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.01)
            self._started.set()
            await serving
        finally:
            await store.close()


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[httpx2.Client]:
    """A client of a server that runs inside."""
    server = Serving(folder, **settings)
    server.start()
    try:
        with httpx2.Client(base_url=server.url, timeout=30) as client:
            yield client
    finally:
        server.stop()
