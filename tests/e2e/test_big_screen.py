"""A table on a big screen: it shows everything but the hands, which are on the phones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e import qr_code
from tests.e2e.table_page import PHONE, Person, play_on, settle
from tests.e2e.test_every_screen import fits, serious

Come = Callable[..., Person]
TELEVISION = {"width": 1920, "height": 1080}


@pytest.mark.rule("B11")
def test_a_whole_game_with_the_table_on_a_screen_and_the_hands_on_phones(come: Come) -> None:
    screen = come(viewport=TELEVISION)
    ada, ben = (come(viewport=PHONE, has_touch=True) for _ in range(2))
    screen.page.goto(screen.url)
    screen.page.get_by_role("link", name="Table here, hands on phones").click()
    screen.press("Set up the table")
    state = screen.wait(lambda state: state["room"]["phase"] == "gathering")
    assert [seat["name"] for seat in state["room"]["seats"]] == [None, None]
    qr = screen.page.get_by_role("img", name="QR code of this link")
    expect(qr).to_be_visible()
    link = qr_code.read(qr)
    assert link == f"{screen.url}/t/{screen.table}"
    code = state["room"]["code"]
    expect(screen.page.get_by_text(f"{code[:3]} {code[3:]}")).to_be_visible()
    assert serious(screen) == []
    assert fits(screen)
    for person, name in ((ada, "Ada"), (ben, "Ben")):
        person.page.goto(link)
        person.page.get_by_role("textbox").first.fill(name)
        person.press("Sit down")
        person.wait(lambda state: state["room"]["seat"] is not None)
    # Who sat down first looks after the table.
    assert ada.wait(lambda _: True)["room"]["host"] is True
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    screen.wait(lambda state: state["room"]["phase"] == "playing")
    expect(screen.page.get_by_role("img", name="QR code of this link")).to_have_count(0)
    play_on([ada, ben], moves=3)
    assert serious(screen) == []
    assert fits(screen)
    # Nothing on the screen, nor anything that it was told, is of a hand.
    assert screen.page.locator("[data-card]").count() == 0
    state = screen.wait(lambda _: True)
    assert (state["game"]["hand"], state["room"]["invite"]) == ([], None)
    play_on([ada, ben])
    screen.wait(lambda state: state["room"]["phase"] == "over")
    expect(screen.page.locator(".result h1")).to_be_visible()
    before = screen.table
    ada.press("Again")
    # The screen goes along to the next table.
    screen.wait(lambda state: state["room"]["id"] != before)
    expect(screen.page.get_by_role("heading", name="Who is here?")).to_be_visible()


def test_a_running_game_is_shown_on_a_big_screen_by_its_link(come: Come) -> None:
    ada, screen = come(), come(viewport=TELEVISION)
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="With 1 bot").check()
    ada.press("Play now")
    settle(ada)
    ada.press("Links")
    link = ada.page.get_by_role("textbox", name="Big screen").input_value()
    screen.page.goto(link)
    screen.wait(lambda state: state["room"]["phase"] in ("playing", "over"))
    assert screen.page.locator("[data-card]").count() == 0
