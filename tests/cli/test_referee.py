"""The referee: a process that judges any game it is sent and survives anything else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ninetyeight.referee import LONGEST_LINE, answer, answer_line

DECK = list(range(2, 100))
PLAIN: dict[str, Any] = {"id": 1, "edition": "original", "players": 1, "deck": DECK}
EXTREME: dict[str, Any] = {**PLAIN, "edition": "extreme", "commands": {}}


class Referee:
    """The real process, asked over its pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ninetyeight", "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask_line(self, line: bytes) -> dict[str, Any]:
        """Send one line and read its answer before anything else is sent."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        given: dict[str, Any] = json.loads(self.process.stdout.readline())
        return given

    def ask(self, request: object) -> dict[str, Any]:
        return self.ask_line(json.dumps(request).encode())

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(10)


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    one = Referee()
    yield one
    assert one.close() == 0


def test_the_start_of_a_game(referee: Referee) -> None:
    assert referee.ask(PLAIN | {"moves": []}) == {
        "id": 1,
        "status": "playing",
        "reason": None,
        "left": 98,
        "seat": 0,
        "laid": 0,
        "need": 2,
        "rows": {"U1": [], "U2": [], "D1": [], "D2": []},
        "hands": [[2, 3, 4, 5, 6, 7, 8, 9]],
        "draw": 90,
        "legal": sorted(
            f"{card}@{row}" for card in range(2, 10) for row in ("U1", "U2", "D1", "D2")
        ),
        "losing": [],
        "refused": None,
    }


def test_moves_are_applied_in_order(referee: Referee) -> None:
    given = referee.ask(PLAIN | {"moves": ["2@U1", "4@U1", "end", "10@U1"]})
    assert given["rows"]["U1"] == [2, 4, 10]
    assert (given["laid"], given["need"], given["draw"], given["left"]) == (1, 1, 88, 95)
    assert given["hands"] == [[3, 5, 6, 7, 8, 9, 11]]


def test_the_first_refused_move_stops_the_run(referee: Referee) -> None:
    given = referee.ask(PLAIN | {"moves": ["5@U1", "4@U1", "6@U1"]})
    assert given["rows"]["U1"] == [5]
    refused = given["refused"]
    assert (refused["at"], refused["move"], refused["rule"]) == (1, "4@U1", "B3")
    assert "ascending" in refused["message"]


@pytest.mark.parametrize(
    ("move", "rule"),
    [("2@U3", "B1"), ("99@U1", "B5"), ("123@D2", "B5"), ("end", "B5"), ("back", "B12r")],
)
def test_what_is_not_there_is_refused_and_no_error(move: str, rule: str) -> None:
    assert answer(PLAIN | {"moves": [move]})["refused"]["rule"] == rule


def test_taking_back(referee: Referee) -> None:
    request = PLAIN | {"options": {"take_backs": True}, "moves": ["9@D1"]}
    assert "back" in referee.ask(request)["legal"]
    given = referee.ask(request | {"moves": ["9@D1", "back", "back"]})
    assert given["rows"]["D1"] == []
    assert given["refused"]["at"] == 2


def test_a_stop_ends_the_turn_by_itself() -> None:
    request = EXTREME | {"players": 2, "commands": {"5": "stop"}, "moves": ["5@U1"]}
    given = answer(request)
    assert (given["seat"], given["laid"], given["need"]) == (1, 0, 2)
    assert given["draw"] == 98 - 14 - 1


def test_moves_that_lose_at_once_are_legal_and_named() -> None:
    # X2: a stop that leaves a skull visible. X8r: possible, and it loses.
    request = EXTREME | {"commands": {"5": "skull", "6": "stop"}, "moves": ["5@U1"]}
    given = answer(request)
    assert "6@D1" in given["legal"]
    assert "6@D1" in given["losing"]
    assert "6@U1" not in given["losing"]  # that stop covers the skull
    lost = answer(request | {"moves": ["5@U1", "6@D1"]})
    assert (lost["status"], lost["reason"], lost["seat"], lost["need"]) == (
        "lost",
        "skull",
        None,
        0,
    )
    assert (lost["laid"], lost["legal"], lost["losing"]) == (2, [], [])


def test_a_move_after_the_end_is_refused() -> None:
    request = EXTREME | {"commands": {"5": "skull", "6": "stop"}, "moves": ["5@U1", "6@D1", "end"]}
    assert answer(request)["refused"]["rule"] == "B8"


def test_a_whole_game_is_won_without_a_last_end() -> None:
    moves = []
    for card in DECK:  # in order, so that everything fits on one row
        moves.append(f"{card}@U1")
        if card % 2 and card < 99:
            moves.append("end")
    given = answer(PLAIN | {"moves": moves})
    assert (given["status"], given["left"], given["refused"]) == ("won", 0, None)


def test_the_starter_is_asked_for_or_seat_0() -> None:
    three = PLAIN | {"players": 3}
    assert answer(three)["seat"] == 0
    assert answer(three | {"starter": 2})["seat"] == 2


def test_commands_that_are_not_in_force_are_ignored() -> None:
    plain = answer(PLAIN)
    assert answer(PLAIN | {"commands": {"5": "stop", "x": ["?"]}}) == plain
    assert answer(PLAIN | {"commands": None}) == plain


def test_open_rows_changes_nothing_here() -> None:
    assert answer(PLAIN | {"options": {"open_rows": True}}) == answer(PLAIN)


def test_what_a_deal_prints_can_be_sent_as_it_is() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "deal", "--new", "--edition", "extreme", "--json"],
        capture_output=True,
        check=True,
    )
    assert answer(json.loads(run.stdout))["left"] == 98


BAD_REQUESTS: list[dict[str, Any]] = [
    {},
    {"edition": "original"},
    {"edition": "original", "players": 1},
    PLAIN | {"edition": "tiny"},
    PLAIN | {"edition": "Original"},
    PLAIN | {"edition": 5},
    PLAIN | {"edition": ["original"]},
    PLAIN | {"players": "1"},
    PLAIN | {"players": True},
    PLAIN | {"players": 1.0},
    PLAIN | {"players": 0},
    PLAIN | {"players": 6},
    PLAIN | {"players": -1},
    PLAIN | {"players": 10**100},
    PLAIN | {"players": None},
    PLAIN | {"starter": 1},
    PLAIN | {"starter": -1},
    PLAIN | {"starter": True},
    PLAIN | {"starter": "0"},
    PLAIN | {"starter": None},
    PLAIN | {"starter": 10**1000},
    PLAIN | {"options": []},
    PLAIN | {"options": None},
    PLAIN | {"options": {"expert": 1}},
    PLAIN | {"options": {"expert": "true"}},
    PLAIN | {"options": {"experts": True}},
    PLAIN | {"options": {"players": True}},
    PLAIN | {"options": {"cls": True}},
    PLAIN | {"deck": []},
    PLAIN | {"deck": DECK[:-1]},
    PLAIN | {"deck": [*DECK, 2]},
    PLAIN | {"deck": [*DECK[:-1], 100]},
    PLAIN | {"deck": [*DECK[:-1], 2]},
    PLAIN | {"deck": [str(card) for card in DECK]},
    PLAIN | {"deck": [True, *DECK[1:]]},
    PLAIN | {"deck": [2.0, *DECK[1:]]},
    PLAIN | {"deck": [[2], *DECK[1:]]},
    PLAIN | {"deck": {"2": 2}},
    PLAIN | {"deck": None},
    PLAIN | {"moves": "2@U1"},
    PLAIN | {"moves": {"0": "2@U1"}},
    PLAIN | {"moves": None},
    PLAIN | {"moves": [2]},
    PLAIN | {"moves": [["2@U1"]]},
    PLAIN | {"moves": ["2"]},
    PLAIN | {"moves": ["2@"]},
    PLAIN | {"moves": ["2@u1"]},
    PLAIN | {"moves": [" 2@U1"]},
    PLAIN | {"moves": ["02@U1"]},
    PLAIN | {"moves": ["-2@U1"]},
    PLAIN | {"moves": ["END"]},
    PLAIN | {"moves": [""]},
    PLAIN | {"moves": ["2@U1", "nonsense"]},
    PLAIN | {"moves": ["٢@U1"]},
    PLAIN | {"edition": "extreme"},
    PLAIN | {"options": {"commands": True}},
    EXTREME | {"commands": None},
    EXTREME | {"commands": []},
    EXTREME | {"commands": {"100": "stop"}},
    EXTREME | {"commands": {"0": "stop"}},
    EXTREME | {"commands": {"1": "stop"}},
    EXTREME | {"commands": {"x": "stop"}},
    EXTREME | {"commands": {"5": "Stop"}},
    EXTREME | {"commands": {"5": None}},
    EXTREME | {"commands": {"5": ["stop"]}},
    EXTREME | {"commands": {"5": {}}},
]


@pytest.mark.parametrize("request_", BAD_REQUESTS, ids=range(len(BAD_REQUESTS)))
def test_a_bad_request_is_answered_with_an_error(request_: dict[str, Any]) -> None:
    given = answer(request_ | {"id": "mine"})
    assert given.keys() == {"id", "error"}
    assert given["id"] == "mine"
    assert given["error"]
    assert len(given["error"]) < 500


BAD_LINES = [
    b"",
    b"   ",
    b"null",
    b"[]",
    b"7",
    b'"hello"',
    b"{",
    b"{'id': 1}",
    b'{"id": NaN}',
    b'{"id": Infinity}',
    b'{"id": 1e999}',
    b'{"id": ' + b"9" * 5000 + b"}",
    b"\xff\xfe\x00{",
    b'{"id": "\xff"}',
    b"[" * 100_000,
    b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"id":1}{"id":2}',
    b"\x00",
    b"x" * (LONGEST_LINE + 100),
    b'{"id": "' + b"x" * (3 * LONGEST_LINE) + b'"}',
]


def test_one_process_survives_every_bad_line(referee: Referee) -> None:
    for line in BAD_LINES:
        given = referee.ask_line(line)
        assert given.keys() == {"id", "error"}, line[:40]
        assert given["id"] is None
        assert given["error"]
    assert referee.ask(PLAIN)["status"] == "playing"


@pytest.mark.parametrize(
    "number", [7, "seven", None, [1, {"a": 2}], {"b": []}, 1.5, True, "é€\ud800"]
)
def test_any_id_comes_back_as_it_was(referee: Referee, number: object) -> None:
    assert referee.ask({"id": number})["id"] == number
    assert referee.ask(PLAIN | {"id": number})["id"] == number


def test_an_id_that_nests_deeply_never_ends_the_referee() -> None:
    for depth in range(300, 1200, 25):
        line = b'{"id": ' + b"[" * depth + b"]" * depth + b"}"
        assert b'"error"' in answer_line(line)


def test_the_last_line_needs_no_line_end() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "referee"],
        input=json.dumps(PLAIN).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(run.stdout)["left"] == 98
    assert run.stderr == b""


def test_the_client_in_the_docs_does_what_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
    client = page.partition("```python\n")[2].partition("```")[0]
    run = subprocess.run(
        [sys.executable, "-c", client + "\nreferee.communicate()"],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
    )
    assert run.stdout.splitlines() == ["32", "0 True"]


def test_nobody_reading_the_answers_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, complaint = process.communicate((json.dumps(PLAIN) + "\n").encode() * 3, timeout=20)
    assert complaint == b""
