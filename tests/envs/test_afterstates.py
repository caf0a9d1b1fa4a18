"""Afterstates: what a seat knows once it has moved, and nothing that it does not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ninetyeight.bots.sight import loses
from ninetyeight.envs import actions
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.vector import TeamVectorEnv
from ninetyeight.rules import Command, Deal, Game, Lay, Move, Rules, View
from tests.fast.side_by_side import choose


def after(view: View, move: Move) -> View:
    """The view once its viewer has moved, before anything is drawn."""
    ended = True
    if isinstance(move, Lay):
        place, seat = view.rules.edition.row_index[move.row], view.viewer
        assert seat is not None
        rows, sizes = list(view.rows), list(view.hand_sizes)
        rows[place] = (*rows[place], move.card)
        sizes[seat] -= 1
        hand = tuple(card for card in view.hand if card != move.card)
        ended = view.commands.on(move.card) is Command.STOP
        view = replace(view, rows=tuple(rows), hand=hand, hand_sizes=tuple(sizes))
        view = replace(view, laid=(*view.laid, move))
    return replace(view, seat=None) if ended else view


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
    losing = 0
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
                assert lost == loses(view, move)
                losing += lost
            move = choose(game, moves, rng)
            chosen[at], games[at] = actions.action_of(rules, move), game.apply(move)
        env.step(chosen)
    assert losing
