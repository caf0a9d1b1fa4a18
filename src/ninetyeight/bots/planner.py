"""The planner: plans its whole turn, counts what is still out, heeds and sets markers.

It tries ways to lay its turn, judges the position each would leave (see
:mod:`ninetyeight.bots.position`), and takes the cheapest. It is a function of its view: asked in
the middle of a turn, it plans that turn again from its start and goes on with it.
"""

from __future__ import annotations

from ninetyeight.bots import duty_plans, plain_plans
from ninetyeight.bots.bot import OwnBot
from ninetyeight.bots.markers import meanings
from ninetyeight.bots.plain_plans import Plan
from ninetyeight.bots.position import Outlook, cards_as_bits
from ninetyeight.bots.simple import first_safe
from ninetyeight.bots.weights import WISHES, weights_for
from ninetyeight.rules import END, Card, Lay, Mark, Marker, Move, Strictness, Turn, View, Wish

_ORDER = tuple(Marker)


class Planner(OwnBot):
    """Plans whole turns by the cost of the position they leave."""

    name = "planner"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._last: tuple[object, Plan | None] = (None, None)

    def move(self, view: View) -> Move:
        """The next move of the turn it has planned."""
        turn = view.turn
        plan = self._planned(view)
        if plan is not None:
            done = len(turn.laid)
            if plan.lays[:done] == turn.laid:
                move = plan.lays[done] if done < len(plan.lays) else END
                if isinstance(move, Lay) or turn.may_end:
                    return move
        plan = make_plan(view, turn)  # somebody else began this turn, or took cards back
        if plan is not None:
            return plan.lays[len(turn.laid)] if len(plan.lays) > len(turn.laid) else END
        wanted = sorted(turn.lays(), key=view.loses)
        return first_safe(view, wanted, end_first=True)

    def offer(self, view: View) -> Wish | None:
        """Offers by how little its best first turn would cost the team."""
        turn = view.turn_start
        plan = make_plan(view, turn)
        if plan is None:
            return None
        outlook = outlook_of(view, turn)
        before = outlook.cost(outlook.start, cards_as_bits(view.hand))
        return next((Wish(wish) for most, wish in WISHES if plan.cost - before <= most), None)

    def plan(self, view: View, turn: Turn) -> Plan | None:
        """The turn to make, ``turn`` being its start; None when none was found."""
        return make_plan(view, turn)

    def _planned(self, view: View) -> Plan | None:
        """The plan of this turn from its start; kept until another turn is asked about."""
        key = turn_key(view)
        if self._last[0] != key:
            self._last = (key, self.plan(view, view.turn_start))
        return self._last[1]


def turn_key(view: View) -> object:
    """All that the plan of a turn depends on, the same from its start to its end."""
    start = view.turn_start
    # The own markers go as the own cards are laid; the plan depends on the others' alone.
    return (
        (view.viewer, view.rules, view.draw_size, view.commands),
        (view.talk.strictness, heard(view)),
        (view.rows_before_turn(), start.hand, start.minimum),
    )


def make_plan(view: View, turn: Turn) -> Plan | None:
    """The cheapest way found to complete ``turn``; None when none was found."""
    outlook = outlook_of(view, turn)
    late = view.draw_size == 0
    if duty_plans.needed(turn):
        return duty_plans.best(outlook, turn, late=late)
    return plain_plans.best(outlook, turn, late=late)


def outlook_of(view: View, turn: Turn) -> Outlook:
    """How the viewer judges positions that ``turn`` can lead to."""
    rules = view.rules
    markers = view.talk.strictness is not Strictness.SILENT
    weights = weights_for(rules, markers=markers)
    rows = view.rows_before_turn()
    start = rules.edition.tops_to_follow([row[-1] if row else None for row in rows])
    wary = _wary(view, rows, weights.marks) if heard(view) else {}
    hand = cards_as_bits(turn.hand)
    return Outlook(rules.edition, weights, cards_as_bits(view.unseen), hand, start, wary)


def heard(view: View) -> tuple[Mark, ...]:
    """The markers of others to heed: those that stand, and those that this turn has taken off
    (T7r)."""
    marks = (*view.talk.heard, *view.talk.marks)
    return tuple(mark for mark in marks if mark.seat != view.viewer)


def _wary(
    view: View, rows: tuple[tuple[Card, ...], ...], weights: tuple[int, int, int]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each marked row: how much each card that a marker may stand for would be missed.

    A marker that spoke of another top than the row has now says nothing any more.
    """
    said = meanings(view.rules, rows)
    unseen = set(view.unseen)
    found: dict[int, list[tuple[int, int]]] = {}
    for mark in heard(view):
        place = view.rules.edition.row_index[mark.row]
        row = rows[place]
        if not row or row[-1] != mark.top:
            continue
        cards = said[mark.row].get(mark.marker, frozenset()) & unseen
        if cards:
            weight = weights[_ORDER.index(mark.marker)] // len(cards)
            found.setdefault(place, []).append((weight, cards_as_bits(cards)))
    return {place: tuple(marks) for place, marks in found.items()}
