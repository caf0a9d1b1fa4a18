"""Whole games in real browsers: two people and a bot, on every edition."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import PHONE, Person, play_on, settle

Come = Callable[..., Person]


@pytest.mark.parametrize("edition", ["Original", "Game Factory", "Extreme", "Gold and grey"])
def test_two_people_and_a_bot_play_a_whole_game(come: Come, edition: str) -> None:
    ada, ben = come(), come()
    ada.open_table(edition, 3, {3: "planner"}, "Ada")
    ben.join(ada.invite_link, "Ben")
    ada.press("I am ready")
    ben.press("I am ready")
    settle(ada, ben)
    play_on([ada, ben])
    assert ada.state is not None
    assert ben.state is not None
    end = ada.state["game"]["end"]
    assert end == ben.state["game"]["end"]
    laid = end["cards_laid"]
    assert laid + end["left"] == 99 if edition == "Gold and grey" else laid + end["left"] == 98
    card, row = end["largest_step_by"].split("@")
    for person in (ada, ben):
        shown = person.page.get_by_role("main")
        expect(shown).to_contain_text(f"+{end['largest_step']} {card} on {row}")
        if end["won"]:  # it happens: nobody has a card left
            expect(shown.get_by_role("heading", level=1)).to_have_text(
                "Every card laid!" if edition == "Gold and grey" else "You did it!"
            )
        for name in ("Ada", "Ben", "Juna") if end["left"] else ():
            expect(shown).to_contain_text(name)  # everybody's hands are turned over
        expect(person.page.get_by_role("link", name="step")).not_to_have_count(0)


def test_a_phone_plays_a_whole_game_by_touch_without_scrolling(come: Come) -> None:
    phone = come(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    phone.page.goto(phone.url)
    phone.page.get_by_role("button", name="Play now").tap()
    phone.wait(lambda state: state["room"]["phase"] == "playing")
    moves = 0
    while phone.phase == "playing":
        page = phone.page
        assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        for row in ("U1", "U2", "D1", "D2"):
            expect(phone.row(row)).to_be_in_viewport(ratio=1)
        moves += play_on([phone], how="touch", moves=1)
    assert moves > 10
    phone.wait(lambda state: state["game"]["end"] is not None)


def test_a_whole_game_by_keyboard_alone(come: Come) -> None:
    ada = come()
    page = ada.page
    page.goto(ada.url)
    play_now = page.get_by_role("button", name="Play now")
    play_now.wait_for()
    for _ in range(30):  # as somebody without a mouse gets there
        if play_now.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    ada.wait(lambda state: state["room"]["phase"] == "playing")
    play_on([ada], how="keys")
    assert ada.phase == "over"


def test_cards_can_be_dragged_to_a_row(come: Come) -> None:
    ada = come()
    ada.page.goto(ada.url)
    ada.press("Play now")
    ada.wait(lambda state: state["room"]["phase"] == "playing")
    for _ in range(2):
        move = ada.best()
        ada.do(move, how="drag")
        card, row = move.split("@")
        assert ada.state is not None
        assert next(r["top"] for r in ada.state["game"]["rows"] if r["name"] == row) == int(card)
