"""Bots that search, as they sit at a table with people, who do not like to wait.

A guided bot is a planner for all but the choice of its turn. Whoever leads the table has that
thought out elsewhere (:class:`~ninetyeight.bots.mind.Mind`) and hands it over; where nothing was
handed over, because the search is still being compiled, was given up or is not installed, the
planner's turn is made.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ninetyeight.bots.bot import TIME_LIMIT, Bot, BotError, check_bot, make_bot, searcher_names
from ninetyeight.bots.mind import Mind
from ninetyeight.bots.plain_plans import Plan
from ninetyeight.bots.planner import Planner, turn_key
from ninetyeight.rules import Turn, View

if TYPE_CHECKING:
    from ninetyeight.bots.search import Thought


class Guided(Planner):
    """Makes the turn it was given for a view, and the planner's where it was given none."""

    def __init__(self, seed: int, name: str) -> None:
        super().__init__(seed)
        self.name = name
        self._guide: tuple[object, Thought | None] = (None, None)

    def guide(self, view: View, thought: Thought | None) -> None:
        """Make this turn where ``view`` is seen; with None, the planner's."""
        self._guide = (turn_key(view), thought)
        self._last = (None, None)

    def guided(self, view: View) -> bool:
        """True when the turn that ``view`` belongs to needs no more thought."""
        return self._guide[0] == turn_key(view)

    def plan(self, view: View, turn: Turn) -> Plan | None:
        """The turn that was given; else the planner's."""
        thought = self._guide[1] if self.guided(view) else None
        if thought is None:
            return super().plan(view, turn)
        return Plan(thought.lays, -round(1000 * thought.options[0].worth))


class Patient(Guided):
    """Waits for a mind that it shares with others, as long as the mind lets anybody wait."""

    def __init__(self, seed: int, name: str, mind: Mind) -> None:
        super().__init__(seed, name)
        self._mind = mind

    def plan(self, view: View, turn: Turn) -> Plan | None:
        """What the mind makes of it; where it makes nothing, what the planner does."""
        with suppress(BotError):  # the mind says why (`Mind.note`), and the game goes on
            self.guide(view, self._mind.think(view, self.name, self.seed))
        return super().plan(view, turn)

    def close(self) -> None:
        """The mind belongs to whoever made it."""


def make_mate(
    spec: str, seed: int, mind: Mind, *, time_limit: float = TIME_LIMIT, log: Path | None = None
) -> Bot:
    """As :func:`~ninetyeight.bots.make_bot` for a table with people: a bot that searches does so in
    ``mind``, and where that is not ready the planner plays in its place."""
    check_bot(spec)
    if spec.strip() in searcher_names():
        return Patient(seed, spec.strip(), mind)
    return make_bot(spec, seed, time_limit=time_limit, log=log)
