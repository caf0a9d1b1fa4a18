"""Hands are picked from the face-down fan by several people at once (B2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.table_page import Person

Come = Callable[..., Person]

#: Cards that each of two people picks.
HAND = 7


def chosen(person: Person) -> Locator:
    return person.page.locator("[data-place][aria-pressed=true]")


def places_chosen_by(person: Person) -> set[int]:
    return {int(spot.get_attribute("data-place") or -1) for spot in chosen(person).all()}


def choose(person: Person, *places: int) -> None:
    for place in places:
        person.page.locator(f"[data-place='{place}']").click()


def at_the_fan(come: Come) -> tuple[Person, Person]:
    ada, ben = come(), come()
    ada.open_table("Gold and grey", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    ada.press("I am ready")
    ben.press("I am ready")
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] == "picking")
    return ada, ben


def take(person: Person) -> Locator:
    return person.page.get_by_role("button", name=re.compile("^Take"))


def test_what_chance_found_stays_a_full_hand_when_others_are_faster(come: Come) -> None:
    ada, ben = at_the_fan(come)
    choose(ada, 5)
    ada.press("Pick for me")
    expect(chosen(ada)).to_have_count(HAND)
    first = places_chosen_by(ada)
    assert 5 in first
    choose(ben, *sorted(first))
    take(ben).click()
    expect(ada.page.locator("[data-place].taken")).to_have_count(HAND)
    expect(chosen(ada)).to_have_count(HAND)
    assert not first & places_chosen_by(ada)
    take(ada).click()
    ada.wait(lambda state: state["room"]["phase"] == "agreeing")


def test_nothing_is_chosen_any_more_once_a_hand_is_taken(come: Come) -> None:
    ada, _ = at_the_fan(come)
    ada.press("Pick for me")
    take(ada).click()
    expect(take(ada)).to_have_count(0)
    expect(ada.page.locator("[data-place].taken")).to_have_count(HAND)
    expect(chosen(ada)).to_have_count(0)


def test_a_place_that_somebody_else_took_is_to_be_chosen_anew(come: Come) -> None:
    ada, ben = at_the_fan(come)
    choose(ada, *range(HAND))
    expect(take(ada)).to_be_enabled()
    choose(ben, 0, 1, *range(20, 18 + HAND))
    take(ben).click()
    expect(take(ada)).to_be_disabled()
    expect(chosen(ada)).to_have_count(HAND - 2)
    expect(ada.page.get_by_text(re.compile("2 more"))).to_be_visible()
    choose(ada, 30, 31)
    take(ada).click()
    ada.wait(lambda state: state["room"]["phase"] == "agreeing")
