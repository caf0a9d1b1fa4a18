"""The authority: one event at a time, written down before it takes effect."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from ninetyeight.rules import Commands, Deal, Lay, Refused, Rules, Strictness
from ninetyeight.table import (
    Event,
    Moved,
    Said,
    Seat,
    Setup,
    Started,
    Table,
    advance,
    fold,
    states,
)
from tests.table.random_tables import an_event, finished, seeds, setups

TWO = Setup.default(
    Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C", take_backs=True), (Seat("Ada"), Seat("Ben"))
)


@settings(max_examples=30)
@given(setups(), seeds)
def test_the_state_is_the_fold_of_the_events(setup: Setup, seed: int) -> None:
    table = finished(setup, seed)
    assert fold(setup, table.log) == table.state
    assert list(states(setup, table.log))[-1] == table.state
    assert Table(setup, table.log).state == table.state


@settings(max_examples=30)
@given(setups(), seeds)
def test_every_event_is_kept_before_it_takes_effect(setup: Setup, seed: int) -> None:
    kept: list[Event] = []

    def keep(event: Event) -> None:
        assert table.log == tuple(kept)
        kept.append(event)

    table = Table(setup, keep=keep)
    rng = Random(seed)
    for _ in range(20):
        before = table.state
        try:
            table.submit(an_event(table, rng))
        except Refused:
            assert table.state is before
        if table.over:
            break
    assert table.log == tuple(kept)


def test_what_could_not_be_kept_has_not_happened() -> None:
    def full(_: Event) -> None:
        raise OSError("no space left")

    table = Table(TWO, keep=full)
    before = table.state
    with pytest.raises(OSError, match="no space"):
        table.start(0)
    assert table.state is before
    assert table.log == ()


def test_a_refused_move_changes_nothing_and_is_not_kept() -> None:
    kept: list[Event] = []
    table = Table(TWO, [Started(0)], keep=kept.append)
    with pytest.raises(Refused) as refusal:
        table.lay(0, 3, "U1")
    assert refusal.value.code == "not_in_hand"
    with pytest.raises(Refused) as refusal:
        table.lay(1, table.view(1).hand[0], "U1")
    assert refusal.value.code == "not_your_turn"
    assert (kept, table.log) == ([], (Started(0),))


def test_events_of_a_seat_that_is_not_there_are_refused() -> None:
    state = Table(TWO).state
    for event in (Started(2), Moved(7, Lay(10, "U1"))):
        with pytest.raises(Refused) as refusal:
            advance(state, event)
        assert refusal.value.code == "unknown_seat"


def test_a_solo_game_begins_at_once() -> None:
    alone = Setup.default(Deal.from_code("original-1p-K7Q2M9XA4TWB3H8C"), (Seat("Ada"),))
    assert Table(alone).state.active == 0


def test_a_marker_goes_when_its_owner_lays_there_and_stays_when_another_does() -> None:
    from ninetyeight.rules import Marker

    table = Table(TWO, [Started(0)])
    table.mark(0, "U1", Marker.KEEP)
    table.mark(1, "U1", Marker.SMALL)
    table.lay(0, table.view(0).hand[0], "U1")
    assert [(mark.seat, mark.row) for mark in table.state.talk.marks] == [(1, "U1")]


def test_a_silent_table_takes_no_markers() -> None:
    from ninetyeight.rules import Marker

    silent = Setup(TWO.deal, TWO.seats, Strictness.SILENT)
    table = Table(silent, [Started(0)])
    with pytest.raises(Refused) as refusal:
        table.mark(1, "U1", Marker.KEEP)
    assert (refusal.value.code, refusal.value.rule) == ("silent_table", "T10r")


# Picking hands from the fan.


def fan_of(code: str, *names: str) -> Setup:
    return Setup.default(Deal.from_code(code), tuple(map(Seat, names)), fan=True)


def test_a_hand_from_the_fan_holds_the_cards_of_its_places() -> None:
    setup = fan_of("gold-2p-K7Q2M9XA4TWB3H8C", "Ada", "Ben")
    table = Table(setup)
    table.pick(1, [0, 10, 20, 30, 40, 50, 60])
    with pytest.raises(Refused) as refusal:
        table.view(1)
    assert refusal.value.code == "still_picking"
    table.pick(0, [98, 97, 96, 95, 94, 93, 92])
    deck = setup.deal.deck
    assert table.view(1).hand == tuple(sorted(deck[place] for place in range(0, 70, 10)))
    assert table.view(0).hand == tuple(sorted(deck[92:]))
    game = table.state.game
    assert game is not None
    rest = [deck[place] for place in range(92) if place not in range(0, 70, 10)]
    assert list(game.draw) == rest


@pytest.mark.parametrize(
    "places",
    [
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2, 3, 4, 5, 6, 7],
        [0, 1, 2, 3, 4, 5, 5],
        [0, 1, 2, 3, 4, 5, 99],
        [-1, 1, 2, 3, 4, 5, 6],
        [7, 1, 2, 3, 4, 5, 6],
    ],
)
def test_a_pick_must_be_as_many_free_places_as_a_hand_has_cards(places: list[int]) -> None:
    table = Table(fan_of("gold-2p-K7Q2M9XA4TWB3H8C", "Ada", "Ben"))
    table.pick(1, [7, 8, 9, 10, 11, 12, 13])
    with pytest.raises(Refused) as refusal:
        table.pick(0, places)
    assert refusal.value.code == "wrong_pick"


def test_nobody_picks_twice_or_from_a_dealt_table() -> None:
    table = Table(fan_of("gold-2p-K7Q2M9XA4TWB3H8C", "Ada", "Ben"))
    table.pick(0, range(7))
    with pytest.raises(Refused) as refusal:
        table.pick(0, range(10, 17))
    assert refusal.value.code == "picked_already"
    with pytest.raises(Refused) as refusal:
        Table(TWO).pick(0, range(7))
    assert refusal.value.code == "no_fan"


def test_a_solo_game_from_the_fan_begins_with_the_pick() -> None:
    table = Table(fan_of("gold-1p-K7Q2M9XA4TWB3H8C", "Ada"))
    table.pick(0, range(8))
    assert table.state.active == 0


def test_rules_of_the_setup_must_match_its_seats() -> None:
    from ninetyeight.rules import SetupError

    with pytest.raises(SetupError) as trouble:
        Setup(TWO.deal, (Seat("Ada"),))
    assert trouble.value.code == "seats_do_not_match"
    for name in ("", "   ", "x" * 25, "a\nb"):
        with pytest.raises(SetupError):
            Seat(name)
    assert Rules.of("original", 2) != TWO.rules  # take-backs are part of the rules in force


@pytest.mark.rule("B8", "X10r")
def test_the_seat_that_ended_the_game_is_known_whatever_is_said_afterwards() -> None:
    skulls = Commands(dict.fromkeys(range(2, 100), "skull"))
    deal = Deal.of_bits(Rules.of("extreme", 3), 7).with_commands(skulls)
    table = Table(Setup(deal, (Seat("Ada"), Seat("Ben"), Seat("Cleo")), Strictness.CHAT))
    table.start(1)  # who starts cannot complete a turn of skulls
    for speaker in (0, 2):
        ending = table.state.ending
        assert ending is not None
        assert ending.seat == 1
        table.submit(Said(speaker, "oh dear"))


@settings(max_examples=60)
@given(setups(), seeds)
def test_the_seat_that_ended_the_game_held_the_last_turn(setup: Setup, seed: int) -> None:
    table = finished(setup, seed)
    ending, game = table.state.ending, table.state.game
    assert ending is not None
    assert game is not None
    movers = [event.seat for event in table.log if isinstance(event, Moved)]
    if game.laid:
        assert ending.seat == movers[-1]
    else:  # the seat after the one that ended its turn could not begin
        assert game.hands[ending.seat]
        passed = range(movers[-1] + 1, movers[-1] + len(game.hands) + 1)
        assert ending.seat == next(
            s % len(game.hands) for s in passed if game.hands[s % len(game.hands)]
        )
