"""The lines under the hand: what the turn asks for, what a card would do, what just happened."""

from __future__ import annotations

import textwrap
from collections.abc import Collection

from ninetyeight.rules import BACK, Card
from ninetyeight.table import Event, Moved, Phase, duties
from ninetyeight.terminal.screen.board import Board
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words

#: Lines for what the others did, where there is no room for the whole log.
NEWS_LINES = 3


def duty_line(words: Words, session: Session, seat: int | None) -> str:
    """Whose turn it is; for the person who looks, what their turn still asks for."""
    active = session.table.state.active
    if session.phase is not Phase.PLAYING or active is None:
        return ""
    name = session.setup.seats[active].name
    if active != seat:
        code = "waits" if active in session.people else "thinks"
        return words.text(f"screen.turn.{code}", name=name)
    view = session.table.view(active)
    todo = [words.duty(duty) for duty in duties(view)]
    if view.turn.may_end:
        todo.append(words.text("screen.turn.may_end"))
    if not session.table.state.begun and session.setup.rules.players > 1:
        todo.append(words.text("screen.start.hand_on"))
    return " ".join([words.text("screen.turn.yours", name=name), *todo])


def effect_line(words: Words, board: Board | None) -> str:
    """The chosen card on the chosen row, in a sentence, and what is printed on the card."""
    if board is None or board.card is None or board.place is None:
        return ""
    kind = board.view.commands.on(board.card)
    shown = words.preview(board.view, board.previews[board.place], board.names)
    told = f"{words.card(board.view, board.card)} → {shown}"
    if kind is not None:
        told += f" [{words.text(f'rules.command.{kind.value}.text')}]"
    return told


def drawn_line(words: Words, session: Session, event: Event, before: Collection[Card]) -> str:
    """What a person drew; not at a keyboard that goes from hand to hand."""
    if not isinstance(event, Moved) or event.move is BACK or len(session.people) > 1:
        return ""
    view = session.table.view(event.seat)
    drawn = [card for card in view.hand if card not in before]
    return words.say("you_draw", cards=words.cards(view, drawn)) if drawn else ""


def as_many_as_fit(told: str, width: int) -> str:
    """The last of these lines, as one paragraph of a few lines."""
    lines = told.split("\n")
    while len(lines) > 1 and len(textwrap.wrap(" ".join(lines), max(20, width))) > NEWS_LINES:
        del lines[0]
    return " ".join(lines)
