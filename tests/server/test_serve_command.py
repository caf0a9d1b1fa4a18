"""`ninetyeight serve` and `ninetyeight` alone, as processes: start, stop, what is in the way."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ninetyeight.cli import main
from ninetyeight.commands import serve
from ninetyeight.commands.home import _listen
from ninetyeight.locale import LANGUAGES
from ninetyeight.server.run import StartError, listen, reachable_addresses
from ninetyeight.server.running import Running, find_running, note_path, noted
from ninetyeight.server.settings import Settings
from tests.server.serving import PROGRAM, Served, complaint, make_page, served, start


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


# --- it runs -------------------------------------------------------------------------------------


def test_the_page_is_where_it_says(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        status, headers, page = server.ask("GET", "/")
        assert (status, b"ninetyeight" in page) == (200, True)
        assert "server" not in headers
        assert json.loads(server.ask("GET", "/healthz")[2])["status"] == "ok"
        assert server.ask("GET", "/metrics")[0] == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_page_is_is_told_in_the_persons_language(tmp_path: Path, language: str) -> None:
    words = {"en": "in a browser", "de": "im Browser", "fr": "dans un navigateur"}
    with served(tmp_path, "--lang", language) as server:
        assert words[language] in server.first_line


def test_variables_do_what_flags_do(tmp_path: Path) -> None:
    with served(tmp_path, NINETYEIGHT_METRICS="off", NINETYEIGHT_HOST="localhost") as server:
        assert server.host == "localhost"
        assert server.ask("GET", "/metrics")[0] == 404


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_graceful_stop_tells_everybody_and_succeeds(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as server:
        opened = server.open_table()
        with server.connect(opened["table"]) as link:
            link.send(json.dumps({"type": "hello", "protocol": 2, "secret": opened["secret"]}))
            link.recv(timeout=30)
            assert server.stop(how) == 0
            heard = []
            with suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(link.recv(timeout=30))["type"])
            assert "stopping" in heard
            assert link.close_code == 1012
        assert not list(tmp_path.glob("*.server"))
    with served(tmp_path) as again:
        status, _, told = again.ask("GET", f"/api/tables/{opened['table']}")
        assert status == 200
        assert json.loads(told)["room"]["seats"][0]["name"] == "Ada"


def test_somebody_who_never_finishes_does_not_hold_up_a_stop(tmp_path: Path) -> None:
    with served(tmp_path, "--stop-seconds", "1") as server:
        table = server.open_table()["table"]
        with (
            server.connect(table),
            socket.create_connection((server.host, server.port)) as slow,
        ):
            slow.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                b"Content-Type: application/json\r\nContent-Length: 100\r\n"
                b"Expect: 100-continue\r\n\r\n"
            )
            assert slow.recv(100).startswith(b"HTTP/1.1 100 ")  # now it is being read
            assert server.stop() == 0


def test_messages_are_bounded_and_not_compressed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.open_table()["table"]
        with connect(
            f"ws://{server.address}/ws/{table}", compression="deflate", proxy=None
        ) as link:
            assert link.protocol.extensions == []
            link.send("x" * 8193)
            with pytest.raises(ConnectionClosed):
                link.recv(timeout=30)
            assert link.close_code == 1009


def test_another_sites_page_cannot_connect(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.open_table()["table"]
        with pytest.raises(InvalidStatus) as refused:
            connect(
                f"ws://{server.address}/ws/{table}",
                origin=Origin("http://evil.example"),
                proxy=None,
            )
        assert refused.value.response.status_code == 403


def statuses(server: Served, addresses: list[str]) -> list[int]:
    return [server.ask("GET", "/", x_forwarded_for=address)[0] for address in addresses]


def test_nobody_is_believed_whom_they_speak_for_unless_named(tmp_path: Path) -> None:
    with served(tmp_path, "--requests-per-minute", "2") as server:
        assert statuses(server, ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) == [200, 200, 429]
    with served(tmp_path, "--requests-per-minute", "2", "--proxy", "127.0.0.1") as server:
        assert statuses(server, ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) == [200] * 3
        assert statuses(server, ["203.0.113.1"] * 2) == [200, 429]
        # What the client itself wrote before the proxy's own word is not believed either.
        assert statuses(server, ["203.0.113.9, 203.0.113.1"]) == [429]


# --- it does not run -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_port_in_use_is_told_plainly(tmp_path: Path, busy_port: int, language: str) -> None:
    code, told = complaint(tmp_path, "serve", "--port", str(busy_port), "--lang", language)
    assert code == 1
    assert told.count("\n") == 1
    assert str(busy_port) in told
    assert "--port" in told


@pytest.mark.parametrize(
    ("database", "word"),
    [
        ("postgresql://ada:hush@127.0.0.1:1/games", "127.0.0.1"),
        ("mysql://localhost/games", "sqlite:///"),
        ("sqlite:///page/index.html/games.db", "games.db"),
    ],
)
def test_a_database_that_cannot_be_had_is_told_plainly(
    tmp_path: Path, database: str, word: str
) -> None:
    code, told = complaint(tmp_path, "serve", "--port", "0", "--database", database)
    assert code == 1
    complaints = [line for line in told.splitlines() if line.startswith("Error: ")]
    assert len(complaints) == 1
    assert word in complaints[0]
    assert "hush" not in told
    assert "Traceback" not in told


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    with served(tmp_path):
        code, told = complaint(tmp_path, "serve", "--port", "0")
    assert code == 1
    assert "games.db" in told


def test_a_page_that_was_never_built_is_told_plainly(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "nothing"), "serve", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode == 1
    assert "make page" in told.stderr


@pytest.mark.parametrize(
    ("host", "code"),
    # A name with a part this long is refused by every resolver without asking anybody.
    [("x" * 70 + ".example", "no_such_host"), ("203.0.113.77", "not_our_address")],
)
def test_an_address_that_is_not_ours_is_told_plainly(host: str, code: str) -> None:
    with pytest.raises(StartError) as refused:
        listen(Settings(host=host, port=0, database="x"))
    assert refused.value.code == code
    assert host in str(refused.value)


# --- `ninetyeight` alone -------------------------------------------------------------------------


def browser_script(folder: Path) -> Path:
    """A browser that only notes which page it was to open."""
    script = folder / "browser"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {folder}/opened\n')
    script.chmod(0o755)
    return script


def opened_pages(folder: Path, expected: int) -> list[str]:
    """The pages that were opened, once there are so many of them."""
    for _ in range(300):
        found = (folder / "opened").read_text().split() if (folder / "opened").exists() else []
        if len(found) >= expected:
            return found
        time.sleep(0.1)
    raise AssertionError("no browser was opened")


def test_the_bare_command_opens_the_page_and_a_second_one_finds_it(tmp_path: Path) -> None:
    browser = str(browser_script(tmp_path))
    with start(tmp_path, BROWSER=browser, NINETYEIGHT_PORT="0") as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            address = told[told.index("http://") :].split()[0]
            assert address.startswith("http://127.0.0.1:")
            assert opened_pages(tmp_path, 1) == [address]
            with start(tmp_path, BROWSER=browser) as second:
                said, _ = second.communicate(timeout=60)
            assert second.returncode == 0
            assert address in said
            assert opened_pages(tmp_path, 2) == [address, address]
            # For others it would have to be started anew, which is for its owner to decide.
            code, complained = complaint(tmp_path, "--lan")
            assert (code, address in complained) == (1, True)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()
    assert (tmp_path / "games.db").exists()
    assert not list(tmp_path.glob("*.server"))


def test_with_lan_the_page_opens_where_copied_links_work_for_others(tmp_path: Path) -> None:
    browser = str(browser_script(tmp_path))
    others = reachable_addresses()
    with start(tmp_path, "--lan", BROWSER=browser, NINETYEIGHT_PORT="0") as process:
        try:
            [page] = opened_pages(tmp_path, 1)
            host = page.removeprefix("http://").split(":")[0]
            assert host == (others[0] if others else "127.0.0.1")
        finally:
            process.kill()


def test_in_a_terminal_one_is_told_how_to_stop(tmp_path: Path) -> None:
    words = ["-c", PROGRAM, str(make_page(tmp_path)), "--no-browser", "--port", "0"]
    terminal = pexpect.spawn(
        sys.executable,
        words,
        encoding="utf-8",
        timeout=30,
        env={**os.environ, "NINETYEIGHT_HOME": str(tmp_path)},
    )
    terminal.expect_exact("Ctrl-C stops the server.")
    terminal.sendintr()
    terminal.expect_exact("The server has stopped.")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_the_bare_command_can_leave_the_browser_alone(tmp_path: Path) -> None:
    browser = str(browser_script(tmp_path))
    with start(tmp_path, "--no-browser", "--port", "0", BROWSER=browser) as process:
        try:
            assert process.stdout is not None
            assert "http://127.0.0.1:" in process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
            assert process.stderr is not None
            assert process.stderr.read() == ""
        finally:
            process.kill()
    assert not (tmp_path / "opened").exists()


def test_a_busy_port_is_stepped_over_unless_it_was_chosen(busy_port: int) -> None:
    wanted = Settings(port=busy_port, database="x")
    settings, listening = _listen(wanted, chosen=False)
    with listening:
        assert settings.port == listening.getsockname()[1] or settings.port == 0
        assert settings.port != busy_port
    with pytest.raises(StartError):
        _listen(wanted, chosen=True)


@pytest.mark.parametrize("words", [["--lan"], ["--no-browser"], ["--port", "1"]])
def test_what_belongs_to_the_bare_command_is_refused_elsewhere(words: list[str]) -> None:
    told = CliRunner().invoke(main, [*words, "rules"])
    assert told.exit_code == 2
    assert "rules" in told.stderr


@pytest.mark.parametrize(
    ("platform", "environ", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "lynx"}, True),
        ("linux", {"SSH_CONNECTION": "x", "BROWSER": "lynx"}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "x"}, False),
    ],
)
def test_a_browser_is_opened_only_where_it_can_be_seen(
    platform: str, environ: dict[str, str], shown: bool
) -> None:
    assert serve.can_show(environ, platform) is shown


def test_for_other_devices_the_addresses_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ninetyeight.server.run.reachable_addresses", lambda: ["192.0.2.7"])
    settings = Settings(host="0.0.0.0", database="x")
    serve.tell(settings, 8098)
    told = capsys.readouterr().out
    assert "http://127.0.0.1:8098/" in told
    assert "http://192.0.2.7:8098/" in told
    serve.tell(replace(settings, public_url="https://cards.example"), 8098)
    told = capsys.readouterr().out
    assert "https://cards.example/" in told
    assert "192.0.2.7" not in told


def test_a_server_for_everybody_answers_to_every_address(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as server:
        assert server.ask("GET", "/", host=f"192.0.2.7:{server.port}")[0] == 200
        assert server.ask("GET", "/", host="evil.example")[0] == 421


# --- the note about a running server -------------------------------------------------------------


def test_a_note_that_outlived_its_server_is_not_believed(tmp_path: Path, busy_port: int) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    assert find_running(database) is None
    path = note_path(database)
    assert path is not None
    gone = {"pid": 2**22 + 1, "address": "http://127.0.0.1:1/", "for_others": False}
    path.write_text(json.dumps(gone))
    assert find_running(database) is None
    path.write_text("{nonsense")
    assert find_running(database) is None
    # This process is alive, but nothing of ours answers there.
    with noted(database, Running("http://127.0.0.1:1/", False)):
        assert path.exists()
        assert find_running(database) is None
    assert not path.exists()
    assert note_path("postgresql://localhost/games") is None
