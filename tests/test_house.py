"""The house stays in order: imports follow the arrows, and no file tells where it was made."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "ninetyeight"

# One file of the law may ask the catalogue, a leaf of plain texts, for the words of an error.
DOORS = {"rules/errors.py": {"locale"}}


def arrows() -> dict[str, set[str]]:
    """What each room may import, as the architecture page has it, which is the only place.

    What that room may import, it may import as well.
    """
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)(?:/|\.py)` \|[^|]*\| ([^|]*) \|$", page, re.MULTILINE)
    rooms = {room for room, _ in rows} - {"web"}
    found = {room: set(re.findall(r"`(\w+)`", cell)) & rooms for room, cell in rows}
    for room, cell in rows:
        if cell == "everything":
            found[room] = rooms - {"cli", room}
    for path, by_one_file in DOORS.items():
        found[path.partition("/")[0]] -= by_one_file
    return found


ARROWS = arrows()
ARROWS["__main__"] = {"cli"}

# The law must run wherever Python runs, and so must the words of its errors.
STANDARD_LIBRARY_ONLY = {"rules", "locale", "chat"}


@cache
def allowed(room: str) -> frozenset[str]:
    """The rooms that a room may import, itself included."""
    return frozenset({room}).union(*(allowed(other) for other in ARROWS[room]))


def module_name(path: Path) -> str:
    """The dotted name of a file of the package; that of an `__init__.py` is its folder's."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(source: str, path: Path) -> Iterator[tuple[int, str]]:
    """Every module that the source imports, by absolute name, with the line that does it."""
    package = path.parent.relative_to(PACKAGE.parent).parts
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else ()
                base = ".".join([*start, *filter(None, [module])])
                for alias in names:
                    # `from ninetyeight import rules` imports the room, not just the package.
                    yield node.lineno, f"{base}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def faults(source: str, path: Path) -> list[str]:
    """What in this file goes against the arrows."""
    room = room_of(path)
    if room not in ARROWS:
        return [f"{room}: no such room; give it arrows in docs/architecture.md"]
    found = []
    open_to = allowed(room) | DOORS.get(path.relative_to(PACKAGE).as_posix(), set())
    for line, name in imports(source, path):
        top, *rest = name.split(".")
        if top == "ninetyeight":
            if rest and rest[0] != "__version__" and rest[0] not in open_to:
                found.append(f"{module_name(path)}, line {line}: {room} may not import {name}")
        elif room in STANDARD_LIBRARY_ONLY and top not in sys.stdlib_module_names:
            found.append(f"{module_name(path)}, line {line}: {room} may not import {name}")
    return found


def test_rooms_import_only_along_the_arrows() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert files
    assert [fault for path in files for fault in faults(path.read_text("utf-8"), path)] == []


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/game.py", "import click"),
        ("rules/game.py", "from ninetyeight.table import records"),
        ("rules/game.py", "from ..locale import text"),
        ("rules/game.py", "def later() -> None:\n    from .. import bots"),
        ("table/seats.py", "from ninetyeight import bots"),
        ("table/seats.py", "import importlib\nimportlib.import_module('ninetyeight.terminal.app')"),
        ("bots/planner.py", "import ninetyeight.table.authority"),
        ("arena/statistics.py", "from ninetyeight.terminal import lanes"),
        ("locale/__init__.py", "from ninetyeight.rules.errors import Refusal"),
        ("terminal/app.py", "from ninetyeight.cli import main"),
        ("terminal/app.py", "from ninetyeight.commands import frame"),
        ("client/seat.py", "from ninetyeight.server import room"),
        ("wire/state.py", "from ninetyeight.table import TableState"),
        ("__init__.py", "from ninetyeight.server import hall"),
        ("pantry/__init__.py", ""),
    ],
)
def test_an_import_against_the_arrows_is_found(file: str, source: str) -> None:
    assert len(faults(source, PACKAGE / file)) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/game.py", "import json\nfrom dataclasses import dataclass\nfrom . import cards"),
        ("rules/game.py", "from ninetyeight import __version__\nfrom .cards import Card"),
        ("terminal/app.py", "import textual\nfrom ninetyeight.rules.cards import Card"),
        ("load/table.py", "from ninetyeight import fast, table"),
        ("cli.py", "from ninetyeight.terminal.app import play"),
        ("__main__.py", "from ninetyeight.cli import main"),
    ],
)
def test_an_import_along_the_arrows_is_fine(file: str, source: str) -> None:
    assert faults(source, PACKAGE / file) == []


def test_the_page_tells_every_room_and_no_other() -> None:
    there = {room_of(path) for path in PACKAGE.rglob("*.py")}
    assert set(ARROWS) == there | {"web"}
    assert ARROWS["rules"] == ARROWS["chat"] == set()
    assert {"rules", "server", "terminal"} <= ARROWS["commands"]
    assert ARROWS["cli"] == ARROWS["commands"] | {"commands"}


def classes() -> Iterator[tuple[str, str]]:
    """Every class of the package by its room and name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield room_of(path), node.name


@pytest.mark.parametrize(("suffix", "owner"), [("Seen", "wire"), ("Told", "handbook")])
def test_the_end_of_a_type_name_says_what_it_is(suffix: str, owner: str) -> None:
    """``Seen``: what one receiver is shown. ``Told``: what the handbook tells everybody alike."""
    rooms = {room for room, name in classes() if name.endswith(suffix)}
    assert rooms == {owner}


# What no file may mention: where packages come from, and the machine it was written on.
# Put together from pieces, so that this file does not mention them either.
FOLDERS = ["wo" + "rk", "ro" + "ot", "ho" + "me", "Us" + "ers"]
UNMENTIONABLE = [
    re.escape("pypi" + ".org"),
    re.escape("python" + "hosted"),
    re.escape("npmjs" + "."),
    re.escape("deb.debian" + ".org"),
    re.escape(".." + "/shared"),
    *(rf"(?<![\w.~}})-])/{folder}/" for folder in FOLDERS),
]
LEFT_BY_TOOLS = {".git", ".venv", "build", "dist", "node_modules"}


def files_of_the_repository() -> list[Path]:
    """The files that are or would be committed; in an unpacked archive, all but what tools left."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(
                part in LEFT_BY_TOOLS or part.endswith(("cache", "cache__", ".hypothesis"))
                for part in path.relative_to(ROOT).parts
            )
        ]
    return sorted(path for path in paths if path.is_file())


def mentions(text: str) -> list[str]:
    return [needle for needle in UNMENTIONABLE if re.search(needle, text, re.IGNORECASE)]


def test_no_file_tells_where_it_was_made_or_where_packages_come_from() -> None:
    files = files_of_the_repository()
    assert ROOT / "pyproject.toml" in files
    found = {
        str(path.relative_to(ROOT)): told
        for path in files
        if (told := mentions(path.read_text("utf-8", errors="replace")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "https://PyPI" + ".org/simple",
        "see .." + "/shared/page.md",
        "open('/wo" + "rk/main/x')",
        "cd /ho" + "me/ada/games",
    ],
)
def test_a_telltale_is_found(text: str) -> None:
    assert mentions(text)


def test_ordinary_paths_tell_nothing() -> None:
    assert mentions("docs/work/plan.md and ~/home/ and https://example.com/home/") == []
