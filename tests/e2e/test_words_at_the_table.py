"""What the page says while one plays: what a first card costs, when a turn leads nowhere, and who
is waited for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person
from tests.e2e.test_the_end import alone

Come = Callable[..., Person]

#: The hand of this deal is 10 33 53 55 77 82 94 95.
DEAL = "original-1p-K7Q2M9XA4TWB3H8C"
#: A deal in which the 10 on D1 leads nowhere after these cards; two others complete the turn.
NARROW_DEAL = "original-1p-0000000000000005"
NARROW = ("92@U1", "13@D1", "end", "2@D2", "77@U2", "end")


def test_a_first_card_says_what_it_costs_as_any_other_does(come: Come) -> None:
    ada = come()
    alone(ada, DEAL, "Original")
    ada.do("10@U1")
    expect(ada.page.get_by_role("region", name="Log")).to_contain_text("10 on U1, +9.")
    ada.card(55).click()
    for row, cost in {"U1": 45, "U2": 54, "D1": 45, "D2": 45}.items():
        lane = ada.page.locator(f'[data-lane="{row}"]')
        expect(lane).to_contain_text(f"+{cost}")
        expect(ada.row(row)).to_have_accessible_name(re.compile(rf"plus {cost}\b"))


@pytest.mark.rule("B8r", "B12r")
def test_a_turn_that_leads_nowhere_asks_for_a_card_back(come: Come) -> None:
    ada = come()
    alone(ada, NARROW_DEAL, "Original")
    for move in NARROW:
        ada.do(move)
    turn = ada.page.get_by_role("region", name="This turn")
    expect(turn).not_to_contain_text("dead end")
    ada.do("10@D1")
    expect(turn).to_contain_text("dead end: take a card back")
    expect(turn).to_contain_text("From here the turn cannot be completed")
    ada.press("Take back")
    expect(turn).not_to_contain_text("dead end")


def test_whoever_is_not_ready_is_waited_for_by_name(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ben.page.get_by_text("Waiting for Ada.")).to_be_visible()
    ada.press("I am ready")
    expect(ben.page.get_by_text("As soon as you are ready, the cards are dealt.")).to_be_visible()
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
