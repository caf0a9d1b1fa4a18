"""A real PostgreSQL server for the tests, started by the test run itself and stopped after it.

It listens on a socket in a temporary folder and on a free port of the loopback, and keeps its data
in that folder too. Every test that asks gets an empty database of its own.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

#: Debian's place for the programs of every version, which is not on the PATH.
_DEBIAN = Path("/usr/lib/postgresql")

#: PostgreSQL refuses to run as root; Debian's package brings a user for it.
_USER = "postgres"


@dataclass(frozen=True)
class PostgresServer:
    """A running server."""

    folder: Path
    port: int
    programs: Path

    def url(self, database: str, *, password: str = "", query: str = "") -> str:
        """The address of one of its databases."""
        colon = f":{password}" if password else ""
        return f"postgresql://tester{colon}@127.0.0.1:{self.port}/{database}{query}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """What the server answers to a statement of its superuser."""
        told = subprocess.run(
            [
                *(str(self.programs / "psql"), "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1"),
                *("-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", database),
                *("-c", statement),
            ],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert told.returncode == 0, told.stderr
        return told.stdout.strip()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = self.folder / "log"
        _run(self.programs / "pg_ctl", "-D", self.folder / "data", "-l", log, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is a crash on purpose."""
        _run(self.programs / "pg_ctl", "-D", self.folder / "data", "-w", "-m", mode, "stop")


def programs() -> Path:
    """The folder with PostgreSQL's programs, of the newest version there is."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not found:
        pytest.fail(
            "These tests need PostgreSQL, and none was found on the PATH or under"
            f" {_DEBIAN}. On Debian: apt-get install postgresql",
            pytrace=False,
        )
    return found[-1].parent


def _run(*words: object) -> None:
    """Run a program of the server's, as another user when we are root."""
    command = [str(word) for word in words]
    if os.geteuid() == 0:
        command = [
            *("setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--init-groups", "--"),
            *command,
        ]
    told = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        # Not a pipe for a server: it would keep the pipe open.
        stderr=subprocess.DEVNULL if "start" in command else subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        timeout=120,
        cwd="/",
        env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
    )
    assert told.returncode == 0, f"{command}: {(told.stderr or b'').decode()}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run_server() -> Iterator[PostgresServer]:
    """A server for as long as the generator is held."""
    # Not in pytest's folder, which only its owner may enter; a short path, for the socket's sake.
    folder = Path(tempfile.mkdtemp(prefix="98pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, _USER, _USER)
        server = PostgresServer(folder, _free_port(), programs())
        _run(
            *(server.programs / "initdb", "-D", folder / "data", "-U", "tester"),
            *("--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"),
        )
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(
                f"listen_addresses = '127.0.0.1'\nport = {server.port}\n"
                f"unix_socket_directories = '{folder}'\nlogging_collector = off\n"
                "log_destination = 'stderr'\nmax_connections = 60\nshared_buffers = 16MB\n"
            )
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all the tests of this process."""
    yield from run_server()
