"""The directive `cli-reference`: the reference of a click program, made from the program itself.

It walks the tree of commands and renders for each its usage, its help and its options as `--help`
shows them, so that page and program cannot drift apart. Commands can be referred to by label:
`cli-` and the words of the command joined by hyphens, e.g. `cli-ninetyeight-play`.
"""

import importlib
import inspect
import os
import re
from collections.abc import Iterator
from typing import Any, ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

# The pages are in English, whatever the language of the machine that builds them.
os.environ["NINETYEIGHT_LANG"] = "en"

HIDDEN_FROM_PAGE = {"--help"}


class NoSuchProgram(Exception):
    """The directive names something that is not there or is no click command."""


def load(target: str) -> click.Command:
    """The click command that `package.module:name` stands for."""
    module_name, _, name = target.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoSuchProgram(
            f"cli-reference: cannot load {target!r} ({error}); give it as package.module:command"
        ) from error
    if not isinstance(found, click.Command):
        raise NoSuchProgram(f"cli-reference: {target!r} is no click command but {found!r}")
    return found


def context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return command.context_class(command, info_name=name, parent=parent)


def subcommands(ctx: click.Context) -> Iterator[click.Context]:
    """The visible commands of a group, in the order its help lists them."""
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            command = ctx.command.get_command(ctx, name)
            if command is not None and not command.hidden:
                yield context(command, name, ctx)


def inline(text: str) -> list[nodes.Node]:
    """Running text, with what stands in backticks as literals."""
    found: list[nodes.Node] = []
    for i, part in enumerate(re.split(r"`+([^`]+)`+", " ".join(text.split()))):
        if part:
            found.append(nodes.literal("", part) if i % 2 else nodes.Text(part))
    return found


def paragraphs(text: str) -> Iterator[nodes.Node]:
    """The paragraphs of a help text; those that click must not rewrap keep their lines."""
    # A form feed ends what click shows.
    for block in text.partition("\f")[0].strip().split("\n\n"):
        if block.startswith("\b\n"):
            yield nodes.literal_block("", block.removeprefix("\b\n"), language="text")
        elif block.strip():
            yield nodes.paragraph("", "", *inline(block))


def definitions(records: list[tuple[str, str]]) -> nodes.Node:
    """A list of terms, each with its explanation."""
    found = nodes.definition_list()
    for term, text in records:
        explained = nodes.definition("", nodes.paragraph("", "", *inline(text)))
        named = nodes.term("", "", nodes.literal("", term))
        found += nodes.definition_list_item("", named, explained)
    return found


def help_text(command: click.Command) -> str:
    return inspect.cleandoc(command.help or command.short_help or "")


class CliReference(SphinxDirective):
    """Renders every command of a click program, one section each."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"program": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        # The text depends on the whole program; a page that is made anew each time is never stale.
        self.env.note_reread()
        target = self.arguments[0]
        try:
            command = load(target)
        except NoSuchProgram as error:
            raise self.error(str(error)) from error
        name = self.options.get("program", command.name or target)
        return [self.section(context(command, name, None))]

    def section(self, ctx: click.Context) -> nodes.section:
        """The section of one command, with the sections of its subcommands inside."""
        path = ctx.command_path
        label = "cli-" + nodes.make_id(path)
        section = nodes.section(ids=[label], names=[label])
        section += nodes.title(path, "", nodes.literal("", path))
        self.state.document.note_explicit_target(section)
        section += list(paragraphs(help_text(ctx.command)))
        usage = " ".join([path, *ctx.command.collect_usage_pieces(ctx)])
        section += nodes.literal_block("", usage, language="text")
        records = [record for param in ctx.command.params if (record := self.record(param, ctx))]
        if records:
            section += definitions(records)
        section += [self.section(sub) for sub in subcommands(ctx)]
        return section

    def record(self, param: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
        """How the parameter is written and what it does; nothing for what needs no words."""
        record = param.get_help_record(ctx)
        if record is None or HIDDEN_FROM_PAGE.intersection(param.opts):
            return None
        # An argument that says nothing about itself stands in the usage already.
        return None if isinstance(param, click.Argument) and not record[1] else record


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("cli-reference", CliReference)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
