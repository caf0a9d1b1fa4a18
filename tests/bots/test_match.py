"""A game among bots: who starts, what is counted, and what happens to a bot that cheats."""

import json
import pickle
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ninetyeight.bots import BotError, bot_names, make_bot, play_match
from ninetyeight.bots.bot import check_bot
from ninetyeight.rules import (
    BACK,
    END,
    Deal,
    Lay,
    Marker,
    Move,
    Rules,
    SetupError,
    Strictness,
    View,
    Wish,
    is_trick,
)
from ninetyeight.wire import view_from_json
from tests.bots.positions import random_deal

RULES = Rules.of("original", players=3)


class Scripted:
    """Plays like greedy, but says what the test wants."""

    name = "scripted"

    def __init__(self, wish: Wish | None = None, marks: Mapping[str, Marker] | None = None) -> None:
        self.wish = wish
        self.said = marks or {}
        self.seen: list[View] = []
        self._greedy = make_bot("greedy")

    def move(self, view: View) -> Move:
        self.seen.append(view)
        return self._greedy.move(view)

    def offer(self, view: View) -> Wish | None:
        return self.wish

    def marks(self, view: View) -> Mapping[str, Marker]:
        return self.said

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("wishes", "starter"),
    [
        ([None, None, None], 0),
        ([None, Wish.CAN, None], 1),
        ([Wish.CAN, Wish.WANT, Wish.MUST], 2),
        ([None, Wish.WANT, Wish.WANT], 1),
    ],
)
def test_the_strongest_wish_starts_and_the_lowest_seat_of_equals(
    wishes: list[Wish | None], starter: int
) -> None:
    """B10r."""
    team = [Scripted(wish) for wish in wishes]
    result = play_match(random_deal(RULES, Random(1)), team, talk=Strictness.SILENT)
    assert result.starter == starter
    assert team[starter].seen[0].laid == ()
    assert all(not row for row in team[starter].seen[0].rows)


def test_a_given_starter_starts() -> None:
    team = [Scripted(Wish.MUST), Scripted(), Scripted()]
    assert play_match(random_deal(RULES, Random(1)), team, starter=2).starter == 2


def test_the_moves_of_a_result_replay_to_the_same_end() -> None:
    for i, edition in enumerate(("original", "extreme", "gold")):
        rules = Rules.of(edition, players=2 + i, fire=True)
        deal = random_deal(rules, Random(i))
        result = play_match(deal, [make_bot("greedy") for _ in range(2 + i)])
        game = deal.game().start(result.starter)
        turns, tricks = 1, 0
        for move in result.moves:
            before, game = game, game.apply(move)
            if isinstance(move, Lay):
                place = rules.edition.row_index[move.row]
                tricks += is_trick(before.tops[place], move.card, rules.ups[place], 10)
            turns += not game.laid and game.outcome is None
        assert game.outcome == result.outcome
        assert (turns, tricks, len(game.draw)) == (result.turns, result.tricks, result.draw)


def test_markers_stand_until_their_owner_lays_there_or_withdraws_them() -> None:
    """T8r."""
    marked = Scripted(marks={"U1": Marker.KEEP})
    other = Scripted()
    team = [marked, other, Scripted()]
    play_match(random_deal(RULES, Random(2)), team, talk=Strictness.MARKERS, starter=0)
    for view in other.seen:
        mark = view.talk.mark(0, "U1")
        assert mark is not None  # seat 0 says it anew after every turn
        if not view.laid:
            assert mark.top == view.tops[0]
    for view in marked.seen:
        laid_there = any(lay.row == "U1" for lay in view.laid)
        assert (view.talk.mark(0, "U1") is None) == laid_there


def test_silent_tables_carry_no_markers() -> None:
    """T10r."""
    team = [Scripted(marks={"U1": Marker.KEEP}) for _ in range(3)]
    result = play_match(random_deal(RULES, Random(2)), team, talk=Strictness.SILENT)
    assert result.markers == 0
    assert all(not view.talk.marks for bot in team for view in bot.seen)


def test_repeating_a_marker_counts_once() -> None:
    rules = Rules.of("original", players=2)
    team = [Scripted(marks={"D2": Marker.SMALL}), Scripted()]
    deal = random_deal(rules, Random(2))
    result = play_match(deal, team, talk=Strictness.MARKERS, starter=1)
    own = sum(
        any(lay.row == "D2" for lay in turn) for turn in turns_of(team[0])
    )  # cleared when its owner laid there, and set again
    assert 1 <= result.markers <= own + 1


def turns_of(bot: Scripted) -> list[tuple[Lay, ...]]:
    views = [*bot.seen]
    return [
        view.laid for view, after in zip(views, [*views[1:], None], strict=True)
        if after is None or not after.laid
    ]  # fmt: skip


class Cheat(Scripted):
    name = "cheat"

    def __init__(self, move: Move) -> None:
        super().__init__()
        self.wanted = move

    def move(self, view: View) -> Move:
        return self.wanted


def test_a_move_that_is_not_accepted_stops_the_game_with_its_reason() -> None:
    with pytest.raises(BotError, match=r"cheat \(seat 1\) wanted to play end") as caught:
        play_match(random_deal(RULES, Random(1)), [Cheat(END), Cheat(END), Cheat(END)])
    assert caught.value.rule == "B5"


class Undecided(Scripted):
    def move(self, view: View) -> Move:
        return BACK if view.laid else next(iter(view.turn.lays()))


def test_a_bot_that_lays_and_takes_back_for_ever_is_stopped() -> None:
    rules = Rules.of("original", players=1, take_backs=True)
    with pytest.raises(BotError, match="in one turn without ending it"):
        play_match(random_deal(rules, Random(1)), [Undecided()])


def test_a_team_must_fill_the_seats() -> None:
    with pytest.raises(BotError, match="2 bots for 3 seats"):
        play_match(random_deal(RULES, Random(1)), [Scripted(), Scripted()])


def test_one_name_alone_is_that_of_every_seat() -> None:
    deal = Deal.of_bits(Rules.of("original", players=3), 5)
    assert play_match(deal, "greedy") == play_match(deal, ["greedy"] * 3)


def test_an_unknown_bot_is_told_with_the_known_ones() -> None:
    with pytest.raises(BotError) as caught:
        make_bot("grredy", 0)
    for language in ("en", "de", "fr"):
        told = caught.value.text(language)
        assert "grredy" in told
        assert all(name in told for name in bot_names())


def test_checking_a_bot_starts_nothing() -> None:
    check_bot("program:/no/such/program")
    check_bot(" greedy ")
    with pytest.raises(BotError):
        check_bot("")


def test_how_a_table_talks_may_be_said_by_its_word_and_by_no_other() -> None:
    """A word that means nothing must not be taken for markers."""
    deal = random_deal(RULES, Random(1))

    def team() -> list[Scripted]:
        return [Scripted(Wish.MUST, {"U1": Marker.KEEP}) for _ in range(3)]

    results = [play_match(deal, team(), talk=talk) for talk in ("silent", Strictness.SILENT)]
    results.append(play_match(deal, team()))  # as in the arena, nobody speaks unless told to
    assert [result.markers for result in results] == [0, 0, 0]
    assert play_match(deal, team(), talk="markers").markers > 0
    for word in ("nonsense", "", "SILENT"):
        with pytest.raises(SetupError) as unknown:
            play_match(deal, team(), talk=word)
        assert unknown.value.code == "unknown_talk"
        assert unknown.value.params["known"] == "silent, markers, markers+chat, free"


class Written(Scripted):
    """Says everything as text."""

    def move(self, view: View) -> Any:
        return str(super().move(view))

    def offer(self, view: View) -> Any:
        return self.wish and str(self.wish)


def test_bots_may_be_given_by_name_and_may_answer_in_words() -> None:
    deal = random_deal(RULES, Random(3))
    plain = play_match(deal, [Scripted(Wish.CAN), Scripted(), Scripted(Wish.MUST)])
    assert play_match(deal, [Written(Wish.CAN), Written(), Written(Wish.MUST)]) == plain
    assert play_match(deal, ["greedy"] * 3) == play_match(deal, [make_bot("greedy")] * 3)
    with pytest.raises(BotError, match="greedy, planner"):
        play_match(deal, ["greedy", "grredy", "planner"])


class Wrong(Scripted):
    """Says something wrong."""

    def __init__(self, answer: Any = "end", **said: Any) -> None:
        super().__init__(**said)
        self.answer = answer

    def move(self, view: View) -> Any:
        self.seen.append(view)
        return self.answer

    def marks(self, view: View) -> Any:
        self.seen.append(view)
        return self.said

    def offer(self, view: View) -> Any:
        self.seen.append(view)
        return self.wish


@pytest.mark.parametrize(
    ("wrong", "code", "words"),
    [
        (Wrong(END), "illegal_move", "wanted to play end, which is not accepted"),
        (Wrong("nonsense"), "illegal_move", "“nonsense” is not a move"),
        (Wrong(None), "illegal_move", "“None” is not a move"),
        (Wrong(marks={"U1": "perhaps"}), "not_said", "small, keep, keep!"),
        (Wrong(wish="now"), "not_said", "can, want, must"),
    ],
)
def test_what_a_bot_did_wrong_is_told_with_the_deal_and_what_it_saw(
    wrong: Wrong, code: str, words: str
) -> None:
    """So that its author can see it again."""
    deal = Deal.of_bits(Rules.of("original", 2), 98)
    with pytest.raises(BotError) as told:
        play_match(deal, [Scripted(Wish.MUST), wrong], talk="markers", starter=None)
    assert told.value.code == code
    for language in ("en", "de", "fr"):
        text = told.value.text(language)
        assert str(deal.code) in text
        assert view_from_json(json.loads(text[text.rindex('{"edition"') :])) == wrong.seen[-1]
    assert words in str(told.value)
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)
