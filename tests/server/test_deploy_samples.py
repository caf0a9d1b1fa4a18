"""The samples for operators: read by the real checker where there is one, and by hand elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from ninetyeight.server.run import PING_EVERY, PING_TIMEOUT
from ninetyeight.server.settings import Settings, knobs

DEPLOY = Path(__file__).parents[2] / "examples" / "deploy"
UNIT = DEPLOY / "ninetyeight.service"
PUBLIC = "https://cards.example"


def environment(commented: bool) -> dict[str, str]:
    """The variables of the sample; also those that are only suggested."""
    mark = r"(?:# )?" if commented else ""
    text = (DEPLOY / "ninetyeight.env").read_text("utf-8")
    return dict(re.findall(rf"(?m)^{mark}(NINETYEIGHT_\w+)=(.*)$", text))


def test_the_settings_of_the_sample_can_be_used() -> None:
    settings = Settings.read({}, environment(commented=False))
    assert settings.public_url == PUBLIC
    assert settings.proxy == ("127.0.0.1",)
    assert settings.database == "sqlite:////var/lib/ninetyeight/games.db"
    known = {knob.variable for knob in knobs()}
    assert environment(commented=True).keys() <= known


def unit() -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNIT)
    return parser


def test_the_unit_starts_the_server_and_waits_for_its_stop() -> None:
    service = unit()["Service"]
    assert service["ExecStart"].split()[1:] == ["serve"]
    assert service["KillSignal"] == "SIGTERM"
    assert int(service["TimeoutStopSec"]) > 2 * Settings(database="x").stop_seconds
    # Its database lies in the folder that systemd makes for it.
    assert service["StateDirectory"] == "ninetyeight"
    assert int(service["LimitNOFILE"]) > Settings(database="x").max_connections


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here to ask")
def test_systemd_has_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    # The program is not in /opt on this machine; any other will do to read the rest.
    text = UNIT.read_text("utf-8").replace("/opt/ninetyeight/bin/ninetyeight", sys.executable)
    copy = tmp_path / UNIT.name
    copy.write_text(text)
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    # It warns about mistakes and succeeds all the same; of other units it may say what it likes.
    assert [line for line in told.stderr.splitlines() if UNIT.name in line] == []
    assert told.returncode == 0


def statements(text: str) -> list[str]:
    """The directives of an nginx file, without comments."""
    bare = re.sub(r"(?m)#.*$", "", text)
    return [" ".join(part.split()) for part in re.split(r"[;{}]", bare) if part.strip()]


def test_the_nginx_sample_passes_on_what_the_server_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    bare = re.sub(r"(?m)#.*$", "", text)
    assert bare.count("{") == bare.count("}")
    assert not re.search(r"[^\s;{}]\s*\}", bare), "a directive without its semicolon"
    found = statements(text)
    assert f"proxy_pass http://127.0.0.1:{Settings(database='x').port}" in found
    for header in (
        "Host $host",
        "X-Forwarded-For $remote_addr",
        "X-Forwarded-Proto $scheme",
        "Upgrade $http_upgrade",
        "Connection $connection_upgrade",
    ):
        assert f"proxy_set_header {header}" in found
    assert "server_name cards.example" in found
    timeout = next(s for s in found if s.startswith("proxy_read_timeout"))
    assert int(re.sub(r"\D", "", timeout)) > PING_EVERY + PING_TIMEOUT
    # No path in the log: a table's address lets whoever reads it watch.
    logged = next(s for s in found if s.startswith("log_format"))
    assert not re.search(r"\$(request|request_uri|uri|args|http_referer)\b", logged)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx here to ask")
def test_nginx_can_read_its_sample(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = re.sub(r"(?m)^\s*(ssl_certificate|http2|access_log).*$", "", text).replace(" ssl;", ";")
    whole = tmp_path / "whole.conf"
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ {text} }}")
    told = subprocess.run(
        ["nginx", "-t", "-c", str(whole), "-e", str(tmp_path / "error.log")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode == 0, told.stderr


def test_the_caddy_sample_passes_on_to_the_server() -> None:
    text = re.sub(r"(?m)^\s*#.*$", "", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert text.count("{") == text.count("}") == 2
    assert f"reverse_proxy 127.0.0.1:{Settings(database='x').port}" in text
    assert text.strip().startswith("cards.example {")


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy here to ask")
def test_caddy_can_read_its_sample() -> None:
    words = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    told = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stderr
