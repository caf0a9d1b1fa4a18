"""One's own games: kept on the device, drawn, and carried to another one as a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, settle
from tests.e2e.test_daily import forget, lose
from tests.e2e.test_every_screen import LOOKS, fits, serious

Come = Callable[..., Person]

KEY = "ninetyeight.games"


def play_now(person: Person) -> None:
    person.page.goto(person.url)
    forget(person)
    person.press("Play now")
    settle(person)


def mine(person: Person) -> None:
    person.page.goto(f"{person.url}/mine")
    expect(person.page.get_by_role("heading", name="My games")).to_be_visible()


def kept(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(person.page.evaluate(f"localStorage.getItem('{KEY}')"))
    return found


def finished(number: int, **changed: Any) -> dict[str, Any]:
    """A game as the page keeps it."""
    return {
        "table": f"{number:012d}",
        "at": 1_700_000_000_000 + number * 60_000,
        "edition": "original",
        "options": [],
        "names": ["Ada", "Planner"],
        "bots": [None, "planner"],
        "seat": 0,
        "won": number % 4 == 0,
        "left": 0 if number % 4 == 0 else number % 17,
        "turns": 40,
        "tricks": 9,
        "shape": "123401234567",
        "deal": "original-2p-0000000000000000",
        "known": False,
        "daily": None,
        "challenge": None,
    } | changed


def put(person: Person, text: str) -> None:
    """Leave something in the browser's storage, as another page or a fault of the disk would."""
    person.page.goto(f"{person.url}/mine")
    person.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])


def test_a_finished_game_stays_among_one_s_own(come: Come) -> None:
    ada = come()
    play_now(ada)
    running = ada.table
    play_now(ada)
    lose(ada)
    assert ada.state is not None
    left = ada.state["game"]["end"]["left"]
    ada.page.get_by_role("main").get_by_role("link", name="My games").click()
    page = ada.page
    finished = page.get_by_role("region", name="Finished")
    expect(finished.get_by_role("listitem")).to_have_count(1)
    expect(finished.get_by_role("listitem")).to_contain_text(f"{left} cards left")
    expect(page.get_by_role("region", name="Original · 1 seat")).to_contain_text("0 (0%)")
    # What is not over can be gone on with.
    waiting = page.get_by_role("region", name="Go on where you were")
    expect(waiting.get_by_role("link")).to_have_attribute("href", f"/t/{running}")
    finished.get_by_role("link").click()
    expect(page.get_by_role("heading", name="The game, step by step")).to_be_visible()


def test_a_game_that_ended_elsewhere_is_found(come: Come) -> None:
    ada, phone = come(), come()
    play_now(ada)
    table = ada.table
    secret = ada.page.evaluate(
        "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret", table
    )
    ada.page.goto("about:blank")
    phone.page.goto(f"{phone.url}/t/{table}#seat={secret}")
    settle(phone)
    lose(phone)
    mine(ada)
    expect(ada.page.get_by_role("region", name="Finished").get_by_role("listitem")).to_have_count(1)


def test_a_file_carries_the_games_to_a_new_phone(come: Come, tmp_path: Path) -> None:
    ada, phone = come(), come()
    play_now(ada)
    running = ada.table
    play_now(ada)
    lose(ada)
    done = ada.table
    mine(ada)
    files = {}
    for seats in (False, True):
        ada.page.get_by_role("checkbox").set_checked(seats)
        with ada.page.expect_download() as saved:
            ada.press("Save as a file")
        files[seats] = tmp_path / f"{seats}.json"
        saved.value.save_as(files[seats])
    # A seat's secret is in the file only when one asked for that.
    secret = ada.page.evaluate(
        "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret", running
    )
    device = ada.page.evaluate("localStorage.getItem('ninetyeight.device')")
    assert secret not in files[False].read_text()
    assert secret in files[True].read_text()
    assert device is None or device not in files[True].read_text()

    mine(phone)
    field = phone.page.locator("input[type=file]")
    field.set_input_files(files[False])
    expect(phone.page.get_by_role("status")).to_have_text("1 new game.")
    assert [game["table"] for game in kept(phone)["games"]] == [done]
    field.set_input_files(files[True])
    expect(phone.page.get_by_role("status")).to_have_text("0 new games. 1 seat to go on with.")
    waiting = phone.page.get_by_role("region", name="Go on where you were")
    waiting.get_by_role("link").click()
    state = phone.wait(lambda state: state["room"]["id"] == running)
    assert state["room"]["seat"] == 0


@pytest.mark.parametrize(
    "content",
    ["", "garbage", "[]", '{"what": "ninetyeight games"', '{"what": "other", "games": []}'],
)
def test_what_is_no_file_of_games_is_refused(come: Come, tmp_path: Path, content: str) -> None:
    ada = come()
    mine(ada)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(content)
    ada.page.locator("input[type=file]").set_input_files(wrong)
    expect(ada.page.get_by_role("status")).to_contain_text("not a file with games")


def test_storage_that_was_damaged_breaks_nothing(come: Come) -> None:
    ada = come()
    good = finished(1)
    bad: list[Any] = [
        None,
        7,
        {},
        finished(2, table="../../evil"),
        finished(3, names=None),
        finished(4, bots=[]),
        finished(5, left="<b>"),
        finished(6, shape="9999999999999999"),
        finished(7, daily="no day"),
        finished(8, challenge=[]),
        finished(9, seat=7),
    ]
    for text, games in [
        ("{", 0),
        ("null", 0),
        ('"text"', 0),
        ('{"v": 1, "games": 3, "days": {}}', 0),
        (json.dumps({"v": 1, "games": [*bad, good], "days": [1, "x", "2026-02-28"]}), 1),
    ]:
        put(ada, text)
        ada.page.goto(ada.url)
        expect(ada.page.get_by_role("region", name="Game of the day")).to_contain_text("next one")
        mine(ada)
        items = ada.page.get_by_role("region", name="Finished").get_by_role("listitem")
        expect(items).to_have_count(games)
    play_now(ada)
    lose(ada)
    assert [game["table"] for game in kept(ada)["games"]] == [ada.table, good["table"]]


def test_what_a_newer_page_wrote_is_left_alone(come: Come) -> None:
    ada = come()
    newer = json.dumps({"v": 2, "something": "else"})
    put(ada, newer)
    play_now(ada)
    lose(ada)
    mine(ada)
    assert ada.page.evaluate(f"localStorage.getItem('{KEY}')") == newer


def test_the_oldest_games_make_room(come: Come) -> None:
    ada = come()
    put(ada, json.dumps({"v": 1, "games": [finished(n) for n in range(1005)], "days": []}))
    play_now(ada)
    lose(ada)
    games = kept(ada)["games"]
    assert len(games) == 1000
    assert games[0]["table"] == ada.table
    assert games[-1]["table"] == finished(6)["table"]


@pytest.mark.parametrize("look", LOOKS, ids=["desk", "phone-dark-de", "phone-fr", "desk-dark"])
def test_the_games_are_drawn_for_everybody(come: Come, look: dict[str, Any]) -> None:
    ada = come(**look)
    games = [
        finished(n, known=n == 3, daily="2026-02-28/alone" if n == 2 else None) for n in range(12)
    ]
    games += [finished(n, edition="extreme", options=["fire"], won=False) for n in range(12, 15)]
    put(ada, json.dumps({"v": 1, "games": games, "days": []}))
    ada.page.goto(f"{ada.url}/mine")
    charts = ada.page.get_by_role("img")
    expect(charts).to_have_count(2)
    # Bars for what was left, marks for what was won; a deal that was known does not count.
    assert charts.first.locator("rect").count() == 8
    assert charts.first.locator("path").count() == 3
    assert serious(ada) == []
    assert fits(ada)
