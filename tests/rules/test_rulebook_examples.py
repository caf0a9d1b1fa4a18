"""The rulebooks' own examples, with their numbers."""

import pytest

from ninetyeight.rules import Game, Rules
from tests.rules.positions import lay, legal, reason, refused, table


def row_of(edition: str, row: str, cards: list[int]) -> Game:
    """A game in which one seat lays all these cards on one row, eight a turn."""
    rules = Rules.of(edition, 1)
    rest = [card for card in rules.cards if card not in cards]
    game = Game.deal(rules, [*cards, *rest]).start(0)
    for card in cards:
        if card not in game.hands[0]:
            game = game.end()
        game = game.lay(card, row)
    return game


@pytest.mark.rule("B3")
@pytest.mark.parametrize("edition", ["original", "gamefactory", "gold"])
@pytest.mark.parametrize(
    ("row", "cards"),
    [
        ("U1", [3, 11, 12, 13, 18, 20, 34, 35, 51]),
        ("U2", [2, 7, 19, 25, 28, 29, 49]),
        ("D1", [94, 90, 78, 61, 60, 57]),
        ("D2", [98, 97, 88, 83, 81]),
    ],
)
def test_gaps_are_free(edition: str, row: str, cards: list[int]) -> None:
    game = row_of(edition, row, cards)
    assert game.rows[game.rules.edition.row_index[row]] == tuple(cards)


@pytest.mark.rule("B4")
@pytest.mark.parametrize("edition", ["original", "gamefactory", "extreme"])
def test_47_takes_37_going_up_and_65_takes_75_going_down(edition: str) -> None:
    game = table([37, 75, 50, 51, 52, 53, 54, 55], U1=47, D1=65, edition=edition)
    game = lay(game, (37, "U1"), (75, "D1"))
    assert game.tops == (37, None, 75, None)


@pytest.mark.rule("B4")
def test_gold_35_takes_25_and_goes_on_with_26() -> None:
    game = lay(table([25, 26, 90], U1=35, edition="gold"), (25, "U1"), (26, "U1"))
    assert game.rows[0] == (35, 25, 26)


@pytest.mark.rule("B4")
def test_gold_29_would_take_19_but_that_one_is_laid_already() -> None:
    game = table([18, 20, 90], U1=29, U2=19, edition="gold")
    assert refused(game, "19@U1") == "not_in_hand B5"
    assert refused(game, "18@U1") == "too_low B3"
    assert refused(game, "20@U1") == "too_low B3"


@pytest.mark.rule("B4")
def test_gold_61_takes_71_and_then_81() -> None:
    game = lay(table([71, 81, 2], D1=61, edition="gold"), (71, "D1"), (81, "D1"))
    assert game.rows[2] == (61, 71, 81)


@pytest.mark.rule("B4")
def test_gold_94_going_down_has_no_trick() -> None:
    rules = Rules.of("gold", 1)
    assert 104 not in rules.cards
    game = table([95, 96, 97, 98, 99, 3], D1=94, edition="gold")
    assert {move for move in legal(game) if move.endswith("@D1")} == {"3@D1"}


@pytest.mark.rule("X1", "X3")
def test_extreme_a_plain_card_then_three_then_stop_is_a_turn_and_three_cards_are_drawn() -> None:
    game = table(
        [10, 11, 12, 40, 41, 42],
        [50, 51, 60, 61, 62, 63],
        [70, 71, 80, 81, 82, 83],
        edition="extreme",
        commands={11: "three", 12: "stop"},
    )
    waiting = game.draw
    game = lay(game, (10, "U1"), (11, "U1"), (12, "U1"))
    assert reason(game) == "playing"
    assert game.seat == 1
    assert game.hands[0] == tuple(sorted([40, 41, 42, *waiting[:3]]))
    assert game.draw == waiting[3:]
