"""The page's type for numbers is the one that its strokes make."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    loader = SourceFileLoader("make_numerals", str(ROOT / "tools" / "make-numerals"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def shipped(tool: ModuleType) -> TTFont:
    return TTFont(tool.FONT)


def test_the_type_that_is_shipped_is_made_of_the_strokes_on_the_cards(
    tool: ModuleType, shipped: TTFont, tmp_path: Path
) -> None:
    made = tmp_path / "numerals.woff"
    tool.write(made)
    fresh = TTFont(made)
    assert sorted(fresh.keys()) == sorted(shipped.keys())
    for table in fresh.keys():  # noqa: SIM118 (a font is no mapping)
        if table not in ("GlyphOrder", "head"):
            assert fresh.getTableData(table) == shipped.getTableData(table), table


def test_figures_are_of_one_width_in_every_weight_and_none_is_too_large_to_ship(
    tool: ModuleType, shipped: TTFont
) -> None:
    widths = {shipped["hmtx"][shipped.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}
    assert len(widths) == 1
    assert "HVAR" not in shipped  # no width changes with the weight
    assert {(a.axisTag, a.minValue, a.maxValue) for a in shipped["fvar"].axes} == {
        ("wght", 300, 900)
    }
    assert Path(tool.FONT).stat().st_size < 15_000
