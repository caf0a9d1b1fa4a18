"""What the page says at the end of a game that was lost by a command."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import PHONE, Person, settle

Come = Callable[..., Person]

#: A deal for one in which 28 is an "exactly three"; the hand is 9 28 41 55 56 71 77 98.
DEAL = "extreme-1p-000000000000004T"


def alone(person: Person, deal: str) -> None:
    """Sit down alone at a table with these cards."""
    person.page.goto(person.url)
    person.page.get_by_role("link", name="Set up a table").click()
    person.page.get_by_role("radio", name="Extreme", exact=True).check()
    person.page.get_by_role("radio", name="1 seat").check()
    person.page.get_by_role("textbox", name="Deal code").fill(deal)
    person.press("Play")
    settle(person)


@pytest.mark.rule("B9r", "X3")
@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_a_broken_command_is_named_with_its_cards_and_nothing_is_praised(
    come: Come, size: dict[str, object]
) -> None:
    ada = come(**size)
    alone(ada, DEAL)
    for move in ("9@U1", "28@U1", "41@U1", "55@U1"):
        ada.do(move)
    state = ada.wait(lambda state: state["game"]["end"] is not None)
    assert state["game"]["end"]["praise"] == "broken"
    shown = ada.page.get_by_role("main")
    expect(shown.get_by_role("heading", level=1)).to_have_text("The game is over.")
    expect(shown).to_contain_text("The 28 asks for exactly three cards; the 55 was the fourth.")
    expect(shown).to_contain_text("94 cards left")
    expect(shown.locator(".praise")).to_have_count(0)
    expect(shown).not_to_contain_text("the last word")  # what is said to a hand that got stuck


@pytest.mark.rule("B8")
def test_in_gold_the_last_card_wins_nothing(come: Come) -> None:
    person = come()
    page = person.page
    page.goto(f"{person.url}/#rules")
    verdicts = page.locator(".verdict")
    expect(verdicts.get_by_text("wins", exact=True)).to_have_count(1)
    page.get_by_role("radio", name="Gold and grey").check()
    expect(verdicts.get_by_text("all laid", exact=True)).to_have_count(1)
    expect(verdicts.get_by_text("wins", exact=True)).to_have_count(0)
