"""The scripts behind the Makefile tell what they need when they cannot get it themselves."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of programs with the shell's own tools: no browser, no Node, nothing to install."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "id", "tr", "dirname"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    return programs


def run(program: Path, bare: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program], env={"PATH": str(bare)}, capture_output=True, text=True, check=False
    )


def test_without_a_browser_the_tester_is_told_what_to_install(bare: Path) -> None:
    ended = run(ROOT / "tools" / "install-test-tools", bare)
    assert ended.returncode == 1
    assert "apt-get install --no-install-recommends chromium" in ended.stderr


def test_without_an_environment_npm_names_the_command_that_makes_one(
    bare: Path, tmp_path: Path
) -> None:
    (tmp_path / "tools").mkdir()
    copied = shutil.copy(ROOT / "tools" / "npm", tmp_path / "tools" / "npm")
    ended = run(Path(copied), bare)
    assert ended.returncode == 1
    assert "make page" in ended.stderr


def test_the_list_of_commands_names_everything_that_make_can_do() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = {line.split()[1] for line in text.splitlines() if line.startswith(".PHONY:")}
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    shown = {line.split()[1] for line in listed.stdout.splitlines() if line.startswith("  make ")}
    assert {"play", "test", "page"} <= phony <= shown
