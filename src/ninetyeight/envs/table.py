"""Every seat an agent of its own: the PettingZoo environment ``ninetyeight/Table-v0``.

The seats are one team (B1) and are paid together: whatever happens, every agent gets the same
reward. An agent sees what its seat may know and nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from ninetyeight.envs import EXTRA
from ninetyeight.envs.dealing import check_reset_options, new_episode
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.picture import Rendered, rendered
from ninetyeight.envs.plain_text import RENDER_MODES, check_render_mode, told_episode
from ninetyeight.envs.settings import (
    EnvSettings,
    Illegal,
    Reward,
    TalkOption,
    check_count,
    rules_for,
)
from ninetyeight.envs.spaces import Presentation, Seen
from ninetyeight.rules import Edition, OptionChoices

if find_spec("pettingzoo") is None:
    raise ModuleNotFoundError(f"The table of agents needs pettingzoo: pip install '{EXTRA}'")

from pettingzoo import AECEnv


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One game at a time, seat by seat; agents are ``seat_0``, ``seat_1`` …

    ``max_cycles`` cuts a game off (truncation) once a seat has been asked that often; without it a
    game ends by itself, except that refused actions may go on for ever. It never resets itself.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo reads a plain dictionary)
        "name": "ninetyeight_table_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str | Edition = "original",
        players: int = 3,
        *,
        talk: TalkOption = "silent",
        reward: Reward = "win",
        illegal: Illegal = "raise",
        starter: int | None = None,
        flat: bool = False,
        scaled: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Unpack[OptionChoices],
    ) -> None:
        super().__init__()
        rules = rules_for(type(self), edition, players, options)
        self.settings = EnvSettings(rules, talk, reward, illegal, starter)
        check_render_mode(render_mode)
        if max_cycles is not None:
            check_count("max_cycles", max_cycles)
        self.metadata = dict(self.metadata, is_parallelizable=players == 1)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.presentation = Presentation(self.settings, flat=flat, scaled=scaled)
        self.layout = self.presentation.encoder.layout
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: self.presentation.observation_space() for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: self.presentation.action_space() for agent in self.possible_agents
        }
        open_hands = replace(self.settings, open_hands=True)
        self._whole = Presentation(open_hands, flat=True, scaled=scaled)
        self.state_space = self._whole.observation_space()
        self._random, _ = seeding.np_random()
        self.episode: Episode | None = None
        self._asked: dict[str, int] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: that of ``options["deal"]``, or the next one of the seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        # PettingZoo's own test hands in an option of that name.
        check_reset_options({name: of for name, of in (options or {}).items() if name != "options"})
        self.episode = new_episode(self.settings, self.presentation.encoder, self._random, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._asked = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self._turn_to_asked()
        self._show()

    def observe(self, agent: str) -> Seen:
        """What the agent may know now; its mask is all 0 unless it is asked."""
        return self.presentation.observation(self._running(), self._seat(agent))

    def state(self) -> NDArray[Any]:
        """The table for a critic that sees more than a seat may: what `seat_0` knows and all hands.

        Laid out as ``Team-v0`` with ``open_hands`` lays out what `seat_0` sees.
        """
        seen = self._whole.observation(self._running(), 0)
        assert not isinstance(seen, dict)
        return seen

    def ending(self) -> dict[str, Any]:
        """How it ended: `won`, `left`, `reason`, `deal`, `starter`; empty while it goes on."""
        return self._running().ending()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Take the action of `agent_selection`; every agent gets the same reward for it."""
        episode, agent = self._running(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action: None is only for agents at the end")
        earned = episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0  # it was told of them by last()
        self.rewards = dict.fromkeys(self.agents, earned)
        self._asked[agent] += 1
        if episode.result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._asked[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._turn_to_asked()
        self._show()

    def render(self) -> Rendered:
        """The table as the asked agent sees it; None where it is printed or not wanted."""
        return rendered(self._running(), self._seat(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """Nothing to let go of."""

    def _running(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("no game has been dealt yet: call reset() first")
        return self.episode

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _turn_to_asked(self) -> None:
        """Select the agent whose seat is asked; at the end the one that acted last stays."""
        episode = self._running()
        if episode.seat is not None:
            self.agent_selection = self.possible_agents[episode.seat]
        # Numbers, and always the same: there are libraries that keep them in tensors.
        left, starter = episode.game.left, episode.starter
        won = episode.result is not None and episode.result.won
        self.infos = {
            agent: {"starter": starter, "left": left, "won": won}
            | self.presentation.info(episode, self._seat(agent))
            for agent in self.agents
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            seat = self._seat(self.agent_selection)
            print(told_episode(self._running(), seat), end="\n\n")
