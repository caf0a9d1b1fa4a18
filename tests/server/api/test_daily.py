"""The games of the day over HTTP: the first try of a device counts, and only that one."""

from __future__ import annotations

import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from ninetyeight.server.daily import Daily
from tests.server.api.playing import Guest, Json, command, error_of, open_table, play_to_the_end
from tests.server.api.serving import served

#: Far enough from midnight that a test sees one day.
pytestmark = pytest.mark.skipif(
    datetime.now(UTC).strftime("%H:%M") >= "23:55", reason="the day is about to change"
)


def device() -> str:
    return secrets.token_hex(16)


def play(client: httpx2.Client, device: str, daily: str = "alone", name: str = "Ada") -> Json:
    answer = client.post(f"/api/daily/{daily}/tables", json={"name": name, "device": device})
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    assert answer.headers["location"] == f"/api/tables/{told['table']}"
    return told


def guest(told: Json) -> Guest:
    return Guest(told["table"], told["seat"], told["secret"], told["invite"])


def room(client: httpx2.Client, told: Json) -> Json:
    seen: Json = client.get(f"/api/tables/{told['table']}").json()["room"]
    return seen


def results(client: httpx2.Client, daily: str = "alone") -> Json:
    day = client.get("/api/daily").json()["day"]
    told: Json = client.get(f"/api/daily/{daily}/{day}").json()
    return told


def test_the_games_of_the_day_are_fixed(client: httpx2.Client) -> None:
    told = client.get("/api/daily").json()
    assert told["day"] == datetime.now(UTC).date().isoformat()
    assert 0 < told["next_in"] <= 24 * 60 * 60
    assert [(g["name"], g["edition"], g["players"], g["bots"]) for g in told["games"]] == [
        ("alone", "original", 1, []),
        ("bots", "original", 3, ["planner", "planner"]),
    ]


@pytest.mark.parametrize(("daily", "seats"), [("alone", 1), ("bots", 3)])
def test_everybody_has_the_same_cards_at_once(
    client: httpx2.Client, daily: str, seats: int
) -> None:
    hands = []
    for _ in range(2):
        told = play(client, device(), daily)
        assert told["first"]
        seen = room(client, told)
        assert seen["phase"] in ("playing", "agreeing")
        assert len(seen["seats"]) == seats
        heard = command(client, guest(told), {"type": "end"})  # refused; the state is told before
        [state] = [message for message in heard if message["type"] == "state"]
        hands.append(sorted(held["card"] for held in state["game"]["hand"]))
    assert hands[0] == hands[1]


def test_a_first_try_is_honest_and_its_deal_stays_untold_while_it_runs(
    client: httpx2.Client,
) -> None:
    told = play(client, device())
    seen = room(client, told)
    assert (seen["known_deal"], seen["deal"], seen["plan"]["deal"]) == (False, None, None)
    play_to_the_end(client, guest(told))
    seen = room(client, told)
    assert (seen["known_deal"], seen["deal"]) == (False, Daily("alone", _day(told)).code)


def test_an_answer_that_was_lost_costs_no_first_try(client: httpx2.Client) -> None:
    mine = device()
    once, again = play(client, mine), play(client, mine)
    assert once["first"]
    assert again["first"]
    assert (once["table"], once["secret"]) == (again["table"], again["secret"])


def test_of_many_requests_at_once_there_is_one_first_try(client: httpx2.Client) -> None:
    mine = device()
    with ThreadPoolExecutor(8) as crowd:
        told = list(crowd.map(lambda _: play(client, mine), range(8)))
    assert len({one["table"] for one in told}) == 1


def test_what_comes_after_the_first_try_is_practice_and_marked(client: httpx2.Client) -> None:
    mine = device()
    first = play(client, mine)
    play_to_the_end(client, guest(first))
    before = results(client)
    second = play(client, mine)
    assert not second["first"]
    assert second["table"] != first["table"]
    seen = room(client, second)
    assert (seen["known_deal"], seen["phase"]) == (True, "playing")
    play_to_the_end(client, guest(second))
    assert results(client)["results"] == before["results"]
    # The other game of the day and another device have first tries of their own.
    assert play(client, mine, "bots")["first"]
    assert play(client, device())["first"]


def test_first_tries_are_counted_by_the_cards_they_left(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        tries = [play(client, device(), name="Somebody") for _ in range(3)]
        ends = [play_to_the_end(client, guest(told))[-1]["game"]["end"] for told in tries]
        answer = results(client)
        assert sum(one["games"] for one in answer["results"]) == 3
        assert {one["left"] for one in answer["results"]} == {end["left"] for end in ends}
        # No name and no table is told, and games on the same deal by its code do not count.
        assert "Somebody" not in str(answer)
        code = room(client, tries[0])["deal"]
        play_to_the_end(client, open_table(client, plan={"deal": code}, start=True))
        assert results(client)["results"] == answer["results"]


def test_the_first_try_stays_the_first_when_the_server_starts_anew(tmp_path: Path) -> None:
    mine = device()
    with served(tmp_path) as client:
        told = play(client, mine)
    with served(tmp_path) as client:
        again = play(client, mine)
        assert (again["table"], again["secret"], again["first"]) == (
            told["table"],
            told["secret"],
            True,
        )
        play_to_the_end(client, guest(again))
    with served(tmp_path) as client:
        assert not play(client, mine)["first"]


def test_nothing_about_the_device_is_kept_or_told(tmp_path: Path) -> None:
    mine = device()
    with served(tmp_path) as client:
        told = play(client, mine)
        assert mine not in str(told)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert told["table"].encode() in kept
    assert mine.encode() not in kept
    assert told["secret"].encode() not in kept


def test_the_par_is_there_before_a_game_is_over(client: httpx2.Client) -> None:
    play(client, device())
    until = time.monotonic() + 120
    while (par := results(client)["par"]) is None:
        assert time.monotonic() < until, "the par never came"
        time.sleep(0.2)
    assert par["won"] == (par["left"] == 0)
    assert par["winnable"] in (True, False, None)
    assert results(client)["par"] == par


def test_days_to_come_are_not_told_and_old_ones_cost_nothing(client: httpx2.Client) -> None:
    today = datetime.now(UTC).date()
    ahead = f"/api/daily/alone/{today + timedelta(days=2)}"
    assert error_of(client.get(ahead)) == (404, "server.no_such_page")
    old = client.get("/api/daily/alone/2020-02-29").json()
    assert (old["results"], old["par"]) == ([], None)


@pytest.mark.parametrize("path", ["chess/2026-02-28", "alone/2026-02-30", "alone/today", "alone/1"])
def test_what_is_no_game_of_a_day_is_not_there(client: httpx2.Client, path: str) -> None:
    assert error_of(client.get(f"/api/daily/{path}")) == (404, "server.no_such_page")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Ada"},
        {"name": "Ada", "device": ""},
        {"name": "Ada", "device": "short"},
        {"name": "Ada", "device": "x" * 65},
        {"name": "Ada", "device": "ü" * 32},
        {"name": "Ada", "device": "a" * 32, "deal": "original-1p-K7Q2M9XA4TWB3H8C"},
    ],
)
def test_a_device_names_itself_properly(client: httpx2.Client, body: Json) -> None:
    answer = client.post("/api/daily/alone/tables", json=body)
    assert error_of(answer) == (400, "server.wrong_fields")


def test_first_tries_count_against_the_limit_of_new_tables(tmp_path: Path) -> None:
    with served(tmp_path, new_tables_per_hour=2) as client:
        answers = [
            client.post("/api/daily/alone/tables", json={"name": "Ada", "device": device()})
            for _ in range(3)
        ]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert re.fullmatch(r"\d+", answers[-1].headers["retry-after"])


def _day(told: Json) -> date:
    return date.fromisoformat(told["day"])
