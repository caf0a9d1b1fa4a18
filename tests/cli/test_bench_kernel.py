"""`ninetyeight bench` with the compiled kernel: both engines in one run."""

from __future__ import annotations

import json
import subprocess
import sys

from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.fast.layout import bytes_per_game
from ninetyeight.rules import EDITIONS


def test_the_report_has_both_engines_and_their_ratio() -> None:
    told = CliRunner().invoke(main, ["bench", "--seconds", "0.2", "--json"])
    report = json.loads(told.output)
    for key in ("reference_greedy", "kernel_greedy", "kernel_planner"):
        assert report[f"{key}_games_per_s"] > 0
    ratio = report["kernel_greedy_games_per_s"] / report["reference_greedy_games_per_s"]
    assert abs(report["ratio"] - ratio) < 0.1
    kernel = report["kernel"]
    greedy = [row for row in kernel["editions"] if row["bot"] == "greedy"]
    assert [row["edition"] for row in greedy] == list(EDITIONS)
    assert all(row["ratio"] for row in greedy)
    assert [row["players"] for row in kernel["by_players"]] == [1, 2, 3, 4, 5]
    assert [row["cards"] for row in kernel["by_cards"]] == [49, 74, 98, 124]
    assert kernel["bytes_per_game"] == bytes_per_game()
    assert kernel["ready_s"] > 0


def test_the_report_has_both_ways_to_step_an_environment_and_their_ratio() -> None:
    told = CliRunner().invoke(main, ["bench", "--seconds", "0.2", "--json"])
    report = json.loads(told.output)
    vector, python = report["vector_env_steps_per_s"], report["python_env_steps_per_s"]
    assert vector > python > 0
    assert abs(report["vector_env_ratio"] - vector / python) < 0.1
    assert report["vector_env_places"] >= 1000


def test_without_the_environments_it_says_how_to_get_them_and_measures_the_rest() -> None:
    hide = (
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'gymnasium' else find(name, *a)\n"
        "from ninetyeight.cli import main; main()"
    )
    called = [sys.executable, "-c", hide, "bench", "--seconds", "0.1", "--lang", "en"]
    told = subprocess.run(called, capture_output=True, text=True, check=True)
    assert told.stdout.count("pip install 'ninetyeight[envs,fast]'") == 1
    assert "times the reference engine" in told.stdout


def test_people_are_told_of_both_engines_in_their_language() -> None:
    told = CliRunner().invoke(main, ["bench", "--seconds", "0.1", "--lang", "fr"])
    assert "fois le moteur de référence" in told.output
    assert "octets" in told.output
    assert "fois un seul environnement" in told.output
