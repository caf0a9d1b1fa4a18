"""Compiled code that is kept on disk: used again, and no trouble once it is of no use."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ninetyeight

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


def run(folder: Path, program: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a program that finds modules in that folder."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=os.environ | {"PYTHONPATH": str(folder)} | env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done


def told(folder: Path, name: str, factor: int) -> list[str]:
    """Run the module as it is now: what it computed, and how often kept code was used for it."""
    (folder / "doubling.py").write_text(MODULE.format(name=name, factor=factor), encoding="utf-8")
    return run(folder, "import doubling", NUMBA_CACHE_DIR=str(folder / "kept")).stdout.split()


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


# Sources in a folder that is closed to writing.


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """The module where nothing can be kept beside it: a file stands in place of the folder."""
    (tmp_path / "doubling.py").write_text(MODULE.format(name="Held", factor=2), encoding="utf-8")
    (tmp_path / "__pycache__").touch()
    (tmp_path / "temporary").mkdir()
    return tmp_path


def elsewhere(closed: Path, cache: Path) -> tuple[list[str], str]:
    """Run the module with that folder for what a user keeps, and what is said about it."""
    places = {"XDG_CACHE_HOME": str(cache), "TMPDIR": str(closed / "temporary")}
    done = run(closed, "import doubling", NUMBA_CACHE_DIR="", **places)
    return done.stdout.split(), done.stderr


def test_sources_closed_to_writing_are_compiled_once_into_the_users_folder(closed: Path) -> None:
    folder = closed / "cache" / "ninetyeight" / "kernel"
    words, said = elsewhere(closed, closed / "cache")
    assert words == ["42", "0"]
    assert said.count("\n") == 1
    assert str(folder) in said
    assert folder.stat().st_mode & 0o077 == 0
    assert elsewhere(closed, closed / "cache") == (["42", "1"], "")


def test_without_a_users_folder_a_private_temporary_one_is_taken(closed: Path) -> None:
    words, said = elsewhere(closed, closed / "__pycache__")
    (folder,) = (closed / "temporary").iterdir()
    assert words == ["42", "0"]
    assert str(folder) in said
    assert elsewhere(closed, closed / "__pycache__") == (["42", "1"], "")
    folder.chmod(0o777)  # others could have put something there that would be run
    words, said = elsewhere(closed, closed / "__pycache__")
    assert words == ["42", "0"]
    assert "NUMBA_CACHE_DIR" in said


def test_with_nowhere_to_keep_it_all_works_and_says_so_each_time(closed: Path) -> None:
    (closed / "temporary" / f"ninetyeight-{os.getuid()}").touch()
    for _ in range(2):
        words, said = elsewhere(closed, closed / "__pycache__")
        assert words == ["42", "0"]
        assert said.count("\n") == 1
        assert "at every start" in said


@pytest.mark.parametrize(("language", "word"), [("de", "übersetzt"), ("fr", "compilé")])
def test_commands_tell_it_in_the_language_of_the_person(
    closed: Path, language: str, word: str
) -> None:
    """The package itself, closed to writing."""
    (package,) = ninetyeight.__path__
    left_out = shutil.ignore_patterns("__pycache__", "page")
    shutil.copytree(package, closed / "ninetyeight", ignore=left_out)
    (closed / "ninetyeight" / "fast" / "__pycache__").touch()
    program = "from ninetyeight.commands.frame import kept_note; print(kept_note())"
    cache = str(closed / "cache")
    wanted = {"NINETYEIGHT_LANG": language, "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": cache}
    told = run(closed, program, **wanted).stdout
    assert str(closed / "cache" / "ninetyeight" / "kernel") in told
    assert word in told
    assert run(closed, program, **wanted | {"NUMBA_CACHE_DIR": cache}).stdout == "\n"
