"""The whole game and the referee's answer to it, worked out the plain way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .turn import (
    EMPTY,
    ROWS,
    Facts,
    Turn,
    completes,
    duty_broken,
    has_three,
    visible,
    why_not,
    why_not_end,
)

FIRE_CARDS = frozenset({22, 33, 44, 55, 66, 77})  # F1
KINDS = ("stop", "skull", "three", "silence", "no_back", "one_row", "draw_one")
# edition -> lowest card, highest card, most players, commands always in force
EDITIONS = {
    "original": (2, 99, 5, False),
    "gamefactory": (2, 99, 5, False),
    "extreme": (2, 99, 5, True),
    "gold": (1, 99, 6, False),
}
OPTIONS = ("expert", "short_hand", "fire", "commands", "take_backs")
LAY = re.compile(r"([0-9]{1,9})@([UD][0-9])")


class BadRequest(Exception):
    """The request itself makes no sense; the answer is an `error`."""


class Refused(Exception):
    """The move is not accepted in this position."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


# --------------------------------------------------------------------------------------------
# The game


@dataclass(frozen=True)
class Table:
    """What is settled before the first card."""

    kinds: dict[int, str]
    fires: frozenset[int]
    minimum: int
    hand_size: int
    take_backs: bool


@dataclass(frozen=True)
class Game:
    """A position. `before` is the position before the card laid last, for take-backs."""

    table: Table
    rows: tuple[tuple[int, ...], ...]
    history: tuple[int, ...]  # every card laid, oldest first
    hands: tuple[frozenset[int], ...]
    draw: tuple[int, ...]
    seat: int
    facts: Facts
    laid: tuple[tuple[int, int], ...] = ()
    status: str = "playing"
    reason: str | None = None
    before: Game | None = None

    @property
    def tops(self) -> tuple[int, ...]:
        return tuple(row[-1] if row else EMPTY for row in self.rows)

    @property
    def turn(self) -> Turn:
        return Turn(self.hands[self.seat], self.tops, self.laid)

    @property
    def left(self) -> int:
        return sum(len(hand) for hand in self.hands) + len(self.draw)


def begin_turn(game: Game, seat: int) -> Game:
    """The position as this seat's turn begins, lost already if it cannot be completed (B8)."""
    tops = game.tops
    hand = game.hands[seat]
    facts = Facts(
        kinds=game.table.kinds,
        fires=game.table.fires,
        minimum=game.table.minimum if game.draw else 1,  # B5, V1, B7
        start_hand=hand,
        standing=tuple(
            card
            for card in game.history
            if game.table.kinds.get(card) == "one_row" and card in tops
        ),
        alone=game.left == len(hand),
    )
    return judged(replace(game, seat=seat, facts=facts, laid=(), before=None))


def judged(game: Game) -> Game:
    """The same position, lost if no sequence completes the turn from here (B8r)."""
    if completes(game.facts, game.turn):
        return game
    if completes(game.facts, game.turn, fires_count=False):
        return replace(game, status="lost", reason="fire")
    return replace(game, status="lost", reason="stuck")


def finish_turn(game: Game) -> Game:
    """Refill and hand over to the next seat that has cards."""
    hand = game.hands[game.seat]
    wanted = game.table.hand_size - len(hand)  # B6
    if visible(game.facts, game.turn, "draw_one"):
        wanted = 1  # X7
    drawn, draw = game.draw[:wanted], game.draw[wanted:]
    hands = list(game.hands)
    hands[game.seat] = hand | set(drawn)
    game = replace(game, hands=tuple(hands), draw=draw)
    seat = (game.seat + 1) % len(hands)
    while not hands[seat]:  # B7: skipped
        seat = (seat + 1) % len(hands)
    return begin_turn(game, seat)


def lay(game: Game, card: int, row_name: str) -> Game:
    if row_name not in ROWS:
        raise Refused("B1", f"there is no row {row_name}")
    if card not in game.hands[game.seat]:
        raise Refused("B5", f"seat {game.seat} does not hold {card}")
    row = ROWS.index(row_name)
    objection = why_not(game.facts, game.turn, card, row)
    if objection is not None:
        raise Refused(*objection)

    rows, hands = list(game.rows), list(game.hands)
    rows[row] = (*rows[row], card)
    hands[game.seat] = hands[game.seat] - {card}
    after = replace(
        game,
        rows=tuple(rows),
        hands=tuple(hands),
        history=(*game.history, card),
        laid=(*game.laid, (card, row)),
        before=game,
    )
    broken = duty_broken(after.facts, after.turn)
    if broken is not None:
        return replace(after, status="lost", reason=broken)
    if after.left == 0:
        if visible(after.facts, after.turn, "skull"):
            return replace(after, status="lost", reason="skull")  # X2
        return replace(after, status="won")  # B8
    if after.table.kinds.get(card) == "stop":
        return finish_turn(after)  # X1
    return after if after.table.take_backs else judged(after)


def play(game: Game, move: str) -> Game:
    """The position after the move; raises Refused if it is not accepted."""
    if game.status != "playing":
        raise Refused("B8", "the game is over")
    if move == "end":
        objection = why_not_end(game.facts, game.turn)
        if objection is not None:
            raise Refused(*objection)
        return finish_turn(game)
    if move == "back":
        if not game.table.take_backs:
            raise Refused("B12r", "this table plays without take-backs")
        if game.before is None:
            raise Refused("B12r", "nothing was laid this turn")
        return game.before
    matched = LAY.fullmatch(move)
    if matched is None:
        raise BadRequest(f"not a move: {move!r}")
    return lay(game, int(matched[1]), matched[2])


def accepted(game: Game) -> Iterator[tuple[str, Game]]:
    """Every move that is accepted now, with the position after it."""
    candidates = [f"{card}@{row}" for card in game.hands[game.seat] for row in ROWS]
    for move in sorted([*candidates, "back", "end"]):
        try:
            yield move, play(game, move)
        except Refused:
            continue


def need(game: Game) -> int:
    if game.status != "playing":
        return 0
    target = 3 if has_three(game.facts, game.turn) else game.facts.minimum
    return max(0, target - len(game.laid))


# --------------------------------------------------------------------------------------------
# Request and answer


def deal(request: dict[str, Any]) -> Game:
    """The first position of a request."""
    edition = request.get("edition")
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise BadRequest(f"unknown edition: {edition!r}")
    lowest, highest, most_players, has_commands = EDITIONS[edition]
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise BadRequest("options is no object")
    for name, value in options.items():
        if name not in OPTIONS or not isinstance(value, bool):
            raise BadRequest(f"bad option: {name!r}")
    players, starter = request.get("players"), request.get("starter", 0)
    if type(players) is not int or not 1 <= players <= most_players:
        raise BadRequest(f"players must be 1 to {most_players}")
    if type(starter) is not int or not 0 <= starter < players:
        raise BadRequest("there is no such starter")

    cards = set(range(lowest, highest + 1))
    deck = request.get("deck")
    if not isinstance(deck, list) or any(type(card) is not int for card in deck):
        raise BadRequest("deck is no list of numbers")
    if len(deck) != len(cards) or set(deck) != cards:
        raise BadRequest("deck is no permutation of the edition's cards")

    kinds: dict[int, str] = {}
    if has_commands or options.get("commands", False):
        kinds = read_commands(request.get("commands"), cards)
    hand_size = {1: 8, 2: 7}.get(players, 6) - options.get("short_hand", False)  # V2
    table = Table(
        kinds=kinds,
        fires=FIRE_CARDS if options.get("fire", False) else frozenset(),
        minimum=3 if options.get("expert", False) else 2,  # B5, V1
        hand_size=hand_size,
        take_backs=options.get("take_backs", False),
    )
    game = Game(
        table=table,
        rows=((), (), (), ()),
        history=(),
        hands=tuple(
            frozenset(deck[seat * hand_size : (seat + 1) * hand_size]) for seat in range(players)
        ),
        draw=tuple(deck[players * hand_size :]),
        seat=starter,
        facts=Facts({}, frozenset(), 0, frozenset(), (), False),
    )
    return begin_turn(game, starter)


def read_commands(commands: object, cards: set[int]) -> dict[int, str]:
    if not isinstance(commands, dict):
        raise BadRequest("commands are in force but not given")
    kinds: dict[int, str] = {}
    for card, kind in commands.items():
        if not isinstance(card, str) or not re.fullmatch("[0-9]+", card) or int(card) not in cards:
            raise BadRequest(f"no such card: {card!r}")
        if kind not in KINDS:
            raise BadRequest(f"no such command: {kind!r}")
        kinds[int(card)] = kind
    return kinds


def read_moves(request: dict[str, Any]) -> list[str]:
    moves = request.get("moves", [])
    if not isinstance(moves, list):
        raise BadRequest("moves is no list")
    for move in moves:
        if not isinstance(move, str) or not (move in ("end", "back") or LAY.fullmatch(move)):
            raise BadRequest(f"not a move: {move!r}")
    return moves


def describe(game: Game) -> dict[str, Any]:
    """The answer to a position, without `id` and `refused`."""
    playing = game.status == "playing"
    moves = dict(accepted(game))
    return {
        "status": game.status,
        "reason": game.reason,
        "left": game.left,
        "seat": game.seat if playing else None,
        "laid": len(game.laid),
        "need": need(game),
        "rows": {name: list(row) for name, row in zip(ROWS, game.rows, strict=True)},
        "hands": [sorted(hand) for hand in game.hands],
        "draw": len(game.draw),
        "legal": list(moves),
        "losing": [move for move, after in moves.items() if after.status == "lost"],
    }


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer object to one request."""
    number = request.get("id")
    try:
        moves = read_moves(request)
        game = deal(request)
    except BadRequest as error:
        return {"id": number, "error": str(error)}
    refused: dict[str, Any] | None = None
    for at, move in enumerate(moves):
        try:
            game = play(game, move)
        except Refused as refusal:
            refused = {
                "at": at,
                "move": move,
                "rule": refusal.rule,
                "message": refusal.message,
            }
            break
    return {"id": number, **describe(game), "refused": refused}
