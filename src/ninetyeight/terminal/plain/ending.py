"""The end of a game: what it came to, and what next."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from ninetyeight.table import summarise
from ninetyeight.terminal.plain.console import Console, Leave
from ninetyeight.terminal.plain.table_lines import row_lines
from ninetyeight.terminal.plain.typed import says
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words, names_of


class Again(Enum):
    """What people want after a game."""

    SAME = "same"
    NEW = "new"
    QUIT = "quit"


def end_lines(words: Words, session: Session) -> Iterator[str]:
    """Everything worth telling at the end. Now the deal is no secret any more."""
    game, setup = session.table.state.game, session.setup
    assert game is not None
    names = names_of(setup)
    yield ""
    yield from words.verdict(session.table.state)
    yield from row_lines(words, session.table.view(None), names)
    for name, hand in zip(names, game.hands, strict=True):
        if hand:
            yield words.say("end.hand", name=name, cards=words.cards(game, hand))
    if game.draw:
        yield words.say("draw_pile", n=len(game.draw))
    yield from words.numbers(summarise(setup, session.table.log))
    yield words.say("end.record", path=session.record.path)
    yield from words.deal(session.table.state)


def ask_again(words: Words, console: Console) -> Again:
    """What to do next; leaving is an answer too."""
    while True:
        try:
            typed = console.ask(words.say("end.again") + " ")
        except Leave:
            return Again.QUIT
        for choice in Again:
            if says(typed, choice.value, words.language):
                return choice
        if not typed.strip():
            return Again.NEW
        console.say(words.say("end.choices"))
