"""The compiled kernel plays the arena's games as the bots themselves do, only faster."""

import csv
import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from ninetyeight.arena import ArenaError, GameResult, Pairs, Run, Tally, play_batches, play_run
from ninetyeight.arena.crews import Alone
from ninetyeight.arena.kernel_games import KernelGames, KernelPlayer
from ninetyeight.arena.processes import Processes
from ninetyeight.bots import kernel, play_match
from ninetyeight.cli import main
from ninetyeight.rules import Deal, Edition, Options, Rules, SetupError, Strictness
from tests.laws import DISTINCT_LAWS, LAW_IDS

#: A Python that cannot find numba.
WITHOUT_NUMBA = (
    "import sys, importlib.util as u; find = u.find_spec\n"
    "u.find_spec = lambda name, *a: None if name == 'numba' else find(name, *a)\n"
    "sys.modules['numba'] = None\n"
    "from ninetyeight.cli import main; main()"
)


def arena(*words: object) -> Result:
    return CliRunner().invoke(main, ["arena", "--jobs", "1", "--quiet", *map(str, words)])


def run(
    engine: str,
    bot: str = "greedy",
    rules: Rules | None = None,
    games: int = 12,
    seed: int = 1,
    talk: Strictness = Strictness.SILENT,
) -> Run:
    rules = rules or Rules.of("original", players=3)
    return Run(rules, (bot,) * rules.players, talk, games, seed, engine=engine, moves=True)


def kernel_games(games: int, **options: bool) -> KernelGames:
    return KernelPlayer(run("kernel", rules=Rules.of("original", 2, **options))).games(0, games)


@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_both_engines_play_the_same_games(edition: Edition, options: Options) -> None:
    for players in (1, 3, edition.max_players):
        rules = Rules(edition, options, players)
        mine = list(play_run(run("kernel", rules=rules, games=3, seed=-5), 1))
        assert mine == list(play_run(run("reference", rules=rules, games=3, seed=-5), 1))


@pytest.mark.parametrize(("edition", "players"), [("original", 5), ("gold", 2), ("extreme", 3)])
def test_both_engines_play_the_planners_games(edition: str, players: int) -> None:
    rules = Rules.of(edition, players)
    mine = list(play_run(run("kernel", "planner", rules, games=4), 1))
    assert mine == list(play_run(run("reference", "planner", rules, games=4), 1))


@pytest.mark.parametrize("bot", ["greedy", "planner"])
@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("edition", ["original", "gold", "extreme"])
def test_both_engines_set_the_same_markers(edition: str, players: int, bot: str) -> None:
    rules, talk = Rules.of(edition, players), Strictness.MARKERS
    mine = list(play_run(run("kernel", bot, rules, games=4, talk=talk), 1))
    assert mine == list(play_run(run("reference", bot, rules, games=4, talk=talk), 1))
    assert all((sum(played.marks) > 0) == (players > 1) for played in mine)


@pytest.mark.parametrize("batch", [1, 7, 4000])
def test_batches_of_the_kernel_fit_together(batch: int) -> None:
    whole = list(play_run(run("kernel", games=3000), 1))
    assert list(play_run(run("kernel", games=3000), 1, batch=batch, start=11)) == whole[11:]
    assert len({played.deal for played in whole}) == 3000


def test_what_is_counted_in_columns_is_what_is_counted_game_by_game() -> None:
    games = kernel_games(2000, fire=True)
    one_by_one, pairs = Tally(), Pairs()
    for played in games:
        one_by_one.add(played)
        pairs.add(played)
    together, paired = Tally(), Pairs()
    together.add_all(games[:700])
    together.add_all(games[700:])
    paired.add_all(games)
    assert together == one_by_one
    assert paired == pairs
    assert set(together.reasons) == {"stuck", "fire"}
    assert 0 < together.wins < together.games == 2000


def test_markers_are_counted_in_columns_as_game_by_game() -> None:
    games = KernelPlayer(run("kernel", "planner", talk=Strictness.MARKERS)).games(0, 50)
    one_by_one, together = Tally(), Tally()
    for played in games:
        one_by_one.add(played)
    together.add_all(games)
    assert together == one_by_one
    assert together.marked_games > 0
    assert all(together.marks.values())


def test_columns_can_be_read_as_a_list() -> None:
    games = kernel_games(9)
    listed = list(games)
    assert [games[at] for at in range(9)] == listed
    assert (games[-1], list(games[2:5])) == (listed[-1], listed[2:5])
    assert list(pickle.loads(pickle.dumps(games))) == listed
    with pytest.raises(IndexError):
        games[9]


def test_the_engine_is_chosen_by_what_is_to_be_played() -> None:
    def engines(*words: object) -> list[str]:
        result = arena("--players", 2, "--games", 3, "--json", *words)
        assert result.exit_code == 0, result.output
        return [json.loads(line)["engine"] for line in result.stdout.splitlines()]

    assert engines("--bot", "greedy") == ["kernel"]
    assert engines("--bot", "planner", "--engine", "reference") == ["reference"]
    assert engines("--bot", "planner", "--talk", "markers") == ["kernel"]
    assert engines("--bot", "planner", "--talk", "markers", "--fire") == ["kernel"]
    assert engines("--bot", "greedy", "--talk", "markers", "--edition", "extreme") == ["kernel"]
    assert engines("--bot", "random") == ["reference"]
    mixed = arena("--seats", "greedy,planner", "--games", 3)
    assert mixed.stdout.splitlines()[2].split()[-2:] == ["reference", "greedy,planner"]


def test_files_and_tables_do_not_tell_who_played(tmp_path: Path) -> None:
    for engine in ("kernel", "reference"):
        names = (tmp_path / f"{engine}{kind}" for kind in (".jsonl", ".csv"))
        words = ("--bot", "greedy", "--players", "1,3", "--games", 30, "--fire")
        out, table = names
        result = arena(*words, "--engine", engine, "--out", out, "--table", table)
        assert result.exit_code == 0, result.output
    for kind in (".jsonl", ".csv"):
        one, other = (tmp_path / f"{engine}{kind}" for engine in ("kernel", "reference"))
        assert one.read_bytes() == other.read_bytes()
    with (tmp_path / "kernel.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 60


def test_one_engine_goes_on_with_what_the_other_has_begun(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("--bot", "greedy", "--json", "--out", out)
    arena(*words, "--games", 10, "--engine", "reference")
    again = json.loads(arena(*words, "--games", 500, "--continue").stdout)
    fresh = json.loads(arena("--bot", "greedy", "--json", "--games", 500).stdout)
    assert (again["continued"], again["engine"]) == (10, "kernel")
    assert again["histogram"] == fresh["histogram"]
    finished = json.loads(arena(*words, "--games", 500, "--continue").stdout)
    assert finished["engine"] is None


@pytest.mark.parametrize("engine", ["kernel", "reference"])
@pytest.mark.parametrize("talk", Strictness)
def test_a_run_may_say_by_its_word_how_the_table_talks(engine: str, talk: Strictness) -> None:
    rules, seats = Rules.of("original", players=3), ("planner",) * 3
    if engine == "kernel" and talk not in (Strictness.SILENT, Strictness.MARKERS):
        return  # the kernel has no chat
    by_word = Run(rules, seats, talk.value, games=2, engine=engine)  # type: ignore[arg-type]
    assert by_word == Run(rules, seats, talk, games=2, engine=engine)
    markers = sum(game.markers for game in play_run(by_word))
    assert (markers > 0) is (talk is not Strictness.SILENT)


def test_the_kernel_takes_the_word_too_and_no_other() -> None:
    rules = Rules.of("original", players=3)
    silent = kernel.play_many(rules, "planner", 20, 1, talk="silent")
    assert silent.left.tolist() == kernel.play_many(rules, "planner", 20, 1).left.tolist()
    assert (
        silent.markers.sum()
        == 0
        < kernel.play_many(rules, "planner", 20, 1, talk="markers").markers.sum()
    )
    for ask in (
        lambda: kernel.play_many(rules, "planner", 1, 1, talk="nonsense"),
        lambda: Run(rules, ("planner",) * 3, "nonsense"),  # type: ignore[arg-type]
    ):
        with pytest.raises(SetupError) as unknown:
            ask()
        assert unknown.value.code == "unknown_talk"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "It plays the same bot at every seat, greedy or planner. Leave out --engine"),
        ("de", "mit demselben Bot auf allen Plätzen, greedy oder planner. Lass --engine weg"),
        ("fr", "le même bot à toutes les places, greedy ou planner. Enlève --engine"),
    ],
)
def test_what_the_kernel_cannot_play_is_refused_when_it_is_insisted_on(
    language: str, message: str
) -> None:
    for words in (
        ("--seats", "greedy,planner"),
        ("--bot", "random"),
    ):
        result = arena(*words, "--engine", "kernel", "--games", 3, "--lang", language)
        assert result.exit_code == 2
        assert message in result.stderr
        assert result.stdout == ""
    with pytest.raises(ArenaError, match="same bot at every seat"):
        Run(Rules.of("original", players=2), ("greedy", "planner"), engine="kernel")


def test_without_numba_the_bots_play_and_one_hint_is_given() -> None:
    def told(*words: str) -> subprocess.CompletedProcess[str]:
        given = ["arena", "--games", "4", "--jobs", "2", "--json", "--lang", "en", *words]
        return subprocess.run(
            [sys.executable, "-c", WITHOUT_NUMBA, *given], capture_output=True, text=True
        )

    both = told("--bot", "greedy", "--bot", "planner")
    assert both.returncode == 0, both.stderr
    assert both.stderr.count("pip install 'ninetyeight[fast]'") == 1
    reports = [json.loads(line) for line in both.stdout.splitlines()][:2]
    assert [report["engine"] for report in reports] == ["reference", "reference"]
    here = json.loads(arena("--bot", "greedy", "--games", 4, "--json").stdout)
    assert reports[0]["histogram"] == here["histogram"]
    # Nobody needs the hint where the kernel would not play anyway, or who has asked for silence.
    assert told("--bot", "random").stderr == ""
    assert told("--bot", "greedy", "--engine", "reference").stderr == ""
    assert told("--bot", "greedy", "--quiet").stderr == ""
    refused = told("--bot", "greedy", "--engine", "kernel")
    assert refused.returncode == 2
    assert "pip install 'ninetyeight[fast]'" in refused.stderr
    assert refused.stdout == ""


def test_a_process_killed_at_the_kernels_pace_costs_no_game() -> None:
    games = run("kernel", games=5000)
    found: list[GameResult] = []
    killed = False
    with Processes(2) as crew:
        for batch in play_batches(games, crew, batch=100):
            assert batch.engine == "kernel"
            found += batch.games
            if not killed and len(found) >= 500:
                assert crew._pool is not None
                os.kill(next(iter(crew._pool._processes)), signal.SIGKILL)
                killed = True
        assert crew.losses == 1
    assert found == list(play_run(games, 1))


def test_batches_follow_the_pace_so_that_progress_can_be_watched() -> None:
    """A million games in a second are many batches of a moment each, not one of a second."""
    sizes = []
    for batch in play_batches(run("kernel", games=10**9), Alone()):
        sizes.append(len(batch.games))
        if sum(sizes) > 20_000 and len(sizes) > 5:
            break
    assert sizes[0] == 1
    assert 1000 < max(sizes) <= 100_000


def test_progress_at_the_kernels_pace() -> None:
    words = ["-m", "ninetyeight", "arena", "--bot", "greedy", "--games", "1000000000"]
    child = pexpect.spawn(
        sys.executable,
        [*words, "--jobs", "1", "--lang", "en"],
        encoding="utf-8",
        timeout=120,
        env=dict(os.environ),  # else C code may have put a width of its own there
        dimensions=(24, 120),
    )
    try:
        child.expect(r"\rgreedy: getting ready …\x1b\[K")
        seen = []
        for _ in range(3):
            child.expect(r"\rgreedy, 3 players: (\d+) of 1000000000 games, \d+ won, (\d+) per sec")
            assert child.match is not None
            seen.append(int(child.match[1]))
        assert seen == sorted(set(seen))
        child.sendintr()
        child.expect("original, silent, seed 1")
        child.expect(r"Interrupted after (\d+) of 1000000000 games\.")
        assert child.match is not None
        assert int(child.match[1]) >= seen[-1]
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)


@pytest.mark.parametrize("gone", [["numba"], ["numba", "numpy"]])
def test_from_python_the_kernel_says_what_to_install_and_all_else_goes_on(gone: list[str]) -> None:
    asked = f"""
import sys, importlib.util as u
find = u.find_spec
u.find_spec = lambda name, *a: None if name in {gone} else find(name, *a)
sys.modules |= dict.fromkeys({gone})
from ninetyeight.arena import Run, play_run
from ninetyeight.bots import kernel, play_match
from ninetyeight.rules import Deal, Rules
from ninetyeight.solver import solve
rules = Rules.of("original", players=2)
deal = Deal.of_bits(rules, 1)
print(play_match(deal, ["greedy"] * 2).outcome.left, kernel.team_of(rules, "greedy"))
print([played.left for played in play_run(Run(rules, ["greedy"] * 2, games=3), jobs=1)])
print(solve(deal.game(), width=1).left >= 0)
def team():
    from ninetyeight.bots.kernel.team import Team
def batch():
    from ninetyeight.fast.batch import Batch
for ask in (
    lambda: kernel.play_many(rules, "greedy", 10, 1),
    team,
    batch,
):
    try:
        ask()
    except ModuleNotFoundError as error:
        print("pip install 'ninetyeight[fast]'" in str(error))
"""
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    deal = Deal.of_bits(Rules.of("original", 2), 1)
    games = play_run(run("kernel", rules=deal.rules, games=3), 1)
    assert told.stdout.splitlines() == [
        f"{play_match(deal, ['greedy'] * 2).outcome.left} None",
        str([played.left for played in games]),
        *["True"] * 4,
    ]
