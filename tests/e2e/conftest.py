"""Real browsers against a real server: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
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


#: The browser while it is open, and what closes it.
_open: dict[ExitStack, Browser] = {}


@pytest.fixture
def browser() -> Browser:
    """One browser for all tests of this folder that a worker does one after another."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"there is no {CHROMIUM}: `make test` installs it, or apt-get install chromium")
    if not _open:
        stack = ExitStack()
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stack.callback(chromium.close)
        _open[stack] = chromium
    return next(iter(_open.values()))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before tests elsewhere: while it is open this thread has an event loop, and
    those that bring their own could not run."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        while _open:
            _open.popitem()[0].close()


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
