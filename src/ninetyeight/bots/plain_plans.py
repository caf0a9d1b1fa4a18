"""Plans for a turn in which only numbers count: no command and no due fire in sight.

All ways to lay what is owed are tried, as far as they make sense: on each row the backwards trick,
the nearest cards ahead, and cards that another one can follow by the trick. The most promising are
followed card by card beyond the minimum, as long as one of them promises more than the best turn
found so far. When all that finds no turn, every card is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ninetyeight.bots.position import Outlook, Tops, cards_as_bits
from ninetyeight.bots.weights import WON
from ninetyeight.rules import Card, Lay, Turn

#: The tops and the hand that some lays lead to.
_Place = tuple[Tops, int]
#: Lays in order, each a card and the place of its row.
_Way = tuple[tuple[Card, int], ...]


@dataclass(frozen=True)
class Plan:
    """A whole turn, from its first card, and what it costs."""

    lays: tuple[Lay, ...]
    cost: int


def best(outlook: Outlook, turn: Turn, *, late: bool) -> Plan | None:
    """The cheapest turn that was found; None when the minimum cannot be laid.

    ``late`` says that the draw pile is empty.
    """
    names = turn.rules.edition.row_names
    for everything in (False, True):
        found = PlanSearch(outlook, turn, late, everything=everything).best()
        if found is not None:
            cost, way = found
            return Plan(turn.laid + tuple(Lay(card, names[row]) for card, row in way), cost)
    return None


class PlanSearch:
    """One search for the cheapest turn, among the nearest cards or among all."""

    def __init__(self, outlook: Outlook, turn: Turn, late: bool, *, everything: bool) -> None:
        self.outlook = outlook
        self.everything = everything
        self.elsewhere = turn.elsewhere
        self.begun = len(turn.laid)
        self.owed = max(0, turn.minimum - len(turn.laid))
        self.extra = outlook.terms.extra_late if late else outlook.terms.extra
        self.start: _Place = (
            turn.rules.edition.tops_to_follow(turn.tops),
            cards_as_bits(turn.hand),
        )
        ups, step, hand = turn.rules.ups, turn.rules.edition.step, outlook.hand
        self.ways = [1 if up else -1 for up in ups]
        #: Own cards that another own card can follow by the trick, row by row.
        self.begins = [hand & (hand << step if up else hand >> step) for up in ups]
        self.alike = [
            [other for other, way in enumerate(self.ways) if way == self.ways[row] and other != row]
            for row in range(len(ups))
        ]

    def best(self) -> tuple[int, _Way] | None:
        """The cost and the lays of the cheapest turn; None when what is owed cannot be laid."""
        weights = self.outlook.weights
        level: dict[_Place, _Way] = {self.start: ()}
        for laid in range(1, self.owed):
            level = self._onward(level, laid)
        found: tuple[int, _Way] | None = None
        more = 0
        if self.owed == 0:  # in the middle of a turn that may end here
            found = (self.outlook.cost(*self.start), ())
            more = 1
        while level:
            level = self._onward(level, self.owed + more)
            ranked = []
            for place, way in level.items():
                cost, tricks = self.outlook.judge(*place)
                cost += self.extra * more
                if not place[1] and self.elsewhere == 0:
                    cost = WON  # every card of the game is laid
                if found is None or cost < found[0]:
                    found = (cost, way)
                ranked.append((cost - weights.promise * tricks, place))
            if found is None:
                break
            ranked.sort(key=lambda entry: entry[0])
            if ranked and ranked[0][0] > found[0]:
                break  # none promises to be better
            followed = ranked[: weights.beam[min(more, 1)]]
            level = {p: level[p] for rank, p in followed if rank <= found[0] + weights.worse}
            more += 1
        return found

    def _onward(self, level: dict[_Place, _Way], laid: int) -> dict[_Place, _Way]:
        """Every position one lay further, each once, with the first way there that was found."""
        owing = laid <= self.owed
        found: dict[_Place, _Way] = {}
        for (tops, hand), way in level.items():
            # Lays on different rows can be swapped: while cards are owed, rows are taken in order.
            first = way[-1][1] if owing and way else 0
            for row in range(first, len(tops)):
                for card in self._tried(tops, hand, row, owing):
                    place = (tops[:row] + (card,) + tops[row + 1 :], hand ^ 1 << card)
                    if place not in found:
                        found[place] = (*way, (card, row))
        return found

    def _tried(self, tops: Tops, hand: int, row: int, owing: bool) -> Iterator[Card]:
        """The cards that are tried on a row where only numbers count, lowest first."""
        outlook, up, top = self.outlook, self.ways[row], tops[row]
        ahead = outlook.reaches[row][top].ahead & hand
        for other in self.alike[row]:
            # Cards beyond the other row's top belong there, unless a trick is hoped for on it. Of
            # two rows that look the same the first will do.
            further = (tops[other] - top) * up
            if (further > 0 and not self.everything) or (further == 0 and other < row):
                ahead &= ~outlook.entry(other, tops[other]).shaded
        return self._nearest(top, hand, row, owing, ahead)

    def tried_anywhere(self, tops: Tops, hand: int, row: int, owing: bool) -> Iterator[Card]:
        """The cards that are tried on a row for its own sake, lowest first."""
        top = tops[row]
        return self._nearest(top, hand, row, owing, self.outlook.reaches[row][top].ahead & hand)

    def _nearest(self, top: Card, hand: int, row: int, owing: bool, ahead: int) -> Iterator[Card]:
        """Of the cards ``ahead`` those that are tried, and the trick."""
        outlook = self.outlook
        tried = outlook.entry(row, top).back & hand
        if self.everything:
            tried |= ahead
        else:
            nearest = bits_of(ahead) if self.ways[row] > 0 else reversed(list(bits_of(ahead)))
            tried |= cards_as_bits(islice(nearest, outlook.weights.nearest[0 if owing else 1]))
            if owing:
                tried |= ahead & self.begins[row]
        return bits_of(tried)


def bits_of(cards: int) -> Iterator[Card]:
    """The cards of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest
