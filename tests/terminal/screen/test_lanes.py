"""A lane of the number line, character by character."""

from __future__ import annotations

import pytest

from ninetyeight.rules import Game, Lay, Marker, Rules, Talk, View
from ninetyeight.rules.talk import Mark
from ninetyeight.table import preview
from ninetyeight.terminal.screen.board import Board
from ninetyeight.terminal.screen.lane_drawing import LABEL, axis_line, hand_axis, lane
from ninetyeight.terminal.screen.messages import effect_line
from ninetyeight.terminal.words import Words
from tests.terminal.screen.driver import stacked

HAND = [12, 25, 37, 47, 61, 78, 83, 96]
RULES = Rules.of("original", 1, take_backs=True)
SETUP = stacked(RULES, [HAND], "Ada")


def board(*lays: Lay, card: int | None = None, talk: Talk | None = None) -> Board:
    game: Game = SETUP.deal.game().start(0)
    for lay in lays:
        game = game.apply(lay)
    view = View.of(game, 0, talk)
    previews = () if card is None else preview(view, card)
    return Board(view, Words("en"), SETUP, card, None, previews)


def drawn(shown: Board, place: int, width: int = 100) -> tuple[str, str]:
    first, second = lane(shown, place, width)
    bar = "".join(text for text, _ in first)[LABEL:]
    notes = "".join(text for text, _ in second)[LABEL:]
    return bar, notes


def at(bar: str, number: int) -> str:
    """What stands at a number, on an axis with one column for each number from 1 to 100."""
    return bar[number - 1]


def test_an_empty_lane_is_open_from_end_to_end() -> None:
    bar, _ = drawn(board(), 0)
    assert len(bar) == 100
    assert set(bar) == {"·", "┊"}


def test_ascending_lanes_close_from_the_left_and_descending_ones_from_the_right() -> None:
    shown = board(Lay(47, "U1"), Lay(61, "D1"))
    up, _ = drawn(shown, 0)
    assert set(up[:35]) == {"░"}
    assert "░" not in up[50:]
    down, _ = drawn(shown, 2)
    assert set(down[72:]) == {"░"}
    assert "░" not in down[:57]


def test_the_top_card_stands_at_its_place() -> None:
    bar, _ = drawn(board(Lay(47, "U1")), 0)
    assert bar[45:49] == "▐47▌"


def test_the_notch_ten_back_is_filled_when_the_card_is_in_the_hand() -> None:
    held, _ = drawn(board(Lay(47, "U1")), 0)
    assert at(held, 37) == "◀"
    missing, _ = drawn(board(Lay(61, "U1")), 0)
    assert at(missing, 51) == "◁"
    down, _ = drawn(board(Lay(61, "D1")), 2)
    assert at(down, 71) == "▷"


def test_there_is_no_notch_where_no_such_card_exists() -> None:
    bar, _ = drawn(board(Lay(96, "D1")), 2)
    assert not set(bar) & set("◁◀▷▶")


def test_the_way_of_the_chosen_card_is_as_long_as_it_costs() -> None:
    shown = board(Lay(47, "U1"), card=61)
    bar, _ = drawn(shown, 0)
    assert at(bar, 61) == "◆"
    assert bar.count("━") == 11  # from 50, after the edge of the top card, to 60
    back, _ = drawn(board(Lay(47, "U1"), card=37), 0)
    assert at(back, 37) == "◆"
    assert "═" in back
    closed, _ = drawn(board(Lay(47, "U1"), card=25), 0)
    assert at(closed, 25) == "×"


def test_open_rows_show_every_laid_card_as_a_tick() -> None:
    rules = Rules.of("original", 1, take_backs=True, open_rows=True)
    setup = stacked(rules, [HAND], "Ada")
    game = setup.deal.game().start(0).lay(12, "U1").lay(47, "U1")
    bar, _ = drawn(Board(View.of(game, 0), Words("en"), setup), 0)
    assert at(bar, 12) == "╿"
    closed_game = SETUP.deal.game().start(0).lay(12, "U1").lay(47, "U1")
    closed, _ = drawn(Board(View.of(closed_game, 0), Words("en"), SETUP), 0)
    assert at(closed, 12) == "░"  # B11: only the top card is shown


def test_markers_show_owner_and_strength_and_whether_the_row_moved_on() -> None:
    marks = (Mark(0, "U1", Marker.SMALL, 47), Mark(0, "U2", Marker.HARD, None))
    shown = board(Lay(47, "U1"), Lay(61, "U2"), talk=Talk(marks=marks))
    assert "A· small step" in drawn(shown, 0)[1]
    assert "(A‼ on no account)" in drawn(shown, 1)[1]
    assert "A·" in drawn(shown, 0, width=60)[1]


def test_hand_and_lanes_share_one_axis() -> None:
    shown = board()
    marks = "".join(text for text, _ in hand_axis(shown.view, 100, 47))[LABEL:]
    assert [number for number in range(1, 101) if at(marks, number) in "▴▲"] == HAND
    assert at(marks, 47) == "▲"
    axis = "".join(text for text, _ in axis_line(shown.view, 100))[LABEL:]
    assert axis.startswith("1 ")
    assert axis.endswith("100")
    assert axis[48:50] == "50"


def test_a_narrow_axis_keeps_its_ends_and_order() -> None:
    for width in (20, 33, 66, 140):
        shown = board(Lay(47, "U1"), card=61)
        axis = "".join(text for text, _ in axis_line(shown.view, width))[LABEL:]
        told = [int(number) for number in axis.split()]
        assert told == sorted(told)
        assert (told[0], told[-1]) == (1, 100)
        assert len(drawn(shown, 0, width)[0]) in (width, 100)


@pytest.mark.rule("T8r")
def test_a_card_says_whom_it_would_go_against() -> None:
    setup = stacked(Rules.of("original", 2), [[12, 47, 61], [30, 31, 32]], "Ada", "Ben")
    game = setup.deal.game().start(0)
    talk = Talk(marks=(Mark(1, "U1", Marker.HARD, None), Mark(0, "U2", Marker.HARD, None)))
    view = View.of(game, 0, talk)
    told = [
        effect_line(Words("en"), Board(view, Words("en"), setup, 47, place, preview(view, 47)))
        for place in (0, 1)
    ]
    assert told == ["47 → U1: +46; but Ben: on no account", "47 → U2: +46"]
