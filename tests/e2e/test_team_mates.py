"""Team mates that search, at the page: chosen in plain words, thinking, stopped, and explaining."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ninetyeight.bots import team_mates, usual_mate
from ninetyeight.locale import catalogue
from tests.e2e.screens import COMMANDS, begin, my_turn, play_deal
from tests.e2e.table_page import DESK, PHONE, GameServer, Person, play_on, settle

Come = Callable[..., Person]
PAIR = "original-2p-K7Q2M9XA4TWB3H8C"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameServer]:
    """A server whose bots do search."""
    server = GameServer(tmp_path_factory.mktemp("searching"), SEARCHES="1")
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("de-DE", "de"), ("fr-FR", "fr")]
)
def test_every_team_mate_is_offered_in_plain_words_and_the_usual_one_is_chosen(
    come: Come, locale: str, language: str
) -> None:
    words = catalogue(language)
    person = come(locale=locale)
    person.page.goto(person.url)
    person.page.get_by_role("radio").nth(2).check()
    offered = person.page.get_by_role("radio", name=words.text(f"bots.name.{usual_mate()}"))
    expect(offered).to_be_checked()
    for bot in team_mates():
        radio = person.page.get_by_role("radio", name=words.text(f"bots.name.{bot}"), exact=True)
        radio.check()
        expect(person.page.get_by_text(words.text(f"bots.about.{bot}"))).to_be_visible()
    person.page.goto(f"{person.url}/#setup")
    listed = person.page.locator("select").first.locator("option")
    expect(listed).to_have_count(1 + len(team_mates()))  # the first is somebody with the link
    told = [" ".join((text or "").split()) for text in listed.all_text_contents()[1:]]
    for bot, line in zip(team_mates(), told, strict=True):
        assert words.text(f"bots.name.{bot}") in line
        assert " ".join(words.text(f"bots.about.{bot}").split()) in line


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_whole_games_with_the_champion_are_played_on_the_page(
    come: Come, size: dict[str, Any]
) -> None:
    person = come(viewport=size)
    play_deal(person, PAIR, "champion")
    settle(person)
    made = play_on([person])
    assert person.phase == "over"
    assert made > 10
    laid = {news["seat"] for news in person.news if news["kind"] == "laid"}
    assert laid == {0, 1}


def test_a_hint_says_what_it_is_worth_and_what_the_next_best_is(come: Come) -> None:
    person = come()
    play_deal(person, PAIR, "planner")
    begin(person)
    assert my_turn(person)
    worth = person.page.get_by_role("button", name="What is it worth?")
    end = time.monotonic() + 240
    while not worth.count():  # until the search is ready, hints are the planner's, without figures
        assert time.monotonic() < end
        person.page.get_by_role("button", name="Hint").click()
        expect(person.page.get_by_text("Suggestion: ")).to_be_visible()
        person.page.wait_for_timeout(300)
    worth.click()
    best = person.page.get_by_text(re.compile(r"Wins about \d+ games in 100?: \d+ on "))
    expect(best).to_be_visible()
    second = person.page.get_by_text(re.compile(r"The next best wins about \d+ in 100?: \d+ on "))
    expect(second).to_be_visible()
    assert person.state is not None
    held = {card["card"] for card in person.state["game"]["hand"]}
    for line in (best.inner_text(), second.inner_text()):
        cards = {int(card) for card in re.findall(r"(\d+) on ", line)}
        assert cards
        assert cards <= held  # nothing but the own cards is told


def test_somebody_who_has_waited_long_enough_says_so(come: Come) -> None:
    person = come()
    # Extreme takes the longest: commands have to be judged in every playout.
    play_deal(person, COMMANDS, "deep", "planner")
    begin(person)
    enough = person.page.get_by_role("button", name="That will do")
    for _ in range(60):
        person.wait(lambda state: state["game"]["my_turn"] or enough.is_visible())
        if enough.is_visible():
            break
        person.do(person.best())
    expect(person.page.get_by_text(re.compile("is thinking"))).to_be_visible()
    before = len(person.news)
    began = time.monotonic()
    enough.click()
    person.wait(lambda _: any(news["kind"] in ("laid", "ended") for news in person.news[before:]))
    assert time.monotonic() - began < 15  # of the twenty seconds that it may think
    expect(enough).to_have_count(0)
