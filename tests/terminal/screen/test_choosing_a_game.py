"""The set-up form: quick for those in a hurry, complete for the others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.screen import Screen

from ninetyeight.rules import Lay, Rules
from ninetyeight.table import RecordFile, records_folder
from ninetyeight.terminal.choices import GameChoices
from ninetyeight.terminal.screen.app import GameApp
from ninetyeight.terminal.screen.form import OneOf, OnOff
from ninetyeight.terminal.screen.setup_screen import SetupScreen
from ninetyeight.terminal.screen.table_screen import TableScreen
from tests.terminal.screen.driver import Driver, stacked

pytestmark = pytest.mark.asyncio

FIRST = GameChoices(people=("Ada",), bots=("greedy",))


@pytest.fixture(autouse=True)
def a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))


@asynccontextmanager
async def form(
    choices: GameChoices = FIRST, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Driver]:
    app = GameApp(choices, ask=True, fast=True)
    try:
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.until(lambda: isinstance(app.screen, SetupScreen), "the form")
            await pilot.pause()
            yield driver
    finally:
        app.put_away()


def _elsewhere(screen: Screen[object], before: object) -> bool:
    return screen.focused is not before


async def focus(driver: Driver, name: str) -> None:
    for _ in range(40):
        screen = driver.app.screen
        focused = screen.focused
        if focused is not None and focused.id == name:
            await driver.pilot.pause()
            return
        await driver.tap("up", partial(_elsewhere, screen, focused))
    raise AssertionError(f"no way to {name} by keys")


async def test_two_keys_lead_to_a_game() -> None:
    async with form() as ada:
        await ada.press("enter")
        await ada.until_shown("Who starts?")
        await ada.press("enter")
        await ada.until(lambda: isinstance(ada.app.screen, TableScreen), "the table")
        setup = ada.table.session.setup
        assert [seat.name for seat in setup.seats] == ["Ada", "Greedy"]
        assert setup.rules.options.take_backs


async def test_edition_options_seats_and_talk_are_chosen_by_keys() -> None:
    async with form() as ada:
        await focus(ada, "edition")
        await ada.press("left")  # before the first comes the last: gold
        assert "Gold and grey" in ada.text
        await focus(ada, "on_expert")
        await ada.press("space")
        await focus(ada, "kind_2")
        await ada.press("right")  # after nobody comes a person
        await focus(ada, "name_2")
        await ada.type("Cleo")
        await focus(ada, "talk")
        await ada.press("right")
        chosen = ada.app.screen
        assert isinstance(chosen, SetupScreen)
        gathered = chosen.gathered()
        assert gathered.edition == "gold"
        assert gathered.expert
        assert gathered.open_rows
        assert gathered.fan
        assert gathered.people == ("Ada", "Cleo")
        assert gathered.bots == ("greedy",)
        assert gathered.talk == "silent"


async def test_the_form_speaks_another_language_at_once_and_so_does_the_game() -> None:
    async with form() as ada:
        await focus(ada, "language")
        await ada.press("right")
        assert "Spielen" in ada.text
        assert "Sprache" in ada.text
        await ada.press("right")
        assert "Jouer" in ada.text
        await focus(ada, "play")
        await ada.press("enter")
        await ada.until_shown("Qui commence")


async def test_a_deal_code_brings_its_own_game() -> None:
    async with form() as ada:
        await focus(ada, "deal")
        await ada.type("extreme-fire-2p-K7Q2M9XA4TWB3H8C")
        await ada.press("enter")
        assert "Extreme" in ada.text
        await focus(ada, "play")
        await ada.press("enter")
        await ada.until_shown("Who starts?")
        rules = ada.table.session.setup.rules
        assert (rules.edition.id, rules.players, rules.options.fire) == ("extreme", 2, True)


async def test_a_wrong_deal_code_is_told_in_plain_words() -> None:
    async with form() as ada:
        await focus(ada, "deal")
        await ada.type("nonsense")
        await focus(ada, "play")
        await ada.press("enter")
        assert isinstance(ada.app.screen, SetupScreen)
        assert "nonsense" in ada.text.splitlines()[-5] + ada.text.splitlines()[-6]


async def test_an_unfinished_game_is_one_key_away() -> None:
    setup = stacked(Rules.of("original", 1, take_backs=True), [list(range(40, 48))], "Ada")
    record = RecordFile.create(records_folder() / "left.98", setup)
    record.table.lay(0, 42, "U1")
    record.close()
    async with form() as ada:
        assert "Play on: Original, Ada, 97 left" in ada.text
        await ada.press("enter")
        await ada.until(lambda: isinstance(ada.app.screen, TableScreen), "the table")
        await ada.until_mine()
        assert ada.table.session.table.view(0).laid == (Lay(42, "U1"),)
        await ada.make(Lay(43, "U1"))
        app = ada.app
        await ada.tap("q", lambda: app.session is None)
    assert "left.98" in app.farewell
    with RecordFile.resume(records_folder() / "left.98") as again:
        assert again.table.view(0).tops[0] == 43


async def test_escape_leaves_without_a_game() -> None:
    async with form() as ada:
        await ada.pilot.press("escape")
    assert ada.app.farewell == ""
    assert not records_folder().exists()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (52, 20)])
async def test_the_buttons_are_in_sight_at_any_size(size: tuple[int, int]) -> None:
    async with form(size=size) as ada:
        assert "Play" in ada.text
        assert "Leave" in ada.text
        await focus(ada, "edition")
        assert "Original" in ada.text


def switch(driver: Driver, name: str) -> bool:
    return driver.app.screen.query_one(f"#on_{name}", OnOff).on


@pytest.mark.rule("B12r")
async def test_taking_back_follows_the_number_of_people_until_somebody_chooses() -> None:
    async with form(size=(100, 40)) as ada:
        tells = "a card that is shown and taken back tells the others"
        assert switch(ada, "take_backs")
        await focus(ada, "kind_1")
        await ada.press("right")  # from greedy on to the next kind, round to a person
        while ada.app.screen.query_one("#kind_1", OneOf).value != "person":
            await ada.press("right")
        assert not switch(ada, "take_backs")
        assert tells not in ada.sentence
        await focus(ada, "on_take_backs")
        await ada.press("space")
        assert switch(ada, "take_backs")
        assert tells in ada.sentence
        screen = ada.app.screen
        assert isinstance(screen, SetupScreen)
        assert screen.gathered().setup().rules.options.take_backs
        await ada.press("space")
        assert tells not in ada.sentence
        assert screen.gathered().take_backs is None
        await focus(ada, "kind_1")
        await ada.press("left")
        assert switch(ada, "take_backs")
