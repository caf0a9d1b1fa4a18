"""One agent plays the whole team, seat by seat: the Gymnasium environment ``ninetyeight/Team-v0``.

It sees at any time what the seat that is asked may know and no more, so what it learns can sit down
at a table with others. With ``open_hands`` it sees all hands: a different, easier game.
"""

from __future__ import annotations

from typing import Unpack

from ninetyeight.envs.one_agent import OneAgentEnv
from ninetyeight.envs.settings import EnvSettings, Illegal, Reward, TalkOption, rules_for
from ninetyeight.rules import Edition, OptionChoices


class TeamEnv(OneAgentEnv):
    """The agent answers for every seat in its turn; ``info["seat"]`` tells for which."""

    def __init__(
        self,
        edition: str | Edition = "original",
        players: int = 3,
        *,
        talk: TalkOption = "silent",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        starter: int | None = None,
        open_hands: bool = False,
        flat: bool = False,
        scaled: bool = False,
        render_mode: str | None = None,
        **options: Unpack[OptionChoices],
    ) -> None:
        settings = EnvSettings(
            rules_for(type(self), edition, players, options),
            talk=talk,
            reward=reward,
            illegal=illegal,
            starter=starter,
            open_hands=open_hands,
        )
        super().__init__(settings, flat=flat, scaled=scaled, render_mode=render_mode)
