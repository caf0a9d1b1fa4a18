"""`ninetyeight load`: play at many tables at once and report how the server keeps up."""

from __future__ import annotations

import ipaddress
import json
from typing import Any
from urllib.parse import urlsplit

import click

from ninetyeight.commands.frame import (
    FiniteRange,
    LocalizedCommand,
    language,
    language_option,
    option,
    say,
)
from ninetyeight.commands.progress import ProgressLine

INTERRUPTED = 130


@click.command("load", cls=LocalizedCommand, help="load.help", short_help="cli.load.short")
@option(
    "--tables",
    type=click.IntRange(1, 20_000),
    default=500,
    metavar="N",
    show_default=True,
    help="load.option.tables",
)
@option(
    "--seats",
    type=click.IntRange(1, 5),
    default=4,
    metavar="N",
    show_default=True,
    help="load.option.seats",
)
@option(
    "--rate",
    type=FiniteRange(0, 100, min_open=True),
    default=1.0,
    metavar="N",
    show_default=True,
    help="load.option.rate",
)
@option(
    "--seconds",
    type=FiniteRange(0, 86_400, min_open=True),
    default=30.0,
    metavar="SECONDS",
    show_default=True,
    help="load.option.seconds",
)
@option("--attack", metavar="NAMES", help="load.option.attack")
@option("--idle", type=click.IntRange(0, 100_000), metavar="N", help="load.option.idle")
@option("--thinking", type=click.IntRange(0, 1_000), metavar="N", help="load.option.thinking")
@option("--url", metavar="URL", help="load.option.url")
@option("--i-run-this-server", is_flag=True, help="load.option.mine")
@option(
    "--client-processes",
    type=click.IntRange(1, 64),
    default=1,
    metavar="N",
    show_default=True,
    help="load.option.processes",
)
@option("--json", "as_json", is_flag=True, help="load.option.json")
@option("--quiet", is_flag=True, help="load.option.quiet")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    tables: int,
    seats: int,
    rate: float,
    seconds: float,
    attack: str | None,
    idle: int | None,
    thinking: int | None,
    url: str | None,
    i_run_this_server: bool,
    client_processes: int,
    as_json: bool,
    quiet: bool,
) -> None:
    # Imported here so that help is quick.
    from ninetyeight.client.errors import ClientError, Declined
    from ninetyeight.client.link import read_base
    from ninetyeight.load.crew import run_quickly
    from ninetyeight.load.run import Load, LoadRun

    base = None if url is None else read_base(url)
    if attack is not None:
        from ninetyeight.commands.load_attack import besiege

        besiege(ctx, attack, base, seconds, as_json=as_json, quiet=quiet)
        return
    if base is not None and not i_run_this_server and not is_this_computer(base):
        raise click.UsageError(say("load.not_yours", option="--i-run-this-server"), ctx)
    load = Load(
        tables, seats, rate, seconds, idle or 0, client_processes, base, thinking=thinking or 0
    )
    try:
        with Progress(quiet) as progress:
            report = run_quickly(LoadRun(load, progress.show).run())
    except (ClientError, Declined) as error:
        raise click.ClickException(error.text(language())) from error
    except (OSError, TimeoutError) as error:
        told = str(error) or type(error).__name__
        raise click.ClickException(say("load.broken", why=told)) from error
    if report is not None:
        if as_json:
            click.echo(json.dumps(report))
        else:
            for line in lines_of(report):
                click.echo(line)
    if report is None or not report["finished"]:
        click.echo(say("load.interrupted"), err=True)
        ctx.exit(INTERRUPTED)


def is_this_computer(base: str) -> bool:
    """True when only this computer can be meant."""
    host = urlsplit(base).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Progress(ProgressLine):
    """Which part of the run it is: on a terminal in place, elsewhere a line for each part."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(quiet, elsewhere=0)
        self._last = ""

    def show(self, part: str, left: int) -> None:
        """So much is left of this part."""
        if self.live or part != self._last:
            self._last = part
            self.write(say(f"load.progress.{part}", n=left))


def lines_of(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    server, client, idle = report["server"], report["client"], report["idle"]
    lines = [
        say(
            "load.title",
            tables=report["tables"],
            seats=report["seats"],
            sockets=report["sockets"],
            rate=number(report["rate"]),
            seconds=number(report["measured_seconds"]),
        ),
        say(
            "load.moves",
            moves=report["moves"],
            lays=report["lays"],
            ends=report["ends"],
            per_second=number(report["moves_per_second"]),
        ),
    ]
    for code, times in (
        ("everybody", report["everybody_ms"]),
        ("answer", report["answer_ms"]),
        ("lag", client["lag_ms"]),
    ):
        if times is not None:
            shown = {name: number(value) for name, value in times.items()}
            lines.append(say(f"load.{code}", **shown))
    lines.append(
        say(
            "load.trouble",
            late=report["late"],
            refusals=sum(report["refusals"].values()),
            lost=report["connections_lost"],
            reconnects=report["reconnects"],
        )
    )
    for code, n in report["refusals"].items():
        lines.append(f"  {code}: {n}")
    lines.append(
        say(
            "load.games",
            over=report["games_over"],
            replaced=report["tables_replaced"],
            opening=number(report["opening_seconds"]),
        )
    )
    if server["cpu_seconds"] is not None:
        lines.append(
            say(
                "load.server",
                cpu=number(server["cpu_seconds"]),
                share=number(100 * server["cpu_share"], 0),
                each=number(server["cpu_ms_per_move"] or 0.0),
                rss=number(server["rss_mib"], 0),
            )
        )
    lines.append(
        say(
            "load.client",
            cpu=number(client["cpu_seconds"]),
            megabytes=number(report["megabytes_received"], 0),
        )
    )
    if idle is not None:
        lines.append(say("load.idle", sockets=idle["sockets"], kib=number(idle["kib_per_socket"])))
    thinking = report["thinking"]
    if thinking is not None and thinking["everybody_ms"] is not None:
        shown = {name: number(value) for name, value in thinking["everybody_ms"].items()}
        told = ", ".join(f"{level} {n}" for level, n in thinking["searches"].items())
        times = number(thinking["p99_times"], 2)
        lines.append(say("load.thinking", n=thinking["tables"], times=times, **shown))
        lines.append(say("load.searches", told=told))
    return lines


def number(value: float, digits: int = 1) -> str:
    """A figure as it is written in the language to speak."""
    return f"{value:.{digits}f}".replace(".", say("arena.decimal_point"))
