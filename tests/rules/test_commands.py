"""The commands of Extreme at the table (X1-X7) and what is ruled about them (X8r-X12r)."""

from collections import Counter

import pytest

from ninetyeight.rules import Command, Commands, Deal, Game, Outcome, Reason, Rules, View
from tests.rules.positions import lay, legal, reason, refused, table

OTHERS = ([60, 61, 62, 63, 64, 65], [70, 71, 72, 73, 74, 75])


def extreme(hand: list[int], commands: dict[int, str], **more: object) -> Game:
    """Three seats of Extreme; seat 1 is to lay and holds ``hand``."""
    return table(hand, *OTHERS, edition="extreme", commands=commands, **more)  # type: ignore[arg-type]


# X1: stop


@pytest.mark.rule("X1")
def test_a_stop_may_be_the_only_card_of_a_turn() -> None:
    game = extreme([10, 11, 12, 13, 14, 15], {10: "stop"}).lay(10, "U1")
    assert (game.seat, game.laid, len(game.hands[0])) == (1, (), 6)


@pytest.mark.rule("X1")
def test_a_stop_ends_the_turn_the_moment_it_is_laid() -> None:
    game = extreme([10, 11, 12, 13, 14, 15], {12: "stop"})
    game = lay(game, (10, "U1"), (11, "U1"), (12, "U1"))
    assert game.seat == 1
    assert refused(game, "13@U1") == "not_in_hand B5"


@pytest.mark.rule("X1", "B12r")
def test_a_stop_cannot_be_taken_back() -> None:
    game = extreme([10, 11, 12], {10: "stop"}, options=["take_backs"]).lay(10, "U1")
    assert "back" not in legal(game)


@pytest.mark.rule("X1", "B8")
def test_a_stop_in_hand_saves_a_seat_that_could_lay_only_one_card() -> None:
    tops = {"U1": 93, "U2": 99, "D1": 2, "D2": 3}
    assert reason(extreme([94, 20, 21], {}, **tops)) == "stuck"
    assert reason(extreme([94, 20, 21], {94: "stop"}, **tops)) == "playing"


# X2: skull


@pytest.mark.rule("X2")
def test_a_turn_cannot_be_ended_under_a_skull_and_can_once_it_is_covered() -> None:
    game = lay(extreme([10, 11, 12, 13], {11: "skull"}), (10, "U1"), (11, "U1"))
    assert refused(game, "end") == "end_skull X2"
    assert refused(game.lay(12, "U1"), "end") is None
    assert refused(game.lay(12, "U2"), "end") == "end_skull X2"


@pytest.mark.rule("X2")
def test_a_skull_may_be_covered_by_a_backwards_trick_or_a_stop() -> None:
    game = extreme([20, 10, 11, 30], {20: "skull", 30: "stop"}).lay(20, "U1")
    assert reason(game.lay(10, "U1")) == "playing"
    assert (game.lay(30, "U1").seat, reason(game.lay(30, "U1"))) == (1, "playing")


@pytest.mark.rule("X2")
def test_a_skull_on_a_skull_is_still_a_skull() -> None:
    game = extreme([10, 11, 12, 13], {11: "skull", 12: "skull"})
    game = lay(game, (11, "U1"), (12, "U1"))
    assert refused(game, "end") == "end_skull X2"


@pytest.mark.rule("X2", "B8")
def test_a_skull_left_visible_after_the_very_last_card_loses() -> None:
    game = table([60, 61], U1=50, draw=[], edition="extreme", commands={61: "skull"})
    lost = lay(game, (60, "U1"), (61, "U1"))
    assert lost.outcome == Outcome(won=False, reason=Reason.SKULL, left=0)
    game = table([60, 61], U1=50, draw=[], edition="extreme", commands={60: "skull"})
    assert reason(lay(game, (60, "U1"), (61, "U1"))) == "won"


@pytest.mark.rule("X2", "X10r")
def test_a_hand_that_holds_only_a_skull_is_stuck_while_others_have_cards() -> None:
    game = table([60], [70, 71], U1=50, draw=[], edition="extreme", commands={60: "skull"})
    assert reason(game) == "stuck"


# X3: three


@pytest.mark.rule("X3")
def test_three_asks_for_exactly_three_cards_in_all() -> None:
    game = extreme([10, 11, 12, 13, 14], {11: "three"})
    game = lay(game, (10, "U1"), (11, "U1"))
    assert game.turn.owed == 1
    assert refused(game, "end") == "end_three X3"
    game = game.lay(12, "U1")
    assert refused(game, "end") is None
    assert game.lay(13, "U1").outcome == Outcome(False, Reason.THREE, game.left - 1)


@pytest.mark.rule("X3")
def test_three_with_two_cards_in_hand_loses_even_as_the_last_card_of_the_game() -> None:
    game = table([90, 91], U1=50, draw=[], edition="extreme", commands={91: "three"})
    lost = lay(game, (90, "U1"), (91, "U1"))
    assert lost.outcome == Outcome(won=False, reason=Reason.THREE, left=0)


@pytest.mark.rule("X3", "X10r")
def test_a_seat_whose_only_card_is_a_three_has_lost_already() -> None:
    game = table([91], U1=50, draw=[], edition="extreme", commands={91: "three"})
    assert reason(game) == "stuck"


@pytest.mark.rule("X3")
def test_a_seat_with_two_cards_that_lays_three_loses_at_once() -> None:
    game = table([90, 91], [20, 21], U1=50, draw=[], edition="extreme", commands={90: "three"})
    assert game.lay(90, "D1").outcome == Outcome(won=False, reason=Reason.THREE, left=3)


@pytest.mark.rule("X3")
def test_after_three_a_stop_may_be_the_third_card_and_only_the_third() -> None:
    game = extreme([10, 11, 12, 13], {11: "three", 12: "stop"}).lay(11, "U1")
    assert reason(game.lay(12, "U1")) == "stop"
    third = lay(game, (13, "D1"), (12, "U1"))
    assert (third.seat, reason(third)) == (1, "playing")


@pytest.mark.rule("X3")
def test_three_binds_only_the_turn_in_which_it_was_laid() -> None:
    game = lay(extreme([10, 11, 12, 13], {12: "three"}), (10, "U1"), (11, "U1"), (12, "U1")).end()
    game = lay(game, (60, "U1"), (61, "U1"))
    assert refused(game, "end") is None
    assert reason(lay(game, (62, "U1"), (63, "U1"))) == "playing"


# X4-X7: lasting commands (X4 is told in test_talk)


@pytest.mark.rule("X5")
def test_no_back_refuses_tricks_on_every_row_until_it_is_covered() -> None:
    game = extreme([37, 76, 80, 48], {80: "no_back"}, U1=47, D1=66).lay(80, "U2")
    assert refused(game, "37@U1") == "no_back X5"
    assert refused(game, "76@D1") == "no_back X5"
    assert refused(game, "48@U1") is None
    covered = extreme([37, 76, 81, 48], {80: "no_back"}, U1=47, D1=66, U2=80).lay(81, "U2")
    assert refused(covered, "37@U1") is None


@pytest.mark.rule("X5", "X9r")
def test_no_back_may_itself_be_laid_by_a_trick() -> None:
    game = extreme([37, 27, 60], {37: "no_back"}, U1=47).lay(37, "U1")
    assert refused(game, "27@U1") == "no_back X5"


@pytest.mark.rule("X6")
def test_one_row_sends_the_whole_turn_to_the_row_of_its_first_card() -> None:
    game = extreme([10, 11, 90, 91], {5: "one_row"}, U1=5)
    assert {"90@D1", "10@U2", "10@U1"} <= legal(game)
    game = game.lay(91, "D1")
    assert legal(game) == {"90@D1", "11@D1", "10@D1"}
    assert refused(game, "10@U1") == "one_row X6"


@pytest.mark.rule("X6", "X9r")
def test_covering_one_row_frees_the_rest_of_the_turn() -> None:
    game = extreme([10, 11, 90, 91], {5: "one_row"}, U1=5).lay(10, "U1")
    assert refused(game, "91@D1") is None
    assert refused(game, "11@U2") is None


@pytest.mark.rule("X6", "X9r")
def test_one_row_laid_in_mid_turn_counts_itself_and_not_what_lay_before() -> None:
    game = extreme([10, 11, 12, 89, 90, 91], {11: "one_row"})
    game = lay(game, (10, "U2"), (11, "U1"))
    assert {move for move in legal(game) if "@" in move} == {"12@U1", "89@U1", "90@U1", "91@U1"}
    assert refused(game, "12@U2") == refused(game, "91@D1") == "one_row X6"
    assert refused(game, "end") is None  # or the turn ends here


@pytest.mark.rule("X6", "X9r")
def test_covering_a_one_row_of_the_same_turn_frees_the_rest_of_it() -> None:
    game = extreme([10, 11, 12, 89, 90, 91], {11: "one_row"})
    game = lay(game, (11, "U1"), (12, "U1"))
    assert {"91@D1", "90@D2", "89@U2", "89@U1"} <= legal(game)


@pytest.mark.rule("X9r")
def test_a_one_row_that_only_a_trick_covers_waits_for_it() -> None:
    game = extreme([5, 12, 90, 15], {5: "one_row"}, U1=70, U2=80, D1=20, D2=8)
    assert refused(game.lay(5, "D2"), "12@D1") == "one_row X6"
    assert legal(game.lay(5, "D2")) == {"15@D2"}  # ten back
    # Nothing else goes on D2: whoever lays it first cannot lay a second card (B8r).
    stuck = extreme([5, 12, 90, 16], {5: "one_row"}, U1=70, U2=80, D1=20, D2=8).lay(5, "D2")
    assert reason(stuck) == "stuck"


@pytest.mark.rule("X9r")
def test_a_one_row_from_before_and_one_of_this_turn_fix_the_same_row() -> None:
    # 5 lay there before; 90 opens D1 and is a one_row itself; D1 stays the row of this turn.
    game = extreme([10, 89, 90, 6], {5: "one_row", 90: "one_row"}, U1=5).lay(90, "D1")
    assert {move[-2:] for move in legal(game)} == {"D1"}
    # 90 is covered, but 5 is still visible.
    assert refused(game.lay(89, "D1"), "10@U1") == "one_row X6"
    assert refused(game.lay(89, "D1"), "10@D1") is None
    # Laid on 5 itself, the new card is the only one visible and fixes the same row anew.
    game = extreme([10, 89, 90, 91], {5: "one_row", 90: "one_row"}, U1=5).lay(90, "U1")
    assert legal(game) == {"91@U1"}


@pytest.mark.rule("X7", "B6")
def test_draw_one_lets_the_seat_draw_one_card_however_many_it_laid() -> None:
    game = extreme([10, 11, 12, 13, 14, 15], {12: "draw_one"})
    before = game.draw
    game = lay(game, (10, "U1"), (11, "U1"), (12, "U1")).end()
    assert (len(game.hands[0]), game.draw) == (4, before[1:])


@pytest.mark.rule("X7", "X9r")
def test_once_draw_one_is_covered_seats_refill_to_the_full_hand() -> None:
    game = table([20, 21, 22], *OTHERS, edition="extreme", commands={12: "draw_one"}, U1=12)
    game = lay(game, (20, "U1"), (21, "U1")).end()
    assert len(game.hands[0]) == 6


@pytest.mark.rule("X7")
def test_a_lasting_command_holds_for_the_following_seats_too() -> None:
    game = lay(extreme([10, 11, 12, 13], {12: "draw_one"}), (10, "U1"), (12, "U1")).end()
    game = lay(game, (60, "U2"), (61, "U2")).end()
    assert len(game.hands[1]) == 5


# Rulings


@pytest.mark.rule("X8r")
def test_what_a_lasting_command_forbids_is_refused_and_nothing_is_lost() -> None:
    game = extreme([37, 80, 81], {80: "no_back"}, U1=47, U2=80)
    assert refused(game, "37@U1") == "no_back X5"
    assert reason(game) == "playing"


@pytest.mark.rule("X8r")
@pytest.mark.parametrize(
    ("commands", "lays", "why"),
    [
        ({10: "skull", 11: "stop"}, [(10, "U1"), (11, "U2")], "skull"),
        ({10: "three", 11: "stop"}, [(10, "U1"), (11, "U1")], "stop"),
        ({10: "three"}, [(10, "U1"), (11, "U1"), (12, "U1"), (13, "U1")], "three"),
        ({13: "three"}, [(10, "U1"), (11, "U1"), (12, "U1"), (13, "U1")], "three"),
        # Several broken by one play: the first of skull, three, stop is named.
        ({9: "skull", 10: "three", 11: "stop"}, [(9, "U1"), (10, "U2"), (11, "D1")], "skull"),
        ({12: "three", 13: "stop"}, [(10, "U1"), (11, "U1"), (12, "U1"), (13, "U1")], "three"),
    ],
)
def test_a_play_that_breaks_a_duty_is_possible_and_loses(
    commands: dict[int, str], lays: list[tuple[int, str]], why: str
) -> None:
    game = extreme([9, 10, 11, 12, 13, 14], commands)
    *first, (card, row) = lays
    game = lay(game, *first)
    assert reason(game) == "playing"
    assert refused(game, f"{card}@{row}") is None
    assert reason(game.lay(card, row)) == why


@pytest.mark.rule("X8r")
def test_plays_that_lose_at_once_are_told_before_they_are_made() -> None:
    game = extreme([10, 11, 12, 13], {10: "skull", 11: "stop"}).lay(10, "U1")
    assert {str(move) for move in game.losing} == {"11@U2", "11@D1", "11@D2"}


@pytest.mark.rule("X10r")
def test_the_game_is_over_when_every_way_to_the_minimum_breaks_a_duty() -> None:
    # The skull can be laid, but nothing in this hand could cover it.
    tops = {"U1": 93, "U2": 99, "D1": 2, "D2": 3}
    assert reason(extreme([94, 95, 20], {95: "skull"}, **tops)) == "stuck"
    assert reason(extreme([94, 95, 85], {95: "skull"}, **tops)) == "playing"


@pytest.mark.rule("X10r", "B8r")
def test_a_skull_that_nothing_can_cover_loses_when_it_is_laid() -> None:
    game = extreme([50, 51, 99], {99: "skull"}, U1=49)
    assert reason(game.lay(99, "U1")) == "stuck"
    back = extreme([50, 51, 99], {99: "skull"}, U1=49, options=["take_backs"]).lay(99, "U1")
    assert (reason(back), "back" in legal(back)) == ("playing", True)


@pytest.mark.rule("X11r")
def test_a_deal_gives_each_of_the_seven_commands_to_four_cards() -> None:
    deal = Deal.of_bits(Rules.of("extreme", 3), 12345)
    assert Counter(deal.commands.values()) == dict.fromkeys(Command, 4)
    assert set(deal.commands) <= set(deal.rules.cards)


@pytest.mark.rule("X11r")
def test_a_table_may_give_its_own_mapping_and_everybody_may_look_it_up() -> None:
    own = Commands({17: "stop", 42: "skull"})
    game = Deal.of_bits(Rules.of("extreme", 2), 7).with_commands(own).game()
    assert game.commands == own
    assert View.of(game, None).commands == own


@pytest.mark.rule("X12r")
def test_a_hand_shorter_than_the_minimum_is_stuck_while_the_draw_pile_has_cards() -> None:
    one_card = table([50], *OTHERS, edition="extreme", commands={10: "draw_one"}, U1=10)
    assert reason(one_card) == "stuck"
    a_stop = table([50], *OTHERS, edition="extreme", commands={10: "draw_one", 50: "stop"}, U1=10)
    assert reason(a_stop) == "playing"
    no_pile = table([50], *OTHERS, edition="extreme", commands={10: "draw_one"}, U1=10, draw=[])
    assert reason(no_pile) == "playing"
