"""No line is shown that the rules have not accepted move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ninetyeight.rules import BACK, Game, GameError, Move
from ninetyeight.solver.solution import SolverError


def without_take_backs(game: Game) -> Game:
    """The same position where no card can be taken back, so that every line comes to an end.

    With take-backs a turn that cannot be completed goes on until somebody takes a card back
    (B8r, B12r); a line that wants to end there never would.
    """
    if not game.rules.options.take_backs:
        return game
    options = replace(game.rules.options, take_backs=False)
    return replace(game, rules=replace(game.rules, options=options))


def replayed(game: Game, starter: int | None, moves: Sequence[Move]) -> Game:
    """The finished game after ``moves``; SolverError unless the rules accept every one of them and
    the last one ends the game."""
    try:
        if starter is not None:
            game = game.start(starter)
        at = 0
        while at < len(moves) and moves[at] is BACK:
            game = game.back()
            at += 1
        game = without_take_backs(game)
        for move in moves[at:]:
            if game.outcome is not None:
                raise SolverError(f"the line goes on after the end of the game: {move}")
            game = game.apply(move)
    except GameError as error:
        raise SolverError(f"the rules refuse a move of the line: {error}") from error
    if game.outcome is None:
        raise SolverError("the line stops before the game is over")
    return game


def check_line(
    game: Game, starter: int | None, moves: Sequence[Move], left: int, *, won: bool
) -> None:
    """SolverError unless the line leads to exactly this result."""
    outcome = replayed(game, starter, moves).outcome
    assert outcome is not None
    if (outcome.left, outcome.won) != (left, won):
        raise SolverError(
            f"the line should leave {left} cards and be {'won' if won else 'lost'};"
            f" by the rules it leaves {outcome.left} and is {'won' if outcome.won else 'lost'}"
        )
