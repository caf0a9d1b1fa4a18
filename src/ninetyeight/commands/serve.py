"""`ninetyeight serve`: run a server that people reach with a browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from socket import socket
from typing import Any

import click

from ninetyeight.commands.frame import (
    LocalizedCommand,
    LocalizedOption,
    language,
    language_option,
    say,
)
from ninetyeight.server.settings import Knob, Settings, knobs


class SettingOption(LocalizedOption):
    """A setting as an option: its help names the variable and the default too."""

    def __init__(self, *args: Any, knob: Knob, **kwargs: Any) -> None:
        self._knob = knob
        super().__init__(*args, **kwargs)

    @property
    def help(self) -> str | None:
        """What the setting does, its variable and its default."""
        knob = self._knob
        default = say(knob.shown) if knob.shown is not None else _written(knob.default)
        code = "serve.shown.with_default" if default else "serve.shown.bare"
        return f"{say(knob.help)} {say(code, variable=knob.variable, default=default)}"

    @help.setter
    def help(self, code: str | None) -> None:
        """The text is made of the knob."""


def _written(default: object) -> str:
    match default:
        case None:
            return ""
        case bool():
            return say("serve.default.on" if default else "serve.default.off")
        case float():
            return f"{default:g}"
    return str(default)


def _options(decorated: Callable[..., Any]) -> Callable[..., Any]:
    """One option for every setting there is."""
    for knob in reversed(knobs()):
        switch = knob.kind == "bool"
        metavar = None if switch else knob.metavar or "|".join(knob.choices)
        names = f"{knob.flag}/--no-{knob.flag[2:]}" if switch else knob.flag
        decorated = click.option(
            names,
            knob.name,
            cls=SettingOption,
            knob=knob,
            type=bool if switch else str,
            default=None,
            metavar=metavar,
        )(decorated)
    return decorated


@click.command("serve", cls=LocalizedCommand, help="serve.help", short_help="cli.serve.short")
@_options
@language_option
def command(**said: str | bool | None) -> None:  # noqa: D103 - its help is in the catalogue
    from ninetyeight.server.logs import configure_logging
    from ninetyeight.server.run import listen

    settings = Settings.read(said, os.environ)
    configure_logging(settings)
    with plain_failures():
        run_until_stopped(settings, listen(settings), browser=bool(settings.open_browser))


@contextmanager
def plain_failures() -> Iterator[None]:
    """Inside, what keeps a server from starting ends as one line and with status 1."""
    from ninetyeight.server.run import StartError
    from ninetyeight.server.store import StoreError

    try:
        yield
    except (StartError, StoreError) as error:
        raise click.ClickException(error.text(language())) from error


#: Hosts that stand for every address this computer has.
EVERYWHERE = ("0.0.0.0", "::", "")


def run_until_stopped(settings: Settings, listening: socket, *, browser: bool) -> None:
    """Serve, tell where, and open the page if that is wanted."""
    from ninetyeight.server.run import run
    from ninetyeight.server.running import Running, noted

    with ExitStack() as while_running:

        def ready(port: int) -> None:
            running = Running(f"http://{_own(settings)}:{port}/", not settings.local)
            while_running.enter_context(noted(settings.database, running))
            tell(settings, port)
            if browser:
                show(page_to_invite_from(settings, port))

        run(settings, listening, ready)
    if sys.stdout.isatty():
        click.echo(say("serve.stopped"))


def page_address(settings: Settings, port: int) -> str:
    """Where the page is, for a browser on this computer or for everybody."""
    if settings.public_url is not None:
        return settings.public_url + "/"
    return f"http://{_own(settings)}:{port}/"


def page_to_invite_from(settings: Settings, port: int) -> str:
    """Where the host had better open the page: links copied there must work on other devices."""
    if settings.public_url is None and settings.host in EVERYWHERE:
        from ninetyeight.server.run import reachable_addresses

        for address in reachable_addresses():
            return f"http://{address}:{port}/"
    return page_address(settings, port)


def _own(settings: Settings) -> str:
    """How this computer itself reaches the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(settings.host)
    if host is None:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return host


def tell(settings: Settings, port: int) -> None:
    """Print the addresses to open, on standard output."""
    click.echo(say("serve.open", address=page_address(settings, port)))
    if settings.public_url is None and settings.host in EVERYWHERE:
        tell_others(port)
    if sys.stdin.isatty():
        click.echo(say("serve.how_to_stop"))
    sys.stdout.flush()


def tell_others(port: int) -> None:
    """Print the addresses by which other devices reach a server on this computer."""
    from ninetyeight.server.run import reachable_addresses

    others = reachable_addresses()
    if not others:
        click.echo(say("serve.no_others"))
        return
    click.echo(say("serve.others"))
    for address in others:
        click.echo(f"  http://{address}:{port}/")
    click.echo(say("serve.others_hint"))


def show(address: str, *, wait: bool = False) -> None:
    """Open the page in the person's browser, where there is one to be seen."""
    if not can_show(os.environ, sys.platform):
        return
    from threading import Thread
    from webbrowser import open as open_page

    # On a thread: some browsers keep whoever called them waiting.
    opening = Thread(target=open_page, args=(address,), daemon=True)
    opening.start()
    if wait:
        opening.join(timeout=10)


def can_show(environ: Mapping[str, str], platform: str) -> bool:
    """True when a browser would show up on a screen, or the person has named one.

    Without a screen the standard library would start a text browser in this very terminal.
    """
    if environ.get("BROWSER"):
        return True
    if platform in ("darwin", "win32"):
        return not environ.get("SSH_CONNECTION")
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
