"""The numbers of a game, against games counted by hand."""

from __future__ import annotations

from ninetyeight.rules import END, Commands, Deal, Lay, Move, Rules
from ninetyeight.table import Moved, Seat, Setup, Summary, summarise

RULES = Rules.of("original", 1, take_backs=True)
SETUP = Setup.default(Deal(RULES, RULES.cards), (Seat("Ada"),))


def told(*moves: str) -> Summary:
    from ninetyeight.rules import parse_move

    return summarise(SETUP, [Moved(0, parse_move(move)) for move in moves])


def test_a_game_of_two_turns_counted_by_hand() -> None:
    # U1: 2 3 4 is a run of three; 24 is a step of twenty; 14 on 24 is a trick.
    summary = told("2@U1", "3@U1", "4@U1", "end", "24@U1", "14@U1", "end")
    assert summary == Summary(
        turns=2,
        cards_laid=5,
        tricks=1,
        largest_step=20,
        largest_step_by=Lay(24, "U1"),
        longest_run=3,
        moved=(1 + 1 + 1, 20 - 10),
    )


def test_descending_rows_count_downwards() -> None:
    summary = told("90@D1", "89@D1", "50@D1", "60@D1", "end")
    assert (summary.largest_step, summary.largest_step_by) == (39, Lay(50, "D1"))
    assert (summary.tricks, summary.longest_run) == (1, 2)


def test_the_first_card_of_a_row_costs_what_it_leaves_behind() -> None:
    summary = told("70@U1", "2@D1", "end")
    assert (summary.largest_step, summary.largest_step_by) == (98, Lay(2, "D1"))


def test_a_first_card_next_to_its_row_card_is_no_longer_run_than_itself() -> None:
    assert told("2@U1", "99@D1", "end").longest_run == 1


def test_cards_taken_back_do_not_count() -> None:
    summary = told("2@U1", "90@U1", "back", "3@U1", "end")
    assert (summary.cards_laid, summary.largest_step, summary.longest_run) == (2, 1, 2)
    assert told("2@U1", "back", "2@U1", "3@U1", "end").turns == 1


def test_a_run_is_broken_by_another_card_but_not_by_another_row() -> None:
    summary = told("2@U1", "50@U2", "3@U1", "51@U2", "4@U1", "6@U1", "end")
    assert summary.longest_run == 3


def test_a_trick_breaks_a_run() -> None:
    assert told("20@U1", "21@U1", "11@U1", "12@U1", "end").longest_run == 2


def test_nothing_happened_yet() -> None:
    assert told() == Summary(0, 0, 0, 0, None, 0, ())


def test_a_stop_ends_its_turn() -> None:
    rules = Rules.of("extreme", 1, take_backs=True)
    deal = Deal(rules, rules.cards, Commands({5: "stop"}))
    setup = Setup.default(deal, (Seat("Ada"),))
    moves: list[Move] = [Lay(5, "U1"), Lay(6, "U1"), Lay(7, "U1"), END]
    assert summarise(setup, [Moved(0, move) for move in moves]).turns == 2
