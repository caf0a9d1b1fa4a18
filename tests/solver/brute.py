"""Every line of a small game, tried to its end by the rules alone."""

from __future__ import annotations

from collections.abc import Hashable

from ninetyeight.rules import Game


def best_end(game: Game) -> tuple[bool, int]:
    """Whether the game can be won, and the fewest cards that any line leaves; a win comes first."""
    if game.seat is None and game.outcome is None:
        starts = [game.start(seat) for seat in range(game.rules.players)]
        return max((_best(start, {}) for start in starts), key=_worth)
    return _best(game, {})


def best_ends(game: Game) -> list[tuple[Game, tuple[bool, int]]]:
    """Every position that can be reached from one that goes on, with its best end."""
    known: dict[Hashable, tuple[bool, int]] = {}
    games: dict[Hashable, Game] = {}
    _best(game, known, games)
    return [(games[key], known[key]) for key in games]


def _worth(end: tuple[bool, int]) -> tuple[bool, int]:
    won, left = end
    return won, -left


def _best(
    game: Game,
    known: dict[Hashable, tuple[bool, int]],
    games: dict[Hashable, Game] | None = None,
) -> tuple[bool, int]:
    if game.outcome is not None:
        return game.outcome.won, game.outcome.left
    key = (game.tops, game.hands, len(game.draw), game.seat, game.laid, game.minimum)
    if key not in known:
        if games is not None:
            games[key] = game
        ends = [_best(game.apply(move), known, games) for move in game.legal]
        known[key] = max(ends, key=_worth)
    return known[key]
