"""What holds in every game at every moment, whatever is played."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ninetyeight.rules import (
    BACK,
    END,
    Game,
    Lay,
    Move,
    Refused,
    is_legal,
    read_game,
    write_game,
)
from tests.rules.positions import reason
from tests.rules.strategies import dealt, games, step


def every_move(game: Game) -> list[Move]:
    """Every card on every row, whether anybody holds it or not, and the moves without a card."""
    rows = (*game.rules.edition.row_names, "U9")
    cards = (*game.rules.cards, 0, 123)
    return [*(Lay(card, row) for card in cards for row in rows), END, BACK]


def all_cards(game: Game) -> list[int]:
    return sorted(card for place in (*game.rows, *game.hands, game.draw) for card in place)


class AnyGame(RuleBasedStateMachine):
    """Any game that people could play: what must hold is checked after every move."""

    game: Game
    lines: list[tuple[Game, str]]  # every earlier game, and how it was written then

    @initialize(game=dealt(), data=st.data())
    def somebody_starts(self, game: Game, data: st.DataObject) -> None:
        self.lines = [(game, write_game(game))]
        self.game = game.start(data.draw(st.integers(0, game.rules.players - 1)))

    def become(self, game: Game) -> None:
        self.lines.append((self.game, write_game(self.game)))
        self.game = game

    @precondition(lambda self: self.game.outcome is None)
    @rule(data=st.data())
    def lay_any_card(self, data: st.DataObject) -> None:
        lays = [move for move in self.game.legal if isinstance(move, Lay)]
        if lays:
            self.become(self.game.apply(data.draw(st.sampled_from(lays))))

    @precondition(lambda self: self.game.outcome is None)
    @rule(choice=st.integers(0, 2))
    def lay_a_small_step(self, choice: int) -> None:
        lays = [move for move in self.game.legal if isinstance(move, Lay)]
        lays.sort(key=lambda lay: (step(self.game, lay), lay))
        if lays:
            self.become(self.game.apply(lays[min(choice, len(lays) - 1)]))

    @precondition(lambda self: END in self.game.legal)
    @rule()
    def end_the_turn(self) -> None:
        self.become(self.game.end())

    @precondition(lambda self: BACK in self.game.legal)
    @rule()
    def take_back(self) -> None:
        after = self.game.back()
        assert after.left == self.game.left + 1
        card, row = self.game.laid[-1]
        self.become(after)
        assert is_legal(after, Lay(card, row)), "what was taken back may be laid again"

    @rule(data=st.data())
    def try_something_refused(self, data: st.DataObject) -> None:
        before = write_game(self.game)
        move = data.draw(st.sampled_from(every_move(self.game)))
        if move not in self.game.legal:
            with pytest.raises(Refused):
                self.game.apply(move)
            assert write_game(self.game) == before

    @invariant()
    def every_card_lies_in_one_place(self) -> None:
        assert all_cards(self.game) == list(self.game.rules.cards)

    @invariant()
    def hands_are_sorted_and_never_too_large(self) -> None:
        for hand in self.game.hands:
            assert list(hand) == sorted(hand)
            assert len(hand) <= self.game.rules.hand_size

    @invariant()
    def earlier_games_are_as_they_were(self) -> None:
        for game, line in self.lines[-3:]:
            assert write_game(game) == line

    @invariant()
    def the_line_of_text_reads_back(self) -> None:
        again = read_game(write_game(self.game), self.game.rules.edition)
        assert again == self.game
        assert set(again.legal) == set(self.game.legal)

    @invariant()
    def a_game_goes_on_or_is_over_with_a_result(self) -> None:
        outcome = self.game.outcome
        if outcome is None:
            assert self.game.legal
        else:
            assert not self.game.legal
            assert outcome.left == len(self.game.draw) + sum(map(len, self.game.hands))
            assert outcome.won == (outcome.reason is None)
            assert not outcome.won or outcome.left == 0


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=60, stateful_step_count=40)


@settings(max_examples=120)
@given(games())
def test_three_ways_to_ask_what_is_legal_agree_on_every_conceivable_move(game: Game) -> None:
    listed = list(game.legal)
    assert len(listed) == len(set(listed)) == len(game.legal)
    assert bool(game.legal) == bool(listed)
    for move in every_move(game):
        accepted = move in listed
        assert is_legal(game, move) == accepted, move
        assert (game.refusal(move) is None) == accepted, move
        assert (move in game.legal) == accepted, move


@settings(max_examples=120)
@given(games())
def test_a_refusal_carries_a_rule_and_applying_raises_the_same_one(game: Game) -> None:
    hand = game.hands[game.seat] if game.seat is not None else (1,)
    moves: list[Move] = [Lay(card, row) for card in hand for row in ("U1", "D1", "U9")]
    for move in [*moves, END, BACK]:
        refusal = game.refusal(move)
        if refusal is None:
            continue
        assert refusal.rule
        with pytest.raises(Refused) as caught:
            game.apply(move)
        assert (caught.value.code, caught.value.params) == (refusal.code, refusal.params)


@settings(max_examples=100)
@given(games())
def test_moves_make_new_games_and_leave_the_old_one_alone(game: Game) -> None:
    line = write_game(game)
    for move in list(game.legal):
        after = game.apply(move)
        assert after is not game
        assert write_game(game) == line
    with pytest.raises(FrozenInstanceError):
        game.seat = 0  # type: ignore[misc]


@settings(max_examples=100)
@given(games())
def test_the_losing_moves_are_those_after_which_the_game_is_lost(game: Game) -> None:
    lost = [m for m in game.legal if reason(game.apply(m)) not in ("playing", "won")]
    assert list(game.losing) == lost


@settings(max_examples=50)
@given(games())
def test_a_game_survives_pickling(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) == game


@settings(max_examples=50)
@given(games())
def test_a_game_can_be_a_key(game: Game) -> None:
    again = read_game(write_game(game), game.rules.edition)
    assert {game: 1}[again] == 1
