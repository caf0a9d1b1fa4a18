"""`ninetyeight` without a command: a server for this computer, and its page in the browser."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from socket import socket
from typing import TYPE_CHECKING

import click

from ninetyeight.commands.frame import say
from ninetyeight.commands.serve import plain_failures, run_until_stopped, show, tell_others
from ninetyeight.server.settings import Settings

if TYPE_CHECKING:
    from ninetyeight.server.running import Running

#: What is usual here and not with `serve`: whoever plays wants to see where, not each request; and
#: a computer at home is late because of other programs, which is no reason to turn anybody away.
AT_HOME = {"log_level": "warning", "busy_lag": "0"}
#: How many ports are tried, from the wanted one upwards.
PORTS = 20


def play_in_browser(*, lan: bool, browser: bool | None, port: str | None) -> None:
    """Open the page of the server that runs already, or start one and open its page."""
    from ninetyeight.server.logs import configure_logging
    from ninetyeight.server.running import find_running

    settings = settings_at_home(os.environ, lan=lan, browser=browser, port=port)
    wants_browser = settings.open_browser is not False
    configure_logging(settings)
    with plain_failures():
        running = find_running(settings.database)
        if running is not None:
            _join(running, lan=lan, browser=wants_browser)
            return
        chosen = port is not None or bool(os.environ.get("NINETYEIGHT_PORT"))
        settings, listening = _listen(replace(settings, open_browser=wants_browser), chosen=chosen)
        run_until_stopped(settings, listening, browser=wants_browser)


def settings_at_home(
    environ: Mapping[str, str], *, lan: bool, browser: bool | None, port: str | None
) -> Settings:
    """The settings of the bare command: variables count as they do for `serve`."""
    said: dict[str, str | bool | None] = {"port": port, "open_browser": browser}
    if lan:
        said["host"] = "0.0.0.0"
    usual = {k: v for k, v in AT_HOME.items() if not environ.get(f"NINETYEIGHT_{k.upper()}")}
    return Settings.read(said | usual, environ)


def _join(running: Running, *, lan: bool, browser: bool) -> None:
    """Show the page of a server that runs already."""
    from urllib.parse import urlsplit

    from ninetyeight.server.run import StartError

    if lan and not running.for_others:
        raise StartError("already_local", address=running.address)
    click.echo(say("serve.already", address=running.address))
    if lan:
        tell_others(urlsplit(running.address).port or 80)
    if browser:
        show(running.address, wait=True)


def _listen(settings: Settings, *, chosen: bool) -> tuple[Settings, socket]:
    """The socket on the usual port or the next that is free; a chosen port is that one or none."""
    from ninetyeight.server.run import StartError, listen

    for step in range(PORTS):
        tried = replace(settings, port=settings.port + step)
        try:
            return tried, listen(tried)
        except StartError as error:
            if chosen or error.code != "port_in_use":
                raise
    tried = replace(settings, port=0)
    return tried, listen(tried)
