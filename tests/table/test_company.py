"""Bots at a table: they act when a table expects it, and see nothing but views."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings

from ninetyeight.bots.bot import make_bot
from ninetyeight.bots.match import play_match
from ninetyeight.rules import Deal, Lay, Marker, Move, Rules, View, Wish
from ninetyeight.table import (
    Company,
    Marked,
    Moved,
    Offered,
    Picked,
    Seat,
    Setup,
    Started,
    Table,
    fire_deadline,
    play_out,
    read_record,
    takes,
    trick_card,
)
from tests.table.random_tables import play, seeds, setups


class Watching:
    """A bot that plays like greedy and remembers everything it was shown."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.shown: list[View] = []
        self._plays = make_bot("greedy", seat)

    def move(self, view: View) -> Move:
        self.shown.append(view)
        return self._plays.move(view)

    def offer(self, view: View) -> Wish | None:
        self.shown.append(view)
        return self._plays.offer(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        self.shown.append(view)
        return {}


def test_a_company_of_bots_plays_a_whole_game_from_the_fan_to_the_end() -> None:
    rules = Rules.of("gold", 3)
    table = Table(Setup.default(Deal.of_bits(rules, 7), tuple(map(Seat, "ABC")), fan=True))
    bots = {seat: Watching(seat) for seat in range(3)}
    company = Company(bots, seed=1)
    while (event := company.next_event(table.state, table.log)) is not None:
        table.submit(event)
    assert table.over
    kinds = [type(event) for event in table.log]
    assert kinds[:7] == [Picked, Picked, Picked, Offered, Offered, Offered, Started]
    for seat, bot in bots.items():
        assert bot.shown
        assert {view.viewer for view in bot.shown} == {seat}


def test_a_company_leaves_people_their_turns() -> None:
    table = Table(Setup.default(Deal.of_bits(Rules.of("original", 2), 3), (Seat("A"), Seat("B"))))
    company = Company({1: make_bot("greedy")}, seed=1)
    event = company.next_event(table.state, table.log)
    assert isinstance(event, Offered)
    table.submit(event)
    assert company.next_event(table.state, table.log) is None  # a person has not answered yet
    table.submit(Started(0))
    assert company.next_event(table.state, table.log) is None
    table = Table(table.setup, [Started(1)])
    event = company.next_event(table.state, table.log)
    assert isinstance(event, Moved)
    assert event.seat == 1


@pytest.mark.rule("B3", "B4")
@settings(max_examples=40)
@given(setups(), seeds)
def test_what_a_row_is_said_to_take_is_what_the_law_takes(setup: Setup, seed: int) -> None:
    table = Table(setup)
    play(table, Random(seed), most=30)
    game = table.state.game
    if game is None or game.seat is None or game.commands:
        return  # a command may close a row that its number leaves open
    names = game.rules.edition.row_names
    for place, top in enumerate(game.tops):
        reach, trick = takes(game.rules, place, top), trick_card(View.of(game, game.seat), place)
        for card in game.hands[game.seat]:
            by_number = reach is not None and reach[0] <= card <= reach[1]
            told = {"too_low", "too_high", None}
            refusal = game.turn.lay_refusal(Lay(card, names[place]))
            assert (None if refusal is None else refusal.code) in told
            assert (refusal is None) == (by_number or card == trick)


@pytest.mark.rule("F2", "F3r")
def test_a_fire_is_due_for_the_seat_that_finds_it_and_later_for_the_next() -> None:
    rules = Rules.of("original", 2, fire=True)
    deck = (22, 33, 3, 4, 5, 6, 7, *(c for c in rules.cards if c not in (22, 33, 3, 4, 5, 6, 7)))
    table = Table(Setup.default(Deal(rules, deck), (Seat("A"), Seat("B"))))
    table.submit(Started(0))
    table.lay(0, 22, "U1")
    assert fire_deadline(table.view(0), 0) == 1  # laid just now: whoever follows must cover it
    assert fire_deadline(table.view(0), 1) is None
    table.lay(0, 3, "U2")
    table.end(0)
    assert fire_deadline(table.view(1), 0) == 1


@pytest.mark.parametrize("talk", ["silent", "markers"])
@pytest.mark.parametrize(("edition", "players"), [("original", 1), ("extreme", 3), ("gold", 4)])
def test_a_game_among_bots_becomes_a_record_in_one_call(
    edition: str, players: int, talk: str
) -> None:
    """It is the game that the arena plays, with every marker that it only counts."""
    deal = Deal.of_bits(Rules.of(edition, players), 12)
    team = [make_bot("planner") for _ in range(players)]
    record = read_record(play_out(deal, team, talk=talk).record())
    played = play_match(deal, team, talk=talk)
    assert (record.closed, record.state.outcome) == (True, played.outcome)
    assert [e.move for e in record.events if isinstance(e, Moved)] == list(played.moves)
    assert [seat.bot for seat in record.setup.seats] == ["planner"] * players
    marks = [event for event in record.events if isinstance(event, Marked)]
    assert bool(marks) == bool(played.markers) == (talk == "markers" and players > 1)
