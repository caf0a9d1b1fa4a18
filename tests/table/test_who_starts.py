"""Who takes the first turn: offers, signs of being ready, and second thoughts (B10, B10r)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from ninetyeight.rules import END, Deal, Lay, Marker, Move, Reason, Refused, Rules, View, Wish
from ninetyeight.rules.editions import TINY
from ninetyeight.table import (
    Company,
    Event,
    Moved,
    Offered,
    Picked,
    Seat,
    Setup,
    Started,
    StoodIn,
    Table,
    fold,
)


def seated(rules: Rules, *, fan: bool = False, seed: int = 5) -> Setup:
    seats = tuple(Seat(f"Person {seat}") for seat in range(rules.players))
    return Setup.default(Deal.of_bits(rules, seed), seats, fan=fan)


def refused(table: Table, event: Event) -> str:
    with pytest.raises(Refused) as caught:
        table.submit(event)
    return f"{caught.value.code} {caught.value.rule}"


def some_lay(table: Table) -> Moved:
    """The active seat lays its lowest card on the first row."""
    game = table.state.game
    assert game is not None
    assert game.seat is not None
    return Moved(game.seat, Lay(game.hands[game.seat][0], "U1"))


class Eager:
    """A bot that has a wish of its own and knows no game."""

    def __init__(self, wish: Wish | None) -> None:
        self.wish = wish

    def move(self, view: View) -> Move:
        return END

    def offer(self, view: View) -> Wish | None:
        return self.wish

    def marks(self, view: View) -> Mapping[str, Marker]:
        return {}


def acted(company: Company, table: Table) -> list[Event]:
    """What the bots do until the first turn is given, or people must act."""
    done: list[Event] = []
    while table.state.active is None:
        event = company.next_event(table.state, table.log)
        if event is None:
            break
        table.submit(event)
        done.append(event)
    return done


# --- second thoughts


@pytest.mark.rule("B10r")
@pytest.mark.parametrize("fan", [False, True])
def test_until_the_first_card_the_start_may_be_given_to_somebody_else(fan: bool) -> None:
    setup = seated(Rules.of("gold", 3), fan=fan)
    size = setup.rules.hand_size
    picks = [Picked(seat, tuple(range(seat, 3 * size, 3))) for seat in range(3)] if fan else []
    table = Table(setup, picks)
    for seat in (2, 0, 1):
        table.submit(Started(seat))
        # As if nobody else had been thought of: the same hands, the same draw pile.
        assert table.state.game == fold(setup, [*picks, Started(seat)]).game
        assert table.state.active == seat
    assert refused(table, Started(1)) == "already_started B10"
    assert refused(table, Offered(0, Wish.MUST)) == "already_started B10"
    table.submit(some_lay(table))
    assert refused(table, Started(0)) == "begun B10r"
    assert fold(setup, table.log) == table.state


@pytest.mark.rule("B10r")
def test_a_card_that_was_taken_back_has_been_laid_all_the_same() -> None:
    table = Table(seated(Rules.of("original", 2, take_backs=True)), [Started(0)])
    table.submit(some_lay(table))
    table.back(0)
    assert table.state.game == table.state.setup.deal.game().start(0)
    assert refused(table, Started(1)) == "begun B10r"


@pytest.mark.rule("B10")
def test_who_plays_alone_cannot_hand_the_start_on() -> None:
    table = Table(seated(Rules.of("original", 1)))
    assert refused(table, Started(0)) == "already_started B10"


@pytest.mark.rule("B8", "B10r")
def test_a_game_whose_starter_is_stuck_at_once_is_over_for_everybody() -> None:
    # One card each, and two are owed: the first turn cannot be completed by anybody.
    scanty = replace(TINY, hands=(1, 1, 1))
    table = Table(seated(Rules(scanty, players=2)), [Started(1)])
    assert table.state.outcome is not None
    assert table.state.outcome.reason is Reason.STUCK
    assert refused(table, Started(0)) == "already_started B10"


# --- strengths of wish


@pytest.mark.rule("B10r")
def test_bots_offer_by_their_hand_and_wait_for_the_people() -> None:
    setup = seated(Rules.of("original", 3))
    table = Table(setup)
    company = Company({1: Eager(Wish.CAN), 2: Eager(None)}, seed=1)
    assert acted(company, table) == [Offered(1, Wish.CAN), Offered(2, None)]
    assert not table.state.spoken(company.players)
    table.offer(0, Wish.WANT)
    assert table.state.spoken()
    assert acted(company, table) == []  # whoever runs the table lets the strongest wish start


# --- whoever feels like it


@pytest.mark.rule("B10r")
def test_at_a_quiet_table_bots_show_nothing_but_that_they_are_ready() -> None:
    table = Table(seated(Rules.of("gold", 3)))
    company = Company({1: Eager(None), 2: Eager(Wish.MUST)}, seed=1)
    assert acted(company, table) == [Offered(1, Wish.CAN), Offered(2, Wish.CAN)]
    table.offer(0, Wish.CAN)
    assert acted(company, table) == [], "a person may feel like starting: the bots leave them time"
    table.offer(0, None)
    assert acted(company, table) == [Started(2)]


@pytest.mark.rule("B10r")
def test_of_equal_bots_the_lowest_seat_starts_and_never_a_person_who_left_it_to_others() -> None:
    table = Table(seated(Rules.of("gold", 3)))
    company = Company({2: Eager(None), 1: Eager(None)}, seed=1)
    acted(company, table)
    table.offer(0, None)
    assert acted(company, table) == [Started(1)]


@pytest.mark.rule("B10r")
def test_a_bot_that_stands_in_does_not_keep_the_table_waiting() -> None:
    table = Table(seated(Rules.of("gold", 3)))
    for seat, wish in ((0, Wish.CAN), (1, None), (2, None)):
        table.offer(seat, wish)
    assert not table.state.spoken()
    table.submit(StoodIn(0, "greedy"))
    assert acted(Company({0: Eager(Wish.WANT)}, seed=1), table) == [Started(0)]


@pytest.mark.rule("B10r")
def test_where_nobody_feels_like_it_the_lowest_seat_starts() -> None:
    table = Table(seated(Rules.of("gold", 2)))
    table.offer(1, None)
    assert not table.state.spoken()
    table.offer(0, None)
    assert table.state.spoken()
    assert table.state.talk.settled(2) == 0


@pytest.mark.rule("B10r")
@pytest.mark.parametrize("seed", range(8))
def test_bots_among_themselves_start_by_their_wishes_shown_or_not(seed: int) -> None:
    wishes = [Random(seed).choice([None, *Wish]) for _ in range(4)]
    starters = set()
    for edition in ("original", "gold"):
        table = Table(seated(Rules.of(edition, 4)))
        acted(Company({seat: Eager(wish) for seat, wish in enumerate(wishes)}, 1), table)
        starters.add(table.state.active)
    order = [None, *Wish]
    strongest = max(wishes, key=order.index)
    assert starters == {wishes.index(strongest)}
