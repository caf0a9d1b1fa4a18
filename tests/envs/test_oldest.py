"""The environments keep their promises with the oldest Gymnasium and PettingZoo allowed, too."""

import os
import subprocess
import sys
from importlib.metadata import distributions, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
OLDEST = ROOT / ".venv" / "oldest"
#: What both libraries ask of environments, and what differs between their versions.
ASKED = "no_fault or wrappers or keyword or filmed or resets or found_through or max_cycles"
TESTS = ["test_gymnasium.py", "test_pettingzoo.py", "test_vector.py"]


def test_they_work_with_the_oldest_libraries() -> None:
    if not OLDEST.exists():
        pytest.fail("the oldest libraries are not there: run `make .venv/.test-tools`")
    older = {found.name: found.version for found in distributions(path=[str(OLDEST)])}
    assert {name for name in older if older[name] != version(name)} == {"gymnasium", "pettingzoo"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ASKED, *TESTS],
        cwd=ROOT / "tests" / "envs",
        env=os.environ | {"PYTHONPATH": str(OLDEST)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:]
