"""A record turn by turn.

A finished game is replayed with all hands open. One that can still be played on keeps them
hidden: a replay must not spoil it. Nor does it tell more of closed rows than the table itself does
at the moment where the record stands (B11).
"""

from __future__ import annotations

from collections.abc import Iterator

from ninetyeight.table import Record, Replay, summarise
from ninetyeight.terminal.plain.console import Console, Leave
from ninetyeight.terminal.plain.table_lines import Story, row_lines
from ninetyeight.terminal.plain.typed import says
from ninetyeight.terminal.words import Words, names_of


def page_lines(words: Words, replay: Replay, number: int) -> Iterator[str]:
    """One page: whose turn, the hand, what was done, the rows afterwards."""
    setup, page = replay.record.setup, replay.pages[number]
    names = names_of(setup)
    open_hands = replay.record.state.outcome is not None
    yield ""
    if page.seat is None:
        yield words.text("end.replay.before")
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
    if record.state.outcome is None:
        yield words.say("replay.open_end")
        return
    yield from words.verdict(record.state)
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
