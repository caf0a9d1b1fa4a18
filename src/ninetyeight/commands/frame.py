"""What the commands share: click's commands and options, speaking the person's language.

Wherever click takes a help text, the classes here take a code of the catalogue, and look the text
up when it is shown. The language is that of `--lang` if given, else that of the environment.

>>> with speaking("de"):
...     say("cli.heading.options")
'Optionen'
"""

from __future__ import annotations

import logging
import math
import os
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

import click

from ninetyeight.locale import LANGUAGES, catalogue, language_of

_chosen: ContextVar[str | None] = ContextVar("language", default=None)

_Decorated = TypeVar("_Decorated", bound=Callable[..., Any])


def language() -> str:
    """The language to speak now."""
    return _chosen.get() or language_of(os.environ)


def asked_language() -> str | None:
    """The language that somebody asked for outright, with `--lang` or the game's own variable."""
    return _chosen.get() or (language() if os.environ.get("NINETYEIGHT_LANG") else None)


def say(code: str, /, **params: object) -> str:
    """The text of that code in the language to speak now."""
    return catalogue(language()).text(code, **params)


@contextmanager
def speaking(wanted: str | None) -> Iterator[None]:
    """Speak ``wanted`` inside; with None, as the environment asks."""
    token = _chosen.set(wanted)
    try:
        yield
    finally:
        _chosen.reset(token)


def wanted_language(args: Sequence[str]) -> str | None:
    """The language that a command line asks for, wherever `--lang` stands in it.

    Looked up before anything is parsed, so that help and errors are in that language too.

    >>> wanted_language(["rules", "--lang=fr"]), wanted_language(["--lang", "de", "deal"])
    ('fr', 'de')
    """
    found = None
    for word, following in zip_longest(args, args[1:], fillvalue=""):
        if word == "--":
            break
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or following
            found = value if value in LANGUAGES else found
    return found


class LocalizedFormatter(click.HelpFormatter):
    """Writes help pages with headings in the person's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The usage line."""
        super().write_usage(
            prog, args, say("cli.heading.usage") + " " if prefix is None else prefix
        )

    def write_heading(self, heading: str) -> None:
        """The heading of a section."""
        code = f"cli.heading.{heading.lower().replace(' ', '_')}"
        super().write_heading(say(code) if catalogue(language()).has(code) else heading)

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        """The options or commands of a section."""
        word = say("cli.heading.default")
        told = [(term, text.replace("[default: ", f"[{word}: ")) for term, text in rows]
        super().write_dl(told, *args, **kwargs)


class LocalizedContext(click.Context):
    """A context whose help pages are written by :class:`LocalizedFormatter`."""

    formatter_class = LocalizedFormatter


def _told(code: str | None) -> str | None:
    areas = ("cli.", "arena.", "terminal.", "serve.", "join.", "load.", "solve.")
    ours = code is not None and code.startswith(areas)
    return say(code) if code is not None and ours else code


class Translated:
    """A text that is set as a code of the catalogue and read in the person's language."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._kept = f"_{name}_code"

    def __get__(self, told: object, owner: type) -> str | None:
        return _told(getattr(told, self._kept, None))

    def __set__(self, told: object, code: str | None) -> None:
        setattr(told, self._kept, code)


class LocalizedCommand(click.Command):
    """A command whose ``help`` and ``short_help`` are codes of the catalogue."""

    context_class = LocalizedContext
    help = Translated()
    short_help = Translated()

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help`, told in the person's language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say("cli.option.help")
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; whatever is wrong with it knows which command it was for."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The words of the usage line; click's own are in capitals."""
        ours = {
            "[OPTIONS]": "cli.metavar.options",
            "COMMAND [ARGS]...": "cli.metavar.command",
            "[COMMAND] [ARGS]...": "cli.metavar.maybe_command",
        }
        return [
            say(ours[piece]) if piece in ours else piece
            for piece in super().collect_usage_pieces(ctx)
        ]


class LocalizedOption(click.Option):
    """An option whose ``help`` and, where it looks like one, ``metavar`` are codes."""

    help = Translated()

    def make_metavar(self, ctx: click.Context) -> str:
        """How the option's value is named."""
        return _told(self.metavar) or super().make_metavar(ctx)


class FiniteRange(click.FloatRange):
    """A number within a range, as click has it, except that `nan` and `inf` are none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; click's own complaint when it is none or lies outside."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


#: A file that is read, and one that is written.
OLD_FILE: click.ParamType[Any] = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE: click.ParamType[Any] = click.Path(dir_okay=False, path_type=Path)
#: The exit code after Ctrl-C, as shells know it.
INTERRUPTED = 130


def option(*names: str, **kwargs: Any) -> Callable[[_Decorated], _Decorated]:
    """As ``click.option``, with a code of the catalogue for ``help``; a default is shown there."""
    kwargs.setdefault("show_default", kwargs.get("default") is not None)
    return click.option(*names, cls=LocalizedOption, **kwargs)


def _speak(ctx: click.Context, _: click.Parameter, wanted: str | None) -> None:
    """For a command that is called by itself, without the program around it."""
    if wanted is not None:
        ctx.with_resource(speaking(wanted))


#: Seconds without a sign of life before a person is told why.
_PATIENCE = 1.5


@contextmanager
def told_when_slow(quiet: bool) -> Iterator[Callable[[], None]]:
    """Say that the kernel is being loaded or compiled when that takes longer than a moment.

    Inside, call what it gives as soon as the work itself has begun.
    """
    from ninetyeight.fast import available  # here, because help does without

    text = say("cli.loading") + kept_note()  # in this thread, which knows the language
    if sys.stderr.isatty():
        text = f"\r\x1b[K{text}"  # over a line of progress, if there is one
    waiting = threading.Timer(_PATIENCE, lambda: click.echo(text, err=True))
    waiting.daemon = True
    if available() and not quiet:
        waiting.start()
    try:
        yield waiting.cancel
    finally:
        waiting.cancel()


#: `--lang`, for the program and for every command that prints texts.
language_option = option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_speak,
    help="cli.option.lang",
)


def law_options(decorated: _Decorated) -> _Decorated:
    """The switches that change the law: `--expert`, `--short-hand`, `--fire`, `--with-commands`.

    They arrive as ``expert``, ``short_hand``, ``fire`` and ``commands``, the names that
    :meth:`ninetyeight.rules.Rules.of` takes.
    """
    for names, help in (
        (("--with-commands", "commands"), "cli.option.commands"),
        (("--fire",), "cli.option.fire"),
        (("--short-hand",), "cli.option.short_hand"),
        (("--expert",), "cli.option.expert"),
    ):
        decorated = option(*names, is_flag=True, help=help)(decorated)
    return decorated


def terminal_width() -> int:
    """How wide to print running text: as wide as the terminal, and no wider than reads well."""
    return max(20, min(shutil.get_terminal_size().columns, 88))


def folded(line: str) -> str:
    """A line as wide as the terminal, and no wider than reads well."""
    return textwrap.fill(line, terminal_width(), subsequent_indent="  ", break_on_hyphens=False)


def cards_in_words(cards: Iterable[int]) -> str:
    """Cards one after the other, as people read them out."""
    return " ".join(map(str, cards)) or "–"


def kept_note() -> str:
    """What is to be told of where the compiled kernel is kept, if not beside its sources."""
    from ninetyeight.fast.keeping import kept  # here, because help does without

    folder, usual = kept()
    if usual:
        return ""
    # It is told here in the person's language, so the kernel need not.
    logging.getLogger("ninetyeight.fast").setLevel(logging.ERROR)
    nowhere = say("cli.kernel.kept_nowhere")
    return " " + (nowhere if folder is None else say("cli.kernel.kept_in", folder=folder))
