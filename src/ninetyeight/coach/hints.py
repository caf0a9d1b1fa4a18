"""A suggestion from a bot, with the reason in words.

That a game was played with hints is an event of its table (:class:`~ninetyeight.table.Hinted`):
whoever tells a hint lets it happen first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninetyeight.bots.bot import searcher_names, usual_mate
from ninetyeight.bots.guided import Guided
from ninetyeight.rules import Lay, Move, View
from ninetyeight.table import preview

if TYPE_CHECKING:
    from ninetyeight.bots.search import Thought

#: Who is asked for advice: a hint is wanted at once, so of those that search the first.
ADVISER = searcher_names()[0] if usual_mate() in searcher_names() else usual_mate()


@dataclass(frozen=True)
class Way:
    """A whole turn, and how many games of a hundred it wins when planners play on from there."""

    lays: tuple[Lay, ...]
    wins: int


@dataclass(frozen=True)
class Hint:
    """A move and why: ``reason`` is a code of the catalogue, filled by ``params``.

    ``ways`` are the turn that it belongs to and the next best one, where the adviser has searched.
    """

    move: Move
    reason: str
    params: dict[str, str | int]
    ways: tuple[Way, ...] = ()


def hint(view: View, seed: int = 0, thought: Thought | None = None) -> Hint:
    """What the adviser would do now in the viewer's place. It sees only what the viewer sees.

    ``thought`` is what it has found about this turn; without it the planner advises.
    """
    adviser = Guided(seed, ADVISER)
    adviser.guide(view, thought)
    move = adviser.move(view)
    reason, params = _why(view, move)
    return Hint(move, f"hint.why.{reason}", params, _ways(view, thought))


def _ways(view: View, thought: Thought | None) -> tuple[Way, ...]:
    """The best turn and the next best, as far as they go on from what lies there already."""
    laid = view.turn.laid
    if thought is None or not thought.worlds or thought.lays[: len(laid)] != laid:
        return ()
    best = thought.options[0]
    found = [best] if thought.second is None else [best, thought.second]
    return tuple(
        Way(option.lays[len(laid) :], round(100 * option.wins))
        for option in found
        if option.lays[: len(laid)] == laid
    )


def _why(view: View, move: Move) -> tuple[str, dict[str, str | int]]:
    """The plainest reason that is true of the move."""
    if not isinstance(move, Lay):
        return str(move), {}
    turn = view.turn
    place = view.rules.edition.row_index[move.row]
    mine = turn.judge(move)
    if mine.wins:
        return "wins", {}
    if mine.loses is not None:
        return "loses", {}
    if place in turn.skulls or place in turn.due_fires:
        return "covers", {"row": move.row}
    if mine.trick:
        return "trick", {"row": move.row, "n": view.rules.edition.step}
    if mine.stops:
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
