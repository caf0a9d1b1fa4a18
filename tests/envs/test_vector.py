"""The vector environment: the same games as one by one, many at a time."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, NormalizeObservation
from numpy.typing import NDArray
from packaging.version import Version

from ninetyeight.envs import TEAM_ID
from ninetyeight.envs.episode import IllegalAction
from ninetyeight.envs.team import TeamEnv
from ninetyeight.envs.vector import TeamVectorEnv
from ninetyeight.fast.batch import GameBatch
from ninetyeight.fast.layout import OUTCOME
from ninetyeight.rules import Deal, NotationError, Rules
from tests.rules.strategies import NINE

PLACES = 8


def legal(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game by chance."""
    chances = rng.random(masks.shape, dtype=np.float32)
    chosen: NDArray[np.int64] = (masks * chances).argmax(axis=1)
    return chosen


def same(one: Any, many: Any, at: int) -> bool:
    """Whether the observation of one game is that of place ``at``."""
    if isinstance(one, dict):
        return all(same(one[name], many[name], at) for name in one)
    return bool(np.array_equal(one, many[at]) and one.dtype == many.dtype)


def told(info: dict[str, Any], at: int) -> dict[str, Any]:
    """What a vector environment's info says of one place."""
    return {
        name: values[at]
        for name, values in info.items()
        if not name.startswith("_") and info[f"_{name}"][at]
    }


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 3},
        {"players": 1, "reward": "cards", "flat": True},
        {"edition": "extreme", "players": 2, "fire": True, "reward": "cards", "scaled": True},
        {"edition": "gold", "players": 6, "expert": True, "open_hands": True},
    ],
    ids=lambda settings: settings.get("edition", "original"),
)
def test_it_plays_the_same_as_one_environment_for_each_deal(settings: dict[str, Any]) -> None:
    many = TeamVectorEnv(PLACES, autoreset_mode="Disabled", **settings)
    ones = [TeamEnv(**settings) for _ in range(PLACES)]
    names = {"edition", "players", "expert", "fire"} & set(settings)
    rules = Rules.of(**{"edition": "original", **{name: settings[name] for name in names}})
    deals = [Deal.of_bits(rules, bits) for bits in range(PLACES)]
    starters = [at % rules.players for at in range(PLACES)]
    assert many.single_observation_space == ones[0].observation_space
    assert many.single_action_space == ones[0].action_space

    codes = [deal.code for deal in deals]  # as good as the deals
    seen, info = many.reset(seed=1, options={"deals": codes, "starter": starters})
    begun = zip(ones, deals, starters, strict=True)
    last = [one.reset(options={"deal": deal, "starter": first}) for one, deal, first in begun]
    over, rng = np.zeros(PLACES, np.bool_), np.random.default_rng(5)
    while True:
        for at in range(PLACES):
            assert same(last[at][0], seen, at)
            expected = {name: value for name, value in last[at][1].items() if name != "deal"}
            shown = told(info, at)
            assert shown.pop("game") == at
            np.testing.assert_equal(shown, expected)
        if over.all():
            break
        masks = info["action_mask"] if many.presentation.flat else seen["action_mask"]
        actions = legal(masks, rng)
        seen, rewards, terminated, truncated, info = many.step(actions)
        for at in np.flatnonzero(~over).tolist():
            observed, earned, ended, _, one_told = ones[at].step(actions[at])
            last[at] = observed, one_told
            assert (rewards[at], terminated[at], truncated[at]) == (earned, ended, False)
        assert (rewards[over] == 0).all()
        over = terminated


def test_a_seed_and_a_number_make_a_game_whatever_the_number_of_places() -> None:
    """Games are told apart by their first observation, seat included."""

    def games(places: int) -> dict[int, bytes]:
        env = TeamVectorEnv(places, players=2, copy=False)
        seen, info = env.reset(seed=11)
        first: dict[int, bytes] = {}
        while len(first) < 40:
            for at in range(places):
                number = int(info["game"][at])
                first.setdefault(
                    number, bytes([info["seat"][at]]) + seen["observation"][at].tobytes()
                )
            seen, _, _, _, info = env.step(seen["action_mask"].argmax(axis=1))
        return first

    few, more = games(3), games(7)
    both = set(few) & set(more)
    assert len(both) > 30
    assert all(few[number] == more[number] for number in both)
    assert len(set(few.values())) == len(few)


def test_its_games_are_the_deals_that_bots_of_the_kernel_play_by_the_same_seed() -> None:
    env = TeamVectorEnv(50, players=3)
    env.reset(seed=8, options={"first_game": 100})
    deals = GameBatch.deal(Rules.of("original", players=3), games=50, seed=8, first=100)
    assert np.array_equal(env.arrays.games.deck, deals.games.deck)


def test_a_reset_without_a_seed_goes_on_and_with_the_seed_begins_anew() -> None:
    env = TeamVectorEnv(3, players=2)
    seen, info = env.reset(seed=4)
    after, later = env.reset()
    assert (info["game"].tolist(), later["game"].tolist()) == ([0, 1, 2], [3, 4, 5])
    assert not np.array_equal(seen["observation"], after["observation"])
    again, _ = env.reset(seed=4)
    assert np.array_equal(again["observation"], seen["observation"])
    from_three, _ = env.reset(seed=4, options={"first_game": 3})
    assert np.array_equal(from_three["observation"], after["observation"])
    other, _ = env.reset(seed=5)
    assert not np.array_equal(other["observation"], seen["observation"])


def test_the_next_game_begins_in_the_same_step_and_the_last_position_is_kept() -> None:
    same_step = TeamVectorEnv(PLACES, players=3)
    disabled = TeamVectorEnv(PLACES, players=3, autoreset_mode=AutoresetMode.DISABLED)
    assert same_step.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = same_step.reset(seed=3)
    disabled.reset(seed=3)
    rng, over = np.random.default_rng(3), np.zeros(PLACES, np.bool_)
    while not over.all():
        actions = legal(seen["action_mask"], rng)
        seen, _, terminated, _, info = same_step.step(actions)
        stays, _, ended, _, ending = disabled.step(actions)
        new = terminated & ~over
        assert (ended == over | new).all()
        for at in np.flatnonzero(new).tolist():
            assert info["_final_obs"][at]
            assert same(info["final_obs"][at], stays, at)
            left = stays["observation"][at][same_step.layout.slices["left"]]
            assert told(info["final_info"], at)["left"] == left == ending["left"][at]
            assert told(info["final_info"], at)["game"] == at
            assert info["game"][at] == at + PLACES
            assert seen["observation"][at][same_step.layout.slices["left"]] == 98
            assert seen["action_mask"][at].any()
        assert ("final_obs" in info) == terminated.any()
        over |= new


def test_with_next_step_the_step_after_the_end_begins_the_next_game() -> None:
    env = TeamVectorEnv(PLACES, players=3, autoreset_mode="NextStep", reward="cards")
    seen, info = env.reset(seed=3)
    rng, ended = np.random.default_rng(3), np.zeros(PLACES, np.bool_)
    began = 0
    while began < 20:
        before = info["game"]
        seen, rewards, terminated, _, info = env.step(legal(seen["action_mask"], rng))
        assert "final_obs" not in info
        assert (info["game"] == before + PLACES * ended).all()
        assert (rewards[ended] == 0).all()
        assert not terminated[ended].any()
        lefts = seen["observation"][:, env.layout.slices["left"]][:, 0]
        assert (lefts[ended] == 98).all()
        assert (seen["action_mask"].any(axis=1) == ~terminated).all()
        began += int(ended.sum())
        ended = terminated


def test_a_finished_game_is_begun_by_a_reset_of_its_place_alone() -> None:
    env = TeamVectorEnv(2, players=2, autoreset_mode="Disabled", illegal="lose")
    seen, _ = env.reset(seed=1)
    first = seen["action_mask"].argmax(axis=1)
    seen, _, terminated, _, info = env.step(np.array([first[0], 3]))
    assert terminated.tolist() == [False, True]
    assert info["reason"].tolist() == [None, "illegal"]
    kept = seen["observation"][0].copy()
    seen, info = env.reset(options={"reset_mask": terminated})
    assert info["game"].tolist() == [0, 3]
    assert np.array_equal(seen["observation"][0], kept)
    assert seen["action_mask"].any(axis=1).all()


def test_with_a_seed_for_each_place_every_place_plays_the_games_of_its_own() -> None:
    """As in Gymnasium: places with the same seed play the same games."""
    env, alone = TeamVectorEnv(4, players=3), TeamVectorEnv(1, players=3)
    games: dict[int, list[bytes]] = {7: [], 8: []}
    for seed in games:
        seen, _ = alone.reset(seed=seed)
        for _ in range(250):
            games[seed].append(seen["observation"].tobytes())
            seen, *_ = alone.step(seen["action_mask"].argmax(axis=1))
    seen, info = env.reset(seed=[7, 8, 7, 5])
    assert info["game"].tolist() == [0, 0, 0, 0]
    for at in range(250):
        assert [seen["observation"][place].tobytes() for place in range(3)] == [
            games[seed][at] for seed in (7, 8, 7)
        ]
        seen, _, _, _, info = env.step(seen["action_mask"].argmax(axis=1))
    assert (info["game"] > 0).all()
    first = env.reset(seed=7)[0]["observation"]
    assert len({row.tobytes() for row in first}) == 4, "one seed: a game of its own at each place"
    _, info = env.reset(seed=[1, 2, 3, 4], options={"first_game": 9})
    assert info["game"].tolist() == [9, 9, 9, 9]


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_a_game_is_cut_off_after_so_many_steps_as_gymnasium_does(mode: str) -> None:
    """The same deals beside Gymnasium's own limit, refused actions counted as well."""
    settings: dict[str, Any] = {"players": 2, "illegal": "refuse", "max_episode_steps": 6}
    deals = [Deal.of_bits(Rules.of("original", 2), at) for at in range(3)]
    many: Any = gymnasium.make_vec(TEAM_ID, num_envs=3, autoreset_mode=mode, **settings)
    seen, _ = many.reset(seed=1, options={"deals": deals, "starter": 0})
    single = [gymnasium.make(TEAM_ID, **settings) for _ in deals]
    for env, given in zip(single, deals, strict=True):
        env.reset(options={"deal": given.code, "starter": 0})
    rng = np.random.default_rng(2)
    for step in range(1, 7):
        actions = legal(seen["action_mask"], rng)
        actions[0] = 3 if step < 4 else actions[0]  # no card has this number: refused
        seen, rewards, terminated, truncated, info = many.step(actions)
        for at, env in enumerate(single):
            alone, reward, over, cut, _ = env.step(int(actions[at]))
            assert (rewards[at], terminated[at], truncated[at]) == (reward, over, cut)
            assert cut == (step == 6)
            if mode == "NextStep" or step < 6:
                assert same(alone, seen, at)
            else:
                last = {name: value[None] for name, value in info["final_obs"][at].items()}
                assert same(alone, last, 0)
    again, _, terminated, truncated, info = many.step(legal(seen["action_mask"], rng))
    assert not (terminated | truncated).any()
    if mode == "NextStep":
        assert info["game"].tolist() == [3, 4, 5]
        assert (many.layout.take(again["observation"], "laid") == 0).all()


def test_a_game_that_is_cut_off_stays_so_until_it_is_reset() -> None:
    env = TeamVectorEnv(2, players=2, max_episode_steps=1, autoreset_mode="Disabled")
    seen, _ = env.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    before, _, terminated, truncated, info = env.step(actions)
    assert (terminated.tolist(), truncated.tolist()) == ([False] * 2, [True] * 2)
    assert "won" not in info
    after, _, terminated, truncated, _ = env.step(before["action_mask"].argmax(axis=1))
    assert (terminated.tolist(), truncated.tolist()) == ([False] * 2, [True] * 2)
    assert (after["observation"] == before["observation"]).all()
    _, info = env.reset(options={"reset_mask": np.array([True, False])})
    _, _, terminated, truncated, _ = env.step(np.array([0, 0]))
    assert terminated.tolist() == [True, False], "ended at once: an illegal action"


@pytest.mark.parametrize("wrapper", [NormalizeObservation, FlattenObservation])
def test_gymnasiums_wrappers_for_observations_run_with_next_step(wrapper: Any) -> None:
    flat = wrapper is NormalizeObservation
    settings: dict[str, Any] = {"players": 2, "flat": flat, "scaled": flat}
    inside = TeamVectorEnv(8, autoreset_mode="NextStep", **settings)
    env = wrapper(inside)
    seen, _ = env.reset(seed=3)
    rng, ended = np.random.default_rng(3), 0
    # The older wrapper that normalises goes on telling the space from before.
    told_rightly = not flat or Version(gymnasium.__version__) >= Version("1.4")
    for _ in range(150):
        assert seen in env.observation_space or not told_rightly
        seen, _, terminated, _, _ = env.step(legal(inside.arrays.masks, rng))
        ended += int(terminated.sum())
    assert ended >= 8


def test_an_illegal_action_is_refused_raised_or_loses_its_game_alone() -> None:
    moved, bad = 1, 4 * 99 + 3
    for illegal in ("refuse", "raise", "lose"):
        env = TeamVectorEnv(3, players=2, illegal=illegal, starter=0)
        before, _ = env.reset(seed=2)
        actions = before["action_mask"].argmax(axis=1)
        actions[[0, 2]] = bad, -1
        assert before["action_mask"][0, bad] == 0
        if illegal == "raise":
            with pytest.raises(IllegalAction, match="place 0"):
                env.step(actions)
            after, *_ = env.step(before["action_mask"].argmax(axis=1))  # nothing had moved
            assert not np.array_equal(after["observation"], before["observation"])
            continue
        after, rewards, terminated, _, info = env.step(actions)
        assert terminated.tolist() == ([True, False, True] if illegal == "lose" else [False] * 3)
        assert rewards.tolist() == [0.0] * 3
        assert not np.array_equal(after["observation"][moved], before["observation"][moved])
        if illegal == "refuse":
            assert info["refused"].tolist() == [True, False, True]
            assert np.array_equal(after["observation"][0], before["observation"][0])
        else:
            assert info["final_info"]["reason"].tolist() == ["illegal", None, "illegal"]
            assert not info["final_obs"][0]["action_mask"].any()


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(
            AutoresetMode.SAME_STEP,
            marks=pytest.mark.skipif(
                Version(gymnasium.__version__) < Version("1.4"),
                reason="older wrappers of Gymnasium lose the first step of a game in this mode",
            ),
        ),
        AutoresetMode.NEXT_STEP,
    ],
)
def test_gymnasium_makes_it_and_its_wrappers_count_whole_games(mode: AutoresetMode) -> None:
    env = gymnasium.make_vec(
        TEAM_ID,
        num_envs=16,
        vectorization_mode="vector_entry_point",
        autoreset_mode=mode,
        players=4,
        reward="cards",
    )
    assert isinstance(env.unwrapped, TeamVectorEnv)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    seen, _ = counted.reset(seed=9)
    rng, games = np.random.default_rng(9), 0
    for _ in range(200):
        assert seen in env.observation_space
        seen, _, terminated, _, info = counted.step(legal(seen["action_mask"], rng))
        for at in np.flatnonzero(terminated).tolist():
            games += 1
            ended = info if mode is AutoresetMode.NEXT_STEP else info["final_info"]
            laid = 98 - ended["left"][at]
            assert info["episode"]["r"][at] == pytest.approx(laid / 98 + ended["won"][at])
            assert info["episode"]["l"][at] >= laid
    assert games > 16


def test_a_masked_random_agent_plays_a_million_steps_and_never_errs() -> None:
    rng, steps, games = np.random.default_rng(1), 0, 0
    for edition, fire in (
        ("original", False),
        ("gamefactory", True),
        ("extreme", True),
        ("gold", False),
    ):
        env = TeamVectorEnv(2048, edition, 4, illegal="raise", fire=fire, copy=False)
        seen, _ = env.reset(seed=1)
        for _ in range(125):
            seen, _, terminated, _, _ = env.step(legal(seen["action_mask"], rng))
            games += int(terminated.sum())
            steps += env.num_envs
        assert seen in env.observation_space
    assert steps > 1_000_000
    assert games > 10_000


def test_what_it_cannot_do_is_said_before_a_game_begins() -> None:
    for wrong, word in (
        ({"num_envs": 0}, "num_envs=0"),
        ({"render_mode": "ansi"}, "render_mode"),
        ({"autoreset_mode": "never"}, "'SameStep'"),
        ({"starter": 5}, "starter=5"),
        ({"max_episode_steps": 0}, "max_episode_steps=0"),
    ):
        with pytest.raises(ValueError, match=word):
            TeamVectorEnv(**wrong)
    with pytest.raises(TypeError, match="unexpected keyword argument 'experts'; it takes num_envs"):
        TeamVectorEnv(experts=True)  # type: ignore[call-arg]
    env = TeamVectorEnv(2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="'first_game'"):
        env.reset(options={"card": 5})
    for seed in (-1, 2**63, "x", 1.5, [1], [1, 2, 3], [1, None], [1, -1]):
        with pytest.raises(ValueError, match="a list of 2, one a game"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="starter=x"):
        env.reset(options={"starter": "x"})
    for deals in (5, [Deal.of_bits(Rules.of("original", 3), 1)]):
        with pytest.raises(ValueError, match="a list of 2"):
            env.reset(options={"deals": deals})
    with pytest.raises(NotationError, match="not a deal code"):
        env.reset(options={"deals": ["x", "y"]})
    with pytest.raises(ValueError, match="not int"):
        env.reset(options={"deals": [1, 2]})
    for first in (-1, 1.5, "x"):
        with pytest.raises(ValueError, match="first_game"):
            env.reset(options={"first_game": first})
    with pytest.raises(ValueError, match="other rules"):
        env.reset(options={"deals": [Deal.of_bits(Rules.of("original", 2), 1)] * 2})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="shape"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="float"):
        env.step(np.zeros(2))  # type: ignore[arg-type]


def test_deals_that_are_lost_before_a_card_is_laid_are_skipped() -> None:
    rules = Rules.of(NINE, players=2, commands=True)
    dealt = GameBatch.deal(rules, games=50, seed=1)
    dealt.start(0)
    lost = dealt.games.nums[:, OUTCOME] != 0
    assert lost.any()
    env = TeamVectorEnv(50, NINE, 2, commands=True, starter=0)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any(axis=1).all()
    assert np.array_equal(env.arrays.games.deck[~lost], dealt.games.deck[~lost])
    hopeless = TeamVectorEnv(50, NINE, 2, expert=True)  # three cards to lay, two in hand
    with pytest.raises(ValueError, match="B8"):
        hopeless.reset(seed=1)


def test_without_numba_it_says_what_to_install() -> None:
    hide = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'numba' else find(name, *a)\n"
        "sys.modules['numba'] = None\n"
        "import gymnasium, ninetyeight.envs\n"
        "gymnasium.make_vec('ninetyeight/Team-v0', num_envs=2, vectorization_mode='sync').reset()\n"
        "gymnasium.make_vec('ninetyeight/Team-v0', num_envs=2)\n"
    )
    told = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True)
    assert "pip install 'ninetyeight[fast]'" in told.stderr.splitlines()[-1]
