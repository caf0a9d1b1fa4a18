"""Players for random games: not good ones, but such as get into every kind of trouble."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .judge import KINDS, Game, Refused, accepted, deal, play
from .turn import ROWS, how_it_fits, why_not

LONGEST = 260  # moves; only players who keep taking cards back get this far


def step(card: int, row: int, top: int) -> int:
    """How far the card moves the row towards its end; negative for a backwards trick."""
    ascending = ROWS[row].startswith("U")
    start = top or (0 if ascending else 100)
    return card - start if ascending else start - card


def cheapest_lays(rng: random.Random, game: Game) -> list[str]:
    """The lays that are accepted now, small steps first, with a little noise."""
    facts, turn = game.facts, game.turn
    lays = [
        (step(card, row, turn.tops[row]) + rng.uniform(0, 3), f"{card}@{name}")
        for card in turn.hand
        for row, name in enumerate(ROWS)
        if why_not(facts, turn, card, row) is None
    ]
    return [move for _, move in sorted(lays)]


def may(game: Game, move: str) -> bool:
    try:
        play(game, move)
    except Refused:
        return False
    return True


def first_safe(game: Game, moves: list[str]) -> str | None:
    return next((move for move in moves if play(game, move).status != "lost"), None)


def small_steps(rng: random.Random, game: Game, stay: float) -> str:
    """Ends the turn when it can (or, with chance `stay`, lays on); avoids plays that lose."""
    lays = cheapest_lays(rng, game)
    if may(game, "end") and not (lays and rng.random() < stay):
        return "end"
    safe = first_safe(game, lays)
    if safe is not None:
        return safe
    return "end" if may(game, "end") else "back" if may(game, "back") else lays[0]


def careful(rng: random.Random, game: Game) -> str:
    return small_steps(rng, game, stay=0.05)


def eager(rng: random.Random, game: Game) -> str:
    return small_steps(rng, game, stay=0.75)


def wild(rng: random.Random, game: Game) -> str:
    return rng.choice([move for move, _ in accepted(game)])


def reckless(rng: random.Random, game: Game) -> str:
    """Takes a play that loses at once when there is one, now and then."""
    if rng.random() < 0.3:
        losing = [move for move, after in accepted(game) if after.status == "lost"]
        if losing:
            return rng.choice(losing)
    return small_steps(rng, game, stay=0.4)


Policy = Callable[[random.Random, Game], str]
POLICIES: list[Policy] = [careful, eager, wild, reckless]
POLICY_WEIGHTS = [5, 3, 1.5, 2]


def random_policy(rng: random.Random) -> Policy:
    return rng.choices(POLICIES, POLICY_WEIGHTS)[0]


def command_of(game: Game, move: str) -> str | None:
    """The command on the card that the move lays."""
    return game.table.kinds.get(int(move[:-3])) if "@" in move else None


def stacked(rng: random.Random, game: Game) -> Game:
    """The same position with the cards that fit best now on top of the draw pile."""
    tops = game.tops

    def cost(card: int) -> float:
        steps = [
            step(card, row, top)
            for row, top in enumerate(tops)
            if how_it_fits(card, row, top) != "wrong"
        ]
        return min(steps, default=100) + rng.uniform(0, 4)

    return replace(game, draw=tuple(sorted(game.draw, key=cost)))


def play_out(
    rng: random.Random, request: dict[str, Any], stack: bool, opening: list[str] | None = None
) -> list[str]:
    """Plays the request's game, after the opening; with `stack` the draw pile is arranged as the
    game goes on, and the request's deck in the end is the one that was really played."""
    game = deal(request)
    deck = list(request["deck"])
    policy = careful if stack and rng.random() < 0.75 else random_policy(rng)
    mixed = rng.random() < 0.2
    back_share = rng.choice([0.0, 0.1, 0.3])
    moves: list[str] = []
    while game.status == "playing" and len(moves) < LONGEST:
        if opening and len(moves) < len(opening):
            move = opening[len(moves)]
        elif game.table.take_backs and game.laid and rng.random() < back_share:
            move = "back"
        else:
            move = (random_policy(rng) if mixed else policy)(rng, game)
        if stack and (move == "end" or command_of(game, move) == "stop"):
            game = stacked(rng, game)
            deck[len(deck) - len(game.draw) :] = game.draw
        moves.append(move)
        game = play(game, move)
    request["deck"] = deck
    return moves


def late_commands(rng: random.Random, request: dict[str, Any]) -> list[str]:
    """A game that is plain until its last few cards, so that commands meet the very end of it:
    played without any, then played again from where the first of the last cards was laid."""
    request["commands"] = {}
    if request["edition"] != "extreme":
        request["options"]["commands"] = True
    moves = play_out(rng, request, stack=True)
    lays = [index for index, move in enumerate(moves) if "@" in move]
    first = lays[-min(len(lays), rng.randint(1, 9))]
    late = {move[:-3] for move in moves[first:] if "@" in move}
    kinds = [*KINDS, "skull", "three", "stop", "skull"]
    carriers = rng.sample(sorted(late), min(len(late), rng.choice([1, 1, 2, 4, 9])))
    request["commands"] = {card: rng.choice(kinds) for card in carriers}
    # A card that was taken back may have been laid before.
    first = next(index for index in lays if moves[index][:-3] in late)
    return play_out(rng, request, stack=False, opening=moves[:first])
