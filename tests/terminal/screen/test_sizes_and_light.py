"""The table in small and large terminals, with and without colour, by day and by night."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from textual.filter import Monochrome

from ninetyeight.rules import Lay, Rules
from ninetyeight.terminal.screen.look import DAYLIGHT, EVENING, hue
from ninetyeight.terminal.screen.widgets import Hand
from tests.terminal.screen.driver import Driver, at_table, stacked

HAND = [12, 25, 37, 47, 61, 78, 83, 96]
SOLO = stacked(Rules.of("original", 1, take_backs=True), [HAND], "Ada")
SIZES = [(80, 24), (120, 40), (180, 30), (50, 20)]


def everything_is_there(ada: Driver) -> None:
    text = ada.text
    for row in ("U1 ↗", "U2 ↗", "D1 ↘", "D2 ↘"):
        assert row in text
    hand = [str(card) for card in HAND if card in ada.table.session.table.view(0).hand]
    cards = text.splitlines()[ada.table.query_one(Hand).region.y :]
    assert all(any(card in line for line in cards) for card in hand)
    assert "Ada, your turn." in text
    assert "draw pile 90" in text
    assert "leave" in text  # the last key of the foot


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_everything_is_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, SOLO, size=size) as ada:
        await ada.make(Lay(47, "U1"))
        await ada.pilot.pause()
        everything_is_there(ada)
        assert all(len(line) <= size[0] for line in ada.text.splitlines())
        assert len(ada.text.splitlines()) == size[1]


@pytest.mark.asyncio
async def test_the_table_grows_and_shrinks_with_the_terminal(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        await ada.make(Lay(47, "U1"))
        for size in [*SIZES, (80, 24)]:
            await ada.pilot.resize_terminal(*size)
            await ada.pilot.pause()
            everything_is_there(ada)


@pytest.mark.asyncio
async def test_a_tall_terminal_shows_the_log(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO, size=(120, 40)) as ada:
        assert ada.table.query_one("#log").display
        await ada.make(Lay(47, "U1"))
        await ada.pilot.pause()
        assert "Ada: 47 on U1" in ada.text
        await ada.pilot.resize_terminal(80, 24)
        await ada.pilot.pause()
        assert not ada.table.query_one("#log").display


@pytest.mark.asyncio
async def test_without_colour_the_same_characters_tell_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for no_colour in (False, True):
        if no_colour:
            monkeypatch.setenv("NO_COLOR", "1")
        folder = tmp_path / str(no_colour)
        folder.mkdir()
        async with at_table(folder, SOLO) as ada:
            await ada.make(Lay(47, "U1"))
            await ada.press("m", "1", "3")
            await ada.choose(37, "U1")
            await ada.pilot.pause()
            seen.append(ada.text)
            grey = any(isinstance(found, Monochrome) for found in ada.app._filters)
            assert grey is no_colour
    assert seen[0] == seen[1]
    assert "▸1 U1" in seen[1]  # the chosen row
    assert "┃    37" in seen[1].replace("┃   37", "┃    37")  # the chosen card has a heavy frame
    assert "◆" in seen[1]  # where it would go
    assert "A‼" in seen[1]  # the marker's strength


@pytest.mark.asyncio
async def test_daylight_is_one_key_away(tmp_path: Path) -> None:
    async with at_table(tmp_path, SOLO) as ada:
        assert ada.app.theme == EVENING.name
        await ada.press("t")
        assert ada.app.theme == DAYLIGHT.name
        assert not ada.app.current_theme.dark
        await ada.press("t")
        assert ada.app.theme == EVENING.name


def test_neighbours_look_akin_and_ends_do_not() -> None:
    def apart(a: str, b: str) -> int:
        pairs = [(int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5)]
        return sum(abs(x - y) for x, y in pairs)

    for dark in (True, False):
        hues = [hue(card, 2, 99, dark=dark) for card in range(2, 100)]
        assert max(apart(a, b) for a, b in pairwise(hues)) < 16
        assert apart(hues[0], hues[-1]) > 100
