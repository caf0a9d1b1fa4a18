"""`ninetyeight join`: a bot takes a seat at a table of any server."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from ninetyeight.commands.frame import (
    INTERRUPTED,
    NEW_FILE,
    FiniteRange,
    LocalizedCommand,
    language,
    language_option,
    option,
    say,
)

#: The variable that may hold the link: other users of a computer see commands, not variables.
LINK = "NINETYEIGHT_LINK"
#: No link is longer than this.
LONGEST = 4_096


@click.command("join", cls=LocalizedCommand, help="join.help", short_help="cli.join.short")
@click.argument("link", envvar=LINK)
@option("--bot", default="planner", metavar="BOT", help="join.option.bot")
@option("--name", metavar="NAME", help="join.option.name")
@option("--seat", type=click.IntRange(1, 10), metavar="N", help="join.option.seat")
@option("--once/--follow-rematches", default=True, help="join.option.once")
@option("--pace", type=FiniteRange(0, 60), default=0.7, metavar="SECONDS", help="join.option.pace")
@option(
    "--time-limit",
    type=FiniteRange(min=0, min_open=True),
    default=10.0,
    metavar="SECONDS",
    help="join.option.time_limit",
)
@option("--log", type=NEW_FILE, metavar="FILE", help="cli.option.log")
@option("--quiet", is_flag=True, help="join.option.quiet")
@language_option
@click.pass_context
def command(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context,
    /,
    link: str,
    bot: str,
    name: str | None,
    seat: int | None,
    once: bool,
    pace: float,
    time_limit: float,
    log: Path | None,
    quiet: bool,
) -> None:
    # Imported here so that help is quick.
    from ninetyeight.bots.bot import BotError, check_bot, searcher_names
    from ninetyeight.bots.guided import make_mate
    from ninetyeight.bots.mind import Mind
    from ninetyeight.client.errors import ClientError, Declined
    from ninetyeight.client.guest import Guest
    from ninetyeight.client.link import read_link
    from ninetyeight.table import NAME_LENGTH

    found = read_link(_first_line() if link == "-" else link)
    if found.invite is None and found.secret is None:
        raise ClientError("link_watch_only")
    if found.secret is not None and link != "-" and link in sys.argv:
        click.echo(say("join.link_seen", variable=LINK), err=True)
    check_bot(bot)
    seed, mind = secrets.randbits(32), Mind()
    try:
        # Before a seat is taken: a program that does not start keeps nobody's seat.
        playing = make_mate(bot, seed, mind, time_limit=time_limit, log=log)
        if bot.strip() in searcher_names():
            mind.start()
        guest = Guest(
            found,
            playing,
            (name or playing.name.capitalize())[:NAME_LENGTH],
            _print,
            language(),
            wanted=None if seat is None else seat - 1,
            seed=seed,
            follow=not once,
            pace=pace,
            quiet=quiet,
        )
        finished = guest.run()
    except (ClientError, Declined, BotError) as error:
        # The command line made sense; what it asked for failed.
        raise click.ClickException(error.text(language())) from error
    finally:
        mind.close()
    if not finished:
        click.echo(say("join.left"), err=True)
        ctx.exit(INTERRUPTED)


def _first_line() -> str:
    """What the standard input begins with, whatever it holds."""
    return sys.stdin.buffer.readline(LONGEST).decode("utf-8", "replace")


def _print(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
