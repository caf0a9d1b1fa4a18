"""Endgames decided exactly, against trying everything."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import Commands, Deal, Edition, Game, Lay, Row, Rules, read_game
from ninetyeight.rules.editions import four_rows
from ninetyeight.solver import Status, endgame, replayed, solve
from ninetyeight.solver.endgame import EndgameSearch
from ninetyeight.solver.solving import FIRST_WIDTH
from tests.solver.brute import best_end
from tests.solver.deals import check, random_deal
from tests.solver.small_games import random_endgame, small_endgames
from tests.solver.test_endgames import ONE_SKULL
from tests.solver.test_limits import HARD


def endless(_: int) -> bool:
    return True


def every_answer_is_right(game: Game) -> None:
    """Whether it can be won, and whether so few cards can be left, for every number."""
    if game.outcome is not None:
        return
    won, left = best_end(game)
    search = EndgameSearch(game)
    assert search.open
    for spare, to_win in [(0, True), *((spare, False) for spare in range(game.left))]:
        found = search.search(spare, endless, to_win=to_win)
        assert not found.stopped
        if won if to_win else left <= spare:
            end = replayed(game, found.starter, found.moves).outcome
            assert end is not None
            assert (end.won, end.left) == (found.won, found.left)
            assert not found.complete
            assert found.won if to_win else found.left <= spare
        else:
            assert found.complete, (spare, to_win)
            assert found.at_least == (0 if to_win else spare + 1)


@given(small_endgames(most=7))
@settings(max_examples=150)
def test_every_answer_about_a_small_endgame_is_right(game: Game) -> None:
    every_answer_is_right(game)


@given(small_endgames(most=6), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_it_may_be_asked_in_the_middle_of_a_turn(game: Game, random: Random) -> None:
    for _ in range(3):
        lays = [move for move in game.legal if isinstance(move, Lay)]
        if lays and game.outcome is None:
            game = game.apply(random.choice(lays))
    every_answer_is_right(game)


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_about_endgames_by_chance_is_right(seed: int) -> None:
    random = Random(seed)
    for _ in range(400):
        every_answer_is_right(random_endgame(random, random.randint(3, 8)))


@pytest.mark.soak
@given(small_endgames(most=9))
@settings(max_examples=5_000)
def test_every_answer_about_many_endgames_is_right(game: Game) -> None:
    every_answer_is_right(game)


def small(
    high: int, step: int, line: str, fires: frozenset[int] = frozenset(), hand: int = 5
) -> Game:
    """A game of an edition with so many cards, such a step back, these fire cards and hands of that
    size at three seats or more."""
    edition = Edition(
        id="small",
        low=1,
        high=high,
        rows=four_rows((0, 0), (0, 0)),
        max_players=6,
        hands=(8, 6, hand),
        step=step,
        fires=fires,
    )
    return read_game(line, edition)


@pytest.mark.parametrize(
    "game",
    [
        # X1: after 2 seat 2 is stuck with 10, and seat 1 has one turn for 20 or 22.
        small(
            25,
            3,
            "small+commands 2 U1:5.7.9.11.12.13.18/U2:4.6.8.14.15.16.17.19.21.23.24/D1:25.1/D2:3 "
            "20.22/2.10 - 2 - 1 20:stop.22:stop playing",
        ),
        # 3 and 4 wait for 5, and 20 for 19. Seat 3 cannot wait; once 19 is given up it need not.
        small(
            22,
            4,
            "small+commands 3 U1:1.6.14.17/U2:15.16.18.22/D1:11.10.9.7.2/D2:12 "
            "5.19/8.13.21/3.4.20 - 2 - 1 - playing",
        ),
    ],
)
def test_seats_that_cannot_wait_for_one_another(game: Game) -> None:
    every_answer_is_right(game)


def test_after_the_very_last_card_a_fire_does_no_harm() -> None:
    """F3r: nothing covers the 9, but 3 and 1 are all there is to lay."""
    game = small(
        12,
        5,
        "small+fire+commands 1 U1:2.4.5.6.7.8/U2:9/D1:10/D2:12.11 1.3 - 1 - 1 3:skull playing",
        frozenset({9}),
    )
    every_answer_is_right(game)
    assert best_end(game) == (True, 0)


@pytest.mark.parametrize(
    ("game", "left"),
    [
        # How many cards are lost matters: with the same cards alive, fewer may be lost.
        (
            small(
                27,
                3,
                "small+fire+commands 2 U1:1.2.3.6.8.10/U2:11.12.14.15.17.19.21.24/D1:27.25.7/"
                "D2:13.4 18.20.23/5.9.16.22.26 - 1 4@D2 1 2:skull.10:no_back.16:no_back.21:silence."
                "22:skull.26:skull playing",
                frozenset({6, 9, 12, 15, 18}),
            ),
            2,
        ),
        # And whose they are: a seat that has nothing else is stuck, one that has no card is not.
        (
            small(
                29,
                2,
                "small+commands 3 U1:11.12.13.15.16.19.20.23.27.28.29/U2:1.2.5.6/D1:7.4/D2:14 "
                "3.18.25/8.9.10.24/17.21.22.26 - 1 - 1 3:one_row.4:draw_one.8:one_row.17:no_back."
                "18:skull.19:one_row.22:silence.24:silence.25:silence.26:stop.27:draw_one playing",
            ),
            1,
        ),
    ],
)
def test_how_many_cards_no_row_will_take_matters_and_who_holds_them(game: Game, left: int) -> None:
    solution = solve(game, seconds=600)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, left, True)
    assert EndgameSearch(game).search(left - 1, endless).complete
    assert EndgameSearch(game).search(left, endless).left == left


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # 20 first, and the skull besides: the game is lost, but no card is left (X2).
        ("20.21/ - 1 - 1 21:skull", 0),
        # The same with a `three`, of which there are but two (X3).
        ("20.21/ - 1 - 1 21:three", 0),
        # After a `stop` the skull would be alone in its turn, and such a turn cannot be completed.
        ("20.21/ - 1 - 1 20:stop.21:skull", 1),
        # So would it be in another hand.
        ("20/21 - 1 - 1 21:skull", 1),
        # A skull that is covered by it wins.
        ("20.21/ - 1 - 1 20:skull", 0),
    ],
)
@pytest.mark.parametrize("lay", [False, True])
def test_the_very_last_card_may_break_its_own_duty(line: str, expected: int, lay: bool) -> None:
    rows = "U1:1.6.14.17/U2:15.16.18.19.22/D1:11.10.9.8.7.5.4.3.2/D2:13.12"
    game = small(22, 4, f"small+commands 2 {rows} {line} playing")
    if lay:
        game = game.lay(20, "U1")
    assert best_end(game) == (line.endswith("20:skull"), expected)
    every_answer_is_right(game)


@pytest.mark.parametrize(
    ("game", "left"),
    [
        # 2 is the fourth card in the turn of a `three`: nothing is left, and nothing is won.
        (
            small(
                26,
                2,
                "small+commands 2 U1:1.3.7.16.19.24/U2:4.5.9.11.13/"
                "D1:26.25.23.22.21.20.18.17.15.14.12.6/D2:10.8 "
                "2/ - 1 11@U2.8@D2.13@U2 1 2:three.24:no_back playing",
            ),
            0,
        ),
        # 12 after 9, 22 and 1: a fourth card besides the `three` that lies already.
        (
            small(
                23,
                6,
                "small+commands 2 U1:5.8.9.22/U2:2.3.10.13.17.18.19/D1:23/"
                "D2:21.20.16.14.11.7.6.4.1 15/12 - 2 9@U1.22@U1.1@D2 1 6:skull.9:three.10:stop."
                "11:silence."
                "12:stop.15:skull.16:stop.17:no_back.19:stop.23:draw_one playing",
            ),
            1,
        ),
        # 12 must cover the skull as the third card. Were 8 and 9 laid first, the turn could not be
        # completed; so they stay when seat 2 has laid its 2 (B8r).
        (
            small(
                25,
                5,
                "small+commands 2 U1:3.4.5.6.7.10/U2:11.13.14.15.16.17.18.19.25/D1:24.23.22.21.20/"
                "D2:1 8.9.12/2 - 1 25@U2.10@U1 1 10:skull.12:three playing",
            ),
            2,
        ),
    ],
)
def test_a_turn_that_has_begun_has_its_duties(game: Game, left: int) -> None:
    assert best_end(game) == (False, left)
    every_answer_is_right(game)


def test_only_one_row_will_take_the_very_last_card() -> None:
    """X3: 13 is the last, with another card before it in its turn."""
    game = small(
        22,
        2,
        "small+fire+commands 5 U1:1.2.4/U2:5.6.7.22/D1:20.19.18.17.16.15.14.9/D2:8 "
        "3/13.21//11.12/10 - 4 - 1 3:draw_one.11:stop.13:three playing",
        frozenset({6, 9, 12, 15, 18}),
        hand=3,
    )
    assert best_end(game) == (False, 0)
    every_answer_is_right(game)


#: A line leaves four cards, and none leaves three.
SIX_HANDS = read_game(
    "gold+fire+commands 6 U1:9.11.13.19.30.34.35.37.53.54.55.62.67.69.71.84.85.91.92.93.96.86.94."
    "95.97.98/U2:1.23.24.27.50.64.65.66.74.88.78.68.81.89/D1:99.76.75.73.61.60.70.63.59.51.45.43/"
    "D2:87.83.80.90.79.72.82.47.36.29.39.49.33.28.18.16.26.7.6.4.14.8.5.15 "
    "25.44.46.57/20.21.77/2.17.40.42/3.10.32.48/31.52.56.58/12.22.38.41 - 3 - 1 "
    "5:one_row.6:silence.9:three.15:stop.19:three.20:draw_one.26:no_back.36:three.39:three.43:stop."
    "48:draw_one.49:draw_one.50:one_row.52:skull.53:one_row.56:stop.58:skull.60:stop.67:silence."
    "69:no_back.71:skull.72:one_row.76:skull.81:silence.91:no_back.92:draw_one.93:silence."
    "97:no_back playing"
)


def test_six_hands_of_commands_and_fires() -> None:
    search = EndgameSearch(SIX_HANDS)
    assert search.search(4, endless).left == 4
    assert search.search(3, endless).complete


def two_rows(cards: int, hands: tuple[int, int, int], players: int) -> Edition:
    """An edition of so many cards for so many players."""
    return Edition(
        id="whole",
        low=1,
        high=cards,
        rows=(Row("U1", True, (0, 0)), Row("D1", False, (0, 0))),
        max_players=players,
        hands=hands,
        step=2,
    )


@given(st.permutations(range(1, 7)), st.sampled_from([2, 3]))
@settings(max_examples=60)
def test_every_seat_may_start_when_nobody_has(deck: list[int], players: int) -> None:
    edition = two_rows(6, (6, 3, 2), 3)
    game = Deal(Rules.of(edition, players), tuple(deck), Commands()).game()
    assert not game.draw
    every_answer_is_right(game)


def test_all_that_was_asked_is_known_when_it_is_asked_again() -> None:
    """In whatever order: what was found out about fewer cards says nothing wrong about more."""
    game = read_game(HARD)
    search = EndgameSearch(game)
    for spare, complete in ((0, True), (14, False), (2, True), (3, False), (2, True), (0, True)):
        found = search.search(spare, endless)
        assert found.complete == complete
        assert complete or found.left <= spare


def test_without_a_solver_for_clauses_beams_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "available", lambda: False)
    found = EndgameSearch(ONE_SKULL).search(0, endless, to_win=True)
    assert not found.complete
    assert not found.moves
    solution = solve(ONE_SKULL, seconds=600)
    check(ONE_SKULL, solution)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, 1, True)
    assert solution.width > FIRST_WIDTH


def test_a_search_that_is_told_to_stop_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "AT_ONCE", 10)
    far: list[int] = []

    def three_times(dead_ends: int) -> bool:
        far.append(dead_ends)
        return len(far) < 3

    search = EndgameSearch(read_game(HARD))
    found = search.search(2, three_times)
    assert found.stopped
    assert not found.complete
    assert not found.moves
    assert far == [10, 20, 30]
    assert search.search(2, endless).complete  # it goes on with what it knows by then


def test_a_draw_pile_or_too_many_cards_are_no_endgame() -> None:
    assert EndgameSearch(read_game(HARD)).open
    assert not EndgameSearch(random_deal(Rules.of("extreme", 5), 1).game().start(0)).open
    for players, hand, few in ((4, 12, True), (3, 13, False), (6, 10, True), (6, 11, False)):
        cards = players * hand
        edition = two_rows(cards, (hand, hand, hand), 6)
        deal = Deal(Rules.of(edition, players), tuple(range(1, cards + 1)), Commands())
        game = deal.game().start(0)
        assert not game.draw
        assert EndgameSearch(game).open == few
        assert hand > 12 or solve(game, seconds=60).won  # longer hands are not compiled
