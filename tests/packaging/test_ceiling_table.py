"""The table of ceilings is made from what the solver prints."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TOOL = ROOT / "tools" / "ceiling-table"
OPTIONS = {"expert": False, "short_hand": False, "fire": False, "commands": False}


def answer(players: int, won: int, hopeless: int, unknown: int, **more: Any) -> dict[str, Any]:
    return {
        "edition": "original",
        "options": OPTIONS,
        "players": players,
        "deals": won + hopeless + unknown,
        "won": won,
        "hopeless": hopeless,
        "unknown": unknown,
        "seconds_limit": 1.0,
        "seconds_each": {"p99": 0.06},
        **more,
    }


def table(*answers: dict[str, Any]) -> list[list[str]]:
    lines = "\n".join(map(json.dumps, answers))
    told = subprocess.run(
        [sys.executable, TOOL], input=lines, capture_output=True, text=True, check=True
    )
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in told.stdout.splitlines()]


def test_each_number_of_players_has_its_column() -> None:
    heading, _, row = table(answer(1, 997, 1, 2), answer(3, 1000, 0, 0))
    assert heading == ["rules", "deals", "limit", "99 % within", *"123456"]
    assert row[:4] == ["`original`", "1,000", "1 s", "0.06 s"]
    assert row[4] == "99.70 (99.12–99.90), 1 hopeless, 2 open"
    assert row[5] == "–"
    assert row[6] == "100.00 (99.62–100.00)"


def test_runs_with_other_seeds_are_added_up_and_options_have_rows_of_their_own() -> None:
    expert = {**OPTIONS, "expert": True}
    _, _, plain, harder = table(
        answer(2, 40, 0, 0, options=expert), answer(2, 30, 0, 0), answer(2, 70, 0, 0)
    )
    assert (plain[0], plain[1]) == ("`original`", "100")
    assert plain[5].startswith("100.00 (96.30")
    assert (harder[0], harder[1]) == ("`original` + `expert`", "40")


def test_the_page_has_a_place_for_the_table() -> None:
    page = (ROOT / "docs" / "solver.md").read_text("utf-8")
    begin, end = page.index("<!-- ceiling table: begin"), page.index("<!-- ceiling table: end -->")
    assert begin < end
