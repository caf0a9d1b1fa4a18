"""One running game as an authority without transport.

A :class:`Table` asks the law, writes the event down, and only then lets anybody see its effect. The
terminal plays through one. The server keeps rooms of its own; what both share is the fold of events
(:mod:`ninetyeight.table.state`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ninetyeight.rules import BACK, END, Card, Command, Lay, Marker, View, Wish
from ninetyeight.table.events import Event, Marked, Moved, Named, Offered, Picked, Started
from ninetyeight.table.record import write_record
from ninetyeight.table.setup import Setup
from ninetyeight.table.state import TableState, advance


class Table:
    """A table with its log. Every method either changes it by exactly one event or raises.

    ``keep`` is called with each new event before it takes effect: when it fails (a full disk,
    say), the event has not happened. ``events`` are what has happened already, when a game is
    resumed; they are not kept again.
    """

    def __init__(
        self,
        setup: Setup,
        events: Iterable[Event] = (),
        keep: Callable[[Event], None] | None = None,
    ) -> None:
        self.setup = setup
        self._keep = keep
        self._log: list[Event] = []
        self._state = TableState.initial(setup)
        for event in events:
            self._state = advance(self._state, event)
            self._log.append(event)

    @property
    def state(self) -> TableState:
        """The table as it stands: the fold of all events so far."""
        return self._state

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that has happened, in order."""
        return tuple(self._log)

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self._state.outcome is not None

    def record(self) -> str:
        """The record of the game so far, as text that `read_record` reads."""
        return write_record(self.setup, self.log)

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know now; None is a spectator."""
        return self._state.view(seat)

    def submit(self, event: Event) -> TableState:
        """Let ``event`` happen: ask the law, write it down, then make it so."""
        after = advance(self._state, event)
        if self._keep is not None:
            self._keep(event)
        self._state = after
        self._log.append(event)
        return after

    def pick(self, seat: int, places: Iterable[int]) -> TableState:
        """Take a hand from the face-down fan."""
        return self.submit(Picked(seat, tuple(places)))

    def offer(self, seat: int, wish: Wish | str | None) -> TableState:
        """Offer to start, or withdraw the offer (B10r)."""
        return self.submit(Offered(seat, Wish.maybe(wish)))

    def start(self, seat: int) -> TableState:
        """Settle who takes the first turn (B10)."""
        return self.submit(Started(seat))

    def lay(self, seat: int, card: Card, row: str) -> TableState:
        """Lay a card (B5)."""
        return self.submit(Moved(seat, Lay(card, row)))

    def back(self, seat: int) -> TableState:
        """Take back the last card of this turn (B12r)."""
        return self.submit(Moved(seat, BACK))

    def end(self, seat: int) -> TableState:
        """End the turn (B6)."""
        return self.submit(Moved(seat, END))

    def mark(self, seat: int, row: str, marker: Marker | str | None) -> TableState:
        """Put a marker on a row, or withdraw it (T8r)."""
        return self.submit(Marked(seat, row, Marker.maybe(marker)))

    def name(self, seat: int, command: Command | str) -> TableState:
        """Name a command one holds (T3)."""
        return self.submit(Named(seat, Command(command)))
