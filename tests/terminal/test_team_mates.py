"""Team mates that search, and hints of theirs, at a terminal: nobody waits, and all is told."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from ninetyeight.bots import make_bot, searcher_names
from ninetyeight.bots import mind as mind_module
from ninetyeight.coach import hint
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import Deal
from ninetyeight.table import Moved, RecordFile, Seat, Setup
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

DEAL = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C")
PATIENCE = 120.0


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A game with a bot that searches, once the search is ready."""
    for level in searcher_names():
        monkeypatch.setitem(mind_module.PATIENCE, level, PATIENCE)
    setup = Setup.default(DEAL, (Seat("Ada"), Seat("Quick", "quick")))
    made = Session(RecordFile.create(tmp_path / "game.98", setup))
    end = time.monotonic() + PATIENCE
    while not made.mind.ready(DEAL.rules):
        assert time.monotonic() < end
        time.sleep(0.05)
    yield made
    made.close()


def test_a_bot_that_searches_makes_the_turn_that_it_makes_anywhere(session: Session) -> None:
    session.settle(1)
    alone = make_bot("quick", session.setup.bot_seed + 1)
    made = 0
    while session.table.state.active == 1:
        before = session.table.state
        event = session.bot_step()
        if isinstance(event, Moved):
            assert event.move == alone.move(before.view(1))
            made += 1
    assert made > 1
    assert session.mind.note is None


def test_a_hint_is_worth_something_in_every_language(session: Session) -> None:
    session.settle(0)
    view = session.table.view(0)
    found = session.hint(view)
    assert 1 <= len(found.ways) <= 2
    assert found.ways[0].lays[0] == found.move
    assert {lay.card for way in found.ways for lay in way.lays} <= set(view.hand)
    told = {tuple(Words(language).ways(found.ways)) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    for lines in told:
        assert all(re.search(r"\d+ .*10", line) for line in lines)
    assert hint(view, session.setup.bot_seed).ways == ()  # the planner counts no games


def test_why_a_bot_does_not_play_as_it_would_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = Words(language)
        for note in ("missing", "preparing", "busy", "lost"):
            line = words.bot_note(note, "deep")
            assert words.text("bots.name.deep") in line
            assert words.text("bots.name.planner") in line


def test_ctrl_c_at_a_terminal_is_enough_for_a_bot_that_thinks_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    words = ["-m", "ninetyeight", "play", "--lang", "en", "--plain", "--new", "--yes"]
    words += ["--deal", "extreme-2p-K7Q2M9XA4TWB3H8C", "--name", "Ada", "--bots", "deep"]
    environ = {**os.environ, "NINETYEIGHT_HOME": str(tmp_path)}
    with pexpect.spawn(
        sys.executable, words, env=environ, dimensions=(50, 250), timeout=PATIENCE
    ) as child:
        turn, question, thinks = "Ada> $", r"\? $|\) $|: $", "is thinking"
        while (said := child.expect([thinks, turn, question])) != 0:
            if said == 2:
                child.sendline("")
                continue
            child.sendline("hint")
            child.expect(r"Suggestion: (\S+)\. ")
            move = child.match.group(1).decode()
            child.expect(turn)
            child.sendline(move)
        began = time.monotonic()
        child.sendintr()
        child.expect(turn)
        assert time.monotonic() - began < 15  # of the twenty seconds that it may think
        child.sendline("quit")
        child.expect(pexpect.EOF)
