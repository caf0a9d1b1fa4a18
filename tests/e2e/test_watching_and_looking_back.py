"""Watchers see no hand; a finished game can be stepped through by link, with anybody's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, play_on, settle

Come = Callable[..., Person]


def test_a_watcher_sees_the_rows_and_no_hand(come: Come) -> None:
    ada, watcher = come(), come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="With 1 bot").check()
    ada.press("Play now")
    ada.wait(lambda state: state["room"]["phase"] in ("agreeing", "playing"))
    settle(ada)
    play_on([ada], moves=2)
    watcher.page.goto(f"{ada.url}/t/{ada.table}")
    seen = watcher.wait(lambda state: state["game"] is not None)
    assert seen["room"]["seat"] is None
    assert seen["room"]["invite"] is None
    assert seen["room"]["deal"] is None
    assert seen["game"]["hand"] == []
    expect(watcher.page.locator("[data-card]")).to_have_count(0)
    assert ada.state is not None
    number = ada.state["number"]
    ada.wait(lambda state: state["game"]["my_turn"] or state["room"]["phase"] == "over")
    play_on([ada], moves=1)
    watcher.wait(lambda state: state["number"] > number)


def test_a_finished_game_is_shared_by_a_link_to_any_turn(come: Come) -> None:
    ada, friend = come(), come()
    ada.page.goto(ada.url)
    ada.press("Play now")
    ada.wait(lambda state: state["room"]["phase"] == "playing")
    play_on([ada])
    assert ada.state is not None
    last = ada.state["number"]
    # Somebody who was not there, with the link to a turn in the middle, through the player's eyes.
    answers: list[dict[str, object]] = []
    friend.page.on(
        "response",
        lambda r: answers.append(r.json()) if f"/steps/{last // 2}" in r.url else None,
    )
    friend.page.goto(f"{ada.url}/t/{ada.table}/replay/{last // 2}?eyes=0")
    expect(friend.page.locator("[data-lane]")).to_have_count(4)
    expect(friend.page.locator("[data-card]").first).to_be_visible()
    assert answers[0]["number"] == last // 2
    friend.page.keyboard.press("End")
    expect(friend.page).to_have_url(f"{ada.url}/t/{ada.table}/replay/{last}?eyes=0")
    friend.page.keyboard.press("Home")
    expect(friend.page).not_to_have_url(f"{ada.url}/t/{ada.table}/replay/{last}?eyes=0")
    # The record can be downloaded, and the same people go on.
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="record").first.click()
    assert download.value.suggested_filename.endswith(".98")
    ada.press("Again, new deal")
    ada.wait(lambda state: state["room"]["follows"] is not None)


def test_rows_that_lie_open_can_be_read_from_their_first_card(come: Come) -> None:
    ada = come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="Gold and grey").check()
    ada.press("Play now")
    settle(ada)
    play_on([ada], moves=9)
    state = ada.wait(lambda state: any(len(row["cards"]) > 1 for row in state["game"]["rows"]))
    ada.page.get_by_text("Rows", exact=True).click()
    for row in state["game"]["rows"]:
        if len(row["cards"]) > 1:
            told = ", ".join(map(str, row["cards"]))
            expect(ada.page.get_by_text(told, exact=True)).to_be_visible()


def named_in_log(person: Person) -> set[int]:
    """The cards that the log beside the board names."""
    region = person.page.get_by_role("region", name="Log")
    return set(map(int, re.findall(r": (\d+) on [UD]\d", region.inner_text())))


def named_anywhere(person: Person) -> set[int]:
    """The cards that the page names on a row: in any text, also for screen readers alone, in any
    attribute, and in what the browser keeps."""
    everything = person.page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((element) => [
            ...[...element.attributes].map((attribute) => attribute.value),
            ...[...element.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data),
        ]).concat(document.title, JSON.stringify(localStorage), JSON.stringify(sessionStorage))"""
    )
    return {int(card) for text in everything for card in re.findall(r"(\d+) on [UD]\d", text)}


def shown_to(person: Person) -> set[int]:
    """The cards of the running turn and of everybody's last turn, as the state tells them."""
    assert person.state is not None
    game = person.state["game"]
    turns = [*game["last_turns"], *([game["this_turn"]] if game["this_turn"] else [])]
    return {laid["card"] for turn in turns for laid in turn["laid"]}


@pytest.mark.rule("B11", "B12r")
def test_with_closed_rows_what_is_covered_is_shown_nowhere_until_the_end(come: Come) -> None:
    ada = come()
    page = ada.page
    page.goto(ada.url)
    ada.press("Play now")
    ada.wait(lambda state: state["room"]["phase"] == "playing")
    move = ada.best()
    ada.do(move)
    page.get_by_role("button", name="Take back").click()
    taken = page.get_by_text(re.compile("takes back a card from"))
    expect(taken).to_have_count(1)
    expect(page.locator("[aria-live]", has_text="took back a card")).to_have_count(1)
    assert named_in_log(ada) == named_anywhere(ada) == set()
    page.keyboard.press("Escape")  # it is in hand again, and chosen
    play_on([ada], moves=15)
    laid = {news["card"] for news in ada.news if news["kind"] == "laid"}
    state = ada.wait(bool)
    turns, tops = shown_to(ada), {row["top"] for row in state["game"]["rows"]} - {None}
    assert laid - turns - tops, "nothing has been covered yet"
    # The log, the board with all that is told to screen readers, and the last turns.
    for _ in range(2):
        expect(page.get_by_role("region", name="Log").get_by_role("listitem")).not_to_have_count(0)
        assert named_in_log(ada) == turns
        assert named_anywhere(ada) <= turns
        assert page.locator(".tick").count() == 0
        assert page.get_by_text("Rows", exact=True).count() == 0
        assert page.locator("[title^='Laid so far']").count() == 0
        ada.press("Look back")
        dialog = page.get_by_role("region", name="You are looking back")
        expect(dialog.get_by_text("stays covered")).to_be_visible()
        told = set(map(int, re.findall(r"(\d+) on [UD]\d", dialog.inner_text())))
        assert told == turns
        ada.press("Back to the game")
        page.reload()  # whoever comes again is told no more
        ada.wait(lambda state: state["room"]["phase"] == "playing")
    table = f"{ada.url}/t/{ada.table}"
    page.goto(f"{table}/replay/{state['number'] - 6}")
    expect(page.get_by_role("alert")).to_contain_text("After the end")
    ada.faults = [fault for fault in ada.faults if "409" not in fault]  # the browser tells it, too
    page.goto(table)
    ada.wait(lambda state: bool(state["game"]["hand"][0]["previews"]))  # no longer the replay's
    play_on([ada])
    state = ada.wait(lambda state: state["room"]["phase"] == "over")
    rows = [row["cards"] for row in state["game"]["rows"]]
    assert laid - {int(move.split("@")[0])} <= {card for row in rows for card in row}
    assert named_in_log(ada) == {card for row in rows for card in row}
    ada.press("Look at the table")
    page.get_by_text("Rows", exact=True).click()
    for cards in rows:
        if len(cards) > 1:
            expect(page.get_by_text(", ".join(map(str, cards)), exact=True)).to_be_visible()
    assert page.locator(".tick").count() == sum(map(len, rows))


@pytest.mark.rule("B11")
def test_with_open_rows_the_log_and_the_past_stay_open(come: Come) -> None:
    ada = come()
    page = ada.page
    page.goto(ada.url)
    page.get_by_role("radio", name="Gold and grey").check()
    ada.press("Play now")
    settle(ada)
    play_on([ada], moves=12)
    laid = {news["card"] for news in ada.news if news["kind"] == "laid"}
    assert named_in_log(ada) == laid
    ada.press("Look back")
    expect(page.locator("[data-replay-slider]")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("Before the first turn")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".tick")).to_have_count(len(laid))
