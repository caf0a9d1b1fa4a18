"""Bots at a table: what they want to do next, in the order a table expects it.

Terminal and server ask the same question after every event: does a bot act now? The answer is an
event that has not happened yet; whoever asked submits it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from ninetyeight.rules import Deal, Marker, Move, Sign, Strictness, View, Wish, speakers
from ninetyeight.table.events import Event, Marked, Moved, Offered, Picked, Started
from ninetyeight.table.setup import NAME_LENGTH, Seat, Setup
from ninetyeight.table.state import TableState
from ninetyeight.table.table import Table


class TableBot(Protocol):
    """What a table asks of a bot. It gets views and nothing else."""

    def move(self, view: View) -> Move:
        """The next move of its turn."""

    def offer(self, view: View) -> Wish | None:
        """How much it would like to start (B10r)."""

    def marks(self, view: View) -> Mapping[str, Marker]:
        """All the markers it wants to show now (T8r)."""


class Company:
    """The bots of one table by seat.

    ``players`` may change while the game runs, and so may ``guests``: seats of programs elsewhere,
    which speak for themselves and take part in the order of speaking (T11r).
    """

    def __init__(self, players: Mapping[int, TableBot], seed: int) -> None:
        self.players: dict[int, TableBot] = dict(players)
        self.guests: Collection[int] = ()
        self._seed = seed
        #: After how many moves they were asked for their markers, what each bot answered, and who
        #: has nothing more to say.
        self._asked_at = -1
        self._wanted: dict[int, Mapping[str, Marker]] = {}
        self._spoken: set[int] = set()

    def next_event(self, state: TableState, log: Sequence[Event]) -> Event | None:
        """What a bot does now; None when the people are to act or the game is over.

        Ask again after the event has happened: bots may have more to do.
        """
        return self.next_word(state, log) or self._move(state, log)

    def next_word(self, state: TableState, log: Sequence[Event]) -> Event | None:
        """The same for all but moves: picks, offers and markers."""
        if not (self.players or self.guests) or state.outcome is not None:
            return None
        if state.game is None:
            return self._pick(state)
        if state.active is None:
            return self._offer(state)
        return self._mark(state, log)

    def speaker(self, state: TableState, log: Iterable[Event]) -> int | None:
        """Who is asked for markers now: the first bot or guest in the order of speaking that has
        not spoken before this turn (T11r). None when nobody is, or nothing may be said."""
        if state.game is None or state.talk.laying:
            return None
        moves = sum(isinstance(event, Moved) for event in log)
        if moves != self._asked_at:
            self._asked_at, self._wanted, self._spoken = moves, {}, set()
        asked = {*self.players, *self.guests} - self._spoken
        seat = next((seat for seat in speakers(state.game) if seat in asked), None)
        closed = seat is None or state.view(seat).talk_refusal(Sign.MARKER) is not None
        return None if closed else seat

    def spoke(self, seat: int) -> None:
        """A guest has said what it wants to say before this turn, or did not answer in time."""
        self._spoken.add(seat)

    def _pick(self, state: TableState) -> Event | None:
        seat = next((s for s in self.players if s not in state.picks), None)
        return None if seat is None else random_pick(state, seat, f"{self._seed}/{seat}")

    def _offer(self, state: TableState) -> Event | None:
        """An offer by the quality of the hand, or just the sign of being ready (B10r)."""
        rules = state.setup.rules
        for seat, bot in self.players.items():
            if seat not in state.answered:
                ready = rules.edition.spontaneous
                return Offered(seat, Wish.CAN if ready else bot.offer(state.view(seat)))
        if not state.spoken(self.players):
            return None
        if rules.edition.spontaneous:
            return Started(self._keenest(state))
        if len(self.players) == rules.players:
            return Started(state.talk.settled(rules.players))
        return None

    def _keenest(self, state: TableState) -> int:
        """The bot that feels most like starting, the lowest seat among equals."""
        order = (None, *Wish)
        wishes = {
            seat: Wish.maybe(bot.offer(state.view(seat))) for seat, bot in self.players.items()
        }
        return max(sorted(wishes), key=lambda seat: order.index(wishes[seat]))

    def _mark(self, state: TableState, log: Iterable[Event]) -> Event | None:
        """One change of a bot's markers, before a turn and when talk is allowed (T8r, T11r)."""
        while (seat := self.speaker(state, log)) in self.players:
            assert seat is not None
            view = state.view(seat)
            if seat not in self._wanted:
                self._wanted[seat] = self.players[seat].marks(view)
            for row, marker in view.mark_changes(self._wanted[seat]):
                return Marked(seat, row, marker)
            self._spoken.add(seat)
        return None

    def _move(self, state: TableState, log: Sequence[Event]) -> Event | None:
        active = state.active
        if active is None or active not in self.players or self.speaker(state, log) is not None:
            return None
        return Moved(active, self.players[active].move(state.view(active)))


def play_out(
    deal: Deal, players: Sequence[TableBot], *, talk: Strictness | str = Strictness.SILENT
) -> Table:
    """Play ``deal`` among bots, one per seat, as a table plays it: over, and with its whole log.

    They settle who starts (B10r). A seat is called what its bot is called.
    """
    for player in players:
        if not hasattr(player, "move"):
            raise TypeError(f"{player!r} is no bot: give what make_bot makes, or what is like it")
    names = [str(getattr(player, "name", "bot"))[:NAME_LENGTH] for player in players]
    table = Table(Setup(deal, tuple(Seat(name, name) for name in names), Strictness(talk)))
    company = Company(dict(enumerate(players)), seed=0)
    while (event := company.next_event(table.state, table.log)) is not None:
        table.submit(event)
    return table


def random_pick(state: TableState, seat: int, seed: str) -> Picked:
    """A hand picked blindly from the places of the fan that are free."""
    return Picked(seat, tuple(Random(seed).sample(state.free_places, state.setup.rules.hand_size)))
