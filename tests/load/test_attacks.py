"""`ninetyeight load --attack`: what it reports, that its bounds can be broken, whom it attacks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ninetyeight.cli import main
from ninetyeight.commands.frame import speaking
from ninetyeight.commands.load_attack import siege_lines
from ninetyeight.load import siege
from ninetyeight.load.attacks import ATTACKS
from ninetyeight.load.canary import Felt
from ninetyeight.locale import LANGUAGES
from tests.client.guests import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "load.md"


#: The command with less quiet before each attack than bounds are measured against.
HASTY = """
from ninetyeight.cli import main
from ninetyeight.load import siege
siege.QUIET = 1.0
main()
"""


def test_a_short_attack_is_reported_and_leaves_nothing_behind(tmp_path: Path) -> None:
    words = ("load", "--attack", "pings,record", "--seconds", "1", "--json", "--quiet")
    told = subprocess.run(
        [sys.executable, "-c", HASTY, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=2 * PATIENCE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert told.stderr == ""
    report = json.loads(told.stdout)
    assert told.returncode == (0 if report["held"] else 1)
    assert report["own_server"]
    assert [one["attack"] for one in report["attacks"]] == ["pings", "record"]
    for one in report["attacks"]:
        assert one["connections"] >= 1
        assert one["quiet_ms"]["p50"] > 0
        assert one["during_ms"]["p50"] > 0
        assert one["quiet_mib"] > 10
        assert one["refused"] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.1:8098",
        "http://cards.example",
        "https://127.0.0.1:8098",
        "http://[::1]:8098",
        "http://127.0.0.1.example",
    ],
)
def test_only_a_server_on_this_computer_is_attacked(url: str) -> None:
    words = ["load", "--attack", "all", "--i-run-this-server", "--url", url]
    told = CliRunner().invoke(main, words, env={"NINETYEIGHT_LANG": "en"})
    assert told.exit_code == 2
    assert "Attacks are for a server on this computer" in told.output


@pytest.mark.parametrize("names", ["", ",", "pings,nonsense", "all,pings"])
def test_an_attack_that_there_is_not_is_told_which_there_are(names: str) -> None:
    told = CliRunner().invoke(main, ["load", "--attack", names], env={"NINETYEIGHT_LANG": "en"})
    assert told.exit_code == 2
    assert "endless-header" in " ".join(told.output.split())


def felt(ms: float, mib: float, away: int = 0, refused: int = 0) -> Felt:
    return Felt([ms / 1000] * 9, [mib * 2**20] * 3, [(0.0, 0.0), (2.0, 1.0)], 3, away, refused)


@pytest.mark.parametrize(
    ("during", "recovery", "held"),
    [
        (felt(12, 180), 9.0, True),
        (felt(12.1, 180), 0.0, False),
        (felt(4, 182), 0.0, False),
        (felt(4, 80), 10.5, False),
        (felt(4, 80), None, False),
        (felt(4, 80, away=1), 0.0, False),
        (felt(4, 80, refused=1), 0.0, False),
        (Felt(), 0.0, False),
    ],
)
def test_each_bound_can_be_broken(during: Felt, recovery: float | None, held: bool) -> None:
    told = siege._told("pings", (felt(4, 80.5), during, felt(4, 80.5)), recovery, 1, 0)
    assert told["held"] is held


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_a_line_for_each_attack_in_every_language(language: str) -> None:
    phases = (felt(4, 80), felt(90, 80), felt(4, 80))
    attacks: list[dict[str, Any]] = [
        siege._told("pings", phases, None, 1, 0),
        siege._told("idle", (felt(4, 80), Felt(), felt(4, 80)), 1.0, 1, 0),
    ]
    bounds = {"slower": 3.0, "memory_mib": 100.0, "recovery_seconds": 10.0}
    report = {"seconds": 10.0, "bounds": bounds, "attacks": attacks, "held": False}
    with speaking(language):
        _, heading, pings, idle, _ = siege_lines(report)
    assert pings.startswith("pings ")
    assert idle.startswith("idle ")
    point = "." if language == "en" else ","
    assert f"22{point}5" in pings
    assert len(heading) >= len(pings) - 2


def test_the_documentation_tells_what_each_attack_does() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == list(ATTACKS)
