"""What the moves of a position are worth, whichever engine weighs them; and by the rules.

A position is weighed by looking at everything that can follow. The team wants to win above all, and
then to leave few cards. Where the order of the draw pile is *open to chance*, worth is summed up
over all its orders, and nobody knows a card before it is drawn; otherwise the order is taken as it
lies, as if everybody saw it. Sums of whole numbers, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations
from math import factorial
from typing import NamedTuple, Protocol

from ninetyeight.rules import BACK, Game, Move
from ninetyeight.solver.by_rules import lost
from ninetyeight.solver.search import going_on


class Worth(NamedTuple):
    """In how many cases the game is won, and how many cards are left in all of them together."""

    won: int
    left: int

    def plus(self, other: Worth, times: int = 1) -> Worth:
        """Both together, the other one so many times."""
        return Worth(self.won + times * other.won, self.left + times * other.left)

    @property
    def rank(self) -> tuple[int, int]:
        """The higher the better: winning first, then few cards left."""
        return self.won, -self.left


NOTHING = Worth(0, 0)


class TooManyPositions(Exception):
    """The budget of positions is used up, and the answer is not known."""


class Weigher(Protocol):
    """Weighs moves; what it has learned of positions stays with it.

    One that was made for wins only gives up a position as soon as a card is lost, and counts no
    cards left: they are 0 everywhere.
    """

    @property
    def visited(self) -> int:
        """Positions looked at so far."""

    def weigh(self, games: Sequence[Game], moves: Sequence[Move], *, chance: bool) -> list[Worth]:
        """The worth of each of ``moves``, summed up over ``games``.

        With ``chance`` the order of the draw pile is open. TooManyPositions when the budget does
        not last.
        """


class WeigherByRules:
    """Weighs by games of the rules: slow, and simple enough to be trusted."""

    def __init__(self, budget: int, *, wins_only: bool = False) -> None:
        self.budget = budget
        self.wins_only = wins_only
        self.visited = 0
        self._known: dict[Hashable, Worth] = {}

    def weigh(self, games: Sequence[Game], moves: Sequence[Move], *, chance: bool) -> list[Worth]:
        """See :class:`Weigher`."""
        found = [NOTHING] * len(moves)
        for game in games:
            for at, move in enumerate(moves):
                found[at] = found[at].plus(self._after(game, move, chance))
        return found

    def _after(self, game: Game, move: Move, chance: bool) -> Worth:
        """What is left to win once ``move`` has been made."""
        then = game.apply(move)
        drawn = len(game.draw) - len(then.draw)
        if not chance or not drawn:
            return self._worth(then, chance)
        total = NOTHING
        for cards in combinations(game.draw, drawn):
            rest = (card for card in game.draw if card not in cards)
            turned = replace(game, draw=(*cards, *rest))
            total = total.plus(self._worth(turned.apply(move), chance), factorial(drawn))
        return total

    def _worth(self, game: Game, chance: bool) -> Worth:
        orders = factorial(len(game.draw)) if chance else 1
        if game.outcome is not None:
            left = 0 if self.wins_only else orders * game.outcome.left
            return Worth(orders * game.outcome.won, left)
        if self.wins_only and lost(game):
            return NOTHING
        key = (going_on(game), chance, frozenset(game.draw) if chance else game.draw)
        found = self._known.get(key)
        if found is None:
            if self.visited >= self.budget:
                raise TooManyPositions
            self.visited += 1
            found = self._known[key] = self._best(game, chance, orders)
        return found

    def _best(self, game: Game, chance: bool, orders: int) -> Worth:
        best: Worth | None = None
        for move in game.legal:
            if move is BACK:
                continue
            worth = self._after(game, move, chance)
            if best is None or worth.rank > best.rank:
                best = worth
                if best.won == orders:
                    break  # nothing is better
        assert best is not None, "a game that goes on has moves"
        return best
