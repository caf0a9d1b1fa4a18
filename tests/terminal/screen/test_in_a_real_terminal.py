"""The program itself in a pseudo-terminal: full screen, laid cards, left by keys and signals."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from signal import SIGTERM

import pexpect
import pytest

from ninetyeight.table import read_record
from tests.terminal.screen.driver import plain_environment


def begin(folder: Path, *more: str, **environment: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "ninetyeight", "play", "--fast", *more],
        env={**plain_environment(folder), **environment},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=30,
    )


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130), (None, 143)])
def test_leaving_gives_the_screen_back_and_says_how_to_play_on(
    tmp_path: Path, key: str | None, code: int
) -> None:
    game = begin(tmp_path, "--name", "Ada")
    game.expect("U1")
    game.expect("Ada, your turn")
    game.send("\r")  # the chosen card on the chosen row
    game.expect("1 more card|one more card")
    if key is None:
        game.kill(SIGTERM)
    else:
        game.send(key)
    game.expect("ninetyeight play --resume")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == code
    (record,) = (tmp_path / "records").glob("*.98")
    assert len(read_record(record.read_bytes()).events) == 1

    again = begin(tmp_path, "--resume")
    again.expect("one more card")
    again.send("q")
    again.expect(pexpect.EOF)
    again.close()


def test_a_killed_game_loses_nothing_that_was_laid(tmp_path: Path) -> None:
    game = begin(tmp_path, "--name", "Ada")
    game.expect("Ada, your turn")
    game.send("\r")
    game.expect("one more card")
    game.kill(9)
    game.expect(pexpect.EOF)
    game.close()
    (record,) = (tmp_path / "records").glob("*.98")
    assert len(read_record(record.read_bytes()).events) == 1


#: A colour or a grey, as terminals are told: of the text or behind it, from a palette or mixed.
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:[34][0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_who_wants_no_colour_is_sent_none(tmp_path: Path, environment: dict[str, str]) -> None:
    game = begin(tmp_path, "--name", "Ada", TERM="xterm-256color", **environment)
    game.expect("Ada, your turn")
    sent = game.before
    game.send("q")
    game.expect(pexpect.EOF)
    sent += game.before
    game.close()
    assert "U1" in sent
    assert (COLOUR.search(sent) is None) is bool(environment)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"PYTHONIOENCODING": "latin-1"}])
def test_a_terminal_that_cannot_show_the_screen_is_played_line_by_line(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    game = begin(tmp_path, "--name", "Ada", **environment)
    game.expect("Ada> ")
    assert "\x1b" not in game.before
    game.sendline("quit")
    game.expect("ninetyeight play --resume")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
