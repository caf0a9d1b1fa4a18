"""The two plain players do what their names say."""

from random import Random

import pytest

from ninetyeight.bots import make_bot
from ninetyeight.bots.simple import opening_cost, step_of
from ninetyeight.rules import BACK, END, Commands, Game, Lay, Rules, View, Wish


def at_table(
    hand: str,
    rows: str = "//",
    *,
    commands: Commands | None = None,
    others: int = 1,
    **options: bool,
) -> Game:
    """A game in which seat 0 holds ``hand`` and the rows are as written; `others` more seats."""
    rules = Rules.of("original", players=1 + others, **options)
    held = tuple(int(card) for card in hand.split())
    laid = tuple(tuple(int(card) for card in row.split()) for row in rows.split("/"))
    laid += ((),) * (4 - len(laid))
    rest = [card for card in rules.cards if card not in held and all(card not in r for r in laid)]
    size = rules.hand_size
    hands = (held, *(tuple(rest[i * size : (i + 1) * size]) for i in range(others)))
    draw = tuple(rest[others * size :])
    return Game(
        rules, laid, hands, draw, 0, (), rules.minimum, commands or Commands(), outcome=None
    )


def greedy(game: Game) -> str:
    return str(make_bot("greedy", 0).move(View.of(game, 0)))


def test_greedy_takes_the_smallest_step() -> None:
    assert greedy(at_table("30 45 62", "28/20/70/99")) == "30@U1"


def test_greedy_prefers_a_backwards_trick_to_the_next_number() -> None:
    game = at_table("29 50", "28/60/10/10")  # 50 is ten back on U2
    assert greedy(game) == "50@U2"
    assert step_of(game.turn, Lay(50, "U2")) == -10  # B4
    assert step_of(game.turn, Lay(29, "U1")) == 1


def test_greedy_counts_an_empty_row_from_its_end() -> None:
    assert greedy(at_table("4 90", "//50/50")) == "4@U1"
    assert greedy(at_table("40 97")) == "97@D1"


def test_greedy_breaks_ties_by_the_lowest_card_and_the_first_row() -> None:
    assert greedy(at_table("40 60", "39/59/1/1")) == "40@U1"
    assert greedy(at_table("40 60", "39/39/1/1")) == "40@U1"


def test_greedy_ends_as_soon_as_it_may() -> None:
    game = at_table("30 31 32 62", "28/20/70/99").lay(30, "U1").lay(31, "U1")
    assert greedy(game) == "end"


def test_greedy_does_not_take_a_small_step_that_leaves_it_stuck() -> None:
    # 52 first would leave 51 nowhere to go; the other way round both can be laid (B8r).
    assert greedy(at_table("51 52", "50/99/2/2")) == "51@U1"
    game = at_table("42 52 60", "52/99/2/2")
    assert greedy(game) == "42@U1"


@pytest.mark.parametrize("take_backs", [False, True])
def test_greedy_covers_a_skull_before_it_ends(take_backs: bool) -> None:
    commands = Commands({31: "skull"})
    game = at_table("31 32 50", "30/29/3/3", commands=commands, take_backs=take_backs)
    assert greedy(game) == "31@U1"
    game = game.lay(31, "U1")
    assert greedy(game) == "32@U1"  # not 32 on U2, from where 31 stays bare
    assert greedy(game.lay(32, "U1")) == "end"


def test_greedy_does_not_lay_a_skull_that_nothing_could_cover() -> None:
    commands = Commands({40: "skull"})
    game = at_table("12 14 40", "39/11/3/3", commands=commands)
    assert greedy(game) == "12@U2"
    assert greedy(game.lay(12, "U2")) == "14@U2"


def test_greedy_covers_a_due_fire() -> None:
    game = at_table("5 6 30", "22/4/3/3", fire=True)
    assert greedy(game) == "5@U2"
    assert greedy(game.lay(5, "U2")) == "6@U2"
    assert greedy(game.lay(5, "U2").lay(6, "U2")) == "30@U1"  # the fire on U1 is due (F2)


def test_a_careless_card_is_taken_back_where_that_is_allowed() -> None:
    game = at_table("51 52", "50/99/2/2", take_backs=True).lay(52, "U1")
    for name in ("greedy", "random"):
        assert make_bot(name, 0).move(View.of(game, 0)) is BACK


def test_greedy_offers_to_start_by_its_hand() -> None:
    def offer(hand: str) -> Wish | None:
        game = Game.deal(
            Rules.of("original", players=3),
            [*map(int, hand.split()), *(c for c in range(2, 100) if str(c) not in hand.split())],
        )
        return make_bot("greedy", 0).offer(View.of(game, 0))

    assert offer("2 3 98 50 51 52") is Wish.MUST
    assert offer("5 90 50 51 52 53") is Wish.WANT
    assert offer("10 85 50 51 52 53") is Wish.CAN
    assert offer("40 41 50 51 52 53") is None


def test_opening_cost_knows_both_ends() -> None:
    assert opening_cost(Rules.of("original", players=3), (2, 99, 50)) == 2
    assert opening_cost(Rules.of("gold", players=3), (1, 99, 50)) == 2


def test_random_is_the_same_for_a_seed_and_different_for_another() -> None:
    game = at_table("10 20 30 40 50 60 70")
    view = View.of(game, 0)

    def moves(seed: int) -> list[object]:
        bot = make_bot("random", seed)
        return [bot.move(view) for _ in range(3)]

    assert len(set(moves(1))) == 1
    assert len({moves(seed)[0] for seed in range(40)}) > 10


def test_random_ends_sometimes_and_goes_on_sometimes() -> None:
    ends = []
    for i in range(60):
        rng = Random(i)
        hand = sorted(rng.sample(range(10, 90), 6))
        game = at_table(" ".join(map(str, hand)), "2/3/99/98")
        game = game.lay(hand[0], "U1").lay(hand[1], "U1")
        ends.append(make_bot("random", i).move(View.of(game, 0)) is END)
    assert 10 < sum(ends) < 50


def test_an_end_that_loses_for_certain_is_put_off() -> None:
    # Alone, the draw pile empty, a fire laid this turn that neither 12 nor 20 can cover: it would
    # be due in the own next turn. Everything is in sight, so 12 is laid first (X8r, F2).
    rules = Rules.of("original", players=1, fire=True)
    laid = [card for card in rules.cards if card not in (12, 20, 33, 99, 11, 2)]
    game = Game(rules, ((*laid, 33), (99,), (11,), (2,)), ((12, 20),), (), 0, (Lay(33, "U1"),), 1)
    assert game.turn.may_end
    lost = game.end().outcome
    assert lost is not None
    assert not lost.won
    assert greedy(game) == "12@D2"
    assert greedy(game.lay(12, "D2")) == "end"  # nothing else is left to do
