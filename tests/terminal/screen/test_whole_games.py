"""Whole games played by keys alone, in every edition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ninetyeight.rules import Deal, Rules
from ninetyeight.table import Setup, read_record
from ninetyeight.terminal.screen.end_screen import EndScreen
from tests.terminal.screen.driver import at_table, seats

GAMES: list[tuple[str, int, dict[str, bool]]] = [
    ("original", 3, {"take_backs": True}),
    ("gamefactory", 5, {"take_backs": True, "fire": True}),
    ("extreme", 4, {"take_backs": True}),
    ("extreme", 5, {"fire": True, "expert": True}),
    ("gold", 6, {"take_backs": True}),
    ("tiny", 1, {"take_backs": True}),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("edition", "players", "options"), GAMES)
async def test_a_whole_game_is_played_by_keys(
    tmp_path: Path, edition: str, players: int, options: dict[str, Any]
) -> None:
    rules = Rules.of(edition, players, **options)
    people = seats("Ada", *(f"Bot {n}:greedy" for n in range(2, players + 1)))
    setup = Setup.default(Deal.of_bits(rules, 98), people, fan=rules.edition.fan)
    async with at_table(tmp_path, setup, starts=None) as driver:
        await driver.play()
        assert isinstance(driver.app.screen, EndScreen)
        session = driver.table.session
        outcome = session.table.state.outcome
        assert outcome is not None
        text = driver.sentence
        praise = driver.table.words.praise(rules, outcome)
        assert praise in text
        assert "New deal (n)" in text
        assert "Turns:" in text
        assert "Backwards tricks:" in text
        kept = read_record(session.record.path.read_bytes())
    assert kept.state.outcome == outcome
    assert kept.closed
