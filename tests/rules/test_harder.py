"""The harder games: three cards a turn, and one card fewer in hand (V1, V2)."""

import pytest

from ninetyeight.rules import EDITIONS, Deal, Rules
from tests.rules.positions import lay, reason, refused, table


@pytest.mark.rule("V1")
def test_expert_asks_for_three_cards_while_the_draw_pile_has_cards() -> None:
    game = table([3, 4, 5, 6, 7, 8], options=["expert"])
    game = lay(game, (3, "U1"), (4, "U1"))
    assert refused(game, "end") == "end_minimum V1"
    assert refused(game.lay(5, "U1"), "end") is None


@pytest.mark.rule("V1", "B7")
def test_expert_asks_for_one_card_once_the_draw_pile_is_empty() -> None:
    game = table([60, 61, 62], [70, 71], U1=50, draw=[], options=["expert"])
    assert refused(game.lay(60, "U1"), "end") is None


@pytest.mark.rule("V1", "B7r")
def test_expert_keeps_three_for_the_turn_that_empties_the_draw_pile() -> None:
    game = table([60, 61, 62], [70, 71], U1=50, draw=[90], options=["expert"])
    game = lay(game, (60, "U1"), (61, "U1"))
    assert refused(game, "end") == "end_minimum V1"
    assert game.lay(62, "U1").end().minimum == 1


@pytest.mark.rule("V1", "B8")
def test_two_cards_that_fit_are_not_enough_for_experts() -> None:
    hand = [94, 95, 20, 21]
    tops = {"U1": 93, "U2": 92, "D1": 4, "D2": 5}
    assert reason(table(hand, tops=tops)) == "playing"
    assert reason(table(hand, options=["expert"], tops=tops)) == "stuck"


@pytest.mark.rule("V2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_short_hand_is_one_card_smaller_for_any_number_of_players(edition: str) -> None:
    most = EDITIONS[edition].max_players
    sizes = {n: Rules.of(edition, n, short_hand=True).hand_size for n in range(1, most + 1)}
    assert sizes == {n: {1: 7, 2: 6}.get(n, 5) for n in range(1, most + 1)}


@pytest.mark.rule("V2", "B6")
def test_a_short_hand_stays_short_after_drawing() -> None:
    game = Deal.of_bits(Rules.of("original", 3, short_hand=True), 98).game().start(0)
    first, second, *_ = game.hands[0]
    game = lay(game, (first, "U1"), (second, "U1")).end()
    assert [len(hand) for hand in game.hands] == [5, 5, 5]


@pytest.mark.rule("V1", "V2")
def test_each_of_the_two_is_its_own_switch() -> None:
    figures = {
        (expert, short): (rules.minimum, rules.hand_size)
        for expert in (False, True)
        for short in (False, True)
        for rules in [Rules.of("gold", 4, expert=expert, short_hand=short)]
    }
    assert figures == {
        (False, False): (2, 6),
        (True, False): (3, 6),
        (False, True): (2, 5),
        (True, True): (3, 5),
    }
