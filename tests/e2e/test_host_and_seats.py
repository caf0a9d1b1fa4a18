"""The host looks after the table: bots for free seats, a stand-in, somebody who must go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, play_on, settle

Come = Callable[..., Person]


def test_a_bot_stands_in_for_somebody_who_is_away_and_hands_back(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    link = ada.invite_link
    ben.join(link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    secret = ben.page.evaluate(
        "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret", ben.table
    )
    ben.page.goto("about:blank")
    ada.press("People")
    ada.press("Let a bot play for Ben")
    ada.wait(lambda state: state["room"]["seats"][1]["stand_in"] is not None)
    ada.page.keyboard.press("Escape")
    # The game goes on: between two turns of hers somebody else has laid.
    play_on([ada], moves=1)
    ada.wait(lambda state: state["game"]["my_turn"] or state["room"]["phase"] == "over")
    heard = len(ada.news)
    while ada.phase == "playing" and not any(
        n["kind"] == "laid" and n["seat"] == 1 for n in ada.news[heard:]
    ):
        play_on([ada], moves=1)
        ada.wait(lambda state: state["game"]["my_turn"] or state["room"]["phase"] == "over")
    if ada.phase == "over":
        return
    ben.page.goto(f"{ada.url}/t/{ada.table}#seat={secret}")
    ben.wait(lambda state: state["room"]["seat"] == 1)
    ben.press("Play again myself")
    ada.wait(lambda state: state["room"]["seats"][1]["stand_in"] is None)


def test_the_host_removes_a_stranger_whose_link_is_worth_nothing_then(come: Come) -> None:
    ada, stranger = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    stranger.join(ada.invite_link, "Somebody")
    ada.wait(lambda state: state["room"]["seats"][1]["name"] == "Somebody")
    ada.press("Remove")
    if ada.page.get_by_role("alert").get_by_role("button", name="Remove").count():
        ada.page.get_by_role("alert").get_by_role("button", name="Remove").click()
    ada.wait(lambda state: state["room"]["seats"][1]["name"] is None)
    expect(stranger.page.get_by_role("button", name="I am ready")).to_have_count(0)
    # The seat goes to a bot, and the game begins without the stranger.
    ada.page.get_by_role("combobox", name="Give seat 2 to a bot").select_option("greedy")
    ada.wait(lambda state: state["room"]["seats"][1]["bot"] == "greedy")
    ada.press("I am ready")
    settle(ada)


def test_it_is_told_in_the_title_that_it_is_your_turn_while_the_page_is_hidden(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    waiting, active = (ada, ben) if not _mine(ada) else (ben, ada)
    before = waiting.page.title()
    waiting.page.evaluate(
        """() => {
            const told = (name, value) =>
                Object.defineProperty(document, name, { value, configurable: true });
            told("hidden", true);
            told("visibilityState", "hidden");
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    while _mine(active) and active.phase == "playing":
        play_on([active], moves=1)
    if active.phase == "over":
        return
    waiting.wait(lambda state: state["game"]["my_turn"])
    waiting.page.wait_for_function("before => document.title !== before", arg=before)
    assert waiting.page.title() != before


def _mine(person: Person) -> bool:
    return bool(person.state and person.state["game"] and person.state["game"]["my_turn"])


@pytest.mark.rule("B12r")
def test_taking_back_follows_who_sits_down_until_the_host_chooses(come: Come) -> None:
    ada, ben = come(), come()
    page = ada.page
    page.goto(ada.url)
    page.get_by_role("link", name="Set up a table").click()
    page.get_by_role("radio", name="2 seats").check()
    switch = page.get_by_role("switch", name="Take-backs")
    tells = page.get_by_text("tells the others a number they should not know")
    other = page.get_by_role("combobox", name="Seat 2")
    other.select_option("greedy")
    expect(switch).to_be_checked()
    other.select_option("")
    expect(switch).not_to_be_checked()
    expect(tells).to_have_count(0)
    switch.check()
    expect(tells).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    ada.wait(lambda state: state["room"]["take_backs"])
    expect(tells).to_be_visible()  # the lobby tells everybody who sits down
    # The host thinks better of it, in the same form.
    ada.press("Change the game")
    page.get_by_role("dialog").get_by_role("switch", name="Take-backs").uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Play like this").click()
    ada.wait(lambda state: not state["room"]["take_backs"])
    assert ada.state is not None
    assert ada.state["room"]["plan"]["options"]["take_backs"] is None
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)


@pytest.mark.rule("B12r")
def test_alone_beside_a_bot_a_card_is_taken_back_by_a_press(come: Come) -> None:
    ada = come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="With 1 bot").check()
    ada.press("Play now")
    ada.wait(lambda state: state["room"]["phase"] != "")
    settle(ada)
    ada.wait(lambda state: state["game"]["my_turn"])
    assert ada.state is not None
    hand = [held["card"] for held in ada.state["game"]["hand"]]
    ada.do(ada.best())
    ada.press("Take back")
    state = ada.wait(lambda state: len(state["game"]["hand"]) == len(hand))
    assert [held["card"] for held in state["game"]["hand"]] == hand
