"""Endgames decided exactly: can so few cards be left, or can the game be won?

What a line of the endgame must be is encoded as a CNF (:mod:`ninetyeight.solver.endgame_lines`,
:mod:`ninetyeight.solver.endgame_duties`). A SAT solver (PySAT) finds a line, or shows that there is
none: it learns a new clause from every conflict. All questions about a position are asked of the
same solver under different assumptions, so it keeps what it has learnt.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from ninetyeight.rules import END, Command, Game, Lay, Move
from ninetyeight.solver.clauses import Clauses
from ninetyeight.solver.endgame_duties import EndgameDuties
from ninetyeight.solver.endgame_lines import EndgameLines
from ninetyeight.solver.search import Found, Going, Stopped, nothing, played_on

#: With more cards than this in all hands, or in one of them, the CNF would be too long.
_MOST, _LONGEST = 60, 12
#: Dead ends between two looks at the clock: some hundredths of a second.
AT_ONCE = 1_000
#: Which of its solvers PySAT is to use.
_SOLVER = "minisat22"


@cache
def available() -> bool:
    """True when a SAT solver is installed. Imports nothing."""
    return find_spec("pysat") is not None


class EndgameSearch:
    """A position whose draw pile is empty; when it has not begun, every seat may start."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._starters = [None] if game.seat is not None else [*range(game.rules.players)]
        self._statements: dict[int | None, _Statement | None] = {}
        #: Dead ends that were found so far.
        self._dead_ends = 0

    @property
    def open(self) -> bool:
        """True when questions about it have answers: it is an endgame, and no endless one."""
        longest = max(len(hand) for hand in self._game.hands)
        few = self._game.left <= _MOST and longest <= _LONGEST
        return available() and not self._game.draw and few

    def search(self, spare: int, going: Going, *, to_win: bool = False) -> Found:
        """See `endgame` of :class:`ninetyeight.solver.search.LineSearch`."""
        if not self.open:
            return nothing(self._game)

        def still_going() -> bool:
            self._dead_ends += AT_ONCE
            return going(self._dead_ends)

        try:
            for starter in self._starters:
                statement = self._statement(starter)
                if statement is not None:
                    moves = statement.line(spare, still_going, to_win=to_win)
                    if moves is not None:
                        return played_on(self._game, starter, moves)
        except (Stopped, KeyboardInterrupt):
            return nothing(self._game, stopped=True)
        return nothing(self._game, complete=True, at_least=0 if to_win else spare + 1)

    def _statement(self, starter: int | None) -> _Statement | None:
        """All that holds of lines with this starter; None when there are none."""
        if starter not in self._statements:
            game = self._game if starter is None else self._game.start(starter)
            self._statements[starter] = _Statement(game) if game.outcome is None else None
        return self._statements[starter]


class _Statement:
    """The CNF of one position and the SAT solver that holds it."""

    def __init__(self, game: Game) -> None:
        from pysat.solvers import Solver

        self._solver: Any = Solver(_SOLVER)
        self._lines = EndgameLines(game, Clauses(self._solver.add_clause))
        self._duties = EndgameDuties(self._lines)

    def line(
        self, spare: int, going: Callable[[], bool], *, to_win: bool
    ) -> tuple[Move, ...] | None:
        """A line that leaves so few cards, or wins; None when there is none."""
        asked = [-self._lines.more_left[spare]]
        if to_win:
            asked.append(-self._duties.breaking)
        while True:
            self._solver.conf_budget(AT_ONCE)
            # Ctrl-C is then left to Python, which hears of it as soon as this is over.
            found = self._solver.solve_limited(asked, expect_interrupt=True)
            if found is not None:
                return self._told(set(self._solver.get_model())) if found else None
            if not going():
                raise Stopped

    def _told(self, holding: set[int]) -> tuple[Move, ...]:
        """The moves of the line of which these literals hold."""
        lines = self._lines
        rows = lines.game.rules.edition.row_names
        laid = [card for card in range(len(lines.cards)) if lines.laid(card) in holding]
        sooner = {card: {lines.before[other][card] for other in laid} for card in laid}
        moves: list[Move] = []
        turn = (0, 0)
        ended = not lines.game.laid  # B5: a turn is not ended before a card is laid
        for card in sorted(laid, key=lambda card: len(sooner[card] & holding)):
            before, turn = turn, (_which(lines.in_round[card], holding), lines.hand_of[card])
            if turn != before and not ended:
                moves.append(END)
            moves.append(Lay(lines.cards[card], rows[_which(lines.on[card], holding)]))
            ended = lines.command(card) is Command.STOP  # X1
        return tuple(moves)


def _which(literals: list[int], holding: set[int]) -> int:
    """The place of the one that holds."""
    return next(at for at, literal in enumerate(literals) if literal in holding)
