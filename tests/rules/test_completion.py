"""Whether a turn can be completed, compared with trying everything (B8r, X10r)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from ninetyeight.rules import Commands, Game, Lay, Move, Options, Rules, completes, write_game
from ninetyeight.rules.completion import search_size
from tests.rules import naive
from tests.rules.positions import plain, reason, table
from tests.rules.strategies import ANY_EDITION, endgame, endgames, mapping


def naive_move(move: Move) -> naive.Move:
    return (move.card, move.row) if isinstance(move, Lay) else move.value


def check_start(game: Game, seat: int) -> str:
    """Begin the turn both ways; how it began."""
    box, spot = plain(game)
    told = naive.begin(box, spot, seat).end or "playing"
    assert reason(game.start(seat)) == told, (write_game(game), seat)
    return told


@pytest.mark.rule("B8r", "X10r")
@settings(max_examples=200)
@given(endgames())
def test_a_turn_begins_exactly_when_some_sequence_completes_it(late: tuple[Game, int]) -> None:
    check_start(*late)


def any_late_position(rng: Random) -> tuple[Game, int]:
    """Like `endgames`, but quickly and by the thousand, with commands in most of them."""
    edition = rng.choice(ANY_EDITION)
    options = Options(
        expert=rng.random() < 0.5, fire=rng.random() < 0.5, commands=rng.random() < 0.85
    )
    rules = Rules(edition, options, rng.randint(1, edition.max_players))
    commands = mapping(rules, rng) if rules.has_commands else Commands()
    return endgame(rules, commands, rng, most=5)


@pytest.mark.rule("B8r", "X10r")
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_late_positions_begin_as_trying_everything_tells(part: int) -> None:
    rng = Random(part)
    begun = Counter(check_start(*any_late_position(rng)) for _ in range(500))
    assert min(begun["playing"], begun["stuck"]) > 80
    assert begun["fire"] > 3


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
def test_a_great_many_late_positions_begin_as_trying_everything_tells(part: int) -> None:
    rng = Random(1000 + part)
    for _ in range(2000):
        check_start(*any_late_position(rng))


@pytest.mark.rule("B8r", "X10r", "X2", "X3", "X5", "X6", "F3r")
@settings(max_examples=400)
@given(endgames())
def test_every_move_is_judged_as_trying_everything_tells(late: tuple[Game, int]) -> None:
    game = late[0].start(late[1])
    box, spot = plain(game)
    assert {naive_move(move) for move in game.legal} == set(naive.moves(box, spot))
    for move in game.legal:
        after = game.apply(move)
        told = naive.play(box, spot, naive_move(move))
        assert reason(after) == (told.end or "playing")
        assert after.left == told.left
        if after.outcome is None:
            assert {naive_move(move) for move in after.legal} == set(naive.moves(box, told))


@pytest.mark.rule("B8r", "B12r")
@settings(max_examples=300)
@given(endgames(most=4))
def test_the_middle_of_a_turn_is_judged_as_trying_everything_tells(
    late: tuple[Game, int],
) -> None:
    """Also where take-backs keep a turn alive that leads nowhere."""
    game = late[0].start(late[1])
    if game.seat is None:
        return
    box, start = plain(game)
    for first in game.turn.lays():
        turn = game.turn.after(first)
        for second in turn.lays():
            spot = naive.put(naive.put(start, *first), *second)
            if game.turn.broken_by(first) or turn.broken_by(second) or spot.left == 0:
                continue
            then = turn.after(second)
            assert completes(then) == naive.completes(box, spot)
            assert completes(then, ignoring_fires=then.rules.fires) == naive.completes(
                box, spot, fires=False
            )


@pytest.mark.rule("B8r")
def test_the_search_sees_a_trick_that_opens_the_way() -> None:
    # Nothing but 79, ten back, goes on 89; after it 80 and 81 do.
    game = table([79, 80, 81, 20], U1=89, U2=99, D1=2, D2=3, options=["expert"])
    assert reason(game) == "playing"
    assert reason(table([79, 20, 21, 22], U1=89, U2=99, D1=2, D2=3)) == "stuck"


@pytest.mark.rule("X10r")
def test_a_fire_a_skull_and_three_are_met_together_or_not_at_all() -> None:
    # The fire must be covered, the skull too, and three cards it must be: 23 on the fire, the
    # skull 24 on it, 25 on the skull.
    hands = ([23, 24, 25, 70], [60, 61])
    commands = {24: "skull", 25: "three", 70: "three"}
    tops = {"U1": 22, "U2": 99, "D1": 2, "D2": 3}
    game = table(
        *hands, edition="extreme", options=["fire", "expert"], commands=commands, tops=tops
    )
    assert reason(game) == "playing"
    without = table(
        [23, 24, 20, 19],
        [60, 61],
        edition="extreme",
        options=["fire", "expert"],
        commands=commands,
        tops=tops,
    )
    assert reason(without) == "stuck"


@pytest.mark.rule("X10r", "X5", "F2")
def test_two_no_backs_are_covered_so_that_a_trick_can_cover_the_fire() -> None:
    # One card is enough to end the turn, but for the fire: only 32, ten back, goes on it, and
    # that is allowed once both no_backs are covered.
    tops = {"U1": 50, "U2": 60, "D1": 22, "D2": 2}
    for hand, begins in (([55, 65, 32], "playing"), ([55, 59, 32], "fire")):
        game = table(
            hand,
            [90, 91],
            edition="extreme",
            options=["fire"],
            commands={50: "no_back", 60: "no_back"},
            tops=tops,
            draw=[],
        )
        assert reason(game) == begins


@pytest.mark.rule("X10r", "X6", "F2")
def test_a_one_row_is_covered_in_between_so_that_three_fires_can_be_covered() -> None:
    # 15, 70 and 80 are the only cards for the fires, 15 and 80 are one_rows: after either no other
    # row gets a card, unless 15 is covered, ten back by 25.
    for plain_card, begins in ((25, "playing"), (26, "fire")):
        game = table(
            [15, plain_card, 70, 80],
            [90, 91],
            edition="extreme",
            options=["fire"],
            commands={15: "one_row", 80: "one_row"},
            draw=[],
            U1=77,
            U2=66,
            D1=22,
            D2=2,
        )
        assert reason(game) == begins


@pytest.mark.rule("X10r", "F3r")
@pytest.mark.parametrize(
    ("hand", "commands", "begins"),
    [
        ([60, 61, 62, 63], {}, "playing"),  # all four laid: the game is won, fire or not
        ([60, 61, 62, 63], {61: "three"}, "fire"),  # X3: four cards with a three
        ([55, 60], {60: "stop"}, "playing"),  # X1: a stop as the very last card
        ([55, 60], {55: "stop"}, "fire"),  # X1: it would have to be laid first
        ([55, 60], {60: "skull"}, "fire"),  # X2: nothing is left to cover it
        ([55, 60], {55: "skull"}, "playing"),
    ],
)
def test_where_only_winning_helps_the_whole_hand_must_go(
    hand: list[int], commands: dict[int, str], begins: str
) -> None:
    game = table(
        hand,
        edition="extreme",
        options=["fire"],
        commands=commands,
        draw=[],
        U1=50,
        U2=99,
        D1=22,  # a fire that none of these cards covers
        D2=2,
    )
    assert reason(game) == begins


def test_the_search_of_a_full_hand_stays_small_in_an_ordinary_turn() -> None:
    game = table(
        [10, 20, 30, 40, 50, 60, 70, 80],
        edition="extreme",
        commands={10: "one_row", 40: "silence", 90: "no_back"},
        U1=45,
        U2=55,
        D1=65,
        D2=90,
    )
    assert search_size(game.turn) < 100
