"""What click complains about, in the person's language.

Click words its complaints in English, in the middle of its own code. Each kind of them that our
commands can meet is listed here with the English pattern it is recognised by and the code of our
own text; a complaint that is not listed is passed on as click words it.
"""

from __future__ import annotations

import re

import click

from ninetyeight.commands.frame import say

_WORDINGS = {
    "cli.usage.no_such_command": r"No such command (?P<name>'.*')\.",
    "cli.usage.missing_command": r"Missing command\.",
    "cli.usage.extra_argument": r"Got unexpected extra arguments? \((?P<words>.*)\)",
    "cli.usage.option_needs_value": r"Option (?P<name>'.*') requires an argument\.",
    "cli.usage.option_takes_no_value": r"Option (?P<name>'.*') does not take a value\.",
    "cli.usage.not_a_choice": r"(?P<value>'.*') is not one of (?P<choices>.*)\.",
    "cli.usage.not_an_integer": r"(?P<value>'.*') is not a valid integer(?: range)?\.",
    "cli.usage.not_a_number": r"(?P<value>'.*') is not a valid float(?: range)?\.",
    "cli.usage.not_in_range": r"(?P<value>.*) is not in the range (?P<range>.*)\.",
    "cli.usage.no_such_file": r"(?:File|Path|Directory) (?P<name>'.*') does not exist\.",
    "cli.usage.is_a_directory": r"(?:File|Path) (?P<name>'.*') is a directory\.",
    "cli.usage.not_readable": r"(?:File|Path|Directory) (?P<name>'.*') is not readable\.",
    "cli.usage.not_writable": r"(?:File|Path|Directory) (?P<name>'.*') is not writable\.",
}


def complaint(error: click.ClickException) -> str:
    """The sentence of ``error`` for a person, without "Error:" before it."""
    match error:
        case click.NoSuchOption():
            told = say("cli.usage.no_such_option", name=repr(error.option_name))
        case click.MissingParameter():
            argument = isinstance(error.param, click.Argument)
            code = "cli.usage.missing_argument" if argument else "cli.usage.missing_option"
            told = say(code, name=_hint(error))
        case click.BadParameter():
            told = say("cli.usage.bad_value", name=_hint(error), why=_reworded(error.message))
        case click.FileError():
            told = say("cli.usage.file", name=repr(error.ui_filename), why=error.message)
        case _:
            told = _reworded(error.message)
    return told + _did_you_mean(getattr(error, "possibilities", None))


def way_out(error: click.ClickException) -> str | None:
    """The next step after a command line that makes no sense: where its help is."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is None or not ctx.help_option_names:
        return None
    return say("cli.usage.try_help", command=f"{ctx.command_path} {ctx.help_option_names[-1]}")


def _reworded(message: str) -> str:
    for code, wording in _WORDINGS.items():
        found = re.fullmatch(wording, message, re.DOTALL)
        if found is not None:
            return say(code, **found.groupdict())
    return message


def _hint(error: click.BadParameter) -> str:
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    if hint is None or isinstance(hint, str):
        return hint or ""
    return " / ".join(map(repr, hint))


def _did_you_mean(possibilities: list[str] | None) -> str:
    if not possibilities:
        return ""
    return " " + say("cli.usage.did_you_mean", names=", ".join(map(repr, sorted(possibilities))))
