"""What a seat is shown: all that it may know, nothing else, as the layout says."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from ninetyeight.envs.actions import LAYS, SHOWS, action_of, lay_mask, move_of, show_action, shown
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.layout import PARTS, layout_of
from ninetyeight.envs.plain_text import told_episode
from ninetyeight.envs.settings import TalkOption
from ninetyeight.envs.table import TableEnv
from ninetyeight.rules import (
    END,
    NO_COMMANDS,
    TINY,
    Deal,
    Edition,
    Game,
    Lay,
    Marker,
    Move,
    Row,
    Rules,
    View,
    is_legal,
)
from tests.envs.plain_reading import expected, names
from tests.envs.tables import SEATINGS, careful, running
from tests.laws import every_choice
from tests.rules.strategies import endgame, mapping

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(("edition", "players"), [*SEATINGS, ("tiny", 1), ("tiny", 3)])
def test_at_every_table_masks_are_the_law_and_observations_are_the_view(
    edition: str, players: int
) -> None:
    """A game from the start and one from a late position with each combination of options, with
    markers every other time."""
    rng = Random(f"{edition} {players}")
    for number, options in enumerate(every_choice()):
        rules = Rules.of(edition, players, **options)
        if rules.hand_size < rules.minimum:
            continue  # nobody can ever take a turn
        talk: TalkOption = "markers" if (number + players) % 2 else "silent"
        env = TableEnv(edition, players, talk=talk, **options)  # type: ignore[arg-type]
        env.reset(seed=number)
        play_and_check(env, rng)
        env.reset(seed=number)
        late = any_late(rules, rng)
        running(env).game = late
        running(env).speakers.clear()
        env.agent_selection = f"seat_{late.seat}"
        play_and_check(env, rng)


def any_late(rules: Rules, rng: Random) -> Game:
    """A running game with few cards left, some hands perhaps empty soon, the draw pile often."""
    while True:
        commands = mapping(rules, rng) if rules.has_commands else NO_COMMANDS
        waiting, seat = endgame(rules, commands, rng, 5)
        game = waiting.start(seat)
        if game.outcome is None:
            return game


def play_and_check(env: TableEnv, rng: Random) -> None:
    """Play to the end with an eye on everything that is shown on the way."""
    while not any(env.terminations.values()):
        observation = env.observe(env.agent_selection)
        assert isinstance(observation, dict)
        check_mask(env, observation["action_mask"])
        if rng.random() < 0.3:
            check_observation(env, observation["observation"])
            check_non_interference(env, rng)
        env.step(careful(observation, env, rng))
    last = env.observe(env.agent_selection)
    assert isinstance(last, dict)
    check_observation(env, last["observation"])


def check_mask(env: TableEnv, mask: NDArray[np.int8]) -> None:
    """The mask is what the second opinion on the law accepts."""
    episode = running(env)
    rules, seat = env.settings.rules, episode.seat
    assert seat is not None
    if episode.speakers:
        assert (np.flatnonzero(mask) == np.arange(LAYS, LAYS + 4 ** len(rules.edition.rows))).all()
        return
    candidates: list[Move] = [Lay(c, r) for c in rules.cards for r in rules.edition.row_names]
    candidates = [
        m for m in candidates if isinstance(m, Lay) and m.card in episode.game.hands[seat]
    ]
    legal = {action_of(rules, m) for m in [*candidates, END] if is_legal(episode.game, m)}
    assert set(np.flatnonzero(mask).tolist()) == legal
    for other in set(range(rules.players)) - {seat}:
        assert not episode.mask(other).any()


def check_observation(env: TableEnv, observation: NDArray[np.int8]) -> None:
    """Every part holds what the view says, within its bounds."""
    episode, layout = running(env), env.layout
    view = episode.view(env.possible_agents.index(env.agent_selection))
    assert observation.dtype == np.int8
    assert (observation >= 0).all()
    assert (observation <= layout.high).all()
    wanted = expected(view, bool(episode.speakers))
    for name in names(layout):
        assert layout.take(observation, name).tolist() == wanted[name], name


def check_non_interference(env: TableEnv, rng: Random) -> None:
    """Cards that the seat cannot see change nothing in what it is shown."""
    episode = running(env)
    seat = episode.seat
    assert seat is not None
    before = (
        episode.observe(seat).tobytes(),
        episode.mask(seat).tobytes(),
        told_episode(episode, seat),
        str(env.presentation.info(episode, seat)),
    )
    game = episode.game
    episode.game = episode.view(seat).sample(rng)
    after = (
        episode.observe(seat).tobytes(),
        episode.mask(seat).tobytes(),
        told_episode(episode, seat),
        str(env.presentation.info(episode, seat)),
    )
    episode.game = game
    assert after == before


def test_seats_that_are_not_asked_are_shown_no_hidden_card_either() -> None:
    env = TableEnv("extreme", 4, fire=True)
    env.reset(seed=8)
    episode, rng = running(env), Random(8)
    for seat in range(4):
        game, seen = episode.game, episode.observe(seat)
        assert (env.layout.take(seen, "hand").nonzero()[0] == game.hands[seat]).all()
        episode.game = episode.view(seat).sample(rng)
        assert episode.observe(seat).tobytes() == seen.tobytes()
        episode.game = game


def test_open_hands_show_the_others_in_order_and_are_there_only_when_asked_for() -> None:
    from ninetyeight.envs.team import TeamEnv

    env = TeamEnv("original", 3, open_hands=True)
    seen, info = env.reset(seed=4)
    assert isinstance(seen, dict)
    assert env.episode is not None
    hands, seat = env.episode.game.hands, info["seat"]
    shown_hands = env.layout.take(seen["observation"], "other_hands")
    for place in range(5):
        held = set(np.flatnonzero(shown_hands[place]).tolist())
        assert held == (set(hands[(seat + 1 + place) % 3]) if place < 2 else set())
    assert "other_hands" not in names(TeamEnv("original", 3).layout)


@pytest.mark.parametrize("markers", [False, True])
def test_a_layout_has_the_parts_of_its_table_and_no_others(markers: bool) -> None:
    plain = set(names(layout_of(Rules.of("original", 2), markers=markers)))
    full = names(layout_of(Rules.of("extreme", 2, fire=True), markers=markers))
    assert ("marks" in plain) == markers
    assert not plain & {"hand_commands", "fires", "other_hands"}
    assert {"hand_commands", "top_commands", "fires", "due"} <= set(full)
    assert full == [part.name for part in PARTS if part.name in full], "the order of the table"


def test_parts_lie_one_after_the_other_and_offsets_say_where() -> None:
    layout = layout_of(Rules.of("original", 2, fire=True))
    places = np.concatenate([np.arange(layout.size)[layout.slices[n]] for n in names(layout)])
    assert (places == np.arange(layout.size)).all()
    for part, offset in zip(PARTS, layout.offsets, strict=True):
        there = layout.slices.get(part.name)
        assert offset == (-1 if there is None else there.start)


def test_a_scaled_observation_is_the_same_in_fractions() -> None:
    plain, scaled = TableEnv("gold", 6), TableEnv("gold", 6, scaled=True, flat=True)
    plain.reset(seed=3)
    scaled.reset(seed=3)
    whole, fractions = plain.observe("seat_0"), scaled.observe("seat_0")
    assert isinstance(whole, dict)
    assert isinstance(fractions, np.ndarray)
    assert fractions.dtype == np.float32
    assert fractions.max() <= 1
    assert (np.rint(fractions * plain.layout.high) == whole["observation"]).all()


def test_an_edition_that_does_not_fit_is_refused_in_words() -> None:
    large = Edition("large", 1, 120, (Row("U1", True, (0, 121)), Row("D1", False, (121, 0))))
    with pytest.raises(ValueError, match="room for cards 1 to 99"):
        layout_of(Rules(large, players=1))


def test_a_spectator_has_no_observation() -> None:
    game = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(0)
    with pytest.raises(ValueError, match="spectator"):
        Encoder(game.rules).encode(View.of(game, None))


@pytest.mark.parametrize("edition", ["original", "gold", "tiny"])
def test_every_move_has_its_own_action_and_reads_back(edition: str) -> None:
    rules = Rules.of(edition)
    moves: list[Move] = [Lay(c, r) for c in rules.cards for r in rules.edition.row_names]
    codes = [action_of(rules, move) for move in [*moves, END]]
    assert len(set(codes)) == len(moves) + 1
    assert [move_of(rules, code) for code in codes] == [*moves, END]
    assert lay_mask(rules, [*moves, END], markers=False).sum() == len(moves) + 1
    if rules.edition is TINY:
        assert move_of(rules, 5 * 4 + 3) is None, "it has two rows"


def test_every_way_to_show_markers_has_its_own_action() -> None:
    rules = Rules.of("original", 3)
    said = [shown(rules, action) for action in range(LAYS, LAYS + SHOWS)]
    assert len({str(marks) for marks in said}) == 256
    assert [show_action(rules, marks) for marks in said] == list(range(LAYS, LAYS + SHOWS))
    assert {"U2": Marker.KEEP} in said


def test_the_page_shows_the_layout_of_the_code() -> None:
    page = (ROOT / "docs" / "envs.md").read_text("utf-8")
    rows = []
    for part in PARTS:
        shape = " × ".join(map(str, part.shape))
        when = "" if part.when == "always" else part.when
        rows.append(f"| `{part.name}` | {shape} | 0–{part.high} | {when} | {part.meaning} |")
    table = "\n".join(rows)
    assert table in page, f"the table of docs/envs.md should be:\n{table}"


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "envs.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) >= 4
    for example in examples:
        exec(example, {})
    told = capsys.readouterr().out.splitlines()
    assert "(4, 26)" in told
    assert "1.0" in told
