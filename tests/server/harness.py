"""A real server for tests: ``ninetyeight serve`` in a process of its own, SQLite in a folder."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

#: Longer than anything takes on a busy machine. Nothing waits this long unless it is broken.
PATIENCE = 60.0

#: Nothing here is about limits, and bots do not pause, unless a test says so.
UNLIMITED = {
    "bot_pace": 0,
    "messages_per_second": 0,
    "requests_per_minute": 0,
    "new_tables_per_hour": 0,
    "connections_per_address": 0,
    "busy_lag": 0,
    "searches": 0,
    "log_format": "json",
    "log_level": "debug",
}


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Return once ``holds()``; fail when that never comes."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.005)


@dataclass(frozen=True)
class Answered:
    """What HTTP answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class ServerProcess:
    """A server that can be started, killed and started again on the same database."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = folder / "games.db"
        self.errors = folder / "stderr.log"
        self._said = folder / "stdout.log"
        self._settings = {**UNLIMITED, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, on a free port, and return when it answers."""
        words = [sys.executable, "-m", "ninetyeight", "serve", "--port", "0"]
        words += ["--database", f"sqlite:///{self.database}"]
        for name, value in self._settings.items():
            words += [f"--{name.replace('_', '-')}", str(value)]
        environ = {k: v for k, v in os.environ.items() if not k.startswith("NINETYEIGHT_")}
        with self._said.open("wb") as said, self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=said, stderr=errors, env=environ
            )
        wait_until(self._is_up, "the server says where it is")
        self.port = int(self._said.read_text().split("http://127.0.0.1:")[1].split("/")[0])

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log()
        return "/ in a browser" in self._said.read_text()

    def kill(self) -> None:
        """End it as a power cut would: kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def terminate(self) -> None:
        """Ask it to stop."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """End it whatever it is doing."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def log(self) -> str:
        """All lines it has written to standard error, those of earlier starts included."""
        return self.errors.read_text("utf-8")

    # --- HTTP

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        secret: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answered:
        """One HTTP request; ``body`` is sent as JSON unless it is bytes."""
        given = dict(headers or {})
        if secret is not None:
            given["Authorization"] = f"Bearer {secret}"
        if body is not None:
            given.setdefault("Content-Type", "application/json")
            if not isinstance(body, bytes):
                body = json.dumps(body).encode()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Answered(answer.status, told, answer.read())
        finally:
            connection.close()

    def open_table(self, **asked: Any) -> dict[str, Any]:
        """Set up a table; see ``POST /api/tables``."""
        answer = self.ask("POST", "/api/tables", {"name": "Ada", **asked})
        assert answer.status == 201, answer
        opened: dict[str, Any] = answer.json
        return opened

    def sit(self, table: str, invite: str, name: str) -> dict[str, Any]:
        """Take a free seat."""
        answer = self.ask("POST", f"/api/tables/{table}/seats", {"invite": invite, "name": name})
        assert answer.status == 201, answer
        sat: dict[str, Any] = answer.json
        return sat

    def full_table(self, plan: dict[str, Any]) -> tuple[str, list[str]]:
        """A table with a person on every seat: its id, and their secrets by seat."""
        opened = self.open_table(plan=plan)
        secrets = [opened["secret"]]
        for seat in range(1, plan.get("players", 1)):
            secrets.append(self.sit(opened["table"], opened["invite"], f"Person {seat}")["secret"])
        return opened["table"], secrets

    def metric(self, name: str) -> float:
        """The value of a counter or gauge, summed over its labels."""
        page = self.ask("GET", "/metrics").body.decode()
        lines = [line for line in page.splitlines() if line.startswith((f"{name} ", f"{name}{{"))]
        return sum(float(line.rpartition(" ")[2]) for line in lines)

    # --- the database, for a look behind the scenes

    def stored(self, query: str, *given: Any) -> list[tuple[Any, ...]]:
        """Rows of the database; the server may be running."""
        with sqlite3.connect(self.database, timeout=PATIENCE) as connection:
            rows = connection.execute(query, given).fetchall()
        connection.close()
        return rows

    def database_bytes(self) -> bytes:
        """Everything SQLite has on the disk."""
        files = sorted(self.database.parent.glob(self.database.name + "*"))
        return b"".join(file.read_bytes() for file in files)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[ServerProcess]:
    """A server that runs inside."""
    server = ServerProcess(folder, **settings)
    server.start()
    try:
        yield server
    finally:
        server.close()
