"""What a preview says is what happens."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from ninetyeight.rules import (
    Commands,
    Deal,
    Lay,
    Mark,
    Marker,
    Rules,
    Talk,
    Verdict,
    View,
    completes,
)
from ninetyeight.table import Seat, Setup, Table, asked_off, duties, in_force, preview, trick_card
from tests.rules.positions import table as laid_out
from tests.table.random_tables import play, seeds, setups


@settings(max_examples=60)
@given(setups(), seeds)
def test_what_a_preview_says_happens(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    table = Table(setup)
    for _ in range(12):
        play(table, rng, most=rng.randrange(1, 12))
        game = table.state.game
        if game is None or game.seat is None:
            continue
        view = table.view(game.seat)
        for card in view.hand:
            for shown in preview(view, card):
                refusal = game.refusal(shown.lay)
                assert (shown.refusal is None) == (refusal is None)
                if refusal is not None:
                    assert shown.refusal is not None
                    assert (shown.refusal.code, shown.refusal.rule) == (refusal.code, refusal.rule)
                else:
                    _happens(table, shown)
        if table.over:
            break


def _happens(table: Table, shown: Verdict) -> None:
    game = table.state.game
    assert game is not None
    card, row = shown.lay
    place = game.rules.edition.row_index[row]
    top, up = game.tops[place], game.rules.ups[place]
    after = game.lay(card, row)
    assert after.tops[place] == card
    from_ = game.rules.edition.rows[place].shows[0] if top is None else top
    assert shown.step == (card - from_ if up else from_ - card)
    assert shown.trick == (top is not None and shown.step == -game.rules.edition.step)
    stopped = game.commands.on(card) == "stop"
    outcome = after.outcome
    if shown.loses is not None:
        assert outcome is not None
        assert outcome.reason == shown.loses
    elif shown.wins:
        assert outcome is not None
        assert outcome.won
    elif stopped:
        # The next turn may be stuck, which only its seat can know: a preview must not tell.
        assert after.seat != game.seat or after.laid == ()
    else:
        assert outcome is None
        assert shown.dead_end == (not completes(after.turn))


def position(code: str, moves: list[Lay], **options: bool) -> Table:
    deal = Deal.from_code(code, **options)
    table = Table(Setup.default(deal, (Seat("Ada"),)))
    for lay in moves:
        table.lay(0, lay.card, lay.row)
    return table


def test_a_preview_tells_steps_in_the_direction_of_the_row() -> None:
    # The hand of this deal is 10 33 53 55 77 82 94 95.
    table = position("original-1p-K7Q2M9XA4TWB3H8C", [Lay(53, "U1"), Lay(82, "D1")])
    shown = {p.lay.row: p for p in preview(table.view(0), 55)}
    assert (shown["U1"].step, shown["D1"].step) == (2, 27)
    refused = {p.lay.row: p.refusal for p in preview(table.view(0), 95)}
    assert refused["D1"] is not None
    assert (refused["D1"].code, refused["D1"].rule) == ("too_high", "B3")


@pytest.mark.parametrize(
    ("edition", "steps"),
    [
        ("original", {"U1": 48, "U2": 48, "D1": 51, "D2": 51}),
        ("extreme", {"U1": 48, "U2": 48, "D1": 51, "D2": 51}),
        ("gamefactory", {"U1": 47, "U2": 47, "D1": 50, "D2": 50}),
        ("gold", {"U1": 48, "U2": 48, "D1": 50, "D2": 50}),
    ],
)
def test_a_first_card_costs_what_it_leaves_behind_from_where_the_row_card_begins(
    edition: str, steps: dict[str, int]
) -> None:
    view = View.of(laid_out([49, 50], edition=edition), 0)
    assert {shown.lay.row: shown.step for shown in preview(view, 49)} == steps
    assert not any(shown.trick for shown in preview(view, 49))


@pytest.mark.rule("T8r")
def test_a_preview_names_the_strongest_marker_of_another_that_asks_to_keep_off() -> None:
    game = laid_out([30, 55], [31], [32], U1=50, D1=70)

    def against(card: int, *marks: Mark) -> list[Mark | None]:
        view = View.of(game, 0, Talk(marks=marks))
        return [asked_off(view, shown) for shown in preview(view, card)]

    keep, hard = Mark(1, "U1", Marker.KEEP, 50), Mark(2, "U1", Marker.HARD, 50)
    other = Mark(1, "D1", Marker.KEEP, 70)
    assert against(55, keep, hard, other) == [hard, None, other, None]
    assert against(55, hard, keep)[0] == hard
    # Where a card does not go, nobody needs to ask for it to stay away.
    assert against(30, keep, hard, other) == [None, None, other, None]
    # A small step is no keeping off, the own marker no warning, and a row that moved on is another.
    for mark in (
        Mark(1, "U1", Marker.SMALL, 50),
        Mark(0, "U1", Marker.HARD, 50),
        Mark(1, "U1", Marker.HARD, 44),
    ):
        assert against(55, mark) == [None] * 4


def test_duties_name_what_is_still_owed() -> None:
    table = position("original-1p-K7Q2M9XA4TWB3H8C", [], take_backs=True)
    assert [(d.kind, d.rule, d.n) for d in duties(table.view(0))] == [("minimum", "B5", 2)]
    table.lay(0, 10, "U1")
    assert [(d.kind, d.n) for d in duties(table.view(0))] == [("minimum", 1)]
    table.lay(0, 33, "U1")
    assert duties(table.view(0)) == ()


@pytest.mark.rule("B8r", "B12r")
def test_a_turn_that_leads_nowhere_asks_for_a_card_back_and_for_nothing_else() -> None:
    begun = laid_out([83, 94, 30], U1=93, U2=98, D1=3, D2=2, options=["take_backs"])
    assert [duty.kind for duty in duties(View.of(begun, 0))] == ["minimum"]
    dead = begun.lay(94, "U1")
    assert [duty.kind for duty in duties(View.of(dead, 0))] == ["dead_end"]
    assert [duty.kind for duty in duties(View.of(dead.back(), 0))] == ["minimum"]


@pytest.mark.rule("X2", "B8r")
def test_a_skull_that_nothing_is_left_to_cover_is_a_dead_end() -> None:
    begun = laid_out(
        [60, 61],
        [70],
        edition="extreme",
        draw=[],
        options=["take_backs"],
        commands={61: "skull"},
        U1=50,
    )
    dead = begun.lay(60, "U1").lay(61, "U1")
    assert [duty.kind for duty in duties(View.of(dead, 0))] == ["dead_end"]


def test_duties_of_commands_and_fire() -> None:
    rules = Rules.of("extreme", 1, fire=True, take_backs=True)
    deck = (22, 30, 31, 32, 34, 35, 36, 37, *(c for c in rules.cards if c not in range(22, 38)))
    deck += tuple(c for c in range(23, 34) if c not in deck)
    deck = tuple(dict.fromkeys((*deck, *rules.cards)))
    commands = Commands({31: "skull", 32: "three", 34: "one_row"})
    table = Table(Setup.default(Deal(rules, deck, commands), (Seat("Ada"),)))
    table.lay(0, 22, "U1")
    table.lay(0, 37, "D1")
    assert duties(table.view(0)) == ()  # a fire of this turn is not due yet
    table.end(0)
    assert [(d.kind, d.row) for d in duties(table.view(0))] == [("minimum", None), ("fire", "U1")]
    table.lay(0, 31, "U2")
    assert {d.kind for d in duties(table.view(0))} == {"minimum", "fire", "skull"}
    table.lay(0, 32, "U2")
    first = duties(table.view(0))[0]
    assert (first.kind, first.n) == ("three", 1)
    table.lay(0, 34, "U1")
    told = [(d.kind, d.n, d.row) for d in duties(table.view(0))]
    assert told == [("three", 0, None), ("one_row", 0, "U1")]


def test_nobody_has_duties_out_of_turn() -> None:
    table = Table(
        Setup.default(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C"), (Seat("A"), Seat("B")))
    )
    table.start(0)
    assert duties(table.view(1)) == ()
    assert duties(table.view(None)) == ()


@pytest.mark.rule("B4", "X5")
def test_the_card_ten_back_is_told_only_while_the_trick_is_allowed() -> None:
    for kind, told in (("silence", [37, None, 80, None]), ("no_back", [None] * 4)):
        kinds = {70: kind}
        game = laid_out([37, 50, 51], edition="extreme", commands=kinds, U1=47, D1=70)
        assert [trick_card(View.of(game, 0), place) for place in range(4)] == told


@pytest.mark.rule("B4", "B11")
def test_a_card_ten_back_that_lies_there_for_all_to_see_is_no_trick_any_more() -> None:
    for options, told in (["open_rows"], None), ([], 30):
        begun = laid_out([30, 31, 40, 41, 60, 61], [5, 6], options=options)
        game = begun.lay(30, "U1").lay(31, "U1").end().lay(5, "U2").lay(6, "U2").end()
        assert trick_card(View.of(game.lay(40, "U1"), 0), 0) == told


@pytest.mark.rule("X1", "X3", "X4")
def test_a_command_is_in_force_while_it_binds_somebody() -> None:
    kinds = {30: "three", 60: "silence"}
    begun = laid_out([30, 31, 32, 33], [50, 51, 52], edition="extreme", commands=kinds, U2=60)
    game = begun.lay(30, "U1")
    assert [in_force(View.of(game, None), place) for place in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    game = game.lay(31, "D1").lay(32, "D2").end()
    assert game.seat == 1
    # The three lies there still, but its turn is over.
    assert [in_force(View.of(game, None), place) for place in range(2)] == [False, True]
