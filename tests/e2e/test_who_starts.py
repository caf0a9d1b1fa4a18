"""Who takes the first turn: how it is explained, settled, and settled otherwise (B10, B10r)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.table_page import DESK, PHONE, Person, pick_a_hand, settle
from tests.e2e.test_every_screen import fits, serious

pytestmark = pytest.mark.rule("B10r")

Come = Callable[..., Person]


def two_people(come: Come, edition: str, **look: Any) -> tuple[Person, Person]:
    """Two people with cards in their hands who are about to agree who starts."""
    ada, ben = come(**look), come()
    ada.open_table(edition, 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    ada.press("I am ready")
    ben.press("I am ready")
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] != "gathering")
        if person.phase == "picking":
            pick_a_hand(person)
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] == "agreeing")
    return ada, ben


def answer(person: Person, name: str) -> Locator:
    return person.page.get_by_role("group", name="Your answer").get_by_role("button", name=name)


def start(person: Person) -> Locator:
    return person.page.get_by_role("button", name="I start", exact=True)


def test_at_a_quiet_table_all_are_ready_and_whoever_feels_like_it_starts(come: Come) -> None:
    ada, ben = two_people(come, "Gold and grey")
    for person in (ada, ben):
        offered = person.page.locator(".offers")
        expect(offered).to_contain_text("whoever feels like it starts")
        for word in ("must", "like to", "agree"):
            assert word not in offered.inner_text()
    answer(ada, "I am ready").click()
    expect(answer(ada, "I am ready")).to_have_attribute("aria-pressed", "true")
    expect(start(ada)).to_have_attribute("aria-disabled", "true")
    start(ada).click(force=True)  # nothing happens before everybody is ready
    expect(start(ben)).to_have_attribute("aria-disabled", "true")
    expect(ada.page.get_by_role("status").filter(has_text="Not everybody")).to_be_visible()
    answer(ben, "Ready, somebody else").click()
    expect(ada.page.get_by_role("status").filter(has_text="Everybody is ready")).to_be_visible()
    assert ada.phase == "agreeing"
    # By keyboard alone; and who said rather not could have done the same.
    expect(start(ben)).not_to_have_attribute("aria-disabled", "true")
    start(ada).focus()
    ada.page.keyboard.press("Enter")
    ben.wait(lambda state: state["room"]["phase"] == "playing" and state["game"]["active"] == 0)
    ada.wait(lambda state: state["game"]["my_turn"])
    ada.do(ada.best())


def test_of_two_who_press_i_start_one_has_it_and_the_other_sees_who(come: Come) -> None:
    ada, ben = two_people(come, "Gold and grey")
    for person in (ada, ben):
        answer(person, "I am ready").click()
    for person in (ada, ben):
        expect(start(person)).not_to_have_attribute("aria-disabled", "true")
    at = ada.page.evaluate("Date.now() + 1500")
    press = f"setTimeout(() => document.querySelector('.offers .go')?.click(), {at} - Date.now())"
    for person in (ada, ben):
        person.page.evaluate(press)
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] == "playing")
    assert ada.state is not None
    assert ben.state is not None
    assert ada.state["game"]["active"] == ben.state["game"]["active"]
    assert sum(event["kind"] == "started" for event in ada.news) == 1


def test_where_both_would_rather_not_the_first_seat_starts(come: Come) -> None:
    ada, ben = two_people(come, "Gold and grey")
    settle(ada, ben)
    assert ada.state is not None
    assert ada.state["game"]["my_turn"]


def test_the_question_explains_itself_and_the_host_may_settle_it(come: Come) -> None:
    ada, ben = two_people(come, "Original")
    panel = ada.page.locator(".offers")
    expect(panel).to_contain_text("the strongest wish starts")
    expect(answer(ada, "I’d like to start")).to_contain_text("My cards suit it well.")
    expect(answer(ada, "Rather not")).to_contain_text("My cards do not suit it.")
    # No row of unexplained buttons: one heading, which opens a sentence and a choice of names.
    expect(panel.get_by_role("button", name="Ada starts")).to_be_hidden()
    expect(ben.page.get_by_text("Settle it otherwise")).to_have_count(0)
    summary = panel.get_by_text("Settle it otherwise")
    summary.focus()
    ada.page.keyboard.press("Enter")
    expect(panel).to_contain_text("As the host you can let anybody start.")
    panel.get_by_role("button", name="Ben starts").click()
    ben.wait(lambda state: state["game"]["my_turn"])


def test_until_the_first_card_lies_somebody_else_may_start_after_all(come: Come) -> None:
    ada, ben = two_people(come, "Original")
    answer(ada, "I can start").click()
    answer(ben, "I really must").click()
    ben.wait(lambda state: state["game"]["my_turn"])
    ben.press("Let somebody else start")
    ben.page.get_by_role("dialog").get_by_role("button", name="Ada starts").click()
    ada.wait(lambda state: state["game"]["my_turn"])
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    expect(ada.page.get_by_text("Ada starts instead of Ben.").first).to_be_visible()
    link = ada.page.get_by_role("button", name="Let somebody else start")
    expect(link).to_be_visible()
    expect(ben.page.get_by_role("button", name="Let somebody else start")).to_have_count(0)
    ada.do(ada.best())
    expect(link).to_have_count(0)


@pytest.mark.parametrize("edition", ["Original", "Gold and grey"])
def test_the_question_is_open_to_everybody_and_fits_a_phone(come: Come, edition: str) -> None:
    ada, ben = two_people(come, edition)
    answer(ben, "I am ready" if edition != "Original" else "I can start").click()
    ada.wait(lambda state: "1" in state["game"]["offers"])
    for size, scheme in ((DESK, "light"), (PHONE, "dark")):
        ada.page.set_viewport_size(size)  # type: ignore[arg-type]
        ada.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if edition == "Original" and size is DESK:
            ada.page.locator("summary").click()
        assert serious(ada) == []
        assert fits(ada)
