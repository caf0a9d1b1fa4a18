"""The search: worlds that fit, playouts that keep the law, and a choice that wins more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from threading import Timer
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ninetyeight.bots import BotError, make_bot, play_match, searcher_names
from ninetyeight.bots.champion import LEVELS, Champion, Level
from ninetyeight.bots.kernel.beliefs import deal_believed_worlds
from ninetyeight.bots.kernel.team import Team
from ninetyeight.bots.kernel.worlds import deal_worlds, new_worlds
from ninetyeight.bots.markers import marks_for
from ninetyeight.bots.match import _Match
from ninetyeight.bots.planner import Planner
from ninetyeight.bots.search import Search
from ninetyeight.fast.batch import GameBatch
from ninetyeight.fast.layout import DRAWN, cards_in
from ninetyeight.rules import (
    EDITIONS,
    END,
    Card,
    Command,
    Commands,
    Deal,
    Game,
    Lay,
    Mark,
    Rules,
    Strictness,
    Talk,
    View,
)
from tests.bots.positions import random_deal

LITTLE = Level(playouts=400, candidates=8)

TABLES = [
    Rules.of("original", players=1),
    Rules.of("original", players=3),
    Rules.of("gold", players=6, short_hand=True),
    Rules.of("original", players=4, expert=True),
    Rules.of("gamefactory", players=4, fire=True),
    Rules.of("extreme", players=2),
    Rules.of("extreme", players=5, expert=True, fire=True),
    Rules.of("tiny", players=3, commands=True, fire=True),
]
BY_TABLE = pytest.mark.parametrize(
    "rules", TABLES, ids=lambda rules: "-".join((rules.edition.id, str(rules.players)))
)


def worlds_of(view: View, n: int, seed: int = 1, talk: Talk | None = None) -> Iterator[Game]:
    """Worlds as the search deals them, as games of the rules."""
    batch = GameBatch.of_games([view.sample(Random(0))])
    worlds = new_worlds(n)
    known = batch.law, batch.games.sets[0], batch.games.nums[0], worlds
    if talk is None:
        deal_worlds(*known, n, np.uint64(seed), 0)
    else:
        search = Search(view.rules, markers=True, candidates=4)
        search.position = batch
        search._list(view)  # what the markers mean
        deal_believed_worlds(*known, search.lister.board, search.marks, n, np.uint64(seed), 0)
    for at in range(n):
        yield world(view, batch, worlds.hands[at], worlds.decks[at], worlds.kinds[at])


def world(
    view: View,
    batch: GameBatch,
    hands: NDArray[np.uint64],
    deck: NDArray[np.uint8],
    kinds: NDArray[np.uint64],
) -> Game:
    drawn = int(batch.games.nums[0, DRAWN])
    carriers = {card: kind for place, kind in enumerate(Command) for card in cards_in(kinds[place])}
    return Game(
        rules=view.rules,
        rows=view.rows,
        hands=tuple(cards_in(hands[seat]) for seat in range(view.rules.players)),
        draw=tuple(int(card) for card in deck[drawn : len(view.rules.cards)]),
        seat=view.seat,
        laid=(),
        minimum=view.minimum,
        commands=Commands(carriers),
        open_commands=False,
        outcome=None,
    )


def turn_begins(rules: Rules, rng: Random) -> Game:
    """A position at the beginning of a turn, by a planner's game."""
    game = random_deal(rules, rng).game().start(rng.randrange(rules.players))
    planner = Planner()
    for _ in range(rng.randrange(40)):
        after = game
        while after.outcome is None and (after is game or after.laid):
            after = after.apply(planner.move(View.of(after, after.seat)))
        if after.outcome is not None:
            break
        game = after
    return game


@BY_TABLE
def test_every_world_looks_like_the_view(rules: Rules) -> None:
    rng = Random(f"worlds {rules}")
    for _ in range(6):
        game = turn_begins(rules, rng)
        view = View.of(game, game.seat)
        for found in worlds_of(view, 20):
            assert View.of(found, game.seat) == view
            assert not rules.fires & found.commands.keys() - view.commands.keys()


def test_which_hidden_cards_lie_where_makes_no_difference_to_the_worlds() -> None:
    rng = Random(4)
    rules = Rules.of("extreme", players=3)
    game = turn_begins(rules, rng)
    view = View.of(game, game.seat)
    other = View.of(view.sample(rng), game.seat)
    assert list(worlds_of(view, 5)) == list(worlds_of(other, 5))
    assert list(worlds_of(view, 5, seed=2)) != list(worlds_of(view, 5))


def small_game(players: int = 3) -> Game:
    """A game of the small edition in which nine cards are unseen."""
    rules = Rules.of("tiny", players=players)
    for number in range(1000):
        game = Deal.of_bits(rules, number).game().start(0)
        planner = Planner()
        while game.outcome is None and len(View.of(game, game.seat).unseen) > 9:
            game = game.apply(planner.move(View.of(game, game.seat)))
            while game.outcome is None and game.laid:
                game = game.apply(planner.move(View.of(game, game.seat)))
        if game.outcome is None and game.draw and len(View.of(game, game.seat).unseen) > 7:
            return game
    raise AssertionError("no such game")


def all_hands(view: View) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way in which the unseen cards can lie in the other hands."""

    def deal(seat: int, left: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
        if seat == view.rules.players:
            yield ()
            return
        if seat == view.viewer:
            for rest in deal(seat + 1, left):
                yield (view.hand, *rest)
            return
        for hand in combinations(left, view.hand_sizes[seat]):
            remaining = tuple(card for card in left if card not in hand)
            for rest in deal(seat + 1, remaining):
                yield (hand, *rest)

    return deal(0, view.unseen)


def chi_square(seen: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    return sum((seen.get(one, 0) - n) ** 2 / n for one, n in expected.items())


def test_all_worlds_are_equally_likely() -> None:
    game = small_game()
    view = View.of(game, game.seat)
    every = list(all_hands(view))
    assert len(every) > 200
    n = 60 * len(every)
    seen = Counter(found.hands for found in worlds_of(view, n))
    assert seen.keys() == set(every)
    # The statistic has as many degrees of freedom as worlds less one: five deviations above that
    # nothing fair comes, and a sampler that prefers one hand by a tenth is far beyond.
    limit = len(every) + 5 * (2 * len(every)) ** 0.5
    assert chi_square(seen, dict.fromkeys(every, n / len(every))) < limit
    tops = Counter(found.draw[0] for found in worlds_of(view, n))
    assert chi_square(tops, dict.fromkeys(view.unseen, n / len(view.unseen))) < 40


def test_worlds_come_as_often_as_the_markers_speak_for_them() -> None:
    """Compared with Bayes' rule over all hands."""
    game = small_game()
    seat = game.seat
    assert seat is not None
    shown = {
        other: marks_for(View.of(game, other))
        for other in range(game.rules.players)
        if other != seat
    }
    assert any(shown.values())
    talk = Talk(Strictness.MARKERS)
    for other, marks in shown.items():
        for row, marker in marks.items():
            top = game.tops[game.rules.edition.row_index[row]]
            talk = talk.set_mark(Mark(other, row, marker, top))
    view = View.of(game, seat, talk)

    def likelihood(hands: tuple[tuple[Card, ...], ...]) -> float:
        found = 1.0
        for other, marks in shown.items():
            held = Game(
                rules=game.rules, rows=game.rows, hands=hands, draw=game.draw, seat=seat, laid=(),
                minimum=game.minimum, commands=game.commands, open_commands=False, outcome=None,
            )  # fmt: skip
            called = marks_for(View.of(held, other))
            rows = game.rules.edition.row_names
            differs = sum(called.get(row) is not marks.get(row) for row in rows)
            speaking, quiet = (1, 0.01, 0.005), (1, 0.2, 0.15)
            found *= (speaking if marks else quiet)[differs]
        return found

    every = {hands: likelihood(hands) for hands in all_hands(view)}
    total = sum(every.values())
    fit = sum(likely for likely in every.values() if likely == 1.0)
    assert 0.05 < fit / total < 0.999  # the markers say something, and not everything
    n = 40_000
    seen = Counter(found.hands for found in worlds_of(view, n, talk=talk))
    apart = sum(abs(seen[hands] / n - likely / total) for hands, likely in every.items()) / 2
    fair = sum((likely / total / n) ** 0.5 for likely in every.values()) / 2
    assert apart < 2 * fair


def finish(game: Game, talk: Strictness) -> Game:
    """The game as planners play it on from the beginning of a turn, by the rules themselves."""
    team = [Planner() for _ in range(game.rules.players)]
    match = _Match(Deal.of_bits(game.rules, 0), team, Talk(talk))
    match.game = game
    while match.game.outcome is None:
        match.take_turn()
    return match.game


@BY_TABLE
@pytest.mark.parametrize("talk", [Strictness.SILENT, Strictness.MARKERS], ids=str)
def test_playouts_are_games_of_planners_by_the_rules(rules: Rules, talk: Strictness) -> None:
    rng = Random(f"playouts {rules}")
    search = Search(rules, markers=talk is Strictness.MARKERS, candidates=3)
    for _ in range(2):
        game = turn_begins(rules, rng)
        view = View.of(game, game.seat, Talk(talk))
        search.position = GameBatch.of_games([game])
        count = search._list(view)
        lefts = np.full((count, 2), -1, np.int16)
        search._play_out(0, 2, 9, np.arange(count), lefts)
        for at, imagined in enumerate(worlds_of(view, 2, seed=9)):
            for candidate in range(count):
                after = imagined
                for option in search._lays(candidate):
                    after = after.apply(option)
                if after.outcome is None and after.laid:
                    after = after.apply(END)
                end = after if after.outcome is not None else finish(after, talk)
                assert end.outcome is not None
                left = 0 if end.outcome.won else max(1, end.outcome.left)
                assert lefts[candidate, at] == left


@BY_TABLE
def test_candidates_are_distinct_turns_that_the_rules_accept(rules: Rules) -> None:
    rng = Random(f"candidates {rules}")
    search = Search(rules, markers=False, candidates=12)
    listed = 0
    for _ in range(12):
        game = turn_begins(rules, rng)
        view = View.of(game, game.seat, Talk(Strictness.SILENT))
        search.position = GameBatch.of_games([game])
        count = search._list(view)
        ends = set()
        for candidate in range(count):
            after = game
            for lay in search._lays(candidate):
                after = after.apply(lay)
            if after.outcome is None and after.laid:
                assert END in after.legal
            rows = zip(rules.ups, after.tops, strict=True)
            ends.add((tuple(sorted((up, top or 0) for up, top in rows)), after.hands))
        costs = search.lister.listed.costs[:count]
        assert (np.diff(costs) >= 0).all()
        assert len(ends) == count
        listed += count
        # The planner's own turn is among them, or something cheaper is.
        plan = Planner().plan(view, view.turn_start)
        assert plan is not None
        assert count == 0 or costs[0] <= plan.cost
    assert listed > 12


def test_levels_differ_in_effort_only() -> None:
    assert searcher_names() == tuple(LEVELS)
    efforts = [level.playouts for level in LEVELS.values()]
    assert efforts == sorted(efforts)
    for name in searcher_names():
        assert make_bot(name, 3).name == name


def test_a_search_of_any_effort_can_be_named() -> None:
    for level, playouts in (("quick", 2_000), ("champion", 16_000), ("deep", 100_000)):
        named, given = make_bot(f"search:{playouts}"), make_bot(level)
        assert isinstance(named, Champion)
        assert isinstance(given, Champion)
        assert named.level == given.level == LEVELS[level]
    assert LEVELS["quick"].candidates < LEVELS["champion"].candidates < LEVELS["deep"].candidates
    assert Level.of(1).candidates == 2
    for wrong in (
        "search",
        "search:",
        "search:0",
        "search:-1",
        "search:x",
        "search:1e3",
        "search:٣",
    ):
        with pytest.raises(BotError) as caught:
            make_bot(wrong)
        assert caught.value.code == "unknown_bot"


def test_the_same_view_gets_the_same_turn_also_from_its_middle() -> None:
    rng = Random(7)
    for rules in (TABLES[1], TABLES[5]):
        game = turn_begins(rules, rng)
        seat = game.seat
        talk = Talk(Strictness.MARKERS)
        for other in range(rules.players):
            for row, marker in marks_for(View.of(game, other)).items():
                top = game.tops[rules.edition.row_index[row]]
                talk = talk.set_mark(Mark(other, row, marker, top))
        bot = Champion(1, level=LITTLE)
        while game.seat == seat and game.outcome is None:
            view = View.of(game, seat, talk)
            move = bot.move(view)
            assert Champion(1, level=LITTLE).move(view) == move
            before, game = game, game.apply(move)
            talk = talk.after_move(before, move, game)
            if not isinstance(move, Lay):
                break


def test_the_turn_hangs_on_what_the_seat_may_know_and_on_the_seed() -> None:
    rng = Random(8)
    rules = TABLES[1]
    dice = set()
    for _ in range(5):
        game = turn_begins(rules, rng)
        view = View.of(game, game.seat)
        first = Champion(1, level=LITTLE).think(view)
        again = Champion(1, level=LITTLE).think(View.of(view.sample(rng), game.seat))
        assert first == again
        other = Champion(2, level=LITTLE).think(view)
        assert first is not None
        assert other is not None
        dice.add(first.options[0].left == other.options[0].left)
    assert False in dice


def test_where_the_kernel_has_no_room_it_plays_as_the_planner_does() -> None:
    """Ten cards a hand are more than a plan in the kernel holds."""
    edition = replace(EDITIONS["original"], id="many", hands=(10, 10, 10))
    game = Deal.of_bits(Rules(edition, players=2), 5).game().start(0)
    view = View.of(game, 0)
    bot = Champion(1, level=LITTLE)
    assert bot.think(view) is None
    assert bot.move(view) == Planner().move(view)


def test_a_champion_that_is_stopped_says_what_it_has_found() -> None:
    game = turn_begins(TABLES[1], Random(3))
    view = View.of(game, game.seat)
    assert Champion(1, level=LITTLE).think(view)  # now everything is compiled
    endless = Champion(1, level=Level(playouts=10**7, candidates=8))
    clock = Timer(1.0, endless.stop)
    clock.start()
    thought = endless.think(view)
    clock.join()
    assert thought is not None
    assert 0 < thought.playouts < 10**6
    assert view.refusal(thought.lays[0]) is None


def test_no_more_playouts_than_the_level_has_and_fewer_where_the_choice_is_clear() -> None:
    rng = Random(5)
    played = []
    for _ in range(12):
        game = turn_begins(TABLES[1], rng)
        thought = Champion(1, level=LITTLE).think(View.of(game, game.seat))
        assert thought is not None
        played.append(thought.playouts)
        assert thought.worlds * len(thought.options) <= thought.playouts
    # A round has a fewest number of worlds, so that a small effort may be passed by that much.
    assert max(played) <= LITTLE.playouts + 32 * LITTLE.candidates
    assert min(played) < max(played)


def test_it_wins_far_more_than_the_planner() -> None:
    rules, talk, games = TABLES[1], Strictness.MARKERS, 24
    deals = [Deal.of_bits(rules, 70_000 + number) for number in range(games)]
    planned = int(Team(rules, "planner", talk).play_deals(deals).won.sum())
    won = 0
    for deal in deals:
        team = [Champion(seat, level=LITTLE) for seat in range(rules.players)]
        won += play_match(deal, team, talk=talk).outcome.won
    # Of the deals that planners lose it wins a third; as lucky as that nobody is by chance.
    assert won >= planned + (games - planned) / 3
