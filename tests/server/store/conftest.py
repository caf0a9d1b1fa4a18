"""Every test that asks for a database runs on both kinds, each time on an empty one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from ninetyeight.server.store import Store
from tests.server.postgres import PostgresServer

KINDS = ("sqlite", "postgresql")

NewDatabase = Callable[[str], str]

_numbers = count(1)


@pytest.fixture
def new_database(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[NewDatabase]:
    """Makes an empty database of a kind and tells its address."""
    made: list[str] = []

    def make(kind: str) -> str:
        name = f"games{next(_numbers)}"
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / name}.db"
        server: PostgresServer = request.getfixturevalue("postgres")
        server.sql(f"CREATE DATABASE {name}")
        made.append(name)
        return server.url(name)

    yield make
    for name in made:
        server = request.getfixturevalue("postgres")
        server.sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(kind: str, new_database: NewDatabase) -> str:
    return new_database(kind)


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()
