"""Tables and pictures for those who want to look further."""

import csv
import json
import os
import resource
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from ninetyeight.arena.statistics import middle, survival
from ninetyeight.arena.tables import COLUMNS
from ninetyeight.cli import main
from ninetyeight.rules import Deal


def arena(*words: object) -> Result:
    given = ["arena", "--jobs", "1", "--quiet", *map(str, words)]
    return CliRunner().invoke(main, given)


def without(module: str, *words: object) -> subprocess.CompletedProcess[str]:
    """The command on a machine where ``module`` is not installed."""
    code = f"import sys; sys.modules[{module!r}] = None; from ninetyeight.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "arena", "--jobs", "1", *map(str, words), "--lang", "en"],
        capture_output=True,
        text=True,
    )


def test_csv_has_one_row_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    words = ("--bot", "greedy", "--bot", "random", "--players", "1,2", "--games", 5, "--fire")
    result = arena(*words, "--table", path, "--json", "--talk", "markers")
    assert result.exit_code == 0, result.output
    reports = [json.loads(line) for line in result.stdout.splitlines()][:4]
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == 20
    for report in reports:
        mine = [
            row
            for row in rows
            if (row["team"], row["players"]) == (report["bot"], str(report["players"]))
        ]
        assert [int(row["game"]) for row in mine] == list(range(5))
        assert sum(int(row["left"]) for row in mine) / 5 == report["mean_left"]
        assert sum(int(row["won"]) for row in mine) == report["wins"]
        assert Counter(row["reason"] for row in mine if row["reason"]) == report["reasons"]
        assert sum(int(row["marker_keep"]) for row in mine) == report["markers"]["keep"]
    for row in rows:
        rules = Deal.from_code(row["deal"]).rules
        assert (rules.players, rules.options.fire) == (int(row["players"]), True)
        assert (row["edition"], row["fire"], row["expert"]) == ("original", "1", "0")
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_of_a_continued_run_has_all_games(tmp_path: Path) -> None:
    words = ("--bot", "greedy", "--players", "1", "--out", tmp_path / "games.jsonl")
    arena(*words, "--games", 4)
    arena(*words, "--games", 6, "--continue", "--table", tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(newline="") as file:
        assert [int(row["game"]) for row in csv.DictReader(file)] == list(range(6))


def test_parquet_holds_what_csv_holds(tmp_path: Path) -> None:
    from pyarrow import parquet

    paths = [tmp_path / "games.csv", tmp_path / "games.parquet"]
    words = ("--bot", "greedy", "--players", "2", "--games", 6)
    result = arena(*words, "--table", paths[0], "--table", paths[1])
    assert result.exit_code == 0, result.output
    with paths[0].open(newline="") as file:
        plain = list(csv.DictReader(file))
    typed = parquet.read_table(paths[1]).to_pylist()
    assert [row["deal"] for row in typed] == [row["deal"] for row in plain]
    assert [row["left"] for row in typed] == [int(row["left"]) for row in plain]
    assert {type(row["won"]) for row in typed} == {bool}


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 10**30])
def test_a_seed_of_any_size_is_written(tmp_path: Path, seed: int) -> None:
    from pyarrow import parquet

    paths = [tmp_path / "games.csv", tmp_path / "games.parquet"]
    words = ("--bot", "greedy", "--players", "2", "--games", 3, "--seed", seed)
    result = arena(*words, "--table", paths[0], "--table", paths[1], "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["seed"] == seed
    with paths[0].open(newline="") as file:
        assert [int(row["seed"]) for row in csv.DictReader(file)] == [seed] * 3
    typed = parquet.read_table(paths[1]).to_pylist()
    fits = -(2**63) <= seed < 2**63
    assert [row["seed"] for row in typed] == [seed if fits else str(seed)] * 3


def test_without_pyarrow_there_is_a_hint_and_nothing_is_played(tmp_path: Path) -> None:
    result = without("pyarrow", "--bot", "greedy", "--table", tmp_path / "games.parquet")
    assert result.returncode == 2
    assert "ninetyeight[parquet]" in result.stderr
    assert str(tmp_path / "games.csv") in result.stderr
    assert result.stdout == ""


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    result = arena("--bot", "greedy", "--table", tmp_path / "games.xlsx")
    assert result.exit_code == 2
    assert ".csv or .parquet" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_png_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "games.png"
    result = arena("--bot", "greedy", "--players", "1-2", "--games", 5, "--plot", path)
    assert result.exit_code == 0, result.output
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    assert width > height > 300


@pytest.mark.parametrize(("language", "word"), [("en", "cards left"), ("fr", "cartes restantes")])
def test_an_svg_tells_what_it_shows(language: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "games.svg"
    words = ("--bot", "greedy", "--bot", "random", "--players", "1-2", "--games", 5)
    assert arena(*words, "--plot", path, "--lang", language).exit_code == 0
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert f"<!-- {word} -->" in text
    for told in ("greedy", "random", "original, ", "2 ", "30–39"):
        assert f"<!-- {told}" in text
    before = path.read_bytes()
    arena(*words, "--plot", path, "--lang", language)
    assert path.read_bytes() == before  # the same results, the same picture


def test_a_picture_of_another_kind_is_refused_before_playing(tmp_path: Path) -> None:
    result = arena("--bot", "greedy", "--plot", tmp_path / "games.bmp")
    assert result.exit_code == 2
    assert ".png, .svg, .pdf" in result.stderr
    assert result.stdout == ""


def test_without_matplotlib_there_is_a_hint_and_nothing_is_played(tmp_path: Path) -> None:
    result = without("matplotlib", "--bot", "greedy", "--plot", tmp_path / "games.png")
    assert result.returncode == 2
    assert "ninetyeight[plots]" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("option", ["--plot", "--table", "--out"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_folder_that_is_not_there_is_told_before_playing(
    option: str, language: str, tmp_path: Path
) -> None:
    kind = {"--plot": "png", "--table": "csv", "--out": "jsonl"}[option]
    path = tmp_path / "none" / f"games.{kind}"
    result = arena("--bot", "greedy", "--games", 3, option, path, "--lang", language)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert repr(str(path)) in result.stderr


def test_a_full_disk_under_a_picture_leaves_the_results(tmp_path: Path) -> None:
    """The process may write files of 4 KB at most: the next byte is refused, as on a full disk."""
    path = tmp_path / "games.png"
    words = ["--bot", "greedy", "--players", "2", "--games", "30", "--jobs", "1", "--json"]
    result = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--plot", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "NINETYEIGHT_LANG": "fr", "MPLCONFIGDIR": str(tmp_path / "mpl")},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert result.returncode == 1
    assert json.loads(result.stdout)["games"] == 30
    assert "L’écriture a échoué" in result.stderr
    assert "games.png" in result.stderr
    assert "Traceback" not in result.stderr
    assert not list(tmp_path.glob("games*"))  # and no half of a picture


@pytest.mark.parametrize("words", [["--json"], []])
def test_an_output_that_takes_no_more_is_told(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "ninetyeight", "arena", "--bot", "greedy", "--games", "5"]
            + ["--jobs", "1", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NINETYEIGHT_LANG": "en"},
        )
    assert result.returncode == 1
    assert "refused 'the output': No space left on device" in result.stderr
    assert "Traceback" not in result.stderr


def test_survival_falls_from_all_games_to_the_win_rate() -> None:
    shares = survival(98, Counter({0: 3, 10: 1, 98: 1, 97: 5}))
    assert len(shares) == 99
    assert (shares[0], shares[1], shares[2]) == (1.0, 0.9, 0.4)
    assert (shares[88], shares[89], shares[98]) == (0.4, 0.3, 0.3)
    assert shares == sorted(shares, reverse=True)


def test_quartiles_are_numbers_that_were_counted() -> None:
    assert middle(Counter(range(1, 102))) == (26, 51, 76)
    assert middle(Counter({7: 1})) == (7, 7, 7)


def test_every_key_and_column_is_documented(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    words = ("--bot", "greedy", "--bot", "random", "--players", 1, "--games", 2, "--json")
    result = arena(*words, "--out", tmp_path / "games.jsonl")
    told = {key for line in result.stdout.splitlines() for key in json.loads(line)}
    line = json.loads((tmp_path / "games.jsonl").read_text().splitlines()[-1])
    missing = [key for key in (*told, *COLUMNS) if f"`{key}`" not in page]
    missing += [key for key in line if f'"{key}": ' not in page]
    assert missing == []
