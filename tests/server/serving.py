"""A real server process for tests: `ninetyeight serve` on a free port, with a page of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

#: The program itself, except that it finds its page where the test has put one.
PROGRAM = """\
import sys
from pathlib import Path
import ninetyeight.server.page_files as page_files
page_files.PAGE = Path(sys.argv.pop(1))
from ninetyeight.cli import main
main()
"""


def make_page(folder: Path) -> Path:
    """A page, as short as it can be."""
    page = folder / "page"
    page.mkdir(exist_ok=True)
    (page / "index.html").write_text("<!doctype html><title>ninetyeight</title>")
    return page


def start(
    folder: Path, *words: str, err: IO[str] | int = subprocess.PIPE, **env: str
) -> subprocess.Popen[str]:
    """The program with these words; games and settings go into ``folder``."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(make_page(folder)), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=err,
        text=True,
        env={**os.environ, "NINETYEIGHT_HOME": str(folder), **env},
        cwd=folder,
    )


def complaint(folder: Path, *words: str, **env: str) -> tuple[int, str]:
    """The exit status and error output of a program that should end by itself."""
    with start(folder, *words, err=subprocess.PIPE, **env) as process:
        try:
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
        return process.returncode, told


class Served:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        self._log = log
        assert process.stdout is not None
        self.first_line = process.stdout.readline()
        assert "http://" in self.first_line, self.first_line + self.log
        self.address = self.first_line.partition("http://")[2].partition("/")[0]
        self.host, _, port = self.address.rpartition(":")
        self.port = int(port)

    @property
    def log(self) -> str:
        """What it has written to its error channel so far."""
        return self._log.read_text("utf-8")

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        connection = HTTPConnection(self.host, self.port, timeout=30)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent.setdefault("content-type", "application/json")
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            connection.request(method, path, content, sent)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def open_table(self, name: str = "Ada", players: int = 1, **plan: Any) -> dict[str, Any]:
        """A table that was just opened: its id, the host's secret and the invite."""
        status, _, told = self.ask(
            "POST", "/api/tables", {"name": name, "plan": {"players": players, **plan}}
        )
        assert status == 201, told
        opened: dict[str, Any] = json.loads(told)
        return opened

    def connect(self, table: str, query: str = "") -> ClientConnection:
        """A WebSocket to a table, as a program opens it."""
        return connect(f"ws://{self.address}/ws/{table}{query}", compression=None, proxy=None)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=30)


@contextmanager
def served(folder: Path, *words: str, **env: str) -> Iterator[Served]:
    """A server inside, on a free port unless ``words`` say otherwise."""
    log = folder / "server.log"
    chosen = words if "--port" in words else (*words, "--port", "0")
    with log.open("w") as err, start(folder, "serve", *chosen, err=err, **env) as process:
        try:
            yield Served(process, log)
        finally:
            process.kill()
