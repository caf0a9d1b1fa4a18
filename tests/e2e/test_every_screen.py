"""Every screen, for everybody: axe-core finds nothing serious, in both themes, big and small."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

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

#: Resolves when the last change is drawn, and what moves and comes to an end has come to it.
STILL = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await drawn();
  await drawn();
  const ending = () => document.getAnimations().filter((moving) =>
    moving.playState === "running" && Number.isFinite(moving.effect.getComputedTiming().endTime));
  while (ending().length) await Promise.allSettled(ending().map((moving) => moving.finished));
}"""


def serious(person: Person) -> list[str]:
    """What axe-core finds that keeps somebody out."""
    # axe is no part of the page, so the page's policy would refuse it as a script tag.
    person.page.evaluate(AXE.read_text(encoding="utf-8") + "; true")
    # Half of a change of theme, or what is still fading in, axe takes for faint ink.
    person.page.evaluate(STILL)
    found = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def fits(person: Person) -> bool:
    """True when nothing sticks out sideways."""
    return bool(person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


def screens(person: Person) -> Iterator[str]:
    """Go from screen to screen as a player does, and name each."""
    page, url = person.page, person.url
    page.goto(url)
    page.locator("main button").first.wait_for()
    yield "home"
    page.locator("header button").last.click()
    page.get_by_role("switch").first.wait_for()
    yield "settings"
    page.keyboard.press("Escape")
    page.goto(f"{url}/#setup")
    page.locator("form button").last.wait_for()
    yield "setting up a table"
    page.locator("form button").last.click()
    person.wait(lambda state: state["room"]["phase"] == "gathering")
    page.locator("button[aria-pressed]").first.wait_for()
    yield "lobby"
    page.keyboard.press("q")
    page.get_by_role("dialog").wait_for()
    yield "quick talk"
    page.goto(f"{url}/t/000000000000")
    page.locator("main h1").wait_for()
    yield "no such table"
    page.goto(url)
    page.locator("main form button").first.click()
    person.wait(lambda state: state["room"]["phase"] == "playing")
    yield "playing"
    person.card(int(person.best().split("@")[0])).click()
    yield "a card is chosen"
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    dialog.locator("h3").first.wait_for()
    for fold in (0, 1):
        dialog.locator("summary").nth(fold).click()
    dialog.locator(".entry").first.wait_for()
    yield "rules"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    yield "keys"
    page.keyboard.press("Escape")
    while person.phase == "playing":
        _lay_anything(person)
    page.locator("main").get_by_role("link").first.wait_for()
    yield "the end"
    assert person.state is not None
    page.goto(f"{url}/t/{person.table}/replay/{person.state['number'] - 2}")
    page.locator("[data-lane]").first.wait_for()
    yield "replay"


def _lay_anything(person: Person) -> None:
    """The largest steps end a game soon. Buttons are found without words, in any language."""
    assert person.state is not None
    move = person.best(careful=False)
    heard = len(person.news)
    if move == "end":
        person.page.keyboard.press("e")
    else:
        card, row = move.split("@")
        person.page.keyboard.press("Escape")  # a card chosen already would be put down
        person.card(int(card)).click()
        person.row(row).click()
        if person.page.locator("dialog[open]").count():
            person.page.locator("dialog[open] .danger").click()
    person.wait(lambda _: len(person.news) > heard)


@pytest.mark.parametrize("look", LOOKS, ids=["desk", "phone-dark-de", "phone-fr", "desk-dark"])
def test_every_screen_is_open_to_everybody(come: Come, look: dict[str, Any]) -> None:
    person = come(**look)
    found: dict[str, list[str]] = {}
    seen = []
    for screen in screens(person):
        seen.append(screen)
        faults = serious(person)
        if not fits(person):
            faults.append("sticks out sideways")
        if faults:
            found[screen] = faults
    assert len(seen) == 12
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


def test_the_first_load_is_small_and_stays_at_home(come: Come) -> None:
    person = come()
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Network.enable")
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    person.page.goto(person.url)
    person.press("Play now")
    person.wait(lambda state: state["room"]["phase"] == "playing")
    person.card(int(person.best().split("@")[0])).wait_for()
    person.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < 150_000


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
