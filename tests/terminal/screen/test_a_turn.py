"""One turn at the table: choosing, laying, taking back, ending, and being asked before losing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninetyeight.rules import Lay, Rules
from ninetyeight.terminal.screen.dialogs import YesNo
from ninetyeight.terminal.screen.end_screen import EndScreen
from ninetyeight.terminal.screen.widgets import Hand, Lanes
from tests.terminal.screen.driver import at_table, stacked

HAND = [12, 25, 37, 47, 61, 78, 83, 96]
SOLO = stacked(Rules.of("original", 1, take_backs=True), [HAND], "Ada")

pytestmark = pytest.mark.asyncio


async def test_two_typed_digits_choose_a_card_and_one_a_row(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.press("6", "1")
        assert ada.table.choosing.card == 61
        await ada.press("left")
        assert ada.table.choosing.card == 47
        await ada.press("3")
        assert ada.table.choosing.place == 2
        assert "▸3 D1" in ada.text
        await ada.press("up")
        assert "▸2 U2" in ada.text
        await ada.press("8")  # no row has this number: the first card of the eighties
        assert ada.table.choosing.card == 83


async def test_every_lane_says_what_the_chosen_card_would_do(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.make(Lay(47, "U1"))
        await ada.make(Lay(83, "D1"))
        await ada.make(Lay(96, "D2"))
        await ada.choose(37, "U1")
        await ada.pilot.pause()
        lines = ada.text.splitlines()
        effects = {
            line[3:5]: lines[at + 1][3:14].strip()
            for at, line in enumerate(lines)
            if line[3:5] in ("U1", "U2", "D1", "D2")
        }
        assert effects == {"U1": "back 10", "U2": "+36", "D1": "+46", "D2": "+59"}


async def test_a_refusal_names_the_reason_and_changes_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.make(Lay(47, "U1"))
        await ada.choose(25, "U1")
        await ada.press("enter")
        assert "25 is too low there" in " ".join(ada.text.split())
        assert ada.table.session.table.view(0).tops[0] == 47


async def test_a_card_is_taken_back_with_b_and_with_backspace(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        for key in ("b", "backspace"):
            await ada.make(Lay(47, "U1"))
            await ada.press(key)
            assert ada.table.session.table.view(0).hand == tuple(HAND)
            assert "U1 ↗   –" in ada.text


async def test_ending_too_early_says_what_is_owed_and_later_it_ends(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.make(Lay(12, "U1"))
        await ada.press("e")
        assert "lay one more card" in ada.text
        await ada.make(Lay(25, "U1"))
        await ada.pilot.pause()
        assert "You may end your turn" in ada.text
        await ada.press("e")
        assert len(ada.table.session.table.view(0).hand) == 8
        assert "draw pile 88" in ada.text


async def test_the_row_follows_the_card_to_where_it_costs_least(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.make(Lay(47, "U1"))
        await ada.make(Lay(25, "U2"))
        await ada.make(Lay(96, "D1"))
        await ada.press("3", "7")  # a trick on U1 is better than +12 on U2
        assert ada.table.choosing.place == 0
        await ada.press("6", "1")  # +14 on U1, +36 on U2, +35 on D1, 38 behind it on D2
        assert ada.table.choosing.place == 0


LOSING = stacked(
    Rules.of("extreme", 1, take_backs=True),
    [[10, 20, 30, 41, 52, 63, 74, 85]],
    "Ada",
    commands={10: "skull", 20: "stop"},
)


async def test_a_play_that_loses_at_once_is_asked_about_first(tmp_path: Path) -> None:
    async with at_table(tmp_path, LOSING) as ada:
        await ada.make(Lay(10, "U1"))
        await ada.choose(20, "U2")
        await ada.pilot.pause()
        assert "loses!" in ada.text
        assert "☠ Skull" in ada.text
        await ada.press("enter")
        assert isinstance(ada.app.screen, YesNo)
        await ada.press("enter")  # the careful answer has the focus
        assert ada.table.session.table.view(0).laid == (Lay(10, "U1"),)
        await ada.press("enter")
        await ada.press("y")
        await ada.until(lambda: isinstance(ada.app.screen, EndScreen), "the end")
        await ada.pilot.pause()
        told = " ".join(word for word in ada.text.split() if word != "│")
        assert "The stop 20 ended the turn while the skull 10 on U1 was uncovered." in told


async def test_the_same_question_in_german_is_answered_with_j(tmp_path: Path) -> None:
    async with at_table(tmp_path, LOSING, language="de") as ada:
        await ada.make(Lay(10, "U1"))
        await ada.choose(20, "U2")
        await ada.press("enter")
        await ada.press("y")
        assert isinstance(ada.app.screen, YesNo)
        await ada.press("j")
        await ada.until(lambda: isinstance(ada.app.screen, EndScreen), "the end")


async def test_the_mouse_chooses_and_lays(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.pilot.click(Hand, offset=(22, 1))  # the third card
        assert ada.table.choosing.card == 37
        await ada.pilot.click(Lanes, offset=(30, 5))  # the third lane
        assert ada.table.choosing.place == 2
        await ada.pilot.click(Lanes, offset=(30, 5))
        await ada.until(lambda: ada.table.session.table.view(0).tops[2] == 37, "the card laid")


async def test_a_fire_shows_whose_deadline_it_is(tmp_path: Path) -> None:
    rules = Rules.of("gamefactory", 2, fire=True, take_backs=True)
    hands = [[22, 31, 45, 52, 63, 74, 85], [2, 3, 4, 5, 6, 7, 8]]
    async with at_table(tmp_path, stacked(rules, hands, "Ada", "Ben")) as ada:
        await ada.press("enter")
        await ada.make(Lay(22, "U1"))
        await ada.pilot.pause()
        assert "fire: Ben" in ada.text
