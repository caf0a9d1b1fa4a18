"""Compiled code that is kept on disk: used again, and no trouble once it is of no use."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from typing import NamedTuple

from ninetyeight.fast.compiled import jit


class {name}(NamedTuple):
    number: int


@jit
def doubled(held: {name}) -> int:
    return held.number * {factor}


print(doubled({name}(21)), len(doubled.stats.cache_hits))
"""


def told(folder: Path, name: str, factor: int) -> list[str]:
    """Run the module as it is now: what it computed, and how often kept code was used for it."""
    (folder / "doubling.py").write_text(MODULE.format(name=name, factor=factor), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import doubling"],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder / "kept"), "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_what_was_compiled_once_is_used_again(tmp_path: Path) -> None:
    assert told(tmp_path, "Held", 2) == ["42", "0"]
    assert told(tmp_path, "Held", 2) == ["42", "1"]


def test_code_kept_by_a_version_whose_classes_are_gone_is_compiled_anew(tmp_path: Path) -> None:
    told(tmp_path, "Held", 2)
    assert told(tmp_path, "Hand", 3) == ["63", "0"]
    assert told(tmp_path, "Hand", 3) == ["63", "1"]


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["empty", "half", "noise"])
def test_damaged_files_are_replaced(tmp_path: Path, kind: str, damage: str) -> None:
    told(tmp_path, "Held", 2)
    (file,) = tmp_path.rglob(f"*doubled*.{kind}")
    whole = file.read_bytes()
    damaged = {"empty": b"", "half": whole[: len(whole) // 2], "noise": b"\x93" * 99}
    file.write_bytes(damaged[damage])
    assert told(tmp_path, "Held", 2) == ["42", "0"]
    assert told(tmp_path, "Held", 2) == ["42", "1"]
