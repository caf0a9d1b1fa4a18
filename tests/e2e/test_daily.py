"""The games of the day, and a challenge to a friend, in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.table_page import PATIENCE, PHONE, Person, settle
from tests.e2e.test_every_screen import serious

Come = Callable[..., Person]

#: Far enough from midnight that a test sees one day.
pytestmark = pytest.mark.skipif(
    datetime.now(UTC).strftime("%H:%M") >= "23:50", reason="the day is about to change"
)

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def lose(person: Person) -> None:
    """Lay the largest steps until the game is over, and see the result."""
    while person.phase != "over":
        person.wait(lambda state: state["room"]["phase"] == "over" or state["game"]["my_turn"])
        if person.phase != "over":
            person.do(person.best(careful=False))
    expect(person.page.get_by_role("button", name="Again, new deal")).to_be_visible()


def of_the_day(person: Person) -> Locator:
    """What the page says about the games of the day: on the home page and after one."""
    return person.page.get_by_role("region", name="Game of the day")


def play_daily(person: Person, game: str = "Alone") -> None:
    person.page.goto(person.url)
    forget(person)
    of_the_day(person).get_by_role("button", name=f"Play: {game}").click()
    settle(person)


def forget(person: Person) -> None:
    """Forget the table one came from, so that what is known next is of the new one."""
    person.state = None


def ask_for_a_hint(person: Person) -> None:
    """Ask, and lay nothing."""
    person.wait(lambda state: state["game"]["my_turn"])
    person.press("Hint")
    expect(person.page.get_by_role("alert")).to_contain_text("Suggestion:")
    person.page.keyboard.press("Escape")


def hand(person: Person) -> list[int]:
    assert person.state is not None
    return [held["card"] for held in person.state["game"]["hand"]]


@pytest.mark.parametrize(
    "look", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desk", "phone"]
)
def test_the_first_try_of_a_day_counts_and_later_ones_are_practice(
    come: Come, look: dict[str, Any]
) -> None:
    ada = come(**look, **CLIPBOARD)
    play_daily(ada)
    assert ada.state is not None
    assert not ada.state["room"]["known_deal"]
    first, cards = ada.table, hand(ada)
    lose(ada)
    assert not ada.state["room"]["known_deal"]
    result = of_the_day(ada)
    expect(result).to_contain_text("1 day in a row")
    left = ada.state["game"]["end"]["left"]

    # The line to share tells how the game went and no card.
    result.get_by_role("button", name="Copy the line").click()
    expect(result).to_contain_text("It tells no card")
    line = ada.page.evaluate("navigator.clipboard.readText()")
    day, shape, figures = line.split("\n")
    assert re.fullmatch(r"ninetyeight · .+ · Alone", day)
    assert re.fullmatch(rf"[▁▂▃▄▅▆▇█]{{1,12}} {left} cards left", shape)
    assert re.fullmatch(r"\d+ turns?, \d+ backwards tricks?", figures)
    assert ada.state["room"]["deal"] not in line

    assert serious(ada) == []

    # Home tells that it was played, and when the next one comes.
    ada.page.goto(ada.url)
    expect(of_the_day(ada).get_by_role("link", name=f"{left} cards left")).to_be_visible()
    expect(of_the_day(ada)).to_contain_text(re.compile(r"1 day in a row.*The next one comes in \d"))
    expect(of_the_day(ada).get_by_role("button", name="Play: Alone")).to_have_count(0)
    expect(of_the_day(ada).get_by_role("button", name="Play: With two bots")).to_be_visible()

    forget(ada)
    of_the_day(ada).get_by_role("button", name="Practise: Alone").click()
    settle(ada)
    assert ada.table != first
    assert ada.state["room"]["known_deal"]
    assert hand(ada) == cards


def test_a_first_try_that_was_left_goes_on_where_it_was(come: Come) -> None:
    ada = come()
    play_daily(ada, "With two bots")
    table = ada.table
    ada.page.goto(ada.url)
    forget(ada)
    of_the_day(ada).get_by_role("link", name="Go on: With two bots").click()
    settle(ada)
    assert ada.table == table
    # Even when the browser has forgotten the seat, it is the first try of this device.
    ada.page.evaluate("localStorage.removeItem('ninetyeight.seats')")
    play_daily(ada, "With two bots")
    assert ada.table == table
    assert ada.state is not None
    assert not ada.state["room"]["known_deal"]


def test_everybody_has_the_same_cards_and_sees_how_the_first_tries_ended(come: Come) -> None:
    people = [come(), come()]
    hands = []
    for person in people:
        play_daily(person)
        hands.append(hand(person))
        if person is people[1]:
            ask_for_a_hint(person)
        lose(person)
    assert hands[0] == hands[1]
    result = of_the_day(people[1])
    # A first try with hints is marked, and stands apart from what is drawn.
    expect(result.get_by_role("group", name="The line to share")).to_contain_text("with hints")
    expect(result).to_contain_text("With hints it does not count")
    assert people[0].page.get_by_text("with hints").count() == 0
    chart = result.get_by_role("img", name=re.compile("^First tries on this server"))
    expect(chart).to_be_visible()
    expect(result).to_contain_text(re.compile(r"\d+ first (try|tries) on this server"))
    # Another process works that out.
    par = re.compile(r"The bots (left \d+ cards?|won this deal)\.")
    expect(result).to_contain_text(par, timeout=PATIENCE)


def test_a_challenge_opens_the_same_table_at_once_and_both_see_both_results(come: Come) -> None:
    ada, ben = come(**CLIPBOARD), come()
    for person, name in ((ada, "Ada"), (ben, "Ben")):
        person.page.goto(person.url)
        person.page.get_by_role("textbox", name="Your name").fill(name)
    ada.page.get_by_role("radio", name="With 1 bot").check()
    ada.press("Play now")
    settle(ada)
    assert ada.state is not None
    seats = [seat["bot"] for seat in ada.state["room"]["seats"]]
    lose(ada)
    ada.press("Challenge a friend")
    expect(ada.page.get_by_role("main")).to_contain_text("side by side here")
    link = ada.page.evaluate("navigator.clipboard.readText()")

    ben.page.goto(link)
    settle(ben)
    assert ben.state is not None
    room = ben.state["room"]
    assert room["deal"] == ada.state["room"]["deal"]
    assert [seat["bot"] for seat in room["seats"]] == seats
    assert "#" not in ben.page.url
    ask_for_a_hint(ben)
    table = ben.table
    # The link followed once more leads back to the same table.
    ben.page.goto("about:blank")
    ben.page.goto(link)
    ben.wait(lambda state: state["room"]["id"] == table)
    lose(ben)

    ada.page.reload()
    for person in (ada, ben):
        side_by_side = person.page.get_by_role("group", name="Side by side")
        expect(side_by_side).to_contain_text("Ada")
        expect(side_by_side).to_contain_text("Ben")
        expect(person.page.get_by_role("main")).to_contain_text("among you the comparison counts")
        expect(person.page.get_by_role("table")).to_contain_text("with hints")
    expect(ben.page.get_by_role("main")).not_to_contain_text("known beforehand")
    # Beside bots nobody has to be waited for: the next cards lie there at once.
    ben.press("Again, new deal")
    ben.wait(
        lambda state: (
            state["room"]["id"] != table and state["room"]["phase"] in ("agreeing", "playing")
        )
    )
    expect(ben.page.locator("[data-card]").first).to_be_visible()


def test_a_bare_link_to_a_deal_plays_it_or_asks_who_does(come: Come) -> None:
    ada = come()
    ada.page.goto(f"{ada.url}/#deal=original-1p-0000000000000000")
    state = ada.wait(lambda state: state["room"]["phase"] == "playing")
    assert state["room"]["deal"] == "original-1p-0000000000000000"
    ada.page.goto(f"{ada.url}/#deal=extreme-2p-0000000000000000")
    expect(ada.page.get_by_role("textbox", name="Deal code")).to_have_value(
        "extreme-2p-0000000000000000"
    )
    expect(ada.page.get_by_role("radio", name="Extreme", exact=True)).to_be_checked()
    ada.page.goto(f"{ada.url}/#deal=nonsense")
    expect(ada.page.get_by_role("alert")).to_contain_text("nonsense")
    ada.faults = [fault for fault in ada.faults if "404" not in fault]  # no such deal
