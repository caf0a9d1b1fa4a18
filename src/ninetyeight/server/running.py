"""Which server of mine is running already: a note beside the database, checked before trusted.

The note tells the bare command where the page is, so that calling it twice opens the same page
twice instead of complaining about a database in use.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ninetyeight.server.store.urls import read_url


def note_path(database: str) -> Path | None:
    """Where the note lies; None for a database that is no file."""
    path = read_url(database).path
    return None if path is None else path.with_name(path.name + ".server")


#: What ``/healthz`` says of a server whose page is worth opening.
SERVES = ("ok", "no_database", "cannot_write")


class Running(NamedTuple):
    """A server that runs: where its page is, and whether others than this computer reach it."""

    address: str
    for_others: bool


@contextmanager
def noted(database: str, running: Running) -> Iterator[None]:
    """Inside, the note says that this process serves like this."""
    path = note_path(database)
    if path is None:
        yield
        return
    with suppress(OSError):
        path.write_text(json.dumps({"pid": os.getpid(), **running._asdict()}), "utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()


def find_running(database: str) -> Running | None:
    """The server that has this database open and answers; None without one."""
    path = note_path(database)
    if path is None:
        return None
    try:
        told = json.loads(path.read_text("utf-8"))
        found = Running(str(told["address"]), bool(told["for_others"]))
        os.kill(
            int(told["pid"]), 0
        )  # sends nothing; refused when the process is gone or somebody else's
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if answers(found.address) else None


def answers(address: str) -> bool:
    """True when a server of ours answers at ``address``."""
    try:
        parts = urlsplit(address)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=2)
    except ValueError:
        return False
    try:
        connection.request("GET", "/healthz")
        told = json.loads(connection.getresponse().read(2_000))
        return isinstance(told, dict) and "version" in told and told.get("status") in SERVES
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
