"""Two teams on the same deals, and whether the difference is more than luck."""

import json
from array import array
from math import comb

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.arena import Pairs, Run, compare, exact_binomial
from ninetyeight.cli import main
from ninetyeight.rules import Rules


def arena(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words, "--jobs", "1", "--quiet"])


def team(bot: str) -> Run:
    return Run(Rules.of("original", players=1), (bot,))


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_exact_test_adds_up_the_tails_of_a_fair_coin(first: int, second: int) -> None:
    tosses, fewer = first + second, min(first, second)
    tail = sum(comb(tosses, heads) for heads in range(fewer + 1))
    assert exact_binomial(first, second) == pytest.approx(min(1.0, 2 * tail / 2**tosses))
    assert exact_binomial(first, second) == exact_binomial(second, first)


def test_the_exact_test_does_not_mind_many_games() -> None:
    assert exact_binomial(500_000, 500_000) == 1.0
    # The normal approximation is good here: 2 * (1 - Phi(2)) = 0.0455.
    assert exact_binomial(499_000, 501_000) == pytest.approx(0.0455, abs=2e-4)
    assert 0 <= exact_binomial(0, 1_000_000) < 1e-300


def test_a_comparison_counts_the_deals_of_both() -> None:
    mine, theirs = Pairs(array("H", [0, 0, 5, 9, 30])), Pairs(array("H", [0, 3, 0, 0, 12, 7]))
    told = compare((team("greedy"), mine), (team("planner"), theirs))
    assert told["compare"] == ["greedy", "planner"]
    assert told["games"] == 5  # the sixth was played by one of them only
    assert (told["both_won"], told["neither_won"]) == (1, 1)
    assert (told["only_first_won"], told["only_second_won"]) == (1, 2)
    assert told["win_rate_difference"] == pytest.approx(1 / 5)
    assert told["p_wins"] == 1.0
    assert told["left_difference"] == pytest.approx((0 + 3 - 5 - 9 - 18) / 5)
    assert (told["fewer_left"], told["more_left"]) == (3, 1)
    assert told["p_left"] == pytest.approx(2 * (1 + 4) / 16)
    low, high = told["left_difference_ci95"]
    assert low < told["left_difference"] < high
    low, high = told["win_rate_difference_ci95"]
    assert low < told["win_rate_difference"] < high


def test_an_interval_has_the_width_of_the_textbook() -> None:
    """Agresti and Min (2005), on 1144 pairs of which 132 and 107 are discordant."""
    mine = Pairs(array("H", [0] * 132 + [1] * 107 + [1] * 905))
    theirs = Pairs(array("H", [1] * 132 + [0] * 107 + [1] * 905))
    low, high = compare((team("greedy"), mine), (team("planner"), theirs))[
        "win_rate_difference_ci95"
    ]
    assert (low + high) / 2 == pytest.approx(-25 / 1146)
    assert (high - low) / 2 == pytest.approx(1.96 * (240 - 25**2 / 1146) ** 0.5 / 1146, rel=1e-4)


def test_equal_teams_differ_in_nothing() -> None:
    games = Pairs(array("H", [0, 4, 12, 0, 50]))
    told = compare((team("greedy"), games), (team("greedy"), games))
    assert (told["win_rate_difference"], told["left_difference"]) == (0, 0)
    assert (told["p_wins"], told["p_left"]) == (1.0, 1.0)


def test_bots_are_compared_on_the_same_deals() -> None:
    words = ["--bot", "random", "--bot", "greedy", "--players", "1-2", "--games", "15"]
    told = [json.loads(line) for line in arena(*words, "--json").stdout.splitlines()]
    assert [(row["bot"], row["players"]) for row in told[:4]] == [
        ("random", 1),
        ("greedy", 1),
        ("random", 2),
        ("greedy", 2),
    ]
    assert [(row["compare"], row["players"]) for row in told[4:]] == [
        (["random", "greedy"], 1),
        (["random", "greedy"], 2),
    ]
    for result in told[4:]:
        assert result["games"] == 15
        assert result["left_difference"] < -5  # greedy leaves far fewer cards
        assert result["p_left"] < 0.05


def test_a_mixed_team_is_compared_with_an_even_one() -> None:
    words = ["--seats", "greedy,random", "--bot", "greedy", "--games", "10"]
    told = [json.loads(line) for line in arena(*words, "--json").stdout.splitlines()]
    assert [row.get("bot") for row in told] == ["greedy,random", "greedy", None]
    assert told[2]["compare"] == ["greedy,random", "greedy"]
    twice = arena(*words, "--seats", "greedy,greedy", "--json").stdout.splitlines()
    assert len(twice) == 3  # the same team once more is no rival


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["greedy against random", "McNemar's exact test", "sign test: p < 0.0001"]),
        ("de", ["greedy gegen random", "exakter McNemar-Test", "Vorzeichentest: p < 0,0001"]),
        (
            "fr",
            ["greedy face à random", "test exact de McNemar", "test des signes\u00a0: p < 0,0001"],
        ),
    ],
)
def test_a_comparison_reads_well(language: str, words: list[str]) -> None:
    shown = arena("--bot", "random", "--bot", "greedy", "--players", "2", "--games", "30",
                  "--lang", language)  # fmt: skip
    for word in words:
        assert word in shown.stdout
    assert "\x1b" not in shown.stdout
