"""Lines are what they claim to be: for every law, from any moment, also when broken off."""

from dataclasses import replace

import pytest

from ninetyeight.rules import BACK, END, Commands, Deal, Edition, Game, Lay, Row, Rules
from ninetyeight.solver import (
    Progress,
    Proof,
    SolverError,
    Status,
    check_line,
    hint,
    replayed,
    solve,
)
from tests.solver.deals import check, every_rules, random_deal


def test_every_law_gives_lines_that_the_rules_accept() -> None:
    for seed, rules in enumerate(every_rules()):
        game = random_deal(rules, seed).game()
        check(game, solve(game, width=8))


@pytest.mark.soak
def test_every_law_gives_lines_that_the_rules_accept_also_wide() -> None:
    for seed, rules in enumerate(rules for _ in range(5) for rules in every_rules()):
        game = random_deal(rules, seed).game()
        check(game, solve(game, seconds=3))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_random_deals_of_the_original_are_won(players: int) -> None:
    for seed in range(4):
        game = random_deal(Rules.of("original", players), seed).game()
        solution = solve(game, seconds=60)
        check(game, solution)
        assert solution.status is Status.WON


@pytest.mark.parametrize("edition", ["original", "extreme"])
def test_a_game_is_solved_from_the_middle_of_a_turn(edition: str) -> None:
    game = random_deal(Rules.of(edition, 3), 5).game().start(1)
    for move in solve(game, width=32).moves[:41]:
        game = game.apply(move)
    assert game.outcome is None
    for _ in range(3):
        check(game, solve(game, width=32))
        game = game.apply(next(iter(game.legal)))


def test_a_given_starter_is_kept() -> None:
    game = random_deal(Rules.of("original", 3), 1).game()
    for seat in range(3):
        solution = solve(game.start(seat), seconds=60)
        assert solution.won
        assert solution.starter is None
        check(game.start(seat), solution)


def one_row_edition(minimum: int = 2) -> Edition:
    """Six cards, one ascending row, a trick so far back that there is none."""
    rows = (Row("U1", True, (0, 6)),)
    return Edition("one-row", 1, 6, rows, 2, hands=(2, 2, 2), minimum=minimum, step=9)


def test_a_line_goes_on_from_the_cards_that_lie_where_they_lie_right() -> None:
    rules = Rules.of("original", 2, take_backs=True)
    game = random_deal(rules, 3).game().start(0)
    line = solve(game, seconds=60).moves
    assert solve(game.apply(line[0]), seconds=60).moves == line[1:]


def test_cards_that_stand_in_the_way_are_taken_back_where_that_is_allowed() -> None:
    rules = Rules.of(one_row_edition(), 1, take_backs=True)
    game = Deal(rules, (1, 4, 5, 6, 2, 3)).game().start(0).lay(4, "U1")
    solution = solve(game)
    check(game, solution)
    assert solution.moves[:3] == (BACK, Lay(1, "U1"), Lay(4, "U1"))
    assert solution.left == 2  # 5 and 6 follow; 2 and 3 find no place


def test_a_finished_game_is_its_own_solution() -> None:
    game = random_deal(Rules.of("original", 1), 2).game().start(0)
    end = replayed(game, None, solve(game, seconds=60).moves)
    assert (solve(end).status, solve(end).left, solve(end).moves) == (Status.WON, 0, ())


def test_when_no_seat_can_begin_that_is_proven_at_once() -> None:
    game = Deal(Rules.of(one_row_edition(minimum=3), 2), (1, 2, 3, 4, 5, 6)).game()
    solution = solve(game)
    check(game, solution)
    assert (solution.status, solution.left, solution.proof) == (
        Status.HOPELESS,
        6,
        Proof.SEARCHED,
    )


def test_a_deal_with_the_high_cards_first_is_proven_hopeless() -> None:
    game = Deal(Rules.of(one_row_edition(), 1), (5, 6, 1, 2, 3, 4)).game()
    solution = solve(game)
    check(game, solution)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, 4, True)


def test_an_endgame_of_the_original_that_cannot_be_won_is_proven() -> None:
    rows = ((*range(2, 9), 90), (*range(11, 50), 95), (*range(89, 59, -1), 10), (99, 98, 97, 9))
    laid = {card for row in rows for card in row}
    unlaid = [card for card in range(2, 100) if card not in laid]
    middle = [card for card in unlaid if 50 <= card < 60]
    others = [card for card in unlaid if card not in middle]
    assert others == [91, 92, 93, 94, 96]
    game = Game(
        Rules.of("original", 2),
        rows,
        hands=((91, 93, *middle[:5]), (92, 94, *middle[5:], 96)),
        draw=(),
        seat=0,
        minimum=1,
    )
    solution = solve(game)
    check(game, solution)
    assert (solution.status, solution.left, solution.proof) == (
        Status.HOPELESS,
        len(middle),
        Proof.SEARCHED,
    )


@pytest.mark.rule("X2")
def test_all_cards_may_be_laid_and_the_game_lost_by_a_skull() -> None:
    rules = Rules.of(one_row_edition(), 1, commands=True)
    game = Game(
        rules,
        rows=((1, 2, 3, 4),),
        hands=((5, 6),),
        draw=(),
        seat=0,
        minimum=1,
        commands=Commands({6: "skull"}),
    )
    solution = solve(game)
    check(game, solution)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, 0, True)
    assert not solution.won


@pytest.mark.parametrize("edition", ["original", "extreme"])
def test_a_search_that_is_broken_off_gives_the_best_line_so_far(edition: str) -> None:
    game = random_deal(Rules.of(edition, 3), 7).game()
    heard: list[Progress] = []

    def stop(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) < 2

    solution = solve(game, width=3000, progress=stop)
    check(game, solution)
    assert solution.status is not Status.HOPELESS
    assert solution.interrupted != solution.won  # the line may win by luck
    assert [one.width for one in heard] == [3000] * 2
    assert heard[0].laid <= heard[1].laid < heard[1].cards == 98
    assert solution.left <= heard[1].left


def test_ctrl_c_gives_the_best_line_so_far() -> None:
    def press(_: Progress) -> None:
        raise KeyboardInterrupt

    game = random_deal(Rules.of("original", 2), 7).game()
    solution = solve(game, width=3000, progress=press)
    check(game, solution)
    assert solution.interrupted != solution.won


def test_without_time_there_is_still_a_line() -> None:
    game = random_deal(Rules.of("extreme", 4), 1).game()
    solution = solve(game, seconds=0)
    check(game, solution)
    assert not solution.interrupted


def test_a_wrong_line_is_caught() -> None:
    game = random_deal(Rules.of("original", 2), 4).game()
    solution = solve(game, seconds=60)
    moves, starter = solution.moves, solution.starter
    check_line(game, starter, moves, 0, won=True)
    lay = next(move for move in moves if isinstance(move, Lay))
    wrong = [
        (moves[:-1], 1),  # it stops too soon
        ((*moves, moves[-1]), 0),  # it goes on after the end
        ((moves[0], moves[0], *moves[1:]), 0),  # a card is laid twice
        (tuple(move for move in moves if move is not END), 0),  # nobody's turn ever ends
        ((Lay(lay.card, "U9"), *moves[1:]), 0),  # there is no such row
    ]
    for line, left in wrong:
        with pytest.raises(SolverError):
            check_line(game, starter, line, left, won=True)
    with pytest.raises(SolverError):
        check_line(game, starter, moves, 1, won=True)
    with pytest.raises(SolverError):
        check_line(game, starter, moves, 0, won=False)


def test_without_the_kernel_the_rules_search(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hint() is None
    compiled = solve(random_deal(Rules.of("tiny", 2), 1).game())
    monkeypatch.setattr("ninetyeight.solver.solving.available", lambda: False)
    assert hint() == "ninetyeight[fast]"
    game = random_deal(Rules.of("tiny", 2), 1).game()
    plain = solve(game, seconds=600)
    check(game, plain)
    assert (plain.status, plain.left) == (compiled.status, compiled.left)
    original = random_deal(Rules.of("original", 4), 1).game()
    check(original, solve(original, width=2))


def test_an_edition_too_big_for_the_kernel_is_searched_by_the_rules() -> None:
    big = replace(one_row_edition(), id="big", low=196, high=201)
    game = Deal(Rules.of(big, 1), (196, 197, 198, 199, 200, 201)).game()
    solution = solve(game)
    check(game, solution)
    assert solution.won
