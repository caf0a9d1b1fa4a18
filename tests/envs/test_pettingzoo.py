"""The table of agents keeps PettingZoo's promises, and pays and punishes the team as one."""

from __future__ import annotations

import contextlib
import io
import warnings
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils.conversions import aec_to_parallel

from ninetyeight.envs import TABLE_ID
from ninetyeight.envs.actions import END_TURN, LAYS, show_action
from ninetyeight.envs.episode import IllegalAction
from ninetyeight.envs.table import TableEnv
from ninetyeight.envs.team import TeamEnv
from ninetyeight.rules import EDITIONS, TINY, Command, Deal, GameError, Marker
from tests.envs.tables import careful, running

#: One table for each edition that has everything the edition can have, and the plain one.
TABLES: list[dict[str, Any]] = [
    *({"edition": edition, "players": 3} for edition in EDITIONS),
    {"edition": "original", "players": 1, "expert": True, "short_hand": True},
    {"edition": "extreme", "players": 5, "fire": True, "talk": "markers", "reward": "cards"},
    {"edition": "gold", "players": 6, "commands": True, "talk": "markers", "scaled": True},
    {"edition": "gamefactory", "players": 2, "fire": True, "talk": "markers"},
]


def make(**settings: Any) -> TableEnv:
    """A table by its registered name, where PettingZoo is new enough to know names."""
    if not hasattr(pettingzoo, "make"):
        return TableEnv(**settings)
    env = pettingzoo.make("aec", TABLE_ID, **settings)
    assert isinstance(env, TableEnv)
    return env


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("flat", [True, False], ids=["flat", "dict"])
def test_pettingzoo_finds_no_fault(table: dict[str, Any], flat: bool) -> None:
    """Warnings are errors here, all of them for the flat kind. Of dictionaries PettingZoo warns as
    such, except those of a list of its own, and of masks of agents that are at the end."""
    with contextlib.redirect_stdout(io.StringIO()) as said, warnings.catch_warnings():
        if not flat:
            warnings.filterwarnings("ignore", "Observation is not a NumPy array")
            warnings.filterwarnings("ignore", "Observation space for each agent probably")
            warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(make(flat=flat, **table), num_cycles=300)
        seed_test(lambda: make(flat=flat, **table), num_cycles=60)
    assert "Passed API test" in said.getvalue()


@pytest.mark.parametrize("edition", EDITIONS)
def test_max_cycles_cuts_a_game_off(edition: str) -> None:
    """PettingZoo's test wants all agents asked equally often and tries actions blindly: so alone,
    and with illegal actions refused."""

    class Alone:
        @staticmethod
        def env(max_cycles: int) -> TableEnv:
            env = make(edition=edition, players=1, illegal="refuse", max_cycles=max_cycles)
            env.reset(seed=5)
            env.action_space("seat_0").seed(5)
            return env

        @staticmethod
        def parallel_env(max_cycles: int) -> Any:
            return aec_to_parallel(Alone.env(max_cycles))

    max_cycles_test(Alone)


def test_max_cycles_truncates_for_everybody_at_once() -> None:
    env = make(players=3, max_cycles=2, starter=1)
    env.reset(seed=1)
    for _ in range(2):
        assert not any(env.truncations.values())
        env.step(careful(env.observe("seat_1"), env, Random(1)))  # type: ignore[arg-type]
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert not any(env.terminations.values())


def test_it_can_be_shown_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(players=2, render_mode=render_mode, talk="markers"))
    printed = capsys.readouterr().out
    assert "cards owed" in printed
    assert "to show markers before the turn" in printed


def test_the_text_names_the_own_cards_and_only_counts_the_others() -> None:
    env = make(players=2, render_mode="ansi", starter=1)
    env.reset(options={"deal": "original-2p-K7Q2M9XA4TWB3H8C"})
    text = env.render()
    assert text is not None
    assert "seat 1 to move, 2 cards owed; draw pile 84, cards left 98" in text
    assert "seat 0: 7 cards" in text
    assert "seat 1: " + " ".join(map(str, running(env).game.hands[1])) in text


def test_before_reset_it_says_what_is_missing() -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        make().observe("seat_0")


# Rewards.


def played(env: TableEnv, rng: Random) -> dict[str, float]:
    """Play to the end; what each agent was paid in all, read off the rewards."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    while not any(env.terminations.values()):
        env.step(careful(env.observe(env.agent_selection), env, rng))  # type: ignore[arg-type]
        for agent, reward in env.rewards.items():
            paid[agent] += reward
    return paid


@pytest.mark.parametrize("reward", ["win", "cards"])
def test_every_agent_is_paid_alike_for_what_the_team_did(reward: str) -> None:
    rng, endings = Random(2), set()
    for seed in range(120):
        env = make(edition=TINY, players=2, reward=reward)
        env.reset(seed=seed)
        paid = played(env, rng)
        ending = env.infos["seat_0"]
        laid = (20 - ending["left"]) / 20
        worth = ending["won"] + (laid if reward == "cards" else 0)
        assert paid == pytest.approx(dict.fromkeys(env.possible_agents, worth))
        endings.add(ending["won"])
    assert endings == {True, False}, "some of these games should have been won and some lost"


def test_what_others_earned_is_told_when_an_agent_is_asked_again() -> None:
    env = make(players=2, reward="cards", starter=0)
    env.reset(seed=3)
    laid_by_0 = 0
    while env.agent_selection == "seat_0":
        action = careful(env.observe("seat_0"), env, Random(laid_by_0))  # type: ignore[arg-type]
        laid_by_0 += action != END_TURN
        env.step(action)
    _, reward, *_ = env.last()
    assert reward == pytest.approx(laid_by_0 / 98)


# Illegal actions.


def test_an_illegal_action_raises_with_the_rule_and_changes_nothing() -> None:
    env = make(players=3)
    env.reset(seed=6)
    before = running(env).game
    with pytest.raises(IllegalAction, match=r"is not legal: .*\(B5\)"):
        env.step(END_TURN)
    assert running(env).game is before
    assert env.rewards == dict.fromkeys(env.agents, 0.0)


@pytest.mark.parametrize("action", [-1, 400, 10**9])
def test_an_action_out_of_range_raises(action: int) -> None:
    env = make(players=3)
    env.reset(seed=6)
    with pytest.raises(IllegalAction, match="the actions are 0 to 399"):
        env.step(action)


def test_an_illegal_action_can_lose_the_game_for_the_whole_team() -> None:
    env = make(players=3, illegal="lose", reward="cards")
    env.reset(seed=6)
    offender = env.agent_selection
    env.step(END_TURN)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)
    assert env.ending()["reason"] == "illegal"
    assert not any(env.infos[agent]["won"] for agent in env.agents)
    observation = env.observe(offender)
    assert isinstance(observation, dict)
    assert not observation["action_mask"].any()


def test_an_illegal_action_can_be_refused_and_asked_for_again() -> None:
    env = make(players=3, illegal="refuse")
    env.reset(seed=6)
    asked, before = env.agent_selection, running(env).game
    env.step(END_TURN)
    assert env.agent_selection == asked
    assert running(env).game is before
    assert "(B5)" in env.infos[asked]["refused"]
    others = [info for agent, info in env.infos.items() if agent != asked]
    assert all("refused" not in info for info in others), "the reason may name a card of the hand"
    env.step(careful(env.observe(asked), env, Random(1)))  # type: ignore[arg-type]
    assert "refused" not in env.infos[env.agent_selection]


@pytest.mark.parametrize("settings", [{}, {"flat": True, "talk": "markers", "commands": True}])
def test_what_is_told_beside_an_observation_is_the_same_numbers_all_the_time(
    settings: dict[str, Any],
) -> None:
    env = make(players=3, **settings)
    env.reset(seed=8)
    names = {agent: set(info) for agent, info in env.infos.items()}
    assert names["seat_0"] >= {"seat", "starter", "left", "won"}
    rng = np.random.default_rng(8)
    while not any(env.terminations.values()):
        assert {agent: set(info) for agent, info in env.infos.items()} == names
        mask = running(env).mask(env.possible_agents.index(env.agent_selection))
        env.step(rng.choice(np.flatnonzero(mask)))
    assert {agent: set(info) for agent, info in env.infos.items()} == names
    for info in env.infos.values():
        assert all(np.asarray(value).dtype.kind in "iub" for value in info.values())
        assert info["left"] == env.ending()["left"] > 0


@pytest.mark.parametrize("scaled", [False, True])
def test_the_state_shows_every_hand_whoever_is_asked(scaled: bool) -> None:
    env = make(players=3, scaled=scaled)
    env.reset(seed=3, options={"starter": 1})
    layout = TeamEnv(players=3, open_hands=True).layout
    hands = running(env).game.hands
    state = env.state()
    assert state in env.state_space
    assert tuple(np.flatnonzero(layout.take(state, "hand"))) == hands[0]
    for seat in (1, 2):
        assert tuple(np.flatnonzero(layout.take(state, "other_hands")[seat - 1])) == hands[seat]
    assert layout.take(state, "turn")[:3].tolist() == [0, 1, 0]
    assert env.observe("seat_0")["observation"].shape < state.shape


# Markers.


def test_before_each_turn_every_seat_says_what_it_shows_beginning_with_the_active_one() -> None:
    env = make(players=3, talk="markers", starter=2)
    env.reset(seed=9)
    keep = show_action(env.settings.rules, {"U1": Marker.KEEP, "D2": Marker.HARD})
    asked = []
    for action in (keep, LAYS, LAYS):
        asked.append(env.agent_selection)
        with pytest.raises(IllegalAction, match="before the turn"):
            env.step(END_TURN)
        env.step(action)
    assert asked == ["seat_2", "seat_0", "seat_1"]
    assert env.agent_selection == "seat_2"
    seen = env.observe("seat_0")
    assert isinstance(seen, dict)
    marks = env.layout.take(seen["observation"], "marks")
    assert np.argwhere(marks).tolist() == [[2, 0, 1], [2, 3, 2]], "seat 2 sits two seats after 0"
    with pytest.raises(IllegalAction, match="before a turn"):
        env.step(keep)


def test_laying_on_a_row_clears_the_own_marker_and_tells_that_the_row_has_moved() -> None:
    env = make(players=2, talk="markers", starter=0)
    env.reset(options={"deal": "original-2p-K7Q2M9XA4TWB3H8C"})
    both = show_action(env.settings.rules, {"U1": Marker.SMALL, "U2": Marker.SMALL})
    env.step(both)
    env.step(both)
    card = running(env).game.hands[0][0]
    env.step(card * 4)  # on U1
    seen = env.observe("seat_1")
    assert isinstance(seen, dict)
    marks = env.layout.take(seen["observation"], "marks")
    moved = env.layout.take(seen["observation"], "moved")
    assert np.argwhere(marks).tolist() == [[0, 0, 0], [0, 1, 0], [1, 1, 0]]
    assert np.argwhere(moved).tolist() == [[0, 0]], "the own mark on U1 speaks of the empty row"


def test_nobody_speaks_once_the_draw_pile_of_a_quiet_edition_is_empty() -> None:
    """T6, T7."""
    env = make(edition=replace(TINY, quiet=True), players=2, talk="markers")
    turns = {(speaking, pile): 0 for speaking in (False, True) for pile in (False, True)}
    for seed in range(40):
        env.reset(seed=seed)
        rng = Random(seed)
        while not any(env.terminations.values()):
            episode = running(env)
            turns[bool(episode.speakers), bool(episode.game.draw)] += 1
            env.step(careful(env.observe(env.agent_selection), env, rng))  # type: ignore[arg-type]
    assert turns.pop((True, False)) == 0
    assert all(turns.values()), "there was speaking before, and playing before and after"


def test_nobody_speaks_while_a_silence_card_is_visible() -> None:
    """X4, T4."""
    env = make(edition="extreme", players=2, talk="markers", starter=0)
    skipped = 0
    for seed in range(60):
        env.reset(seed=seed)
        rng = Random(seed)
        while not any(env.terminations.values()):
            game = running(env).game
            silence = any(game.commands.on(top) is Command.SILENCE for top in game.tops)
            assert not (silence and running(env).speakers)
            skipped += silence and not game.laid
            env.step(careful(env.observe(env.agent_selection), env, rng))  # type: ignore[arg-type]
    assert skipped > 20


def test_a_seat_without_cards_is_not_asked_and_shows_nothing_any_more() -> None:
    env = make(edition=TINY, players=3, talk="markers")
    everything = show_action(env.settings.rules, {"U1": Marker.HARD, "D1": Marker.KEEP})
    out_of_cards = 0
    for seed in range(60):
        env.reset(seed=seed)
        rng = Random(seed)
        while not any(env.terminations.values()):
            episode = running(env)
            if not episode.speakers:
                env.step(careful(env.observe(env.agent_selection), env, rng))  # type: ignore[arg-type]
                continue
            for seat in (seat for seat, hand in enumerate(episode.game.hands) if not hand):
                assert env.agent_selection != f"seat_{seat}"
                assert all(mark.seat != seat for mark in episode.talk.marks)
                out_of_cards += 1
            env.step(everything)
    assert out_of_cards > 20


def test_a_silent_table_has_no_actions_to_speak_with() -> None:
    env = make(players=2)
    env.reset(seed=1)
    assert env.action_space("seat_0").n == LAYS
    assert not running(env).speakers


# Seeds and deals.


def test_a_seed_means_the_same_deal_everywhere() -> None:
    """The deal's bits are the first 80 of the seed's raw stream, the first seat the third word."""
    for seed in (0, 7, 2**31):
        high, low, first = np.random.PCG64(seed).random_raw(3).tolist()
        env = make(players=4, edition="extreme")
        env.reset(seed=seed)
        wanted = Deal.of_bits(env.settings.rules, (high << 64 | low) >> 48)
        assert running(env).deal == wanted
        assert env.agent_selection == f"seat_{first % 4}"


def test_resets_without_a_seed_go_on_with_other_deals() -> None:
    env, again = make(), make()
    env.reset(seed=1)
    again.reset(seed=1)
    codes = []
    for _ in range(3):
        codes.append(running(env).deal.code)
        assert running(again).deal.code == codes[-1]
        env.reset()
        again.reset()
    assert len(set(codes)) == 3


def test_a_game_can_be_played_again_by_its_deal_code() -> None:
    env = make(players=3)
    env.reset(seed=11)
    actions = []
    rng = Random(11)
    while not any(env.terminations.values()):
        actions.append(careful(env.observe(env.agent_selection), env, rng))  # type: ignore[arg-type]
        env.step(actions[-1])
    ending = env.ending()
    again = make(players=3)
    again.reset(options={"deal": ending["deal"], "starter": ending["starter"]})
    for action in actions:
        again.step(action)
    assert again.ending() == ending


def test_the_deal_is_a_secret_while_the_game_runs() -> None:
    env = make(players=3)
    env.reset(seed=2)
    assert env.ending() == {}
    assert str(running(env).deal.code) not in str(env.infos)


@pytest.mark.parametrize(
    ("settings", "options", "words"),
    [
        ({"players": 9}, {}, "9"),
        ({"edition": "chess"}, {}, "chess"),
        ({"take_backs": True}, {}, "B12r"),
        ({"talk": "loud"}, {}, "'silent', 'markers'"),
        ({"reward": "money"}, {}, "'win', 'cards'"),
        ({"illegal": "shrug"}, {}, "'raise', 'lose', 'refuse'"),
        ({"starter": 3}, {}, "0 to 2"),
        ({"max_cycles": 0}, {}, "at least 1"),
        ({"render_mode": "smoke"}, {}, "'ansi', 'human', 'rgb_array'"),
        ({}, {"deal": "nonsense"}, "nonsense"),
        ({}, {"deal": "original-2p-K7Q2M9XA4TWB3H8C"}, "other rules"),
        ({}, {"deal": 7}, "deal code"),
        ({}, {"dael": "original-3p-K7Q2M9XA4TWB3H8C"}, "'dael'; it knows 'deal', 'starter'"),
        ({}, {"starter": "x"}, "starter='x': the seats are 0 to 2"),
        ({"starter": "x"}, {}, "starter='x': the seats are 0 to 2"),
        ({"players": "x"}, {}, "not for 'x'"),
        ({"edition": TINY, "players": 3, "expert": True, "short_hand": True}, {}, "no first turn"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    settings: dict[str, Any], options: dict[str, Any], words: str
) -> None:
    with pytest.raises((ValueError, GameError), match=words):
        make(**settings).reset(seed=1, options=options)


# A masked random agent.


def random_steps(env: TableEnv, steps: int, seed: int) -> int:
    """Play games at random until so many steps are made; how many games ended."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    games = 0
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        assert not truncated
        legal = np.flatnonzero(observation["action_mask"])
        env.step(legal[rng.integers(len(legal))])
        if any(env.terminations.values()):
            games += 1
            env.reset()
    return games


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_masked_random_agent_always_finds_something_to_do(table: dict[str, Any]) -> None:
    assert random_steps(make(**table), 800, seed=1) > 5


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_masked_random_agent_for_a_million_steps(table: dict[str, Any]) -> None:
    assert random_steps(make(**table), 1_000_000 // len(TABLES), seed=2) > 500
