"""A team of one compiled bot: what it plays with, and whole batches of games in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ninetyeight.fast import available, missing

if not available():
    raise missing()

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel import COMPILED, knows, play
from ninetyeight.bots.kernel.counting import count_moves
from ninetyeight.bots.kernel.duty_plans import new_duty_scratch
from ninetyeight.bots.kernel.figures import figures_of
from ninetyeight.bots.kernel.markers import new_marker_scratch
from ninetyeight.bots.kernel.planner import PlannerScratch, can_plan, new_planner_scratch
from ninetyeight.bots.kernel.results import COLUMNS, Results
from ninetyeight.bots.weights import Weights, weights_for
from ninetyeight.fast.batch import GameBatch
from ninetyeight.fast.completion import new_scratch
from ninetyeight.fast.deal_codes import deal_keys, new_deal_scratch
from ninetyeight.fast.layout import END, Games, empty_games, fits, law_of
from ninetyeight.fast.talk import SILENT, talk_mode
from ninetyeight.rules import Deal, Rules, Strictness

#: No game has more moves than this: each card is laid once and each turn lays one.
MOST_MOVES = 256

#: Deals with codes are played so many at a time, so that they stay in the processor's cache.
_TOGETHER = 1024


def suits(rules: Rules, bot: str) -> bool:
    """True when the kernel has room for these rules and its ``bot`` for their hands and rows."""
    return fits(rules) and (bot != "planner" or can_plan(rules))


@dataclass(frozen=True)
class Team:
    """The same compiled bot at every seat, in silence or with markers.

    Without a ``starter`` the team settles by its offers who starts (B10r). ``weights`` are the
    planner's usual ones unless others are given. A team plays in one thread.
    """

    rules: Rules
    bot: str
    talk: Strictness | str = Strictness.SILENT
    starter: int | None = None
    weights: Weights | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "talk", Strictness(self.talk))
        if self.bot not in COMPILED:
            known = ", ".join(COMPILED)
            raise ValueError(f"the kernel does not know {self.bot!r}; it knows {known}")
        if not knows(self.bot, self.talk) or not suits(self.rules, self.bot):
            raise ValueError(f"the kernel has no {self.bot} for these rules and this talk")
        if self.starter is not None:
            self.rules.check_seat(self.starter)

    def play(self, games: int, seed: int, *, first: int = 0, keep_moves: bool = False) -> Results:
        """Play games number ``first`` and following of the deals that ``seed`` gives."""
        if seed < 0 or first < 0:
            raise ValueError("seed and game numbers count from zero")
        return self._play(empty_games(1), games, seed, first, keep_moves)

    def play_deals(self, deals: Sequence[Deal]) -> Results:
        """Play the given deals, all of this team's rules, and keep the moves."""
        return self._play(GameBatch.of_deals(deals).games, len(deals), -1, 0, True)

    def play_keys(self, keys: NDArray[np.uint8], *, keep_moves: bool = False) -> Results:
        """Play the deals whose codes have these keys, ``uint8[N, 10]``; turns and tricks are
        counted."""
        law = law_of(self.rules)
        given, hashing = empty_games(min(_TOGETHER, max(1, len(keys)))), new_deal_scratch()
        table = np.zeros((len(keys), COLUMNS), np.int16)
        turns, tricks = np.zeros((2, len(keys)), np.int16)
        moves = np.full((len(keys), MOST_MOVES), END, np.int16) if keep_moves else None
        for first in range(0, len(keys) or 1, _TOGETHER):  # with no keys: only made ready
            part = slice(first, first + _TOGETHER)
            deal_keys(law, given, keys[part], hashing)
            played = self._play(given, len(keys[part]), -1, 0, True)
            assert played.moves is not None
            table[part] = played.table
            if moves is not None:
                moves[part] = played.moves
            count_moves(law, given.sets, played.lengths, played.moves, turns[part], tricks[part])
        return Results(self.rules, table, moves, turns, tricks)

    @property
    def _mode(self) -> int:
        return talk_mode(self.rules, markers=self.talk is not Strictness.SILENT)

    @cached_property
    def _desk(self) -> PlannerScratch:
        """A planner's working memory, which is expensive to make."""
        markers = self.talk is not Strictness.SILENT
        weights = self.weights or weights_for(self.rules, markers=markers)
        return new_planner_scratch(law_of(self.rules), figures_of(weights), self._mode)

    def _play(self, given: Games, games: int, seed: int, first: int, keep_moves: bool) -> Results:
        """Play the ``given`` games, or with a ``seed`` those that it deals."""
        law = law_of(self.rules)
        results = np.zeros((games, COLUMNS), np.int16)
        moves = np.full((games if keep_moves else 1, MOST_MOVES), END, np.int16)
        starter = -1 if self.starter is None else self.starter
        order = play.Order(given, seed, first, starter, results, moves)
        plain = not law.has_commands and not law.has_fires
        if self.bot == "greedy":
            if plain and self._mode == SILENT:
                play.play_plain_greedy(law, order)
            else:
                play.play_greedy(law, order, new_scratch(), new_marker_scratch(), self._mode)
        elif plain:
            play.play_plain_planner(law, order, self._desk, self._mode)
        else:
            duties, scratch = new_duty_scratch(), new_scratch()
            play.play_planner(law, order, self._desk, duties, scratch, self._mode)
        return Results(self.rules, results, moves if keep_moves else None)
