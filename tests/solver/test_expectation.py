"""Endgames with cards unknown: exact where nothing but chance is hidden, honest elsewhere."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.fast import available
from ninetyeight.rules import BACK, Game, Refused, Rules, View, completes, read_game
from ninetyeight.solver import solve
from ninetyeight.solver.expectation import Meaning, NotFeasible, WeighedMoves, best_moves
from ninetyeight.solver.weighing import TooManyPositions, Weigher, WeigherByRules
from ninetyeight.solver.worlds import count_worlds, worlds
from tests.solver.endings import (
    all_distributions,
    all_orders,
    blind_value_of,
    endings,
    known_value,
)

#: Rows that have all other cards; a trick is five back in this small game.
ROWS = "U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3"


def figures(found: WeighedMoves) -> dict[str, tuple[Fraction, Fraction | None]]:
    return {str(one.move): (one.win, one.left) for one in found.choices}


def choices(game: Game, **more: object) -> WeighedMoves:
    assert game.seat is not None
    return best_moves(View.of(game, game.seat), **more)  # type: ignore[arg-type]


# --- nothing hidden ----------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.one_of(endings(2, 6), endings(1, 4)))
def test_with_two_seats_and_no_draw_pile_everything_is_known(game: Game) -> None:
    found = choices(game)
    assert found.worlds == 1
    if not game.commands:
        assert found.meaning is Meaning.EXACT
        assert found.proven
    expected = {
        str(move): (won, -left)
        for move in game.legal
        for won, left in [known_value(game.apply(move))]
    }
    assert figures(found) == expected


def test_the_one_move_that_wins_comes_first() -> None:
    game = read_game(f"tiny 2 {ROWS} 2.8/7 - 1 - 1 - playing")
    found = choices(game)
    assert str(found.best.move) == "8@D1"
    assert found.best.win == 1
    assert found.best.left == 0
    assert [one.win for one in found.choices[1:]] == [0] * (len(found.choices) - 1)


# --- chance alone ------------------------------------------------------------------------------


@settings(max_examples=30)
@given(endings(1, 6, pile=3))
def test_alone_the_order_of_the_draw_pile_is_chance(game: Game) -> None:
    orders = all_orders(game)
    found = choices(game)
    assert (found.meaning, found.worlds) == (Meaning.EXACT, len(orders))
    expected = {
        str(move): (won / len(orders), -left / len(orders))
        for move in game.legal
        for won, left in [blind_value_of(orders, move)]
    }
    assert figures(found) == expected


def test_a_seat_alone_does_not_know_what_it_will_draw() -> None:
    """Whoever saw the draw pile would win in all six orders; blind it is two times in three."""
    game = Game(
        rules=Rules.of("tiny", 1),
        rows=((2, 5, 7, 9, 10, 4), (11, 12, 13, 14, 15, 17, 18)),
        hands=((1, 3, 19, 20),),
        draw=(16, 8, 6),
        seat=0,
        minimum=2,
    )
    assert [known_value(order)[0] for order in all_orders(game)] == [1] * 6
    assert choices(game).best.win == Fraction(2, 3)


# --- hidden hands ------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.one_of(endings(3, 6), endings(2, 5, pile=2)))
def test_with_hidden_hands_the_chance_is_what_open_cards_would_give(game: Game) -> None:
    assert game.seat is not None
    found = choices(game, with_team=False)
    every = list(all_distributions(game, game.seat))
    for one in found.choices:
        values = [known_value(world.apply(one.move)) for world in every]
        assert one.win == sum(won for won, _ in values) / len(every)
        assert one.left == -sum(left for _, left in values) / len(every)


@settings(max_examples=25)
@given(endings(3, 6))
def test_what_the_team_is_sure_of_is_what_it_reaches_by_playing_so(game: Game) -> None:
    assert game.seat is not None
    found = choices(game)
    for one in found.choices:
        if found.meaning is Meaning.EXACT:
            continue
        assert one.at_least is not None
        assert one.at_least <= one.win
        wins = 0
        for world in worlds(View.of(game, game.seat)):
            then = world.apply(one.move)
            while then.outcome is None:
                then = then.apply(choices(then, with_team=False).best.move)
            wins += then.outcome.won
        assert one.at_least == Fraction(wins, found.worlds)


@settings(max_examples=30)
@given(endings(2, 5, hidden_commands=True))
def test_commands_that_are_not_known_to_all_make_it_a_bound(game: Game) -> None:
    assert game.seat is not None
    view = View.of(game, game.seat)
    every = list(worlds(view))
    assert len(every) == len(set(every)) == count_worlds(view)
    seen_alike = [View.of(world, game.seat) for world in every]
    assert all(seen.hand == view.hand and seen.unseen == view.unseen for seen in seen_alike)
    assert [world.hands for world in every].count(game.hands) >= 1
    assert game.commands in [world.commands for world in every]
    found = best_moves(view, with_team=False)
    for one in found.choices:
        wins = sum(known_value(world.apply(one.move))[0] for world in every)
        assert one.win == wins / len(every)
    if len(every) > 1:
        assert found.meaning is Meaning.BOUND


@pytest.mark.parametrize(
    ("commands", "meaning"),
    [
        ("7:silence", Meaning.EXACT),  # only the 7 is out, and so is one command
        ("!7:silence", Meaning.EXACT),
        ("2:silence", Meaning.BOUND),  # its holder knows; the other seat has not seen it
    ],
)
def test_it_is_exact_only_when_everybody_knows(commands: str, meaning: Meaning) -> None:
    game = read_game(f"tiny+commands 2 {ROWS} 2.8/7 - 1 - 1 {commands} playing")
    found = choices(game)
    assert (found.worlds, found.meaning) == (1, meaning)
    assert found.best.win == 1


def test_a_bound_is_not_taken_for_a_proof() -> None:
    """Open cards would win in every world; a team that cannot see them does not always."""
    found = None
    rng = Random(1)
    for _ in range(3000):
        game = random_three(rng)
        if game is not None:
            found = choices(game)
            sure = found.best.at_least
            if found.meaning is Meaning.BOUND and sure is not None and sure < found.best.win:
                break
    assert found is not None
    assert found.best.at_least is not None
    assert found.best.at_least < found.best.win


def random_three(rng: Random) -> Game | None:
    """A small game for three with six cards to lay."""
    rules = Rules.of("tiny", 3)
    order = rng.sample(rules.cards, len(rules.cards))
    hands = "/".join(".".join(map(str, sorted(order[at : at + 2]))) for at in (0, 2, 4))
    up = ".".join(map(str, sorted(order[6:13])))
    down = ".".join(map(str, sorted(order[13:], reverse=True)))
    try:
        return read_game(f"tiny 3 U1:{up}/D1:{down} {hands} - 1 - 1 - playing")
    except ValueError:
        return None


# --- both engines ------------------------------------------------------------------------------

needs_kernel = pytest.mark.skipif(not available(), reason="needs the extra `fast`")


def weighers(rules: Rules, *, wins_only: bool) -> list[Weigher]:
    from ninetyeight.solver.weighing_by_kernel import WeigherByKernel

    return [
        WeigherByRules(100_000, wins_only=wins_only),
        WeigherByKernel(rules, 100_000, wins_only=wins_only),
    ]


@needs_kernel
@settings(max_examples=120)
@given(st.one_of(endings(1, 7, pile=3), endings(2, 6, pile=1), endings(3, 7)), st.booleans())
def test_both_engines_weigh_alike(game: Game, wins_only: bool) -> None:
    moves = list(game.legal)
    for chance in (False, True) if game.rules.players == 1 else (False,):
        plain, compiled = (
            weigher.weigh([game], moves, chance=chance)
            for weigher in weighers(game.rules, wins_only=wins_only)
        )
        assert plain == compiled


@needs_kernel
def test_the_solver_and_the_weigher_agree_on_full_hands() -> None:
    """Two searches that have nothing in common but the law: a beam, and trying everything."""
    from ninetyeight.solver.weighing_by_kernel import WeigherByKernel

    rng, results = Random(98), list[int]()
    while len(results) < 40:
        game = full_hands(rng)
        if game is None:
            continue
        try:
            found = WeigherByKernel(game.rules, 50_000).weigh(
                [game], list(game.legal), chance=False
            )
        except TooManyPositions:
            continue
        best = max(found, key=lambda worth: worth.rank)
        solution = solve(game, seconds=60)
        assert solution.fewest
        assert (solution.won, solution.left) == (bool(best.won), best.left)
        results.append(best.won)
    assert 5 < sum(results) < 35


def full_hands(rng: Random) -> Game | None:
    """An endgame of the original edition, rows half full, for two or three seats."""
    rules = Rules.of("original", rng.choice([2, 3]), fire=rng.random() < 0.3)
    cards = rng.sample(rules.cards, len(rules.cards))
    size = rng.randint(3, rules.hand_size)
    hands = [tuple(sorted(cards[at * size : (at + 1) * size])) for at in range(rules.players)]
    rest = cards[size * rules.players :]
    up = [card for card in rest if 40 < card < 85][:2]
    down = [card for card in rest if 15 < card < 60 and card not in up][:2]
    others = tuple(card for card in rest if card not in {*up, *down})
    tops = ((*others, up[0]), (up[1],), (down[0],), (down[1],))
    game = Game(rules=rules, rows=tops, hands=tuple(hands), draw=(), seat=0, minimum=1)
    return game if completes(game.turn) else None


@needs_kernel
def test_the_table_of_known_positions_grows() -> None:
    from ninetyeight.solver import weighing_by_kernel

    cards = Rules.of("original", 3).cards
    up, down = ".".join(map(str, cards[:34])), ".".join(map(str, reversed(cards[52:])))
    hands = "/".join(".".join(map(str, cards[34 + seat : 52 : 3])) for seat in range(3))
    line = f"original 3 U1:{up}/U2:/D1:{down}/D2: {hands} - 1 - 1 - playing"
    game = read_game(line)
    moves = list(game.legal)
    large = weighing_by_kernel.WeigherByKernel(game.rules, 3_000_000)
    every = [world for world, _ in zip(worlds(View.of(game, 0)), range(300), strict=False)]
    first = large.weigh(every, moves, chance=False)
    assert large.visited > 1 << 16
    assert large.weigh(every, moves, chance=False) == first


# --- limits ------------------------------------------------------------------------------------


def test_too_many_worlds_are_not_looked_at() -> None:
    from ninetyeight.rules import Deal

    game = Deal.from_code("original-4p-K7Q2M9XA4TWB3H8C").game().start(0)
    with pytest.raises(NotFeasible) as refused:
        choices(game)
    assert refused.value.code == "too_many_worlds"


def test_the_budget_of_positions_is_kept() -> None:
    game = read_game(f"tiny 2 {ROWS} 2.8/7 - 1 - 1 - playing")
    with pytest.raises(NotFeasible) as refused:
        choices(game, budget=1)
    assert refused.value.code == "too_many_positions"
    with pytest.raises(TooManyPositions):
        WeigherByRules(1).weigh([game], list(game.legal), chance=False)


def test_only_the_seat_whose_turn_it_is_has_choices() -> None:
    game = read_game(f"tiny 2 {ROWS} 2.8/7 - 1 - 1 - playing")
    with pytest.raises(Refused):
        best_moves(View.of(game, 1))


def test_taking_back_is_no_choice() -> None:
    game = read_game(f"tiny+take_backs 2 {ROWS} 2.8/7 - 1 - 1 - playing").lay(8, "D1")
    assert BACK in game.legal
    found = choices(game)
    assert BACK not in [one.move for one in found.choices]
    assert found.best.win == 1
