"""Markers, named commands and silence at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninetyeight.rules import END, Lay, Marker, Rules, Strictness
from ninetyeight.table import Setup
from ninetyeight.terminal.screen.board import initials
from ninetyeight.terminal.screen.dialogs import Pick
from ninetyeight.terminal.screen.table_screen import TableScreen
from tests.terminal.screen.driver import at_table, stacked

pytestmark = pytest.mark.asyncio

HANDS = [[10, 20, 30, 41, 52, 63, 74], [11, 21, 31, 42, 53, 64, 75]]


def extreme(commands: dict[int, str], talk: Strictness = Strictness.CHAT) -> Setup:
    rules = Rules.of("extreme", 2, take_backs=True)
    return stacked(rules, HANDS, "Ada", "Bob:random", commands=commands, talk=talk)


async def test_a_marker_stands_in_its_lane_with_its_owner_and_strength(tmp_path: Path) -> None:
    setup = stacked(Rules.of("original", 2, take_backs=True), HANDS, "Ada", "Bob:random")
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.press("m", "2", "3")
        talk = ada.table.session.table.view(0).talk
        mark = talk.mark(0, "U2")
        assert mark is not None
        assert mark.marker is Marker.HARD
        assert "A‼" in ada.text
        await ada.press("m", "2", "1")
        assert "A·" in ada.text
        await ada.press("m", "2", "4")
        assert ada.table.session.table.view(0).talk.marks == ()


async def test_a_marker_is_in_brackets_once_the_row_has_moved_on(tmp_path: Path) -> None:
    setup = stacked(Rules.of("original", 2, take_backs=True), HANDS, "Ada", "Bob:greedy")
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.press("m", "1", "2")
        await ada.make(Lay(74, "D1"))
        await ada.make(Lay(63, "D1"))
        assert "A!" in ada.text
        await ada.make(END)  # greedy takes the smallest step: its 11 on the empty U1
        await ada.until_mine()
        await ada.pilot.pause()
        assert "(A!)" in ada.text


async def test_silence_closes_all_talk(tmp_path: Path) -> None:
    setup = extreme({10: "silence", 20: "stop"})
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.make(Lay(10, "U1"))
        await ada.press("m")
        assert "A silence card is visible" in ada.text
        assert isinstance(ada.app.screen, TableScreen)
        await ada.press("n")
        assert "A silence card is visible" in ada.text
        assert "⊘ Not a word and not a sign about the game." in ada.text
        await ada.press("b", "m")
        assert isinstance(ada.app.screen, Pick)


async def test_a_command_in_hand_may_be_named(tmp_path: Path) -> None:
    setup = extreme({10: "silence", 20: "stop"})
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.press("n")
        assert "Stop" in ada.text
        await ada.press("2")
        named = ada.table.session.table.view(0).talk.named
        assert [(seat, kind.value) for seat, kind in named] == [(0, "stop")]
        assert "Ada (7) ■" in ada.text


async def test_a_silent_table_takes_no_marker(tmp_path: Path) -> None:
    setup = extreme({}, talk=Strictness.SILENT)
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.press("m")
        assert "This table plays in silence" in ada.text


async def test_a_quiet_table_lets_people_lay_in_peace(tmp_path: Path) -> None:
    setup = stacked(
        Rules.of("gold", 2, take_backs=True), HANDS, "Ada", "Bob:random", talk=Strictness.MARKERS
    )
    async with at_table(tmp_path, setup) as ada:
        await ada.until_mine()
        await ada.make(Lay(10, "U1"))
        await ada.press("m")
        assert "Let them lay in peace" in ada.sentence


async def test_initials_tell_seats_apart() -> None:
    names = ["Ada", "Anna", "Bob", "Bob 2", "Bob 3", "anna"]
    assert len(set(initials(names))) == len(names)
