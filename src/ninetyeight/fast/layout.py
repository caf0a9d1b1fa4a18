"""Where everything lies: the arrays that go into the kernel and come out of it.

A batch of N games is three arrays, one row per game; the columns have names here and nowhere else.
A set of cards is a bitboard of two words of 64 bits, card *c* being bit *c* % 64 of word *c* // 64,
so every edition whose numbers stay below 128 fits. What an edition and its options ask for is data,
too: a :class:`Law`, the same for all games of a batch. No part of the kernel knows
which edition it plays.

The top of an empty row is the number just before its first card (low - 1 or high + 1): every card
of the edition lies ahead of it and none lies a step back (B3r). A row that the edition does not
have takes no card at all.

A move is one number: card * 4 + row for a lay, 0 for the end of the turn. Taking cards back (B12r)
does not exist in the kernel: a game is played as with that option off; `open_rows` only says what
people are shown and changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.rules import Command, Reason, Rules
from ninetyeight.rules.cards import COMMAND_COPIES

ROWS = 4
SEATS = 6
#: The longest hand; also how many cards one turn can lay.
LONGEST = 12
#: Numbers on cards are below this.
NUMBERS = 128

END = 0
"""The move that ends a turn."""
#: What is never a move.
NO_MOVE = NUMBERS * ROWS

#: Columns of `Games.sets`, uint64[N, SETS, 2]: name, how many, what they hold.
SET_COLUMNS = (
    ("HANDS", SEATS, "the hand of each seat"),
    ("UNLAID", 1, "all cards not laid yet"),
    ("KINDS", len(Command), "the cards that carry each command, in the order of `Command`"),
)
#: Columns of `Games.nums`, int16[N, NUMS].
NUM_COLUMNS = (
    ("TOPS", ROWS, "the visible card of each row; an empty row has the number before its first"),
    ("SEAT", 1, "whose turn it is; -1 when the game is over"),
    ("MINIMUM", 1, "cards asked for in this turn"),
    ("COUNT", 1, "cards laid in this turn"),
    ("FRESH", 1, "rows laid on in this turn, one bit each"),
    ("DRAWN", 1, "cards of the deck that have been dealt or drawn"),
    ("LEFT", 1, "cards not laid"),
    ("OUTCOME", 1, "0 while the game goes on, 1 won, 2 lost"),
    ("REASON", 1, "why it was lost: 0, or 1 + place in `Reason`"),
    ("LAID", LONGEST, "the moves of this turn in order"),
)


def _places(columns: tuple[tuple[str, int, str], ...]) -> list[int]:
    """Where each column stands, and how many there are."""
    return list(accumulate((width for _, width, _ in columns), initial=0))


HANDS, UNLAID, KINDS, SETS = _places(SET_COLUMNS)
TOPS, SEAT, MINIMUM, COUNT, FRESH, DRAWN, LEFT, OUTCOME, REASON, LAID, NUMS = _places(NUM_COLUMNS)

PLAYING, WON, LOST = 0, 1, 2
# The reasons by number, in the order of `Reason`.
STUCK, BY_SKULL, BY_THREE, BY_STOP, BY_FIRE = 1, 2, 3, 4, 5
REASONS = (None, *Reason)

# The commands by place, in the order of `Command`.
STOP, SKULL, THREE, SILENCE, NO_BACK, ONE_ROW, DRAW_ONE = range(7)


class Law(NamedTuple):
    """The rules in force, as numbers and sets of cards."""

    low: int  #: the lowest card
    high: int  #: the highest card
    step: int  #: how far back the backwards trick goes
    players: int  #: seats at the table
    hand_size: int  #: cards in a full hand
    minimum: int  #: cards asked for while there is a draw pile
    deck_size: int  #: cards in the deck
    copies: int  #: cards that the deal gives each command
    has_commands: bool  #: cards carry commands
    has_fires: bool  #: fire cards are in the deck
    open_commands: bool  #: everybody knows which card carries which command
    ups: NDArray[np.int64]  #: 1 for each ascending row
    ahead: NDArray[np.uint64]  #: ``ahead[row, top]``: what may follow a top by its number (B3)
    back: NDArray[np.uint64]  #: ``back[row, top]``: the card of the backwards trick (B4)
    takes: NDArray[np.uint64]  #: both of these
    all: tuple[Any, Any]  #: every card of the deck
    fires: NDArray[np.uint64]  #: the fire cards in force (F1)


class Games(NamedTuple):
    """A batch of games: ``deck`` is uint8[N, NUMBERS] in dealing order; see the columns above."""

    deck: NDArray[np.uint8]
    sets: NDArray[np.uint64]
    nums: NDArray[np.int16]


def fits(rules: Rules) -> bool:
    """True when games of these rules fit the arrays."""
    edition = rules.edition
    table = rules.players <= SEATS and rules.hand_size <= LONGEST and len(edition.rows) <= ROWS
    return table and edition.low > 0 and edition.high + 1 < NUMBERS


@lru_cache(maxsize=64)  # making them takes as long as a thousand games
def law_of(rules: Rules, *, open_commands: bool = False) -> Law:
    """The arrays for ``rules``, to be read only. ValueError when they do not fit the kernel."""
    edition = rules.edition
    if not fits(rules):
        raise ValueError(f"{edition.id} with these options does not fit the kernel's arrays")
    ups = np.zeros(ROWS, np.int64)
    ahead, back = np.zeros((2, ROWS, NUMBERS, 2), np.uint64)
    for row, up in enumerate(rules.ups):
        ups[row] = up
        for top in range(edition.low - 1, edition.high + 2):
            later = [card for card in rules.cards if (card > top if up else card < top)]
            ahead[row, top] = card_set(later)
            trick = top - edition.step if up else top + edition.step
            if edition.low <= top <= edition.high and trick in rules.cards:
                back[row, top] = card_set([trick])
    plain = [card for card in rules.cards if card not in rules.fires]
    return Law(
        low=edition.low,
        high=edition.high,
        step=edition.step,
        players=rules.players,
        hand_size=rules.hand_size,
        minimum=rules.minimum,
        deck_size=len(rules.cards),
        copies=min(COMMAND_COPIES, len(plain) // len(Command)),
        has_commands=rules.has_commands,
        has_fires=bool(rules.fires),
        open_commands=open_commands,
        ups=ups,
        ahead=ahead,
        back=back,
        takes=ahead | back,
        all=tuple(card_set(rules.cards)),
        fires=card_set(rules.fires),
    )


def card_set(cards: Any) -> NDArray[np.uint64]:
    """A set of cards as two words."""
    bits = sum(1 << card for card in set(cards))
    return np.array([bits & 2**64 - 1, bits >> 64], np.uint64)


def cards_in(words: NDArray[np.uint64]) -> tuple[int, ...]:
    """The cards of a set of two words, lowest first."""
    bits = int(words[0]) | int(words[1]) << 64
    return tuple(card for card in range(NUMBERS) if bits >> card & 1)


def empty_games(n: int) -> Games:
    """Room for ``n`` games, nothing dealt."""
    return Games(
        np.zeros((n, NUMBERS), np.uint8),
        np.zeros((n, SETS, 2), np.uint64),
        np.zeros((n, NUMS), np.int16),
    )


def bytes_per_game() -> int:
    """How much memory one game of a batch takes."""
    return sum(array.nbytes for array in empty_games(1))
