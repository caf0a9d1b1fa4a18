"""A running server for the tests of one file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ninetyeight.server import room_state
from ninetyeight.wire.plan import deal_for
from tests.server.harness import ServerProcess, serving
from tests.server.promises.rooms import Decks


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without limits. At its end it must not have met a fault of its own."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
        # uvicorn calls it an error when a client sends what is no UTF-8; we do not.
        lines = [line for line in running.log().splitlines() if '"level": "error"' in line]
        assert [line for line in lines if '"logger": "ninetyeight' in line] == []


@pytest.fixture
def decks(monkeypatch: pytest.MonkeyPatch) -> Decks:
    """Codes for decks of the test's own: two deals that differ just where they should."""
    known: Decks = {}
    monkeypatch.setattr(
        room_state,
        "deal_for",
        lambda rules, code: known[code] if code in known else deal_for(rules, code),
    )
    return known
