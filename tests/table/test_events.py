"""Events as lines of JSON: what is written reads back, and nothing else is read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.rules import BACK, END, Command, Lay, Marker, NotationError, Wish
from ninetyeight.table import (
    Event,
    Hinted,
    Marked,
    Moved,
    Named,
    Offered,
    Picked,
    Started,
    event_from_json,
    event_to_json,
)

seats = st.integers(0, 5)
rows = st.sampled_from(["U1", "U2", "D1", "D2"])
moves = st.one_of(st.just(END), st.just(BACK), st.builds(Lay, st.integers(1, 99), rows))
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Picked, seats, st.lists(st.integers(0, 98)).map(tuple)),
    st.builds(Offered, seats, st.none() | st.sampled_from(Wish)),
    st.builds(Started, seats),
    st.builds(Moved, seats, moves),
    st.builds(Marked, seats, rows, st.none() | st.sampled_from(Marker)),
    st.builds(Named, seats, st.sampled_from(Command)),
    st.builds(Hinted, seats),
)


@given(events)
def test_an_event_reads_back_from_its_line(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_a_move_is_written_in_the_notation_of_moves() -> None:
    assert event_to_json(Moved(2, Lay(42, "U1"))) == {"seat": 2, "do": "42@U1"}


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"seat": 0},
        {"seat": -1, "do": "end"},
        {"seat": True, "do": "end"},
        {"seat": "0", "do": "end"},
        {"seat": 0, "do": "fly"},
        {"seat": 0, "do": 42},
        {"seat": 0, "do": "end", "more": 1},
        {"seat": 0, "offer": "perhaps"},
        {"seat": 0, "start": False},
        {"seat": 0, "mark": "U1"},
        {"seat": 0, "mark": "U1", "as": "love"},
        {"seat": 0, "name": "jump"},
        {"seat": 0, "pick": [1, "2"]},
        {"seat": 0, "pick": [True]},
        {"seat": 0, "pick": "12"},
        {"seat": 0, "hint": False},
        {"seat": 0, "hint": True, "card": 42},
    ],
)
def test_a_line_that_is_no_event_is_refused(line: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        event_from_json(line)


scraps = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
keys = st.sampled_from(
    ["seat", "do", "pick", "offer", "start", "mark", "as", "name", "hint", "else"]
)


@given(st.dictionaries(keys, scraps))
def test_whatever_is_read_writes_back_the_same(line: dict[str, object]) -> None:
    try:
        event = event_from_json(line)
    except NotationError:
        return
    assert event_from_json(event_to_json(event)) == event
