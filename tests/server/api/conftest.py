"""One server for the tests of a file, and games that were played on it."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.server.api.playing import Guest, open_table, play_to_the_end
from tests.server.api.serving import served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with served(tmp_path_factory.mktemp("api")) as client:
        yield client


@pytest.fixture(scope="module")
def finished(client: httpx2.Client) -> Guest:
    """The host of a game for two that is over."""
    host = open_table(client, plan={"players": 2}, bots=["greedy"], start=True)
    play_to_the_end(client, host)
    return host
