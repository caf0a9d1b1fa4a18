"""The planner's weights: which kind of table plays by which, and how they are found."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.bots.weights import Terms, Traits, general_weights, traits_of, weights_for
from ninetyeight.rules import EDITIONS, Rules
from tests.laws import distinct_rules, every_law, rules_id

TUNER = Path(__file__).parents[2] / "tools" / "tune-planner"
TUNED = tomllib.loads(files("ninetyeight.bots").joinpath("tuned.toml").read_text("utf-8"))


#: Every edition with every combination of options, for each number of players.
EVERY_TABLE = tuple(
    Rules(edition, options, players)
    for edition in EDITIONS.values()
    for options in every_law()
    for players in range(1, edition.max_players + 1)
)


@pytest.mark.parametrize("table", TUNED["table"], ids=lambda table: table["how"].split(":")[0])
def test_weights_that_were_tuned_are_played_by_and_surely_gain(table: dict[str, Any]) -> None:
    traits = Traits(*(table[name] for name in Traits._fields))
    alike = [
        (rules, markers)
        for rules in EVERY_TABLE
        for markers in (False, True)
        if traits_of(rules, markers=markers) == traits
    ]
    assert alike, "no table plays by them"
    for rules, markers in alike:
        assert weights_for(rules, markers=markers).late == Terms(*table["late"])
    surely = float(table["how"].rpartition("(")[2].split(" to ")[0])
    assert surely > 0


@pytest.mark.parametrize("rules", tuple(distinct_rules()), ids=rules_id)
def test_every_table_has_weights(rules: Rules) -> None:
    for markers in (False, True):
        weights = weights_for(rules, markers=markers)
        assert len(weights.late) == len(weights.early) == len(Terms._fields)
        assert weights.beam == general_weights(traits_of(rules, markers=markers)).beam


def test_tuning_keeps_only_what_surely_wins_more(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    into = tmp_path / "tuned.toml"
    command = [sys.executable, str(TUNER), "original", "3", "--minutes", "0", "--games", "20"]
    done = subprocess.run(
        [*command, "--deciding", "200", "--into", str(into)], capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    assert "0 steps given, 0 found" in done.stdout
    assert "gain 0.00 (0.00 to 0.00)" in done.stdout
    assert not into.exists()
