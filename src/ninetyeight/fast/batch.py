"""Many games side by side, moved one move at a time: what environments and tests stand on.

>>> from ninetyeight.rules import Rules
>>> batch = GameBatch.deal(Rules.of("original", players=3), games=4, seed=1)
>>> batch.start()
>>> lays, ends = batch.legal()
>>> lays.shape, ends.tolist()
((4, 4, 2), [False, False, False, False])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ninetyeight.fast import available, missing

if not available():
    raise missing()

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast import game, layout
from ninetyeight.fast.compiled import jit, whole
from ninetyeight.fast.completion import Scratch, new_scratch
from ninetyeight.fast.dealing import draw_commands, key_of, shuffle
from ninetyeight.fast.layout import (
    END,
    LOST,
    NO_MOVE,
    REASONS,
    ROWS,
    WON,
    Games,
    Law,
    card_set,
    empty_games,
    law_of,
)
from ninetyeight.fast.turn import Array
from ninetyeight.rules import BACK, Command, Commands, Deal, Game, Lay, Move, Rules, parse_move


@jit
def _deal(law: Law, games: Games, seed: int, first: int) -> None:
    for at in range(len(games.deck)):
        key = key_of(seed, first + at)
        shuffle(law, games.deck[at], key)
        draw_commands(law, games.sets[at], key)
        game.put_down(law, games.deck[at], games.sets[at], games.nums[at])


@jit
def _put_down(law: Law, games: Games) -> None:
    for at in range(len(games.deck)):
        game.put_down(law, games.deck[at], games.sets[at], games.nums[at])


@jit
def _legal(law: Law, games: Games, lays: Array, ends: Array) -> None:
    for at in range(len(ends)):
        ends[at] = game.legal(law, games.sets[at], games.nums[at], lays[at])


@jit
def _apply(law: Law, games: Games, moves: Array, accepted: Array, scratch: Scratch) -> None:
    for at in range(len(moves)):
        deck, sets, nums = games.deck[at], games.sets[at], games.nums[at]
        accepted[at] = moves[at] < 0 or game.accepts(law, sets, nums, whole(moves[at]))
        if accepted[at]:
            game.make(law, deck, sets, nums, whole(moves[at]), scratch)


@dataclass(frozen=True)
class GameBatch:
    """N games under one law. The arrays are there to be read; the methods move the games on."""

    rules: Rules
    law: Law
    games: Games
    scratch: Scratch = field(default_factory=new_scratch, repr=False)

    @classmethod
    def deal(cls, rules: Rules, games: int, seed: int, first: int = 0) -> GameBatch:
        """Games number ``first`` and following of the deals that ``seed`` gives."""
        batch = cls(rules, law_of(rules), empty_games(games))
        _deal(batch.law, batch.games, seed, first)
        return batch

    @classmethod
    def of_deals(cls, deals: Sequence[Deal]) -> GameBatch:
        """The given deals, which must be for the same rules, card by card."""
        rules, known = deals[0].rules, deals[0].open_commands
        if any(deal.rules != rules or deal.open_commands != known for deal in deals):
            raise ValueError("a batch plays under one law: these deals have different rules")
        batch = cls(rules, law_of(rules, open_commands=known), empty_games(len(deals)))
        for at, deal in enumerate(deals):
            batch.games.deck[at, : len(deal.deck)] = deal.deck
            if rules.has_commands:
                batch._give_commands(at, deal.commands)
        _put_down(batch.law, batch.games)
        return batch

    @classmethod
    def of_games(cls, games: Sequence[Game]) -> GameBatch:
        """The given games as they stand, under the same rules: running, not begun or over."""
        rules, known = games[0].rules, games[0].open_commands
        if any(game.rules != rules or game.open_commands != known for game in games):
            raise ValueError("a batch plays under one law: these games have different rules")
        batch = cls(rules, law_of(rules, open_commands=known), empty_games(len(games)))
        for at, one in enumerate(games):
            out = [card for cards in (*one.rows, *one.hands) for card in cards]
            batch.games.deck[at, : len(rules.cards)] = [*out, *one.draw]
            batch._give_commands(at, one.commands)
        _put_down(batch.law, batch.games)
        for at, one in enumerate(games):
            batch._set_up(at, one)
        return batch

    def _give_commands(self, at: int, commands: Commands) -> None:
        for place, kind in enumerate(Command):
            carriers = [card for card in commands if commands[card] is kind]
            self.games.sets[at, layout.KINDS + place] = card_set(carriers)

    def _set_up(self, at: int, one: Game) -> None:
        """Bring a game that was just dealt to where ``one`` stands."""
        sets, nums = self.games.sets[at], self.games.nums[at]
        for seat, hand in enumerate(one.hands):
            sets[layout.HANDS + seat] = card_set(hand)
        sets[layout.UNLAID] = card_set([*one.draw, *(card for hand in one.hands for card in hand)])
        for row, top in enumerate(one.tops):
            if top is not None:
                nums[layout.TOPS + row] = top
        nums[layout.DRAWN] = len(self.rules.cards) - len(one.draw)
        nums[layout.LEFT], nums[layout.MINIMUM] = one.left, one.minimum
        for place, made in enumerate(one.laid):
            nums[layout.LAID + place] = move_code(self.rules, made)
            nums[layout.FRESH] |= 1 << self.rules.edition.row_index[made.row]
        nums[layout.COUNT] = len(one.laid)
        if one.outcome is not None:
            nums[layout.OUTCOME] = WON if one.outcome.won else LOST
            nums[layout.REASON] = REASONS.index(one.outcome.reason)
        elif one.seat is not None:
            nums[layout.SEAT] = one.seat

    def __len__(self) -> int:
        return len(self.games.deck)

    def start(self, seats: int | Sequence[int] = 0) -> None:
        """Let a seat of each game take the first turn (B10)."""
        chosen = np.broadcast_to(np.asarray(seats, np.int64), len(self)).copy()
        for seat in (chosen.min(initial=0), chosen.max(initial=0)):
            self.rules.check_seat(int(seat))
        _apply(self.law, self.games, -1 - chosen, np.zeros(len(self), np.bool_), self.scratch)

    def legal(self) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """For each game the cards that may be laid on each row, and whether the turn may end.

        Nothing is legal in a game that is over.
        """
        lays = np.zeros((len(self), ROWS, 2), np.uint64)
        ends = np.zeros(len(self), np.bool_)
        _legal(self.law, self.games, lays, ends)
        return lays, ends

    def apply(self, moves: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Make one move in each game; False where it was not accepted and nothing changed."""
        accepted = np.zeros(len(self), np.bool_)
        wanted = np.where(np.asarray(moves) < 0, NO_MOVE, moves).astype(np.int64)
        _apply(self.law, self.games, wanted, accepted, self.scratch)
        return accepted


def move_code(rules: Rules, move: Move | str) -> int:
    """A move of the rules as the kernel writes it; it knows no other than lays and the end."""
    move = parse_move(move)
    if isinstance(move, Lay):
        return move.card * ROWS + rules.edition.row_index[move.row]
    if move is BACK:
        raise ValueError("nothing is taken back in the kernel (B12r)")
    return END


def move_of(rules: Rules, code: int) -> Move:
    """A move of the kernel as the rules write it."""
    from ninetyeight.rules import END as END_OF_TURN

    if code == END:
        return END_OF_TURN
    return Lay(code // ROWS, rules.edition.row_names[code % ROWS])
