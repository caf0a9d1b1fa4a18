"""`ninetyeight load --attack`: what one hostile address does to everybody else."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from typing import Any
from urllib.parse import urlsplit

import click

from ninetyeight.commands.arena_text import decimal
from ninetyeight.commands.frame import INTERRUPTED, say
from ninetyeight.commands.load import LoadProgress, told_plainly
from ninetyeight.load.attacks import ATTACKS
from ninetyeight.load.crew import run_quickly
from ninetyeight.load.run import allow_many_files
from ninetyeight.load.siege import Siege, lay_siege

#: What stands for every attack.
ALL = "all"
#: A bound was broken.
BROKEN = 1


def besiege(
    ctx: click.Context, names: str, base: str | None, seconds: float, *, as_json: bool, quiet: bool
) -> None:
    """Run the attacks, print the report, and end with status 1 when a bound was broken."""
    attacks = _chosen(ctx, names)
    if base is not None:
        base = _of_this_computer(ctx, base)
    progress = LoadProgress(quiet)

    def show(attack: str, phase: str, seconds: int) -> None:
        progress.write(say(f"load.siege.{phase}", attack=attack, n=seconds))

    allow_many_files()
    try:
        with told_plainly(), progress:
            report = run_quickly(lay_siege(Siege(attacks, seconds, base), show))
    except (KeyboardInterrupt, asyncio.CancelledError):
        click.echo(say("load.interrupted"), err=True)
        ctx.exit(INTERRUPTED)
    click.echo(json.dumps(report) if as_json else "\n".join(siege_lines(report)))
    if not report["held"]:
        ctx.exit(BROKEN)


def _chosen(ctx: click.Context, names: str) -> tuple[str, ...]:
    """The attacks that are named, with commas between; all of them by one word."""
    asked = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if asked == (ALL,):
        return tuple(ATTACKS)
    for name in asked or ("",):
        if name not in ATTACKS:
            known = ", ".join((ALL, *ATTACKS))
            raise click.UsageError(say("load.no_such_attack", name=name[:40], known=known), ctx)
    return asked


def _of_this_computer(ctx: click.Context, base: str) -> str:
    """That address by its figures; refused unless only this computer can be meant.

    It is one of the addresses 127.…, since others of them are where the attacks come from.
    """
    parts = urlsplit(base)
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if parts.scheme != "http" or address is None or address.version != 4 or not address.is_loopback:
        raise click.UsageError(say("load.only_your_own"), ctx)
    return f"http://{address}:{parts.port or 80}"


#: The columns of the table: the code of the heading, and its width.
_COLUMNS = (
    ("attack", -16),
    ("quiet", 13),
    ("during", 15),
    ("after", 13),
    ("slower", 8),
    ("core", 7),
    ("memory", 9),
    ("recovery", 9),
    ("turned_away", 9),
    ("held", 6),
)


def siege_lines(report: dict[str, Any]) -> list[str]:
    """The report for people: a line for each attack, and the bounds."""
    bounds = report["bounds"]
    lines = [
        say("load.siege.title", seconds=decimal(report["seconds"], 0)),
        _row([say(f"load.siege.column.{code}") for code, _ in _COLUMNS]),
    ]
    for one in report["attacks"]:
        recovery = one["recovery_seconds"]
        cells = [
            one["attack"],
            _times(one["quiet_ms"]),
            _times(one["during_ms"]),
            _times(one["after_ms"]),
            decimal(one["slower"]),
            _percent(one["core_share"]),
            "–" if one["more_mib"] is None else f"{one['more_mib']:+.0f}",
            "–" if recovery is None else decimal(recovery),
            f"{one['turned_away']}/{one['visits']}",
            say("load.siege.yes" if one["held"] else "load.siege.no"),
        ]
        lines.append(_row(cells))
    lines.append(
        say(
            "load.siege.bounds",
            slower=decimal(bounds["slower"], 0),
            memory=decimal(bounds["memory_mib"], 0),
            recovery=decimal(bounds["recovery_seconds"], 0),
        )
    )
    return lines


def _row(cells: list[str]) -> str:
    padded = (
        cell.rjust(width) if width > 0 else cell.ljust(-width)
        for cell, (_, width) in zip(cells, _COLUMNS, strict=True)
    )
    return " ".join(padded).rstrip()


def _percent(share: float | None) -> str:
    return "–" if share is None else decimal(100 * share, 0)


def _times(times: dict[str, float] | None) -> str:
    return "–" if times is None else f"{decimal(times['p50'])}/{decimal(times['p99'])}"
