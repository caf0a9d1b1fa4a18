"""The end of a game on the page: the board as it ended, why, and then the result."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.e2e.screens import STILL
from tests.e2e.table_page import PHONE, Person, play_on, settle
from tests.e2e.test_every_screen import HIDDEN

Come = Callable[..., Person]

#: A deal for one in which 28 is an "exactly three"; the hand is 9 28 41 55 56 71 77 98.
DEAL = "extreme-1p-000000000000004T"


#: A deal for one that is lost after two careless turns; the hand then is 8 16 21 36 42 46 58 64.
CARELESS_DEAL = "original-1p-0000000000000000"
CARELESS = ("2@D1", "10@D2", "end", "86@U1", "84@U2")


def alone(person: Person, deal: str, edition: str = "Extreme") -> None:
    """Sit down alone at a table with these cards."""
    person.page.goto(person.url)
    person.page.get_by_role("link", name="Set up a table").click()
    person.page.get_by_role("radio", name=edition, exact=True).check()
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


def lose_carelessly(person: Person) -> None:
    """Play until ending the turn ends the game."""
    alone(person, CARELESS_DEAL, "Original")
    for move in CARELESS:
        person.do(move)


@pytest.mark.rule("B8")
@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_the_board_shows_the_end_and_what_was_missing_before_the_result(
    come: Come, size: dict[str, object]
) -> None:
    ada = come(**size)
    lose_carelessly(ada)
    before = {held["card"] for held in ada.state["game"]["hand"]}  # type: ignore[index]
    ada.page.get_by_role("button", name="End turn").click()
    ending = ada.page.get_by_role("region", name="The end of the game")
    expect(ending).to_contain_text("Only one card still fits, the 8 on D2, but 2 have to be laid.")
    # One row after the other closes.
    delays = ada.page.locator("[data-lane] .light").evaluate_all(
        """(all) => all.map((light) => getComputedStyle(light))
          .filter(({ animationName }) => animationName === "closing")
          .map(({ animationDelay }) => parseFloat(animationDelay))"""
    )
    assert delays == sorted(set(delays))
    assert len(delays) == 3  # D1 had closed before
    expect(ada.page.locator("[data-lane]")).to_have_count(4)
    expect(ada.page.get_by_role("heading", name="Not this time.")).to_have_count(0)
    after = {held["card"] for held in ada.state["game"]["hand"]}  # type: ignore[index]
    assert len(after - before) == 2
    for drawn in after - before:
        expect(ada.card(drawn)).to_be_visible()
    # It goes on by itself after a moment.
    expect(ada.page.get_by_role("heading", name="Not this time.")).to_be_visible()
    expect(ending).to_have_count(0)
    result = ada.page.get_by_role("main")
    expect(result).to_contain_text("Only one card still fits, the 8 on D2")
    # Nothing is blamed on the deal: nobody has found out whether it could be won.
    expect(result).to_contain_text("94 cards left. The next deal is shuffled already")


def test_whoever_has_seen_enough_goes_on_and_later_visitors_get_the_result_at_once(
    come: Come,
) -> None:
    ada = come()
    lose_carelessly(ada)
    ada.page.get_by_role("button", name="End turn").click()
    ada.press("To the result")
    result = ada.page.get_by_role("heading", name="Not this time.")
    expect(result).to_be_visible()
    for late in (ada, come()):
        late.page.goto(f"{late.url}/t/{ada.table}")
        late.page.reload()
        expect(late.page.get_by_role("heading", name="Not this time.")).to_be_visible()
        expect(late.page.get_by_role("region", name="The end of the game")).to_have_count(0)


@pytest.mark.rule("B8")
def test_in_gold_the_last_card_wins_nothing(come: Come) -> None:
    person = come()
    page = person.page
    page.goto(f"{person.url}/#rules")
    page.get_by_text("All rules by number").click()
    verdicts = page.locator(".verdict")
    expect(verdicts.get_by_text("wins", exact=True)).to_have_count(1)
    page.get_by_role("radio", name="Gold and grey").check()
    expect(verdicts.get_by_text("all laid", exact=True)).to_have_count(1)
    expect(verdicts.get_by_text("wins", exact=True)).to_have_count(0)


def test_alone_the_next_deal_lies_on_the_table_at_once(come: Come) -> None:
    ada = come()
    lose_carelessly(ada)
    ada.do("end")
    ada.press("To the result")
    first = ada.table
    ada.press("Again, new deal")
    ada.wait(lambda state: state["room"]["id"] != first and state["room"]["phase"] == "playing")
    expect(ada.page.get_by_role("button", name="I am ready")).to_have_count(0)
    expect(ada.page.locator("[data-card]")).to_have_count(8)


def test_people_are_invited_to_the_next_game_and_come_when_they_like(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    play_on([ada, ben])
    ben.press("To the result")
    ben.page.locator("[data-chat]").fill("that was clo")
    first = ada.table
    ada.press("To the result")
    ada.press("Again, new deal")
    ada.wait(lambda state: state["room"]["id"] != first)
    # Ben stays where he is, with his half-typed words, until he likes to come.
    expect(ben.page.get_by_text("Ada has set up a table for the next game.").first).to_be_visible()
    expect(ben.page.locator("[data-chat]")).to_have_value("that was clo")
    assert ben.table == first
    told = ben.page.get_by_role("region", name="Log").inner_text()
    assert told.index("The game is over") < told.index("has set up a table for the next game")
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Ready", exact=True)).to_be_visible()
    ben.press("On to the next game")
    ben.press("I am ready")
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] in ("agreeing", "playing"))


#: A deal for one, and a way to lay every card of it.
WON_DEAL = "original-1p-0000000000000003"
WON = """
7@U1 24@U1 end 26@U1 33@U1 end 96@D1 94@D1 end 77@D1 23@U1 end 13@U1 21@U1 end 11@U1 20@U1 end
25@U1 15@U1 end 2@U2 3@U2 end 14@U2 75@D1 end 89@D2 99@D2 end 34@U1 41@U1 end 42@U1 47@U1 end
37@U1 27@U1 39@U1 end 50@U1 40@U1 end 54@U1 62@U1 end 4@U2 98@D2 end 84@D2 82@D2 71@D1 end
52@U1 61@U1 63@U1 65@U1 70@D1 69@D1 end 9@U2 10@U2 16@U2 end 68@D1 78@D1 end 55@U1 64@U1 end
73@D1 83@D1 29@U2 end 19@U2 22@U2 end 66@U1 30@U2 44@U2 48@U2 38@U2 72@D2 end
57@D2 49@D2 43@D2 36@D2 end 93@D1 91@D1 35@D2 end 56@U1 85@D1 95@D1 end 87@D1 46@U1 end
51@U1 58@U1 59@U1 end 60@U1 32@D2 end 67@U1 74@U1 79@U1 80@U1 81@U1 end 28@U2 31@D2 17@D2 end
86@U1 12@D2 end 97@D1 6@D2 5@D2 end 18@U2 8@U2 45@U2 53@U2 92@D1 76@U1 88@U1 90@U1
"""


def play_elsewhere(person: Person, moves: list[str]) -> None:
    """Make these moves from another device that holds the same seat, without a page."""
    secret = person.page.evaluate(
        "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret", person.table
    )
    with connect(f"{person.url.replace('http', 'ws')}/ws/{person.table}", proxy=None) as link:
        link.send(json.dumps({"type": "hello", "protocol": 2, "secret": secret, "previews": False}))
        for number, move in enumerate(moves):
            asked = {"type": "move", "id": f"m{number}", "move": move, "after": 10_000}
            link.send(json.dumps(asked))
            while (answer := json.loads(link.recv())).get("id") != asked["id"]:
                pass
            assert answer["type"] == "done", answer


def test_a_win_shines_on_the_board_before_it_is_told(come: Come) -> None:
    ada = come()
    ada.page.goto(f"{ada.url}/#deal={WON_DEAL}")
    settle(ada)
    *before, last = WON.split()
    play_elsewhere(ada, before)
    ada.wait(lambda state: state["game"]["left"] == 1)
    ada.do(last)
    ending = ada.page.get_by_role("region", name="The end of the game")
    expect(ending).to_contain_text("You did it!")
    # The last card lies where it was laid.
    card, row = last.split("@")
    expect(ada.page.locator(f'[data-lane="{row}"] [data-fly="top {card} {row}"]')).to_be_visible()
    expect(ada.page.locator(".table.ended.won")).to_be_visible()
    ada.press("To the result")
    expect(ada.page.get_by_role("heading", name="You did it!")).to_be_visible()
    ada.page.evaluate(STILL)
    assert ada.page.locator(".arc .leaf .corner").count() == 9
    assert ada.page.evaluate(HIDDEN, ".arc .leaf") == 0
    ada.page.get_by_role("link", name="It also comes in harder").click()
    expect(ada.page.get_by_role("switch", name="Fire")).to_be_visible()
