"""Plans for a turn with commands or due fires: every lay is asked of the law itself.

The cards that are tried are those of :mod:`ninetyeight.bots.plain_plans`, on every row. Two kinds
of ways are followed side by side: those that may end where they are, and those that still owe
something, so that these are not crowded out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ninetyeight.bots.plain_plans import Plan, PlanSearch
from ninetyeight.bots.position import Outlook, cards_as_bits
from ninetyeight.bots.weights import WON
from ninetyeight.rules import Command, Lay, Turn

#: Commands that make the order of two lays on different rows matter.
_IN_ORDER = {Command.STOP, Command.NO_BACK, Command.ONE_ROW}
#: Where the prices of a command stand in the weights.
_PLACE = {kind: place for place, kind in enumerate(Command)}


class _Way(NamedTuple):
    """A turn begun in one way; ``bars`` if the latest lay could not be swapped with the next."""

    turn: Turn
    bars: bool


class _Ranked(NamedTuple):
    """How promising a way is."""

    rank: int
    way: _Way


def needed(turn: Turn) -> bool:
    """True when a command in hand, on a row or laid this turn, or a fire, may matter."""
    fires = turn.rules.fires
    burning = bool(fires) and (bool(turn.due_fires) or not fires.isdisjoint(turn.hand))
    return burning or turn.commanded


def best(outlook: Outlook, turn: Turn, *, late: bool) -> Plan | None:
    """The cheapest lawful turn that was found; None when none can be completed."""
    return (
        _best(outlook, turn, PlanSearch(outlook, turn, late, everything=False))
        or _best(outlook, turn, PlanSearch(outlook, turn, late, everything=True))
        or _any(outlook, turn)
    )


def _best(outlook: Outlook, turn: Turn, search: PlanSearch) -> Plan | None:
    weights = outlook.weights
    found = Plan(turn.laid, _cost(outlook, turn)[0]) if turn.may_end else None
    level = [_Way(turn, bars=False)]
    while level:
        ready: dict[object, _Ranked] = {}
        owing: dict[object, _Ranked] = {}
        for way in _onward(search, level):
            state = way.turn
            cost, tricks = _cost(outlook, state)
            cost += search.extra * max(0, len(state.laid) - state.minimum)
            if state.left == 0:
                cost = WON
            over = state.stopped or state.left == 0
            if (over or state.may_end) and (found is None or cost < found.cost):
                found = Plan(state.laid, cost)
            if not over and not (state.three and len(state.laid) == 3):  # X3
                ways = ready if state.may_end else owing
                entry = _Ranked(cost - weights.promise * tricks, way)
                ways.setdefault((state.tops, state.hand), entry)
        level = [
            way
            for ways, width in ((ready, weights.beam[0]), (owing, weights.owing))
            for rank, way in sorted(ways.values(), key=lambda entry: entry.rank)[:width]
            if found is None or rank <= found.cost + weights.worse
        ]
    return found


def _onward(search: PlanSearch, level: list[_Way]) -> Iterator[_Way]:
    """Every way one lay further, but those that break a duty (X8r)."""
    for turn, bars in level:
        edition, count = turn.rules.edition, len(turn.laid) + 1
        owing = count <= turn.minimum
        accepted = set(turn.lays())
        tops, hand = edition.tops_to_follow(turn.tops), cards_as_bits(turn.hand)
        last = edition.row_index[turn.laid[-1].row] if count > 1 + search.begun else 0
        for row, name in enumerate(edition.row_names):
            for card in search.tried_anywhere(tops, hand, row, owing):
                lay = Lay(card, name)
                if lay not in accepted:
                    continue
                after = turn.after(lay)
                if turn.broken_by(lay, after) is not None:
                    continue
                barred = not _IN_ORDER.isdisjoint(
                    (turn.commands.on(card), turn.commands.on(turn.tops[row]))
                )
                if owing and row < last and not bars and not barred:
                    continue  # the same two lays the other way round
                yield _Way(after, barred)


def _cost(outlook: Outlook, turn: Turn) -> tuple[int, int]:
    """The cost of ending the turn here, with what stays visible for the next seat, and how many
    own cards can be laid by the trick."""
    tops = turn.rules.edition.tops_to_follow(turn.tops)
    cost, tricks = outlook.judge(tops, cards_as_bits(turn.hand))
    weights = outlook.weights
    if turn.commands:
        cost += sum(weights.lasting[_PLACE[kind]] for kind in turn.visible)
        kinds = (turn.commands.on(card) for card in turn.hand)
        cost += sum(weights.held[_PLACE[kind]] for kind in kinds if kind is not None)
    fires = turn.rules.fires
    if fires:
        cost += weights.fire * sum(top in fires for top in turn.tops)
    return cost, tricks


def _any(outlook: Outlook, turn: Turn) -> Plan | None:
    """Some lawful turn, card by card, where the beam found none."""
    state = turn
    while not (state.may_end or state.stopped) and state.left:
        verdicts = (state.judge(lay, accepted=True) for lay in state.lays())
        safe = next((it.lay for it in verdicts if not it.fails), None)
        if safe is None:
            return None
        state = state.after(safe)
    return Plan(state.laid, _cost(outlook, state)[0])
