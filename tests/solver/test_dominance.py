"""When one position is at least as good as another with the same hands."""

from __future__ import annotations

import numpy as np
import pytest

from ninetyeight.fast.layout import law_of
from ninetyeight.rules import Rules
from ninetyeight.solver.dominance import BOUND_BITS, FRESH_BITS, Standing, as_good

LAW = law_of(Rules.of("gamefactory", players=3, fire=True))


def cards(*held: int) -> tuple[np.uint64, np.uint64]:
    both = sum(1 << card for card in held)
    return np.uint64(both & (2**64 - 1)), np.uint64(both >> 64)


def word(*tops: int, fresh: int = 0, bound: int = 0) -> np.uint64:
    """A word with these tops, rows of one direction in order."""
    packed = sum(top << (7 * row) for row, top in enumerate(tops))
    return np.uint64(packed | fresh << FRESH_BITS | bound << BOUND_BITS)


def better(
    one: np.uint64,
    other: np.uint64,
    *unlaid: int,
    asks: tuple[int, ...] = (),
    barred: bool = False,
) -> bool:
    return bool(as_good(LAW, one, other, Standing(one, cards(*unlaid), cards(*asks), barred)))


def test_a_row_that_is_less_far_takes_more() -> None:
    assert better(word(40, 70, 20, 50), word(45, 70, 20, 50), 42, 80, 10)
    assert not better(word(45, 70, 20, 50), word(40, 70, 20, 50), 42, 80, 10)


def test_only_cards_that_are_still_to_be_laid_count() -> None:
    assert better(word(45, 70, 20, 50), word(40, 70, 20, 50), 48, 80, 10)
    assert better(word(40, 70, 20, 47), word(40, 70, 20, 50), 46, 80, 10)
    assert not better(word(40, 70, 20, 47), word(40, 70, 20, 50), 48, 80, 10)


def test_a_trick_makes_up_for_a_row_that_is_farther() -> None:
    """B4: the row of 45 would take 35, that of 40 would not."""
    assert not better(word(40, 70, 20, 50), word(45, 70, 20, 50), 35, 42)
    assert not better(word(45, 70, 20, 50), word(40, 70, 20, 50), 35, 42)
    assert better(word(40, 70, 20, 50), word(45, 70, 20, 50), 42)


def test_a_trick_that_may_be_forbidden_makes_up_for_nothing() -> None:
    """X5: the row of 45 takes 35 by a trick, that of 30 takes it in any case."""
    assert better(word(45, 70, 20, 50), word(30, 70, 20, 50), 35, 48)
    assert not better(word(45, 70, 20, 50), word(30, 70, 20, 50), 35, 48, barred=True)
    assert better(word(30, 70, 20, 50), word(45, 70, 20, 50), 35, 48, barred=True)


def test_rows_of_one_direction_may_change_places() -> None:
    """The row of 60 would take 50 (B4), and so would that of 30, but not that of 55."""
    one, other = (30, 55, 20, 50), (56, 60, 20, 50)
    assert better(word(*one), word(*other), 50, 80)
    assert not better(word(*other), word(*one), 40, 50, 80)
    assert not better(word(57, 58, 20, 50), word(*other), 50, 80)
    # X6: where a visible `one_row` names a row, they may not.
    assert not better(word(*one, bound=3), word(*other, bound=3), 50, 80)


def test_a_visible_card_that_asks_for_something_is_no_better() -> None:
    assert not better(word(40, 70, 20, 50), word(45, 70, 20, 50), 42, asks=(40,))
    assert better(word(40, 70, 20, 50), word(45, 70, 20, 50), 42, asks=(45,))
    assert better(word(40, 70, 20, 50), word(45, 70, 20, 50), 42, asks=(70,))


@pytest.mark.parametrize(("fresh", "fresh_there", "expected"), [(0, 1, False), (1, 0, True)])
def test_a_fire_that_is_due_later_is_better(fresh: int, fresh_there: int, expected: bool) -> None:
    """F2: the fire on the first row."""
    one, other = word(44, 70, 20, 50, fresh=fresh), word(44, 75, 20, 50, fresh=fresh_there)
    assert better(one, other, 72, 90, asks=(44,)) is expected


def test_rows_that_one_row_names_are_the_same_rows() -> None:
    """X6: a visible `one_row` fixes a row, so the rows of a direction are told apart."""
    assert better(word(40, 70, 20, 50, bound=3), word(45, 70, 20, 50, bound=3), 42, asks=(50,))
    assert not better(word(40, 70, 20, 50, bound=3), word(45, 70, 20, 50), 42, asks=(50,))
    assert not better(word(40, 70, 20, 50, bound=3), word(45, 70, 20, 50, bound=4), 42)
    assert better(word(40, 70, 20, 50), word(45, 70, 20, 50, bound=3), 42)
