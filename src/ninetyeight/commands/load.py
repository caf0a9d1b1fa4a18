"""`ninetyeight load`: play at many tables at once and report how the server keeps up."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import click

from ninetyeight.commands.arena_text import decimal
from ninetyeight.commands.frame import (
    INTERRUPTED,
    FiniteRange,
    LocalizedCommand,
    language,
    language_option,
    option,
    say,
)
from ninetyeight.commands.progress import ProgressLine


@click.command("load", cls=LocalizedCommand, help="load.help", short_help="cli.load.short")
@option(
    "--tables", type=click.IntRange(1, 20_000), default=500, metavar="N", help="load.option.tables"
)
@option("--seats", type=click.IntRange(1, 5), default=4, metavar="N", help="load.option.seats")
@option(
    "--rate",
    type=FiniteRange(0, 100, min_open=True),
    default=1.0,
    metavar="N",
    help="load.option.rate",
)
@option(
    "--seconds",
    type=FiniteRange(0, 86_400, min_open=True),
    default=30.0,
    metavar="SECONDS",
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
    help="load.option.processes",
)
@option("--json", "as_json", is_flag=True, help="load.option.json")
@option("--quiet", is_flag=True, help="arena.option.quiet")
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
    with told_plainly(), LoadProgress(quiet) as progress:
        report = run_quickly(LoadRun(load, progress.show).run())
    if report is not None:
        click.echo(json.dumps(report) if as_json else "\n".join(lines_of(report)))
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


@contextmanager
def told_plainly() -> Iterator[None]:
    """Inside, what goes wrong with a server ends as one line and with status 1."""
    from ninetyeight.client.errors import ClientError, Declined

    try:
        yield
    except (ClientError, Declined) as error:
        raise click.ClickException(error.text(language())) from error
    except OSError as error:  # a TimeoutError is one
        told = str(error) or type(error).__name__
        raise click.ClickException(say("load.broken", why=told)) from error


class LoadProgress(ProgressLine):
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
    """The report for people. The texts name its figures as the report does."""
    server, client, idle = report["server"], report["client"], report["idle"]
    told = {
        **_figures(report),
        "refusals": sum(report["refusals"].values()),
        "megabytes_received": decimal(report["megabytes_received"], 0),
    }
    lines = [say("load.title", **told), say("load.moves", **told)]
    for code, times in (
        ("everybody", report["everybody_ms"]),
        ("answer", report["answer_ms"]),
        ("lag", client["lag_ms"]),
    ):
        if times is not None:
            lines.append(say(f"load.{code}", **_figures(times)))
    lines.append(say("load.trouble", **told))
    lines += [f"  {code}: {n}" for code, n in report["refusals"].items()]
    lines.append(say("load.games", **told))
    if server["cpu_seconds"] is not None:
        told |= _figures(server)
        told["share"] = decimal(100 * server["cpu_share"], 0)
        told["rss_mib"] = decimal(server["rss_mib"], 0)
        told["cpu_ms_per_move"] = decimal(server["cpu_ms_per_move"] or 0.0)
        lines.append(say("load.server", **told))
    lines.append(say("load.client", **{**told, **_figures(client)}))
    if idle is not None:
        lines.append(say("load.idle", **_figures(idle)))
    thinking = report["thinking"]
    if thinking is not None and thinking["everybody_ms"] is not None:
        told |= _figures(thinking["everybody_ms"])
        times = decimal(thinking["p99_times"], 2)
        lines.append(say("load.thinking", **told | {"n": thinking["tables"], "times": times}))
        searched = ", ".join(f"{level} {n}" for level, n in thinking["searches"].items())
        lines.append(say("load.searches", told=searched))
    return lines


def _figures(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the report with its fractions as they are written in the language to speak."""
    return {
        name: decimal(value) if isinstance(value, float) else value for name, value in part.items()
    }
