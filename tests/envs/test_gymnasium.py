"""One agent for the whole team, or for one seat beside bots: Gymnasium's promises and our own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import AddRenderObservation

from ninetyeight.bots import BotError, make_bot, play_match
from ninetyeight.envs import SEAT_ID, TEAM_ID
from ninetyeight.envs.actions import LAYS, action_of, show_action
from ninetyeight.envs.episode import ILLEGAL, Episode, IllegalAction
from ninetyeight.envs.one_agent import OneAgentEnv
from ninetyeight.envs.picture import LETTERS, picture
from ninetyeight.rules import EDITIONS, END, Command, Deal, Marker, Move, Reason, Strictness, View

TABLES: list[dict[str, Any]] = [
    *({"edition": edition, "players": 3} for edition in EDITIONS),
    {"edition": "gold", "players": 6, "talk": "markers", "flat": True},
    {"edition": "extreme", "players": 2, "fire": True, "scaled": True, "reward": "cards"},
]
ALONE: list[dict[str, Any]] = [
    {"edition": "original", "players": 1},
    {"edition": "original", "players": 4, "open_hands": True, "flat": True, "scaled": True},
]


def make(name: str, **settings: Any) -> OneAgentEnv:
    """An environment by its registered name, without what Gymnasium wraps around it."""
    env = gymnasium.make(name, **settings).unwrapped
    assert isinstance(env, OneAgentEnv)
    return env


def running(env: OneAgentEnv) -> Episode:
    assert env.episode is not None
    return env.episode


@pytest.mark.parametrize(
    ("name", "table"),
    [*((name, t) for name in (TEAM_ID, SEAT_ID) for t in TABLES), *((TEAM_ID, t) for t in ALONE)],
    ids=str,
)
def test_gymnasium_finds_no_fault(name: str, table: dict[str, Any]) -> None:
    """Its warnings would be errors here."""
    check_env(make(name, **table))


def test_the_environments_stand_up_when_found_through_the_module() -> None:
    """In a new process, with nothing but Gymnasium imported."""
    program = (
        "import gymnasium\n"
        f"env = gymnasium.make('ninetyeight.envs:{TEAM_ID}', players=2)\n"
        "observation, info = env.reset(seed=1)\n"
        "print(sorted(observation), info['seat'] in (0, 1))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "['action_mask', 'observation'] True\n", done.stderr


@pytest.mark.parametrize(
    ("missing", "wanted"), [("gymnasium", "envs"), ("pettingzoo", "envs.table")]
)
def test_without_the_libraries_one_line_says_what_to_install(missing: str, wanted: str) -> None:
    program = f"import sys; sys.modules['{missing}'] = None; import ninetyeight.{wanted}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("pip install 'ninetyeight[envs]'")


def test_gymnasiums_environments_need_no_pettingzoo() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import gymnasium, ninetyeight.envs\n"
        f"print([gymnasium.make(name).reset(seed=1)[1]['seat'] for name in {[TEAM_ID, SEAT_ID]}])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [TEAM_ID, SEAT_ID])
def test_a_keyword_that_there_is_not_is_told_as_python_does_with_all_there_are(name: str) -> None:
    """TorchRL tries out ``frameskip`` and reads the words of the error that it gets."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as told:
        gymnasium.make(name, frameskip=1)
    for keyword in ("edition", "players", "talk", "reward", "render_mode", "expert", "commands"):
        assert f" {keyword}," in str(told.value).replace(" was raised", ", was raised")


def test_gymnasium_makes_many_of_them_and_resets_those_that_ended() -> None:
    many = gymnasium.make_vec(TEAM_ID, num_envs=3, vectorization_mode="sync", players=2, flat=True)
    _, info = many.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(60):
        masks = info["action_mask"]
        _, _, terminated, _, info = many.step(
            np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        )
        ended += int(terminated.sum())
    assert ended > 3
    many.close()


# What is played is the game of the rules.


def follow(
    env: OneAgentEnv, bot_name: str, deal: Deal, starter: int
) -> tuple[float, dict[str, Any]]:
    """Let a bot's moves be the agent's actions."""
    bot = make_bot(bot_name)
    _, info = env.reset(options={"deal": deal.code, "starter": starter})
    total, over = 0.0, False
    while not over:
        episode = running(env)
        view = episode.view(env.seat)
        if episode.speakers:
            action = show_action(view.rules, bot.marks(view))
        else:
            action = action_of(view.rules, bot.move(view))
        assert env.action_masks()[action]
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
        total += reward
    return total, info


@pytest.mark.parametrize("talk", ["silent", "markers"])
@pytest.mark.parametrize("name", [TEAM_ID, SEAT_ID])
@pytest.mark.parametrize("table", [("original", 3, {}), ("extreme", 4, {"fire": True})], ids=str)
def test_an_agent_that_moves_like_greedy_gets_greedys_games(
    name: str, talk: str, table: tuple[str, int, dict[str, bool]]
) -> None:
    edition, players, options = table
    env = make(name, edition=edition, players=players, talk=talk, reward="cards", **options)
    for bits in range(6):
        deal = Deal.of_bits(env.settings.rules, bits**20 % 2**80)
        team = [make_bot("greedy", seed=0) for _ in range(players)]
        wanted = play_match(deal, team, talk=Strictness(talk), starter=bits % players)
        total, info = follow(env, "greedy", deal, bits % players)
        assert (info["won"], info["left"]) == (wanted.outcome.won, wanted.outcome.left)
        assert info["deal"] == deal.code
        cards = len(env.settings.rules.cards)
        assert total == pytest.approx((cards - info["left"]) / cards + info["won"])


def test_the_team_sees_the_asked_seat_only() -> None:
    env = make(TEAM_ID, players=3, starter=1)
    seen, info = env.reset(seed=5)
    assert info == {"seat": 1}
    assert isinstance(seen, dict)
    held = np.flatnonzero(env.layout.take(seen["observation"], "hand")).tolist()
    assert held == list(running(env).game.hands[1])


@pytest.mark.parametrize("name", [TEAM_ID, SEAT_ID])
def test_an_illegal_action_loses_the_game_unless_told_to_raise(name: str) -> None:
    env = make(name, players=2)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["reason"], info["won"]) == (0.0, True, "illegal", False)
    with pytest.raises(IllegalAction, match="reset"):
        env.step(0)
    strict = make(name, players=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="B5"):
        strict.step(0)


@pytest.mark.parametrize("name", [TEAM_ID, SEAT_ID])
def test_the_flat_form_has_its_mask_beside_it(name: str) -> None:
    flat, both = make(name, flat=True), make(name)
    vector, info = flat.reset(seed=2)
    together, _ = both.reset(seed=2)
    assert isinstance(together, dict)
    assert isinstance(vector, np.ndarray)
    assert (vector == together["observation"]).all()
    assert (info["action_mask"] == together["action_mask"]).all()
    assert (flat.action_masks() == info["action_mask"].astype(bool)).all()


# Partners.


class Slow:
    """An object with a method `move`: the first legal move."""

    def __init__(self) -> None:
        self.seen: list[View] = []

    def move(self, view: View) -> Move:
        self.seen.append(view)
        return next(iter(view.legal))


def test_partners_may_be_names_functions_or_objects_and_see_only_their_views() -> None:
    slow = Slow()
    partners = ["planner", lambda view: next(iter(view.legal)), slow]
    env = make(SEAT_ID, players=4, starter=1, partners=partners)
    env.reset(seed=3)
    assert slow.seen
    assert all(view.viewer == 3 and view.my_turn for view in slow.seen)
    assert env.seat == 0


def test_a_single_partner_sits_on_every_other_seat() -> None:
    slow = Slow()
    env = make(SEAT_ID, players=3, starter=1, partners=slow)
    env.reset(seed=3)
    assert {view.viewer for view in slow.seen} == {1, 2}


def test_a_bots_markers_are_shown_to_the_agent() -> None:
    env = make(SEAT_ID, players=2, talk="markers", partners="greedy")
    said = 0
    for seed in range(5):
        _, _ = env.reset(seed=seed)
        over = False
        while not over:
            episode = running(env)
            said += sum(mark.seat == 1 for mark in episode.talk.marks)
            bot = make_bot("greedy")
            view = episode.view(0)
            action = LAYS if episode.speakers else action_of(view.rules, bot.move(view))
            _, _, over, _, _ = env.step(action)
    assert said > 50


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"partners": "nobody"}, BotError, "nobody"),
        ({"partners": 7}, ValueError, "no partner"),
        ({"partners": ["greedy"]}, ValueError, "1 partners were given for 2 seats"),
        ({"players": 1}, ValueError, "at least 2 players"),
        ({"open_hands": True}, TypeError, "open_hands"),
    ],
)
def test_partners_that_cannot_be_are_refused_in_words(
    settings: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make(SEAT_ID, **settings)


def test_a_partner_that_makes_an_illegal_move_is_named() -> None:
    env = make(SEAT_ID, players=2, starter=1, partners=lambda _: END)
    with pytest.raises(ValueError, match=r"seat 1 made the move end.*\(B5\)"):
        env.reset(seed=1)


def test_partners_may_answer_in_words_and_nonsense_is_told_with_who_said_it() -> None:
    def in_words(view: View) -> str:
        return str(next(iter(view.legal)))

    env, same = (
        make(SEAT_ID, players=2, starter=1, partners=partner)
        for partner in (in_words, lambda view: next(iter(view.legal)))
    )
    assert (env.reset(seed=1)[0]["observation"] == same.reset(seed=1)[0]["observation"]).all()
    for answer in ("nonsense", None, 42):
        env = make(SEAT_ID, players=2, starter=1, partners=lambda _, answer=answer: answer)
        with pytest.raises(ValueError, match=f"seat 1 made the move {answer}.* is not a move"):
            env.reset(seed=1)
    slow = Slow()
    slow.marks = lambda _: {"U1": "perhaps"}  # type: ignore[attr-defined]
    env = make(SEAT_ID, players=2, starter=1, talk="markers", partners=slow)
    with pytest.raises(ValueError, match=r"seat 1 showed .*small, keep, keep!"):
        env.reset(seed=1)


def test_closing_closes_the_partners() -> None:
    closed = []

    class Closing(Slow):
        def close(self) -> None:
            closed.append(self)

    env = make(SEAT_ID, players=3, partners=[Closing(), Closing()])
    env.close()
    assert len(closed) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [({"dael": "x"}, "'deal', 'starter'"), ({"starter": 5}, "0 to 2"), ({"deal": "x"}, "x")],
)
def test_reset_refuses_what_it_does_not_know(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make(TEAM_ID).reset(seed=1, options=options)


def test_it_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(SEAT_ID, players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "seat 0 to move" in str(env.render())
    make(TEAM_ID, players=2, render_mode="human", starter=1).reset(seed=1)
    assert "seat 1 to move" in capsys.readouterr().out


@pytest.mark.parametrize("name", [TEAM_ID, SEAT_ID])
def test_it_can_be_filmed(name: str) -> None:
    env = AddRenderObservation(gymnasium.make(name, render_mode="rgb_array"))
    assert isinstance(env.observation_space, Box)
    assert all(side % 2 == 0 for side in env.observation_space.shape[:2])
    before, _ = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    after, *_ = env.step(int(running(env.unwrapped).mask(0).argmax()))  # type: ignore[arg-type]
    assert before in env.observation_space
    assert (before == again).all()
    assert not (before == after).all()


def test_a_picture_shows_what_the_seat_sees_and_nothing_else() -> None:
    env = make(TEAM_ID, players=4, starter=2, render_mode="rgb_array")
    env.reset(seed=1)
    view = running(env).view(2)
    other = View.of(view.sample(Random(1)), 2)
    assert (picture(view) == picture(other)).all()
    fewer = replace(view, hand=view.hand[1:])
    assert not (picture(view) == picture(fewer)).all()


def test_every_letter_of_what_is_told_can_be_drawn() -> None:
    words = [command.value for command in Command] + [marker.value for marker in Marker]
    endings = [reason.value for reason in Reason] + [ILLEGAL, "fire", "lost ()", "draw pile 0,"]
    row_names = [row.name for edition in EDITIONS.values() for row in edition.rows]
    texts = words + endings + row_names
    assert {letter for text in texts for letter in text.upper()} - {" "} <= set(LETTERS)
