"""Real browsers against a real server: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.table_page import GameServer, Person

CHROMIUM = "/usr/bin/chromium"
#: As root Chromium runs without its sandbox; and nothing may leave this machine.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for the whole session: while it runs, this thread has an event loop, and tests elsewhere
    # that bring their own could not run after it.
    if not Path(CHROMIUM).exists():
        pytest.fail(f"there is no {CHROMIUM}: `make test` installs it, or apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameServer]:
    """One server for all tests that leave it alive."""
    server = GameServer(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[GameServer]:
    """A server for a test that kills it."""
    server = GameServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def come(browser: Browser, server: GameServer) -> Iterator[Callable[..., Person]]:
    """People who come to the server; they go home at the end, and nothing may have gone wrong."""
    here: list[Person] = []

    def person(url: str = server.url, **context: Any) -> Person:
        here.append(Person(browser, url, **context))
        return here[-1]

    yield person
    for one in here:
        one.close()
