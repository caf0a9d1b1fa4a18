"""Bots at a table: what they want to do next, in the order a table expects it.

Terminal and server ask the same question after every event: does a bot act now? The answer is an
event that has not happened yet; whoever asked submits it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from ninetyeight.rules import Marker, Move, Sign, View, Wish, speakers
from ninetyeight.table.events import Event, Marked, Moved, Offered, Picked, Started
from ninetyeight.table.state import TableState


class Player(Protocol):
    """What a table asks of a bot. It gets views and nothing else."""

    def move(self, view: View) -> Move:
        """The next move of its turn."""

    def offer(self, view: View) -> Wish | None:
        """How much it would like to start (B10r)."""

    def marks(self, view: View) -> Mapping[str, Marker]:
        """All the markers it wants to show now (T8r)."""


class Company:
    """The bots of one table by seat. ``players`` may change while the game runs."""

    def __init__(self, players: Mapping[int, Player], seed: int) -> None:
        self.players: dict[int, Player] = dict(players)
        self._seed = seed
        #: After how many moves the bots were asked for their markers, and what each answered.
        self._asked_at = -1
        self._wanted: dict[int, Mapping[str, Marker]] = {}

    def next_event(self, state: TableState, log: Sequence[Event]) -> Event | None:
        """What a bot does now; None when the people are to act or the game is over.

        Ask again after the event has happened: bots may have more to do.
        """
        if not self.players or state.outcome is not None:
            return None
        if state.game is None:
            return self._pick(state)
        if state.active is None:
            return self._offer(state, log)
        return self._mark(state, log) or self._move(state)

    def _pick(self, state: TableState) -> Event | None:
        seat = next((s for s in self.players if s not in state.picks), None)
        return None if seat is None else random_pick(state, seat, f"{self._seed}/{seat}")

    def _offer(self, state: TableState, log: Sequence[Event]) -> Event | None:
        offered = {event.seat for event in log if isinstance(event, Offered)}
        for seat, bot in self.players.items():
            if seat not in offered:
                return Offered(seat, bot.offer(state.view(seat)))
        if len(self.players) == state.setup.rules.players:
            return Started(state.talk.settled(state.setup.rules.players))
        return None

    def _mark(self, state: TableState, log: Iterable[Event]) -> Event | None:
        """One change of a bot's markers, before a turn and when talk is allowed (T8r, T11r)."""
        if state.game is None or state.talk.laying:
            return None
        moves = sum(isinstance(event, Moved) for event in log)
        if moves != self._asked_at:
            self._asked_at, self._wanted = moves, {}
        for seat in speakers(state.game):
            view = state.view(seat)
            if view.refuses(Sign.MARKER) is not None:
                return None
            if seat in self.players:
                if seat not in self._wanted:
                    self._wanted[seat] = self.players[seat].marks(view)
                for row, marker in view.mark_changes(self._wanted[seat]):
                    return Marked(seat, row, marker)
        return None

    def _move(self, state: TableState) -> Event | None:
        active = state.active
        if active is None or active not in self.players:
            return None
        return Moved(active, self.players[active].move(state.view(active)))


def random_pick(state: TableState, seat: int, seed: str) -> Picked:
    """A hand picked blindly from the places of the fan that are free."""
    taken = {place for places in state.picks.values() for place in places}
    free = [place for place in range(len(state.setup.deal.deck)) if place not in taken]
    return Picked(seat, tuple(Random(seed).sample(free, state.setup.rules.hand_size)))
