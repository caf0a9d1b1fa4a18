"""What the Gymnasium environments have in common: one agent, answers asked one after the other."""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ninetyeight.envs.dealing import TRIES, check_reset_options, new_episode
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.picture import Rendered, rendered
from ninetyeight.envs.plain_text import RENDER_MODES, check_render_mode, told_episode
from ninetyeight.envs.settings import EnvSettings
from ninetyeight.envs.spaces import Presentation, Seen

#: What `step` is given.
Action: TypeAlias = int | np.integer[Any]


class OneAgentEnv(gymnasium.Env[Seen, Action]):
    """One game at a time. It never resets itself; vector environments around it do."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        settings: EnvSettings,
        *,
        flat: bool = False,
        scaled: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.settings = settings
        self.render_mode = render_mode
        self.presentation = Presentation(settings, flat=flat, scaled=scaled)
        self.layout = self.presentation.encoder.layout
        self.observation_space = self.presentation.observation_space()
        self.action_space = self.presentation.action_space()
        self.episode: Episode | None = None
        #: The seat the agent answers for, or answered for last.
        self.seat = 0
        #: What the others earned before the agent was first asked: paid with its first step.
        self._early = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game: that of ``options["deal"]``, or the next one of the seed."""
        super().reset(seed=seed)
        check_reset_options(options)
        for _ in range(TRIES):
            episode = new_episode(self.settings, self.presentation.encoder, self.np_random, options)
            self._early = self.play_others(episode)
            if episode.result is None:
                self.episode = episode
                return self._answer()
            if options and options.get("deal") is not None:
                raise ValueError(
                    f"the game of {options['deal']} is over before the agent is asked: "
                    "choose another deal, starter or partners"
                )
        raise ValueError(
            f"of {TRIES} deals none lasted until the agent was asked: choose other partners or "
            "rules"
        )

    def step(self, action: Action) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take the agent's action, then whatever happens until it is asked again."""
        episode = self._running()
        earned = self._early + episode.act(int(action))
        earned += self.play_others(episode)
        self._early = 0.0
        seen, info = self._answer()
        return seen, earned, episode.result is not None, False, info

    def play_others(self, episode: Episode) -> float:
        """Let everybody else play until the agent is asked or the game is over; what it earned."""
        return 0.0

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, for libraries that ask the environment for it."""
        return self._running().mask(self.seat).astype(np.bool_)

    def render(self) -> Rendered:
        """The table as the agent sees it; None where it is printed or not wanted."""
        return rendered(self._running(), self.seat, self.render_mode)

    def _running(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("no game has been dealt yet: call reset() first")
        return self.episode

    def _answer(self) -> tuple[Seen, dict[str, Any]]:
        episode = self._running()
        if episode.seat is not None:
            self.seat = episode.seat
        if self.render_mode == "human":
            print(told_episode(episode, self.seat), end="\n\n")
        return (
            self.presentation.observation(episode, self.seat),
            self.presentation.info(episode, self.seat) | episode.ending(),
        )
