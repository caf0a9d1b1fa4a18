"""How an observation and its mask are handed to a learner, and the spaces that declare it.

By default they come together, ``{"observation": …, "action_mask": …}``, as PettingZoo has it;
``flat`` hands out the vector alone and puts the mask into `info`. ``scaled`` turns the vector's
whole numbers into fractions of each part's highest number, ``float32`` from 0 to 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.settings import EnvSettings, switch

#: What a learner gets to see: the vector, or a dictionary of vector and mask.
Seen: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]


class Presentation:
    """One way to hand out what an episode shows."""

    def __init__(self, settings: EnvSettings, *, flat: bool = False, scaled: bool = False) -> None:
        self.settings = settings
        self.encoder = Encoder(
            settings.rules, markers=settings.markers, open_hands=settings.open_hands
        )
        self.flat = switch("flat", flat)
        self.scaled = switch("scaled", scaled)

    def observation_space(self) -> spaces.Space[Any]:
        """A new space that holds every observation."""
        high = self.encoder.layout.high
        vector: spaces.Space[Any]
        if self.scaled:
            vector = spaces.Box(0, 1, high.shape, np.float32)
        else:
            vector = spaces.Box(np.zeros_like(high), high, high.shape, np.int8)
        if self.flat:
            return vector
        mask = spaces.Box(0, 1, (self.settings.actions,), np.int8)
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        """A new space of all actions, legal now or not."""
        return spaces.Discrete(self.settings.actions)

    def observation(self, episode: Episode, seat: int) -> Seen:
        """What ``seat`` sees."""
        vector: NDArray[Any] = episode.observe(seat, self.encoder)
        if self.scaled:
            vector = self.encoder.layout.scaled(vector)
        if self.flat:
            return vector
        return {"observation": vector, "action_mask": episode.mask(seat)}

    def info(self, episode: Episode, seat: int) -> dict[str, Any]:
        """What is told beside the observation: nothing that ``seat`` may not know."""
        told: dict[str, Any] = {"seat": seat}
        if self.flat:
            told["action_mask"] = episode.mask(seat)
        if episode.refused is not None and seat == episode.seat:  # it may name a card of the hand
            told["refused"] = episode.refused
        return told
