"""The worked example: a small player learns from games, and what it learned sits down to play."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ninetyeight.bots import make_bot, play_match
from ninetyeight.rules import Deal, Rules, Strictness

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_small.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_small", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def trained(example: Any) -> Any:
    return example.train(players=3, rounds=14, games=96, hidden=32, seed=1)


def test_a_short_training_already_leaves_far_fewer_cards(example: Any, trained: Any) -> None:
    untrained = example.Value(3, 32, np.random.default_rng(1))
    before, greedy = example.measure(untrained, 200)
    after, same = example.measure(trained, 200)
    assert (greedy == same).all()
    gained = before - after  # deal by deal
    assert gained.mean() > 15
    assert gained.mean() > 5 * gained.std() / len(gained) ** 0.5


def test_the_same_seed_trains_the_same_player(example: Any) -> None:
    one, two, other = (example.train(rounds=2, games=16, hidden=8, seed=seed) for seed in (5, 5, 6))
    pairs = list(zip(one.weights, two.weights, strict=True))
    assert all(np.array_equal(mine, yours) for mine, yours in pairs)
    assert not np.array_equal(one.weights[0], other.weights[0])


def test_at_a_table_it_makes_the_moves_that_it_makes_in_the_environment(
    example: Any, trained: Any, tmp_path: Path
) -> None:
    """Kept in a file, started as a program, asked through views: the same game, card by card."""
    kept = tmp_path / "small.npz"
    example.save(trained, kept)
    deal = Deal.of_bits(Rules.of("original", players=3), 98)
    command = f"program:{sys.executable} {EXAMPLE} play {kept}"
    bot = make_bot(command)
    try:
        played = play_match(deal, [bot] * 3, talk=Strictness.SILENT, starter=0)
    finally:
        bot.close()
    envs = example.TeamVectorEnv(1, players=3, autoreset_mode="Disabled")
    left, *_ = example.play_round(
        envs,
        trained,
        lambda said, _: said @ example.WORTH,
        np.random.default_rng(0),
        seed=1,
        options={"deals": [deal], "starter": 0},
    )
    assert played.outcome.left == left[0]


def test_the_command_line_trains_keeps_and_measures(tmp_path: Path) -> None:
    kept = tmp_path / "small.npz"
    short = ["--rounds", "1", "--games", "50", "--players", "2"]
    told = subprocess.run(
        [sys.executable, EXAMPLE, "train", kept, *short], capture_output=True, text=True, check=True
    )
    assert kept.exists()
    assert "round 1 of 1:" in told.stdout
    assert "50 fresh deals" in told.stdout
    again = subprocess.run(
        [sys.executable, EXAMPLE, "measure", kept, *short],
        capture_output=True,
        text=True,
        check=True,
    )
    assert again.stdout.splitlines() == told.stdout.splitlines()[-3:]


def test_a_file_that_cannot_be_written_is_told_before_the_training(tmp_path: Path) -> None:
    for kept in (tmp_path / "nowhere" / "small.npz", tmp_path):
        told = subprocess.run(
            [sys.executable, EXAMPLE, "train", kept, "--rounds", "1"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 2
        assert f"nothing can be kept in {kept}" in told.stderr
        assert "round" not in told.stdout


def test_what_was_learned_is_kept_elsewhere_when_its_folder_is_gone(
    example: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = example.Value(3, 8, np.random.default_rng(1))
    kept = example.save_somewhere(value, tmp_path / "gone" / "small.npz")
    assert str(kept) in capsys.readouterr().err
    assert np.array_equal(example.load(kept).weights[0], value.weights[0])
    kept.unlink()
    kept.parent.rmdir()
