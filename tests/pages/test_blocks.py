"""Every block of Python on a page runs alone, as somebody pastes it who has read nothing before."""

from __future__ import annotations

import asyncio
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from mypy import api as mypy

from ninetyeight.cli import COMMANDS, main
from tests.client.guests import PATIENCE, guest, links, play_all, run, written
from tests.server.harness import ServerProcess, serving

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/python/*.md")])]
#: It asks for the link of a table: a test of its own plays there.
GUEST = "docs/join.md"


def blocks(page: Path) -> list[str]:
    """The blocks of Python on a page, in order."""
    text = page.read_text("utf-8")
    return re.findall(r"^```(?:python|pycon)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


FOUND = {
    f"{page.relative_to(ROOT)}-{number}": block
    for page in PAGES
    for number, block in enumerate(blocks(page))
}
SESSIONS = [name for name, block in FOUND.items() if ">>> " in block]
SCRIPTS = [name for name in FOUND if name not in SESSIONS and not name.startswith(GUEST)]


def command_lines() -> list[str]:
    """Every line of a shell on a page that begins with our command."""
    shells = (
        block
        for page in [*PAGES, *ROOT.glob("docs/rules/*.md")]
        for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.M)
    )
    lines = (line for block in shells for line in block.replace("\\\n", " ").splitlines())
    return [line for line in lines if line.startswith("ninetyeight ")]


def execute(
    *words: str, within: Path, input: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with our commands in reach, as where the package is installed."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(
        [sys.executable, *words],
        cwd=within,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        input=input,
    )


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_answers_what_the_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(FOUND[name], {}, name, None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_table_of_the_front_page_agrees_with_the_page_it_points_to() -> None:
    front, strength = PAGES[0].read_text("utf-8"), (ROOT / "docs/strength.md").read_text("utf-8")
    for short, talk in (("silent", "silent"), ("with markers", "markers")):
        (row,) = re.findall(rf"^\| {short} \| (.*) \|$", front, re.MULTILINE)
        planner = rf"^\| `planner` \| {talk} \| [\d,]+ \| (.*) \|$"
        (full,) = re.findall(planner, strength, re.MULTILINE)
        assert row.split(" | ") == [re.sub(r" \(.*\)", "", cell) for cell in full.split(" | ")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    script = tmp_path / "pasted.py"
    script.write_text(FOUND[name], "utf-8")
    told = execute(str(script), within=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")


def test_every_command_line_of_a_page_is_understood() -> None:
    """Read, not done: its files need not be there."""
    lines = command_lines()
    assert len(lines) > 40
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        ends = [words.index(sign) for sign in ("|", "<", ">") if sign in words]
        words = words[: min(ends, default=len(words))]
        at = next((at for at, word in enumerate(words) if word in COMMANDS), len(words))
        try:
            context = main.make_context("ninetyeight", words[:at])
            if at < len(words):
                command = main.get_command(context, words[at])
                assert command is not None
                command.make_context(words[at], words[at + 1 :], parent=context)
        except click.BadParameter as error:
            if error.param is None or not isinstance(error.param.type, click.Path):
                pytest.fail(f"{line}: {error.message}")


def test_several_processes_play_for_whatever_calls_them(tmp_path: Path) -> None:
    """A script without a guard, one on the standard input, and a text after `-c`."""
    script = tmp_path / "solving.py"
    script.write_text(
        "from ninetyeight.arena import Run, play_run\n"
        "from ninetyeight.rules import Rules\n"
        "from ninetyeight.solver import solve_many\n"
        "about = [globals().get(name) for name in ('__file__', '__spec__', '__name__')]\n"
        "print('once')\n"
        "run = Run(Rules.of('original', players=2), ('greedy', 'random'), games=6)\n"
        "games = list(play_run(run, jobs=2))\n"
        "print(len(games), [s.won for s in solve_many([run.deal(0), run.deal(1)], jobs=2)])\n"
        "assert about == [globals().get(name) for name in ('__file__', '__spec__', '__name__')]\n"
    )
    text = script.read_text()
    for told in (
        execute(str(script), within=tmp_path),
        execute("-", input=text, within=tmp_path),
        execute("-c", text, within=tmp_path),
    ):
        assert told.stderr == ""
        assert told.stdout == "once\n6 [True, True]\n"


def test_the_player_of_the_page_about_guests_plays_a_whole_game(tmp_path: Path) -> None:
    """And strict type checking finds nothing in it."""
    (block,) = blocks(ROOT / GUEST)
    script = tmp_path / "ada.py"
    script.write_text(block, "utf-8")

    async def evening(server: ServerProcess, talk: str) -> str:
        # With four others the example makes few of the moves, as it keeps to so many a second.
        seat, invite = links(server, {"players": 5, "talk": talk})
        ada = asyncio.create_task(
            asyncio.to_thread(execute, str(script), written(seat), within=tmp_path)
        )
        await play_all(guest(invite, "planner", []) for _ in range(4))
        told = await ada
        assert told.stderr == ""
        return told.stdout

    with serving(tmp_path) as server:
        for talk in ("silent", "markers"):
            assert re.fullmatch(r"cards left: \d+\n", run(evening(server, talk)))
    report, trouble, _ = mypy.run(["--strict", str(script)])
    assert trouble == ""
    assert report.startswith("Success")
