"""The rules of exactly one table, with drawn examples, as data for whoever shows them to people.

Sections, numbers and words are those of :mod:`ninetyeight.handbook.page`; what this adds is how
strictly talk is kept here (T10r), which leaves out rules of talk that have no place at this table,
and examples: positions of this table's own cards with the law's answers.
"""

from __future__ import annotations

from functools import lru_cache

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
from ninetyeight.handbook.examples import Example, Scene, examples
from ninetyeight.handbook.figures import in_force
from ninetyeight.handbook.page import Entry, page_title, rules_page
from ninetyeight.locale import catalogue
from ninetyeight.rules import Deal, Game, Refused, Rules, Sign, Strictness, Talk, View
from ninetyeight.table import Picked, Seat, Setup, TableState, advance


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
    """One numbered rule: see :class:`ninetyeight.handbook.page.Entry`."""

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


#: X1 to X7 are the commands, in this order.
_COMMANDS = {
    "X1": "stop",
    "X2": "skull",
    "X3": "three",
    "X4": "silence",
    "X5": "no_back",
    "X6": "one_row",
    "X7": "draw_one",
}


@lru_cache(maxsize=64)
def rules_told(rules: Rules, strictness: Strictness, fan: bool, language: str) -> RulesTold:
    """The rules in force at a table."""
    unheard = not_in_force(rules, strictness)
    heard = set(in_force(rules)) - unheard
    shown: dict[str, list[ExampleTold]] = {}
    for example in examples(rules, strictness, fan=fan):
        if example.rule in heard:
            shown.setdefault(example.rule, []).append(example_told(example, language))
    sections = []
    for section in rules_page(rules, language):
        letter = section.entries[0].number[0]
        entries = [e for e in section.entries if e.number in heard]
        intro = [
            *section.intro,
            *(_talk_here(rules, strictness, language) if letter == "T" else ()),
        ]
        told = [_entry(entry, shown.get(entry.number, [])) for entry in entries]
        sections.append(SectionTold(letter, section.title, intro, told))
    title, *above = page_title(rules, language)
    return RulesTold(language, title, above, sections)


def _entry(entry: Entry, shown: list[ExampleTold]) -> EntryTold:
    return EntryTold(
        entry.number,
        entry.title,
        entry.text,
        entry.mark,
        entry.ruling,
        entry.note,
        _COMMANDS.get(entry.number),
        shown,
    )


def not_in_force(rules: Rules, strictness: Strictness) -> frozenset[str]:
    """Rules of talk that have no place at a table this strict, as the law answers signs there."""
    scene = Scene(rules, Talk(strictness))
    row = scene.row(True)
    top = scene.spot(0.3)
    start = scene.position({row: top})
    laying = start.lay(next(card for card in start.hands[0] if card > top), row)
    alone = [[scene.edge + 4], *([] for _ in range(rules.players - 1))]
    late = scene.last_cards(alone)

    def answer(game: Game, sign: Sign) -> Refused | None:
        return View.of(game, None, scene.talk).refuses(sign)

    absent: set[str] = set()
    if answer(start, Sign.CHAT) is not None:
        absent.add("T2")
    if answer(start, Sign.COMMAND) is not None:
        absent.add("T3")
    if answer(start, Sign.MARKER) is not None:
        absent.update(("T8r", "T9r"))
    for number, game, sign in (
        ("T5", laying, Sign.MARKER),
        ("T6", start, Sign.CHAT),
        ("T7", late, Sign.MARKER),
    ):
        refused = answer(game, sign)
        if refused is None or refused.rule != number:
            absent.add(number)
    return frozenset(absent)


def _talk_here(rules: Rules, strictness: Strictness, language: str) -> list[str]:
    """What may be said at this very table."""
    texts, code = catalogue(language), f"rules.talk.{strictness.value}"
    name, text = texts.text(f"{code}.name"), texts.text(f"{code}.text")
    lines = [texts.text("end.rules.talk_here", name=name, text=text)]
    if "T7" not in not_in_force(rules, strictness) and rules.edition.quiet:
        lines.append(texts.text("end.rules.quiet_here"))
    return lines


def example_told(example: Example, language: str) -> ExampleTold:
    """The example with the law's answers, in one language."""
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
    return ExampleTold(
        name=example.name,
        caption=texts.text(f"end.example.{example.name}", **example.figures),
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
