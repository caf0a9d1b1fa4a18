"""The turns of a game as its log tells them, and which of them people are still shown."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from ninetyeight.rules import Commands, Deal, Rules, parse_move
from ninetyeight.table import Event, Moved, Seat, Setup, Started, Table, shown_turns, turns
from tests.table.random_tables import play, seeds, setups

HANDS = ([2, 3, 4, 5, 6, 7], [80, 81, 82, 83, 84, 85], [40, 41, 42, 43, 44, 45])
DRAWN = [8, 9, 86, 87, 46, 47, 10, 11, 88, 89, 48, 49]


def a_table(*, commands: dict[int, str] | None = None, open_rows: bool = False) -> Table:
    """Three people with stacked hands; the first one begins."""
    edition = "extreme" if commands else "original"
    rules = Rules.of(edition, 3, open_rows=open_rows, take_backs=True)
    first = [card for hand in HANDS for card in hand] + DRAWN
    deck = first + [card for card in rules.cards if card not in first]
    deal = Deal(rules, tuple(deck), Commands(dict(commands or {})))
    table = Table(Setup.default(deal, (Seat("Ada"), Seat("Ben"), Seat("Cleo"))))
    table.start(0)
    return table


def moves(table: Table, *texts: str) -> None:
    for text in texts:
        active = table.state.active
        assert active is not None
        table.submit(Moved(active, parse_move(text)))


ROUND = ("2@U1", "3@U1", "end", "85@D1", "84@D1", "end", "40@U2", "41@U2", "end")


def shown_cards(table: Table) -> list[int]:
    shown = shown_turns(table.state, table.log)
    return [laid.lay.card for turn in shown for laid in turn.cards]


def test_a_turn_is_cut_at_its_end_and_holds_what_stayed() -> None:
    table = a_table()
    moves(table, "5@U1", "back", "2@U1", "3@U1", "end", "85@D1")
    first, second = turns(table.setup, table.log)
    assert [str(table.log[laid.number].move) for laid in first.cards] == ["2@U1", "3@U1"]  # type: ignore[union-attr]
    assert (first.seat, first.over, second.seat, second.over) == (0, True, 1, False)
    # The log begins with who starts; the second turn has one move so far.
    assert (first.first, first.end, second.first, second.end) == (1, 6, 6, 7)


def test_a_stop_card_ends_its_turn() -> None:
    table = a_table(commands={3: "stop"})
    moves(table, "2@U1", "3@U1", "85@D1")
    assert [turn.over for turn in turns(table.setup, table.log)] == [True, False]


@pytest.mark.rule("B11")
def test_with_closed_rows_the_running_turn_and_the_last_of_each_seat_are_shown() -> None:
    table = a_table()
    moves(table, *ROUND)
    assert shown_cards(table) == [2, 3, 85, 84, 40, 41]
    moves(table, "4@U1")
    assert shown_cards(table) == [2, 3, 85, 84, 40, 41, 4]  # Ada's last whole turn stays
    moves(table, "5@U1", "end")
    assert shown_cards(table) == [85, 84, 40, 41, 4, 5]


@pytest.mark.rule("B11")
def test_with_open_rows_and_after_the_end_every_turn_is_shown() -> None:
    table = a_table(open_rows=True)
    moves(table, *ROUND, "4@U1", "5@U1", "end")
    assert shown_cards(table) == [2, 3, 85, 84, 40, 41, 4, 5]
    table = a_table()
    play(table, Random(3))
    assert table.over
    assert len(shown_turns(table.state, table.log)) == len(list(turns(table.setup, table.log))) > 3


@pytest.mark.rule("B11")
def test_a_seat_that_is_passed_over_keeps_its_last_turn() -> None:
    """A seat without cards lays nothing more; what it laid last was its last turn."""
    rules = Rules.of("tiny", 3)
    setup = Setup.default(Deal.of_bits(rules, 5), (Seat("A"), Seat("B"), Seat("C")))
    texts = [(0, "1@U1"), (0, "end"), (1, "2@U1"), (1, "end"), (2, "3@U1"), (2, "end")]
    later = [(0, "4@U1"), (0, "end"), (2, "5@U1"), (2, "end"), (0, "6@U1")]
    log: list[Event] = [Started(0), *(Moved(seat, parse_move(t)) for seat, t in texts + later)]
    state = Table(setup).state
    shown = [laid.lay.card for turn in shown_turns(state, log) for laid in turn.cards]
    assert shown == [2, 4, 5, 6]


@given(setups(), seeds)
def test_turns_hold_exactly_the_cards_on_the_rows(setup: Setup, seed: int) -> None:
    table = Table(setup)
    play(table, Random(seed), most=60)
    rows: dict[str, list[int]] = {name: [] for name in setup.rules.edition.row_names}
    taken = list(turns(table.setup, table.log))
    for turn in taken:
        for laid in turn.cards:
            assert table.log[laid.number] == Moved(turn.seat, laid.lay)
            row = rows[laid.lay.row]
            if row:
                ahead = laid.lay.card - row[-1]
                assert laid.step == (ahead if laid.lay.row.startswith("U") else -ahead)
            assert laid.trick == (bool(row) and laid.step == -setup.rules.edition.step)
            row.append(laid.lay.card)
    game = table.state.game
    there = () if game is None else game.rows
    assert tuple(map(tuple, rows.values())) == (there or ((),) * len(rows))
    assert all(turn.over for turn in taken[:-1])
