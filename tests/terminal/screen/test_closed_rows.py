"""With closed rows the full screen tells of covered cards only what people may still be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninetyeight.rules import BACK, END, Lay, Rules, parse_move
from ninetyeight.table import Moved, Table
from ninetyeight.terminal.screen.board import recent_lays
from ninetyeight.terminal.screen.dialogs import Handover
from tests.terminal.screen.driver import Driver, at_table, stacked

ADA = [10, 12, 14, 16, 18, 20, 22]
BEN = [11, 13, 15, 17, 19, 21, 23]
#: Ada draws 24 26, Ben 25 27, and so on: the cards that are laid on U1 in turn.
DRAWN = [24, 26, 25, 27, 28, 30, 29, 31]


def hot_seat(*, open_rows: bool = False, take_backs: bool = False) -> Table:
    rules = Rules.of("original", 2, open_rows=open_rows, take_backs=take_backs)
    return Table(stacked(rules, [ADA, BEN], "Ada", "Ben", draw=DRAWN))


def numbers(text: str) -> set[int]:
    """The cards that a page of the log or of the rows names."""
    counts = re.compile(r"[+]\d+|back \d+|draws \d+|\b[UD][12]\b")
    return {int(number) for number in re.findall(r"\d+", counts.sub("", text))}


@pytest.mark.rule("B11")
@pytest.mark.asyncio
async def test_log_news_rows_and_curtain_name_no_card_that_was_covered_long_ago(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path, hot_seat().setup, size=(170, 50)) as people:
        for first, row in ((10, "U2"), (11, "U1"), (14, "U1"), (17, "U1")):
            await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
            await people.press("enter")
            await people.make(Lay(first, "U1"))
            await people.make(Lay(first + 2, row))
            await people.make(END)
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        # 10 11 13 14 16 17 19 on U1 and 12 on U2: of the first turns only the 12 is still a top.
        covered = {10, 11, 13}
        assert "Ben: 17 on U1" in people.sentence
        assert not numbers(people.sentence) & covered
        await people.press("enter")
        assert not numbers(panel(people)) & covered
        assert "a card on U1" in panel(people)
        await people.press("l")
        assert {14, 16, 17, 19} <= numbers(people.sentence)
        assert not numbers(people.sentence) & covered
        await people.press("escape", "r")
        assert numbers(people.sentence) == {19, 12}


@pytest.mark.rule("B12r", "T1")
@pytest.mark.asyncio
@pytest.mark.parametrize("open_rows", [False, True])
async def test_curtain_news_and_log_do_not_name_a_card_that_was_taken_back(
    tmp_path: Path, open_rows: bool
) -> None:
    setup = hot_seat(open_rows=open_rows, take_backs=True).setup
    async with at_table(tmp_path, setup, size=(170, 50)) as people:
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.press("enter")
        for move in (Lay(22, "U1"), BACK, Lay(10, "U1"), Lay(12, "U1"), END):
            await people.make(move)
        await people.until(lambda: isinstance(people.app.screen, Handover), "the curtain")
        await people.pilot.pause()
        assert "takes the last card back" in people.sentence
        told = [people.sentence]
        await people.press("enter")
        told.append(panel(people))
        await people.press("l")
        told.append(people.sentence)
        for text in told:
            assert {10, 12} <= numbers(text)
            assert 22 not in numbers(text)


def panel(people: Driver) -> str:
    """What the log at the side says."""
    return str(people.table._texts["told"].render())


@pytest.mark.rule("B11")
def test_how_far_a_row_moved_on_is_noted_only_where_the_turn_is_shown() -> None:
    """The step together with the top would name the card that lies under it."""
    for open_rows in (False, True):
        table = hot_seat(open_rows=open_rows)
        table.start(0)
        texts = ["10@U1", "12@U2", "end", "11@U1", "13@U1", "end", "14@U1", "16@U1", "end"]
        texts += ["15@D1", "17@U1", "end"]
        for text in texts:
            assert table.state.active is not None
            table.submit(Moved(table.state.active, parse_move(text)))
        noted = recent_lays(table.state, table.log, None)
        # The 12 lies on U2 since Ada's first turn.
        assert [note and note.step for note in noted[:2]] == [1, 11 if open_rows else None]
