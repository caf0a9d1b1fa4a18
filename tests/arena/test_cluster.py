"""A real Ray cluster on this machine: the same games, also when a worker is killed in mid-run.

Ray runs in programs of its own here: it starts threads and processes that a test run should not
have to live with, and it is the command that people use.
"""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.arena.test_crews import once_deadly

LIMIT = 120  # seconds; only so that a cluster that hangs does not hold up everything


def arena(*words: object, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ninetyeight", "arena", *map(str, words), "--players", "2"],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        env={**os.environ, "NINETYEIGHT_LANG": "en", **env},
    )


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_killed_worker_costs_no_game_and_none_counts_twice(tmp_path: Path) -> None:
    """Three workers; one of them is killed outright in the middle of its third game."""
    bot = once_deadly(tmp_path, victim="os.getppid()")
    words = ("--bot", bot, "--games", 60, "--json", "--quiet")
    result = arena(*words, "--ray", "--jobs", 3, "--out", tmp_path / "ray.jsonl")
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "killed").exists()
    assert "A worker has disappeared; its games are played again by another." in result.stderr
    told = json.loads(result.stdout)  # one line, and nothing of Ray's among it
    assert told["games"] == sum(told["histogram"].values()) == 60

    alone = arena(*words, "--jobs", 1, "--out", tmp_path / "alone.jsonl")
    assert alone.returncode == 0, alone.stderr
    assert rows(tmp_path / "ray.jsonl") == rows(tmp_path / "alone.jsonl")
    assert json.loads(alone.stdout)["histogram"] == told["histogram"]


def test_a_machine_of_a_cluster_that_disappears_costs_no_game(tmp_path: Path) -> None:
    """Two nodes that were there before, two workers each; one is killed while it plays."""
    node = tmp_path / "node"
    parent = (
        "int(pathlib.Path('/proc/%d/stat' % os.getppid()).read_text().rsplit(')')[-1].split()[1])"
    )
    bot = once_deadly(
        tmp_path,
        victim=f"{parent}, os.getppid()",
        when=f"{parent} == int(pathlib.Path({str(node)!r}).read_text())",
    )
    script = tmp_path / "cluster.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import os, pathlib
            os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
            from ray.cluster_utils import Cluster as Nodes
            from ninetyeight.arena import Run, make_crew, play_run
            from ninetyeight.rules import Rules

            nodes = Nodes(initialize_head=True, head_node_args={{"num_cpus": 2}})
            second = nodes.add_node(num_cpus=2)
            (raylet,) = second.all_processes["raylet"]
            pathlib.Path({str(node)!r}).write_text(str(raylet.process.pid))
            nodes.wait_for_nodes()
            run = Run(Rules.of("original", players=2), ({bot!r},) * 2, games=200)
            with make_crew(ray=nodes.address) as crew:
                assert crew.workers == 4, crew.workers
                found = list(play_run(run, crew=crew, batch=5))
            nodes.shutdown()
            assert found == list(play_run(run, 1)), "other games"
            print("lost", crew.losses > 0, "played", len(found))
            """
        )
    )
    result = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=LIMIT
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "killed").exists()
    assert result.stdout.splitlines()[-1] == "lost True played 200"


def test_a_bot_that_fails_on_a_cluster_is_told_as_elsewhere(tmp_path: Path) -> None:
    bot = once_deadly(tmp_path, victim="os.getpid()")
    result = arena("--bot", bot, "--games", 10, "--json", "--ray", "--jobs", 1)
    assert result.returncode == 2
    assert "exit code -9" in result.stderr
    assert "Traceback" not in result.stderr
    assert json.loads(result.stdout)["games"] == 2


def test_a_cluster_that_is_not_there_is_told() -> None:
    result = arena("--bot", "greedy", "--games", 3, "--ray", "127.0.0.1:1")
    assert result.returncode == 2
    assert "127.0.0.1:1 cannot be reached" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def descendants(process: int) -> Iterator[int]:
    """The processes below one, by /proc."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # gone meanwhile
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    for child, parent in parents.items():
        if parent == process:
            yield child
            yield from descendants(child)


def test_a_cluster_that_disappears_leaves_what_was_counted(tmp_path: Path) -> None:
    """Its head is killed outright. Ray ends whatever process uses it then: ours must live."""
    out = tmp_path / "games.jsonl"
    words = ["--bot", "greedy", "--players", "2", "--engine", "reference"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--games", "100000", "--json"]
        + ["--ray", "--jobs", "2", "--quiet", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "NINETYEIGHT_LANG": "en",
            "RAY_gcs_rpc_server_reconnect_timeout_s": "3",  # else Ray waits for a minute
        },
    )
    try:
        while not out.exists() or out.read_bytes().count(b"\n") < 10:
            assert process.poll() is None
            time.sleep(0.1)
        (head,) = (
            child
            for child in descendants(process.pid)
            if b"gcs_server" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0]
        )
        os.kill(head, signal.SIGKILL)
        shown, err = process.communicate(timeout=LIMIT)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    assert process.returncode == 2
    assert "The Ray cluster has disappeared" in err
    assert "Traceback" not in err
    told = json.loads(shown)
    assert [row["game"] for row in rows(out)] == list(range(told["games"]))
    assert told["games"] == sum(told["histogram"].values()) >= 9
    more = arena(*words[:2], "--games", told["games"] + 5, "--json", "--out", out, "--continue")
    assert json.loads(more.stdout)["continued"] == told["games"]


def test_without_ray_there_is_a_hint() -> None:
    code = "import sys; sys.modules['ray'] = None; from ninetyeight.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, "arena", "--ray", "--games", "3", "--lang", "en"],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert "ninetyeight[cluster]" in result.stderr
