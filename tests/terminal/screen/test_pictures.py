"""The pictures of the table in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

PICTURES = Path(__file__).parents[3] / "docs" / "_static"


def test_the_drawn_picture_asks_nobody_for_fonts() -> None:
    svg = (PICTURES / "table.svg").read_text("utf-8")
    assert "@font-face" not in svg
    assert set(re.findall(r"https?://[^\"' )]+", svg)) == {"http://www.w3.org/2000/svg"}


def test_the_written_picture_fits_eighty_columns_and_shows_a_whole_table() -> None:
    lines = (PICTURES / "table.txt").read_text("utf-8").splitlines()
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for row in ("U1 ↗", "U2 ↗", "D1 ↘", "D2 ↘"):
        assert row in text
    assert "back 10" in text
