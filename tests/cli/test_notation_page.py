"""The examples on the page about notation are what Python really answers."""

from __future__ import annotations

import doctest
import re
from pathlib import Path


def test_the_examples_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, {}, f"example {number}", None, None)
        assert test.examples
        assert doctest.DocTestRunner().run(test).failed == 0
