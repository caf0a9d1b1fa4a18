"""Plans for a turn in which only numbers count: no command and no due fire in sight."""

from __future__ import annotations

from dataclasses import dataclass

from ninetyeight.bots.position import Outlook, Tops, cards_as_bits, tops_of
from ninetyeight.rules import Lay, Turn

#: How many cards ahead of each row are tried, besides the trick; all when that finds no turn.
NEAREST = 3

#: The tops and the hand that some lays lead to; the lays are kept beside it.
_Place = tuple[Tops, int]


@dataclass(frozen=True)
class Plan:
    """A whole turn, from its first card, and what it costs."""

    lays: tuple[Lay, ...]
    cost: float


def best(outlook: Outlook, turn: Turn, *, late: bool) -> Plan | None:
    """The cheapest turn that was found; None when the minimum cannot be laid.

    ``late`` says that the draw pile is empty.
    """
    for nearest in (NEAREST, len(turn.hand)):
        plan = _best(outlook, turn, nearest, late)
        if plan is not None:
            return plan
    return None


def _best(outlook: Outlook, turn: Turn, nearest: int, late: bool) -> Plan | None:
    weights = outlook.weights
    extra = weights.extra_late if late else weights.extra
    owed = max(0, turn.minimum - len(turn.laid))
    start: _Place = (tops_of(turn.rules.edition, turn.tops), cards_as_bits(turn.hand))
    ways: dict[_Place, tuple[Lay, ...]] = {start: turn.laid}
    level = [start]
    for _ in range(owed):
        level = _onward(outlook, turn, level, nearest, ways)
    found: tuple[float, _Place] | None = None
    more = 0
    while level:
        judged = []
        for place in level:
            cost = outlook.cost(*place)
            if not place[1] and turn.elsewhere == 0:
                cost = float("-inf")  # every card of the game is laid
            judged.append((cost, place))
            if found is None or cost + extra * more < found[0]:
                found = (cost + extra * more, place)
        judged.sort(key=lambda entry: entry[0])
        followed = [place for _, place in judged[: weights.beam]]
        level = _onward(outlook, turn, followed, nearest, ways)
        more += 1
    return None if found is None else Plan(ways[found[1]], found[0])


def _onward(
    outlook: Outlook,
    turn: Turn,
    level: list[_Place],
    nearest: int,
    ways: dict[_Place, tuple[Lay, ...]],
) -> list[_Place]:
    """Every new position one lay further; ``ways`` learns how it was reached.

    Lays on different rows can be swapped without changing where they lead, so each position is
    kept once.
    """
    names, ups = turn.rules.edition.row_names, turn.rules.ups
    found: list[_Place] = []
    for place in level:
        tops, hand = place
        way = ways[place]
        tried = set()
        for row, (top, up) in enumerate(zip(tops, ups, strict=True)):
            if (top, up) in tried:
                continue  # a row that looks the same would lead to the same
            tried.add((top, up))
            reach = outlook.reaches[row][top]
            cards = [reach.back.bit_length() - 1] if reach.back & hand else []
            ahead = reach.ahead & hand
            for _ in range(nearest):
                if not ahead:
                    break
                card = (ahead & -ahead if up else ahead).bit_length() - 1
                ahead ^= 1 << card
                cards.append(card)
            for card in cards:
                then = (tops[:row] + (card,) + tops[row + 1 :], hand ^ 1 << card)
                if then not in ways:
                    ways[then] = (*way, Lay(card, names[row]))
                    found.append(then)
    return found
