"""The first minute: who says what of a row."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.table_page import DESK, Person, settle
from tests.e2e.test_every_screen import fits, serious

Come = Callable[..., Person]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
#: Nothing around it cuts it off.
READABLE = "e => getComputedStyle(e.closest('.words')).clipPath === 'none'"


# --- markers -------------------------------------------------------------------------------------


def at_the_table(come: Come, **size: Any) -> tuple[Person, Person]:
    """Two people before the first card: the one to play, and the other."""
    ada, ben = come(**size), come(**size)
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    assert ada.state is not None
    return (ada, ben) if ada.state["game"]["my_turn"] else (ben, ada)


def put(person: Person, row: str, marker: str) -> None:
    """Put a marker on a row."""
    assert person.state is not None
    person.page.get_by_role("button", name=f"Marker on row {row}").click()
    person.page.get_by_role("group", name=row).get_by_role("button", name=marker).click()
    person.wait(lambda state: any(r["name"] == row and r["marks"] for r in state["game"]["rows"]))


def told(words: Locator) -> bool:
    """Whether words can be read; for the ear they are always there."""
    box = words.bounding_box()
    return box is not None and box["height"] > 10 and words.evaluate(READABLE)


def name_of(person: Person) -> str:
    assert person.state is not None
    room = person.state["room"]
    return str(room["seats"][room["seat"]]["name"])


@pytest.mark.rule("T8r")
@pytest.mark.parametrize("size", [{"viewport": DESK}, PHONE], ids=["desk", "phone"])
def test_a_marker_is_told_in_words_and_warns_before_a_card(
    come: Come, size: dict[str, Any]
) -> None:
    player, other = at_the_table(come, **size)
    who = name_of(other)
    put(other, "U1", "on no account")
    put(other, "D1", "leave it")
    put(other, "D2", "small step")
    put(player, "U2", "on no account")
    player.wait(lambda state: all(row["marks"] for row in state["game"]["rows"]))
    lane = player.page.locator('[data-lane="U1"]')
    chip = lane.locator("[data-marks]")
    words = lane.get_by_text(f"{who} says: on no account.", exact=True)
    assert not told(words)
    if "has_touch" in size:
        chip.tap()
    else:
        chip.hover()
    assert told(words)
    assert serious(player) == []
    if "has_touch" not in size:
        player.page.mouse.move(0, 0)
        assert not told(words)
        chip.focus()
        player.page.keyboard.press("Enter")
        assert told(words)
        player.page.keyboard.press("Escape")
    # In empty rows they stand where the row begins.
    for row, right in {"U1": False, "D1": True}.items():
        track = player.row(row).bounding_box()
        box = player.page.locator(f'[data-marks="{row}"]').bounding_box()
        assert track is not None
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        middle = box["x"] + box["width"] / 2 - track["x"]
        assert (middle > track["width"] / 2) is right
    # The chosen card says whom it would go against: not one's own marker, nor a small step.
    assert player.state is not None
    player.card(player.state["game"]["hand"][3]["card"]).click()
    warning = re.compile(f"{who}: ")
    expect(lane).to_contain_text(f"{who}: on no account")
    expect(player.page.locator('[data-lane="D1"]')).to_contain_text(f"{who}: leave it")
    for row in ("U2", "D2"):
        expect(player.page.locator(f'[data-lane="{row}"]')).not_to_contain_text(warning)
    assert serious(player) == []
    assert fits(player)
    # A tap on the marker means the lane now, and the row that moves on is asked for no more.
    box = chip.bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.wait(lambda state: state["game"]["rows"][0]["top"] is not None)
    player.card(player.state["game"]["hand"][-1]["card"]).click()
    expect(lane).to_contain_text("+")
    expect(lane).not_to_contain_text(warning)


@pytest.mark.rule("T8r")
def test_no_marker_has_a_sign_of_its_own_in_the_menu(come: Come) -> None:
    player, _ = at_the_table(come)

    def drawn() -> list[str]:
        player.page.get_by_role("button", name="Marker on row U1").click()
        buttons = player.page.get_by_role("group", name="U1").get_by_role("button")
        expect(buttons).to_have_count(4)
        found = [buttons.nth(nth).locator("svg").inner_html() for nth in range(4)]
        player.page.keyboard.press("Escape")
        return found

    nothing = drawn()
    put(player, "U1", "on no account")
    taking_off = drawn()
    assert nothing[:3] == taking_off[:3]
    assert len({*nothing, *taking_off}) == 5
