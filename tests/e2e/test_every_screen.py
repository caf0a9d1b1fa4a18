"""Every screen, for everybody: axe-core finds nothing, in both themes, big and small."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.screens import ALONE, STILL, TEAM, begin, lay, my_turn, play_deal, screens
from tests.e2e.table_page import DESK, PHONE, Person, play_on, settle

Come = Callable[..., Person]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

#: Theme, size and language: every one of each, without trying all combinations.
LOOKS: list[dict[str, Any]] = [
    {"viewport": DESK, "color_scheme": "light", "locale": "en-GB"},
    {"viewport": PHONE, "color_scheme": "dark", "locale": "de-DE", "has_touch": True},
    {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "fr-FR"},
    {"viewport": DESK, "color_scheme": "dark", "locale": "en-GB"},
]


def serious(person: Person) -> list[str]:
    """What axe-core finds."""
    # axe is no part of the page, so the page's policy would refuse it as a script tag. It stays
    # until the page is left.
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8") + "; true")
    # Half of a change of theme, or what is still fading in, axe takes for faint ink.
    person.page.evaluate(STILL)
    found = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


#: Words that are shown in smaller letters than anybody should have to read.
TINY = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const around = texts.currentNode.parentElement;
    if (text && parseFloat(getComputedStyle(around).fontSize) < 11 && around.checkVisibility()) {
      found.add(text);
    }
  }
  return [...found];
}"""


def fits(person: Person) -> bool:
    """True when nothing sticks out sideways."""
    return bool(person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    "look",
    [
        {"viewport": DESK, "locale": "fr-FR"},
        {"viewport": PHONE, "locale": "de-DE", "has_touch": True},
    ],
    ids=["desk-fr", "phone-de"],
)
def test_every_screen_is_open_to_everybody(come: Come, look: dict[str, Any]) -> None:
    person = come(**look)
    found: dict[str, list[str]] = {}
    seen = []
    lights: list[Literal["light", "dark"]] = ["light", "dark"]
    for screen in screens(person):
        seen.append(screen)
        faults = []
        for light in lights:
            person.page.emulate_media(color_scheme=light)
            faults += serious(person)
        lights.reverse()  # each screen begins in the light that the one before ended in
        if not fits(person):
            faults.append("sticks out sideways")
        faults += person.page.evaluate(TINY)
        if faults:
            found[screen] = faults
    assert len(seen) == len(set(seen)) == 30
    assert found == {}
    person.faults = [fault for fault in person.faults if "404" not in fault]  # no such table


@pytest.mark.parametrize(
    ("locale", "language", "play"),
    [("de-AT", "de", "Jetzt spielen"), ("fr-CA", "fr", "Jouer"), ("pl-PL", "en", "Play now")],
)
def test_the_page_speaks_the_browsers_language(
    come: Come, locale: str, language: str, play: str
) -> None:
    person = come(locale=locale)
    person.page.goto(person.url)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.get_by_role("button", name=play).first).to_be_visible()


def test_the_language_can_be_switched_at_once(come: Come) -> None:
    person = come()
    person.page.goto(person.url)
    person.press("Settings")
    person.page.get_by_role("dialog").get_by_role("radio", name="Deutsch").check()
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Jetzt spielen").first).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_role("button", name="Jetzt spielen").first).to_be_visible()


@pytest.mark.parametrize(("locale", "bots"), [("en-GB", 0), ("de-DE", 2), ("fr-FR", 1)])
def test_the_first_load_is_small_and_the_table_adds_little(
    come: Come, locale: str, bots: int
) -> None:
    person = come(locale=locale)
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    person.page.goto(person.url)
    play = person.page.locator("main form button[type=submit]")
    play.wait_for()
    # The minute of rules comes as well, when somebody goes down to it.
    person.page.locator("main details").last.scroll_into_view_if_needed()
    person.page.locator(".sketch").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    home = sum(sizes)
    assert 20_000 < home < 150_000
    person.page.get_by_role("radio").nth(bots).check()
    play.click()
    person.wait(lambda state: state["room"]["phase"] in ("agreeing", "playing"))
    person.page.locator("[data-card]").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    assert 500 < sum(sizes) - home < 10_000


@pytest.mark.parametrize("late", ["**/locale/*.json", "**/assets/index-*.js"])
def test_a_slow_line_shows_a_table_at_once(come: Come, late: str) -> None:
    person = come()
    held: list[Any] = []
    # The words, or the program, come late: nothing can be said, but there is something to see.
    person.page.route(late, lambda request: held.append(request))
    person.page.goto(person.url, wait_until="commit")
    shell = person.page.locator(".shell")
    expect(shell).to_contain_text("ninetyeight")
    expect(shell.locator("i")).to_have_count(4)
    expect(shell.locator("i").last).to_be_visible()
    person.page.wait_for_function("document.fonts.status === 'loaded'")
    assert held
    expect(shell).to_be_visible()
    for request in held:
        request.continue_()
    expect(person.page.get_by_role("button", name="Play now").first).to_be_visible()
    expect(shell).to_have_count(0)


#: What keeps a cost from being read: out of its lane, or on a card or the place of one.
IN_THE_WAY = """() => [...document.querySelectorAll(".bubble .tag")].flatMap((tag) => {
  const track = tag.closest(".track");
  const word = tag.getBoundingClientRect();
  const lane = track.getBoundingClientRect();
  const inside = word.left >= lane.left - 1 && word.right <= lane.right + 1
    && word.top >= lane.top - 1 && word.bottom <= lane.bottom + 1;
  const on = [...track.querySelectorAll(".top, .slot")].map((card) => card.getBoundingClientRect())
    .some((card) => word.left < card.right - 1 && word.right > card.left + 1);
  return inside && !on ? [] : [tag.textContent.trim()];
})"""


def test_every_cost_keeps_in_its_lane_and_off_the_cards_on_every_screen(come: Come) -> None:
    person = come()
    play_deal(person, ALONE)
    begin(person)
    assert person.state is not None
    for turn in range(3):
        if turn:
            person.page.keyboard.press("Escape")  # a card chosen already would be put down
            person.do(person.best())
        hand = [held["card"] for held in person.state["game"]["hand"]]
        for width, height in ((2560, 1440), (1280, 800), (820, 1100), (360, 740), (740, 360)):
            person.page.set_viewport_size({"width": width, "height": height})
            for card in (hand[0], hand[-1]):
                person.page.keyboard.press("Escape")
                person.card(card).click()
                expect(person.page.locator(".bubble .tag")).to_have_count(4)
                person.page.evaluate(STILL)
                found = person.page.evaluate(IN_THE_WAY)
                assert found == [], f"{card} after {turn} moves, {width} by {height}"


#: What is told of a chosen card and lies on a marker, or sticks out of its lane.
ON_MARKERS = """() => [...document.querySelectorAll(".bubble .tag")].flatMap((tag) => {
  const lane = tag.closest(".track");
  const [word, whole] = [tag, lane].map((part) => part.getBoundingClientRect());
  const out = word.left < whole.left - 1 || word.right > whole.right + 1;
  const chips = [...lane.querySelectorAll("[data-marks] > [aria-hidden]")];
  const on = chips.map((chip) => chip.getBoundingClientRect()).some((chip) =>
    word.left < chip.right - 1 && word.right > chip.left + 1
    && word.top < chip.bottom - 1 && word.bottom > chip.top + 1);
  return out || on ? [`${lane.parentElement.dataset.lane} ${tag.textContent.trim()}`] : [];
})"""


def test_in_low_lanes_what_a_card_would_do_keeps_off_the_markers(come: Come) -> None:
    person = come(locale="de-DE")
    play_deal(person, TEAM, "planner", "planner", "planner", "planner")
    begin(person)
    chips = 0
    for _ in range(2):
        assert my_turn(person)
        assert person.state is not None
        hand = [held["card"] for held in person.state["game"]["hand"]]
        for width, height in ((740, 360), (320, 640)):
            person.page.set_viewport_size({"width": width, "height": height})
            for card in hand:
                person.page.keyboard.press("Escape")
                person.card(card).click()
                expect(person.card(card)).to_have_attribute("aria-pressed", "true")
                person.page.evaluate(STILL)
                chips += person.page.locator("[data-marks] > [aria-hidden]").count()
                found = person.page.evaluate(ON_MARKERS)
                assert found == [], f"{card}, {width} by {height}"
        lay(person, 3)
    assert chips > 20


#: Cards whose number in the corner something else lies on.
HIDDEN = """(cards) => [...document.querySelectorAll(cards)].filter((card) => {
  const corner = card.querySelector(".corner").getBoundingClientRect();
  return [0.3, 0.5, 0.7].some((part) => {
    const at = [corner.left + corner.width * part, corner.top + corner.height / 2];
    return document.elementFromPoint(...at)?.closest(cards) !== card;
  });
}).length"""


@pytest.mark.parametrize("size", [DESK, {"width": 320, "height": 640}], ids=["desk", "phone"])
def test_no_fan_hides_a_number(come: Come, size: dict[str, int]) -> None:
    person = come(viewport=size)
    person.page.goto(f"{person.url}/#rules")
    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("dialog").get_by_role("radio", name="As a fan").check()
    person.page.keyboard.press("Escape")
    play_deal(person, ALONE)
    begin(person)
    for chosen in (0, 4):
        person.page.locator("[data-card]").nth(chosen).click()
        person.page.evaluate(STILL)
        assert person.page.locator("[data-card] .corner").count() == 8
        assert person.page.evaluate(HIDDEN, "[data-card]") == 0
        person.page.keyboard.press("Escape")


def test_the_board_grows_with_the_screen(come: Come) -> None:
    person = come()
    play_deal(person, ALONE)
    begin(person)
    person.do(person.best())
    sizes = []
    for width, height in ((1280, 800), (2560, 1440)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(STILL)
        found = [
            person.page.locator(part).first.bounding_box()
            for part in ("[data-lane] .track", "[data-lane] .top", "[data-card]")
        ]
        sizes.append([box["width"] * box["height"] for box in found if box])
    small, large = sizes
    assert len(small) == len(large) == 3
    assert all(more > 1.3 * less for less, more in zip(small, large, strict=True))


def test_numbers_are_of_our_own_type_from_the_first_moment(come: Come) -> None:
    person = come()
    person.page.goto(person.url)
    person.page.locator(".scene [data-lane]").first.wait_for()
    assert person.page.evaluate("document.fonts.check('1em Numerals', '98')")
    wide = """(sign) => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = "100px Numerals";
      return pen.measureText(sign).width;
    }"""
    widths = {round(person.page.evaluate(wide, digit), 2) for digit in "0123456789"}
    assert widths == {56.6}  # tabular, and not the machine's own


def test_on_a_phone_a_table_is_set_up_without_a_search_for_the_button(come: Come) -> None:
    person = come(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    person.page.goto(f"{person.url}/#setup")
    opens = person.page.get_by_role("button", name="Open the table")
    expect(opens).to_be_in_viewport(ratio=1)
    seat = person.page.get_by_role("combobox", name="Seat 2").bounding_box()
    option = person.page.get_by_role("switch").first.bounding_box()
    assert seat is not None
    assert option is not None
    # Who plays comes before what may be made harder, and is not cut.
    assert seat["y"] < option["y"]
    assert seat["width"] > 250
    person.page.mouse.wheel(0, 10_000)
    expect(opens).to_be_in_viewport(ratio=1)


def test_a_card_is_taken_back_and_the_rules_are_one_key_away(come: Come) -> None:
    person = come()
    person.page.goto(person.url)
    person.press("Play now")
    person.wait(lambda state: state["room"]["phase"] == "playing")
    before = person.state
    assert before is not None
    person.do(person.best())
    person.page.keyboard.press("b")
    after = person.wait(lambda state: not state["game"]["this_turn"]["laid"])
    assert after["game"]["hand"] == before["game"]["hand"]
    person.page.keyboard.press("r")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_text("All rules by number").click()
    expect(dialog).to_contain_text("B4")
    expect(dialog.locator("svg").first).to_be_visible()


def test_a_typed_move_is_made_and_announced(come: Come) -> None:
    person = come()
    person.page.goto(person.url)
    person.page.get_by_role("radio", name="With 1 bot").check()
    person.press("Play now")
    settle(person)
    play_on([person], moves=1)
    person.wait(lambda state: state["game"]["my_turn"] or state["room"]["phase"] == "over")
    if person.phase == "over":
        return
    move = person.best()
    person.page.keyboard.press("t")
    person.page.keyboard.type(move.replace("@", " ").lower())
    heard = len(person.news)
    person.page.keyboard.press("Enter")
    person.wait(lambda _: any(n["kind"] in ("laid", "ended") for n in person.news[heard:]))
    live = person.page.locator("[aria-live]")
    assert any(text.strip() for text in live.all_inner_texts())


def test_the_page_can_be_installed(come: Come) -> None:
    person = come()
    person.page.goto(person.url)
    devtools = person.context.new_cdp_session(person.page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        answer = person.page.request.get(f"{person.url}/{icon['src'].lstrip('/')}")
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
        sizes.add(icon["sizes"])
    assert {"192x192", "512x512"} <= sizes


def test_an_unknown_address_is_told_by_the_page_itself(come: Come) -> None:
    person = come(locale="fr-FR")
    answer = person.page.goto(f"{person.url}/nothing/here")
    assert answer is not None
    assert answer.status == 404
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    expect(person.page.get_by_role("link").first).to_be_visible()
    person.faults = [fault for fault in person.faults if "404" not in fault]
