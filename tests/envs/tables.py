"""Tables to test environments at, and somebody to play there."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from ninetyeight.envs.actions import LAYS
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.table import TableEnv
from ninetyeight.envs.team import TeamEnv
from ninetyeight.rules import EDITIONS

#: Every published edition with every number of seats.
SEATINGS = [
    (edition.id, players)
    for edition in EDITIONS.values()
    for players in range(1, edition.max_players + 1)
]


def running(env: TableEnv) -> Episode:
    """The game that is being played there."""
    assert env.episode is not None
    return env.episode


def careful(
    observation: dict[str, np.ndarray[Any, Any]], env: TableEnv | TeamEnv, rng: Random
) -> int:
    """A legal action: small steps as a rule, so that games go on for long; anything at times."""
    legal = [int(action) for action in np.flatnonzero(observation["action_mask"])]
    if legal[0] >= LAYS or rng.random() < 0.05:
        return rng.choice(legal)
    if legal[0] == 0 and rng.random() < 0.7:
        return 0
    tops = env.layout.take(observation["observation"], "tops")
    ups = env.settings.rules.ups
    lays = [action for action in legal if action] or legal

    def step(action: int) -> int:
        card, row = divmod(action, 4)
        ahead = card - int(tops[row])
        return ahead if ups[row] else -ahead

    return min(rng.sample(lays, min(5, len(lays))), key=step)
