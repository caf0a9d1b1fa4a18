"""The kernel and the rules are one law: the same moves lead to the same states in both.

Covered here: every distinct law (:mod:`tests.laws`), so every combination of `expert`,
`short_hand`, `fire` and `commands`, at every number of players, 250 random games each. After every
move of every game are compared: seat, minimum, cards laid this turn, tops, outcome and reason,
cards left, draw pile, all hands, and the exact set of legal moves. `make soak` plays at least 2,000
games of every single combination.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.fast.batch import GameBatch
from ninetyeight.rules import (
    NO_COMMANDS,
    Edition,
    Game,
    Options,
    Reason,
    Rules,
    completes,
)
from tests.fast.side_by_side import compare, play_out, play_side_by_side
from tests.laws import DISTINCT_LAWS, LAW_IDS, every_law
from tests.rules.strategies import ANY_EDITION, NINE, endgame, games, mapping

GAMES = 250
SOAK_GAMES = 2_000


def play_all_sizes(edition: Edition, options: Options, games: int, first: int) -> list[Game]:
    """At least ``games`` games, shared out over every number of players."""
    sizes = range(1, edition.max_players + 1)
    each = -(-games // len(sizes))
    return [
        game
        for players in sizes
        for game in play_side_by_side(Rules(edition, options, players), first + players, each)
    ]


@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_random_games_go_the_same_way_in_both_engines(edition: Edition, options: Options) -> None:
    played = play_all_sizes(edition, options, GAMES, first=98_000)
    assert len(played) >= GAMES
    seen = Counter(game.outcome.reason for game in played if game.outcome is not None)
    assert seen[Reason.STUCK]
    assert bool(seen[Reason.FIRE]) == options.fire
    assert bool(seen[Reason.THREE]) == (edition.commands or options.commands)


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_many_random_games_go_the_same_way(edition: Edition, options: Options) -> None:
    first = Random().randrange(2**40)
    print(f"first seed {first}")
    assert len(play_all_sizes(edition, options, SOAK_GAMES, first)) >= SOAK_GAMES


def test_late_positions_go_the_same_way_to_every_kind_of_end() -> None:
    """Few cards, rows nearly full, commands on many cards: where wins and broken duties happen."""
    rng, seen = Random(8), Counter[object]()
    for edition, options in [*DISTINCT_LAWS, *product([NINE], every_law())]:
        for players in range(1, edition.max_players + 1):
            rules = Rules(edition, options, players)
            begun = []
            for _ in range(7):
                commands = mapping(rules, rng) if rules.has_commands else NO_COMMANDS
                waiting, seat = endgame(rules, commands, rng, 5)
                begun.append(waiting.start(seat))
            batch = GameBatch.of_games(begun)
            compare(batch, begun)
            for game in play_out(batch, begun, rng):
                assert game.outcome is not None
                seen["won" if game.outcome.won else game.outcome.reason] += 1
    assert set(seen) == {"won", *Reason}


@given(games(ANY_EDITION), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_any_game_at_any_stage_goes_on_the_same_way(game: Game, rng: Random) -> None:
    taken_back_never = Rules(
        game.rules.edition, Options(*_law_options(game.rules.options)), game.rules.players
    )
    stands = Game(
        taken_back_never,
        game.rows,
        game.hands,
        game.draw,
        game.seat,
        game.laid,
        game.minimum,
        game.commands,
        game.open_commands,
        game.outcome,
    )
    batch = GameBatch.of_games([stands])
    compare(batch, [stands])
    if stands.seat is not None and completes(stands.turn):  # else only a take-back is left
        play_out(batch, [stands], rng)


def _law_options(options: Options) -> tuple[bool, bool, bool, bool]:
    return options.expert, options.short_hand, options.fire, options.commands
