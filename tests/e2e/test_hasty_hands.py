"""Who plays faster than the line gets what was meant, in that order."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.table_page import Person

Come = Callable[..., Person]

#: Alone, with 4, 7, 17, 26, 35, 58, 63 and 74 in hand.
DEAL = "original-1p-0000000000000045"
#: A line on which everything takes its time on the way to the server.
SLOW_LINE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (message) {
  setTimeout(() => send.call(this, message), 400);
};
"""


def sit_down(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    page.get_by_role("link", name="Set up a table").click()
    page.get_by_role("radio", name="Original", exact=True).check()
    page.get_by_role("radio", name="1 seat").check()
    page.get_by_role("textbox", name="Deal code").fill(DEAL)
    person.press("Play now")
    person.wait(lambda state: state["room"]["phase"] == "playing")
    for card in (4, 7, 74):
        person.card(card).wait_for()


def tops(person: Person) -> list[int | None]:
    assert person.state is not None
    return [row["top"] for row in person.state["game"]["rows"]]


def until_in_hand(person: Person, cards: int) -> None:
    person.wait(lambda state: len(state["game"]["hand"]) == cards)


def typed(person: Person, keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def test_a_number_typed_right_after_a_lay_is_a_new_one(come: Come) -> None:
    ada = come()
    sit_down(ada)
    typed(ada, "74")
    expect(ada.card(74)).to_have_attribute("aria-pressed", "true")
    ada.page.keyboard.press("Escape")
    typed(ada, "7a4")
    expect(ada.card(4)).to_have_attribute("aria-pressed", "true")


def test_a_whole_turn_typed_at_once_is_played_on_a_slow_line(come: Come) -> None:
    ada = come()
    ada.page.add_init_script(SLOW_LINE)
    sit_down(ada)
    typed(ada, "7a4se")
    ada.wait(lambda state: state["game"]["turn"] == 2)
    assert tops(ada) == [7, 4, None, None]
    assert ada.state is not None
    assert len(ada.state["game"]["hand"]) == 8


def test_the_same_thing_twice_is_meant_once(come: Come) -> None:
    ada = come()
    ada.page.add_init_script(SLOW_LINE)
    sit_down(ada)
    note = ada.page.locator(".note")
    typed(ada, "7as")  # a card can be laid only once, so the first row is meant
    until_in_hand(ada, 7)
    ada.page.wait_for_timeout(900)
    expect(note).to_have_count(0)
    ada.card(63).click()
    ada.row("D2").dblclick()
    until_in_hand(ada, 6)
    ada.page.get_by_role("button", name="End turn").dblclick()
    ada.wait(lambda state: state["game"]["turn"] == 2)
    ada.page.wait_for_timeout(900)  # by then anything heard twice would have been refused in words
    expect(note).to_have_count(0)
    assert tops(ada) == [7, None, None, 63]
    ada.page.keyboard.press("e")
    expect(note).to_have_count(1)


def test_what_was_to_follow_something_that_failed_is_off(come: Come) -> None:
    ada = come()
    ada.page.add_init_script(SLOW_LINE)
    sit_down(ada)
    typed(ada, "7a4a74fe")  # 4 does not go onto 7
    until_in_hand(ada, 7)
    expect(ada.page.get_by_text("4 is too low there").first).to_be_visible()
    ada.page.wait_for_timeout(1500)
    assert tops(ada) == [7, None, None, None]
    assert ada.state is not None
    assert ada.state["game"]["turn"] == 1
