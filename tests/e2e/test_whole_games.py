"""Whole games in real browsers: two people and a bot, on every edition."""

from __future__ import annotations

import re
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


def heard(person: Person) -> tuple[set[int], list[tuple[int, int, str]]]:
    """What the buttons of the table are called: the hand, and each lay by its step, the smallest
    first. Somebody who cannot see the rows knows no more."""
    buttons = person.page.get_by_role("button")
    names = buttons.evaluate_all("(all) => all.map((one) => one.ariaLabel ?? one.textContent)")
    hand = {int(card) for name in names for card in re.findall(r"^\s*Card (\d+)", name)}
    lays = []
    for key, name in zip("asdf", [name for name in names if name.startswith("Row ")], strict=True):
        start = re.search(
            r"from (\d+) to|Top card (\d+)", name.split(".", 2)[0 if "Empty" in name else 1]
        )
        takes = re.search(r"Takes (\d+) to (\d+)|Takes only (\d+)", name)
        trick = re.search(r"Backwards trick with (\d+)", name)
        assert start, name
        top = int(start[1] or start[2])
        low, high = (int(takes[1] or takes[3]), int(takes[2] or takes[3])) if takes else (1, 0)
        for card in hand:
            if trick and card == int(trick[1]):
                lays.append((-10, card, key))
            elif low <= card <= high:
                lays.append((abs(card - top), card, key))
    return hand, sorted(lays)


def sounds_well(person: Person, card: int, key: str) -> bool:
    """Choose a card, and listen to what it would do on the row with this key."""
    person.page.keyboard.press("Escape")
    person.page.keyboard.type(str(card))
    row = person.page.locator(f"[aria-label^='Row '][aria-keyshortcuts='{key}']")
    expect(row).to_have_accessible_name(re.compile(f"Lay {card}: "))
    return not re.search("Careful|lose", row.get_attribute("aria-label") or "")


def test_a_whole_game_by_what_is_spoken_alone(come: Come) -> None:
    ada = come()
    page = ada.page
    page.goto(f"{ada.url}/#deal=original-1p-K7Q2M9XA4TWB3H8C")
    end = page.get_by_role("button", name=re.compile("^End turn"))
    end.wait_for()
    polite = page.locator("[aria-live=polite]").first
    urgent = page.locator("[aria-live=assertive]").first
    over = page.get_by_role("heading", level=1, name=re.compile("time|close|Super|played|did it"))
    cards, turns = 0, 0
    while not over.is_visible():
        expect(urgent).to_contain_text("Your turn!")
        hand, _ = heard(ada)
        while end.get_attribute("aria-disabled"):
            hand, lays = heard(ada)
            step, card, key = next(lay for lay in lays if sounds_well(ada, *lay[1:]))
            page.keyboard.press(key)
            done = f"back {-step}" if step < 0 else f"plus {step}"
            expect(polite).to_contain_text(re.compile(f"You laid {card} on .., {done}"))
            cards += 1
            hand.remove(card)
        page.keyboard.press("e")
        turns += 1
        expect(polite).to_contain_text("Your turn is over")
        told = polite.inner_text()
        drawn = re.search(r"You drew ([^.]+)\.", told)
        new = {int(card) for card in re.findall(r"\d+", drawn[1])} if drawn else set()
        ending = page.get_by_role("region", name="The end of the game")
        if not ending.or_(over).is_visible():
            assert heard(ada)[0] == hand | new
        else:
            over.wait_for()
    assert cards >= 2 * turns > 2
    expect(over).to_be_focused()


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
