"""A table in plain words, for whoever watches an agent play.

>>> from ninetyeight.rules import Deal
>>> print(told(View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1), 1)))
seat 1 to move, 2 cards owed; draw pile 84, cards left 98
U1 up    -
U2 up    -
D1 down  -
D2 down  -
seat 0: 7 cards
seat 1: 3 16 20 33 43 69 81
"""

from __future__ import annotations

from ninetyeight.envs.encoder import turn_of
from ninetyeight.envs.episode import Episode, EpisodeResult
from ninetyeight.rules import Card, View

#: How environments can show a table: as a text, printed after every step, or as a picture.
RENDER_MODES = ("ansi", "human", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """ValueError for a render mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"render_mode={mode!r} is not known here: choose one of {known} or None")


def told(view: View, *, speaking: bool = False, result: EpisodeResult | None = None) -> str:
    """What the viewer sees: the tops and their marks, the own hand, the size of the others.

    ``speaking``: the viewer is asked for its markers. ``result``: how it ended, if it has.
    """
    return "\n".join([headline(view, speaking, result), *_rows(view), *_hands(view)])


def told_episode(episode: Episode, seat: int) -> str:
    """A running or finished game as ``seat`` sees it."""
    return told(episode.view(seat), speaking=bool(episode.speakers), result=episode.result)


def headline(view: View, speaking: bool, result: EpisodeResult | None) -> str:
    """Who is asked for what, or how it ended; then how many cards are left."""
    piles = f"draw pile {view.draw_size}, cards left {view.left}"
    if result is not None:
        return f"{'won' if result.won else f'lost ({result.reason})'}; {piles}"
    if speaking:
        return f"seat {view.viewer} to show markers before the turn of seat {view.seat}; {piles}"
    return f"seat {view.seat} to move, {turn_of(view).owed} cards owed; {piles}"


def row_words(view: View, row: str, top: Card | None) -> list[str]:
    """What is to be told of a row beside its card: command, fire, markers."""
    command = view.commands.on(top)
    words = [] if command is None else [command.value]
    if top in view.rules.fires:
        words.append("fire")
    return words + [f"seat {m.seat}: {m.marker}" for m in view.talk.marks if m.row == row]


def _rows(view: View) -> list[str]:
    lines = []
    for row, top in zip(view.rules.edition.rows, view.tops, strict=True):
        name = f"{row.name} {'up' if row.up else 'down':4} {'-' if top is None else top:>2}"
        lines.append("  ".join([name, *row_words(view, row.name, top)]))
    return lines


def _hands(view: View) -> list[str]:
    lines = []
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.viewer:
            lines.append(f"seat {seat}: {size} cards")
            continue
        cards = [
            f"{card}/{view.commands[card]}" if card in view.commands else str(card)
            for card in view.hand
        ]
        lines.append(f"seat {seat}: {' '.join(cards) or 'no cards'}")
    return lines
