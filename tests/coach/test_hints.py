"""Hints: what a bot would do, why it would, and how the game is marked by them."""

from __future__ import annotations

from random import Random

import pytest

from ninetyeight.bots import make_bot
from ninetyeight.bots.champion import Champion
from ninetyeight.coach import hint
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import END, Deal, Game, Refused, View
from ninetyeight.table import Hinted, Moved, Seat, Setup, Started, Table, read_record
from ninetyeight.terminal.words import Words
from tests.rules.positions import lay, table

DEAL = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C")
PEOPLE = (Seat("Ada"), Seat("Ben"))


def seen(game: Game) -> View:
    return View.of(game, 0)


@pytest.mark.parametrize(
    ("game", "move", "reason", "params"),
    [
        (table([40, 72], U1=50, D2=60), "40@U1", "trick", {"row": "U1", "n": 10}),
        (table([51], draw=[], U1=50), "51@U1", "wins", {}),
        (lay(table([51, 52, 90], U1=50, U2=60, D1=70, D2=55), (51, "U1"), (52, "U1")), "end",
         "end", {}),
        (table([12, 51], draw=[], U1=50, U2=60, D1=5, D2=6), "51@U1", "smallest", {"n": 1}),
        (
            table([12, 51], edition="extreme", commands={55: "skull"}, U1=50, U2=60, D1=55, D2=20),
            "51@D1", "covers", {"row": "D1"},
        ),
    ],
)  # fmt: skip
def test_a_hint_gives_the_plainest_reason_that_is_true(
    game: Game, move: str, reason: str, params: dict[str, object]
) -> None:
    found = hint(seen(game))
    assert (str(found.move), found.reason, found.params) == (move, f"hint.why.{reason}", params)


def test_every_hint_of_a_game_is_possible_and_has_words_in_every_language() -> None:
    played = Table(Setup(Deal.from_code("extreme-fire-2p-K7Q2M9XA4TWB3H8C"), PEOPLE))
    played.submit(Started(0))
    quick = make_bot("greedy")
    while (seat := played.state.active) is not None:
        found = hint(played.view(seat))
        for language in LANGUAGES:
            assert catalogue(language).text(found.reason, **found.params)
        played.submit(Moved(seat, found.move))
        for _ in range(3):  # a quicker bot plays most of it
            if played.state.active == seat:
                played.submit(Moved(seat, quick.move(played.view(seat))))
    assert played.over


def a_table() -> Table:
    opened = Table(Setup(DEAL, PEOPLE))
    opened.submit(Started(0))
    return opened


def test_a_hint_marks_the_game_and_its_record_and_changes_no_card() -> None:
    opened = a_table()
    game = opened.state.game
    opened.submit(Hinted(0))
    opened.submit(Hinted(0))  # asked once more
    assert opened.state.game is game
    assert opened.state.hinted == {0}
    assert read_record(opened.record()).state.hinted == {0}
    told = Words("en").event(a_table().state, Hinted(0), opened.state)
    assert told == "Ada has asked for a hint: the game counts as played with hints."
    assert any("hints (Ada)" in line for line in Words("en").deal(opened.state))
    assert not any("hint" in line for line in Words("en").deal(a_table().state))


@pytest.mark.rule("B6")
def test_only_whoever_is_to_play_is_given_a_hint() -> None:
    for opened, code in (
        (a_table(), "not_your_turn"),
        (Table(Setup(DEAL, PEOPLE)), "not_your_turn"),
    ):
        with pytest.raises(Refused) as refused:
            opened.submit(Hinted(1))
        assert refused.value.code == code
    over = a_table()
    while not over.over:
        seat = over.state.active
        assert seat is not None
        moves = over.view(seat).turn
        over.submit(Moved(seat, END if moves.may_end else next(iter(moves.lays()))))
    with pytest.raises(Refused) as refused:
        over.submit(Hinted(0))
    assert refused.value.code == "game_over"


def test_what_a_hint_is_worth_tells_the_own_cards_and_nothing_of_the_others() -> None:
    view = seen(DEAL.game().start(0))
    adviser = Champion(1, "quick")
    found = hint(view, 1, adviser.think(view))
    best, second = found.ways
    assert best.lays[0] == found.move
    assert second.lays != best.lays
    assert all(0 <= way.wins <= 100 for way in found.ways)
    assert {lay.card for way in found.ways for lay in way.lays} <= set(view.hand)
    for number in range(3):  # wherever the hidden cards lie
        other = View.of(view.sample(Random(number)), 0, view.talk)
        assert hint(other, 1, adviser.think(other)) == found


def test_in_the_middle_of_a_turn_a_hint_is_worth_what_is_left_of_it() -> None:
    game = DEAL.game().start(0)
    adviser = Champion(1, "quick")
    thought = adviser.think(seen(game))
    assert thought is not None
    game = game.apply(thought.lays[0])
    found = hint(seen(game), 1, thought)
    assert found.ways[0].lays == thought.lays[1:]
    assert str(found.move) == str(thought.lays[1])
    elsewhere = next(
        lay for lay in seen(DEAL.game().start(0)).turn.lays() if lay not in thought.lays
    )
    astray = DEAL.game().start(0).apply(elsewhere)
    assert hint(seen(astray), 1, thought).ways == ()  # that turn is made no more
