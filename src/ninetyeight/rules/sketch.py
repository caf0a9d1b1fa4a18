"""A position for people: as plain text in a shell, as a drawing (SVG) in a notebook.

>>> from ninetyeight.rules import Deal, View
>>> game = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1).lay(3, "U1")
>>> print(game)
original, 2 players: seat 1 to lay, 1 more card asked for
U1 up    3
U2 up    -
D1 down  -
D2 down  -
seat 0   10 53 55 77 82 94 95
seat 1   16 20 33 43 69 81
draw     84 cards: 32 6 11 89 98 65 …
>>> print(str(View.of(game, 0)).splitlines()[-2:])
['seat 1   6 cards', 'draw     84 cards']
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from ninetyeight.rules.cards import Card
from ninetyeight.rules.outcome import Outcome
from ninetyeight.rules.turn import Turn

if TYPE_CHECKING:
    from ninetyeight.rules.game import Game
    from ninetyeight.rules.view import View

#: So many cards of a draw pile are named.
_NEXT = 6
#: Sizes and colours of the drawing.
_WIDTH, _CARD, _LINE = 640, 52, 30
_CLOTH, _PAPER, _INK, _PALE = "#204a42", "#faf8f0", "#181c1e", "#d6e2dc"


class Sketch(NamedTuple):
    """What is told of a position: a line about it, the rows, the hands and the draw pile.

    Each part has a label; its cards are texts such as ``42``, ``42/skull`` or ``22/fire``. Of what
    is hidden there is the number of cards.
    """

    headline: str
    rows: tuple[tuple[str, Sequence[str]], ...]
    piles: tuple[tuple[str, Sequence[str]], ...]

    def text(self) -> str:
        """The position in a few lines."""
        parts = (f"{label:8} {' '.join(cards) or '-'}" for label, cards in self.rows + self.piles)
        return "\n".join([self.headline, *parts])

    def svg(self) -> str:
        """The position as a drawing: the top of each row, then hands and draw pile as text."""
        height = 146 + _LINE * len(self.piles)
        parts = [_words(16, 28, self.headline, _PALE)]
        for place, (label, cards) in enumerate(self.rows):
            left, top = 16 + 150 * place, 48
            dashes = "" if cards else ' stroke-dasharray="4"'
            parts.append(
                f'<rect x="{left}" y="{top}" width="130" height="{_CARD}" rx="6"'
                f' fill="{_PAPER if cards else _CLOTH}" stroke="{_PALE}"{dashes}/>'
            )
            name, way = label.split()
            parts.append(_words(left, top + _CARD + 22, f"{name} {_ARROWS[way]} {way}", _PALE))
            if cards:
                parts.append(_words(left + 10, top + 34, cards[-1], _INK, 22))
        for line, (label, cards) in enumerate(self.piles):
            told = f"{label}: {' '.join(cards) or '-'}"
            parts.append(_words(16, 156 + _LINE * line, told, _PALE))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}"'
            f' height="{height}" viewBox="0 0 {_WIDTH} {height}"><title>{escape(self.text())}'
            f'</title><rect width="100%" height="100%" rx="8" fill="{_CLOTH}"/>'
            f"{''.join(parts)}</svg>"
        )


_ARROWS = {"up": "▲", "down": "▼"}


def _words(left: int, baseline: int, text: str, colour: str, size: int = 14) -> str:
    return (
        f'<text x="{left}" y="{baseline}" font-family="sans-serif" font-size="{size}"'
        f' fill="{colour}">{escape(text)}</text>'
    )


def sketch(shown: Game | View) -> Sketch:
    """What is told of a game, every card of it, or of a view, as much as its seat may know."""
    from ninetyeight.rules.game import Game

    rules = shown.rules

    def named(cards: Sequence[Card]) -> list[str]:
        return [_card(card, shown) for card in cards]

    if isinstance(shown, Game):
        hands = {seat: named(hand) for seat, hand in enumerate(shown.hands)}
        known = named(shown.draw[:_NEXT]) + ["…"] * (len(shown.draw) > _NEXT)
        size = len(shown.draw)
    else:
        hands = {seat: [_count(n)] for seat, n in enumerate(shown.hand_sizes)}
        if shown.viewer is not None:
            hands[shown.viewer] = named(shown.hand)
        known, size = [], shown.draw_size
    pile = [_count(size) + (":" if known else ""), *known]
    rows = zip(rules.edition.rows, shown.rows, strict=True)
    return Sketch(
        _headline(shown),
        tuple((f"{row.name} {'up' if row.up else 'down'}", named(cards)) for row, cards in rows),
        (*((f"seat {seat}", cards) for seat, cards in hands.items()), ("draw", pile)),
    )


def _headline(shown: Game | View) -> str:
    rules, outcome, seat = shown.rules, shown.outcome, shown.seat
    table = ", ".join([rules.edition.id, *rules.options.named()])
    table += f", {rules.players} player{'s' * (rules.players > 1)}"
    if outcome is not None:
        return f"{table}: {_result(outcome)}"
    if seat is None:
        return f"{table}: nobody has started"
    owed = Turn.of(shown, ()).owed
    return f"{table}: seat {seat} to lay, {owed} more card{'s' * (owed != 1)} asked for"


def _result(outcome: Outcome) -> str:
    return "won" if outcome.won else f"lost ({outcome.reason}), {_count(outcome.left)} left"


def _card(card: Card, shown: Game | View) -> str:
    command = shown.commands.on(card)
    marks = [str(card)] if command is None else [str(card), command.value]
    return "/".join(marks + ["fire"] * (card in shown.rules.fires))


def _count(cards: int) -> str:
    return f"{cards} card{'s' * (cards != 1)}"
