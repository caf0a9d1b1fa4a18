"""The number line: what stands where, readable without colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given, settings

from ninetyeight.rules import Deal, View
from ninetyeight.table import Setup
from ninetyeight.terminal.lanes import Axis, lanes
from tests.table.random_tables import finished, seeds, setups


def table(rows: Mapping[str, tuple[int, ...]], hand: tuple[int, ...], **options: bool) -> View:
    """A view of a solo table with these rows and this hand."""
    game = Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C", **options).game().start(0)
    laid = tuple(rows.get(name, ()) for name in game.rules.edition.row_names)
    return View.of(replace(game, rows=laid, hands=(hand,)), 0)


def lane(view: View, row: str, width: int = 105) -> str:
    """The lane of one row; at this width every number has a cell of its own."""
    return next(line for line in lanes(view, width) if line.startswith(row))[5:]


def test_an_ascending_lane_is_shaded_up_to_its_top_and_a_descending_one_from_it() -> None:
    view = table({"U1": (30,), "D1": (70,)}, (5, 99))
    up, down = lane(view, "U1"), lane(view, "D1")
    assert up[:29].replace("◇", "░") == "░" * 29
    assert up[29:31] == "30"
    assert set(up[31:]) == {"·"}
    assert set(down[:69]) == {"·"}
    assert down[69:71] == "70"
    assert down[71:].replace("◇", "░") == "░" * 29


def test_the_notch_stands_ten_back_and_is_filled_when_the_card_is_in_hand() -> None:
    view = table({"U1": (30,), "D1": (70,)}, (20, 99))
    assert lane(view, "U1")[19] == "◆"
    assert lane(view, "D1")[79] == "◇"


def test_there_is_no_notch_where_the_card_has_been_laid_or_does_not_exist() -> None:
    view = table({"U1": (30,), "U2": (20,), "D1": (95,)}, (5, 99))
    assert "◇" not in lane(view, "U1")
    assert "◇" not in lane(view, "D1")


def test_closed_rows_do_not_tell_that_the_card_ten_back_lies_covered() -> None:
    rows = {"U1": (30,), "U2": (20, 25)}
    assert lane(table(rows, (99,)), "U1")[19] == "◇"
    assert "◇" not in lane(table(rows, (99,), open_rows=True), "U1")


def test_open_rows_show_ticks_and_closed_ones_keep_them_to_themselves() -> None:
    rows = {"U1": (5, 12, 40)}
    assert lane(table(rows, (99,), open_rows=True), "U1").count("|") == 2
    assert "|" not in lane(table(rows, (99,)), "U1")


def test_an_empty_lane_is_open_from_end_to_end() -> None:
    assert set(lane(table({}, (5,)), "U1")) == {"·"}


def test_the_hand_lies_below_the_axis_every_card_once() -> None:
    hand = (2, 3, 4, 50, 51, 98, 99)
    lines = lanes(table({}, hand), 80)[5:]
    assert sorted(int(card) for line in lines for card in line.split()) == list(hand)


@settings(max_examples=40)
@given(setups(), seeds)
def test_no_line_is_wider_than_asked_for_and_every_top_is_shown(setup: Setup, seed: int) -> None:
    played = finished(setup, seed)
    view = played.view(0)
    for width in (40, 60, 80, 120):
        drawn = lanes(view, width)
        assert all(len(line) <= width for line in drawn)
        for row, top, text in zip(setup.rules.edition.row_names, view.tops, drawn, strict=False):
            assert text.startswith(row)
            assert top is None or str(top) in text


@given(seeds)
def test_places_on_the_axis_keep_the_order_of_numbers(seed: int) -> None:
    axis = Axis(1, 100, 20 + seed % 100)
    places = [axis.place(number) for number in range(1, 101)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, axis.cells - 1)
