"""The oracle on commands (X) and fire (F), against cases worked out by hand."""

from __future__ import annotations

from .judge import answer
from .positions import after, ending, position, refused_by, request

# X: commands


def test_x1_a_stop_ends_the_turn_and_waives_the_minimum() -> None:
    game = position({}, [{2, 3, 4}, {5, 6}], draw=(9, 10), kinds={3: "stop"}, minimum=3)
    ended = after(game, "3@U1")
    assert (ended.seat, ended.laid, ended.draw) == (1, (), ())


def test_x1_a_stop_as_only_card_completes_a_turn() -> None:
    rows = {"U1": [90], "U2": [99], "D1": [2], "D2": [3]}
    assert ending(position(rows, [{95}, {98, 97}], draw=(5,))) == ("lost", "stuck")
    game = position(rows, [{95}, {98, 97}], draw=(5,), kinds={95: "stop"})
    assert ending(after(game, "95@U1")) == ("playing", None)


def test_x2_a_turn_may_not_end_with_a_visible_skull() -> None:
    game = after(position({}, [{2, 3, 4}], draw=(9,), kinds={3: "skull"}), "2@U1", "3@U1")
    assert refused_by(game, "end") == "X2"
    assert ending(after(game, "4@U1", "end")) == ("playing", None)


def test_x2_a_stop_beside_a_skull_loses_and_a_stop_on_it_does_not() -> None:
    game = position({}, [{2, 3, 4}, {5}], kinds={3: "skull", 4: "stop"})
    assert ending(after(game, "3@U1", "4@D1")) == ("lost", "skull")
    assert ending(after(game, "3@U1", "4@U1")) == ("playing", None)


def test_x2_a_skull_under_the_very_last_card_elsewhere_loses() -> None:
    game = position({}, [{3, 4}], kinds={3: "skull"})
    assert ending(after(game, "3@U1", "4@D1")) == ("lost", "skull")
    assert ending(after(game, "3@U1", "4@U1")) == ("won", None)
    assert ending(position({}, [{3}], kinds={3: "skull"})) == ("lost", "stuck")


def test_x2_a_skull_as_last_card_of_a_hand_is_stuck_or_taken_back() -> None:
    hands = [{3, 4}, {5}]
    game = position({}, hands, kinds={4: "skull"})
    assert ending(after(game, "3@U1", "4@U1")) == ("lost", "stuck")
    patient = after(position({}, hands, kinds={4: "skull"}, take_backs=True), "3@U1", "4@U1")
    assert ending(patient) == ("playing", None)
    assert refused_by(patient, "end") == "X2"
    assert ending(after(patient, "back", "end")) == ("playing", None)


def test_x2_a_skull_on_a_skull_must_be_covered_too() -> None:
    game = position({}, [{3, 4}, {5}], kinds={3: "skull", 4: "skull"})
    assert ending(game) == ("lost", "stuck")


def test_x3_exactly_three_cards() -> None:
    game = position({}, [{2, 3, 4, 5}, {6}], kinds={2: "three"})
    one = after(game, "2@U1")
    assert refused_by(one, "end") == "X3"
    assert after(one, "3@U1", "4@U1", "end").seat == 1
    assert ending(after(one, "3@U1", "4@U1", "5@U1")) == ("lost", "three")


def test_x3_a_three_as_fourth_card_loses() -> None:
    game = position({}, [{2, 3, 4, 5}, {6}], kinds={5: "three"})
    assert ending(after(game, "2@U1", "3@U1", "4@U1", "5@U1")) == ("lost", "three")
    assert ending(after(game, "2@U1", "3@U1", "5@U1", "end")) == ("playing", None)


def test_x3_plain_card_then_three_then_stop_is_a_lawful_turn_and_three_are_drawn() -> None:
    given = answer(
        request(
            [10, 20, 30, 40, 50, 60, 70, 80, 2, 3, 4],
            ["10@U1", "20@U1", "30@U1"],
            edition="extreme",
            commands={"20": "three", "30": "stop"},
        )
    )
    assert (given["status"], given["draw"]) == ("playing", 87)
    assert given["hands"] == [[2, 3, 4, 40, 50, 60, 70, 80]]


def test_x3_a_stop_is_good_as_third_card_only() -> None:
    game = position({}, [{2, 3, 4, 5}, {6}], kinds={2: "three", 4: "stop"})
    assert ending(after(game, "2@U1", "4@U1")) == ("lost", "stop")
    assert ending(after(game, "3@U1", "5@U1", "2@U2", "4@D1")) == ("lost", "three")
    assert after(game, "3@U1", "2@U2", "4@U1").seat == 1
    assert after(game, "4@U1").seat == 1  # no three in this turn: X1


def test_x3_three_from_a_hand_of_two_loses_at_once_even_as_the_last_card() -> None:
    for hands in ([{2, 3}, {5}], [{2, 3}]):
        game = position({}, hands, kinds={2: "three"})
        assert ending(after(game, "2@U1")) == ("lost", "three")
        assert ending(after(game, "3@U1", "2@U2")) == ("lost", "three")


def test_x3_three_as_only_card_leaves_no_lawful_turn() -> None:
    assert ending(position({}, [{2}, {5}], kinds={2: "three"})) == ("lost", "stuck")
    assert ending(position({}, [{2}], kinds={2: "three"})) == ("lost", "stuck")


def test_x3_need_counts_what_is_missing_to_three() -> None:
    asked = request(
        list(range(2, 10)), ["5@U1"], edition="extreme", commands={"5": "three"}, expert=False
    )
    assert answer(asked)["need"] == 2
    assert answer({**asked, "moves": ["4@U1", "5@U1"]})["need"] == 1


def test_x5_no_back_forbids_tricks_on_every_row_while_it_is_visible() -> None:
    game = position({"U1": [47], "D1": [65]}, [{37, 75, 64, 63}, {2}], kinds={65: "no_back"})
    assert refused_by(game, "37@U1") == "X5"
    assert refused_by(game, "75@D1") == "X5"
    covered = after(game, "64@D1")
    assert ending(after(covered, "37@U1")) == ("playing", None)


def test_x6_one_row_the_first_card_fixes_the_row() -> None:
    game = position({"U1": [10]}, [{11, 12, 13, 14}, {2}], kinds={10: "one_row"})
    first = after(game, "11@U2")
    assert refused_by(first, "12@U1") == "X6"
    assert ending(after(first, "12@U2", "13@U2")) == ("playing", None)


def test_x6_covering_the_one_row_card_frees_the_turn() -> None:
    game = position({"U1": [10]}, [{11, 12, 13, 14}, {2}], kinds={10: "one_row"})
    assert ending(after(game, "11@U1", "12@U2", "13@D1")) == ("playing", None)


def test_x6_a_row_stays_fixed_while_another_one_row_card_is_visible() -> None:
    kinds = {10: "one_row", 20: "one_row"}
    game = position({"U1": [10], "U2": [20]}, [{21, 22, 23}, {2}], kinds=kinds)
    assert refused_by(after(game, "21@U1"), "22@U2") == "X6"
    assert refused_by(after(game, "21@D1"), "22@U2") == "X6"


def test_x9r_a_one_row_of_this_turn_counts_itself() -> None:
    game = position({}, [{10, 11, 12, 13, 14}, {2}], kinds={11: "one_row"})
    laid = after(game, "10@U1", "11@U2")
    assert refused_by(laid, "12@U1") == "X6"
    assert refused_by(laid, "12@D1") == "X6"
    assert ending(after(laid, "end")) == ("playing", None)
    assert ending(after(laid, "12@U2", "13@D1", "14@D2")) == ("playing", None)  # 11 is covered


def test_x9r_each_one_row_of_this_turn_fixes_its_own_row() -> None:
    kinds = {11: "one_row", 12: "one_row"}
    game = position({}, [{11, 12, 13, 14}, {2}], kinds=kinds)
    assert refused_by(after(game, "11@U1"), "12@U2") == "X6"
    assert refused_by(after(game, "11@U1", "12@U1"), "13@D1") == "X6"  # 11 is covered, 12 not
    assert ending(after(game, "11@U1", "12@U1", "13@U1", "14@D1")) == ("playing", None)


def test_x9r_an_older_one_row_goes_on_fixing_the_row_of_the_first_card() -> None:
    kinds = {10: "one_row", 12: "one_row"}
    game = position({"U1": [10]}, [{11, 12, 13, 14}, {2}], kinds=kinds)
    laid = after(game, "12@D1")
    assert refused_by(laid, "13@U1") == "X6"
    assert refused_by(after(laid, "11@D1"), "13@U1") == "X6"  # 12 is covered, 10 not


def test_x9r_the_order_decides_between_two_ways_to_the_same_rows() -> None:
    rows = {"U1": [70], "U2": [99], "D1": [20], "D2": [8]}
    hand = {5, 12, 60}  # each goes on one row only, but for 5, and nothing covers 5
    game = position(rows, [hand], draw=(3,), kinds={5: "one_row"}, minimum=3)
    assert ending(after(game, "5@D2")) == ("lost", "stuck")
    assert ending(after(game, "12@D1", "5@D2")) == ("lost", "stuck")
    assert ending(after(game, "12@D1", "60@U1", "5@D2")) == ("playing", None)


def test_x7_draw_one_while_it_is_visible() -> None:
    kinds = {3: "draw_one"}
    game = position({}, [{2, 3, 4, 5}, {6, 7}], draw=tuple(range(50, 60)), kinds=kinds)
    assert after(game, "2@U1", "3@U1", "end").hands[0] == {4, 5, 50}
    assert after(game, "3@U1", "4@U1", "end").hands[0] == {2, 5, 50, 51, 52, 53}


def test_x8r_limits_refuse_and_duties_lose() -> None:
    kinds = {50: "no_back", 20: "skull", 21: "stop"}
    game = position({"U1": [30], "D1": [50]}, [{20, 21, 22}, {2}], kinds=kinds)
    assert refused_by(game, "20@U1") == "X5"
    assert ending(after(game, "20@U2", "21@D2")) == ("lost", "skull")


def test_x8r_the_first_of_several_broken_duties_is_named() -> None:
    kinds = {2: "skull", 3: "three", 4: "stop", 5: "stop"}
    game = position({}, [{2, 3, 4, 5, 6}, {9}], kinds=kinds)
    assert ending(after(game, "2@U1", "3@U2", "4@D1")) == ("lost", "skull")
    assert ending(after(game, "3@U1", "4@U2")) == ("lost", "stop")
    burning = position({"D1": [22]}, [{2, 3, 4, 5, 6}, {9}], kinds=kinds, fire=True)
    assert ending(after(burning, "3@U1", "4@U2")) == ("lost", "stop")


def test_x10r_lost_when_every_way_to_the_minimum_breaks_a_duty() -> None:
    rows = {"U1": [90], "U2": [99], "D1": [2], "D2": [3]}
    assert ending(position(rows, [{95, 96}], draw=(5,), kinds={96: "skull"})) == ("lost", "stuck")
    three = position(rows, [{95, 96}], draw=(5,), kinds={96: "three"})
    assert ending(three) == ("lost", "stuck")


def test_x12r_a_hand_shorter_than_the_minimum_is_stuck() -> None:
    assert ending(position({}, [{50}, {9, 8}], draw=(5, 6))) == ("lost", "stuck")


# F: fire


def test_f1_f2_a_fire_must_be_covered_by_the_end_of_the_next_seats_turn() -> None:
    game = position({}, [{22, 50}, {30, 31}, {60}], fire=True)
    second = after(game, "22@U1", "end")
    assert refused_by(after(second, "30@U2"), "end") == "F2"
    assert after(second, "30@U1", "end").seat == 2


def test_f2_without_the_option_22_is_a_plain_card() -> None:
    game = after(position({}, [{22, 50}, {30, 31}]), "22@U1", "end", "30@U2", "end")
    assert ending(game) == ("playing", None)


def test_f2_the_reason_is_fire_when_only_the_fire_is_in_the_way() -> None:
    rows = {"U1": [77], "D1": [50]}
    assert ending(position(rows, [{20, 21}, {2}], fire=True)) == ("lost", "fire")
    assert ending(position(rows, [{20, 67}, {2}], fire=True)) == ("playing", None)
    tight = {"U1": [77], "U2": [99], "D1": [2], "D2": [3]}
    assert ending(position(tight, [{20, 21}, {4}], fire=True)) == ("lost", "stuck")


def test_f2_without_take_backs_giving_away_the_cover_loses_by_fire() -> None:
    rows = {"U1": [77], "D1": [50]}
    game = position(rows, [{20, 80}, {2}], fire=True)
    assert ending(after(game, "80@U2")) == ("lost", "fire")


def test_f3r_the_layer_may_cover_it_and_a_fire_on_a_fire_starts_anew() -> None:
    game = position({"U1": [22]}, [{33, 50}, {34, 40}], fire=True)
    handed_over = after(game, "33@U1", "end")
    assert ending(handed_over) == ("playing", None)
    assert refused_by(after(handed_over, "40@D1"), "end") == "F2"
    own = after(position({}, [{22, 50}, {30}], fire=True), "22@U1", "50@U1", "end")
    assert ending(after(own, "30@D1")) == ("won", None)


def test_f3r_skipped_seats_do_not_count_and_solo_it_is_your_own_next_turn() -> None:
    game = after(position({}, [{22, 50}, set(), {30, 31}], fire=True), "22@U1", "end")
    assert game.seat == 2
    assert refused_by(after(game, "30@D1"), "end") == "F2"
    solo = after(position({}, [{22, 50, 51}], fire=True), "22@U1", "end")
    assert refused_by(after(solo, "50@D1"), "end") == "F2"


def test_f3r_a_fire_after_the_very_last_card_does_no_harm() -> None:
    rows = {"U1": [77], "D1": [50]}
    assert ending(after(position(rows, [{20}], fire=True), "20@D1")) == ("won", None)
    stop = position(rows, [{20}], kinds={20: "stop"}, fire=True)
    assert ending(after(stop, "20@D1")) == ("won", None)


def test_f2_a_stop_beside_a_due_fire_loses() -> None:
    game = position({"U1": [22]}, [{30, 31}, {2, 3}], kinds={30: "stop"}, fire=True)
    assert ending(after(game, "30@D1")) == ("lost", "fire")
    assert ending(after(game, "30@U1")) == ("playing", None)
