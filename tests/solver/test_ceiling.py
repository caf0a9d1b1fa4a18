"""Many deals, and the share of them that can be won."""

import json
from pathlib import Path

from ninetyeight.rules import Rules
from ninetyeight.solver import Ceiling, Solved, Status, ceiling, solve, solve_many
from tests.solver.deals import check, random_deal


def test_processes_solve_deals_in_their_order() -> None:
    deals = [random_deal(Rules.of("original", 1 + seed % 3), seed) for seed in range(5)]
    solutions = list(solve_many(deals, seconds=60, jobs=2))
    assert len(solutions) == len(deals)
    for deal, solution in zip(deals, solutions, strict=True):
        check(deal.game(), solution)
        assert solution.moves == solve(deal.game(), seconds=60).moves
    assert list(solve_many([], jobs=2)) == []


def test_results_are_kept_and_a_run_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "ceiling.jsonl"
    deals = [random_deal(Rules.of("original", 2), seed) for seed in range(4)]
    heard: list[str] = []

    def told(one: Solved, so_far: Ceiling) -> bool:
        heard.append(one.deal)
        assert so_far.deals == len(heard)
        return len(heard) != 2

    first = ceiling(deals, seconds=60, jobs=1, path=path, progress=told)
    assert (first.deals, first.won) == (2, 2)
    whole = path.read_text()
    assert [json.loads(line)["deal"] for line in whole.splitlines()] == heard
    path.write_text(whole[:-9])  # the power went while the second line was written
    again: list[str] = []
    found = ceiling(
        deals, seconds=60, jobs=1, path=path, progress=lambda one, _: again.append(one.deal)
    )
    assert again == [deal.code for deal in deals[1:]]
    assert (found.deals, found.won, found.hopeless, found.unknown) == (4, 4, 0, 0)
    assert len(found.seconds) == 4
    assert found.within(0.0) == found.seconds[0]
    assert found.within(1.0) == found.seconds[-1]
    assert ceiling(deals, seconds=60, jobs=1, path=path) == found


def test_what_was_left_open_is_tried_again_with_more_time(tmp_path: Path) -> None:
    path = tmp_path / "ceiling.jsonl"
    deal = random_deal(Rules.of("original", 2), 1)
    open_still = Solved(deal.code or "", Status.UNKNOWN, 3, False, 0, 1.0, 64, limit=1.0)
    path.write_text(json.dumps(open_still.__dict__) + "\n")
    assert ceiling([deal], seconds=1.0, jobs=1, path=path).unknown == 1
    assert ceiling([deal], seconds=60, jobs=1, path=path).won == 1
    assert ceiling([deal], seconds=60, jobs=1, path=path).deals == 1


def test_deals_are_counted_by_what_is_known_of_them() -> None:
    counted = Ceiling.of(
        Solved(f"deal {left}", status, left, True, 0, seconds, 64, 10.0)
        for status, left, seconds in [
            (Status.WON, 0, 0.3),
            (Status.HOPELESS, 5, 0.1),
            (Status.UNKNOWN, 5, 0.2),
            (Status.HOPELESS, 1, 0.4),
        ]
    )
    assert (counted.won, counted.hopeless, counted.unknown, counted.deals) == (1, 2, 1, 4)
    assert counted.left == ((1, 1), (5, 2))
    assert counted.seconds == (0.1, 0.2, 0.3, 0.4)
    assert counted.figures()["seconds_p50"] == 0.3
