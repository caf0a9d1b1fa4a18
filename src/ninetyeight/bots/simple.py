"""Two plain players: one that lays anything, one that takes the smallest step.

They are the yardsticks for better ones, and they obey the law as those do: neither makes a play
that loses at once while another exists (X8r).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from ninetyeight.bots.bot import OwnBot
from ninetyeight.rules import BACK, END, Card, Lay, Marker, Move, Rules, Turn, View, Wish, completes

#: Sum of the smallest steps a hand can begin with, up to which it offers to start (B10r).
_WISHES = ((6, Wish.MUST), (14, Wish.WANT), (24, Wish.CAN))


class RandomBot(OwnBot):
    """Lays any card that does not lose at once, and stops when a coin says so. Says nothing."""

    name = "random"

    def move(self, view: View) -> Move:
        """A random safe lay; once the turn may be ended, it is ended half of the time."""
        rng = self._dice(view)
        lays = list(view.turn.lays())
        rng.shuffle(lays)  # the first safe one of a shuffled list is a fair pick of the safe ones
        return first_safe(view, lays, end_first=rng.random() < 0.5)

    def offer(self, view: View) -> Wish | None:
        """It does not care who starts."""
        return None

    def marks(self, view: View) -> Mapping[str, Marker]:
        """It has nothing to say."""
        return {}

    def _dice(self, view: View) -> Random:
        """Dice that fall the same way for the same seed and view, on every machine."""
        return Random(repr((self.seed, view.viewer, view.rows, view.hand, tuple(view.laid))))


class GreedyBot(OwnBot):
    """Lays the smallest step, ends as soon as it may, and marks the rows that it waits for."""

    name = "greedy"

    def move(self, view: View) -> Move:
        """End when that is allowed, else the smallest step; of equal steps the lowest card's."""
        turn = view.turn
        if turn.may_end and not view.loses(END):
            return END
        lays = sorted(turn.lays(), key=lambda lay: step_of(turn, lay))  # keeps card and row order
        return first_safe(view, lays, end_first=False)

    def offer(self, view: View) -> Wish | None:
        """Offers by how little the smallest steps of its hand would take from the empty rows."""
        cost = opening_cost(view.rules, view.hand)
        return next((wish for most, wish in _WISHES if cost <= most), None)


def step_of(turn: Turn, lay: Lay) -> int:
    """How many numbers ``lay`` uses up on its row; a backwards trick gives ten back (B4).

    An empty row counts from just before its first number.
    """
    edition = turn.rules.edition
    place = edition.row_index[lay.row]
    top = turn.tops[place]
    gone = lay.card - (edition.starts[place] if top is None else top)
    return gone if turn.rules.ups[place] else -gone


def opening_cost(rules: Rules, hand: Iterable[Card]) -> int:
    """What a turn of the smallest steps on empty rows would use up."""
    low, high = rules.edition.low, rules.edition.high
    steps = sorted(min(card - low, high - card) + 1 for card in hand)
    return sum(steps[: rules.minimum])


def first_safe(view: View, lays: list[Lay], *, end_first: bool) -> Move:
    """The first of ``lays`` that does not lose at once, or the end of the turn.

    ``lays`` are all that are accepted, the most wanted first; with ``end_first`` ending is wanted
    more than any of them. When every move loses, the one that keeps to the law.
    """
    turn = view.turn
    safe_end = turn.may_end and not view.loses(END)
    if safe_end and end_first:
        return END
    for lay in lays:
        if not view.loses(lay):
            return lay
    if turn.may_end:
        return END
    if view.laid and view.rules.options.take_backs and not completes(turn):
        return BACK  # B12r: somebody laid carelessly, and it can still be mended
    return next((lay for lay in lays if not turn.judge(lay).fails), lays[0])
