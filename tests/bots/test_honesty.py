"""Hidden cards cannot influence a bot, and every bot keeps the law, in every edition."""

import inspect
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import get_type_hints

import pytest

from ninetyeight.bots import bot_names, make_bot, play_match
from ninetyeight.rules import (
    END,
    Command,
    Deal,
    Game,
    Lay,
    Mark,
    Marker,
    Move,
    Reason,
    Rules,
    Strictness,
    Talk,
    View,
    Wish,
    completes,
)
from tests.bots.positions import every_rules, random_deal, random_position

#: Rules that show everything a bot may have to heed, one of each.
TABLES = [
    Rules.of("original", players=1),
    Rules.of("original", players=3),
    Rules.of("gold", players=6, expert=True, short_hand=True),
    Rules.of("gamefactory", players=4, fire=True),
    Rules.of("extreme", players=2),
    Rules.of("extreme", players=5, expert=True, fire=True, take_backs=True),
    Rules.of("tiny", players=3, commands=True, fire=True),
]


#: All mixes of edition and options for quick bots; every seventh for one that thinks.
EVERY = {"random": 1, "greedy": 1, "planner": 7}


def some_talk(game: Game, rng: Random) -> Talk:
    """What others may have said: markers on some rows."""
    talk = Talk(Strictness.MARKERS)
    for name, top in zip(game.rules.edition.row_names, game.tops, strict=True):
        for seat in range(game.rules.players):
            if rng.random() < 0.3:
                talk = talk.set_mark(Mark(seat, name, rng.choice(list(Marker)), top))
    return talk


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.edition.id}-{rules.players}p")
def test_the_same_view_of_another_deal_gets_the_same_answer(name: str, rules: Rules) -> None:
    rng = Random(f"{name} {rules.edition.id} {rules.players}")
    bot = make_bot(name, seed=5)
    for _ in range(4):
        game = random_position(rules, rng)
        talk = some_talk(game, rng)
        for seat in range(rules.players):
            view = View.of(game, seat, talk)
            elsewhere = view.sample(rng)  # the unseen cards lie differently
            if rules.players > 1 and len(view.unseen) > 8:
                assert (elsewhere.hands, elsewhere.draw) != (game.hands, game.draw)
            same = View.of(elsewhere, seat, talk)
            assert same == view
            fresh = make_bot(name, seed=5)  # one that never saw the first deal
            if view.my_turn:
                assert fresh.move(same) == bot.move(view)
            assert fresh.marks(same) == bot.marks(view)


@pytest.mark.parametrize("name", bot_names())
def test_hidden_cards_do_not_change_the_wish_to_start(name: str) -> None:
    rng = Random(name)
    bot = make_bot(name, seed=5)
    for rules in TABLES:
        game = random_deal(rules, rng).game()
        for seat in range(rules.players):
            view = View.of(game, seat)
            assert bot.offer(View.of(view.sample(rng), seat)) == bot.offer(view)


@pytest.mark.parametrize("name", bot_names())
def test_a_bot_is_given_a_view_and_nothing_else(name: str) -> None:
    bot = make_bot(name, seed=0)
    for question in (bot.move, bot.offer, bot.marks):
        assert list(inspect.signature(question).parameters) == ["view"]
        assert get_type_hints(question)["view"] is View


def test_a_view_has_no_way_to_a_game() -> None:
    view = View.of(random_position(TABLES[1], Random(1)), 0)
    for value in vars(view).values():
        assert not isinstance(value, Game | Deal)


@pytest.mark.parametrize("name", bot_names())
def test_bots_answer_with_accepted_moves_and_markers_in_every_edition(name: str) -> None:
    rng = Random(name)
    for rules in list(every_rules())[:: EVERY[name]]:
        bots = [Watched(name, seat) for seat in range(rules.players)]
        talk = rng.choice(list(Strictness))
        result = play_match(random_deal(rules, rng), bots, talk=talk)
        assert result.outcome is not None


class Watched:
    """A bot at the table, and somebody who looks over its shoulder."""

    def __init__(self, name: str, seed: int) -> None:
        self.bot = make_bot(name, seed)
        self.name = name

    def move(self, view: View) -> Move:
        move = self.bot.move(view)
        assert view.refusal(move) is None
        assert move in view.legal
        assert_no_needless_loss(view, move)
        return move

    def offer(self, view: View) -> Wish | None:
        return self.bot.offer(view)

    def marks(self, view: View) -> Mapping[str, Marker]:
        marks = self.bot.marks(view)
        assert all(view.rows[view.rules.edition.row_index[row]] for row in marks)
        return marks

    def close(self) -> None:
        self.bot.close()


def assert_no_needless_loss(view: View, move: object) -> None:
    """X8r: a play that loses at once is made only when every play does.

    Judged by the whole game, of which the hidden part is made up: as long as the turn goes on it
    does not matter.
    """
    game = view.sample(Random(0))
    if not isinstance(move, Lay) or view.commands.get(move.card) is Command.STOP:
        return
    if goes_wrong(game, move):
        others = [other for other in game.legal if other is END or isinstance(other, Lay)]
        assert all(goes_wrong(game, other) for other in others), (move, others)


def goes_wrong(game: Game, move: object) -> bool:
    """True when the move loses, or with take-backs on leaves a turn that only `back` can save."""
    assert move is END or isinstance(move, Lay)
    after = game.apply(move)
    if after.outcome is not None:
        return not after.outcome.won and (move is not END)
    return bool(after.laid) and not completes(after.turn)


@pytest.mark.parametrize("name", bot_names())
def test_with_duties_all_over_the_table_no_bot_breaks_one_needlessly(name: str) -> None:
    """Far more commands than a box has: every turn is a trap (X8r)."""
    rng = Random(name)
    for i in range(0, 48, EVERY[name]):
        base = Rules.of("extreme", players=1 + i % 3, expert=bool(i & 4), fire=True)
        rules = replace(base, options=replace(base.options, take_backs=bool(i & 8)))
        deal = random_deal(rules, rng)
        kinds = [Command.STOP, Command.SKULL, Command.THREE, Command.SKULL, Command.ONE_ROW]
        cards = rng.sample(rules.cards, 70)
        commands = {card: rng.choice(kinds) for card in cards}
        deal = deal.with_commands(type(deal.commands)(commands))
        bots = [Watched(name, seat) for seat in range(rules.players)]
        result = play_match(deal, bots, talk=Strictness.SILENT)
        assert result.outcome.reason in (None, Reason.STUCK, Reason.FIRE)


def test_loses_agrees_with_the_game_wherever_nothing_is_hidden() -> None:
    """The draw pile empty and one or two seats left: what a bot foresees is what happens."""
    rng = Random(7)
    seen = 0
    for i in range(400):
        rules = Rules.of("tiny", players=1 + i % 2, fire=bool(i & 2), commands=bool(i & 4))
        deal = random_deal(rules, rng)
        deal = replace(deal, open_commands=True)
        game = deal.game().start(0)
        bot = make_bot("greedy", 0)
        while game.outcome is None and game.draw:
            assert game.seat is not None
            game = game.apply(bot.move(View.of(game, game.seat)))
        while game.outcome is None:
            assert game.seat is not None
            view = View.of(game, game.seat)
            foreseen = view.losing
            assert foreseen == game.losing
            seen += bool(foreseen)
            game = game.apply(rng.choice(list(game.legal)))
    assert seen > 20


class Asked(Watched):
    """Remembers when it was asked for its markers."""

    def __init__(self) -> None:
        super().__init__("greedy", 0)
        self.asked: list[View] = []

    def marks(self, view: View) -> Mapping[str, Marker]:
        self.asked.append(view)
        return super().marks(view)


def test_markers_are_only_asked_for_when_they_are_allowed() -> None:
    """T7: no signs in the quiet edition once the draw pile is empty; T10r: none when silent."""
    for edition, talk in (("gold", "markers"), ("extreme", "markers"), ("original", "silent")):
        rules = Rules.of(edition, players=3)
        team = [Asked() for _ in range(3)]
        for i in range(6):
            play_match(random_deal(rules, Random(i)), team, talk=Strictness(talk))
        asked = [view for bot in team for view in bot.asked]
        assert bool(asked) == (talk != "silent")
        for view in asked:
            assert not view.laid
            assert view.draw_size > 0 or not rules.edition.quiet
            tops = [top for top in view.tops if top is not None]
            assert Command.SILENCE not in [view.commands.get(top) for top in tops]  # X4
