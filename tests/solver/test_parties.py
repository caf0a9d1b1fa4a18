"""Endgames searched to the end, against trying everything: some seats while the others help."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.fast.batch import Batch
from ninetyeight.rules import Commands, Deal, Edition, Game, Lay, Rules, read_game
from ninetyeight.rules.editions import four_rows
from ninetyeight.solver import Status, by_parties, replayed, solve
from ninetyeight.solver.answers import CANNOT, MAY, UNKNOWN
from ninetyeight.solver.by_kernel import KernelSearch
from ninetyeight.solver.by_parties import EndgameSearch
from ninetyeight.solver.solving import FIRST_WIDTH
from tests.solver.brute import best_end
from tests.solver.deals import random_deal
from tests.solver.small_games import random_endgame, small_endgames
from tests.solver.test_endgames import ONE_SKULL
from tests.solver.test_limits import HARD


def endless(_: int) -> bool:
    return True


def search_of(game: Game) -> EndgameSearch:
    batch = Batch.of_games([game])
    return EndgameSearch(batch.law, batch.games.sets[0], batch.games.nums[0])


def every_answer_is_right(game: Game, questions: int) -> None:
    """As many questions as that at a time, again and again until there is an answer."""
    if game.outcome is not None:
        return
    won, left = best_end(game)
    search = KernelSearch(game)
    for spare, to_win in [(0, True), *((spare, False) for spare in range(game.left))]:
        found = search.endgame(spare, endless, questions, to_win=to_win)
        while not (found.complete or found.moves):
            found = search.endgame(spare, endless, questions, to_win=to_win)
        if won if to_win else left <= spare:
            end = replayed(game, None, found.moves).outcome
            assert end is not None
            assert (end.won, end.left) == (found.won, found.left)
            assert found.won if to_win else found.left <= spare
        else:
            assert found.complete, (spare, to_win)
            assert found.at_least == (0 if to_win else spare + 1)


@given(small_endgames(most=7), st.integers(1, 100))
@settings(max_examples=150)
def test_every_answer_about_a_small_endgame_is_right(game: Game, questions: int) -> None:
    every_answer_is_right(game, questions)


@given(small_endgames(most=6), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_it_may_be_asked_in_the_middle_of_a_turn(game: Game, random: Random) -> None:
    for _ in range(3):
        lays = [move for move in game.legal if isinstance(move, Lay)]
        if lays and game.outcome is None:
            game = game.apply(random.choice(lays))
    every_answer_is_right(game, 1_000)


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_about_endgames_by_chance_is_right(seed: int) -> None:
    random = Random(seed)
    for _ in range(400):
        every_answer_is_right(random_endgame(random, random.randint(3, 8)), 1_000)


@pytest.mark.soak
@given(small_endgames(most=9), st.integers(1, 1_000))
@settings(max_examples=5_000)
def test_every_answer_about_many_endgames_is_right(game: Game, questions: int) -> None:
    every_answer_is_right(game, questions)


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
    every_answer_is_right(game, 1_000)


def test_after_the_very_last_card_a_fire_does_no_harm() -> None:
    """F3r: nothing covers the 9, but 3 and 1 are all there is to lay."""
    game = small(
        12,
        5,
        "small+fire+commands 1 U1:2.4.5.6.7.8/U2:9/D1:10/D2:12.11 1.3 - 1 - 1 3:skull playing",
        frozenset({9}),
    )
    every_answer_is_right(game, 1_000)
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
def test_cards_that_no_row_will_take_are_alike_but_for_their_number_and_hands(
    game: Game, left: int
) -> None:
    solution = solve(game, seconds=600)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, left, True)
    assert search_of(game).ask(left - 1, endless, 1_000_000, to_win=False) == CANNOT
    assert search_of(game).ask(left, endless, 1_000_000, to_win=False) == MAY


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
    every_answer_is_right(game, 1_000)


def test_rows_are_not_alike_when_only_one_will_take_the_very_last_card() -> None:
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
    every_answer_is_right(game, 1_000)


#: A line leaves four cards. The rows of 12 and 38 take the same now and once all others may have
#: laid, but not once some may: they are not alike.
NOT_ALIKE = read_game(
    "gold+fire+commands 6 U1:9.11.13.19.30.34.35.37.53.54.55.62.67.69.71.84.85.91.92.93.96.86.94."
    "95.97.98/U2:1.23.24.27.50.64.65.66.74.88.78.68.81.89/D1:99.76.75.73.61.60.70.63.59.51.45.43/"
    "D2:87.83.80.90.79.72.82.47.36.29.39.49.33.28.18.16.26.7.6.4.14.8.5.15 "
    "25.44.46.57/20.21.77/2.17.40.42/3.10.32.48/31.52.56.58/12.22.38.41 - 3 - 1 "
    "5:one_row.6:silence.9:three.15:stop.19:three.20:draw_one.26:no_back.36:three.39:three.43:stop."
    "48:draw_one.49:draw_one.50:one_row.52:skull.53:one_row.56:stop.58:skull.60:stop.67:silence."
    "69:no_back.71:skull.72:one_row.76:skull.81:silence.91:no_back.92:draw_one.93:silence."
    "97:no_back playing"
)


def test_only_rows_that_will_always_take_the_same_are_alike() -> None:
    found = KernelSearch(NOT_ALIKE).endgame(4, endless, 1_000_000)
    assert not found.complete
    assert found.left == 4


def test_what_is_known_moves_to_where_there_is_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = read_game(HARD)
    asked = search_of(game).ask(14, endless, 10_000, to_win=False)
    assert asked == MAY
    monkeypatch.setattr(by_parties, "_ROOM", 1024)
    monkeypatch.setattr(by_parties, "_AT_ONCE", 10)
    for spare, expected in ((14, MAY), (0, CANNOT)):
        assert search_of(game).ask(spare, endless, 100_000, to_win=False) == expected


def test_all_the_room_that_there_may_be_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_parties, "_ROOM", 1024)
    for most, expected in ((1024, UNKNOWN), (2048, MAY)):
        monkeypatch.setattr(by_parties, "_MOST_ROOM", most)
        assert search_of(ONE_SKULL).ask(5, endless, 100_000, to_win=False) == expected


def test_without_room_beams_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_parties, "_ROOM", 1024)
    monkeypatch.setattr(by_parties, "_MOST_ROOM", 1024)
    assert search_of(ONE_SKULL).ask(0, endless, 100_000, to_win=True) == UNKNOWN
    solution = solve(ONE_SKULL, seconds=600)
    assert (solution.status, solution.left, solution.fewest) == (Status.HOPELESS, 1, True)
    assert solution.width > FIRST_WIDTH


def test_questions_are_asked_no_longer_than_wanted() -> None:
    game = read_game(HARD)
    far: list[int] = []

    def three_times(known: int) -> bool:
        far.append(known)
        return len(far) < 3

    found = KernelSearch(game).endgame(2, three_times, 10_000_000)
    assert found.stopped
    assert not found.complete
    assert not found.moves
    assert far == sorted(far)
    assert len(far) == 3


def test_a_draw_pile_or_too_many_cards_are_no_endgame() -> None:
    assert search_of(read_game(HARD)).open
    assert not search_of(random_deal(Rules.of("extreme", 5), 1).game().start(0)).open
    edition = Edition(
        id="many",
        low=1,
        high=48,
        rows=four_rows((0, 0), (0, 0)),
        max_players=4,
        hands=(12, 12, 12),
        step=10,
    )
    game = Deal(Rules.of(edition, players=4), tuple(range(1, 49)), Commands()).game().start(0)
    assert not game.draw
    assert not search_of(game).open
    assert solve(game, seconds=60).won
