"""On small games the solver finds what trying every line finds, and says that it is proven."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import Game
from ninetyeight.solver import Proof, Status, replayed, solve
from ninetyeight.solver.by_kernel import KernelSearch
from ninetyeight.solver.by_rules import SearchByRules
from tests.solver.brute import best_end
from tests.solver.small_games import small_endgames, small_games


def decided(game: Game) -> None:
    won, left = best_end(game)
    solution = solve(game, seconds=600)
    assert (solution.won, solution.left) == (won, left)
    assert solution.status is (Status.WON if won else Status.HOPELESS)
    assert solution.proof is (Proof.LINE if won else Proof.SEARCHED)
    assert solution.fewest
    end = replayed(game, solution.starter, solution.moves).outcome
    assert end is not None
    assert (end.won, end.left) == (won, left)


@given(small_games(duties=False))
@settings(max_examples=50)
def test_the_best_line_of_a_small_plain_game_is_found_and_proven(game: Game) -> None:
    decided(game)


@given(small_games(duties=True))
@settings(max_examples=50)
def test_the_best_line_of_a_small_game_with_duties_is_found_and_proven(game: Game) -> None:
    decided(game)


@given(small_endgames(most=7))
@settings(max_examples=60)
def test_the_best_line_of_a_small_endgame_is_found_and_proven(game: Game) -> None:
    decided(game)


@given(small_endgames(most=7))
@settings(max_examples=60)
def test_what_a_beam_leaves_out_of_an_endgame_could_not_have_been_better(game: Game) -> None:
    if game.outcome is not None:
        return
    won, left = best_end(game)
    assert KernelSearch(game).beam(10_000, lambda _: True, to_win=True).won == won
    for spare in range(0 if won else left + 2):
        found = KernelSearch(game).beam(10_000, lambda _: True, spare)
        assert found.complete
        assert min(left, spare + 1) <= found.at_least <= left
        if left <= spare:
            assert found.left == left


@pytest.mark.soak
@given(small_endgames(most=9))
@settings(max_examples=5_000)
def test_many_small_endgames_are_decided(game: Game) -> None:
    decided(game)


@given(small_games(duties=True))
@settings(max_examples=40)
def test_the_search_by_the_rules_finds_the_same(game: Game) -> None:
    if game.outcome is not None:
        return
    found = SearchByRules(game).beam(10_000, lambda _: True)
    assert found.complete or found.won
    assert (found.won, found.left) == best_end(game)


@given(small_games(duties=True), st.integers(0, 5))
@settings(max_examples=60)
def test_what_a_beam_leaves_out_could_not_have_been_better(game: Game, spare: int) -> None:
    if game.outcome is not None:
        return
    won, left = best_end(game)
    for search in (KernelSearch(game), SearchByRules(game)):
        found = search.beam(10_000, lambda _: True, to_win=True)
        assert found.won == won
        assert found.at_least <= left
        if won:
            continue
        found = search.beam(10_000, lambda _: True, spare)
        assert found.complete
        assert min(left, spare + 1) <= found.at_least <= left
        if left <= spare:
            assert found.left == left


@given(small_games(duties=True))
@settings(max_examples=40)
def test_a_narrow_beam_claims_no_more_than_it_has_seen(game: Game) -> None:
    if game.outcome is not None:
        return
    won, left = best_end(game)
    for width in (1, 2, 5):
        for search in (KernelSearch(game), SearchByRules(game)):
            found = search.beam(width, lambda _: True)
            assert (found.won, -found.left) <= (won, -left)
            assert found.at_least <= left
            if found.complete:
                assert (found.won, found.left) == (won, left)
