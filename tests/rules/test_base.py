"""The base rules at the table: what may be laid, how a turn ends, how a game ends (B3-B9, B12r)."""

import pytest

from ninetyeight.rules import EDITIONS, END, Outcome, Reason, Refused
from tests.rules.positions import lay, legal, reason, refused, table


@pytest.mark.rule("B3")
def test_an_ascending_row_takes_only_greater_cards() -> None:
    game = table([46, 48, 99, 2, 3, 4], U1=47)
    assert refused(game, "48@U1") is None
    assert refused(game, "99@U1") is None
    assert refused(game, "46@U1") == "too_low B3"


@pytest.mark.rule("B3")
def test_a_descending_row_takes_only_smaller_cards() -> None:
    game = table([46, 48, 99, 2, 3, 4], D2=47)
    assert refused(game, "46@D2") is None
    assert refused(game, "2@D2") is None
    assert refused(game, "48@D2") == "too_high B3"


@pytest.mark.rule("B3")
def test_a_refusal_names_card_row_and_top_and_changes_nothing() -> None:
    game = table([46, 48, 3, 4], U1=47)
    with pytest.raises(Refused) as caught:
        game.lay(46, "U1")
    assert caught.value.params == {"card": 46, "row": "U1", "top": 47, "step": 10}
    assert game == table([46, 48, 3, 4], U1=47)


@pytest.mark.rule("B3r")
@pytest.mark.parametrize("card", [2, 3, 50, 98, 99])
@pytest.mark.parametrize("row", ["U1", "U2", "D1", "D2"])
def test_an_empty_row_takes_any_card(card: int, row: str) -> None:
    others = [c for c in (20, 30, 40, 60, 70, 80, 85) if c != card]
    assert refused(table([card, *others]), f"{card}@{row}") is None


@pytest.mark.rule("B3r")
def test_the_row_card_is_no_number_to_go_back_from() -> None:
    # With `no_back` visible only backwards tricks are refused: 90 on the empty 100→2 row is none.
    game = table([90, 91, 3], U1=50, commands={50: "no_back"})
    assert refused(game, "90@D1") is None


@pytest.mark.rule("B4")
@pytest.mark.parametrize(("row", "top", "back"), [("U1", 47, 37), ("D2", 65, 75)])
def test_a_row_goes_back_by_exactly_ten(row: str, top: int, back: int) -> None:
    game = table([back - 1, back, back + 1, 2, 99], tops={row: top})
    accepted = [n for n in (back - 1, back, back + 1) if f"{n}@{row}" in legal(game)]
    assert accepted == [back]


@pytest.mark.rule("B4")
def test_after_a_trick_the_row_goes_on_from_the_new_top() -> None:
    game = table([37, 38, 27, 60], U1=47).lay(37, "U1")
    assert game.tops[0] == 37
    assert refused(game, "38@U1") is None


@pytest.mark.rule("B4")
def test_tricks_may_be_repeated_and_mixed_in_one_turn() -> None:
    game = table([37, 27, 28, 18, 75, 85, 84, 99], U1=47, D1=65)
    game = lay(
        game, (37, "U1"), (75, "D1"), (27, "U1"), (28, "U1"), (18, "U1"), (85, "D1"), (84, "D1")
    )
    assert game.tops == (18, None, 84, None)


@pytest.mark.rule("B4")
def test_the_trick_goes_the_other_way_on_the_other_kind_of_row() -> None:
    game = table([57, 55, 2], U1=47, D1=65)
    assert refused(game, "57@U1") is None  # simply greater
    assert refused(game, "55@D1") is None  # simply smaller
    stuck_up = table([75, 37, 2], U1=85, D1=27)
    assert "75@U1" in legal(stuck_up)
    assert "37@D1" in legal(stuck_up)


@pytest.mark.rule("B5")
def test_two_cards_are_owed_while_the_draw_pile_has_cards() -> None:
    game = table([3, 4, 5, 6])
    assert refused(game, "end") == "end_minimum B5"
    game = game.lay(3, "U1")
    assert refused(game, "end") == "end_minimum B5"
    assert game.turn.owed == 1
    game = game.lay(4, "U1")
    assert refused(game, "end") is None


@pytest.mark.rule("B5")
def test_the_whole_hand_may_be_laid_in_one_turn_on_any_rows() -> None:
    game = table([3, 4, 50, 51, 97, 98, 60, 61])
    game = lay(
        game,
        *[(3, "U1"), (98, "D1"), (4, "U1"), (50, "U2"), (61, "D2"), (51, "U2"), (60, "D2")],
        (97, "D1"),
    )
    assert game.hands[0] == ()
    assert legal(game) == {"end"}


@pytest.mark.rule("B5")
def test_a_seat_lays_only_cards_of_its_own_hand() -> None:
    game = table([3, 4, 5], [50, 51])
    assert refused(game, "50@U1") == "not_in_hand B5"
    assert refused(game, "70@U1") == "not_in_hand B5"


@pytest.mark.rule("B1")
def test_a_row_that_is_not_there_is_refused() -> None:
    assert refused(table([3, 4, 5]), "3@U3") == "no_such_row B1"


@pytest.mark.rule("B6")
def test_after_the_turn_the_hand_is_full_again_from_the_front_of_the_draw_pile() -> None:
    game = table([3, 4, 5, 6, 7, 8], [50], [60], U1=2, draw=[30, 40, 20, 21])
    game = lay(game, (3, "U1"), (4, "U1"), (5, "U1")).end()
    assert game.hands[0] == (6, 7, 8, 20, 30, 40)
    assert game.draw == (21,)


@pytest.mark.rule("B6")
def test_drawing_goes_as_far_as_the_draw_pile_reaches() -> None:
    game = table([3, 4, 5, 6, 7, 8, 9], [50, 51], U1=2, draw=[30])
    game = lay(game, (3, "U1"), (4, "U1"), (5, "U1")).end()
    assert game.hands[0] == (6, 7, 8, 9, 30)
    assert game.draw == ()


@pytest.mark.rule("B6")
@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_next_seat_clockwise_follows(seat: int, following: int) -> None:
    hands = [[10, 11, 12], [20, 21, 22], [30, 31, 32]]
    game = table(*hands, seat=seat)
    first, second, _ = hands[seat]
    assert lay(game, (first, "U1"), (second, "U1")).end().seat == following


@pytest.mark.rule("B7")
def test_one_card_is_enough_once_the_draw_pile_is_empty_and_nobody_draws() -> None:
    game = table([60, 61, 62], [70, 71], U1=50, draw=[])
    game = game.lay(60, "U1").end()
    assert game.hands == ((61, 62), (70, 71))
    assert game.seat == 1
    assert game.minimum == 1


@pytest.mark.rule("B7")
def test_a_seat_without_cards_is_skipped() -> None:
    game = table([60, 90], [70], [80, 81], U1=50, draw=[])
    game = game.lay(60, "U1").end()
    game = game.lay(70, "U1").end()
    game = game.lay(80, "U1").end()
    assert game.seat == 0
    game = game.lay(90, "D1").end()
    assert game.seat == 2


@pytest.mark.rule("B7")
def test_the_last_seat_with_cards_plays_on_alone() -> None:
    game = table([60], [70, 71, 72], U1=50, draw=[])
    game = game.lay(60, "U1").end()
    for card in (70, 71):
        game = game.lay(card, "U1").end()
        assert game.seat == 1
    assert reason(game.lay(72, "U1")) == "won"


@pytest.mark.rule("B7r")
def test_the_minimum_is_fixed_when_the_turn_begins() -> None:
    # One card is left to draw: this turn still asks for two, the next one for one.
    game = table([60, 61, 62], [70, 71], U1=50, draw=[90])
    assert game.minimum == 2
    game = game.lay(60, "U1")
    assert refused(game, "end") == "end_minimum B5"
    game = game.lay(61, "U1").end()
    assert (game.seat, game.minimum, game.draw) == (1, 1, ())


@pytest.mark.rule("B8")
def test_the_game_is_over_when_the_next_seat_cannot_lay_the_minimum() -> None:
    game = table([94, 95, 96], [50, 51], U1=93, U2=92, D1=4, D2=5)
    game = lay(game, (94, "U1"), (95, "U2")).end()
    assert game.outcome == Outcome(won=False, reason=Reason.STUCK, left=game.left)
    assert game.seat is None
    assert legal(game) == set()
    assert refused(game, "96@U1") == "game_over B8"


@pytest.mark.rule("B8")
def test_one_card_that_fits_is_not_enough_where_two_are_owed() -> None:
    hands = ([94, 20, 21], [30, 31, 40])
    assert reason(table(*hands, U1=93, U2=92, D1=4, D2=5)) == "stuck"
    assert reason(table(*hands, U1=93, U2=92, D1=4, D2=5, draw=[])) == "playing"


@pytest.mark.rule("B8")
def test_the_game_is_won_the_moment_the_last_card_is_laid() -> None:
    game = table([60, 61], U1=50, draw=[])
    game = game.lay(60, "U1")
    assert reason(game) == "playing"
    assert game.lay(61, "U1").outcome == Outcome(won=True, reason=None, left=0)


@pytest.mark.rule("B8r")
def test_a_careless_first_card_loses_at_once_without_take_backs() -> None:
    # 84 on U1 makes room for nothing; 94 then 84 (ten back) would have been two cards.
    game = table([84, 94, 30], U1=93, U2=98, D1=3, D2=2)
    assert reason(game) == "playing"
    lost = table([83, 94, 30], U1=93, U2=98, D1=3, D2=2).lay(94, "U1")
    assert lost.outcome == Outcome(won=False, reason=Reason.STUCK, left=lost.left)
    assert lost.laid == ((94, "U1"),)


@pytest.mark.rule("B8r")
def test_with_take_backs_a_dead_end_may_be_undone() -> None:
    game = table([83, 94, 30], U1=93, U2=98, D1=3, D2=2, options=["take_backs"]).lay(94, "U1")
    assert reason(game) == "playing"
    assert legal(game) == {"back"}
    game = lay(game.back(), (83, "U1"), (94, "U1"))
    assert "end" in legal(game)


@pytest.mark.rule("B8r")
def test_the_turn_goes_on_while_any_order_of_cards_completes_it() -> None:
    # Only 83 (ten back) and then 94 does it: a look at single cards would not tell.
    assert reason(table([83, 94, 30], U1=93, U2=99, D1=2, D2=3)) == "playing"
    assert reason(table([82, 94, 30], U1=93, U2=99, D1=2, D2=3)) == "stuck"


@pytest.mark.rule("B9")
def test_the_result_counts_all_hands_and_the_draw_pile() -> None:
    game = table([94, 20, 21], [30, 31], U1=93, U2=92, D1=4, D2=5, draw=[60, 61, 62, 63])
    assert game.outcome is not None
    assert game.outcome.left == 3 + 2 + 4


@pytest.mark.rule("B9")
@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("original", {0: "won", 1: "excellent", 9: "excellent", 10: "lost", 98: "lost"}),
        ("gamefactory", {0: "won", 9: "excellent", 10: "lost"}),
        ("extreme", {0: "won", 9: "excellent", 10: "lost"}),
        ("gold", {0: "won", 9: "super", 10: "good", 14: "good", 15: "lost"}),
    ],
)
def test_praise_goes_by_the_table_of_the_edition(edition: str, words: dict[int, str]) -> None:
    ends = {left: Outcome(not left, Reason.STUCK if left else None, left) for left in words}
    assert {left: EDITIONS[edition].praise_for(end) for left, end in ends.items()} == words


@pytest.mark.rule("B12r")
def test_cards_are_taken_back_last_first_until_none_is_left() -> None:
    start = table([60, 61, 62], U1=50, options=["take_backs"])
    one = start.lay(60, "U1")
    two = one.lay(62, "D1")
    assert two.back() == one
    assert one.back() == start
    assert refused(start, "back") == "nothing_to_take_back B12r"


@pytest.mark.rule("B12r")
def test_nothing_is_taken_back_after_the_turn_has_ended() -> None:
    game = table([60, 61, 62], [70, 71, 72], U1=50, options=["take_backs"])
    game = lay(game, (60, "U1"), (61, "U1")).end()
    assert refused(game, "back") == "nothing_to_take_back B12r"


@pytest.mark.rule("B12r")
def test_nothing_is_taken_back_where_the_table_plays_without() -> None:
    game = table([60, 61, 62], U1=50).lay(60, "U1")
    assert refused(game, "back") == "no_take_backs B12r"
    assert END not in game.legal
