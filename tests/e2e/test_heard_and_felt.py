"""What is heard and felt at the table, told by what the browser itself is asked to play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.table_page import Person, settle
from tests.e2e.test_the_end import CARELESS, CARELESS_DEAL, alone

Come = Callable[..., Person]

#: The hand is 45 55 62 65 77 81 96 98; the 55 and the 77 are fires.
FIRES = "original-fire-1p-0000000000000002"

#: Notes down what the browser starts to play, by pitch where it has one, and each buzz.
LISTEN = """
window.played = []; window.buzzed = [];
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) {
    played.push(this.frequency ? Math.round(this.frequency.value) : "noise");
    return start.apply(this, when);
  };
}
const vibrate = navigator.vibrate.bind(navigator);
navigator.vibrate = (pattern) => { buzzed.push(pattern); return vibrate(pattern); };
"""
CARD, TRICK, FIRE, LOSS, WIN = 130, 392, 98, 330, 523


def listening(come: Come, motion: str = "no-preference", **context: object) -> Person:
    person = come(reduced_motion=motion, **context)
    person.page.add_init_script(LISTEN)
    return person


def hears(person: Person, *signals: int) -> None:
    """Since the last time exactly these began, each by its first note."""
    firsts = f"filter((note) => [{CARD}, {TRICK}, {FIRE}, {LOSS}, {WIN}].includes(note))"
    person.page.wait_for_function(f"played.{firsts}.length >= {len(signals)}")
    assert person.page.evaluate(f"played.splice(0).{firsts}") == [*signals]


def deal_with_fires(person: Person) -> None:
    """Alone at a table with these cards."""
    person.page.goto(f"{person.url}/#deal={FIRES}")
    person.wait(lambda state: state["room"]["phase"] == "playing")


def flip(person: Person, *names: str) -> None:
    """Flip switches of the settings."""
    person.press("Settings")
    sheet = person.page.get_by_role("dialog", name="Settings")
    for name in names:
        sheet.get_by_role("switch", name=name, exact=True).click()
    person.press("Close")
    expect(sheet).to_have_count(0)


def test_a_fire_a_trick_a_card_and_a_loss_are_told_apart_and_each_can_be_switched_off(
    come: Come,
) -> None:
    ada = listening(come)
    deal_with_fires(ada)
    ada.do("55@U1")
    hears(ada, FIRE)
    ada.do("45@U1")
    hears(ada, TRICK)
    ada.do("62@U2")
    hears(ada, CARD)
    assert ada.page.evaluate("buzzed.splice(0)") == [[25, 30, 25, 30, 25], [12, 40, 16], [8]]
    flip(ada, "A card is laid", "The game is won")
    flip(ada, "The game is won")  # gives a sample of itself
    hears(ada, WIN)
    ada.do("65@U2")
    flip(ada, "A card is laid")
    hears(ada, CARD)  # the sample, and nothing before it
    alone(ada, CARELESS_DEAL, "Original")
    for move in CARELESS:
        ada.do(move)
        if move != "end":
            hears(ada, CARD)
    ada.do("end")
    hears(ada, LOSS)


def test_whoever_wants_less_motion_hears_nothing_unless_they_ask(come: Come) -> None:
    ada = listening(come, "reduce")
    deal_with_fires(ada)
    ada.do("45@U1")
    assert ada.page.evaluate("[...played, ...buzzed]") == []
    flip(ada, "Sound")
    hears(ada, TRICK)  # a sample
    assert ada.page.evaluate("buzzed") == []
    ada.do("62@U2")
    hears(ada, CARD)
    ada.page.reload()
    ada.card(65).click()
    ada.row("U2").click()
    hears(ada, CARD)


def test_nothing_plays_before_the_page_was_touched(come: Come) -> None:
    ada, ben = come(), listening(come)
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    state = ada.wait(lambda state: state["game"]["active"] is not None)
    while state["game"]["active"] != 0:
        ben.do(ben.best())
        state = ada.wait(lambda _: True)
    ben.page.reload()
    ben.wait(lambda state: state["game"] is not None)
    log = ben.page.get_by_role("region", name="Log")
    ada.do(ada.best())
    expect(log).to_contain_text("Ada: ")
    assert ben.page.evaluate("[...played, ...buzzed]") == []
    ben.page.mouse.click(5, 5)
    ada.do(ada.best())
    hears(ben, CARD)
    assert ben.page.evaluate("buzzed") == []  # the card was not Ben's


@pytest.mark.parametrize(
    ("locale", "settings", "trick"),
    [
        ("de-DE", "Einstellungen", "Rückwärtstrick"),
        ("fr-FR", "Réglages", "Un rétro"),
    ],
)
def test_the_switches_speak_the_language_of_the_page(
    come: Come, locale: str, settings: str, trick: str
) -> None:
    person = listening(come, locale=locale)
    person.page.goto(person.url)
    person.press(settings)
    switch = person.page.get_by_role("switch", name=trick)
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    switch.click()
    hears(person, TRICK)
