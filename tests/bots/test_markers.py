"""Markers say how much it would hurt, never which card (T8r, T9r)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.bots import compatible_cards, make_bot, marks_for
from ninetyeight.bots.markers import unlaid_cards
from ninetyeight.rules import TINY, Game, Marker, Rules, View
from tests.bots.positions import random_position

Rows = tuple[tuple[int, ...], ...]


def seat(rules: Rules, rows: Rows, hand: tuple[int, ...]) -> View:
    """What seat 0 sees with that hand; the others' cards are taken from what is left."""
    rest = sorted(unlaid_cards(rules, rows).difference(hand))
    sizes = [len(hand)] + [min(rules.hand_size, len(rest))] + [0] * (rules.players - 2)
    return View.of(
        Game(
            rules,
            rows,
            (hand, tuple(rest[: sizes[1]]), *((),) * (rules.players - 2)),
            tuple(rest[sizes[1] :]),
            1,
            (),
            rules.minimum,
        ),
        0,
    )


THREE = Rules.of("original", players=3)


def shown(rows: Rows, *hand: int) -> dict[str, str]:
    return {row: marker.value for row, marker in marks_for(seat(THREE, rows, hand)).items()}


def test_the_next_number_and_the_trick_card_say_keep_at_all_costs() -> None:
    rows = ((50,), (), (), ())
    assert shown(rows, 51, 80, 81) == {"U1": "keep!"}
    assert shown(rows, 40, 80, 81) == {"U1": "keep!"}  # indistinguishable from 51


def test_farther_cards_say_less() -> None:
    rows = ((50,), (), (70,), ())
    assert shown(rows, 53, 90, 91) == {"U1": "keep"}
    assert shown(rows, 57, 90, 91) == {"U1": "small"}
    assert shown(rows, 58, 90, 91) == {}
    assert shown(rows, 69, 90, 91) == {"D1": "keep!"}
    assert shown(rows, 80, 90, 91) == {"D1": "keep!"}
    assert shown(rows, 63, 90, 91) == {"D1": "small"}


def test_the_strongest_card_speaks() -> None:
    assert shown(((50,), (), (), ()), 51, 53, 57) == {"U1": "keep!"}


def test_an_empty_row_carries_no_marker() -> None:
    assert shown(((), (), (), ()), 2, 3, 98) == {}


def test_a_class_of_one_card_says_the_next_weaker_thing() -> None:
    # 40 is laid: `keep!` could only mean 51, so 51 says `keep` as 52 and 53 do.
    assert shown(((40, 50), (), (), ()), 51, 80, 81) == {"U1": "keep"}
    # 51, 52 and 53 are laid on the other row: only the card ten back is left of the two.
    rows = ((50,), (51, 52, 53, 90), (), ())
    assert shown(rows, 40, 20, 21) == {"U1": "small"}


def test_nothing_is_said_where_even_the_weakest_class_has_one_card() -> None:
    rows = ((99,), (), (), ())  # nothing is ahead; ten back is 89
    assert shown(rows, 89, 20, 21) == {}


def test_a_row_left_unmarked_does_not_give_the_card_away() -> None:
    # `keep!` on U1 means 40 or 51. But 51 would also say `keep` on U2, so that U1 alone marked
    # would tell 40.
    rows = ((50,), (30, 49), (), ())
    assert shown(rows, 51, 90, 91) == {"U1": "keep!", "U2": "keep"}
    assert shown(rows, 40, 90, 91) == {}


def test_alone_nobody_needs_markers() -> None:
    game = random_position(Rules.of("original", players=1), Random(3))
    assert marks_for(View.of(game, 0)) == {}
    assert make_bot("greedy").marks(View.of(game, 0)) == {}


@st.composite
def rows_in_play(draw: st.DrawFn, rules: Rules, fewest: int, most: int) -> Rows:
    """Cards on the rows, any of them on any row: more than play could reach does no harm."""
    cards = draw(
        st.lists(st.sampled_from(rules.cards), unique=True, min_size=fewest, max_size=most)
    )
    rows: list[list[int]] = [[] for _ in rules.edition.rows]
    for card in cards:
        rows[draw(st.integers(0, len(rows) - 1))].append(card)
    return tuple(tuple(row) for row in rows)


@given(st.data())
def test_a_marker_is_compatible_with_at_least_two_cards(data: st.DataObject) -> None:
    """T9r, one row at a time: as many cards would, alone in a hand, call for the same marker."""
    rows = data.draw(rows_in_play(THREE, 0, 80))
    unlaid = sorted(unlaid_cards(THREE, rows))
    size = data.draw(st.integers(1, 6))
    hand = tuple(sorted(data.draw(st.permutations(unlaid))[:size]))
    for row, marker in marks_for(seat(THREE, rows, hand)).items():
        reading = compatible_cards(THREE, rows, row, marker)
        grounds = {card for card in unlaid if speaks(rows, row, card) == marker}
        assert reading == grounds
        assert len(grounds) >= 2
        assert grounds.intersection(hand)


def speaks(rows: Rows, row: str, card: int) -> str | None:
    """The convention once more, for one card and one row, straight from its description."""
    place = THREE.edition.row_index[row]
    top, ahead = rows[place][-1], 1 if THREE.ups[place] else -1
    distances = {"keep!": (1, -10), "keep": (2, 3), "small": (4, 5, 6, 7)}
    mates: list[int] = []
    for marker, near in distances.items():
        mates += [c for c in unlaid_cards(THREE, rows) if (c - top) * ahead in near]
        if len(mates) >= 2:
            if card in mates:
                return marker
            mates = []
    return None


@given(st.data())
def test_all_markers_together_leave_every_card_in_doubt(data: st.DataObject) -> None:
    """T9r, the whole of what is shown: no card lies in every hand that shows exactly this.

    By brute force in a small edition: all hands of the same size are asked what they would show.
    """
    rules = Rules.of(TINY, players=2)
    rows = data.draw(rows_in_play(rules, 2, 16))
    unlaid = sorted(unlaid_cards(rules, rows))
    size = data.draw(st.integers(1, min(3, len(unlaid))))
    assert_no_card_is_told(rules, rows, size)


@given(st.data())
def test_late_in_the_game_markers_on_four_rows_tell_no_card(data: st.DataObject) -> None:
    """T9r with four rows and small hands, where rows marked outnumber the cards in hand."""
    rows = data.draw(rows_in_play(THREE, 78, 90))
    size = data.draw(st.integers(1, 3))
    assert_no_card_is_told(THREE, rows, size)


def assert_no_card_is_told(rules: Rules, rows: Rows, size: int) -> None:
    shown_by: dict[tuple[tuple[str, Marker], ...], list[set[int]]] = {}
    for hand in combinations(sorted(unlaid_cards(rules, rows)), size):
        shown = tuple(sorted(marks_for(seat(rules, rows, hand)).items()))
        shown_by.setdefault(shown, []).append(set(hand))
    for shown, hands in shown_by.items():
        if shown:
            assert not set.intersection(*hands), shown


@pytest.mark.soak
@given(st.data())
def test_all_markers_together_leave_every_card_in_doubt_soak(data: st.DataObject) -> None:
    rows = data.draw(rows_in_play(THREE, 60, 92))
    assert_no_card_is_told(THREE, rows, data.draw(st.integers(1, 3)))
