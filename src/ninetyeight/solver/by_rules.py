"""The beam search without the compiled kernel: games of the rules, moved by the rules.

Slow (a beam of width 64 takes seconds where the kernel takes hundredths), and simple enough to be
trusted: the tests compare the kernel's search with this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from ninetyeight.rules import END, Card, Command, Game, Lay, Move, fits
from ninetyeight.solver.endgame import EndgameSearch
from ninetyeight.solver.search import Found, Going, any_end, at_least, going_on

#: What a card costs that 0, 1, 2 or 3 rows would still take; four or more cost nothing.
WEIGHTS = (16.5, 2.1, 0.25, 0.08)
#: What a trick that may still come is worth, for each card it would win back.
TRICK = 0.1


@dataclass(frozen=True)
class _Node:
    """A position after some lays, and how it came about. Its turn may go on, or be ended."""

    game: Game
    before: _Node | None = None
    moves: tuple[Move, ...] = ()
    starter: int | None = None

    def line(self) -> tuple[Move, ...]:
        """Every move from the given position to here."""
        parts: list[tuple[Move, ...]] = []
        node: _Node | None = self
        while node is not None:
            parts.append(node.moves)
            node = node.before
        return tuple(move for part in reversed(parts) for move in part)


@dataclass
class SearchByRules:
    """A position that goes on, or one that has not begun."""

    game: Game
    roots: list[_Node] = field(init=False)

    def __post_init__(self) -> None:
        self._endgame = EndgameSearch(self.game)
        if self.game.seat is not None:
            self.roots = [_Node(self.game)]
        else:
            seats = range(self.game.rules.players)
            self.roots = [_Node(self.game.start(seat), starter=seat) for seat in seats]

    def beam(
        self, width: int, going: Going, spare: int | None = None, *, to_win: bool = False
    ) -> Found:
        """See :class:`ninetyeight.solver.search.LineSearch`."""
        if to_win:
            spare = 0  # what is sure to be lost for other reasons is looked at all the same
        level = [node for node in self.roots if node.game.outcome is None]
        if not level:
            return _end(self.roots[0], spare, complete=True)
        complete, stopped = True, False
        deepest = level
        try:
            while level and not stopped:
                deepest = level
                stopped = not going(self.game.left - level[0].game.left)
                level, dropped = self._next(level, width, spare)
                complete = complete and not dropped
                for node in level:
                    if node.game.outcome is not None:
                        return _end(node, spare, complete=complete)
        except KeyboardInterrupt:
            stopped = True
        return _end(_last(deepest), spare, complete=complete and not stopped, stopped=stopped)

    def endgame(self, spare: int, going: Going, *, to_win: bool = False) -> Found:
        """See :class:`ninetyeight.solver.search.LineSearch`."""
        return self._endgame.search(spare, going, to_win=to_win)

    def _next(self, level: list[_Node], width: int, spare: int | None) -> tuple[list[_Node], bool]:
        """The best positions with one card more, or the one that has won; and were any dropped?"""
        found: dict[Hashable, _Node] = {}
        for node in level:
            for child in _children(node):
                outcome = child.game.outcome
                if outcome is not None:
                    if outcome.won:
                        return [child], False
                elif spare is None or lost(child.game) <= spare:
                    found.setdefault((going_on(child.game), len(child.game.draw)), child)
        if len(found) <= width:
            return list(found.values()), False
        return sorted(found.values(), key=lambda node: cost(node.game))[:width], True


def _children(node: _Node) -> Iterator[_Node]:
    """Every position with one card more: laid in this turn, or by the seat after it."""
    game = node.game
    ended: tuple[Move, ...] = ()
    while True:
        moves = list(game.legal)
        for move in moves:
            if isinstance(move, Lay):
                yield _Node(game.apply(move), node, (*ended, move), node.starter)
        if ended or END not in moves:
            return
        game, ended = game.end(), (END,)
        if game.outcome is not None:
            return


def _last(level: list[_Node]) -> _Node:
    """A finished game from the deepest positions: one more card where a lay that loses is
    accepted, else the end of the turn, after which nobody can go on."""
    for node in level:
        for child in _children(node):
            return child
    node = level[0]
    if END in node.game.legal:
        return _Node(node.game.end(), node, (END,), node.starter)
    return node


def _end(node: _Node, spare: int | None, *, complete: bool, stopped: bool = False) -> Found:
    rest, end = any_end(node.game)  # it goes on when the search was broken off
    proven = at_least(end.left, spare) if complete else 0
    line = (*node.line(), *rest)
    return Found(line, node.starter, end.left, end.won, complete, proven, stopped)


def cost(game: Game) -> float:
    """How bad a position looks: cards that few rows would still take, less hope for tricks."""
    edition = game.rules.edition
    unlaid = {*game.draw, *(card for hand in game.hands for card in hand)}
    total = 0.0
    lanes = list(zip(game.tops, game.rules.ups, strict=True))
    for card in unlaid:
        taking = sum(fits(top, card, up, edition.step) for top, up in lanes)
        if taking < len(WEIGHTS):
            total += WEIGHTS[taking]
    for top, up in lanes:
        if top is not None and (top - edition.step if up else top + edition.step) in unlaid:
            back = range(top - edition.step + 1, top) if up else range(top + 1, top + edition.step)
            total -= TRICK * len(unlaid.intersection(back))
    if game.commands:
        total += sum(game.commands.on(top) is Command.DRAW_ONE for top in game.tops)
    return total


def lost(game: Game) -> int:
    """How many cards can find no row any more, whatever is laid before them and by whom."""
    unlaid = frozenset({*game.draw, *(card for hand in game.hands for card in hand)})
    step = game.rules.edition.step
    missing = set(unlaid)
    for top, up in zip(game.tops, game.rules.ups, strict=True):
        missing -= _reachable(top, up, step, unlaid)
        if not missing:
            break
    return len(missing)


def _reachable(top: Card | None, up: bool, step: int, unlaid: frozenset[Card]) -> set[Card]:
    """The cards that may come to lie on a row, by any chain of cards (B3, B4)."""
    below: list[Card | None] = [top]
    found: set[Card] = set()
    while below:
        under = below.pop()
        fitting = {card for card in unlaid - found if fits(under, card, up, step)}
        below += fitting
        found |= fitting
    return found
