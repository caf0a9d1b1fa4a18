"""A run that was broken off goes on where it stopped: no game lost, none counted twice."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ninetyeight.arena import ArenaError, GamesFile, Run, play_run
from ninetyeight.cli import main
from ninetyeight.rules import Deal, Rules, parse_move

SAME = ("wins", "mean_left", "histogram", "reasons", "lost_draw", "lost_turn", "mean_turns")


def arena(*words: object) -> Result:
    given = ["arena", "--players", "2", "--jobs", "1", "--quiet", *map(str, words)]
    return CliRunner().invoke(main, given)


def told(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_line_tells_which_deal_was_played_and_how_it_went(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    (report,) = told(arena("--bot", "greedy", "--games", 8, "--json", "--out", out))
    games = rows(out)
    assert [row["game"] for row in games] == list(range(8))
    run = Run(Rules.of("original", players=2), ("greedy", "greedy"), games=8)
    assert [row["deal"] for row in games] == [run.deal(i).code for i in range(8)]
    assert sum(row["left"] for row in games) / 8 == report["mean_left"]
    assert sum(row["won"] for row in games) == report["wins"]


def test_a_continued_run_gives_the_figures_of_a_whole_one(tmp_path: Path) -> None:
    out, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    words = ("--bot", "greedy", "--bot", "random", "--json")
    told(arena(*words, "--games", 7, "--out", out))
    again = told(arena(*words, "--games", 12, "--out", out, "--continue"))
    fresh = told(arena(*words, "--games", 12, "--out", whole))
    assert [report["continued"] for report in again[:2]] == [7, 7]
    for one, other in zip(again[:2], fresh[:2], strict=True):
        assert {key: one[key] for key in SAME} == {key: other[key] for key in SAME}
        assert one["games"] == 12
    assert again[2] == fresh[2]  # the comparison
    assert sorted(out.read_text().splitlines()) == sorted(whole.read_text().splitlines())


def test_continuing_a_finished_run_plays_nothing(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--games", 5, "--json", "--out", out, "--continue")
    first = told(arena(*words))  # there is no file yet: it begins
    before = out.read_bytes()
    again = told(arena(*words))
    assert out.read_bytes() == before
    assert again[0]["histogram"] == first[0]["histogram"]
    assert (again[0]["continued"], again[0]["games_per_s"]) == (5, 0.0)
    fewer = told(arena(*words, "--games", 3))
    assert fewer[0]["games"] == 3
    assert out.read_bytes() == before


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--games", 6, "--json", "--out", out)
    first = told(arena(*words))
    whole = out.read_bytes()
    for cut in (len(whole) - 1, len(whole) - 30, len(whole) - 500, 40, 0):
        out.write_bytes(whole[:cut])
        again = told(arena(*words, "--continue"))
        assert out.read_bytes() == whole
        assert again[0]["histogram"] == first[0]["histogram"]


def test_a_run_killed_outright_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["--bot", "greedy", "--players", "2", "--games", "100000", "--jobs", "2"]
    words += ["--engine", "reference"]  # which takes long enough to be killed on its way
    process = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--out", str(out), "--quiet"],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not out.exists() or out.read_bytes().count(b"\n") < 10:
            assert process.poll() is None
            time.sleep(0.05)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    kept = out.read_bytes().count(b"\n") - 1
    (report,) = told(
        arena("--bot", "greedy", "--games", kept + 3, "--json", "--out", out, "--continue")
    )
    assert report["continued"] in (kept, kept - 1)  # the last line may have been cut off
    assert report["games"] == kept + 3
    run = Run(Rules.of("original", players=2), ("greedy", "greedy"), games=20)
    fresh = [(played.deal, played.left) for played in play_run(run, 1)]
    kept_games = [(row["deal"], row["left"]) for row in rows(out)]
    assert kept_games[:20] == fresh[: len(kept_games)]
    assert [row["game"] for row in rows(out)] == list(range(kept + 3))


@pytest.mark.parametrize(
    "crew",
    [["--jobs", "1"], ["--jobs", "2", "--engine", "reference"], ["--jobs", "2"], ["--ray"]],
    ids=" ".join,
)
def test_ctrl_c_keeps_every_game_that_it_shows(crew: list[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["--bot", "planner", "--players", "2", "--games", "10000000", "--json", *crew]
    process = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "NINETYEIGHT_LANG": "en"},
        start_new_session=True,
        text=True,
    )
    try:
        while not out.exists() or out.read_bytes().count(b"\n") < 10:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to all of them
        shown, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130
    report = json.loads(shown)
    assert [row["game"] for row in rows(out)] == list(range(report["games"]))
    assert "To go on, give the same command with --continue." in err
    (again,) = told(arena("--bot", "planner", "--games", 9, "--json", "--out", out, "--continue"))
    assert again["continued"] == again["games"] == 9
    fresh = tmp_path / "fresh.jsonl"
    told(arena("--bot", "planner", "--games", 9, "--json", "--out", fresh))
    assert rows(fresh) == rows(out)[:9]  # whoever played


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Add --continue"),
        (["--continue", "--seed", "2"], "differs in: seed"),
        (["--continue", "--players", "3"], "differs in: players, seats"),
        (["--continue", "--bot", "random"], "differs in: runs"),
        (["--continue", "--talk", "markers", "--fire"], "differs in: options, talk"),
    ],
)
def test_a_file_of_another_run_is_refused_and_left_alone(
    words: list[str], message: str, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    told(arena("--bot", "greedy", "--games", 3, "--json", "--out", out))
    before = out.read_bytes()
    result = arena("--bot", "greedy", "--games", 5, "--out", out, *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [lines[0], lines[2], lines[3]],  # a game is missing
        lambda lines: [lines[0], lines[1], lines[1], lines[2]],  # one is there twice
        lambda lines: [*lines[:2], b"{}\n", *lines[2:]],
        lambda lines: [*lines[:2], b'[1, "game"]\n', *lines[2:]],
        lambda lines: [lines[0], lines[1].replace(b'"left": ', b'"left": -')],
        lambda lines: [lines[0], lines[1].replace(b'"won": false', b'"won": true')],
        lambda lines: [lines[0], lines[1].replace(b'"run": 0', b'"run": -1')],
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(damage: Any, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--games", 3, "--json", "--out", out)
    told(arena(*words))
    out.write_bytes(b"".join(damage(out.read_bytes().splitlines(keepends=True))))
    before = out.read_bytes()
    result = arena(*words, "--continue")
    assert result.exit_code == 2
    assert "is not a game that could stand there" in result.stderr
    assert out.read_bytes() == before


@pytest.mark.parametrize("content", ["hello\n", "{}\n", "[]\n", '{"format": 1}\n'])
def test_a_file_that_holds_no_games_is_not_touched(content: str, tmp_path: Path) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(content)
    result = arena("--bot", "greedy", "--games", 3, "--out", out, "--continue")
    assert result.exit_code == 2
    assert "holds no games" in result.stderr
    assert out.read_text() == content


@pytest.mark.parametrize("path", ["/dev/full", "/dev/null"])
def test_games_are_kept_in_ordinary_files_only(path: str) -> None:
    """Reading back from some of the others would never end."""
    result = arena("--bot", "greedy", "--games", 3, "--out", path)
    assert result.exit_code == 2
    assert f"{path} holds no games" in result.stderr
    assert result.stdout == ""


def test_a_file_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A later release may play better, and half a file of each would be no run at all."""
    out = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--games", 3, "--out", out)
    told(arena(*words, "--json"))
    first, *games = out.read_text().splitlines(keepends=True)
    header = json.loads(first)
    header["runs"][0]["version"] = "0.0.7"
    out.write_text("".join([json.dumps(header) + "\n", *games]))
    before = out.read_bytes()
    result = arena(*words, "--continue")
    assert result.exit_code == 2
    assert "differs in: version" in result.stderr
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "written by another run"), ("de", "ein anderer Lauf"), ("fr", "autre exécution")],
)
def test_a_second_process_cannot_write_to_the_file_of_a_first(
    language: str, message: str, tmp_path: Path
) -> None:
    run = Run(Rules.of("original", players=2), ("greedy", "greedy"))
    out = tmp_path / "games.jsonl"
    with GamesFile(out, [run]) as file:
        file.read(lambda _run, _games: None)
        before = out.read_bytes()
        second = subprocess.run(
            [sys.executable, "-m", "ninetyeight", "arena", "--bot", "greedy", "--players", "2"]
            + ["--jobs", "1", "--out", str(out), "--continue"],
            capture_output=True,
            text=True,
            env={**os.environ, "NINETYEIGHT_LANG": language},
        )
        assert out.read_bytes() == before
    assert second.returncode == 2
    assert message in second.stderr
    assert second.stdout == ""


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    run = Run(Rules.of("original", players=2), ("greedy", "greedy"))
    path = tmp_path / "games.jsonl"
    with GamesFile(path, [run]), pytest.raises(ArenaError, match="another run"):
        GamesFile(path, [run], resume=True)
    GamesFile(path, [run], resume=True).__exit__()


def test_continue_needs_a_file() -> None:
    result = arena("--bot", "greedy", "--continue")
    assert result.exit_code == 2
    assert "--out" in result.stderr


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_a_full_disk_loses_nothing_that_was_counted(engine: str, tmp_path: Path) -> None:
    """The process may write files of 4 KB at most: the next byte is refused, as on a full disk."""
    out = tmp_path / "games.jsonl"
    words = ["--bot", "greedy", "--players", "2", "--games", "60", "--jobs", "1", "--json"]
    words += ["--engine", engine]
    result = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--out", str(out)],
        capture_output=True,
        text=True,
        env={**os.environ, "NINETYEIGHT_LANG": "en"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "games.jsonl" in result.stderr
    assert "--continue" in result.stderr
    shown = json.loads(result.stdout)
    assert shown["games"] > 10  # more than the file could take
    assert shown["games"] == sum(shown["histogram"].values())
    assert out.stat().st_size <= 4096
    kept = rows(out)  # only whole lines
    assert [row["game"] for row in kept] == list(range(len(kept)))
    (report,) = told(arena("--bot", "greedy", "--games", 60, "--json", "--out", out, "--continue"))
    assert report["continued"] == len(kept)
    assert [row["game"] for row in rows(out)] == list(range(60))


def test_a_full_disk_under_a_table_leaves_the_results(tmp_path: Path) -> None:
    words = ["--bot", "greedy", "--players", "2", "--games", "60", "--jobs", "1", "--json"]
    result = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "arena", *words]
        + ["--table", str(tmp_path / "games.csv")],
        capture_output=True,
        text=True,
        env={**os.environ, "NINETYEIGHT_LANG": "de"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "Das Schreiben ist gescheitert" in result.stderr
    assert "games.csv" in result.stderr
    assert json.loads(result.stdout)["games"] > 10


def test_a_file_that_cannot_be_made_is_told_before_playing(tmp_path: Path) -> None:
    result = arena("--bot", "greedy", "--out", tmp_path / "none" / "games.jsonl")
    assert result.exit_code == 1
    assert "games.jsonl" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("bot", ["greedy", "planner", "random"])
def test_games_whose_moves_were_kept_can_be_replayed(tmp_path: Path, bot: str) -> None:
    out = tmp_path / "games.jsonl"
    options = ("--bot", bot, "--talk", "markers", "--edition", "extreme", "--moves", "--out", out)
    told(arena(*options, "--games", 3, "--json"))
    told(arena(*options, "--games", 5, "--json", "--continue"))
    for row in rows(out):
        game = Deal.from_code(row["deal"]).game().start(row["starter"])
        for move in row["moves"].split():
            game = game.apply(parse_move(move))
        assert game.outcome is not None
        assert (game.outcome.won, game.outcome.left) == (row["won"], row["left"])
    shown = CliRunner().invoke(main, ["replay", str(out), "--game", "4", "--all", "--lang", "en"])
    assert shown.exit_code == 0, shown.output
    row = rows(out)[4]
    assert row["deal"] in shown.output
    assert f"Cards laid: {98 - row['left']}\n" in shown.output
    last = [move for move in row["moves"].split() if move != "end"][-1]
    assert (
        f"{last.split('@')[1]} {'up' if last[-2] == 'U' else 'down'}: {last.split('@')[0]}"
        in (shown.output.split("Turn ")[-1])
    )


def test_a_file_without_moves_says_how_to_have_them(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    told(arena("--bot", "greedy", "--games", 2, "--json", "--out", out))
    for game in ("1", "2"):
        shown = CliRunner().invoke(main, ["replay", str(out), "--game", game, "--lang", "en"])
        assert shown.exit_code == 2
        assert "--moves" in shown.output
    assert "--out" in arena("--bot", "greedy", "--moves").output
