"""The host looks after the table: bots for free seats, a stand-in, somebody who must go."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, play_on, settle

Come = Callable[..., Person]


def test_bots_have_names_letters_and_colours_of_their_own_that_fit_on_a_phone(come: Come) -> None:
    ada = come(viewport={"width": 360, "height": 740}, locale="de-DE")
    page = ada.page
    page.goto(ada.url)
    page.get_by_role("radio", name="Mit 4 Bots").check()
    ada.press("Jetzt spielen")
    ada.wait(lambda state: state["game"] is not None)
    seats = page.locator(".seats .seat")
    expect(seats).to_have_count(5)
    names, faces = seats.locator(".name"), seats.locator(".face")
    assert names.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    colour = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    told, letters = names.all_inner_texts(), faces.all_inner_texts()
    colours = faces.evaluate_all(colour)
    assert len(set(told)) == len(set(letters)) == len(set(colours)) == 5
    # The kind is told with the name; in the list each has the same letter and colour.
    expect(seats.nth(1)).to_have_attribute("title", re.compile(rf"^{told[1]}, Bot, Champion,"))
    ada.press("Leute")
    people = page.get_by_role("dialog").get_by_role("listitem")
    expect(people.nth(1)).to_contain_text("Bot · Champion")
    badges = people.locator(".badge")
    assert badges.all_inner_texts() == letters
    assert badges.evaluate_all(colour) == colours


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


def test_a_seat_changes_hands_only_when_somebody_else_agrees(come: Come) -> None:
    ada, ben, cleo, dora = come(), come(), come(), come()
    ada.open_table("Original", 3, {}, "Ada")
    old = ada.invite_link
    ben.join(old, "Ben")
    cleo.join(old, "Cleo")
    for person in (ada, ben, cleo):
        person.press("I am ready")
    settle(ada, ben, cleo)
    # The host would like to remove Cleo: everybody hears it, and Ben has the say.
    ada.press("People")
    people = ada.page.get_by_role("dialog")
    people.get_by_role("button", name="Remove Cleo").click()
    people.get_by_role("alert").get_by_role("button", name="Remove").click()
    ada.page.keyboard.press("Escape")
    asked = "Ada would like to remove Cleo from the table."
    for person in (ada, ben, cleo):
        expect(person.question.get_by_text(asked)).to_be_visible()
    expect(ada.question.get_by_role("button")).to_have_text(["Never mind"])
    expect(cleo.question.get_by_role("button")).to_have_count(0)
    ben.question.get_by_role("button", name="Agree").click()
    expect(cleo.page.get_by_role("heading", name="This seat is no longer yours")).to_be_visible()
    ada.wait(lambda state: state["room"]["seats"][2]["open"])
    assert ada.invite_link != old
    # Whoever was removed knows only the link of before.
    cleo.page.goto("about:blank")
    cleo.page.goto(old)
    cleo.page.get_by_role("textbox").first.fill("Not Cleo")
    cleo.press("Sit down")
    expect(cleo.page.get_by_text("or not any more")).to_be_visible()
    cleo.faults.clear()  # the browser itself complains of the answer 403
    # The new one is shown to those who sit there; who comes by it waits until somebody agrees.
    ada.press("Links")
    expect(ada.page.get_by_role("textbox", name="Invite")).to_have_value(ada.invite_link)
    ada.page.keyboard.press("Escape")
    dora.page.goto(ada.invite_link)
    dora.page.get_by_role("textbox").first.fill("Dora")
    dora.press("Sit down")
    expect(dora.page.get_by_text("the people at the table are being asked")).to_be_visible()
    expect(ben.question.get_by_text("Dora would like to take over seat 3")).to_be_visible()
    expect(ada.question.get_by_role("button")).to_have_text(["No"])
    ben.question.get_by_role("button", name="Agree").click()
    dora.wait(lambda state: state["room"]["seat"] == 2)
    for person in (ada, ben, dora):
        expect(person.question).to_have_count(0)
    play_on([ada, ben, dora])
    for person in (ada, dora):
        expect(person.page.get_by_text("somebody else took over the seat: Dora")).to_be_visible()


def test_who_leaves_offers_the_seat_and_who_is_not_let_in_is_told_so(come: Come) -> None:
    ada, ben, dora, eve = come(), come(), come(), come()
    ada.open_table("Original", 3, {}, "Ada")
    link = ada.invite_link
    ben.join(link, "Ben")
    dora.join(link, "Dora")
    for person in (ada, ben, dora):
        person.press("I am ready")
    settle(ada, ben, dora)
    dora.press("People")
    dora.page.get_by_role("dialog").get_by_role("button", name="Leave the seat").click()
    dora.page.get_by_role("alert").get_by_role("button", name="Leave the seat").click()
    ada.wait(lambda state: state["room"]["seats"][2]["open"])
    dora.page.goto("about:blank")
    dora.page.goto(link)
    dora.page.get_by_role("textbox").first.fill("Dora")
    dora.press("Sit down")
    ben.question.get_by_role("button", name="No").click()
    expect(dora.page.get_by_text("rather not give the seat away")).to_be_visible()
    dora.faults.clear()  # the browser itself complains of the answer 403
    # Ben goes as well. Ada is the host and alone: now she has the say.
    ben.page.goto("about:blank")
    eve.page.goto(ada.invite_link)
    eve.page.get_by_role("textbox").first.fill("Eve")
    eve.press("Sit down")
    expect(ada.question.get_by_text("Eve would like to take over seat 3")).to_be_visible()
    ada.question.get_by_role("button", name="Agree").click()
    eve.wait(lambda state: state["room"]["seat"] == 2)
    assert eve.state is not None
    assert eve.state["room"]["seats"][2]["changed_hands"]
    ada.press("People")
    expect(ada.page.get_by_role("dialog").get_by_text("took over the seat")).to_be_visible()
