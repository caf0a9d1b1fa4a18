"""Afterstates: what a seat knows once it has moved, and nothing that it does not."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ninetyeight.envs import actions
from ninetyeight.envs.after import after
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.vector import TeamVectorEnv
from ninetyeight.rules import Command, Deal, Game, Rules, View
from tests.fast.side_by_side import choose


@pytest.mark.parametrize(
    ("edition", "players", "hard"), [("original", 3, False), ("extreme", 2, True)]
)
def test_they_are_what_the_seat_sees_before_anything_is_drawn(
    edition: str, players: int, hard: bool
) -> None:
    rules = Rules.of(edition, players, fire=hard, expert=hard)
    rng, encoder = Random(4), Encoder(rules)
    deals = [Deal.of_bits(rules, bits) for bits in range(12)]
    games: list[Game] = [deal.game().start(0) for deal in deals]
    env = TeamVectorEnv(12, edition, players, autoreset_mode="Disabled", fire=hard, expert=hard)
    env.reset(seed=1, options={"deals": deals, "starter": 0})
    losing = went_on = stopped = 0
    while any(game.outcome is None for game in games):
        found = env.afterstates()
        told = {
            (game, action): (observation, lost)
            for game, action, observation, lost in zip(
                found.games.tolist(),
                found.actions.tolist(),
                found.observations,
                found.losing.tolist(),
                strict=True,
            )
        }
        chosen = np.zeros(12, np.int64)
        for at, game in enumerate(games):
            moves = list(game.legal)
            assert sum(place == at for place, _ in told) == len(moves)
            if game.outcome is not None:
                continue
            assert game.seat is not None
            view = View.of(game, game.seat)
            for move in moves:
                observation, lost = told[at, actions.action_of(rules, move)]
                assert np.array_equal(observation, encoder.encode(after(view, move)))
                assert lost == view.loses(move)
                losing += lost
                then = game.apply(move)
                if then.outcome is None and then.laid:  # the turn goes on: nothing was drawn
                    assert after(view, move) == View.of(then, game.seat)
                    went_on += 1
                elif view.commands.on(getattr(move, "card", None)) is Command.STOP:
                    stopped += 1
                    assert after(view, move).hand_sizes[game.seat] == len(view.hand) - 1
            move = choose(game, moves, rng)
            chosen[at], games[at] = actions.action_of(rules, move), game.apply(move)
        env.step(chosen)
    assert losing
    assert went_on
    assert bool(stopped) == hard
