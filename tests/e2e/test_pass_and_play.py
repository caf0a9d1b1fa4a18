"""Several people at one device: between two of them no hand is anywhere in the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.table_page import GameServer, Person
from tests.e2e.test_every_screen import fits, serious
from tests.e2e.test_first_minute import put

Found = dict[str, Any]


class Family(Person):
    """People who share a browser: what each of them is told, by seat."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        self.told: dict[int, Found] = {}
        super().__init__(browser, url, **context)

    def _hear(self, frame: str | bytes) -> None:
        super()._hear(frame)
        message = json.loads(frame)
        if message["type"] == "state" and message["room"]["seat"] is not None:
            self.told[message["room"]["seat"]] = message

    def sit_down(self, *names: str, edition: str = "Original") -> None:
        """Set the table up from the home page, with a name for everybody."""
        self.page.goto(self.url)
        self.page.get_by_role("link", name="On this device").click()
        self.page.get_by_role("radio", name=edition, exact=True).check()
        for seat, name in enumerate(names):
            if seat > 1:
                self.press("One more")
            self.page.get_by_role("textbox", name=f"Person {seat + 1}").fill(name)
        self.press("Deal the cards")
        self.agree(names)

    def agree(self, names: tuple[str, ...]) -> None:
        """Everybody has sat down, and has been told so."""
        self.wait(lambda _: len(self.told) == len(names) and self.everywhere("gathering", False))

    def everywhere(self, phase: str, there: bool = True) -> bool:
        """True when everybody has been told that the table stands there, or no longer."""
        return all((told["room"]["phase"] == phase) is there for told in self.told.values())

    @property
    def curtain(self) -> Locator:
        """The button with which somebody says that nobody else is looking."""
        return self.page.get_by_role("button", name=re.compile("^I am .*, show my cards"))

    def no_hand(self) -> bool:
        """True when no card of any hand is in the page, seen or unseen."""
        markup = self.page.content()
        held = [c["card"] for told in self.told.values() for c in told["game"]["hand"]]
        return not any(f'data-card="{card}"' in markup for card in held)

    def take(self, seat: int) -> None:
        """The device is passed on: who gets it looks at their hand and at no other."""
        name = self.told[seat]["room"]["seats"][seat]["name"]
        expect(self.curtain).to_have_text(f"I am {name}, show my cards")
        assert self.no_hand()
        self.curtain.click()
        self.wait(lambda _: self.told[seat]["number"] == self.newest)
        self.state = self.told[seat]
        for card in (held["card"] for held in self.told[seat]["game"]["hand"]):
            self.card(card).wait_for()

    @property
    def newest(self) -> int:
        """The number of the last event that anybody was told of."""
        return int(max(told["number"] for told in self.told.values()))

    @property
    def active(self) -> int | None:
        """Whose turn it is, as soon as everybody knows."""
        self.wait(lambda _: all(told["number"] == self.newest for told in self.told.values()))
        state = next(iter(self.told.values()))
        return None if state["room"]["phase"] == "over" else int(state["game"]["active"])

    def settle(self) -> None:
        """Everybody looks at their hand and says how much they would like to start."""
        for seat in sorted(self.told):
            self.take(seat)
            self.page.get_by_role("group", name="Your answer").get_by_role("button").nth(1).click()
        self.wait(lambda _: self.everywhere("playing"))

    def turn(self) -> None:
        """Whoever's turn it is takes the device and plays to the end of the turn."""
        seat = self.active
        assert seat is not None
        self.take(seat)
        while self.active == seat:
            self.state = self.told[seat]
            self.do(self.best())


@pytest.fixture
def family(browser: Browser, server: GameServer) -> Iterator[Callable[..., Family]]:
    here: list[Family] = []

    def come(**context: Any) -> Family:
        here.append(Family(browser, server.url, **context))
        return here[-1]

    yield come
    for one in here:
        one.close()


@pytest.mark.rule("B12r")
def test_a_whole_game_and_the_next_at_one_device(family: Callable[..., Family]) -> None:
    home = family(viewport={"width": 360, "height": 740})
    home.sit_down("Ada", "Ben", "Zoë")
    # Several people sit at the table, so nothing is taken back unless they chose it.
    assert home.told[0]["room"]["take_backs"] is False
    assert home.told[0]["game"]["hand"] != home.told[1]["game"]["hand"]
    assert fits(home)
    assert serious(home) == []
    home.settle()
    home.turn()
    # After a reload everybody still sits there, and the curtain is closed.
    seat = home.active
    home.told.clear()
    home.page.reload()
    home.wait(lambda _: len(home.told) == 3)
    assert seat is not None
    home.take(seat)
    expect(home.page.get_by_role("region", name="cards")).to_be_visible()
    assert serious(home) == []
    home.press("Hide the cards")
    expect(home.curtain).to_be_visible()
    assert home.no_hand()
    while home.active is not None:
        home.turn()
    home.page.get_by_role("heading", level=1).first.wait_for()
    again = home.page.get_by_role("button", name=re.compile("^Again"))
    again.first.wait_for()
    assert len(home.page.evaluate("JSON.parse(localStorage['ninetyeight.games']).games")) == 1
    before = home.told[0]["room"]["id"]
    again.first.click()
    # The same people sit at the next table, and the cards are dealt at once.
    home.wait(lambda _: all(told["room"]["id"] != before for told in home.told.values()))
    home.agree(("Ada", "Ben", "Zoë"))
    home.settle()
    home.turn()


def test_somebody_looks_at_their_hand_and_marks_a_row_between_turns(
    family: Callable[..., Family],
) -> None:
    home = family()
    home.sit_down("Ada", "Ben")
    home.settle()
    active = home.active
    assert active is not None
    other = 1 - active
    name = home.told[other]["room"]["seats"][other]["name"]
    assert home.no_hand()
    home.press(f"{name} takes a look")
    cards = [held["card"] for held in home.told[other]["game"]["hand"]]
    for card in cards:
        home.card(card).wait_for()
    rows = [row["name"] for row in home.told[other]["game"]["rows"]]
    put(home, rows[0], "leave it")
    home.wait(lambda _: any(n["kind"] == "marked" and n["seat"] == other for n in home.news))
    home.press("Hide the cards")
    home.take(active)


@pytest.mark.rule("B10r")
def test_in_gold_hands_are_picked_one_after_the_other_and_whoever_likes_starts(
    family: Callable[..., Family],
) -> None:
    home = family()
    home.page.goto(f"{home.url}/#here")
    home.page.get_by_role("radio", name=re.compile("Gold")).check()
    home.press("Deal the cards")
    home.wait(lambda _: len(home.told) == 2 and home.everywhere("picking"))
    for _ in range(2):
        home.curtain.click()
        home.press("Pick for me")
        home.press(re.compile("^Take"))
        expect(home.page.get_by_role("button", name="Pick for me")).to_have_count(0)
    home.wait(lambda _: home.everywhere("agreeing"))
    for seat in (0, 1):
        home.take(seat)
        home.page.get_by_role("group", name="Your answer").get_by_role("button").first.click()
    starts = home.page.get_by_role("button", name="Person 2 starts")
    expect(starts).to_be_visible()
    assert home.no_hand()
    starts.click()
    home.wait(lambda _: home.everywhere("playing"))
    assert home.active == 1
    home.take(1)
