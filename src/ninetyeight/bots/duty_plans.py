"""Plans for a turn with commands or due fires: every lay is asked of the law itself."""

from __future__ import annotations

from ninetyeight.bots.plain_plans import Plan
from ninetyeight.bots.position import Outlook, cards_as_bits, tops_of
from ninetyeight.bots.weights import FIRE, HELD, LASTING, WON
from ninetyeight.rules import Lay, Turn

#: How many cards ahead of each row are tried, besides the trick.
_NEAREST = 3
#: Ways that break off with a duty open must not crowd out the others: this many are followed.
_OPEN_BEAM = 2


def needed(turn: Turn) -> bool:
    """True when a command in hand, on a row or laid this turn, or a fire, may matter."""
    if turn.rules.fires and (turn.due_fires or not turn.rules.fires.isdisjoint(turn.hand)):
        return True
    return bool(turn.commands) and (
        bool(turn.visible) or turn.three or any(card in turn.commands for card in turn.hand)
    )


def best(outlook: Outlook, turn: Turn, *, late: bool) -> Plan | None:
    """The cheapest lawful turn that was found; None when none can be completed."""
    return _best(outlook, turn, late) or _any(outlook, turn)


def _best(outlook: Outlook, turn: Turn, late: bool) -> Plan | None:
    weights = outlook.weights
    extra = outlook.terms.extra_late if late else outlook.terms.extra
    found: Plan | None = None
    level = [turn]
    seen: set[object] = set()
    while level:
        judged: list[tuple[int, Turn]] = []
        for state in level:
            cost = _cost(outlook, state) + extra * max(0, len(state.laid) - state.minimum)
            ended = state.stopped or state.left == 0
            if state.left == 0:
                cost = WON
            if (ended or state.may_end) and (found is None or cost < found.cost):
                found = Plan(state.laid, cost)
            if not ended:
                judged.append((cost, state))
        judged.sort(key=lambda entry: entry[0])
        level = _onward([state for _, state in _beam(judged, weights.duty_beam)], seen)
    return found


def _beam(judged: list[tuple[int, Turn]], width: int) -> list[tuple[int, Turn]]:
    """The cheapest that may be ended, and twice as many that still owe something."""
    ready = [entry for entry in judged if entry[1].may_end]
    owing = [entry for entry in judged if not entry[1].may_end]
    return ready[:width] + owing[: _OPEN_BEAM * width]


def _onward(level: list[Turn], seen: set[object]) -> list[Turn]:
    found: list[Turn] = []
    for state in level:
        for lay in _near(state):
            after = state.after(lay)
            if state.broken_by(lay, after) is not None:
                continue  # X8r
            key = (after.hand, after.tops, after.fresh, after.bound, after.stopped)
            if key not in seen:
                seen.add(key)
                found.append(after)
    return found


def _near(turn: Turn) -> list[Lay]:
    """For each row the trick and the nearest few of the accepted lays."""
    step, rows = turn.rules.edition.step, turn.rules.edition.row_index
    by_row: dict[str, list[tuple[int, Lay]]] = {}
    for lay in turn.lays():
        top, up = turn.tops[rows[lay.row]], turn.rules.ups[rows[lay.row]]
        start = top if top is not None else (0 if up else turn.rules.edition.high + 1)
        ahead = lay.card - start if up else start - lay.card
        by_row.setdefault(lay.row, []).append((ahead, lay))
    chosen: list[Lay] = []
    for lays in by_row.values():
        lays.sort()
        tricks = sum(ahead == -step for ahead, _ in lays)
        chosen.extend(lay for _, lay in lays[: _NEAREST + tricks])
    return chosen


def _cost(outlook: Outlook, turn: Turn) -> int:
    """The cost of ending the turn here, with what stays visible for the next seat."""
    tops = tops_of(turn.rules.edition, turn.tops)
    cost = outlook.cost(tops, cards_as_bits(turn.hand))
    if turn.commands:
        cost += sum(LASTING.get(kind, 0) for kind in turn.visible)
        kinds = (turn.commands.on(card) for card in turn.hand)
        cost += sum(HELD.get(kind, 0) for kind in kinds if kind is not None)
    fires = turn.rules.fires
    if fires:
        cost += FIRE * sum(top in fires for top in turn.tops)
    return cost


def _any(outlook: Outlook, turn: Turn) -> Plan | None:
    """Some lawful turn, card by card, where the beam found none."""
    state = turn
    while not (state.may_end or state.stopped) and state.left:
        verdicts = (state.judge(lay, accepted=True) for lay in state.lays())
        safe = next((it.lay for it in verdicts if not it.fails), None)
        if safe is None:
            return None
        state = state.after(safe)
    return Plan(state.laid, _cost(outlook, state))
