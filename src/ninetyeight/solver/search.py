"""What the driver asks of a search, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ninetyeight.rules import Game, GameError, Move, Outcome
from ninetyeight.solver.solution import SolverError

#: Asked again and again with how far the search has come; False breaks it off.
Going = Callable[[int], bool]


class Stopped(Exception):
    """A search was told to break off."""


@dataclass(frozen=True)
class Found:
    """The best line of one beam, and how the beam went."""

    moves: tuple[Move, ...]
    starter: int | None
    left: int
    won: bool
    #: No position was dropped for want of room: all that were not to be left out were looked at.
    complete: bool
    #: Proven by that: no line leaves fewer cards than this.
    at_least: int = 0
    #: The search was told to stop.
    stopped: bool = False


class LineSearch(Protocol):
    """A position, ready to be searched by beams of any width."""

    def beam(
        self, width: int, going: Going, spare: int | None = None, *, to_win: bool = False
    ) -> Found:
        """Keep the ``width`` most promising positions for each number of cards laid.

        With ``spare`` positions that are sure to leave more cards than that are left out, and
        ``to_win`` those that are sure to be lost: a search that is complete then has found a win,
        or shown that there is none.
        """

    def endgame(self, spare: int, going: Going, *, to_win: bool = False) -> Found:
        """Look for a line that leaves ``spare`` cards or fewer, or one that wins; what was found
        out is kept for the next time.

        Nothing is found where there are cards in the draw pile. A search that is complete has shown
        that there is no such line.
        """


def going_on(game: Game) -> Hashable:
    """Equal for positions that go on alike, the draw pile left out of account: also when rows of
    one direction are exchanged, where neither commands nor fires tell them apart."""
    turn = game.turn
    if not game.commands and not game.rules.fires:
        ups = game.rules.ups
        rows = sorted((up, top or -1) for up, top in zip(ups, game.tops, strict=True))
        return game.seat, game.hands, tuple(rows), turn.owed
    duties = (len(game.laid), game.minimum, turn.due_fires, turn.three, turn.bound)
    return game.seat, game.hands, game.tops, duties, game.commands


def at_least(left: int, spare: int | None) -> int:
    """What a complete search that found ``left`` has proven to be the fewest cards.

    A line that leaves no more than ``spare`` was never left out; so either the best one of them was
    found, or there is none.
    """
    return left if spare is None else min(left, spare + 1)


def nothing(
    game: Game, *, complete: bool = False, at_least: int = 0, stopped: bool = False
) -> Found:
    """No line, and no proof unless the search was complete."""
    return Found((), None, game.left + 1, False, complete, at_least, stopped)


def played_on(game: Game, starter: int | None, moves: Sequence[Move]) -> Found:
    """A line, and whatever moves come next if the game is not over by then."""
    try:
        if starter is not None:
            game = game.start(starter)
        for move in moves:
            game = game.apply(move)
    except GameError as error:
        raise SolverError(f"the rules refuse a move of the line: {error}") from error
    rest, end = any_end(game)
    return Found((*moves, *rest), starter, end.left, end.won, complete=False)


def any_end(game: Game) -> tuple[tuple[Move, ...], Outcome]:
    """Whatever moves lead to an end of the game, and that end."""
    moves: list[Move] = []
    while game.outcome is None:
        moves.append(next(iter(game.legal)))
        game = game.apply(moves[-1])
    return tuple(moves), game.outcome
