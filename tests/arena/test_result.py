"""One call of the arena: the same games and figures as everywhere else, as an object."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

import ninetyeight
from ninetyeight.arena import ArenaError, ArenaResult, Run, Tally, arena, compare, play_run, wilson
from ninetyeight.arena.comparing import Pairs
from ninetyeight.arena.tables import COLUMNS, open_table
from ninetyeight.rules import Rules, Strictness


@pytest.fixture(scope="module")
def planner() -> ArenaResult:
    return arena("planner", players=2, games=60, talk="markers", seed=5)


@pytest.fixture(scope="module")
def greedy() -> ArenaResult:
    return arena("greedy", players=2, games=60, talk="markers", seed=5)


def test_the_answer_is_that_of_the_run(planner: ArenaResult) -> None:
    run = Run(Rules.of("original", 2), ("planner",) * 2, Strictness.MARKERS, games=60, seed=5)
    games, tally = list(play_run(run, jobs=1)), Tally()
    for played in games:
        tally.add(played)
    assert planner.tally == tally
    assert list(planner) == games
    assert (planner.games, planner.wins) == (60, sum(played.won for played in games))
    assert planner.win_rate == planner.wins / 60
    assert planner.ci95 == wilson(planner.wins, 60)
    assert planner.report()["wins"] == planner.wins
    assert f": {planner.wins} of 60 won," in repr(planner)
    assert len(repr(planner)) < 120


def test_the_rules_play_the_same_games_as_the_kernel(greedy: ArenaResult) -> None:
    slow = arena("greedy", players=2, games=60, talk="markers", seed=5, engine="reference", jobs=2)
    assert list(slow) == list(greedy)


def test_a_list_seats_one_bot_after_the_other_and_options_are_those_of_the_rules() -> None:
    mixed = arena(["random", "greedy"], games=3, edition="gold", expert=True, jobs=1)
    assert mixed.run.seats == ("random", "greedy")
    assert mixed.run.rules == Rules.of("gold", 2, expert=True)
    assert arena("random", games=1, jobs=1).run.rules.players == 3


def test_a_team_is_compared_on_the_same_deals(planner: ArenaResult, greedy: ArenaResult) -> None:
    compared = planner.compare(greedy)
    pairs = []
    for result in (greedy, planner):
        pairs.append(Pairs())
        pairs[-1].add_all(list(result))
    assert compared.report == compare((greedy.run, pairs[0]), (planner.run, pairs[1]))
    # What is told speaks for the one that is asked.
    assert compared.win_rate_difference == pytest.approx(planner.win_rate - greedy.win_rate)
    assert compared.left_difference == pytest.approx(planner.mean_left - greedy.mean_left)
    assert compared.ci95[0] <= compared.win_rate_difference <= compared.ci95[1]
    assert greedy.compare(planner).win_rate_difference == -compared.win_rate_difference
    assert repr(compared).startswith("<planner against greedy, 60 deals: +")


def test_other_deals_are_not_compared(planner: ArenaResult) -> None:
    for other in (
        arena("greedy", players=2, games=2, talk="markers", seed=6),
        arena("greedy", players=3, games=2, talk="markers", seed=5),
        arena("greedy", players=2, games=2, talk="markers", seed=5, expert=True),
    ):
        with pytest.raises(ArenaError, match="same deals"):
            planner.compare(other)


def test_a_data_frame_holds_what_the_table_holds(planner: ArenaResult, tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    frame = planner.to_pandas()
    path = tmp_path / "games.csv"
    with open_table(path, [planner.run]) as table:
        table.add(planner.run, 0, list(planner))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(rows) == 60
    assert frame["deal"].tolist() == [row["deal"] for row in rows]
    assert frame["left"].tolist() == [int(row["left"]) for row in rows]
    assert frame["won"].sum() == planner.wins


def test_a_picture_is_drawn_and_written(
    planner: ArenaResult, greedy: ArenaResult, tmp_path: Path
) -> None:
    path = tmp_path / "both.svg"
    figure = planner.plot(greedy, path=path)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["planner", "greedy"]
    assert "planner" in path.read_text("utf-8")


@pytest.mark.parametrize("missing", ["pandas", "matplotlib"])
def test_what_is_not_installed_is_named(
    planner: ArenaResult, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    extra = {"pandas": "pandas", "matplotlib": "plots"}[missing]
    with pytest.raises(ArenaError, match=rf"ninetyeight\[{extra}\]"):
        planner.to_pandas() if missing == "pandas" else planner.plot()


def test_the_room_of_that_name_can_be_called() -> None:
    assert ninetyeight.arena("random", players=2, games=2, jobs=1).games == 2
    module = sys.modules["ninetyeight.arena"]
    assert ninetyeight.arena is module  # type: ignore[comparison-overlap]
