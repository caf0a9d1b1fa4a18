"""The reference engine and the kernel, driven by the same moves and compared state by state."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.batch import GameBatch, move_code
from ninetyeight.fast.layout import (
    COUNT,
    DRAWN,
    HANDS,
    KINDS,
    LAID,
    LEFT,
    MINIMUM,
    NO_MOVE,
    OUTCOME,
    REASON,
    REASONS,
    SEAT,
    TOPS,
    UNLAID,
    WON,
    cards_in,
)
from ninetyeight.rules import (
    END,
    Command,
    Commands,
    Game,
    Lay,
    Move,
    Rules,
)


def dealt(batch: GameBatch) -> list[Game]:
    """The games that a batch has dealt, in the reference engine; a wrong deck is refused there."""
    cards = len(batch.rules.cards)
    return [
        Game.deal(batch.rules, deck[:cards], commands_of(sets))
        for deck, sets in zip(batch.games.deck.tolist(), batch.games.sets, strict=True)
    ]


def commands_of(sets: NDArray[np.uint64]) -> Commands:
    """The commands of one game."""
    return Commands(
        {card: kind for at, kind in enumerate(Command) for card in cards_in(sets[KINDS + at])}
    )


def choose(game: Game, moves: list[Move], rng: Random) -> Move:
    """Some games go on for long by small steps, others blunder into every kind of end."""
    if rng.random() < 0.08:
        return rng.choice(moves)
    if END in moves and rng.random() < 0.7:
        return END
    lays = [move for move in moves if isinstance(move, Lay)]
    if not lays:
        return END
    return min(rng.sample(lays, min(4, len(lays))), key=lambda lay: _step(game, lay))


def _step(game: Game, lay: Lay) -> int:
    place = game.rules.edition.row_index[lay.row]
    top, up, edition = game.tops[place], game.rules.ups[place], game.rules.edition
    if up:
        return lay.card - (edition.low if top is None else top)
    return (edition.high if top is None else top) - lay.card


def compare(batch: GameBatch, games: list[Game]) -> None:
    """Fail unless every game stands the same in both engines."""
    lays, ends = batch.legal()
    legal_now = lays.tolist()
    ends_now = ends.tolist()
    hands = batch.games.sets[:, HANDS : HANDS + batch.rules.players].tolist()
    unlaid = batch.games.sets[:, UNLAID].tolist()
    nums = batch.games.nums.tolist()
    for at, game in enumerate(games):
        # One pair of tuples a game: what differs is shown by pytest.
        mine = _told(nums[at], hands[at], unlaid[at], legal_now[at], ends_now[at])
        assert mine == _expected(game), f"game {at}"


def _told(
    nums: list[int],
    hands: list[list[int]],
    unlaid: list[int],
    lays: list[list[int]],
    end: bool,
) -> tuple[object, ...]:
    over = nums[OUTCOME] != 0
    return (
        nums[SEAT],
        nums[MINIMUM],
        nums[LAID : LAID + nums[COUNT]],
        nums[TOPS : TOPS + 4],
        (nums[OUTCOME] == WON, REASONS[nums[REASON]]) if over else None,
        nums[LEFT],
        nums[DRAWN],
        [lo | hi << 64 for lo, hi in hands],
        unlaid[0] | unlaid[1] << 64,
        [lo | hi << 64 for lo, hi in lays],
        end,
    )


def _expected(game: Game) -> tuple[object, ...]:
    rules, edition = game.rules, game.rules.edition
    lays, end = [0, 0, 0, 0], False
    moves: list[Move] = game.__dict__.setdefault("moves_now", list(game.legal))
    for move in moves:
        if isinstance(move, Lay):
            lays[edition.row_index[move.row]] |= 1 << move.card
        else:
            end = True
    tops = [
        (edition.low - 1 if up else edition.high + 1) if top is None else top
        for top, up in zip(game.tops, rules.ups, strict=True)
    ]
    hands = [sum(1 << card for card in hand) for hand in game.hands]
    outcome = game.outcome
    return (
        -1 if game.seat is None else game.seat,
        game.minimum,
        [move_code(rules, lay) for lay in game.laid],
        tops + [0] * (4 - len(tops)),
        None if outcome is None else (outcome.won, outcome.reason),
        game.left if outcome is None else outcome.left,
        len(rules.cards) - len(game.draw),
        hands,
        sum(hands) + sum(1 << card for card in game.draw),
        lays,
        end,
    )


def play_side_by_side(rules: Rules, first: int, games: int) -> list[Game]:
    """Play games to their ends in both engines by the same moves; the finished games."""
    rng = Random(first)
    batch = GameBatch.deal(rules, games, seed=first)
    running = dealt(batch)
    starters = [rng.randrange(rules.players) for _ in running]
    compare(batch, running)
    batch.start(starters)
    running = [game.start(seat) for game, seat in zip(running, starters, strict=True)]
    compare(batch, running)
    return play_out(batch, running, rng)


def play_out(batch: GameBatch, running: list[Game], rng: Random) -> list[Game]:
    """Play these games to their ends in both engines by the same moves; the finished games."""
    while any(game.outcome is None for game in running):
        codes = np.zeros(len(running), np.int64)
        for at, game in enumerate(running):
            if game.outcome is None:
                move = choose(game, game.__dict__["moves_now"], rng)
                codes[at] = move_code(batch.rules, move)
                running[at] = game.apply(move)
            else:
                codes[at] = NO_MOVE
        accepted = batch.apply(codes)
        assert accepted.tolist() == [code != NO_MOVE for code in codes]
        compare(batch, running)
    return running
