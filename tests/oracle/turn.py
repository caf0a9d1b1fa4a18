"""One turn, the plain way: what may be laid, which duties are broken, can it be completed?

Written for obvious correctness. Hardly anything is pruned: the one concession to speed is that
a turn remembers the positions from which it has already searched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

ROWS = ("U1", "U2", "D1", "D2")  # B1
EMPTY = 0  # the "top" of a row without cards; no edition has a card 0


@dataclass(frozen=True)
class Facts:
    """What stays the same for the whole of one seat's turn."""

    kinds: dict[int, str]  # card -> command
    fires: frozenset[int]
    minimum: int  # B7r: fixed at the start of the turn
    start_hand: frozenset[int]
    standing: tuple[int, ...]  # one_row cards visible at the start, earliest-laid first
    alone: bool  # no card left anywhere but in this hand: the turn may finish the game
    searched: dict[object, bool] = field(default_factory=dict, compare=False, repr=False)


class Turn(NamedTuple):
    """How far one seat's turn has got."""

    hand: frozenset[int]
    tops: tuple[int, ...]  # one per row, EMPTY if there is none
    laid: tuple[tuple[int, int], ...]  # (card, row number) laid this turn, in order


def how_it_fits(card: int, row: int, top: int) -> str:
    """`plain`, `trick` or `wrong`: the numbers alone, whatever the commands say."""
    if top == EMPTY:
        return "plain"  # B3r
    ascending = ROWS[row].startswith("U")
    if card > top if ascending else card < top:
        return "plain"  # B3
    if card == (top - 10 if ascending else top + 10):
        return "trick"  # B4
    return "wrong"


def visible(facts: Facts, turn: Turn, kind: str) -> bool:
    return any(facts.kinds.get(top) == kind for top in turn.tops)


def one_row_cards(facts: Facts, turn: Turn) -> tuple[tuple[int, int | None], ...]:
    """The visible one_row cards, earliest-laid first, each with the row that it fixes: its own
    if it was laid this turn, else that of the turn's first card (None if there is none yet)."""
    found: list[tuple[int, int | None]] = []
    for card in facts.standing:
        if card in turn.tops:
            found.append((card, turn.laid[0][1] if turn.laid else None))
    for card, row in turn.laid:
        if facts.kinds.get(card) == "one_row" and card in turn.tops:
            found.append((card, row))
    return tuple(found)


def fixed_row(facts: Facts, turn: Turn) -> int | None:
    """X6, X9r: the row that the next card must go to, if one_row has fixed any."""
    rows = {row for _, row in one_row_cards(facts, turn) if row is not None}
    assert len(rows) <= 1, "two one_row cards that fix different rows"
    return min(rows, default=None)


def why_not(facts: Facts, turn: Turn, card: int, row: int) -> tuple[str, str] | None:
    """Rule and message why this card of the hand may not be laid here; None if it may."""
    fit = how_it_fits(card, row, turn.tops[row])
    if fit == "wrong":
        return "B3", f"{card} does not go on {ROWS[row]}, which shows {turn.tops[row]}"
    if fit == "trick" and visible(facts, turn, "no_back"):
        return "X5", "no backwards trick while no_back is visible"
    fixed = fixed_row(facts, turn)
    if fixed is not None and fixed != row:
        return "X6", f"one_row: the rest of this turn goes on {ROWS[fixed]}"
    return None


def lay_on(turn: Turn, card: int, row: int) -> Turn:
    tops = (*turn.tops[:row], card, *turn.tops[row + 1 :])
    return Turn(turn.hand - {card}, tops, (*turn.laid, (card, row)))


def has_three(facts: Facts, turn: Turn) -> bool:
    return any(facts.kinds.get(card) == "three" for card, _ in turn.laid)


def due_fire_visible(facts: Facts, turn: Turn) -> bool:
    """F2: a fire on top that this turn did not lay was there when the turn began."""
    return any(top in facts.fires and top not in facts.start_hand for top in turn.tops)


def duty_broken(facts: Facts, turn: Turn, fires_count: bool = True) -> str | None:
    """The first duty that the card laid last has broken beyond repair, if any (X8r)."""
    is_stop = facts.kinds.get(turn.laid[-1][0]) == "stop"
    very_last = facts.alone and not turn.hand
    if (is_stop or very_last) and visible(facts, turn, "skull"):
        return "skull"  # X2
    if has_three(facts, turn):  # X3
        if len(turn.laid) > 3 or len(facts.start_hand) < 3:
            return "three"
        if is_stop and len(turn.laid) < 3:
            return "stop"
    if is_stop and fires_count and not very_last and due_fire_visible(facts, turn):
        return "fire"  # F2, F3r
    return None


def why_not_end(facts: Facts, turn: Turn, fires_count: bool = True) -> tuple[str, str] | None:
    """Rule and message why the turn may not be ended now; None if it may."""
    if len(turn.laid) < facts.minimum:
        return "B5", f"{facts.minimum - len(turn.laid)} more to lay"
    if visible(facts, turn, "skull"):
        return "X2", "a skull is still visible"
    if has_three(facts, turn) and len(turn.laid) != 3:
        return "X3", "exactly three cards must be laid"
    if fires_count and due_fire_visible(facts, turn):
        return "F2", "a due fire is still visible"
    return None


def completes(facts: Facts, turn: Turn, fires_count: bool = True) -> bool:
    """B8r, X10r: does any sequence of lays, the empty one included, complete the turn?"""
    if why_not_end(facts, turn, fires_count) is None:
        return True
    if all(facts.kinds.get(card) == "skull" for card in turn.hand):
        return False  # X2: whichever card came last would lie there uncovered
    # Everything that still matters for the rest of the turn: what was laid (and so how many,
    # whether there was a three, which fires are due) follows from the hand.
    key = (turn.hand, turn.tops, one_row_cards(facts, turn), fires_count)
    if key not in facts.searched:
        facts.searched[key] = any(
            finishes_or_goes_on(facts, lay_on(turn, card, row), fires_count)
            for card in turn.hand
            for row in range(len(ROWS))
            if why_not(facts, turn, card, row) is None
        )
    return facts.searched[key]


def finishes_or_goes_on(facts: Facts, turn: Turn, fires_count: bool) -> bool:
    """The card just laid in a search: does it complete the turn, or can another one do so?"""
    if duty_broken(facts, turn, fires_count) is not None:
        return False
    if facts.alone and not turn.hand:  # the very last card of the game
        return not visible(facts, turn, "skull")  # X2; F3r: a fire does no harm
    if facts.kinds.get(turn.laid[-1][0]) == "stop":
        return True  # X1
    return completes(facts, turn, fires_count)
