"""The compiled encoder writes the same observations and masks as the encoder of views."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ninetyeight.envs import actions, fast_encoder
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.layout import PARTS
from ninetyeight.fast.batch import GameBatch, move_code
from ninetyeight.fast.layout import ROWS
from ninetyeight.rules import EDITIONS, NO_COMMANDS, Deal, Game, Rules, View
from tests.fast.side_by_side import choose, dealt
from tests.laws import every_law
from tests.rules.strategies import NINE, endgame, mapping


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_seat_is_shown_the_same_under_every_law(edition: str) -> None:
    rng, seats = Random(edition), EDITIONS[edition].max_players
    filled: set[str] = set()
    for place, options in enumerate(every_law()):
        rules = Rules(EDITIONS[edition], options, players=1 + place % seats)
        batch = GameBatch.deal(rules, games=1, seed=rng.randrange(10**6))
        encoder = Encoder(rules, open_hands=place % 3 == 0)
        filled |= follow(encoder, batch, dealt(batch)[0], rng)
        for _ in range(8):
            commands = mapping(rules, rng) if rules.has_commands else NO_COMMANDS
            late, _ = endgame(rules, commands, rng, 5)
            filled |= follow(encoder, GameBatch.of_games([late]), late, rng)
    talked = {part.name for part in PARTS if part.when == "markers"}
    assert filled == {part.name for part in PARTS} - talked, "some part was 0 all the time"


def test_an_edition_with_fewer_rows_leaves_their_places_empty() -> None:
    rules = Rules(NINE, players=2)
    for seed in range(20):
        batch = GameBatch.deal(rules, games=1, seed=seed)
        follow(Encoder(rules), batch, dealt(batch)[0], Random(seed))


def test_commands_that_everybody_knows_are_counted_on_unseen_cards() -> None:
    rules = Rules.of("extreme", players=2)
    deal = Deal.of_bits(rules, 98).with_commands(Deal.of_bits(rules, 99).commands)
    follow(Encoder(rules), GameBatch.of_deals([deal]), deal.game(), Random(5))


def follow(encoder: Encoder, batch: GameBatch, game: Game, rng: Random) -> set[str]:
    """Drive a game by the same moves in both engines and compare what is written of it; the names
    of the parts that were not always 0."""
    starter = rng.randrange(game.rules.players)
    filled = compare(encoder, batch, game)
    batch.start(starter)
    game = game.start(starter)
    while game.outcome is None:
        if rng.random() < 0.5:
            filled |= compare(encoder, batch, game)
        move = choose(game, list(game.legal), rng)
        assert batch.apply(np.array([move_code(game.rules, move)])).all()
        game = game.apply(move)
    return filled | compare(encoder, batch, game)


def compare(encoder: Encoder, batch: GameBatch, game: Game) -> set[str]:
    filled: set[str] = set()
    rules, layout = encoder.rules, encoder.layout
    sets, nums = batch.games.sets[0], batch.games.nums[0]
    written = np.full(layout.size, 99, np.int8)
    for viewer in range(rules.players):
        hands = game.hands[viewer + 1 :] + game.hands[:viewer]
        expected = encoder.encode(View.of(game, viewer), other_hands=hands)
        fast_encoder.encode(batch.law, layout.offsets, sets, nums, viewer, written)
        wrong = {
            name: (expected[place].tolist(), written[place].tolist())
            for name, place in layout.slices.items()
            if not np.array_equal(expected[place], written[place])
        }
        assert wrong == {}, f"{rules} seat {viewer}: {game}"
        filled |= {name for name, place in layout.slices.items() if expected[place].any()}
    mask = np.full(actions.count_of(markers=False), 99, np.int8)
    fast_encoder.mask(batch.law, sets, nums, np.zeros((ROWS, 2), np.uint64), mask)
    assert np.array_equal(mask, actions.lay_mask(rules, game.legal, markers=False))
    return filled
