"""What a lay would do is judged once, in the order of the numbered rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from ninetyeight.rules import (
    END,
    Command,
    Commands,
    Deal,
    Game,
    Lay,
    Outcome,
    Reason,
    Rules,
    Talk,
    Verdict,
    View,
    Wish,
    completes,
)
from tests.rules.positions import table
from tests.rules.strategies import games


def happened(verdict: Verdict) -> list[str]:
    told = ("refusal", "loses", "wins", "stops", "dead_end")
    return [name for name in told if getattr(verdict, name)]


@given(games())
def test_a_verdict_is_what_happens(game: Game) -> None:
    if game.seat is None:
        return
    for card in game.hands[game.seat]:
        for row in game.rules.edition.row_names:
            verdict = game.turn.judge(Lay(card, row))
            assert len(happened(verdict)) <= 1
            refusal = game.refusal(Lay(card, row))
            if refusal is not None:
                assert verdict.refusal is not None
                assert (verdict.refusal.code, verdict.step) == (refusal.code, None)
                continue
            assert verdict == game.turn.judge(Lay(card, row), accepted=True)
            after = game.lay(card, row)
            if verdict.loses is not None or verdict.wins:
                assert after.outcome is not None
                told = (after.outcome.won, after.outcome.reason, after.outcome.seat)
                assert told == (verdict.wins, verdict.loses, game.seat)
            elif verdict.stops:
                assert game.commands.on(card) is Command.STOP
                assert after.laid == ()
            else:
                assert after.laid[-1] == (card, row)
                assert verdict.dead_end == (not completes(after.turn))


@pytest.mark.rule("B3", "X8r", "B8", "X1")
def test_what_comes_first_in_the_rules_is_told_first() -> None:
    kinds = {40: "skull", 50: "stop"}
    begun = table([40, 50], edition="extreme", draw=[], U1=45, D2=30, commands=kinds)
    assert happened(begun.turn.judge(Lay(40, "D1"))) == []  # the other card covers the skull
    skull = begun.lay(40, "D1")
    assert happened(skull.turn.judge(Lay(50, "D2"))) == ["refusal"]
    # 50 is the very last card and a stop; that it leaves the skull uncovered comes first.
    verdict = skull.turn.judge(Lay(50, "U1"))
    assert (happened(verdict), verdict.loses) == (["loses"], Reason.SKULL)
    assert happened(skull.turn.judge(Lay(50, "D1"))) == ["wins"]
    # The very last card wins, though it is a stop as well.
    last = table([60], [], edition="extreme", draw=[], U1=50, commands={60: "stop"})
    assert happened(last.turn.judge(Lay(60, "U1"))) == ["wins"]
    assert happened(
        table([60, 70], edition="extreme", U1=50, commands={60: "stop"}).turn.judge(Lay(60, "U1"))
    ) == ["stops"]


@pytest.mark.rule("B8r", "B12r")
@pytest.mark.parametrize(("options", "told"), [([], "loses"), (["take_backs"], "dead_end")])
def test_a_lay_that_leads_nowhere_loses_or_has_to_be_taken_back(
    options: list[str], told: str
) -> None:
    begun = table([83, 94, 30], U1=93, U2=98, D1=3, D2=2, options=options)
    verdict = begun.turn.judge(Lay(94, "U1"))
    assert (happened(verdict), verdict.fails) == ([told], True)
    assert (verdict.step, verdict.trick) == (1, False)
    back = begun.turn.judge(Lay(83, "U1"))
    assert (back.step, back.trick, back.fails) == (-10, True, False)


# What a game and a view know of the turns before and after.


@given(games())
def test_the_next_seat_is_the_one_that_lays_next(game: Game) -> None:
    if game.seat is None:
        assert game.next_seat is None
        return
    views = [View.of(game, seat) for seat in (*range(game.rules.players), None)]
    assert {view.next_seat for view in views} == {game.next_seat}
    if END in game.legal:
        after = game.end()
        ended = after.seat if after.outcome is None else after.outcome.seat
        assert ended == game.next_seat


@given(games())
def test_the_start_of_a_turn_is_where_its_cards_were_in_hand(game: Game) -> None:
    if game.seat is None:
        return
    before, view = game, View.of(game, game.seat)
    hand = tuple(sorted(game.hands[game.seat] + tuple(lay.card for lay in game.laid)))
    start = view.turn_start
    assert (start.hand, start.laid, start.minimum) == (hand, (), game.minimum)
    for lay in game.laid:
        start = start.after(lay)
    assert start.tops == before.tops
    assert set(start.hand) == set(before.hands[game.seat])


def test_before_anybody_starts_a_seat_sees_the_turn_that_it_would_have() -> None:
    game = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game()
    for seat in (0, 1):
        assert View.of(game, seat).turn_start == View.of(game.start(seat), seat).turn


@given(games())
def test_a_view_lists_the_moves_of_its_own_turn_alone(game: Game) -> None:
    for seat in range(game.rules.players):
        view = View.of(game, seat)
        mine = game.seat == seat
        assert list(view.legal) == (list(game.legal) if mine else [])
        assert len(view.legal) == len(list(view.legal))
        assert ("end" in view.legal) == (mine and "end" in game.legal)
        assert view.losing == tuple(move for move in view.legal if view.loses(move))


# Values


@given(games())
def test_equal_views_have_equal_hashes(game: Game) -> None:
    rng = Random(3)
    views = [View.of(game, seat) for seat in range(game.rules.players)]
    again = [View.of(view.sample(rng), view.viewer) for view in views]
    assert list(map(hash, again)) == list(map(hash, views))
    assert len({*views, *again}) == len(views)


def test_talk_can_be_a_key() -> None:
    one = Talk(offers={0: Wish.CAN, 1: Wish.MUST})
    other = Talk(offers={1: Wish.MUST, 0: Wish.CAN})
    assert {one: 1}[other] == 1
    assert Talk(offers={0: Wish.CAN}) not in {one: 1}


def test_who_ended_a_game_is_no_part_of_its_result() -> None:
    assert Outcome(True, None, 0, seat=1) == Outcome(True, None, 0, seat=0)
    assert Rules.of("original", 2).edition.praise_for(Outcome(True, None, 0)) == "won"


@pytest.mark.rule("B1", "B3", "B4")
@pytest.mark.parametrize(
    ("row", "top", "card", "step", "trick"),
    [
        ("U1", 40, 47, 7, False),
        ("U1", 40, 30, -10, True),
        ("U1", None, 47, 46, False),  # the row card of an ascending row begins at 1
        ("D1", 40, 33, 7, False),
        ("D1", 40, 50, -10, True),
        ("D1", None, 47, 53, False),  # that of a descending one at 100
    ],
)
def test_a_verdict_tells_how_far_the_row_moves_on(
    row: str, top: int | None, card: int, step: int, trick: bool
) -> None:
    rows = {} if top is None else {row: top}
    verdict = table([card, 5], tops=rows).turn.judge(Lay(card, row))
    assert (verdict.step, verdict.trick) == (step, trick)


def test_commands_are_equal_by_their_cards_and_print_as_they_are_made() -> None:
    one, other = Commands({40: "skull", 7: "stop"}), Commands({7: "stop", 40: "skull"})
    assert one == other
    assert hash(one) == hash(other)
    assert len({hash(Commands({card: "stop"})) for card in range(2, 60)}) > 50
    assert repr(one) == "Commands({7: 'stop', 40: 'skull'})"
    assert Commands.of(one) is one
    assert type(Commands.of({7: "stop"})) is Commands
    assert Commands.of({7: "stop"}) == Commands({7: "stop"})
