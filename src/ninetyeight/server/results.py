"""How a game ended, as it is kept for comparing teams on one deal."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from ninetyeight.rules import LAW_OPTIONS
from ninetyeight.server.room_state import Phase, RoomState
from ninetyeight.server.store import Result


def result_of(before: RoomState, after: RoomState) -> Result | None:
    """The result that came about between the two; None when no game ended there."""
    if not before.running or after.phase is not Phase.OVER:
        return None
    table = after.table
    assert table is not None
    assert table.outcome is not None
    setup, outcome = table.setup, table.outcome
    assert setup.deal.code is not None
    options = {name: True for name in LAW_OPTIONS if getattr(setup.rules.options, name)}
    return Result(
        room=after.id,
        deal=setup.deal.code,
        edition=setup.rules.edition.id,
        options=json.dumps(options),
        players=setup.rules.players,
        won=outcome.won,
        left=outcome.left,
        reason=None if outcome.reason is None else outcome.reason.value,
        known_deal=setup.known_deal,
        names=tuple(seat.name for seat in setup.seats),
        bots=sum(seat.bot is not None for seat in setup.seats),
        ended_at=datetime.now(UTC),
        changed_hands=any(seat.changed_hands for seat in setup.seats),
        hinted=bool(table.hinted),
    )
