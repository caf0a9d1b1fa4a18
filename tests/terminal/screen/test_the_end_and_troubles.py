"""How a game ends on screen, what comes after it, and what happens when a bot goes wrong."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from ninetyeight.coach import hint
from ninetyeight.rules import END, Deal, Lay, Rules
from ninetyeight.table import Moved, RecordFile, Seat, Setup, read_record
from ninetyeight.terminal.choices import GameChoices
from ninetyeight.terminal.screen.app import GameApp
from ninetyeight.terminal.screen.dialogs import TextPage, YesNo
from ninetyeight.terminal.screen.end_screen import EndScreen
from ninetyeight.terminal.screen.table_screen import TableScreen
from ninetyeight.terminal.session import Session
from tests.terminal.screen.driver import Driver, at_table, seats, stacked

pytestmark = pytest.mark.asyncio

TINY = Setup(Deal.of_bits(Rules.of("tiny", 2, take_backs=True), 5), seats("Ada", "Bob:greedy"))


@pytest.fixture(autouse=True)
def a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path / "home"))


async def test_the_end_tells_hands_numbers_deal_and_record(tmp_path: Path) -> None:
    async with at_table(tmp_path, TINY) as ada:
        await ada.play()
        text = ada.sentence
        outcome = ada.table.session.table.state.outcome
        assert outcome is not None
        for told in ("Largest step", "Longest run", "Cards laid"):
            assert told in text
        assert TINY.deal.code is not None
        assert TINY.deal.code in text
        # A path may be long: it is broken where the line ends.
        assert "game-0.98" in text.replace(" ", "")
        if outcome.left:
            assert "still had" in text


@pytest.mark.rule("B9r", "X3")
async def test_after_a_broken_command_the_end_names_its_cards_and_praises_nothing(
    tmp_path: Path,
) -> None:
    hand = [10, 20, 30, 40, 50, 60, 70, 80]
    setup = stacked(Rules.of("extreme", 1), [hand], "Ada", commands={20: "three"})
    async with at_table(tmp_path, setup) as ada:
        for card in hand[:4]:
            await ada.make(Lay(card, "U1"))
        await ada.until(lambda: isinstance(ada.app.screen, YesNo), "the question")
        await ada.press("y")
        await ada.until(lambda: isinstance(ada.app.screen, EndScreen), "the end")
        await ada.pilot.pause()
        text = ada.sentence
        assert "The 20 asks for exactly three cards; the 40 was the fourth. 94 cards left." in text
        assert "last word" not in text


@pytest.mark.parametrize(("key", "same"), [("s", True), ("n", False)])
async def test_another_game_with_the_same_or_a_new_deal(
    tmp_path: Path, key: str, same: bool
) -> None:
    async with at_table(tmp_path, TINY) as ada:
        await ada.play()
        first = ada.table
        await ada.press(key)
        await ada.until(lambda: ada.table is not first, "another game")
        again = ada.table.session.setup
        assert (again.deal == TINY.deal) is same
        assert again.known_deal is same
        assert [seat.bot for seat in again.seats] == [None, "greedy"]
        assert again.seats[0].name == "Ada"
        assert ada.table.session.record.path != first.session.record.path


async def test_the_table_can_be_looked_at_after_the_end(tmp_path: Path) -> None:
    async with at_table(tmp_path, TINY) as ada:
        await ada.play()
        await ada.press("escape")
        assert isinstance(ada.app.screen, TableScreen)
        await ada.press("enter")
        assert isinstance(ada.app.screen, EndScreen)


async def test_leaving_in_the_middle_says_how_to_play_on(tmp_path: Path) -> None:
    for key in ("q", "ctrl+c"):
        async with at_table(tmp_path, TINY) as ada:
            await ada.until_mine()
            app, path = ada.app, ada.table.session.record.path
            await ada.pilot.press(key)
        app.put_away()
        assert path.name in app.farewell
        assert "ninetyeight play --resume" in app.farewell


async def test_a_program_that_dies_is_told_in_plain_words_and_the_game_is_saved(
    tmp_path: Path,
) -> None:
    rules = Rules.of("original", 2, take_backs=True)
    hands = [[10, 20, 30, 41, 52, 63, 74], [11, 21, 31, 42, 53, 64, 75]]
    program = tmp_path / "greets_and_dies.py"
    program.write_text('input()\nprint(\'{"name": "Bob"}\', flush=True)\n', "utf-8")
    bob = Seat("Bob", f"program:{sys.executable} {program}")
    setup = replace(stacked(rules, hands, "Ada", "Bob"), seats=(Seat("Ada"), bob))
    async with at_table(tmp_path, setup) as ada:
        await ada.until(lambda: isinstance(ada.app.screen, YesNo), "the trouble")
        await ada.pilot.pause()
        text = ada.sentence
        assert "A bot is in trouble" in text
        assert "The game is saved up to here." in text
        assert "Traceback" not in text
        await ada.press("y")  # it is asked again, and dies again
        await ada.until(lambda: isinstance(ada.app.screen, YesNo), "the trouble once more")
        path, app = ada.table.session.record.path, ada.app
        await ada.pilot.press("enter")
    app.put_away()
    assert app.failure is None
    assert read_record(path.read_bytes()).state.active == 0


async def test_bots_alone_can_be_watched(tmp_path: Path) -> None:
    setup = replace(TINY, seats=seats("Ben:greedy", "Cleo:greedy"))
    record = RecordFile.create(tmp_path / "watched.98", setup)
    app = GameApp(GameChoices(), record=record, ask=False, fast=True)
    async with app.run_test() as pilot:
        driver = Driver(app, pilot)
        await driver.until(lambda: isinstance(app.screen, EndScreen), "the end")
        await pilot.pause()
    app.put_away()


async def test_reduced_motion_makes_bots_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not GameApp(GameChoices()).fast
    monkeypatch.setenv("NINETYEIGHT_REDUCED_MOTION", "1")
    assert GameApp(GameChoices()).fast


async def test_what_goes_wrong_inside_is_kept_for_a_plain_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setattr(Session, "bot_step", broken)
    record = RecordFile.create(tmp_path / "broken.98", TINY)
    app = GameApp(GameChoices(), record=record, ask=False, fast=True)
    with pytest.raises(WorkerFailed):
        async with app.run_test() as pilot:
            await Driver(app, pilot).until(lambda: app.failure is not None, "the slip")
    app.put_away()
    assert isinstance(app.failure, ZeroDivisionError)
    assert record.path.exists()


async def test_hints_logs_rows_and_rules_are_one_key_away(tmp_path: Path) -> None:
    async with at_table(tmp_path, TINY) as ada:
        await ada.until_mine()
        for key, title in (("l", "What has happened"), ("r", "The rows"), ("?", "Signs and rules")):
            await ada.press(key)
            assert isinstance(ada.app.screen, TextPage)
            assert title in ada.text
            await ada.press("escape")
            assert isinstance(ada.app.screen, TableScreen)


async def test_a_hint_chooses_card_and_row_and_gives_its_reason(tmp_path: Path) -> None:
    setup = stacked(Rules.of("original", 1, take_backs=True), [list(range(40, 48))], "Ada")
    async with at_table(tmp_path, setup) as ada:
        await ada.make(Lay(44, "U1"))
        await ada.choose(40, "D2")
        await ada.press("h")
        await ada.until(lambda: "Suggestion:" in ada.text, "the hint")
        table = ada.table.session.table
        advice = hint(table.view(0), table.setup.bot_seed)
        assert isinstance(advice.move, Lay)
        assert (advice.move.card, advice.move.row) != (40, "D2")
        words = ada.table.words
        assert f"Suggestion: {words.lay(table.state, advice.move)}." in ada.sentence
        assert words.text(advice.reason, **advice.params) in ada.sentence
        before = len(table.log)
        await ada.press("enter")  # card and row are chosen already
        await ada.until(lambda: len(table.log) > before, "the advice taken")
        assert table.log[before:] == (Moved(0, advice.move),)


async def test_the_log_of_a_row_shows_only_what_lies_open(tmp_path: Path) -> None:
    hand = [12, 25, 37, 47, 61, 78, 83, 96]
    for open_rows in (True, False):
        rules = Rules.of("original", 1, take_backs=True, open_rows=open_rows)
        async with at_table(tmp_path, stacked(rules, [hand], "Ada")) as ada:
            await ada.make(Lay(12, "U1"))
            await ada.make(Lay(25, "U1"))
            await ada.make(END)
            await ada.press("r")
            assert ("U1 ↗ 12 25" in ada.sentence) is open_rows
            assert ("Only the top cards" in ada.sentence) is not open_rows
