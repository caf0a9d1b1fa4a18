"""A formula in conjunctive normal form (CNF), as SAT solvers take it (DIMACS).

A literal is a number: a variable, or its negation when it is negative. Of each clause at least one
literal must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

#: The literal that always holds, and the one that never does.
TRUE, FALSE = 1, -1


class Clauses:
    """Writes a CNF clause by clause, each at once into the SAT solver: thousands of them kept as
    Python objects would take memory and slow the garbage collector down."""

    def __init__(self, tell: Callable[[Sequence[int]], object]) -> None:
        self._tell = tell
        self._literals = TRUE
        tell([TRUE])

    def literal(self) -> int:
        """A new variable."""
        self._literals += 1
        return self._literals

    def literals(self, count: int) -> list[int]:
        """So many new variables."""
        return [self.literal() for _ in range(count)]

    def say(self, *literals: int) -> None:
        """At least one of these holds."""
        if FALSE in literals:
            literals = tuple(each for each in literals if each != FALSE)
        if TRUE not in literals:
            self._tell(literals)

    def any_of(self, literals: Sequence[int]) -> int:
        """A literal that holds exactly when one of these does."""
        some = self.literal()
        self.say(-some, *literals)
        for each in literals:
            self.say(some, -each)
        return some

    def at_least(self, count: int, literals: Sequence[int], unless: int) -> None:
        """So many of these few hold, unless that one does."""
        for some in combinations(literals, len(literals) - count + 1):
            self.say(unless, *some)

    def counted(self, literals: Sequence[int]) -> list[int]:
        """For each number up to all of them a literal that holds when more of these do."""
        more = [FALSE] * (len(literals) + 1)
        for each in literals:
            before = [TRUE, *more[:-1]]  # as many as one less, of those that came before
            counts = self.literals(len(more) - 1)
            for count, one in enumerate(counts):
                self.say(one, -more[count])
                self.say(one, -before[count], -each)
            more = [*counts, FALSE]
        return more
