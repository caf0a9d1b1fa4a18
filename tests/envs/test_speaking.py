"""Markers in the vector environment: asked for, shown and cleared as in one game at a time."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from ninetyeight.envs import actions
from ninetyeight.envs.after import after
from ninetyeight.envs.episode import Episode, IllegalAction
from ninetyeight.envs.team import TeamEnv
from ninetyeight.envs.vector import TeamVectorEnv
from ninetyeight.rules import TINY, Command, Deal
from tests.envs.tables import careful
from tests.rules.strategies import NINE

PLACES = 12
#: An edition whose draw pile is soon empty, and where all are silent then (T7).
QUIET = replace(TINY, quiet=True)

#: A table, and what must have happened there for the comparison to be worth something.
TABLES: list[tuple[dict[str, Any], set[str]]] = [
    ({"edition": "original", "players": 4}, {"moved", "showed"}),
    ({"edition": "gold", "players": 6, "reward": "cards", "open_hands": True}, {"moved"}),
    ({"edition": "extreme", "players": 3, "fire": True, "scaled": True}, {"silence", "moved"}),
    ({"edition": TINY, "players": 3, "flat": True}, {"no cards", "showed"}),
    ({"edition": QUIET, "players": 2}, {"quiet end", "showed"}),
    ({"edition": NINE, "players": 2, "commands": True}, {"showed"}),
    ({"edition": "original", "players": 1}, {"alone"}),
]


def running(env: TeamEnv) -> Episode:
    assert env.episode is not None
    return env.episode


def happened(episode: Episode) -> set[str]:
    """What is special about the way a table stands."""
    game, talk = episode.game, episode.talk
    found: set[str] = set()
    if game.seat is None:
        return found
    tops = dict(zip(game.rules.edition.row_names, game.tops, strict=True))
    if talk.marks:
        found.add("showed")
    if any(mark.top != tops[mark.row] for mark in talk.marks):
        found.add("moved")
    if episode.speakers:
        if not all(game.hands):
            found.add("no cards")
    elif not game.laid:
        if any(game.commands.on(top) is Command.SILENCE for top in game.tops):
            found.add("silence")
        if not game.draw:
            found.add("quiet end")
        if game.rules.players == 1:
            found.add("alone")
    return found


@pytest.mark.parametrize(("settings", "wanted"), TABLES, ids=range(len(TABLES)))
def test_they_are_asked_for_and_stand_as_in_one_environment(
    settings: dict[str, Any], wanted: set[str]
) -> None:
    settings = {**settings, "talk": "markers"}
    many = TeamVectorEnv(PLACES, autoreset_mode="Disabled", **settings)
    ones = [TeamEnv(**settings) for _ in range(PLACES)]
    rules = many.settings.rules
    seen_there: set[str] = set()
    rng = Random(3)
    for game in range(4):
        deals = _lasting(ones[0], rng)
        seen, info = many.reset(seed=1, options={"deals": deals, "starter": game % rules.players})
        for one, deal in zip(ones, deals, strict=True):
            one.reset(options={"deal": deal, "starter": game % rules.players})
        over = np.zeros(PLACES, np.bool_)
        while True:
            for at, one in enumerate(ones):
                _same(one, seen, info, at)
                seen_there |= happened(running(one))
            if over.all():
                break
            chosen = np.zeros(PLACES, np.int64)
            for at in np.flatnonzero(~over).tolist():
                chosen[at] = _choose(ones[at], rng)
            seen, rewards, terminated, _, info = many.step(chosen)
            for at in np.flatnonzero(~over).tolist():
                _, earned, ended, _, _ = ones[at].step(chosen[at])
                assert (rewards[at], terminated[at]) == (earned, ended)
            over = terminated
    assert wanted <= seen_there


def _lasting(env: TeamEnv, rng: Random) -> list[Deal]:
    """Deals whose first turn can be completed, whoever starts."""
    rules, found = env.settings.rules, list[Deal]()
    while len(found) < PLACES:
        deal = Deal.of_bits(rules, rng.randrange(1 << 40))
        games = [deal.game().start(seat) for seat in range(rules.players)]
        if all(game.outcome is None for game in games):
            found.append(deal)
    return found


def _choose(env: TeamEnv, rng: Random) -> int:
    episode = running(env)
    observation = {"observation": episode.observe(env.seat), "action_mask": episode.mask(env.seat)}
    return careful(observation, env, rng)


def _same(one: TeamEnv, seen: Any, info: dict[str, Any], at: int) -> None:
    """The game of one environment is shown the same in place ``at``."""
    episode = running(one)
    expected, observed = one.presentation.observation(episode, one.seat), seen
    if isinstance(expected, dict):
        observed, expected = seen["observation"], expected["observation"]
    assert np.array_equal(observed[at], expected)
    masks = info["action_mask"] if one.presentation.flat else seen["action_mask"]
    assert np.array_equal(masks[at], episode.mask(one.seat))
    assert info["seat"][at] == one.seat


def test_an_afterstate_is_what_the_seat_sees_once_it_has_shown_or_laid() -> None:
    many = TeamVectorEnv(PLACES, "extreme", 3, talk="markers", autoreset_mode="Disabled")
    ones = [TeamEnv("extreme", 3, talk="markers") for _ in range(PLACES)]
    rng, compared = Random(8), Counter[str]()
    deals = _lasting(ones[0], rng)
    many.reset(seed=1, options={"deals": deals, "starter": 1})
    for one, deal in zip(ones, deals, strict=True):
        one.reset(options={"deal": deal, "starter": 1})
    for _ in range(60):
        found = many.afterstates()
        order = [rng.randrange(len(found.games)) for _ in range(40)]
        for place in order:
            at, action = int(found.games[place]), int(found.actions[place])
            expected, kind = _after(ones[at], action)
            assert np.array_equal(found.observations[place], expected), (at, action)
            compared[kind] += 1
            assert not ("show" in kind and found.losing[place])
        chosen = np.zeros(PLACES, np.int64)
        for at, one in enumerate(ones):
            if running(one).result is None:
                chosen[at] = _choose(one, rng)
                one.step(chosen[at])
        many.step(chosen)
    assert min(compared[kind] for kind in ("show", "last show", "lay", "cleared")) > 5, compared


def _after(env: TeamEnv, action: int) -> tuple[Any, str]:
    """What the asked seat sees after ``action``, before anybody draws, and what kind it is."""
    episode, seat = running(env), env.seat
    encoder, rules = env.presentation.encoder, env.settings.rules
    if episode.speakers:
        then = copy(episode)
        then.speakers = list(episode.speakers)
        then.act(action)
        return then.observe(seat), "show" if then.speakers else "last show"
    move = actions.move_of(rules, action)
    assert move is not None
    view = episode.view(seat)
    row = getattr(move, "row", None)
    kind = "cleared" if row is not None and view.talk.mark(seat, row) else "lay"
    return encoder.encode(after(view, move)), kind


@pytest.mark.parametrize("illegal", ["refuse", "lose", "raise"])
def test_what_is_no_marker_is_not_legal_while_they_are_asked_for(illegal: Any) -> None:
    """Lays, the end of the turn, and markers on rows that are not there; and markers later on."""
    many = TeamVectorEnv(4, NINE, 2, talk="markers", illegal=illegal, autoreset_mode="Disabled")
    one = TeamEnv(NINE, 2, talk="markers", illegal=illegal)
    nowhere = actions.LAYS + 16  # NINE has two rows: 4² ways to show markers
    seen, _ = many.reset(seed=5, options={"starter": 0})
    assert seen["action_mask"].sum(axis=1).tolist() == [16] * 4
    lay = 4 * int(np.flatnonzero(many.layout.take(seen["observation"][1], "hand"))[0])
    wrong = np.array([actions.LAYS + 5, lay, 0, nowhere])
    if illegal == "raise":
        with pytest.raises(IllegalAction, match="place 1"):
            many.step(wrong)
        after_it, *_ = many.step(np.full(4, actions.LAYS))  # nothing had moved
        assert (after_it["action_mask"].sum(axis=1) == 16).all()  # the other seat is asked
        return
    after_it, _, terminated, _, info = many.step(wrong)
    assert terminated.tolist() == [False, *[illegal == "lose"] * 3]
    assert info["seat"].tolist() == [1, 0, 0, 0]
    if illegal == "lose":
        assert info["reason"].tolist() == [None, "illegal", "illegal", "illegal"]
        assert many.layout.take(after_it["observation"], "speaking")[:, 0].tolist() == [1, 0, 0, 0]
        assert not after_it["action_mask"][1:].any()
    else:
        assert info["refused"].tolist() == [False, True, True, True]
        assert np.array_equal(after_it["observation"][1:], seen["observation"][1:])
        # Once all have shown theirs, markers are not legal any more.
        many.step(np.full(4, actions.LAYS))
        many.step(np.full(4, actions.LAYS))
        *_, info = many.step(np.full(4, actions.LAYS))
        assert info["refused"].tolist() == [True] * 4
    deal = next(deal for deal in _lasting(one, Random(1)))
    before, _ = one.reset(options={"deal": deal, "starter": 0})
    seen, *_ = one.step(0)
    many.reset(seed=5, options={"deals": [deal] * 4, "starter": 0})
    many_seen, *_ = many.step(np.zeros(4, np.int64))
    assert np.array_equal(many_seen["observation"][2], seen["observation"])
    assert np.array_equal(before["observation"], seen["observation"]) == (illegal == "refuse")


def test_the_next_game_begins_with_nothing_shown() -> None:
    env = TeamVectorEnv(2, players=3, talk="markers", illegal="lose")
    seen, _ = env.reset(seed=5)
    everything = actions.LAYS + 255
    for _ in range(2):
        seen, *_ = env.step(np.array([everything, everything]))
    assert env.layout.take(seen["observation"], "marks").any()
    seen, _, terminated, _, info = env.step(np.array([0, everything]))
    assert terminated.tolist() == [True, False]
    last = info["final_obs"][0]["observation"]
    assert env.layout.take(last, "marks").any()
    assert not env.layout.take(last, "speaking").any()
    assert not env.layout.take(seen["observation"][0], "marks").any()
    assert env.layout.take(seen["observation"][0], "speaking").all()
    assert env.layout.take(seen["observation"][1], "marks").sum() == 12
    seen, _ = env.reset()
    assert not env.layout.take(seen["observation"], "marks").any()


def test_a_masked_random_agent_that_talks_never_errs() -> None:
    rng, games = np.random.default_rng(1), 0
    for edition in ("original", "extreme", "gold"):
        env = TeamVectorEnv(512, edition, 4, talk="markers", illegal="raise", copy=False)
        seen, _ = env.reset(seed=1)
        for _ in range(150):
            masks = seen["action_mask"]
            chosen = (masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1)
            seen, _, terminated, _, _ = env.step(chosen)
            games += int(terminated.sum())
        assert seen in env.observation_space
    assert games > 500
