"""A lost connection keeps the seat: the page comes back by itself and goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.table_page import GameServer, Person, play_on

Come = Callable[..., Person]


@pytest.fixture
def ada(browser: Browser, own_server: GameServer) -> Iterator[Person]:
    person = Person(browser, own_server.url)
    yield person
    # While the server is away the page asks in vain, and the browser notes that.
    person.faults = [fault for fault in person.faults if "ERR_" not in fault]
    person.close()


def alone(person: Person) -> None:
    person.page.goto(person.url)
    person.press("Play now")
    person.wait(lambda state: state["room"]["phase"] == "playing")


@pytest.mark.parametrize("gently", [True, False], ids=["stopped", "killed"])
def test_a_server_that_goes_away_in_mid_turn_loses_nothing(
    ada: Person, own_server: GameServer, gently: bool
) -> None:
    alone(ada)
    ada.do(ada.best())
    before = ada.state
    assert before is not None
    if gently:
        own_server.stop()
    else:
        own_server.kill()
    ada.state = None
    own_server.start()
    after = ada.wait(lambda _: True)
    assert after["number"] == before["number"]
    assert after["game"] == before["game"]
    assert play_on([ada], moves=3) == 3


def test_a_page_that_is_reloaded_has_its_seat_and_its_turn(ada: Person) -> None:
    alone(ada)
    ada.do(ada.best())
    before = ada.state
    assert before is not None
    ada.state = None
    ada.page.reload()
    after = ada.wait(lambda _: True)
    assert after["game"]["hand"] == before["game"]["hand"]
    assert after["room"]["seat"] == 0
    play_on([ada], moves=1)


def test_a_line_that_is_cut_comes_back_by_itself(ada: Person) -> None:
    alone(ada)
    ada.do(ada.best())
    ada.context.set_offline(True)
    ada.page.wait_for_timeout(300)
    ada.context.set_offline(False)
    ada.wait(lambda state: state["game"]["my_turn"])
    assert play_on([ada], moves=2) == 2


def test_the_seat_link_brings_the_seat_to_another_device(
    browser: Browser, ada: Person, own_server: GameServer
) -> None:
    alone(ada)
    ada.do(ada.best())
    stored = ada.page.evaluate("localStorage.getItem('ninetyeight.seats')")
    assert ada.table in stored
    secret = ada.page.evaluate(
        "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret", ada.table
    )
    other = Person(browser, own_server.url)
    other.page.goto(f"{own_server.url}/t/{ada.table}#seat={secret}")
    other.wait(lambda state: state["room"]["seat"] == 0)
    assert secret not in other.page.url
    assert ada.state is not None
    assert other.state is not None
    assert other.state["game"]["hand"] == ada.state["game"]["hand"]
    # Two tabs on one seat: what one does, the other sees.
    other.do(other.best())
    number = other.state["number"]
    ada.wait(lambda state: state["number"] >= number)
    expect(ada.page.get_by_role("main")).to_be_visible()
    other.close()
