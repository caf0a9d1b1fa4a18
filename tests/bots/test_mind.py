"""The mind: a search elsewhere, which may be slow, be stopped, hang or die, harmlessly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from ninetyeight.bots import BotError, make_bot, searcher_names, usual_mate
from ninetyeight.bots import mind as module
from ninetyeight.bots.champion import Champion
from ninetyeight.bots.guided import Guided, make_mate
from ninetyeight.bots.mind import Mind
from ninetyeight.bots.planner import Planner
from ninetyeight.rules import Deal, View
from tests.bots.test_search import TABLES

PATIENCE = 300.0


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a search takes longer than people wait; here it is let come to its end."""
    for level in searcher_names():
        monkeypatch.setitem(module.PATIENCE, level, PATIENCE)


DEAL = Deal.from_code("original-3p-K7Q2M9XA4TWB3H8C")
VIEW = View.of(DEAL.game().start(0), 0)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture(scope="module")
def mind() -> Iterator[Mind]:
    made = Mind()
    made.start()
    wait_until(lambda: made.ready(VIEW.rules))
    yield made
    made.close()


def test_it_finds_what_the_bot_of_that_level_finds(mind: Mind) -> None:
    for rules in TABLES[:2]:
        view = View.of(Deal.of_bits(rules, 98).game().start(0), 0)
        for seed in (1, 2):
            assert mind.think(view, "quick", seed) == Champion(seed, "quick").think(view)
    assert mind.note is None


def test_a_mate_makes_its_whole_turn_as_the_bot_does(mind: Mind) -> None:
    game, alone = DEAL.game().start(0), make_bot("quick", 5)
    mate = make_mate("quick", 5, mind)
    while game.seat == 0:
        view = View.of(game, 0)
        move = mate.move(view)
        assert move == alone.move(view)
        game = game.apply(move)


def test_it_can_be_told_that_it_has_thought_enough(mind: Mind) -> None:
    whole = mind.think(VIEW, "deep", 1)
    assert whole is not None
    found = []
    thread = Thread(target=lambda: found.append(mind.think(VIEW, "deep", 1)))
    asked = mind._asked
    thread.start()
    wait_until(lambda: mind._asked > asked)
    mind.stop()
    thread.join(PATIENCE)
    assert found[0] is not None
    assert found[0].playouts < whole.playouts / 2
    again = mind.think(VIEW, "quick", 1)  # that was for that one turn
    assert again == Champion(1, "quick").think(VIEW)


def test_before_it_is_ready_nobody_waits_and_the_planner_plays() -> None:
    slow = Mind()
    try:
        began = time.monotonic()
        assert slow.think(VIEW, "deep", 1) is None
        assert slow.note == "preparing"
        mate = make_mate("deep", 1, slow)
        assert mate.name == "deep"
        assert mate.move(VIEW) == Planner(1).move(VIEW)
        # No clock is looked at elsewhere: a search of this level alone takes longer than this.
        assert time.monotonic() - began < 60
    finally:
        slow.close()


def test_a_mind_that_dies_is_told_and_another_one_gets_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "REST", 0.0)
    mortal = Mind()
    try:
        mortal.start()
        wait_until(lambda: mortal.ready(VIEW.rules))
        assert mortal._process is not None
        assert mortal._process.pid is not None
        victim = mortal._process.pid
        asked = mortal._asked

        def strike() -> None:
            wait_until(lambda: mortal._asked > asked)
            os.kill(victim, signal.SIGKILL)

        thread = Thread(target=strike)
        thread.start()
        with pytest.raises(BotError) as died:
            mortal.think(VIEW, "deep", 1)
        thread.join()
        assert died.value.code == "mind_died"
        assert mortal.note == "lost"
        mortal.start()
        wait_until(lambda: mortal.ready(VIEW.rules))
        assert mortal.think(VIEW, "quick", 1) is not None
        assert mortal.note is None
    finally:
        mortal.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only here can a process be held")
def test_a_mind_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.2)
    monkeypatch.setitem(module.PATIENCE, "quick", 0.2)
    stuck = Mind()
    try:
        stuck.start()
        wait_until(lambda: stuck.ready(VIEW.rules))
        process = stuck._process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        with pytest.raises(BotError) as hangs:
            stuck.think(VIEW, "quick", 1)
        assert hangs.value.code == "mind_hangs"
        assert not process.is_alive()
        mate = make_mate("quick", 1, stuck)
        assert mate.move(VIEW) == Planner(1).move(VIEW)  # the game goes on
    finally:
        stuck.close()


def test_what_was_compiled_before_it_was_interrupted_is_not_lost(tmp_path: Path) -> None:
    """Killed again and again while it compiles into an empty folder, it gets ready all the same."""
    environ = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    script = (
        "import time\n"
        "from ninetyeight.bots.mind import Mind\n"
        "mind = Mind(); mind.start()\n"
        "time.sleep(3600)\n"
    )
    kept = [0]
    for _ in range(2):
        running = subprocess.Popen([sys.executable, "-c", script], env=environ)
        files = kept[-1]
        wait_until(lambda n=files: len(list(tmp_path.rglob("*.nbc"))) >= n + 5)  # type: ignore[misc]
        running.kill()
        running.wait()
        kept.append(len(list(tmp_path.rglob("*.nbc"))))
    assert kept[2] >= kept[1] + 5


def test_what_is_handed_over_counts_for_that_turn_alone() -> None:
    thought = Champion(3, "quick").think(VIEW)
    assert thought is not None
    guided = Guided(3, "quick")
    before = guided.move(VIEW)
    assert before == Planner().move(VIEW)
    guided.guide(VIEW, thought)
    assert guided.guided(VIEW)
    assert guided.move(VIEW) == thought.lays[0]
    other = View.of(Deal.from_code("original-3p-K7Q2M9XA4TWB3H8D").game().start(0), 0)
    assert not guided.guided(other)
    assert guided.move(other) == Planner().move(other)


def test_the_usual_team_mate_is_one_of_the_searching_ones() -> None:
    assert usual_mate() in searcher_names()
