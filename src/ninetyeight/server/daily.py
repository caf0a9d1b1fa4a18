"""The games of the day: one deal a day for the whole world, with fixed edition, seats and bots.

The day is that of UTC, and the deal is made from it, so that every server has the same one. The
first try on a device counts: its seat's secret is made from the device's own random id and the day
(:func:`~ninetyeight.server.tokens.secret_of_device`), its table's name from that, so whoever asks
again finds the table there. Nothing about the device is kept, and one that forgets its id, or gives
another one, is a new device.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property

from ninetyeight.rules import Deal
from ninetyeight.server.names import bot_seat_name, checked_name
from ninetyeight.server.room_events import Dealt, Readied, RoomEvent, Sat
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.server.tokens import hash_of, new_invite
from ninetyeight.wire.http import DailyName
from ninetyeight.wire.plan import Plan

#: Who sits beside the person in each of the day's games.
COMPANY: dict[DailyName, tuple[str, ...]] = {"alone": (), "bots": ("planner", "planner")}


def today() -> date:
    """The day it is: the same all over the world."""
    return datetime.now(UTC).date()


def seconds_left() -> int:
    """Seconds until the next day begins, at least one."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    return max(1, round((midnight - now).total_seconds()))


@dataclass(frozen=True)
class Daily:
    """One of the day's games."""

    name: DailyName
    day: date

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots on the seats after the person's."""
        return COMPANY[self.name]

    @property
    def purpose(self) -> str:
        """What a device's table and seat are for."""
        return f"daily/{self.day.isoformat()}/{self.name}"

    @property
    def plan(self) -> Plan:
        """The plan of its table, which names no deal."""
        return Plan(players=len(self.bots) + 1)

    @cached_property
    def deal(self) -> Deal:
        """The day's deal: the same on every server."""
        rules = self.plan.rules_with(1)
        game = (Deal.of_bits(rules, 0).code or "").rpartition("-")[0]
        return Deal.of_bits(rules, int.from_bytes(self._digest(game)[:10], "big"))

    @property
    def code(self) -> str:
        """The code of the day's deal."""
        assert self.deal.code is not None
        return self.deal.code

    @property
    def bot_seed(self) -> int:
        """The bots' seed: they play alike for everybody."""
        return int.from_bytes(self._digest("bots")[:4], "big")

    def _digest(self, of: str) -> bytes:
        return hashlib.sha256(f"ninetyeight/daily/{self.day.isoformat()}/{of}".encode()).digest()

    def first_try(self, table: str, secret: str, name: str) -> tuple[RoomState, list[RoomEvent]]:
        """A new room for a first try, and its first events: the cards are dealt at once.

        The deal is not marked as known beforehand: nobody has seen its cards on this device.
        """
        state = RoomState.opened(table, self.plan, new_invite(), None)
        events: list[RoomEvent] = [Sat(0, checked_name(name), hash_of(secret))]
        seated = advance_room(state, events[0])
        for seat, bot in enumerate(self.bots, start=1):
            sat = Sat(seat, bot_seat_name(seated, seat), bot=bot)
            events.append(sat)
            seated = advance_room(seated, sat)
        events += [Readied(0, True), Dealt(self.code, False, self.bot_seed)]
        return state, events
