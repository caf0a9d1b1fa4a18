"""The champion: a planner that finds out by playing on which of its best turns wins most often.

Wherever the planner takes the cheapest turn, the champion searches among the cheapest ones
(:mod:`ninetyeight.bots.search`, where the algorithm is told). It comes in three levels that differ
in effort only. Like every bot of ours it is a function of its seed and the view: the same view gets
the same answer, whatever came before and wherever the hidden cards lie.

The search needs the compiled kernel; :func:`ninetyeight.bots.make_bot` says what to install.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from ninetyeight.bots.kernel.team import suits
from ninetyeight.bots.plain_plans import Plan
from ninetyeight.bots.planner import Planner, heard
from ninetyeight.bots.search import Search, Thought
from ninetyeight.rules import Rules, Strictness, Turn, View


@dataclass(frozen=True)
class Level:
    """How hard to think about one turn: how many playouts at most, of how many candidates."""

    playouts: int
    candidates: int

    @classmethod
    def of(cls, playouts: int) -> Level:
        """The level of so many playouts: with eight times as many, twice as many candidates, up to
        all that a planner lists."""
        return cls(playouts, min(32, max(2, round(10 * (playouts / 2000) ** (1 / 3)))))


#: The levels by the names of the bots that play them.
LEVELS = {
    "quick": Level.of(2_000),
    "champion": Level.of(16_000),
    "deep": Level.of(100_000),
}


class Champion(Planner):
    """Plans its turns by search, at one of the levels."""

    def __init__(self, seed: int = 0, name: str = "champion", level: Level | None = None) -> None:
        super().__init__(seed)
        self.name = name
        self.level = level or LEVELS[name]
        self._stopped = False
        self._search: Search | None = None

    def plan(self, view: View, turn: Turn) -> Plan | None:
        """The turn that wins most often, for all that the view tells."""
        thought = self.think(view)
        if thought is None:
            return super().plan(view, turn)
        return Plan(thought.lays, -round(1000 * thought.options[0].worth))

    def think(self, view: View, stopped: Callable[[], bool] | None = None) -> Thought | None:
        """What the viewer's turn looks like from its start, option by option; None when no turn is
        found, or the kernel has no room for the edition. It ends once ``stopped`` says so."""
        self._stopped = False
        if not suits(view.rules, "planner"):
            return None
        start = at_turn_start(view)
        search = self._searching(view.rules, markers=view.talk.strictness is not Strictness.SILENT)
        dice = _dice(self.seed, start)
        return search.think(start, self.level.playouts, dice, stopped or (lambda: self._stopped))

    def stop(self) -> None:
        """Think no longer: the best turn found so far will do. From another thread."""
        self._stopped = True

    def _searching(self, rules: Rules, *, markers: bool) -> Search:
        made = self._search
        if made is None or made.rules != rules or made.markers != markers:
            made = Search(rules, markers=markers, candidates=self.level.candidates)
            self._search = made
        return made


def at_turn_start(view: View) -> View:
    """What the viewer saw when its running turn began; of markers, what there is to heed."""
    start, sizes = view.turn_start, list(view.hand_sizes)
    assert view.viewer is not None
    sizes[view.viewer] = len(start.hand)
    talk = replace(view.talk, marks=heard(view), heard=())
    return replace(
        view,
        rows=view.rows_before_turn(),
        hand=start.hand,
        hand_sizes=tuple(sizes),
        laid=(),
        talk=talk,
    )


def _dice(seed: int, start: View) -> int:
    """A number that follows from the seed and what can be seen."""
    marks = sorted((mark.seat, mark.row, mark.marker.value) for mark in start.talk.marks)
    commands = sorted((card, kind.value) for card, kind in start.commands.items())
    seen = (seed, start.viewer, start.rows, start.hand, start.draw_size, marks, commands)
    return int.from_bytes(hashlib.blake2b(repr(seen).encode(), digest_size=7).digest(), "big")
