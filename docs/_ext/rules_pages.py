"""Directives for the rules pages, made of the texts the game itself shows.

`numbered-rules` renders every numbered rule of the catalogue, each with a label to refer to, such
as `rule-b4`, and with the figures of all published editions. `edition-rules NAME` renders the rules
in force in one edition, with its figures. `editions-table` sets the editions side by side. None of
them can drift from what players read in the game.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ninetyeight.handbook import Wording, figures, is_ruling, rule_numbers
from ninetyeight.locale import catalogue
from ninetyeight.rules.editions import EDITIONS, OPTION_NAMES, Edition, Rules
from ninetyeight.rules.errors import GameError
from ninetyeight.rules.talk import Talk

WORDS = catalogue("en")

#: The parts of a page: the letter of the rules in it, and the code of its heading.
PARTS = {"B": "base", "V": "harder", "T": "talk", "X": "commands", "F": "fire"}

#: The rules that an option brings in, or that speak of it.
OPTION_RULES = {
    "expert": "V1",
    "short_hand": "V2",
    "fire": "F1",
    "commands": "X1",
    "take_backs": "B12r",
    "open_rows": "B11",
}

_NUMBER = re.compile(r"\b([BVTXF][0-9]+r?)\b")


def edition_name(edition: Edition) -> str:
    return WORDS.text(f"rules.edition.{edition.id}.name")


def everybodys_figures() -> dict[str, str]:
    """The figures of the first edition, with those of others in brackets where they differ."""
    first, *others = EDITIONS.values()
    by_edition = {edition_name(other): figures(Rules(other)) for other in others}
    found = {}
    for name, value in figures(Rules(first)).items():
        differing = [
            f"{edition}: {given[name]}"
            for edition, given in by_edition.items()
            if name in given and given[name] != value
        ]
        found[name] = f"{value} ({', '.join(differing)})" if differing else str(value)
    return found


def mark(number: str) -> str:
    """Whose word the rule is."""
    if is_ruling(number):
        return WORDS.text("rules.mark.ruling")
    told = WORDS.text("rules.mark.rulebook")
    # The rulebook's own page on fire was not at hand; the section's opening says so, too.
    return f"{told}, {WORDS.text('rules.mark.described')}" if number[0] == "F" else told


def kind_line(kind: str) -> str:
    """What a kind of command means, in one line behind its symbol."""
    symbol, name, text = (
        WORDS.text(f"rules.command_kind.{kind}.{part}") for part in ("symbol", "name", "text")
    )
    return f"{symbol} {name}: {text}"


def label(number: str) -> str:
    return f"rule-{number.lower()}"


def trait_name(trait: str) -> str:
    """What :func:`ninetyeight.handbook.wording.traits` calls a table, in words."""
    codes = (f"rules.{kind}.{trait}.name" for kind in ("edition", "option", "talk"))
    return next((WORDS.text(code) for code in codes if WORDS.has(code)), trait.capitalize())


def everything_said(number: str, given: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """All words of a rule: the trait of the tables they are for, if any, the part, the text."""
    for code in WORDS.section(f"rules.{number}"):
        trait, _, part = code.removeprefix(f"rules.{number}.").rpartition(".")
        yield trait, part, WORDS.text(code, **given)


def scale(edition: Edition) -> str:
    """Which results an edition praises, and how."""
    code = WORDS.of_edition("rules.praise.scale", edition.id)
    return WORDS.text(code, **figures(Rules(edition)))


def plain(*texts: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text(" ".join(texts)))


def bullets(items: Iterable[nodes.Node]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items), bullet="-")


def table_row(cells: Iterable[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", cell) for cell in cells))


class RulesDirective(SphinxDirective):
    """What the two directives share: paragraphs whose rule numbers are links."""

    def reference(self, number: str) -> nodes.Node:
        return addnodes.pending_xref(
            "",
            nodes.inline("", number),
            refdomain="std",
            reftype="ref",
            refexplicit=True,
            reftarget=label(number),
            refdoc=self.env.docname,
            refwarn=True,
        )

    def linked(self, text: str) -> Iterator[nodes.Node]:
        """The text, every rule number in it a link to that rule."""
        for place, piece in enumerate(_NUMBER.split(text)):
            if place % 2:
                yield self.reference(piece)
            elif piece:
                yield nodes.Text(piece)

    def paragraph(self, text: str) -> nodes.paragraph:
        return nodes.paragraph("", "", *self.linked(text))

    def rule(self, number: str, text: str, note: str | None) -> Iterator[nodes.Node]:
        """The mark and the words of one rule, then its finer ruling."""
        said = nodes.paragraph("", "", nodes.emphasis("", mark(number).capitalize() + "."))
        said += nodes.Text(" ")
        said += list(self.linked(text))
        yield said
        if note:
            title = WORDS.text("rules.mark.detail").capitalize()
            yield nodes.admonition(
                "", nodes.title("", title), self.paragraph(note), classes=["note"]
            )

    def opening(self, letter: str, given: Mapping[str, object]) -> Iterator[nodes.Node]:
        """What stands above the first rule of a part."""
        if WORDS.has(f"rules.intro.{PARTS[letter]}"):
            yield self.paragraph(WORDS.text(f"rules.intro.{PARTS[letter]}", **given))
        if letter == "X":
            yield bullets(plain(kind_line(kind)) for kind in ("flash", "lasting"))

    def part(self, letter: str, given: Mapping[str, object]) -> nodes.section:
        """The section for the rules of one letter, without the rules."""
        title = WORDS.text(f"rules.heading.{PARTS[letter]}")
        section = nodes.section(
            ids=[nodes.make_id(title)], names=[nodes.fully_normalize_name(title)]
        )
        section += nodes.title(title, title)
        self.state.document.note_implicit_target(section, section)
        section += list(self.opening(letter, given))
        return section


class NumberedRules(RulesDirective):
    """Every rule and ruling, in order, one section and one label each."""

    def run(self) -> list[nodes.Node]:
        # The text is the catalogue's; a page that is made anew each time is never stale.
        self.env.note_reread()
        given = everybodys_figures()
        parts = []
        for letter in PARTS:
            part = self.part(letter, given)
            part += [self.section(n, given) for n in rule_numbers() if n[0] == letter]
            parts.append(part)
        return [self.paragraph(WORDS.text("rules.heading.ruling_note")), *parts]

    def section(self, number: str, given: Mapping[str, object]) -> nodes.section:
        section = nodes.section(ids=[label(number)], names=[label(number)])
        title = f"{number} · {WORDS.text(f'rules.{number}.title', **given)}"
        section += nodes.title(title, title)
        self.state.document.note_explicit_target(section)
        said = list(everything_said(number, given))
        note = " ".join(text for trait, part, text in said if not trait and part[:4] == "note")
        section += list(self.rule(number, WORDS.text(f"rules.{number}.text", **given), note))
        elsewhere = [
            self.paragraph(f"{trait_name(trait)}: {text}")
            for trait, part, text in said
            if trait and part != "title"
        ]
        if elsewhere:
            section += bullets(elsewhere)
        if number == "B9":
            section += bullets(
                plain(f"{edition_name(edition)}:", scale(edition)) for edition in EDITIONS.values()
            )
        return section


class EditionRules(RulesDirective):
    """The rules in force in one edition as it comes from the box, then what can be added."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        try:
            rules = Rules.of(self.arguments[0])
        except GameError as error:
            raise self.error(f"edition-rules: {error.code} {error.params}") from error
        strictness = Talk.default(rules).strictness
        wording = Wording(rules, strictness, rules.edition.fan, WORDS.language)
        parts: list[nodes.Node] = []
        for letter in PARTS:
            here = [number for number in wording.numbers if number[0] == letter]
            if here:
                part = self.part(letter, figures(rules))
                part += nodes.definition_list("", *(self.item(n, rules, wording) for n in here))
                parts.append(part)
        return [*parts, self.switches(rules)]

    def item(self, number: str, rules: Rules, wording: Wording) -> nodes.definition_list_item:
        term = nodes.term("", "", self.reference(number))
        term += nodes.Text(f" · {wording.title(number)}")
        explained = nodes.definition(
            "", *self.rule(number, wording.text(number), wording.note(number))
        )
        if number == "B9":
            explained += plain(scale(rules.edition))
        return nodes.definition_list_item("", term, explained)

    def switches(self, rules: Rules) -> nodes.section:
        """The switches a table may add, with the rule to read about each."""
        section = nodes.section(ids=["options"], names=["options"])
        section += nodes.title("Options", "Options")
        self.state.document.note_implicit_target(section, section)
        listed = nodes.definition_list()
        for option in OPTION_NAMES:
            if option == "commands" and rules.edition.commands:
                continue  # they are in the box already
            words = WORDS.text(f"rules.option.{option}.text")
            explained = self.paragraph(f"{words} ({OPTION_RULES[option]})")
            term = nodes.term("", WORDS.text(f"rules.option.{option}.name"))
            listed += nodes.definition_list_item("", term, nodes.definition("", explained))
        section += listed
        return section


class EditionsTable(SphinxDirective):
    """The published editions side by side."""

    HEADINGS = ("Edition", "Cards", "Players", "Hand: alone / two / more", "Row cards", "Special")
    WIDTHS = (14, 14, 8, 10, 15, 16)

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        group = nodes.tgroup("", *(nodes.colspec(colwidth=w) for w in self.WIDTHS))
        group["cols"] = len(self.HEADINGS)
        group += nodes.thead("", table_row(plain(heading) for heading in self.HEADINGS))
        group += nodes.tbody("", *(self.row(edition) for edition in EDITIONS.values()))
        return [nodes.table("", group)]

    def row(self, edition: Edition) -> nodes.row:
        given = figures(Rules(edition))
        page = addnodes.pending_xref(
            "",
            nodes.inline("", edition_name(edition)),
            refdomain="std",
            reftype="doc",
            refexplicit=True,
            reftarget=edition.id,
            refdoc=self.env.docname,
            refwarn=True,
        )
        holds = {
            "commands": edition.commands,
            "open rows": edition.open_rows,
            "quiet": edition.quiet,
        }
        return table_row(
            [
                nodes.paragraph("", "", page),
                plain("{cards} ({low} to {high})".format(**given)),
                plain(f"1 to {edition.max_players}"),
                plain("{hand_1} / {hand_2} / {hand_3}".format(**given)),
                plain("{up_shows}, {down_shows}".format(**given)),
                plain(", ".join(name for name, there in holds.items() if there) or "–"),
            ]
        )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("numbered-rules", NumberedRules)
    app.add_directive("edition-rules", EditionRules)
    app.add_directive("editions-table", EditionsTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
