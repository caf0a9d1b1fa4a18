"""`ninetyeight chatcheck`: say of each phrase whether the number filter lets it through."""

from __future__ import annotations

import sys

import click

from ninetyeight.commands.frame import LocalizedCommand, language, language_option


@click.command("chatcheck", cls=LocalizedCommand, help="cli.chatcheck.help")
@language_option
def command() -> None:  # noqa: D103 - its help is in the catalogue
    # Imported here so that `ninetyeight chatcheck --help` is quick.
    from ninetyeight.chat import find_number

    for line in sys.stdin.buffer:
        found = find_number(_text(line), language())
        answer = "ok" if found is None else f"blocked {found.text}"
        sys.stdout.buffer.write(answer.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def _text(line: bytes) -> str:
    """The phrase of a line, which may be anything: what is no UTF-8 is read as Latin-1."""
    bare = line.rstrip(b"\r\n")
    try:
        return bare.decode("utf-8")
    except UnicodeDecodeError:
        return bare.decode("latin-1")
