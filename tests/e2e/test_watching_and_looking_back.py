"""Watchers see no hand; a finished game can be stepped through by link, with anybody's eyes."""

from __future__ import annotations

from collections.abc import Callable

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
