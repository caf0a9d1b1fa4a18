"""Leaving in every way there is, and playing on: nothing that was laid is lost."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import sys
from pathlib import Path

import pytest

from ninetyeight.rules import Lay
from ninetyeight.table import Moved, read_record
from tests.terminal.plain.person import Person, records, the_record

EXAMPLES = Path(__file__).parents[3] / "examples"
TWO = ["--players", "2", "--name", "Ada", "--bots", "greedy"]


def laid_on_screen(seen: str) -> list[str]:
    """Every card that the program said was laid by anybody, in order."""
    return [
        f"{card}@{row}"
        for line in re.findall(r"^(?:Ada|Greedy|Program): (.*)$", seen, re.MULTILINE)
        for card, row in re.findall(r"(\d+) on ([UD][12])", line)
    ]


def laid_on_disk(home: Path) -> list[str]:
    events = the_record(home).events
    return [str(e.move) for e in events if isinstance(e, Moved) and isinstance(e.move, Lay)]


def some_moves(ada: Person, count: int) -> None:
    ada.start()
    for _ in range(count):
        if ada.my_turn:
            ada.type(ada.choose())


def test_quit_says_how_to_play_on_and_resume_does(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 5)
        hand = ada.hand()
        told = ada.type("quit")
        assert "ninetyeight play --resume" in told
        assert str(records(tmp_path)[0]) in told
        assert ada.status == 0
    with Person(tmp_path, "--resume") as ada:
        assert "We play on." in ada.text
        assert re.search(r"^Greedy: \d+ on", ada.text, re.MULTILINE)  # since Ada's last card
        assert ada.my_turn
        assert ada.hand() == hand
        assert "lay" in ada.type("end") or "You draw" in ada.text
        ada.play_on()
    assert the_record(tmp_path).closed


def test_a_record_is_resumed_by_its_name_or_path(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 2)
        ada.type("quit")
    (path,) = records(tmp_path)
    for name in (path.stem, path.name, str(path)):
        with Person(tmp_path, "--resume", name) as ada:
            assert ada.my_turn
            ada.type("quit")


def test_nothing_to_resume_is_a_plain_message(tmp_path: Path) -> None:
    with Person(tmp_path, "--resume") as ada:
        assert "no unfinished game" in ada.text
        assert ada.status == 2
    with Person(tmp_path, "--resume", "nowhere") as ada:
        assert "no record “nowhere”" in ada.text
        assert ada.status == 2
    with Person(tmp_path, "--resume", "--edition", "gold") as ada:
        assert "--resume" in ada.text
        assert ada.status == 2


@pytest.mark.parametrize("pty", [False, True], ids=["pipe", "terminal"])
def test_the_end_of_input_leaves_the_game_saved(tmp_path: Path, pty: bool) -> None:
    with Person(tmp_path, *TWO, pty=pty) as ada:
        some_moves(ada, 3)
        told = ada.close_input()
        assert "Your game is saved" in told
        assert ada.status == 0
        assert "Traceback" not in ada.seen
        assert laid_on_disk(tmp_path)[: len(laid_on_screen(ada.seen))] == laid_on_screen(ada.seen)


def test_input_may_end_at_any_question(tmp_path: Path) -> None:
    script = ["", "no", "de", "4", "Ada, Ben", "1", "", "", "", "", "", "kann", ""]
    for length in range(len(script)):
        home = tmp_path / str(length)
        with Person(home) as ada:
            for line in script[:length]:
                ada.type(line)
            ada.close_input()
            assert ada.status == 0, ada.seen
            assert "Traceback" not in ada.seen


def test_ctrl_c_says_how_to_play_on_and_exits_with_130(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO, pty=True) as ada:
        some_moves(ada, 4)
        shown = laid_on_screen(ada.seen)
        told = ada.write(b"\x03")
        assert "Your game is saved" in told
        assert ada.status == 130
        assert "Traceback" not in ada.seen
    assert laid_on_disk(tmp_path) == shown
    with Person(tmp_path, "--resume", pty=True) as ada:
        assert ada.my_turn


def test_ctrl_c_before_the_game_exits_with_130(tmp_path: Path) -> None:
    with Person(tmp_path, pty=True) as ada:
        ada.write(b"\x03")
        assert ada.status == 130
        assert "Traceback" not in ada.seen


def test_a_request_to_end_says_how_to_play_on(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 4)
        ada.kill(signal.SIGTERM)
        assert "Your game is saved" in ada.read()
        assert ada.status == 128 + signal.SIGTERM


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO, pty=True) as ada:
        some_moves(ada, 4)
        shown = laid_on_screen(ada.seen)
        ada.hang_up()
        assert ada.gone
    assert laid_on_disk(tmp_path) == shown
    with Person(tmp_path, "--resume") as ada:
        ada.play_on()
    assert the_record(tmp_path).closed


def test_kill_9_at_any_moment_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    rng = random.Random(9)
    with Person(tmp_path, *TWO, "--edition", "gold", "--no-fan") as ada:
        some_moves(ada, 1)
        ada.kill(signal.SIGKILL)
    seen = ada.seen
    for _ in range(6):
        with Person(tmp_path, "--resume", pty=rng.random() < 0.5) as ada:
            for _ in range(rng.randrange(6)):
                if ada.my_turn:
                    ada.type(ada.choose())
            if ada.my_turn and rng.random() < 0.5:
                # Killed while it is at work on a line: what it has not shown may be lost.
                os.write(ada._in, ada.choose().encode() + b"\n")
            ada.kill(signal.SIGKILL)
            seen += ada.seen
        # What happened before it was taken up again may have been told twice.
        shown, kept = dict.fromkeys(laid_on_screen(seen)), laid_on_disk(tmp_path)
        assert _in_order(list(shown), kept)
        if the_record(tmp_path).closed:
            return


def _in_order(shown: list[str], kept: list[str]) -> bool:
    """True when everything shown is kept, in that order."""
    rest = iter(kept)
    return all(lay in rest for lay in shown)


def test_a_record_cut_in_mid_write_is_resumed_with_a_clear_message(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 4)
        ada.type("quit")
    (path,) = records(tmp_path)
    before = read_record(path.read_bytes()).events
    path.write_bytes(path.read_bytes() + b'{"seat":0,"do":"4')
    with Person(tmp_path, "--resume") as ada:
        assert "is incomplete and was discarded" in ada.text
        ada.type("quit")
    assert read_record(path.read_bytes()).events == before


def test_a_damaged_record_is_a_plain_message(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 4)
        ada.type("quit")
    (path,) = records(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"oops\n", *lines[3:]]))
    with Person(tmp_path, "--resume", str(path)) as ada:
        assert "Line 3 of the record is damaged" in ada.text
        assert ada.status == 2


def test_a_game_in_use_is_not_opened_twice(tmp_path: Path) -> None:
    with Person(tmp_path, *TWO) as ada:
        some_moves(ada, 2)
        (path,) = records(tmp_path)
        with Person(tmp_path, "--resume", str(path)) as other:
            assert "in use by another game" in other.text
            assert other.status == 2


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    # A limit on the size of files stands for the full disk.
    with Person(tmp_path, "--deal", "original-1p-K7Q2M9XA4TWB3H8C") as ada:
        ada.start()
        size = records(tmp_path)[0].stat().st_size
        room = resource.prlimit(ada.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(ada.pid, resource.RLIMIT_FSIZE, (size + 3, room[1]))
        told = ada.type("10u1")
        assert "cannot be written" in told
        assert "10 on U1" not in told
        assert 10 in ada.hand()
        assert "cannot be written" in ada.type("10u1")
        resource.prlimit(ada.pid, resource.RLIMIT_FSIZE, room)
        assert "10 on U1, +9" in ada.type("10u1")
        assert "Traceback" not in ada.seen
    assert laid_on_disk(tmp_path) == ["10@U1"]


def test_a_folder_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file where the folder should be")
    with Person(blocked, *TWO) as ada:
        assert "cannot be written" in ada.text
        assert ada.status == 2
        assert "Traceback" not in ada.seen


def test_a_bot_program_that_dies_does_not_take_the_game_with_it(tmp_path: Path) -> None:
    """What was laid is kept, and once the program is mended the game is played to its end."""
    program = tmp_path / "bot.py"
    whole = (EXAMPLES / "first_bot.py").read_text("utf-8")
    turn = "for line in sys.stdin:"
    assert turn in whole
    program.write_text(whole.replace(turn, "for line, _ in zip(sys.stdin, range(12)):"))
    bot = f"program:{sys.executable} {program}"
    with Person(tmp_path / "home", "--name", "Ada", "--bots", bot) as ada:
        ada.start()
        while "try again" not in ada.text:
            ada.type(ada.choose())
        assert "ended in the middle of the game" in ada.text
        assert "Your game is saved" in ada.type("quit")
        assert ada.status == 0
        assert "Traceback" not in ada.seen
        shown = laid_on_screen(ada.seen)
    assert shown
    assert laid_on_disk(tmp_path / "home")[: len(shown)] == shown
    program.write_text(whole)
    with Person(tmp_path / "home", "--resume") as ada:
        ada.play_on()
    assert the_record(tmp_path / "home").closed
    assert laid_on_disk(tmp_path / "home")[: len(shown)] == shown
