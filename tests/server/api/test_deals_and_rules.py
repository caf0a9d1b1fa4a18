"""What can be chosen, results on a deal, and the rules, over HTTP."""

from __future__ import annotations

import gzip
import json

import httpx2
import pytest

from ninetyeight.bots import bot_names, searcher_names
from ninetyeight.rules import EDITIONS, OPTION_NAMES, Deal, Rules
from ninetyeight.server.names import BOTS
from tests.server.api.playing import Guest, error_of, open_table, play_to_the_end

CODE = "original-2p-K7Q2M9XA4TWB3H8C"


def test_a_form_learns_everything_that_can_be_chosen(client: httpx2.Client) -> None:
    told = client.get("/api/editions").json()
    assert [edition["id"] for edition in told["editions"]] == list(EDITIONS)
    assert told["bots"] == [*bot_names(), *searcher_names()]
    assert (told["bot"], told["extra"]) == ("champion", None)
    assert told["talk"] == ["silent", "markers", "markers+chat", "free"]
    assert told["languages"] == ["en", "de", "fr"]
    assert told["plan"]["edition"] == "original"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_told_as_the_law_has_it(client: httpx2.Client, edition: str) -> None:
    [told] = [e for e in client.get("/api/editions").json()["editions"] if e["id"] == edition]
    law = EDITIONS[edition]
    assert (told["min_players"], told["max_players"]) == (1, law.max_players)
    for hand in told["hands"]:
        assert hand["hand"] == Rules.of(edition, hand["players"]).hand_size
        assert hand["short_hand"] == Rules.of(edition, hand["players"], short_hand=True).hand_size
    assert [hand["players"] for hand in told["hands"]] == list(range(1, law.max_players + 1))
    assert [option["name"] for option in told["options"]] == list(OPTION_NAMES)
    assert told["fan"] == law.fan


def test_the_defaults_of_the_editions_differ(client: httpx2.Client) -> None:
    told = {e["id"]: e for e in client.get("/api/editions").json()["editions"]}
    options = {id: {o["name"]: o for o in e["options"]} for id, e in told.items()}
    assert (told["original"]["talk"], told["gold"]["talk"]) == ("markers+chat", "markers")
    assert options["gold"]["open_rows"]["default"]
    assert not options["original"]["open_rows"]["default"]
    # Where the box has commands there is nothing to choose.
    assert options["extreme"]["commands"]["fixed"]
    assert not options["original"]["commands"]["fixed"]


def test_whatever_the_form_offers_can_be_set_up(client: httpx2.Client) -> None:
    for edition in client.get("/api/editions").json()["editions"]:
        for players in (edition["min_players"], edition["max_players"]):
            options = {option["name"]: True for option in edition["options"]}
            open_table(client, plan={"edition": edition["id"], "players": players})
            open_table(
                client, plan={"edition": edition["id"], "players": players, "options": options}
            )


@pytest.mark.parametrize("path", ["/api/editions", "/api/rules/minute", "/api/openapi.json"])
def test_what_everybody_may_read_travels_compressed_to_those_who_take_it(
    client: httpx2.Client, path: str
) -> None:
    lengths = {}
    for accepted in ("gzip, br", "identity"):
        with client.stream("GET", path, headers={"accept-encoding": accepted}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["vary"] == "accept-encoding"
        assert int(answer.headers["content-length"]) == len(raw)
        assert ("content-encoding" in answer.headers) is (accepted != "identity")
        lengths[accepted] = len(raw)
        plain = gzip.decompress(raw) if accepted != "identity" else raw
        assert json.loads(plain) == client.get(path).json()
    assert lengths["gzip, br"] < lengths["identity"] / 2


def test_what_a_seat_may_see_is_not_compressed(client: httpx2.Client) -> None:
    host = open_table(client, start=True)
    headers = {"authorization": f"Bearer {host.secret}", "accept-encoding": "gzip"}
    answer = client.get(f"/api/tables/{host.table}", headers=headers)
    assert answer.json()["room"]["seat"] == 0
    assert "content-encoding" not in answer.headers


# --- deals -------------------------------------------------------------------------------------


def test_a_finished_game_is_among_the_results_on_its_deal(client: httpx2.Client) -> None:
    plan = {"players": 2, "deal": CODE}
    for bot in ("greedy", "random"):
        play_to_the_end(client, open_table(client, bots=[bot], plan=plan, start=True))
    told = client.get(f"/api/deals/{CODE}").json()
    assert (told["deal"], told["edition"], told["players"]) == (CODE, "original", 2)
    assert len(told["results"]) == 2
    for result in told["results"]:
        person, bot = result["names"]
        assert (person, bot in BOTS) == ("Ada", True)
    assert [r["left"] for r in told["results"]] == sorted(r["left"] for r in told["results"])
    assert all(r["known_deal"] and r["bots"] == 1 for r in told["results"])


def test_a_code_may_be_written_carelessly(client: httpx2.Client) -> None:
    careless = "ORIGINAL-2P-k7q2m9xa4twb3h8c"
    assert client.get(f"/api/deals/{careless}").json()["deal"] == CODE


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("original-9p-K7Q2M9XA4TWB3H8C", "errors.impossible_seats"),
        ("checkers-2p-K7Q2M9XA4TWB3H8C", "errors.unknown_edition"),
        ("tiny-2p-K7Q2M9XA4TWB3H8C", "errors.unknown_edition"),
        ("original-slow-2p-K7Q2M9XA4TWB3H8C", "errors.unknown_option"),
        ("nonsense", "errors.not_a_deal_code"),
        ("%00", "errors.not_a_deal_code"),
        ("' OR 1=1 --", "errors.not_a_deal_code"),
        ("x" * 5000, "errors.not_a_deal_code"),
    ],
)
def test_what_is_no_deal_is_not_there(client: httpx2.Client, code: str, why: str) -> None:
    assert error_of(client.get(f"/api/deals/{code}")) == (404, why)


def test_a_result_does_not_tell_where_the_game_was_played(
    client: httpx2.Client, finished: Guest
) -> None:
    deal = client.get(f"/api/tables/{finished.table}").json()["room"]["deal"]
    answer = client.get(f"/api/deals/{deal}")
    assert len(answer.json()["results"]) == 1
    assert finished.table not in answer.text


def test_whether_a_game_on_a_deal_is_running_is_not_told(client: httpx2.Client) -> None:
    code = Deal.of_bits(Rules.of("original", 2), 98).code
    before = client.get(f"/api/deals/{code}")
    open_table(client, plan={"players": 2, "deal": code}, bots=["greedy"], start=True)
    after = client.get(f"/api/deals/{code}")
    assert (before.status_code, before.content) == (after.status_code, after.content)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("players=7", 422, "errors.impossible_seats"),
        ("edition=checkers", 422, "errors.unknown_edition"),
        ("edition=tiny", 422, "errors.unknown_edition"),
        ("edition=", 400, "server.wrong_query"),
        ("players=two", 400, "server.wrong_query"),
        ("players=1e0", 400, "server.wrong_query"),
        ("fire=1", 400, "server.wrong_query"),
        ("fire=True", 400, "server.wrong_query"),
        ("day=2026-01-01", 400, "server.unknown_query"),
    ],
)
def test_the_rules_of_a_table_that_cannot_be(
    client: httpx2.Client, query: str, status: int, code: str
) -> None:
    assert error_of(client.get(f"/api/rules?{query}")) == (status, code)


# --- rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "word"), [("en", "cards"), ("de", "Karten"), ("fr", "cartes")])
def test_the_rules_are_told_in_three_languages(client: httpx2.Client, lang: str, word: str) -> None:
    told = client.get(f"/api/rules?lang={lang}").json()
    assert told["language"] == lang
    assert word in told["above"][0]


def test_the_rules_are_those_of_the_table(client: httpx2.Client) -> None:
    def numbers(query: str) -> set[str]:
        sections = client.get(f"/api/rules?{query}").json()["sections"]
        return {entry["number"] for section in sections for entry in section["entries"]}

    plain, extreme = numbers("edition=original"), numbers("edition=extreme&fire=true")
    assert "X1" in extreme - plain
    assert "F1" in extreme - plain
    assert "T2" in plain - numbers("edition=original&talk=silent")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("players=6", 422, "errors.impossible_seats"),
        ("lang=it", 400, "server.wrong_query"),
        ("talk=loud", 400, "server.wrong_query"),
        ("language=de", 400, "server.unknown_query"),
    ],
)
def test_rules_of_a_table_that_cannot_be(
    client: httpx2.Client, query: str, status: int, code: str
) -> None:
    assert error_of(client.get(f"/api/rules?{query}")) == (status, code)
