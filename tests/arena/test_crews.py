"""Whoever plays and however the games are cut into batches, the games are the same."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninetyeight.arena import ArenaError, Crew, GameResult, Run, make_crew, play_run
from ninetyeight.arena.crews import Alone
from ninetyeight.arena.playing import Batch, Worker
from ninetyeight.arena.processes import Processes
from ninetyeight.bots import BotError
from ninetyeight.rules import Marker, Rules, Strictness


def run(games: int = 12, bot: str = "greedy", talk: Strictness = Strictness.SILENT) -> Run:
    return Run(Rules.of("original", players=2), (bot, bot), talk, games)


def once_deadly(folder: Path, *, victim: str, when: str = "True") -> str:
    """A program that plays, and that once, in its third game or later, kills a process.

    ``victim`` is an expression for that process, or several with commas between, and ``when`` a
    further condition; the file `killed` tells that it was done.
    """
    bot = folder / "deadly.py"
    bot.write_text(
        textwrap.dedent(
            f"""
            import json, os, pathlib, signal, sys, time
            killed = pathlib.Path({str(folder / "killed")!r})
            games = 0
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] == "hello":
                    answer = {{"name": "deadly"}}
                elif request["type"] == "offer":
                    games += 1
                    answer = {{"offer": None}}
                else:
                    if games > 2 and not killed.exists():
                        if not ({when}):
                            time.sleep(0.2)  # so that the others come to it
                        else:
                            killed.touch()
                            for process in [{victim}]:
                                os.kill(process, signal.SIGKILL)
                    answer = {{"move": request["view"]["legal"][0]}}
                print(json.dumps(answer), flush=True)
            """
        )
    )
    return f"program:{sys.executable} {bot}"


def gather(found: list[GameResult], games: Iterator[GameResult]) -> None:
    """As they come, so that an error leaves those before it."""
    for played in games:
        found.append(played)


def results(games: list[GameResult]) -> list[tuple[str, int]]:
    return [(played.deal, played.left) for played in games]


@pytest.mark.parametrize("batch", [1, 3, 100])
def test_results_do_not_depend_on_the_size_of_batches(batch: int) -> None:
    assert list(play_run(run(), 1, batch=batch)) == list(play_run(run(), 1))
    with Processes(2) as crew:
        assert list(play_run(run(), crew=crew, batch=batch)) == list(play_run(run(), 1))


def test_a_run_taken_up_in_the_middle_plays_the_rest() -> None:
    assert list(play_run(run(), 1, start=7)) == list(play_run(run(), 1))[7:]
    assert list(play_run(run(), 2, start=12)) == []


def test_one_crew_plays_several_runs() -> None:
    with make_crew(2) as crew:
        for bot in ("greedy", "random"):
            assert list(play_run(run(9, bot), crew=crew)) == list(play_run(run(9, bot), 1))


class Shuffled(Alone):
    """A crew of three whose batches come back in the wrong order, as on a busy cluster."""

    workers = 3
    depth = 6

    def collect(self) -> Batch:
        self._waiting.rotate(-(len(self._waiting) // 2))
        return super().collect()


def test_games_come_in_order_though_batches_do_not() -> None:
    crew: Crew = Shuffled()
    assert list(play_run(run(40), crew=crew, batch=3)) == list(play_run(run(40), 1))


def test_a_batch_that_fails_keeps_the_games_before(tmp_path: Path) -> None:
    bot = once_deadly(tmp_path, victim="os.getpid()")
    batch = Worker().play(run(6, bot), 0, 6)
    assert len(batch.games) == 2
    assert isinstance(batch.error, BotError)


def test_the_first_failing_game_is_the_one_that_is_told(tmp_path: Path) -> None:
    """And all games below it are counted."""
    found: list[GameResult] = []
    bot = once_deadly(tmp_path, victim="os.getpid()")
    with pytest.raises(BotError, match="exit code -9"):
        gather(found, play_run(run(6, bot), 1))
    assert len(found) == 2


def test_a_process_that_disappears_costs_no_game(tmp_path: Path) -> None:
    bot = once_deadly(tmp_path, victim="os.getppid()")
    with Processes(2) as crew:
        found = list(play_run(run(20, bot), crew=crew, batch=4))
        assert crew.losses == 1
    assert (tmp_path / "killed").exists()
    assert results(found) == results(list(play_run(run(20, bot), 1)))


def test_a_process_killed_from_outside_costs_no_game() -> None:
    with Processes(2) as crew:
        games = play_run(run(40), crew=crew, batch=2)
        found = [next(games)]
        assert crew._pool is not None
        os.kill(next(iter(crew._pool._processes)), signal.SIGKILL)
        found += games
    assert found == list(play_run(run(40), 1))


def test_a_worker_that_disappears_every_time_is_told(tmp_path: Path) -> None:
    bot = once_deadly(tmp_path, victim="os.getppid()")
    Path(bot.split()[1]).write_text(
        Path(bot.split()[1]).read_text().replace("not killed.exists()", "True")
    )
    found: list[GameResult] = []
    with Processes(2) as crew, pytest.raises(ArenaError, match="again and again"):
        gather(found, play_run(run(20, bot), crew=crew, batch=2))
    assert len(found) % 2 == 0


def test_markers_are_counted_by_kind() -> None:
    spoken = list(play_run(run(6, "planner", Strictness.MARKERS), 1))
    assert all(sum(played.marks) == played.markers > 0 for played in spoken)
    assert all(sum(played.marks[k] for played in spoken) for k, _ in enumerate(Marker))
    silent = list(play_run(run(3), 1))
    assert all(sum(played.marks) == played.markers == 0 for played in silent)


def test_processes_end_with_whoever_gave_them_work(tmp_path: Path) -> None:
    words = ["--bot", "greedy", "--players", "2", "--games", "1000000", "--jobs", "2", "--quiet"]
    out = tmp_path / "games.jsonl"
    given = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--engine", "reference"]
        + ["--out", str(out)],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not out.exists() or out.read_bytes().count(b"\n") < 3:
            assert given.poll() is None
            time.sleep(0.05)
        processes = [entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        family = [process for process in processes if group_of(process) == given.pid]
        assert len(family) >= 3
        given.kill()
        given.wait()
        deadline = time.monotonic() + 60
        while any(group_of(process) == given.pid for process in family):
            assert time.monotonic() < deadline, "somebody went on working for nobody"
            time.sleep(0.1)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(given.pid, signal.SIGKILL)


def group_of(process: str) -> int | None:
    """The process group of a process that is running; None when there is none."""
    try:
        fields = (
            Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[2])
