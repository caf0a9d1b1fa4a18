"""Several people at one keyboard: no hand is seen by anybody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninetyeight.rules import Lay, Rules
from ninetyeight.table import Moved
from ninetyeight.terminal.screen.dialogs import Handover, Pick
from tests.terminal.screen.driver import Driver, at_table, stacked

pytestmark = pytest.mark.asyncio

ADA = [33, 35, 37, 39, 53, 57, 59]
BEN = [43, 45, 47, 63, 65, 67, 69]
#: Drawn by Ada after her first turn.
DRAWN = [11, 13]
HOT = stacked(Rules.of("original", 2, take_backs=True), [ADA, BEN], "Ada", "Ben", draw=DRAWN)


def numbers(driver: Driver) -> set[int]:
    """Every number that can be read on screen, but for the steps that the own card would make."""
    return {int(found) for found in re.findall(r"(?<![+\d])\d+", driver.text)}


async def test_no_hand_is_visible_before_the_next_person_confirms(tmp_path: Path) -> None:
    async with at_table(tmp_path, HOT) as people:
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        assert "Pass the keyboard to Ada" in people.text
        assert not numbers(people) & {*ADA, *BEN}

        await people.press("enter")
        assert numbers(people) >= set(ADA)
        assert not numbers(people) & set(BEN)

        await people.make(Lay(33, "U1"))
        await people.make(Lay(35, "U1"))
        await people.press("e")
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        assert "Pass the keyboard to Ben" in people.text
        assert not numbers(people) & {*ADA[2:], *BEN, *DRAWN}

        await people.press("enter")
        assert numbers(people) >= set(BEN)
        assert not numbers(people) & {37, 39, 53, 57, 59, *DRAWN}


async def test_the_curtain_tells_what_the_others_did(tmp_path: Path) -> None:
    async with at_table(tmp_path, HOT) as people:
        await people.press("enter")
        await people.make(Lay(33, "U1"))
        await people.make(Lay(35, "U1"))
        await people.press("e")
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        assert "Ada: 33 on U1" in people.text


async def test_everybody_sees_their_own_hand_before_it_is_settled_who_starts(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path, HOT, starts=None) as people:
        for name, own, other in (("Ada", ADA, BEN), ("Ben", BEN, ADA)):
            await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
            await people.pilot.pause()
            assert f"Pass the keyboard to {name}" in people.text
            assert not numbers(people) & {*ADA, *BEN}
            await people.press("enter")
            assert isinstance(people.app.screen, Pick)
            assert numbers(people) >= set(own)
            assert not numbers(people) & set(other)
            await people.press("3" if name == "Ben" else "4")  # Ben must, Ada would rather not
        await people.until_shown("Who starts?")
        assert not numbers(people) & {*ADA, *BEN}
        assert "I really must start!" in people.text
        await people.press("enter")  # the strongest wish is under the cursor
        await people.until_shown("Pass the keyboard to Ben")
        assert people.table.session.table.state.active == 1


@pytest.mark.rule("B10r")
async def test_until_the_first_card_the_start_goes_to_somebody_else_behind_a_curtain(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path, HOT) as people:
        await people.press("enter")
        assert "let somebody else start" in people.sentence
        await people.press("s")
        await people.until_shown("Who starts instead?")
        await people.press("1")
        await people.until_shown("Pass the keyboard to Ben")
        assert not numbers(people) & {*ADA, *BEN}
        await people.press("enter")
        await people.make(Lay(43, "U1"))
        assert "let somebody else start" not in people.sentence
        await people.press("s")
        assert people.table.session.table.state.active == 1
        assert not isinstance(people.app.screen, Pick)


@pytest.mark.rule("B10r")
async def test_at_a_quiet_table_everybody_is_ready_and_whoever_feels_like_it_starts(
    tmp_path: Path,
) -> None:
    rules = Rules.of("gold", 3)
    hands = [ADA[:6], BEN[:6], [72, 73, 75, 76, 77, 78]]
    setup = stacked(rules, hands, "Ada", "Ben", "Cleo:greedy")
    async with at_table(tmp_path, setup, starts=None) as people:
        for name, own in (("Ada", ADA), ("Ben", BEN)):
            await people.until_shown(f"Pass the keyboard to {name}")
            await people.press("enter")
            assert f"{name}, are you ready?" in people.sentence
            assert "must" not in people.sentence
            assert numbers(people) >= set(own[:6])
            await people.press("enter")
        await people.until_shown("Everybody is ready. Who starts?")
        assert not numbers(people) & {*ADA[:6], *BEN[:6]}
        assert "Ada starts." in people.sentence
        assert "Cleo starts." not in people.sentence
        await people.press("2")
        await people.until_shown("Pass the keyboard to Ben")


@pytest.mark.rule("B10r")
async def test_at_a_quiet_table_a_bot_starts_when_nobody_else_cares(tmp_path: Path) -> None:
    setup = stacked(Rules.of("gold", 2), [ADA, BEN], "Ada", "Bob:greedy")
    async with at_table(tmp_path, setup, starts=None) as ada:
        await ada.until_shown("Everybody is ready. Who starts?")
        assert numbers(ada) >= set(ADA)
        assert "Somebody else may start." in ada.sentence
        await ada.press("2")
        await ada.until_mine()
        assert ada.table.session.table.state.begun
        first = next(e for e in ada.table.session.table.log if isinstance(e, Moved))
        assert first.seat == 1


async def test_while_bots_play_no_hand_of_several_people_is_shown(tmp_path: Path) -> None:
    rules = Rules.of("original", 3, take_backs=True)
    hands = [ADA[:6], BEN[:6], [72, 73, 75, 76, 77, 78]]
    setup = stacked(rules, hands, "Ada", "Ben", "Cleo:random")
    async with at_table(tmp_path, setup, starts=2) as people:
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        assert not numbers(people) & {*ADA[:6], *BEN[:6]}


async def test_leaving_at_the_curtain_leaves_the_game_saved(tmp_path: Path) -> None:
    async with at_table(tmp_path, HOT) as people:
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        app = people.app
        app.simulate_key("q")
        await people.until(lambda: app.session is None, "the table put away")
    assert "--resume" in app.farewell
