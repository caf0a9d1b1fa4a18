"""Which numbered rules there are, and which of them tests name.

A test names the rules it shows with a marker: `@pytest.mark.rule("B4", "X5")`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
CATALOGUE = TESTS.parent / "src" / "ninetyeight" / "locale" / "en" / "rules.toml"
NUMBER = re.compile(r"[BVTXF][1-9][0-9]?r?")


def numbered_rules(catalogue: Path = CATALOGUE) -> list[str]:
    """The numbers that the catalogue has texts for, in its order."""
    return [key for key in tomllib.loads(catalogue.read_text("utf-8")) if NUMBER.fullmatch(key)]


def named_in(source: str) -> Iterator[tuple[str, str]]:
    """Every number that a test in this source names, with the name of the test."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if not node.name.lower().startswith("test"):
            continue
        for decorator in node.decorator_list:
            match decorator:
                case ast.Call(
                    func=ast.Attribute(
                        value=ast.Attribute(value=ast.Name(id="pytest"), attr="mark"), attr="rule"
                    ),
                    args=numbers,
                ):
                    for number in numbers:
                        if isinstance(number, ast.Constant) and isinstance(number.value, str):
                            yield number.value, node.name


def named_by_tests(folder: Path = TESTS) -> dict[str, list[str]]:
    """For each number that is named anywhere under the folder, the tests that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for number, test in named_in(path.read_text("utf-8")):
            found.setdefault(number, []).append(test)
    return found
