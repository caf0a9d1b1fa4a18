"""Setting up tables, sitting down, looking at them and back, and the record, over HTTP."""

from __future__ import annotations

from secrets import token_urlsafe

import httpx2
import pytest

from ninetyeight.table import read_record
from tests.server.api.playing import Guest, command, error_of, open_table, take_seat


def test_a_table_is_set_up_and_its_host_sits_on_the_first_seat(client: httpx2.Client) -> None:
    answer = client.post("/api/tables", json={"name": "Ada", "plan": {"players": 3}})
    assert answer.status_code == 201
    told = answer.json()
    assert told["seat"] == 0
    assert answer.headers["location"] == f"/api/tables/{told['table']}"
    room = client.get(answer.headers["location"]).json()["room"]
    assert room["phase"] == "gathering"
    assert [seat["name"] for seat in room["seats"]] == ["Ada", None, None]


def test_a_plan_that_names_nothing_is_the_original_edition_for_one(client: httpx2.Client) -> None:
    host = open_table(client)
    plan = client.get(f"/api/tables/{host.table}").json()["room"]["plan"]
    assert (plan["edition"], plan["players"]) == ("original", 1)


def test_with_bots_and_start_the_cards_are_dealt_at_once(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 3}, bots=["greedy", "planner"], start=True)
    room = client.get(f"/api/tables/{host.table}").json()["room"]
    assert room["phase"] in ("agreeing", "playing")
    assert [seat["bot"] for seat in room["seats"]] == [None, "greedy", "planner"]


def test_a_seat_between_bots_may_stay_free(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 3}, bots=[None, "greedy"], start=True)
    room = client.get(f"/api/tables/{host.table}").json()["room"]
    assert room["phase"] == "gathering"
    assert [seat["open"] for seat in room["seats"]] == [False, True, False]
    assert take_seat(client, host).seat == 1


def test_alone_the_cards_are_dealt_at_once(client: httpx2.Client) -> None:
    host = open_table(client, start=True)
    assert client.get(f"/api/tables/{host.table}").json()["room"]["phase"] != "gathering"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"plan": {"players": 6}}, "errors.impossible_seats"),
        ({"plan": {"edition": "tiny"}}, "errors.unknown_edition"),
        ({"plan": {"edition": "checkers"}}, "errors.unknown_edition"),
        ({"plan": {"deal": "no code"}}, "errors.not_a_deal_code"),
        ({"plan": {"deal": "gold-2p-0000000000000000"}}, "errors.deal_of_another_game"),
        ({"bots": ["greedy"]}, "server.too_many_bots"),
        ({"plan": {"players": 2}, "bots": ["nobody"]}, "server.unknown_bot"),
        ({"plan": {"players": 2}, "bots": ["program:touch x"]}, "server.unknown_bot"),
        ({"name": "\u200b\u0007"}, "server.no_name"),
    ],
)
def test_what_does_not_fit_the_game_is_refused_with_its_reason(
    client: httpx2.Client, asked: dict[str, object], code: str
) -> None:
    answer = client.post("/api/tables", json={"name": "Ada", **asked})
    assert error_of(answer) == (422, code)


def test_the_invite_brings_people_to_the_table(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 3})
    grace = take_seat(client, host, "Grace")
    alan = take_seat(client, host, "Alan", seat=2)
    assert (grace.seat, alan.seat) == (1, 2)
    assert len({host.secret, grace.secret, alan.secret}) == 3
    room = client.get(f"/api/tables/{host.table}", headers=alan.bearer).json()["room"]
    assert room["seat"] == 2
    assert [seat["name"] for seat in room["seats"]] == ["Ada", "Grace", "Alan"]


def test_a_seat_is_not_given_twice_nor_without_the_invite(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2})
    seats = f"/api/tables/{host.table}/seats"
    asked = {"invite": host.invite, "name": "Grace"}
    assert error_of(client.post(seats, json=asked | {"seat": 0})) == (409, "server.seat_taken")
    assert error_of(client.post(seats, json=asked | {"seat": 2})) == (422, "server.no_such_seat")
    wrong = asked | {"invite": "x" * 12}
    assert error_of(client.post(seats, json=wrong)) == (403, "server.wrong_invite")
    take_seat(client, host)
    assert error_of(client.post(seats, json=asked)) == (409, "server.no_free_seat")


@pytest.mark.parametrize("path", ["", "/record", "/steps/1"])
@pytest.mark.parametrize(
    "table", ["0123456789ab", "NoSuchTable!", "x", "%00", "%ff%fe", "a" * 3000]
)
def test_an_unknown_table_is_not_there(client: httpx2.Client, table: str, path: str) -> None:
    answer = client.get(f"/api/tables/{table}{path}")
    assert error_of(answer) == (404, "server.no_such_table")


def test_the_secret_says_who_asks(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2})
    address = f"/api/tables/{host.table}"
    watched, own = client.get(address).json()["room"], client.get(address, headers=host.bearer)
    assert (watched["seat"], watched["invite"], watched["host"]) == (None, None, False)
    room = own.json()["room"]
    assert (room["seat"], room["invite"], room["host"]) == (0, host.invite, True)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Bearer " + "x" * 22, "server.wrong_secret"),
        ("Bearer", "server.wrong_authorization"),
        ("Bearer short", "server.wrong_authorization"),
        ("Bearer " + "é" * 22, "server.wrong_authorization"),
        ("Basic YWRhOmFkYQ==", "server.wrong_authorization"),
        ("", "server.wrong_authorization"),
    ],
)
def test_a_wrong_secret_is_told_from_none(client: httpx2.Client, header: str, code: str) -> None:
    host = open_table(client)
    answer = client.get(
        f"/api/tables/{host.table}", headers={b"Authorization": header.encode("latin-1")}
    )
    assert error_of(answer) == (401, code)
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_table_without_watchers_shows_nothing_to_strangers(client: httpx2.Client) -> None:
    host = open_table(client, plan={"watchers": False}, start=True)
    for path in ("", "/steps/1", "/record"):
        address = f"/api/tables/{host.table}{path}"
        assert error_of(client.get(address)) == (403, "server.watching_closed")
    assert client.get(f"/api/tables/{host.table}", headers=host.bearer).status_code == 200


def test_a_freed_seat_s_secret_is_worth_nothing(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2})
    stranger = take_seat(client, host, "Stranger")
    address = f"/api/tables/{host.table}"
    assert client.get(address, headers=stranger.bearer).status_code == 200
    command(client, host, {"type": "free", "seat": stranger.seat})
    assert error_of(client.get(address, headers=stranger.bearer)) == (401, "server.wrong_secret")


# --- looking back ------------------------------------------------------------------------------


def test_while_the_game_runs_one_looks_back_with_the_own_eyes_only(client: httpx2.Client) -> None:
    plan = {"players": 2, "options": {"open_rows": True}}
    host = open_table(client, plan=plan, bots=["greedy"], start=True)
    number = client.get(f"/api/tables/{host.table}").json()["number"]
    steps = f"/api/tables/{host.table}/steps/{number}"
    own = client.get(f"{steps}?eyes=0", headers=host.bearer).json()
    assert (own["eyes"], len(own["game"]["hand"])) == (0, 7)
    watched = client.get(steps).json()
    assert (watched["eyes"], watched["game"]["hand"]) == (None, [])
    other = client.get(f"{steps}?eyes=1", headers=host.bearer)
    assert error_of(other) == (403, "server.not_your_eyes")
    assert error_of(client.get(f"{steps}?eyes=0")) == (403, "server.not_your_eyes")


def test_while_a_game_with_closed_rows_runs_nobody_looks_back(client: httpx2.Client) -> None:
    host = open_table(client, plan={"players": 2}, bots=["greedy"], start=True)
    for headers, eyes in ((host.bearer, "?eyes=0"), (host.bearer, ""), ({}, "")):
        answer = client.get(f"/api/tables/{host.table}/steps/1{eyes}", headers=headers)
        assert error_of(answer) == (409, "server.rows_closed")
        assert answer.json()["error"]["rule"] == "B11"


def test_after_the_end_one_looks_back_with_any_eyes(client: httpx2.Client, finished: Guest) -> None:
    number = client.get(f"/api/tables/{finished.table}").json()["number"]
    steps = client.get(f"/api/tables/{finished.table}/steps/{number}").json()["steps"]
    dealt = steps[0]
    hands = []
    for eyes in (0, 1):
        seen = client.get(f"/api/tables/{finished.table}/steps/{dealt}?eyes={eyes}").json()
        assert (seen["number"], seen["eyes"]) == (dealt, eyes)
        hands.append({card["card"] for card in seen["game"]["hand"]})
    assert [len(hand) for hand in hands] == [7, 7]
    assert not hands[0] & hands[1]


@pytest.mark.parametrize("number", ["100000", "1000000"])
def test_a_step_that_was_not_is_not_there(
    client: httpx2.Client, finished: Guest, number: str
) -> None:
    answer = client.get(f"/api/tables/{finished.table}/steps/{number}")
    assert error_of(answer) == (404, "server.no_such_step")


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "01", "one", "99999999999999999999", "%F0"])
def test_what_is_no_step_s_number_is_no_address(
    client: httpx2.Client, finished: Guest, number: str
) -> None:
    answer = client.get(f"/api/tables/{finished.table}/steps/{number}")
    assert error_of(answer) == (404, "server.no_such_page")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("eyes=10", "server.wrong_query"),
        ("eyes=-1", "server.wrong_query"),
        ("eyes=", "server.wrong_query"),
        ("eyes=null", "server.wrong_query"),
        ("eyes=all", "server.wrong_query"),
        ("eyes=0&eyes=1", "server.wrong_query"),
        ("seat=0", "server.unknown_query"),
        ("eyes=0&secret=x", "server.unknown_query"),
    ],
)
def test_a_query_is_read_strictly(
    client: httpx2.Client, finished: Guest, query: str, code: str
) -> None:
    answer = client.get(f"/api/tables/{finished.table}/steps/1?{query}")
    assert error_of(answer) == (400, code)


# --- the record --------------------------------------------------------------------------------


def test_the_record_is_there_once_the_game_is_over(client: httpx2.Client, finished: Guest) -> None:
    answer = client.get(f"/api/tables/{finished.table}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"].startswith('attachment; filename="original-2p-')
    record = read_record(answer.content)
    ada, bot = record.setup.seats
    assert (ada.name, ada.bot, bot.bot) == ("Ada", None, "greedy")


def test_there_is_no_record_of_a_game_that_is_not_over(client: httpx2.Client) -> None:
    waiting = open_table(client, plan={"players": 2})
    answer = client.get(f"/api/tables/{waiting.table}/record")
    assert error_of(answer) == (409, "server.not_dealt")
    running = open_table(client, start=True)
    answer = client.get(f"/api/tables/{running.table}/record", headers=running.bearer)
    assert error_of(answer) == (409, "server.game_running")


def test_what_was_asked_with_an_own_secret_can_be_asked_again(client: httpx2.Client) -> None:
    mine, yours = token_urlsafe(16), token_urlsafe(16)
    asked = {"name": "Ada", "plan": {"players": 3}, "secret": mine}
    first, second = (client.post("/api/tables", json=asked).json() for _ in range(2))
    assert first == second
    assert first["secret"] == mine
    path = f"/api/tables/{first['table']}/seats"
    sits = {"invite": first["invite"], "name": "Grace", "secret": yours}
    answers = [client.post(path, json=sits) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json() == {
        "table": first["table"],
        "seat": 1,
        "secret": yours,
        "waiting": False,
    }
    other = client.post("/api/tables", json={**asked, "plan": {"players": 2}})
    assert error_of(other) == (409, "server.secret_used")
    for guessable in ("0123456789", "a" * 21, "not a secret of anybody", "ä" * 30):
        refused = client.post("/api/tables", json={"name": "Ada", "secret": guessable})
        assert error_of(refused) == (400, "server.wrong_fields")
