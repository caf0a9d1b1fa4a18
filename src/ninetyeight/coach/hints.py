"""A suggestion from a bot, with the reason in words.

That a game was played with hints is an event of its table (:class:`~ninetyeight.table.Hinted`):
whoever tells a hint lets it happen first.
"""

from __future__ import annotations

from dataclasses import dataclass

from ninetyeight.bots.bot import make_bot
from ninetyeight.rules import Command, Lay, Move, View
from ninetyeight.table import preview

#: Who is asked for advice.
ADVISER = "planner"


@dataclass(frozen=True)
class Hint:
    """A move and why: ``reason`` is a code of the catalogue, filled by ``params``."""

    move: Move
    reason: str
    params: dict[str, str | int]


def hint(view: View, seed: int = 0) -> Hint:
    """What the adviser would do now in the viewer's place. It sees only what the viewer sees."""
    adviser = make_bot(ADVISER, seed)
    try:
        move = adviser.move(view)
    finally:
        adviser.close()
    reason, params = _why(view, move)
    return Hint(move, f"hint.why.{reason}", params)


def _why(view: View, move: Move) -> tuple[str, dict[str, str | int]]:
    """The plainest reason that is true of the move."""
    if not isinstance(move, Lay):
        return str(move), {}
    turn = view.turn
    place = view.rules.edition.row_index[move.row]
    mine = next(shown for shown in preview(view, move.card) if shown.lay == move)
    if mine.wins:
        return "wins", {}
    if mine.loses is not None:
        return "loses", {}
    if place in turn.skulls or place in turn.due_fires:
        return "covers", {"row": move.row}
    if mine.trick:
        return "trick", {"row": move.row, "n": view.rules.edition.step}
    if view.commands.on(move.card) is Command.STOP:
        return "stop", {}
    back = move.card + (-1 if view.rules.ups[place] else 1) * view.rules.edition.step
    if back in turn.hand:
        return "prepares", {"card": back, "row": move.row}
    if turn.tops[place] is None:
        return "first", {"row": move.row}
    steps = [
        shown.step
        for card in view.hand
        for shown in preview(view, card)
        if shown.step is not None and shown.loses is None
    ]
    assert mine.step is not None
    if mine.step <= min(steps, default=mine.step):
        return "smallest", {"n": mine.step}
    return "room", {"n": mine.step}
