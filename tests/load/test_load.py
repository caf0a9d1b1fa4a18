"""`ninetyeight load`: a small run, what it reports, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key

from ninetyeight.cli import main
from ninetyeight.client.http import Server
from ninetyeight.commands.frame import speaking
from ninetyeight.commands.load import is_this_computer, lines_of
from ninetyeight.load import light_socket
from ninetyeight.load.figures import Figures, spread
from ninetyeight.load.table import LoadTable, _Game, smallest_step
from ninetyeight.locale import LANGUAGES
from tests.client.guests import PATIENCE
from tests.server.harness import serving

SMALL = ("--tables", "3", "--seats", "2", "--seconds", "2")


def load(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ninetyeight", "load", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        env={**os.environ, "TMPDIR": str(folder)},
    )


def report_of(told: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert told.returncode == 0, told.stderr
    report: dict[str, Any] = json.loads(told.stdout)
    return report


def test_a_small_run_counts_what_the_server_wrote_down(tmp_path: Path) -> None:
    report = report_of(load(*SMALL, "--rate", "4", "--json", folder=tmp_path))
    assert (report["tables"], report["seats"], report["sockets"]) == (3, 2, 6)
    assert report["finished"]
    assert report["own_server"]
    assert 3 <= report["moves"] <= 3 * 4 * 2
    assert report["moves"] == report["lays"] + report["ends"]
    assert report["moves"] == report["server"]["events_committed"]
    assert report["refusals"] == {}
    assert report["connections_lost"] == report["reconnects"] == 0
    times = report["everybody_ms"]
    assert 0 < times["p50"] <= times["p90"] <= times["p99"] <= times["max"]
    assert report["answer_ms"]["p50"] > 0
    assert set(report["client"]["lag_ms"]) == set(times)
    assert report["server"]["rss_mib"] > 10
    assert report["idle"]["sockets"] == 6
    # Each move reaches two seats, and so do the states before the first.
    assert report["states_received"] >= 2 * report["moves"]
    assert list(tmp_path.iterdir()) == []  # the database is thrown away


def test_several_processes_share_a_run_at_a_server_that_runs_already(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        words = (*SMALL, "--client-processes", "2", "--json", "--url", server.url)
        report = report_of(load(*words, folder=tmp_path))
        assert not report["own_server"]
        assert report["client_processes"] == 2
        assert 3 <= report["moves"] == report["server"]["events_committed"]
        assert server.metric("ninetyeight_tables") >= 3


def test_idle_connections_are_measured_before_the_run(tmp_path: Path) -> None:
    report = report_of(load(*SMALL, "--idle", "40", "--json", folder=tmp_path))
    assert report["idle"]["sockets"] == 40
    assert 0 <= report["idle"]["kib_per_socket"] < 1_000


def test_the_same_is_measured_once_more_while_bots_think_beside(tmp_path: Path) -> None:
    report = report_of(load(*SMALL, "--thinking", "2", "--json", folder=tmp_path))
    told = report["thinking"]
    assert told["tables"] == 2
    assert told["everybody_ms"]["p99"] > 0
    assert told["p99_times"] > 0
    assert set(told["searches"]) == {"quick", "champion", "deep", "none"}
    assert 3 <= report["moves"] <= 3 * 2 * 2  # those of the first time alone


def test_games_that_end_are_replaced(tmp_path: Path) -> None:
    words = ("--tables", "24", "--seats", "1", "--rate", "20", "--json", "--seconds")
    runs = (report_of(load(*words, seconds, folder=tmp_path)) for seconds in ("12", "60"))
    # A busy machine takes longer to come that far.
    report = next(report for report in runs if report["games_over"])
    assert report["tables_replaced"] >= 1


def test_ctrl_c_shows_what_there_is_and_ends_what_was_started(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "load", *SMALL[:4], "--seconds", "600", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert run.stderr is not None
    for line in run.stderr:
        if line.startswith("Measuring"):
            break
    run.send_signal(signal.SIGINT)
    told, complaints = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert complaints.endswith("Interrupted.\n")
    report = json.loads(told)
    assert not report["finished"]
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_before_the_measuring_ends_everything_too(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "ninetyeight", "load", "--tables", "2000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert run.stderr is not None
    for line in run.stderr:
        if line.startswith("Opening"):
            break
    run.send_signal(signal.SIGINT)
    told, complaints = run.communicate(timeout=PATIENCE)
    assert (run.returncode, told) == (130, "")
    assert complaints == "Interrupted.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_elses_server_is_left_alone(language: str) -> None:
    told = CliRunner().invoke(main, ["load", "--lang", language, "--url", "http://192.0.2.1:8098"])
    assert told.exit_code == 2
    assert "--i-run-this-server" in told.output


def test_which_addresses_are_this_computer() -> None:
    here = ("http://127.0.0.1:1", "http://[::1]:1", "https://localhost")
    assert all(map(is_this_computer, here))
    elsewhere = ("http://192.0.2.1", "http://localhost.example", "http://0.0.0.0:1")
    assert not any(map(is_this_computer, elsewhere))


def test_a_server_that_does_not_answer_is_told_plainly() -> None:
    told = CliRunner().invoke(main, ["load", "--quiet", "--url", "http://127.0.0.1:9"])
    assert told.exit_code == 1
    assert "127.0.0.1:9 cannot be reached" in told.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_for_people_tells_all_figures(language: str) -> None:
    times = {"p50": 1.0, "p90": 2.0, "p99": 3.5, "max": 4.0, "mean": 1.5}
    report = {
        "tables": 3,
        "seats": 2,
        "sockets": 6,
        "rate": 1.0,
        "measured_seconds": 2.0,
        "moves": 7,
        "lays": 5,
        "ends": 2,
        "moves_per_second": 3.5,
        "everybody_ms": times,
        "answer_ms": times,
        "client": {"lag_ms": times, "cpu_seconds": 0.5},
        "late": 1,
        "refusals": {"server.stale": 2},
        "connections_lost": 0,
        "reconnects": 0,
        "games_over": 0,
        "tables_replaced": 0,
        "opening_seconds": 1.0,
        "megabytes_received": 2.0,
        "server": {
            "cpu_seconds": 1.0,
            "cpu_share": 0.5,
            "cpu_ms_per_move": 1.2,
            "rss_mib": 80.0,
            "events_committed": 7,
        },
        "idle": {"sockets": 6, "kib_per_socket": 25.0},
        "thinking": {
            "tables": 10,
            "everybody_ms": times,
            "p99_times": 1.25,
            "late": 0,
            "searches": {"champion": 12},
        },
    }
    with speaking(language):
        page = "\n".join(lines_of(report))
    point = "." if language == "en" else ","
    assert page.count(f"p99 3{point}5 ms") == 4
    assert f"25{point}0" in page
    assert "server.stale: 2" in page
    assert "champion 12" in page


def test_percentiles_are_taken_from_the_slow_end() -> None:
    told = spread([n / 1000 for n in range(1, 1001)])
    assert told == {"p50": 501.0, "p90": 901.0, "p99": 991.0, "max": 1000.0, "mean": 500.5}
    assert spread([]) is None


def test_figures_of_several_processes_add_up() -> None:
    one = Figures(everybody=[0.1], lays=1, refusals={"a": 1}, cpu=0.5)
    one.add(Figures(everybody=[0.2], ends=2, refusals={"a": 1, "b": 3}, cpu=0.25))
    assert (one.everybody, one.moves, one.cpu) == ([0.1, 0.2], 3, 0.75)
    assert one.refusals == {"a": 2, "b": 3}


def game(*cards: tuple[int, list[tuple[str, int | None, str, str | None, bool]]]) -> _Game:
    import msgspec

    hand = [
        {
            "card": card,
            "previews": [
                {
                    "row": row,
                    "step": step,
                    "trick": False,
                    "refusal": msgspec.Raw(refusal.encode()),
                    "loses": loses,
                    "dead_end": dead_end,
                }
                for row, step, refusal, loses, dead_end in rows
            ],
        }
        for card, rows in cards
    ]
    raw = msgspec.json.encode({"my_turn": True, "may_end": False, "hand": hand})
    return msgspec.json.decode(raw, type=_Game)


def test_the_smallest_step_that_is_allowed_is_chosen() -> None:
    refused = '{"code": "refusal.too_low"}'
    table = game(
        (20, [("U1", 4, "null", None, False), ("U2", 1, refused, None, False)]),
        (30, [("U1", 2, "null", "stuck", False), ("D1", -10, "null", None, True)]),
    )
    assert smallest_step(table) == "20@U1"
    assert smallest_step(game((30, [("U1", 2, "null", "stuck", False)]))) == "30@U1"


def test_a_table_whose_mover_is_cut_off_does_not_wait_for_the_move_for_ever() -> None:
    async def cut_off() -> tuple[bool, bool]:
        table = LoadTable(Server("http://127.0.0.1:9"), "t", ["secret"], Figures(), lambda _: None)
        table.life, table._turn = "playing", (0, "end")
        table.tick()
        waiting = not table.settled
        table._ended(0, 4029)
        settled = table.settled
        table.close()
        await asyncio.sleep(0)
        return waiting, settled

    assert asyncio.run(cut_off()) == (True, True)


# --- the light socket ---------------------------------------------------------------------------


class _Wire:
    """A transport that keeps what was written."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


def frames_of(messages: list[bytes], pieces: int) -> bytes:
    """Messages as a server writes them, each in so many fragments, with pings between."""
    out = b""
    for message in messages:
        size = max(1, -(-len(message) // pieces))
        parts = [message[at : at + size] for at in range(0, len(message), size)] or [b""]
        for place, part in enumerate(parts):
            kind = Opcode.TEXT if place == 0 else Opcode.CONT
            out += Frame(kind, part, fin=place == len(parts) - 1).serialize(mask=False)
            out += Frame(Opcode.PING, b"there?").serialize(mask=False)
    return out


@given(
    messages=st.lists(st.integers(0, 70_000).map(lambda n: b"x" * n) | st.binary(max_size=300)),
    pieces=st.integers(1, 3),
    cuts=st.lists(st.integers(1, 5_000), min_size=1, max_size=20),
)
def test_messages_arrive_whole_however_they_are_cut(
    messages: list[bytes], pieces: int, cuts: list[int]
) -> None:
    async def hear() -> tuple[list[bytes], bytes, list[int]]:
        heard: list[bytes] = []
        ended: list[int] = []
        socket = light_socket.LightSocket("ws://host/ws/x", heard.append, ended.append)
        wire = _Wire()
        socket.connection_made(wire)  # type: ignore[arg-type]
        key = wire.written.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0]
        stream = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        stream += b"Connection: Upgrade\r\n"
        stream += f"Sec-WebSocket-Accept: {accept_key(key.decode())}\r\n\r\n".encode()
        stream += frames_of(messages, pieces)
        stream += Frame(Opcode.CLOSE, (4008).to_bytes(2, "big")).serialize(mask=False)
        at = turn = 0
        while at < len(stream):
            size = cuts[turn % len(cuts)]
            socket.data_received(stream[at : at + size])
            at, turn = at + size, turn + 1
        await socket.open
        socket.connection_lost(None)
        return heard, wire.written, ended

    heard, written, ended = asyncio.run(hear())
    assert heard == messages
    assert ended == [4008]
    assert written.startswith(b"GET /ws/x HTTP/1.1\r\nHost: host\r\n")


def test_temporary_folders_are_where_the_test_says() -> None:
    # The tests above look for what is left behind in a folder that TMPDIR names.
    probe = "import tempfile; print(tempfile.gettempdir())"
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [sys.executable, "-c", probe],
            capture_output=True,
            text=True,
            env={**os.environ, "TMPDIR": folder},
        )
        assert told.stdout.strip() == folder
