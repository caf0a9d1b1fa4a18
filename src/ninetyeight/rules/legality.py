"""A second opinion on what is legal.

:func:`is_legal` answers for one move what ``move in game.legal`` answers, written a second time
from the rules alone: it retells the turn card by card from the rows as they stood at its start and
uses nothing of :mod:`ninetyeight.rules.turn`. Tests play the two against each other.
"""

from __future__ import annotations

from ninetyeight.rules.cards import Card, Command
from ninetyeight.rules.game import Game
from ninetyeight.rules.moves import BACK, END, Lay, Move, parse_move


def is_legal(game: Game, move: Move | str) -> bool:
    """True when the rules accept ``move`` in ``game`` now."""
    move = parse_move(move)
    if game.seat is None or game.outcome is not None:
        return False  # nobody's turn: not begun, or over (B8)
    if move is BACK:
        return game.rules.options.take_backs and len(game.laid) > 0  # B12r
    if move is END:
        return _may_end(game)
    assert isinstance(move, Lay)
    return _may_lay(game, move.card, move.row)


def _rows(game: Game) -> dict[str, tuple[Card, ...]]:
    return dict(zip((row.name for row in game.rules.edition.rows), game.rows, strict=True))


def _showing(game: Game, command: Command) -> list[Card]:
    """The visible cards with that command."""
    return [row[-1] for row in game.rows if row and game.commands.on(row[-1]) == command]


def _may_lay(game: Game, card: Card, name: str) -> bool:
    assert game.seat is not None
    rows = _rows(game)
    if name not in rows or card not in game.hands[game.seat]:
        return False
    ascending = next(row.up for row in game.rules.edition.rows if row.name == name)
    if rows[name]:
        ahead = (card - rows[name][-1]) * (1 if ascending else -1)
        backwards = ahead == -game.rules.edition.step  # B4
        if ahead <= 0 and not backwards:
            return False  # B3
        if backwards and _showing(game, Command.NO_BACK):
            return False  # X5
    wanted = _one_row(game)
    return wanted is None or wanted == name  # X6


def _one_row(game: Game) -> str | None:
    """The row that `one_row` has fixed for the rest of this turn, if any (X9r)."""
    showing = _showing(game, Command.ONE_ROW)
    if not showing or not game.laid:
        return None
    for lay in game.laid:
        if lay.card in showing:
            return lay.row  # laid in this turn: it fixes its own row
    return game.laid[0].row  # it lay there before the turn: the first card chose the row


def _may_end(game: Game) -> bool:
    laid = [lay.card for lay in game.laid]
    if len(laid) < game.minimum:
        return False  # B5, B7, V1
    if any(game.commands.on(card) == Command.THREE for card in laid) and len(laid) != 3:
        return False  # X3
    if _showing(game, Command.SKULL):
        return False  # X2
    tops = [row[-1] for row in game.rows if row]
    return all(top in laid for top in tops if top in game.rules.fires)  # F2, F3r
