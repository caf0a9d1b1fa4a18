"""The rules of exactly one table, with drawn examples, as data for whoever shows them to people.

The same sections, numbers and words are printed by :mod:`ninetyeight.handbook.page`. Examples are
positions of this table's own cards with the law's answers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from ninetyeight.handbook.answers import (
    AnswerTold,
    CardTold,
    RowTold,
    answer_to_move,
    answer_to_pick,
    answer_to_sign,
    answer_to_words,
    card_told,
    marker_explained,
    row_told,
)
from ninetyeight.handbook.examples import Example, examples
from ninetyeight.handbook.figures import figures
from ninetyeight.handbook.numbered import in_force, is_ruling
from ninetyeight.handbook.wording import Wording
from ninetyeight.locale import catalogue
from ninetyeight.rules import Command, Deal, Refused, Rules, Strictness
from ninetyeight.table import Picked, Seat, Setup, TableState, advance

T = TypeVar("T")


class ExampleTold(Struct, frozen=True):
    """A rule at work: a position, what is tried in it, and the law's answers.

    ``low`` and ``high`` are the ends of the number line. ``hand`` are the cards that are drawn
    beside the rows. ``fan`` is how many cards lie face down to be picked from. ``lost`` tells that
    the game is over in this position, and why.
    """

    name: str
    caption: str
    low: int
    high: int
    rows: list[RowTold]
    hand: list[CardTold]
    fan: int | None
    answers: list[AnswerTold]
    lost: str | None


class EntryTold(Struct, frozen=True):
    """One numbered rule: its title, its text and, for some, a note.

    ``mark`` says in words whether it is the rulebooks' law or a ruling of ours. A note is always
    a ruling of ours, and says so itself. ``command`` is the one that the rule is about.
    """

    number: str
    title: str
    text: str
    mark: str
    ruling: bool
    note: str | None
    command: str | None
    examples: list[ExampleTold]


class SectionTold(Struct, frozen=True):
    """Rules that belong together; ``id`` is the letter their numbers begin with."""

    id: str
    title: str
    intro: list[str]
    entries: list[EntryTold]


class RulesTold(Struct, frozen=True):
    """The rules of one table in one language; ``above`` stands before all sections."""

    language: str
    title: str
    above: list[str]
    sections: list[SectionTold]


#: The first letter of a rule's number tells its section.
_SECTIONS = {"B": "base", "V": "harder", "T": "talk", "X": "commands", "F": "fire"}

#: X1 to X7 are the commands, in their order.
_COMMANDS = {f"X{nth}": command.value for nth, command in enumerate(Command, start=1)}


@lru_cache(maxsize=64)
def rules_told(
    rules: Rules, strictness: Strictness | str, fan: bool, language: str, *, drawn: bool = True
) -> RulesTold:
    """The rules in force at a table; without the examples for those who cannot draw them.

    ``fan``: hands are picked from a face-down fan.
    """
    return at_once(telling_rules(rules, strictness, fan, language, drawn=drawn))


def telling_rules(
    rules: Rules, strictness: Strictness | str, fan: bool, language: str, *, drawn: bool = True
) -> Generator[None, None, RulesTold]:
    """The same, a little at a time for whoever has others to serve: the law is asked much."""
    strictness = Strictness(strictness)
    wording = Wording(rules, strictness, fan, language)
    shown: dict[str, list[ExampleTold]] = {}
    yield
    for example in examples(rules, strictness, fan=fan) if drawn else ():
        if example.rule in wording.numbers:
            shown.setdefault(example.rule, []).append(example_told(example, language))
        yield
    sections = []
    for letter, name in _SECTIONS.items():
        told = [
            _entry(number, wording, shown.get(number, []), language)
            for number in wording.numbers
            if number[0] == letter
        ]
        yield
        if told:
            title = catalogue(language).text(f"rules.heading.{name}")
            intro = list(_intro(name, rules, language))
            if letter == "T":
                intro += _talk_here(rules, strictness, language)
            sections.append(SectionTold(letter, title, intro, told))
    title, *above = _page_title(rules, language)
    return RulesTold(language, title, above, sections)


def at_once(telling: Generator[None, None, T]) -> T:
    """What is told in the end."""
    while True:
        try:
            next(telling)
        except StopIteration as done:
            told: T = done.value
            return told


def _entry(number: str, wording: Wording, shown: list[ExampleTold], language: str) -> EntryTold:
    texts, ruling, note = catalogue(language), is_ruling(number), wording.note(number)
    # F1 and F2 come from no rulebook that we have seen, and must not pass for one.
    described = number[0] == "F" and not ruling
    mark = "ruling" if ruling else "described" if described else "rulebook"
    return EntryTold(
        number,
        wording.title(number),
        wording.text(number),
        texts.text(f"rules.mark.{mark}"),
        ruling,
        None if note is None else _note(note, language),
        _COMMANDS.get(number),
        shown,
    )


def _page_title(rules: Rules, language: str) -> list[str]:
    """What stands above the sections: the edition, its figures and options, and what r means."""
    texts = catalogue(language)
    name = texts.text(f"rules.edition.{rules.edition.id}.name")
    told = figures(rules)
    lines = [
        texts.text("rules.heading.title", name=name),
        texts.text("rules.summary", **{**told, "name": name, "n": rules.players}) + ".",
    ]
    for option in rules.options.named():
        lines.append(_named(f"rules.option.{option}", language))
    lines.append(texts.text(texts.of_edition("rules.praise.scale", rules.edition.id), **told))
    lines.append(texts.text("rules.heading.ruling_note"))
    return lines


def _note(text: str, language: str) -> str:
    texts = catalogue(language)
    return texts.text("cli.rules.note", mark=texts.text("rules.mark.ruling"), text=text)


def _named(code: str, language: str) -> str:
    """A thing's name with what it means."""
    texts = catalogue(language)
    name, text = texts.text(f"{code}.name"), texts.text(f"{code}.text")
    return texts.text("cli.rules.named", name=name, text=text)


def _intro(name: str, rules: Rules, language: str) -> Iterator[str]:
    texts = catalogue(language)
    if texts.has(f"rules.intro.{name}"):
        yield texts.text(f"rules.intro.{name}", **figures(rules))
    if name == "commands":
        for kind in ("flash", "lasting"):
            code = f"rules.command_kind.{kind}"
            yield f"{texts.text(f'{code}.symbol')} {_named(code, language)}"


def _talk_here(rules: Rules, strictness: Strictness, language: str) -> Iterator[str]:
    """What may be said at this very table (T10r)."""
    texts, code = catalogue(language), f"rules.talk.{strictness.value}"
    name, text = texts.text(f"{code}.name"), texts.text(f"{code}.text")
    yield texts.text("end.rules.talk_here", name=name, text=text)
    if "T7" in in_force(rules, strictness):
        yield texts.text("end.rules.quiet_here")


def example_told(example: Example, language: str, caption: str | None = None) -> ExampleTold:
    """The example with the law's answers, in one language; its own caption if none is given."""
    game, talk = example.game, example.talk
    texts, edition = catalogue(language), example.game.rules.edition
    answers: list[AnswerTold] = [answer_to_move(game, move, language) for move in example.moves]
    answers += [answer_to_sign(game, talk, sign, language) for sign in example.signs]
    for code in example.words:
        words = texts.text(f"end.say.{code}")
        answers.append(answer_to_words(game, talk, words, language))
    answers += [
        answer_to_pick(count, pick_refusal(game.rules, count), language) for count in example.picks
    ]
    answers += [marker_explained(mark, language) for mark in talk.marks]
    outcome = game.outcome
    reason = None if outcome is None or outcome.won else outcome.reason
    if caption is None:
        caption = texts.text(f"end.example.{example.name}", **example.figures)
    return ExampleTold(
        name=example.name,
        caption=caption,
        low=edition.low,
        high=edition.high,
        rows=[row_told(game, name, talk.marks, language) for name in example.rows],
        hand=[card_told(game, card) for card in example.hand],
        fan=len(edition.cards) if example.picks else None,
        answers=answers,
        lost=None if reason is None else texts.text(f"rules.reason.{reason.value}"),
    )


def pick_refusal(rules: Rules, count: int) -> Refused | None:
    """Why a hand may not be picked from so many places of the fan, or None when it may."""
    seats = tuple(Seat(str(seat + 1)) for seat in range(rules.players))
    table = TableState.initial(Setup(Deal.of_bits(rules, 0), seats, fan=True))
    try:
        advance(table, Picked(0, tuple(range(count))))
    except Refused as refused:
        return refused
    return None
