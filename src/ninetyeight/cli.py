"""The command line: `ninetyeight COMMAND …`.

A command's module is imported when that command is called, so that `ninetyeight --help` does not
wait for what it does not use. Whatever goes wrong ends as a plain line in the person's language
and with a conventional exit code: 2 for bad usage and bad input, 1 for failures, 130 after Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from ninetyeight import __version__
from ninetyeight.commands.complaints import complaint, way_out
from ninetyeight.commands.frame import (
    LocalizedCommand,
    language,
    language_option,
    option,
    say,
    speaking,
    wanted_language,
)
from ninetyeight.locale.spelling import write_readably

#: The commands in the order in which help lists them, and the module that holds each.
COMMANDS = {
    "serve": "ninetyeight.commands.serve",
    "play": "ninetyeight.commands.play",
    "replay": "ninetyeight.commands.replay",
    "records": "ninetyeight.commands.records",
    "rules": "ninetyeight.commands.rules",
    "deal": "ninetyeight.commands.deal",
    "arena": "ninetyeight.commands.arena",
    "solve": "ninetyeight.commands.solve",
    "join": "ninetyeight.commands.join",
    "referee": "ninetyeight.commands.referee",
    "chatcheck": "ninetyeight.commands.chatcheck",
    "backup": "ninetyeight.commands.backup",
    "restore": "ninetyeight.commands.restore",
    "bench": "ninetyeight.commands.bench",
    "load": "ninetyeight.commands.load",
}

#: With this set in the environment, what goes wrong inside shows where.
TRACEBACK = "NINETYEIGHT_TRACEBACK"

BAD_INPUT = 2
FAILURE = 1
INTERRUPTED = 130


class Program(LocalizedCommand, click.Group):
    """The group of all commands, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands this installation has."""
        return [name for name, module in COMMANDS.items() if find_spec(module) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None when there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that ``args`` begin with; a misspelt one is answered with those like it."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            known = self.list_commands(ctx)
            raise click.NoSuchCommand(error.command_name, possibilities=known, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the catalogue alone: no command is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, say(f"cli.{name}.short")) for name in self.list_commands(ctx)]
            )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = "ninetyeight",
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and exit; with ``standalone_mode`` off, return or raise instead."""
        words = list(sys.argv[1:] if args is None else args)
        write_readably(sys.stdout, sys.stderr)
        with speaking(wanted_language(words)):
            if not standalone_mode:
                return super().main(words, prog_name, complete_var, False, **extra)
            try:
                code = super().main(words, prog_name, complete_var, False, **extra)
                sys.stdout.flush()
            except Exception as error:
                code = _tell(error)
            except KeyboardInterrupt:
                code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def _tell(error: Exception) -> int:
    """Say in one plain line what went wrong; the exit code that goes with it."""
    # Imported here because help and version do without the rules.
    from ninetyeight.rules.errors import GameError

    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, click.ClickException):
        _complain(say("cli.error.plain", message=complaint(error)), way_out(error))
        return error.exit_code
    if isinstance(error, GameError):
        message = error.text(language())
        code = "cli.error.plain" if error.rule is None else "cli.error.rule"
        _complain(say(code, message=message, rule=error.rule))
        return BAD_INPUT
    if isinstance(error, BrokenPipeError) or getattr(error, "errno", None) == errno.EPIPE:
        # Nobody reads on, as in `ninetyeight rules | head`: there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    if os.environ.get(TRACEBACK):
        raise error
    if isinstance(error, OSError):
        name = repr(str(error.filename)) if error.filename is not None else ""
        _complain(say("cli.error.system", name=name, why=error.strerror or str(error)))
    else:
        told = " ".join(f"{type(error).__name__}: {error}".split())
        _complain(say("cli.error.inside", what=told, variable=f"{TRACEBACK}=1"))
    return FAILURE


def _complain(*lines: str | None) -> None:
    for line in lines:
        if line:
            click.echo(line, err=True)


@click.command(
    "ninetyeight",
    cls=Program,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="cli.program.help",
)
@language_option
@option("--version", is_flag=True, help="cli.option.version")
@option("--lan", is_flag=True, help="serve.bare.lan")
@option("--browser/--no-browser", default=None, help="serve.bare.browser")
@option("--port", metavar="serve.metavar.port", help="serve.bare.port")
@click.pass_context
def main(  # noqa: D103 - its help is in the catalogue
    ctx: click.Context, version: bool, lan: bool, browser: bool | None, port: str | None
) -> None:
    if version:
        click.echo(f"ninetyeight {__version__}")
        ctx.exit()
    if ctx.invoked_subcommand is None:
        # Imported here because the commands do without a server.
        from ninetyeight.commands.home import play_in_browser

        play_in_browser(lan=lan, browser=browser, port=port)
    elif lan or browser is not None or port is not None:
        raise click.UsageError(say("serve.bare.only", command=ctx.invoked_subcommand), ctx)
