"""No address of the API tells what a running game keeps secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from ninetyeight.server.api.routes import OPERATIONS
from tests.server.api.playing import Guest, command, open_table, play_to_the_end
from tests.server.api.serving import Serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    server = Serving(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def client(server: Serving) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=server.url, timeout=30) as client:
        yield client


def all_that_can_be_seen(
    client: httpx2.Client, guest: Guest, secret: bool, every: int = 1
) -> Iterator[str]:
    """What every GET of the API answers about a table, at every such step and with all eyes."""
    headers = guest.bearer if secret else {}
    last = client.get(f"/api/tables/{guest.table}", headers=headers).json()["number"]
    for operation in OPERATIONS:
        if operation.method != "GET" or "{code}" in operation.path or "{day}" in operation.path:
            continue
        for number in range(1, last + 1, every) if "{number}" in operation.path else (1,):
            path = operation.path.format(table=guest.table, number=number)
            yield client.get(path, headers=headers).text
            if "{number}" in operation.path:
                for eyes in (0, 1, 2):
                    yield client.get(f"{path}?eyes={eyes}", headers=headers).text


def test_nobody_learns_the_code_of_a_drawn_deal_before_the_end(
    server: Serving, client: httpx2.Client
) -> None:
    host = open_table(client, plan={"players": 2}, bots=["greedy"], start=True)
    client.get(f"/api/tables/{host.table}")  # brings it into memory
    assert server.hall is not None
    state = server.hall._rooms[host.table].state.table
    assert state is not None
    code = state.setup.deal.code
    assert code is not None
    key = code.rpartition("-")[2]
    for secret in (True, False):
        seen = list(all_that_can_be_seen(client, host, secret))
        assert seen
        assert not [text for text in seen if key in text]
    play_to_the_end(client, host)
    assert client.get(f"/api/tables/{host.table}").json()["room"]["deal"] == code


def test_nobody_sees_another_hand_while_the_game_runs(client: httpx2.Client) -> None:
    plan = {"players": 3, "options": {"open_rows": True}}
    host = open_table(client, plan=plan, bots=["greedy", "greedy"], start=True)
    command(client, host, {"type": "offer", "wish": "must"})
    last = client.get(f"/api/tables/{host.table}").json()["number"]
    for number in range(1, last + 1):
        steps = f"/api/tables/{host.table}/steps/{number}"
        for headers in (host.bearer, {}):
            for eyes in ("?eyes=1", "?eyes=2"):
                assert client.get(steps + eyes, headers=headers).status_code == 403
            game = client.get(steps, headers=headers).json()["game"]
            if game is not None:
                assert game["hand"] == []
                assert game["view"] is None
                assert game["end"] is None


def test_looking_through_somebody_s_eyes_does_not_tell_their_invite(
    client: httpx2.Client,
) -> None:
    host = open_table(client, plan={"players": 2}, bots=["greedy"], start=True)
    play_to_the_end(client, host)
    seen = list(all_that_can_be_seen(client, host, secret=False, every=12))
    assert not [text for text in seen if host.invite in text or host.secret in text]


def test_the_errors_about_a_table_do_not_tell_what_is_on_it(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2, "watchers": False}, bots=["greedy"], start=True)
    for path in ("", "/record", "/steps/1", "/steps/999", "/steps/1?eyes=1"):
        told = client.get(f"/api/tables/{host.table}{path}").json()["error"]
        assert (told["code"], told["params"]) == ("server.watching_closed", {})


def test_answers_are_kept_by_nobody_on_the_way(client: httpx2.Client) -> None:
    host = open_table(client, start=True)
    for path in ("", "/steps/1", "/record"):
        answer = client.get(f"/api/tables/{host.table}{path}", headers=host.bearer)
        assert answer.headers["cache-control"] == "no-store"
