"""The first minute: the rules on one card, the signs of the table, and who says what of a row."""

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
NUMBER = re.compile(r"\b[BVTXF]\d+r?\b")
#: Nothing around it cuts it off.
READABLE = "e => getComputedStyle(e.closest('.words')).clipPath === 'none'"
MINUTE = "The rules in one minute"


def minute_on(person: Person) -> Locator:
    return person.page.get_by_role("region", name=MINUTE)


def look_for_it(person: Person) -> None:
    """Go down the page to the rules in a minute, which are fetched when somebody comes near."""
    person.page.get_by_text(MINUTE).scroll_into_view_if_needed()


@pytest.mark.parametrize("size", [{}, PHONE | {"color_scheme": "dark"}], ids=["desk", "phone-dark"])
def test_a_newcomer_finds_the_rules_in_a_minute_at_home(come: Come, size: dict[str, Any]) -> None:
    ada = come(**size)
    ada.page.goto(ada.url)
    look_for_it(ada)
    minute = minute_on(ada)
    for title in ("One team", "Two rows climb", "Lay, then draw", "way back", "nothing fits"):
        expect(minute.get_by_role("heading", name=title)).to_be_visible()
    expect(minute).to_contain_text("Alone there is nobody to tell")
    expect(minute).to_contain_text("You hold 8 of them")
    expect(minute).not_to_contain_text(NUMBER)
    assert minute.locator("svg.card").count() > 10
    box = minute.bounding_box()
    assert box is not None
    assert box["height"] <= 2 * 844
    assert fits(ada)
    assert serious(ada) == []
    # It is that of the table one is about to open.
    ada.page.get_by_role("radio", name="With 2 bots").check()
    expect(minute).to_contain_text("Say anything but numbers")
    expect(minute).to_contain_text("You hold 6 of them")
    ada.page.get_by_role("radio", name="Gold and grey").check()
    expect(minute).to_contain_text("Nobody wins and nobody loses")
    ada.page.get_by_role("radio", name="Extreme").check()
    expect(minute).to_contain_text("Some cards give orders")
    expect(minute).to_contain_text("Binds only whoever laid it")
    assert serious(ada) == []


def test_whoever_knows_the_rules_is_spared_them(come: Come) -> None:
    ada, ben = come(), come()
    summary = ada.page.get_by_text(MINUTE)
    ada.page.goto(ada.url)
    look_for_it(ada)
    expect(minute_on(ada)).to_be_visible()
    summary.click()
    expect(minute_on(ada)).to_have_count(0)
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Play now")).to_be_visible()
    look_for_it(ada)
    expect(summary).to_be_visible()
    expect(minute_on(ada)).to_have_count(0)
    # After some games it is closed by itself, and one tap away.
    for _ in range(3):
        ben.page.goto(ben.url)
        look_for_it(ben)
        expect(minute_on(ben)).to_be_visible()
        ben.press("Play now")
        ben.page.wait_for_url("**/t/*")
    ben.page.goto(ben.url)
    expect(ben.page.get_by_role("button", name="Play now")).to_be_visible()
    look_for_it(ben)
    expect(minute_on(ben)).to_have_count(0)
    ben.page.get_by_text(MINUTE).click()
    expect(minute_on(ben)).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_the_waiting_room_tells_the_rules_of_its_table(come: Come, size: dict[str, Any]) -> None:
    ada = come(**size)
    ada.open_table("Extreme", 2, {}, "Ada")
    look_for_it(ada)
    expect(minute_on(ada)).to_contain_text("Some cards give orders")
    expect(minute_on(ada)).to_contain_text("You hold 7 of them")
    # Several people: cards stay where they are.
    expect(minute_on(ada)).not_to_contain_text("take cards back")
    assert fits(ada)
    assert serious(ada) == []


def test_all_rules_by_number_are_one_tap_below(come: Come) -> None:
    ada = come(**PHONE)
    ada.page.goto(f"{ada.url}/#rules")
    expect(minute_on(ada)).to_be_visible()
    expect(ada.page.get_by_role("main")).not_to_contain_text(NUMBER)
    ada.page.get_by_text("All rules by number").tap()
    expect(ada.page.get_by_role("heading", name=re.compile("^B4"))).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "rules", "signs", "said"),
    [
        ("en-GB", "Rules", "The signs at the table", "Please leave this row."),
        ("de-DE", "Regeln", "Die Zeichen am Tisch", "Diese Reihe bitte freihalten."),
        ("fr-FR", "Règles", "Les signes de la table", "Merci de ne pas jouer ici."),
    ],
)
def test_the_signs_of_the_table_are_explained(
    come: Come, locale: str, rules: str, signs: str, said: str
) -> None:
    ada = come(locale=locale)
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="Extreme").check()
    ada.page.get_by_role("radio").nth(1).check()  # with one bot
    ada.page.locator("form button[type=submit]").click()
    ada.wait(lambda state: state["room"]["phase"] in ("agreeing", "playing"))
    ada.page.get_by_role("button", name=rules).click()
    dialog = ada.page.get_by_role("dialog", name=rules)
    dialog.get_by_text(signs).click()
    legend = dialog.locator("details[open]")
    # Shade and light, notch and trail; three markers and a stale one; commands; host, bot, away.
    expect(legend.locator("dt")).to_have_count(4 + 4 + 9 + 3)
    expect(legend).to_contain_text(said)
    assert all(text.strip() for text in legend.locator("dd").all_inner_texts())
    assert serious(ada) == []


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_the_first_cards_are_laid_with_a_word_about_what_one_sees(
    come: Come, size: dict[str, Any]
) -> None:
    ada = come(**size)
    ada.page.goto(f"{ada.url}/#deal=original-1p-0000000000000000")
    settle(ada)
    told = ada.page.locator(".guide")
    expect(told).to_contain_text("Choose a card.")
    ada.card(42).click()
    expect(told).to_contain_text("what the card would cost")
    ada.row("U1").click()
    expect(told).to_contain_text("ten back")
    # It covers no row and no card.
    box, row = told.bounding_box(), ada.page.locator("[data-lane]").first.bounding_box()
    assert box is not None
    assert row is not None
    assert box["y"] + box["height"] <= row["y"]
    assert fits(ada)
    assert serious(ada) == []
    ada.do("58@U1")
    expect(told).to_contain_text("End it, and you draw.")
    ada.do("end")
    ada.do("64@U1")
    expect(told).to_have_count(0)  # by now one knows how
    ada.page.reload()
    expect(ada.card(2)).to_be_visible()
    expect(told).to_have_count(0)


def test_whoever_knows_how_to_lay_closes_the_bubble_for_good(come: Come) -> None:
    ada = come()
    ada.page.goto(f"{ada.url}/#deal=original-1p-0000000000000000")
    settle(ada)
    told = ada.page.locator(".guide")
    told.get_by_role("button", name="Understood").click()
    expect(told).to_have_count(0)
    ada.card(42).click()
    expect(ada.card(42)).to_have_attribute("aria-pressed", "true")
    expect(told).to_have_count(0)
    ada.page.reload()
    expect(ada.card(2)).to_be_visible()
    expect(told).to_have_count(0)


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

    def warning(row: str) -> Locator:
        return player.page.locator(f'[data-lane="{row}"] .bubble.against .words')

    # Where there is little room, who asked stands at the row alone.
    expect(warning("U1")).to_have_text(re.compile(f"^({who}: )?on no account$"))
    expect(warning("D1")).to_have_text(re.compile(f"^({who}: )?leave it$"))
    for row in ("U2", "D2"):
        expect(player.page.locator(f'[data-lane="{row}"] .bubble')).to_be_visible()
        expect(warning(row)).to_have_count(0)
    assert serious(player) == []
    assert fits(player)
    # A tap on the marker means the lane now, and the row that moves on is asked for no more.
    box = chip.bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.wait(lambda state: state["game"]["rows"][0]["top"] is not None)
    player.card(player.state["game"]["hand"][-1]["card"]).click()
    expect(lane).to_contain_text("+")
    expect(warning("U1")).to_have_count(0)


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
