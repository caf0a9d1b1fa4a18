"""Many games: the same figures on any number of processes, and honest intervals."""

import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pexpect
import pytest
from click.testing import CliRunner, Result

import ninetyeight
from ninetyeight.arena import (
    ArenaError,
    GameResult,
    Run,
    Tally,
    make_crew,
    play_run,
    report,
    wilson,
)
from ninetyeight.bots import BotError
from ninetyeight.cli import main
from ninetyeight.rules import Reason, Rules, SetupError, Strictness
from tests.arena.test_crews import once_deadly

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_bot.py"

#: What readers of the JSON rely on.
KEYS = {
    *("edition", "options", "players", "bot", "talk", "seed", "games", "wins", "win_rate"),
    *("ci95", "mean_left", "under_ten", "histogram", "games_per_s"),
    *("reasons", "lost_draw", "lost_turn", "markers", "games_with_markers", "continued"),
}


def arena(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


def run(games: int = 12, players: int = 2, seed: int = 1, bot: str = "greedy") -> Run:
    rules = Rules.of("original", players=players)
    return Run(rules, (bot,) * players, Strictness.MARKERS, games, seed)


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    alone = list(play_run(run(40), jobs=1))
    assert list(play_run(run(40), jobs=3)) == alone
    assert len({played.left for played in alone}) > 5


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    assert list(play_run(run(10), jobs=1))[:5] == list(play_run(run(5), jobs=1))
    assert run(5).deal(3) == run(10).deal(3)


def test_another_seed_means_other_deals() -> None:
    assert {run(seed=1).deal(i).code for i in range(9)}.isdisjoint(
        run(seed=2).deal(i).code for i in range(9)
    )


def test_the_deal_of_a_game_is_the_one_the_documentation_tells() -> None:
    assert run(seed=7).deal(3).code == "original-2p-Y0TTW2RYR0WY8F6Q"


def test_figures_add_up() -> None:
    tally = Tally()
    for played in (
        GameResult(True, None, 0, 20, 5, 3, 0, marks=(2, 0, 1)),
        GameResult(False, Reason.STUCK, 9, 18, 1, 0, 0),
        GameResult(False, Reason.STUCK, 30, 10, 0, 0, 12),
        GameResult(False, Reason.FIRE, 41, 8, 2, 1, 25, starter=1, marks=(0, 1, 0)),
    ):
        tally.add(played)
    told = report(run(4), tally, 2.0)
    assert told.keys() >= KEYS
    assert (told["games"], told["wins"], told["win_rate"]) == (4, 1, 0.25)
    assert told["mean_left"] == 20.0
    assert told["under_ten"] == 0.5
    assert told["histogram"] == {"0": 1, "9": 1, "30": 1, "41": 1}
    assert told["reasons"] == {"stuck": 2, "fire": 1}
    assert told["lost_draw"] == {"0": 1, "12": 1, "25": 1}
    assert told["lost_turn"] == {"8": 1, "10": 1, "18": 1}
    assert told["markers"] == {"small": 2, "keep": 1, "keep!": 1}
    assert (told["games_with_markers"], told["mean_markers"]) == (2, 1.0)
    assert told["games_per_s"] == 2.0
    assert report(run(4), tally, 2.0, continued=3)["games_per_s"] == 0.5
    assert told["mean_tricks"] == 2.0
    low, high = told["ci95"]
    assert 0 < low < 0.25 < high < 1


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (184, 1000, 0.1612, 0.2092), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_are_those_of_the_textbook(
    wins: int, games: int, low: float, high: float
) -> None:
    assert list(wilson(wins, games)) == pytest.approx([low, high], abs=1e-4)


def test_a_run_that_makes_no_sense_is_refused_before_it_starts() -> None:
    rules = Rules.of("original", players=3)
    with pytest.raises(ArenaError, match="2 bots for 3 seats"):
        Run(rules, ("greedy", "greedy"))
    with pytest.raises(BotError, match="no bot"):
        Run(rules, ("greedy", "greedy", "gred"))
    with pytest.raises(ArenaError, match="at least one"):
        Run(rules, ("greedy",) * 3, games=0)
    with pytest.raises(SetupError):
        Run(Rules.of("original", players=6), ("greedy",) * 6)


@pytest.mark.parametrize("given", ["1", 1.0, True, None])
def test_a_seed_that_is_no_whole_number_is_refused(given: Any) -> None:
    """Deals follow from the digits of a seed: with 1.0 others would be played than with 1."""
    rules = Rules.of("original", players=3)
    numbered: Any = np.int64(7)
    assert Run(rules, ("greedy",) * 3, seed=numbered) == Run(rules, ("greedy",) * 3, seed=7)
    with pytest.raises(ArenaError, match="seed"):
        Run(rules, ("greedy",) * 3, seed=given)


@pytest.mark.parametrize("given", ["10", 1.5, None, -1])
def test_games_are_a_whole_number(given: Any) -> None:
    with pytest.raises(ArenaError, match="at least one"):
        Run(Rules.of("original", players=3), ("greedy",) * 3, games=given)


@pytest.mark.parametrize("given", ["2", 1.5, 0, -1])
def test_fewer_processes_than_one_are_refused_instead_of_waited_for(given: Any) -> None:
    asks: list[Callable[[], object]] = [
        lambda: make_crew(given),
        lambda: list(play_run(run(3), jobs=given)),
        lambda: ninetyeight.arena("greedy", games=3, jobs=given),
    ]
    for ask in asks:
        with pytest.raises(ArenaError, match="at least one"):
            ask()


def test_an_error_in_a_process_arrives_whole(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("import sys\nsys.exit(5)\n")
    with pytest.raises(BotError, match="exit code 5"):
        list(play_run(run(6, bot=f"program:{sys.executable} {broken}"), jobs=2))


def test_errors_survive_the_way_between_processes() -> None:
    error = ArenaError("wrong_seats", n=2, players=3)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)


def test_a_process_that_disappears_is_told(tmp_path: Path) -> None:
    """The games counted before stand; the rest is not waited for."""
    killer = tmp_path / "killer.py"
    killer.write_text(
        textwrap.dedent(
            """
            import json, os, signal, sys
            for line in sys.stdin:
                kind = json.loads(line)["type"]
                if kind != "hello":
                    os.kill(os.getppid(), signal.SIGKILL)
                print('{"name": "killer"}', flush=True)
            """
        )
    )
    with pytest.raises(ArenaError, match="disappeared"):
        list(play_run(run(6, bot=f"program:{sys.executable} {killer}"), jobs=2))


# The command.


def test_json_has_the_agreed_keys() -> None:
    result = arena("--bot", "greedy", "--players", "2", "--games", "5", "--jobs", "1", "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told.keys() >= KEYS
    assert (told["edition"], told["players"], told["bot"]) == ("original", 2, "greedy")
    assert (told["talk"], told["games"], told["seed"]) == ("silent", 5, 1)
    assert told["options"] == dict.fromkeys(["expert", "short_hand", "fire", "commands"], False)
    assert sum(told["histogram"].values()) == 5


def test_a_range_of_players_gives_one_line_each() -> None:
    words = ["--bot", "random", "--players", "1-3,5", "--games", "4", "--jobs", "1"]
    told = [json.loads(line) for line in arena(*words, "--json").stdout.splitlines()]
    assert [row["players"] for row in told] == [1, 2, 3, 5]
    table = arena(*words).stdout.splitlines()
    assert table[0] == "original, silent, seed 1"
    assert [line.split()[0] for line in table[1:]] == ["players", "1", "2", "3", "5"]


def test_options_change_the_law() -> None:
    words = ["--bot", "greedy", "--players", "2", "--games", "4", "--jobs", "1", "--json"]
    told = json.loads(arena(*words, "--edition", "gold", "--expert", "--fire").stdout)
    assert told["edition"] == "gold"
    assert told["options"] == {
        "expert": True,
        "short_hand": False,
        "fire": True,
        "commands": False,
    }
    with_commands = json.loads(arena(*words, "--with-commands").stdout)
    assert with_commands["options"]["commands"]
    assert with_commands["histogram"] != told["histogram"]


def test_a_mixed_team_sits_as_written() -> None:
    result = arena("--seats", "greedy, random", "--games", "4", "--jobs", "1", "--json")
    told = json.loads(result.stdout)
    assert told["seats"] == ["greedy", "random"]
    assert told["bot"] == "greedy,random"
    assert told["players"] == 2


def test_one_table_shows_how_it_went() -> None:
    words = ["--bot", "greedy", "--players", "2", "--games", "20", "--jobs", "1"]
    told = arena(*words).stdout
    assert "Cards left, games:" in told
    assert "Draw pile when a game was lost, games:" in told
    assert "Why games were lost: stuck" in told
    assert "When: half of them between turns" in told
    assert "Markers set" not in told
    assert "\x1b" not in told
    german = arena(*words, "--lang", "de").stdout
    assert "Woran Spiele scheiterten: festgefahren" in german
    assert "Pourquoi" in arena(*words, "--lang", "fr").stdout
    assert "Markers set: small " in arena(*words, "--talk", "markers").stdout


def test_progress_tells_rate_and_remaining_time() -> None:
    """On a terminal, in one line that is gone when the results come."""
    words = ["-m", "ninetyeight", "arena", "--bot", "greedy", "--players", "2", "--games", "100000"]
    words += ["--engine", "reference"]
    child = pexpect.spawn(
        sys.executable,
        [*words, "--jobs", "1", "--lang", "en"],
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 100),
    )
    try:
        child.expect(
            r"\rgreedy, 2 players: \d+ of 100000 games, \d+ won, [\d.]+ per second, [\d:]+ to go"
        )
        child.sendintr()
        child.expect(r"\r\x1b\[K")
        child.expect("original, silent, seed 1")
        child.expect(r"Interrupted after \d+ of 100000 games\.")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_hangs_is_told_and_what_was_counted_is_shown(
    jobs: str, tmp_path: Path
) -> None:
    bot = tmp_path / "sleepy.py"
    bot.write_text(
        textwrap.dedent(
            f"""
            import json, sys, time
            awake = {str(tmp_path / "awake")!r}
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] == "hello":
                    print('{{"name": "sleepy"}}', flush=True)
                    continue
                if not any(request["view"]["rows"].values()):
                    with open(awake, "a") as diary:
                        diary.write("x")
                    if len(open(awake).read()) > 3:
                        time.sleep(600)
                print(json.dumps({{"move": request["view"]["legal"][0]}}), flush=True)
            """
        )
    )
    words = ["--bot", f"program:{sys.executable} {bot}", "--players", "1", "--games", "9"]
    result = arena(*words, "--jobs", jobs, "--time-limit", "1", "--json")
    assert result.exit_code == 2
    assert "gave no answer within 1 seconds" in result.stderr
    assert "Traceback" not in result.stderr
    counted = [json.loads(line)["games"] for line in result.stdout.splitlines()]
    assert counted == [3] if jobs == "1" else counted <= [3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "gredy"], "There is no bot “gredy”"),
        (["--seats", "greedy,,planner"], "names no bot for seat 2"),
        (["--bot", "greedy", "--players", "7"], "1 to 5 players"),
        (["--bot", "greedy", "--players", "three"], "is not a number of players"),
        (["--bot", "greedy", "--players", "5-1"], "is not a number of players"),
        (["--bot", "greedy", "--edition", "silver"], "silver"),
        (["--seats", "greedy,random", "--players", "3"], "Leave out --players"),
        (["--bot", "greedy", "--games", "0"], "0"),
        (["--bot", "program:/no/such/program", "--games", "2"], "cannot be started"),
    ],
)
def test_bad_input_gets_a_plain_message(words: list[str], message: str) -> None:
    result = arena(*words, "--jobs", "1")
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("words", "messages"),
    [
        (
            ["--seats", "maestro,planner"],
            {
                "en": "There is no bot “maestro”. You can have random, greedy, planner",
                "de": "Einen Bot „maestro“ gibt es nicht. Zur Wahl stehen random, greedy, planner",
                "fr": "Il n’y a pas de bot «\u00a0maestro\u00a0». Tu as le choix entre random",
            },
        ),
        (
            ["--seats", ",".join(["greedy"] * 6)],
            {"en": "1 to 5 players", "de": "1 bis 5 Personen", "fr": "se joue de 1 à 5"},
        ),
        (
            ["--seats", "greedy,planner", "--players", "3"],
            {"en": "Leave out --players", "de": "Lass --players weg", "fr": "Enlève --players"},
        ),
        (
            ["--bot", "program:/no/such/program"],
            {"en": "cannot be started", "de": "lässt sich nicht starten", "fr": "Impossible de"},
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_bad_input_is_told_in_the_persons_language(
    words: list[str], messages: dict[str, str], language: str
) -> None:
    result = arena(*words, "--games", "2", "--jobs", "1", "--lang", language)
    assert result.exit_code == 2
    assert messages[language] in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "A worker has disappeared; its games are played again by another."),
        ("de", "Ein Rechenprozess ist verschwunden; ein anderer spielt dessen Spiele noch einmal."),
        ("fr", "Un processus a disparu\u00a0; un autre rejoue ses parties."),
    ],
)
def test_a_process_that_is_killed_is_replaced_and_costs_no_game(
    language: str, message: str, tmp_path: Path
) -> None:
    words = ["--bot", once_deadly(tmp_path, victim="os.getppid()"), "--players", "2"]
    words += ["--games", "30", "--quiet"]
    result = arena(*words, "--jobs", "2", "--out", str(tmp_path / "two"), "--lang", language)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "killed").exists()
    assert message in result.stderr
    arena(*words, "--jobs", "1", "--out", str(tmp_path / "one"))
    assert (tmp_path / "two").read_bytes() == (tmp_path / "one").read_bytes()


@pytest.mark.parametrize("fails", ["sys.exit('tired')", "time.sleep(600)"])
def test_a_program_that_fails_among_several_processes_loses_nothing_that_was_counted(
    fails: str, tmp_path: Path
) -> None:
    """It fails in one certain deal, whoever plays that; all games before it are kept."""
    deal = Run(Rules.of("original", players=1), ("random",)).deal(13)
    bot = tmp_path / "moody.py"
    bot.write_text(
        textwrap.dedent(
            f"""
            import json, os, sys, time
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] == "hello":
                    print('{{"name": "moody"}}', flush=True)
                    continue
                view = request["view"]
                bad_day = sorted(view["hand"]) == {sorted(deal.deck[:8])}
                if bad_day and not os.path.exists({str(tmp_path / "well")!r}):
                    {fails}
                print(json.dumps({{"move": view["legal"][0]}}), flush=True)
            """
        )
    )
    out = tmp_path / "games.jsonl"
    words = ["--bot", f"program:{sys.executable} {bot}", "--players", "1", "--games", "40"]
    words += ["--jobs", "2", "--json", "--time-limit", "2", "--out", str(out)]
    result = arena(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    told = json.loads(result.stdout)
    assert told["games"] == sum(told["histogram"].values()) == 13
    assert out.read_text().count("\n") == 14
    (tmp_path / "well").touch()
    again = arena(*words, "--continue")
    assert again.exit_code == 0, again.output
    whole = json.loads(again.stdout)
    assert (whole["continued"], whole["games"]) == (13, 40)


def test_what_was_played_is_shown_before_an_error(tmp_path: Path) -> None:
    bot = tmp_path / "tired.py"
    bot.write_text(
        textwrap.dedent(
            """
            import json, sys
            games = 0
            for line in sys.stdin:
                request = json.loads(line)
                if request["type"] == "hello":
                    print('{"name": "tired"}', flush=True)
                    continue
                games += not any(request["view"]["rows"].values())
                if games > 2:
                    sys.exit("tired")
                print(json.dumps({"move": request["view"]["legal"][0]}), flush=True)
            """
        )
    )
    result = arena("--bot", f"program:{sys.executable} {bot}", "--players", "1", "--json",
                   "--jobs", "1")  # fmt: skip
    assert result.exit_code == 2
    assert json.loads(result.stdout)["games"] == 2
    assert "exit code 1" in result.stderr
    assert "tired" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_has_been_played(jobs: str, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    bot = tmp_path / "bot.py"
    bot.write_text(
        f"import pathlib, runpy, sys\n"
        f"pathlib.Path({str(begun)!r}).touch()\n"
        f"runpy.run_path({str(EXAMPLE)!r})\n"
    )
    words = ["--bot", f"program:{sys.executable} {bot}", "--players", "1", "--games", "1000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "arena", *words, "--jobs", jobs, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "NINETYEIGHT_LANG": "en"},
        start_new_session=True,
        text=True,
    )
    try:
        while not begun.exists():
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does: to all of them
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130
    told = json.loads(out)
    assert told["games"] == sum(told["histogram"].values())
    assert told["games"] < told["games_asked"] == 1_000_000
    assert f"Interrupted after {told['games']} of 1000000 games." in err
    assert "Traceback" not in err
