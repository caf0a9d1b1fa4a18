"""Positions and requests for cases worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from .judge import EDITIONS, FIRE_CARDS, Game, Refused, Table, begin_turn, play
from .turn import ROWS, Facts


def position(
    rows: dict[str, list[int]],
    hands: list[set[int]],
    *,
    draw: tuple[int, ...] = (),
    kinds: dict[int, str] | None = None,
    fire: bool = False,
    minimum: int = 2,
    take_backs: bool = False,
) -> Game:
    """Seat 0's turn begins here; the rows were laid in the order given."""
    table = Table(
        kinds=kinds or {},
        fires=FIRE_CARDS if fire else frozenset(),
        minimum=minimum,
        hand_size=6,
        take_backs=take_backs,
    )
    game = Game(
        table=table,
        rows=tuple(tuple(rows.get(name, ())) for name in ROWS),
        history=tuple(card for row in rows.values() for card in row),
        hands=tuple(frozenset(hand) for hand in hands),
        draw=draw,
        seat=0,
        facts=Facts({}, frozenset(), 0, frozenset(), (), False),
    )
    return begin_turn(game, 0)


def after(game: Game, *moves: str) -> Game:
    for move in moves:
        game = play(game, move)
    return game


def ending(game: Game) -> tuple[str, str | None]:
    return game.status, game.reason


def refused_by(game: Game, move: str) -> str:
    with pytest.raises(Refused) as refusal:
        play(game, move)
    return refusal.value.rule


def request(
    first: list[int],
    moves: list[str],
    *,
    edition: str = "original",
    players: int = 1,
    commands: dict[str, str] | None = None,
    **options: bool,
) -> dict[str, Any]:
    """A request whose deck begins with the given cards; the others follow in ascending order."""
    lowest, highest, _, _ = EDITIONS[edition]
    rest = [card for card in range(lowest, highest + 1) if card not in first]
    asked = {
        "id": 1,
        "edition": edition,
        "options": options,
        "players": players,
        "starter": 0,
        "deck": first + rest,
        "moves": moves,
    }
    return asked if commands is None else {**asked, "commands": commands}
