"""What the page says while one plays: what a first card costs, when a turn leads nowhere, and who
is waited for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, settle
from tests.e2e.test_the_end import CARELESS, CARELESS_DEAL, alone

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


#: A deal for one in which 28 is an "exactly three"; the hand is 9 28 41 55 56 71 77 98.
COMMANDS = "extreme-1p-000000000000004T"


@pytest.mark.rule("X3")
def test_a_command_card_says_what_it_does_and_its_word_pales_when_its_turn_is_over(
    come: Come,
) -> None:
    ada = come()
    alone(ada, COMMANDS)
    turn = ada.page.get_by_role("region", name="This turn")
    ada.card(28).click()
    expect(turn).to_contain_text("Exactly three: Lay exactly 3 cards in this turn.")
    # Drawn on the card: how long the command binds. A card without one has no such sign.
    expect(ada.card(28).locator(".binds")).to_have_count(1)
    expect(ada.card(9).locator(".binds")).to_have_count(0)
    ada.card(41).click()
    expect(turn).not_to_contain_text("Lay exactly 3 cards in this turn.")
    for move in ("9@U1", "41@U2", "28@D1"):
        ada.do(move)
    word = ada.page.locator('[data-lane="D1"] .word')
    expect(word).not_to_have_class(re.compile(r"\bpast\b"))
    ada.do("end")
    expect(word).to_have_class(re.compile(r"\bpast\b"))


#: A deal for one with 5 8 28 74 86 88 89 97 in hand; the 28 forbids the backwards trick.
NO_TRICK = "extreme-1p-0000000000000008"


@pytest.mark.rule("X5")
def test_where_no_trick_is_allowed_no_row_speaks_of_one(come: Come) -> None:
    ada = come()
    ada.page.goto(f"{ada.url}/#deal={NO_TRICK}")
    settle(ada)
    # The commands of the box are no option that somebody chose.
    expect(ada.page).to_have_title(re.compile("Extreme"))
    expect(ada.page).not_to_have_title(re.compile("Commands"))
    ada.do("74@U1")
    expect(ada.page.locator(".notch")).to_have_count(1)
    expect(ada.row("U1")).to_have_accessible_name(re.compile("Backwards trick with 64"))
    ada.do("28@U2")
    expect(ada.page.locator(".notch")).to_have_count(0)
    for row in ("U1", "U2", "D1", "D2"):
        expect(ada.row(row)).not_to_have_accessible_name(re.compile("Backwards trick with"))


@pytest.mark.parametrize(
    ("width", "locale"), [(320, "en-GB"), (360, "de-DE"), (390, "fr-FR"), (1280, "de-DE")]
)
def test_the_rows_stay_where_they_are_whatever_is_said_below_them(
    come: Come, width: int, locale: str
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width < 1000 else {}
    ada = come(viewport={"width": width, "height": 740}, locale=locale, **phone)
    ada.page.goto(f"{ada.url}/#deal={COMMANDS}")
    settle(ada)
    lanes = ada.page.locator("[data-lane]")
    expect(lanes).to_have_count(4)
    ada.page.evaluate("document.fonts.ready.then(() => true)")
    still = lanes.last.bounding_box()

    def choose(card: int) -> None:
        ada.card(card).click()
        expect(ada.card(card)).to_have_attribute("aria-pressed", "true")

    choose(28)  # a command, with a sentence about it
    assert lanes.last.bounding_box() == still
    ada.row("U1").click()
    ada.wait(lambda state: len(state["game"]["hand"]) == 7)
    assert lanes.last.bounding_box() == still
    ada.page.locator('[aria-keyshortcuts="h"]').click()
    expect(ada.page.get_by_role("alert")).to_be_visible()
    assert lanes.last.bounding_box() == still
    # Whoever has no keyboard is not offered one.
    assert ada.page.locator('[aria-keyshortcuts="t"]').is_visible() is (width > 1000)


def test_whoever_plays_alone_is_offered_no_signs_to_anybody(come: Come) -> None:
    ada, ben = come(), come()
    alone(ada, COMMANDS)
    expect(ada.page.get_by_role("button", name="Name a command")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Marker on row")).to_have_count(0)
    ada.page.keyboard.press("m")
    expect(ada.page.get_by_text("Which row should the marker go on?")).to_have_count(0)
    ben.page.goto(ben.url)
    ben.page.get_by_role("radio", name="With 1 bot").check()
    ben.press("Play now")
    settle(ben)
    expect(ben.page.get_by_role("button", name="Marker on row")).to_have_count(4)


def test_the_ear_is_told_which_cards_were_drawn(come: Come) -> None:
    ada = come()
    alone(ada, DEAL, "Original")
    before = {10, 33, 53, 55, 77, 82, 94, 95}
    for move in ("10@U1", "95@D1", "end"):
        ada.do(move)
    state = ada.wait(lambda state: len(state["game"]["hand"]) == 8)
    low, high = sorted({held["card"] for held in state["game"]["hand"]} - before)
    spoken = ada.page.locator('[aria-live="polite"]').first
    expect(spoken).to_contain_text(f"You drew {low} and {high}.")


def test_whose_turn_it_is_may_be_played_by_a_bot_while_they_are_away(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    state = ada.wait(lambda state: state["game"]["active"] is not None)
    while state["game"]["active"] == 0:
        ada.do(ada.best())
        state = ada.wait(lambda _: True)
    turn = ada.page.get_by_role("region", name="This turn")
    expect(turn).to_contain_text("It is Ben’s turn.")
    ben.page.goto("about:blank")
    expect(turn).to_contain_text("Ben is away, and it is their turn.")
    ada.press("Let a bot play meanwhile")
    ada.wait(lambda state: state["room"]["seats"][1]["stand_in"] is not None)


def test_a_hint_points_at_card_and_row_and_the_game_is_marked(come: Come) -> None:
    ada = come()
    alone(ada, CARELESS_DEAL, "Original")
    ada.press("Hint")
    told = ada.page.get_by_role("alert")
    expect(told).to_contain_text(re.compile(r"Suggestion: \d+ on [UD][12], \S+\. \w.+\."))
    expect(told).to_contain_text("The game now counts as played with hints.")
    found = re.search(r"(\d+) on ([UD][12])", told.inner_text())
    assert found is not None
    card, row = int(found[1]), found[2]
    expect(ada.card(card)).to_have_attribute("aria-pressed", "true")
    expect(ada.page.locator("[data-row].pointed")).to_have_attribute("data-row", row)
    log = ada.page.get_by_role("region", name="Log")
    expect(log).to_contain_text("Guest has asked for a hint")
    # Who plays alone is not told who sat down; a name may be written from right to left.
    expect(log).not_to_contain_text("sits down")
    expect(log.get_by_role("listitem").first).to_have_attribute("dir", "auto")
    # Taken or not, it is over with the next choice; asked by key it says no more than its reason.
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".pointed")).to_have_count(0)
    ada.page.keyboard.press("h")
    expect(told).to_contain_text("Suggestion:")
    expect(told).not_to_contain_text("counts as played with hints")
    ada.row(row).click()
    ada.wait(lambda state: len(state["game"]["hand"]) == 7)
    expect(ada.page.locator(".pointed")).to_have_count(0)
    ada.press("Take back")
    ada.wait(lambda state: len(state["game"]["hand"]) == 8)
    ada.page.keyboard.press("Escape")  # the card that came back is still chosen
    for move in CARELESS:
        ada.do(move)
    ada.do("end")
    ada.press("To the result")
    expect(ada.page.get_by_role("main")).to_contain_text("Played with hints (Guest)")
    ada.page.goto(f"{ada.url}/mine")
    finished = ada.page.get_by_role("region", name="Finished").get_by_role("listitem")
    expect(finished).to_contain_text("with hints")


def test_a_table_may_do_without_hints(come: Come) -> None:
    ada = come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("link", name="Set up a table").click()
    ada.page.get_by_role("radio", name="1 seat").check()
    ada.page.get_by_role("switch", name="Hints").uncheck()
    ada.press("Play")
    settle(ada)
    expect(ada.page.get_by_role("button", name="End turn")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Hint")).to_have_count(0)
