"""The examples on the page about the solver are what Python really answers."""

from __future__ import annotations

import doctest
import re
from pathlib import Path


def test_the_examples_hold() -> None:
    page = (Path(__file__).parents[2] / "docs" / "solver.md").read_text("utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 1
    told = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "page", None, None)
    assert told.examples
    assert doctest.DocTestRunner().run(told).failed == 0
