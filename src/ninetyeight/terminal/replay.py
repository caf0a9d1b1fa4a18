"""A record turn by turn.

A finished game is replayed with all hands open. One that can still be played on keeps them
hidden: a replay must not spoil it. Nor does it tell more of closed rows than the table itself does
at the moment where the record stands (B11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninetyeight.table import Record, TableState, states, summarise, turns
from ninetyeight.terminal.plain.console import Console, Leave
from ninetyeight.terminal.plain.telling import Story, row_lines
from ninetyeight.terminal.plain.typed import says
from ninetyeight.terminal.words import Words, names_of


@dataclass(frozen=True)
class Page:
    """A turn, or what came before the first: its events ``first`` to ``last`` (not included)."""

    seat: int | None
    first: int
    last: int


class Replay:
    """A record, cut into turns. Page 0 is what came before the first turn."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.states: list[TableState] = list(states(record.setup, record.events))
        self.pages = list(_pages(record, self.states))

    @property
    def closed(self) -> bool:
        """True while cards lie there that people are no longer shown (B11)."""
        state = self.record.state
        return state.outcome is None and not state.setup.rules.open_rows

    @property
    def turns(self) -> int:
        """How many turns were begun."""
        return len(self.pages) - 1

    def before(self, page: int) -> TableState:
        """The table when the page began."""
        return self.states[self.pages[page].first]

    def after(self, page: int) -> TableState:
        """The table when the page was over."""
        return self.states[self.pages[page].last]


def _pages(record: Record, states: list[TableState]) -> Iterator[Page]:
    """A page ends when the turn does; signs given between two turns belong to the next one."""
    taken = list(turns(record.setup, record.events))
    begun = taken[0].first if taken else len(record.events)
    # Signs before the first move, but after the start, belong to the first turn.
    while begun and states[begun - 1].active is not None:
        begun -= 1
    yield Page(None, 0, begun)
    for turn in taken:
        if turn.over:
            yield Page(turn.seat, begun, turn.end)
            begun = turn.end
    if begun < len(record.events):
        yield Page(states[begun].active, begun, len(record.events))


def page_lines(words: Words, replay: Replay, number: int) -> Iterator[str]:
    """One page: whose turn, the hand, what was done, the rows afterwards."""
    setup, page = replay.record.setup, replay.pages[number]
    names = names_of(setup)
    open_hands = replay.record.state.outcome is not None
    yield ""
    if page.seat is None:
        yield words.say("replay.before")
    else:
        name = names[page.seat]
        yield words.say("replay.turn", n=number, turns=replay.turns, name=name)
    shown = replay.after(number) if page.seat is None else replay.before(number)
    if open_hands and shown.game is not None:
        for seat, name in enumerate(names):
            if page.seat is None or seat == page.seat:
                view = shown.view(seat)
                yield words.say("replay.hand", name=name, cards=words.cards(view, view.hand))
    story = Story(words, setup)
    story.follow(replay.record.events)
    yield from story.lines(page.first, until=page.last)
    if page.seat is not None and (not replay.closed or number == replay.turns):
        yield from row_lines(words, replay.after(number).view(None), names)
    if number == replay.turns:
        yield from last_lines(words, replay.record)


def last_lines(words: Words, record: Record) -> Iterator[str]:
    """How the record ends."""
    outcome = record.state.outcome
    if outcome is None:
        yield words.say("replay.open_end")
        return
    yield words.headline(record.setup.rules, outcome)
    if not outcome.won:
        yield words.reason(record.state)
    yield words.praise(record.setup.rules, outcome)
    yield from words.numbers(summarise(record.setup, record.events))
    yield from words.deal(record.state)


def opening_lines(words: Words, record: Record) -> Iterator[str]:
    """What is said before the first page."""
    names = ", ".join(names_of(record.setup))
    yield words.say("replay.title", edition=words.edition(record.setup.rules), names=names)
    if record.cut:
        yield words.say("replay.cut")
    if record.state.outcome is None:
        yield words.say("replay.hidden")
        if not record.setup.rules.open_rows:
            yield words.say("replay.closed")


def show_all(console: Console, words: Words, record: Record, first: int = 0) -> None:
    """Print the whole replay."""
    replay = Replay(record)
    console.say(*opening_lines(words, record))
    for number in range(min(first, replay.turns), replay.turns + 1):
        console.say(*page_lines(words, replay, number))


def step_through(console: Console, words: Words, record: Record, first: int = 0) -> None:
    """Show page after page as the person asks for them."""
    replay = Replay(record)
    console.say(*opening_lines(words, record))
    number = min(first, replay.turns)
    console.say(*page_lines(words, replay, number), words.say("replay.ask"))
    while True:
        try:
            typed = console.ask("> ").strip()
        except Leave:
            return
        if says(typed, "quit", words.language):
            return
        wanted = _wanted(typed, number, words)
        if wanted is None or not 0 <= wanted <= replay.turns:
            if not typed and number == replay.turns:
                return
            console.say(words.say("replay.no_turn", turns=replay.turns))
            continue
        number = wanted
        console.say(*page_lines(words, replay, number))


def _wanted(typed: str, number: int, words: Words) -> int | None:
    if not typed or says(typed, "next", words.language):
        return number + 1
    if says(typed, "previous", words.language):
        return number - 1
    return int(typed[:6]) if typed.isascii() and typed.isdigit() else None
