"""Thousands of games at once in the compiled kernel: the vector environment of
``ninetyeight/Team-v0``.

One agent plays every seat of every game. Games, observations, masks and rewards are the same as
those of :class:`~ninetyeight.envs.team.TeamEnv`; what it costs is a fraction.

>>> import gymnasium, ninetyeight.envs
>>> envs = gymnasium.make_vec("ninetyeight/Team-v0", num_envs=4, players=3)
>>> seen, info = envs.reset(seed=7)
>>> seen["observation"].shape, seen["action_mask"].shape, info["game"].tolist()
((4, 453), (4, 400), [0, 1, 2, 3])
>>> seen, rewards, terminated, truncated, info = envs.step(seen["action_mask"].argmax(axis=1))
>>> rewards.tolist()
[0.0, 0.0, 0.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ninetyeight.envs.dealing import as_deal, check_reset_options
from ninetyeight.envs.episode import ILLEGAL, IllegalAction, check_deal
from ninetyeight.envs.settings import (
    EnvSettings,
    Illegal,
    Reward,
    TalkOption,
    check_count,
    rules_for,
)
from ninetyeight.envs.spaces import Presentation, Seen
from ninetyeight.fast import EXTRA, available
from ninetyeight.rules import Edition, OptionChoices

if not available():
    raise ModuleNotFoundError(
        f"The vector environment steps its games in the compiled kernel: pip install '{EXTRA}'. "
        'Without it, gymnasium.make_vec(…, vectorization_mode="sync") plays the same games slowly.'
    )

from ninetyeight.envs import stepping
from ninetyeight.fast.batch import GameBatch
from ninetyeight.fast.layout import LEFT, OUTCOME, PLAYING, REASON, REASONS, WON, law_of

if TYPE_CHECKING:
    from ninetyeight.envs.afterstates import Afterstates

Actions: TypeAlias = NDArray[np.integer[Any]] | Sequence[int]
_Answer: TypeAlias = tuple[
    Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]

#: What `reset` understands among its options.
RESET_OPTIONS = ("deals", "starter", "first_game", "reset_mask")
_MODES = {mode.value: mode for mode in AutoresetMode}
_REASONS = np.array([None if reason is None else reason.value for reason in REASONS], object)


class TeamVectorEnv(VectorEnv[Seen, Actions, NDArray[Any]]):
    """``num_envs`` games side by side.

    Game number *k* follows from the seed and *k* alone; place *i* of *n* plays the games *i*,
    *i* + *n*, *i* + 2*n* …, so all places together play games 0, 1, 2 … whatever *n* is. Given a
    list of seeds, one for each place, every place plays the games 0, 1, 2 … of its own.

    ``autoreset_mode`` says what happens at the end of a game: by default `SameStep`, the
    observation is the first one of the next game already and the last one of the old game stands
    in ``info["final_obs"]``; `NextStep`, the following step ignores its action and begins the next
    game; `Disabled`, the game stays as it is, whatever is asked of it, until it is reset.

    ``max_episode_steps`` cuts a game off (truncation) after so many steps: where actions are
    refused it might go on for ever. With ``copy`` False the arrays that are handed out are the ones
    the next step writes to.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Unpack[OptionChoices],
    ) -> None:
        check_count("num_envs", num_envs)
        if render_mode is not None:
            raise ValueError("the vector environment draws nothing: leave out render_mode")
        if max_episode_steps is not None:
            check_count("max_episode_steps", max_episode_steps)
        rules = rules_for(type(self), edition, players, options)
        self.settings = EnvSettings(rules, talk, reward, illegal, starter, open_hands)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.copy = copy
        self.presentation = Presentation(self.settings, flat=flat, scaled=scaled)
        self.layout = self.presentation.encoder.layout
        self.single_observation_space = self.presentation.observation_space()
        self.single_action_space = self.presentation.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.law = law_of(rules)
        self.arrays = stepping.new_arrays(self.settings, self.layout, num_envs)
        self.max_episode_steps = max_episode_steps
        #: How far on the next game of a place is in the order of its seed.
        self._strides = np.full(num_envs, num_envs, np.int64)
        #: Steps of the running games, and those that were cut off and are not over.
        self._steps = np.zeros(num_envs, np.int64)
        self._cut = np.zeros(num_envs, np.bool_)
        self._dealt = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin new games: with a seed from its game 0 on, without one the next of each place.

        Options: ``first_game``, the number to begin from; ``starter``, the seat that begins (or one
        for each game); ``deals``, a `Deal` or its code for each place instead of the first game of
        the seed, begun by seat 0 unless told; ``reset_mask``, the places to reset while all others
        go on.
        """
        wanted = dict(options or {})
        check_reset_options(wanted, RESET_OPTIONS)
        which = _places(wanted.get("reset_mask"), self.num_envs)
        self._number(seed, wanted.get("first_game"), which)
        starters = self._starters(wanted.get("starter"))
        arrays = self.arrays
        arrays.rewards[which], arrays.ended[which], arrays.refused[which] = 0.0, False, False
        if wanted.get("deals") is not None:
            if len(which) != self.num_envs:
                raise ValueError("deals are given to all places at once: leave out reset_mask")
            self._give(wanted["deals"], starters)
        elif starters is None or len(set(starters.tolist())) == 1:
            self._deal(which, None if starters is None else int(starters[0]))
        else:
            for starter in set(starters[which].tolist()):
                self._deal(which[starters[which] == starter], starter)
        self._dealt = True
        return self._seen(), self._info()

    def step(self, actions: Actions) -> _Answer:
        """Take one action in each game."""
        if not self._dealt:
            raise RuntimeError("no game has been dealt yet: call reset() first")
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,) or moves.dtype.kind not in "iu":
            raise ValueError(
                f"step takes {self.num_envs} whole numbers, one action for each game; it was given "
                f"an array of shape {moves.shape} and type {moves.dtype}"
            )
        moves, arrays, law = moves.astype(np.int64), self.arrays, self.law
        if self.settings.illegal == "raise":
            refused = stepping.first_refused(law, arrays, moves)
            if refused >= 0:
                raise IllegalAction(
                    f"action {moves[refused]} of seat {arrays.seats[refused]} in place {refused} "
                    "is not legal (no game was moved): take only actions whose mask is 1"
                )
        idle = np.flatnonzero(arrays.over)
        lose = self.settings.illegal == "lose"
        stepping.step(
            law,
            arrays,
            moves,
            stepping.LOSE if lose else stepping.REFUSE,
            stepping.per_card(law, self.settings.reward),
        )
        told: dict[str, Any] = {}
        truncated = self._count_steps(idle)
        ended = np.flatnonzero(arrays.ended | self._cut)
        terminated = arrays.over & ~self._cut
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._next_games(idle)
            terminated[idle] = truncated[idle] = False
        elif self.autoreset_mode is AutoresetMode.SAME_STEP and len(ended):
            told = self._final(ended)
            self._next_games(ended)
        told |= self._info()
        rewards = arrays.rewards.copy() if self.copy else arrays.rewards
        return self._seen(), rewards, terminated, truncated, told

    def afterstates(self) -> Afterstates:
        """What each position would look like after each legal action; see there."""
        from ninetyeight.envs.afterstates import afterstates

        return afterstates(self)

    # Games and their numbers.

    def _count_steps(self, idle: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Count the step just taken by all that were not idle; which games have had all theirs.

        A game that is cut off counts as over, so that nothing more happens in it.
        """
        if self.max_episode_steps is None:
            return np.zeros(self.num_envs, np.bool_)
        self._steps += 1
        self._steps[idle] -= 1
        truncated: NDArray[np.bool_] = self._steps >= self.max_episode_steps
        self._cut |= truncated & ~self.arrays.over
        self.arrays.over[self._cut] = True
        return truncated

    def _number(
        self, seed: int | Sequence[int] | None, first: object, which: NDArray[np.int64]
    ) -> None:
        """Give the places the seeds and the numbers of their next games."""
        arrays, n = self.arrays, self.num_envs
        if first is not None and (not isinstance(first, Integral) or int(first) < 0):
            raise ValueError(f"first_game={first!r}: games are whole numbers, counted from 0")
        seeds = None if seed is None else _seeds(seed, n)
        super().reset(seed=None if seeds is None else int(seeds[0]))
        fresh = arrays.seeds < 0
        if seeds is not None:
            arrays.seeds[which] = seeds[which]
            self._strides[which] = n if isinstance(seed, int | np.integer) else 1
        elif fresh.any():
            arrays.seeds[fresh] = self.np_random.integers(2**63 - 1)
            arrays.numbers[fresh] = (np.arange(n) - n)[fresh]
        if seeds is None and first is None:
            arrays.numbers[which] += self._strides[which]
        else:
            together = self._strides[which] == n
            arrays.numbers[which] = int(first or 0) + which * together

    def _starters(self, wanted: int | Sequence[int] | None) -> NDArray[np.int64] | None:
        if wanted is None:
            wanted = self.settings.starter
        if wanted is None:
            return None
        seats, players = np.asarray(wanted), self.settings.rules.players
        whole = seats.dtype.kind in "iu" and seats.shape in ((), (self.num_envs,))
        if not whole or seats.min() < 0 or seats.max() >= players:
            raise ValueError(
                f"starter={wanted}: one seat, or one for each game, 0 to {players - 1}"
            )
        return np.broadcast_to(seats, self.num_envs).astype(np.int64)

    def _give(self, given: object, starters: NDArray[np.int64] | None) -> None:
        """Begin the given deals."""
        if not isinstance(given, Sequence) or len(given) != self.num_envs:
            raise ValueError(f"deals={given!r}: a list of {self.num_envs}, one for each game")
        deals = [as_deal(one) for one in given]
        for deal in deals:
            check_deal(self.settings.rules, deal)
            if deal.open_commands:
                raise ValueError("a deal whose commands are known is not for this environment")
        batch = GameBatch.of_deals(deals)
        self.arrays.games.deck[:] = batch.games.deck
        self.arrays.games.sets[:] = batch.games.sets
        seats = np.zeros(self.num_envs, np.int64) if starters is None else starters
        stepping.start(self.law, self.arrays, seats)
        self._steps[:], self._cut[:] = 0, False
        if self.arrays.over.any():
            lost = int(np.flatnonzero(self.arrays.over)[0])
            raise ValueError(
                f"deal {lost} is over before a card is laid: seat {seats[lost]} cannot complete "
                "the first turn (B8); choose another deal or starter"
            )

    def _next_games(self, which: NDArray[np.int64]) -> None:
        self.arrays.numbers[which] += self._strides[which]
        self._deal(which, self.settings.starter)

    def _deal(self, which: NDArray[np.int64], starter: int | None) -> None:
        first = -1 if starter is None else starter
        self._steps[which], self._cut[which] = 0, False
        if stepping.deal(self.law, self.arrays, first, which):
            raise ValueError(
                "no deal was found in which the first turn can be completed (B8): the hands are "
                "too small for these rules"
            )

    # What is handed out.

    def _seen(self) -> Seen:
        arrays, shown = self.arrays, self.presentation
        vectors: NDArray[Any] = arrays.observations
        if shown.scaled:
            vectors = self.layout.scaled(vectors)
        elif self.copy:
            vectors = vectors.copy()
        if shown.flat:
            return vectors
        masks = arrays.masks.copy() if self.copy else arrays.masks
        return {"observation": vectors, "action_mask": masks}

    def _info(self) -> dict[str, Any]:
        """What is told of the games as they stand now; a key's mask says for which."""
        arrays = self.arrays
        told: dict[str, Any] = {}
        everywhere = np.ones(self.num_envs, np.bool_)
        _tell(told, "seat", arrays.seats.copy(), everywhere)
        _tell(told, "game", arrays.numbers.copy(), everywhere)
        if self.presentation.flat:
            _tell(told, "action_mask", arrays.masks.copy(), everywhere)
        if self.settings.illegal == "refuse" and arrays.refused.any():
            _tell(told, "refused", arrays.refused.copy(), arrays.refused)
        over = arrays.over & ~self._cut
        if over.any():
            told |= self._endings(over)
        return told

    def _final(self, ended: NDArray[np.int64]) -> dict[str, Any]:
        """What is told of games that ended in this step, before the next ones begin."""
        arrays, shown = self.arrays, self.presentation
        there = arrays.ended | self._cut
        last: NDArray[Any] = arrays.observations[ended]
        if shown.scaled:
            last = self.layout.scaled(last)
        seen = np.full(self.num_envs, None, object)
        for at, vector in zip(ended, last, strict=True):
            mask = arrays.masks[at].copy()
            seen[at] = vector if shown.flat else {"observation": vector, "action_mask": mask}
        told: dict[str, Any] = {}
        _tell(told, "final_obs", seen, there)
        ending: dict[str, Any] = {}
        _tell(ending, "seat", arrays.seats.copy(), there)
        _tell(ending, "game", arrays.numbers.copy(), there)
        if arrays.ended.any():
            ending |= self._endings(arrays.ended)
        _tell(told, "final_info", ending, there)
        return told

    def _endings(self, there: NDArray[np.bool_]) -> dict[str, Any]:
        """How games ended that are over."""
        nums = self.arrays.games.nums
        won = nums[:, OUTCOME] == WON
        reasons = _REASONS[nums[:, REASON]]
        # Where the rules know of no end, it was an action that ended the game.
        reasons[there & (nums[:, OUTCOME] == PLAYING)] = ILLEGAL
        reasons[~there] = None
        told: dict[str, Any] = {}
        _tell(told, "won", won & there, there)
        _tell(told, "left", nums[:, LEFT].astype(np.int64) * there, there)
        _tell(told, "reason", reasons, there)
        _tell(told, "starter", self.arrays.starters.copy(), there)
        return told


def _tell(told: dict[str, Any], name: str, values: Any, there: NDArray[np.bool_]) -> None:
    """Add a key as Gymnasium's vector environments do: the values, and for which places."""
    told[name] = values
    told[f"_{name}"] = there.copy()


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    mode = given if isinstance(given, AutoresetMode) else _MODES.get(str(given))
    if mode is None:
        known = ", ".join(map(repr, _MODES))
        raise ValueError(f"autoreset_mode={given!r} is not known here: choose one of {known}")
    return mode


def _seeds(given: int | Sequence[int], n: int) -> NDArray[np.int64]:
    """A seed for each place: the same for all, or one of its own for every one."""
    seeds = np.asarray(given)
    whole = seeds.dtype.kind in "iu" and seeds.shape in ((), (n,))
    if not whole or seeds.min() < 0 or seeds.max() >= 2**63:
        raise ValueError(
            f"seed={given!r}: a whole number from 0 to 2**63 - 1, or a list of {n}, one a game"
        )
    return np.broadcast_to(seeds, n).astype(np.int64)


def _places(mask: NDArray[np.bool_] | None, n: int) -> NDArray[np.int64]:
    """The places that a reset is for."""
    if mask is None:
        return np.arange(n)
    chosen = np.asarray(mask)
    if chosen.shape != (n,) or chosen.dtype != np.bool_ or not chosen.any():
        raise ValueError(f"reset_mask is an array of {n} truth values, one of them true at least")
    return np.flatnonzero(chosen)
