"""A table played in this terminal: people at one keyboard, bots beside them, the record on disk.

Both front ends use it the same way: call :meth:`Session.bot_step` until it returns None, then let
the person of :meth:`Session.waiting_for` act on ``session.table``.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from random import Random

from ninetyeight.bots.bot import Bot, make_bot
from ninetyeight.bots.markers import changes
from ninetyeight.rules import Sign
from ninetyeight.table import (
    Event,
    Marked,
    Moved,
    Offered,
    Picked,
    RecordError,
    RecordFile,
    Setup,
    Table,
    new_path,
    records_folder,
)


class Phase(Enum):
    """Where a table stands."""

    PICKING = "picking"
    AGREEING = "agreeing"
    PLAYING = "playing"
    OVER = "over"


class Session:
    """One game in one terminal. Everything that happens goes through its table and record."""

    def __init__(self, record: RecordFile) -> None:
        self.record = record
        self.bots: dict[int, Bot] = {
            seat: make_bot(player.bot, self.setup.bot_seed + seat)
            for seat, player in enumerate(self.setup.seats)
            if player.bot is not None
        }
        #: After how many moves bots have set their markers.
        self._marked_at = -1

    @property
    def table(self) -> Table:
        """The authority of this game."""
        return self.record.table

    @property
    def setup(self) -> Setup:
        """How the game began."""
        return self.table.setup

    @property
    def people(self) -> tuple[int, ...]:
        """Seats with a person."""
        return tuple(s for s, player in enumerate(self.setup.seats) if player.bot is None)

    @property
    def phase(self) -> Phase:
        """Where the table stands now."""
        state = self.table.state
        if state.game is None:
            return Phase.PICKING
        if state.outcome is not None:
            return Phase.OVER
        return Phase.AGREEING if state.active is None else Phase.PLAYING

    def waiting_for(self) -> int | None:
        """The person who must act for the game to go on; None when it is nobody's move.

        While the team agrees who starts, anybody may act: then this is None too.
        """
        state = self.table.state
        if self.phase is Phase.PICKING:
            return next((s for s in self.people if s not in state.picks), None)
        if self.phase is Phase.PLAYING and state.active in self.people:
            return state.active
        return None

    def bot_step(self) -> Event | None:
        """Let the bots do one thing; the event, or None when it is the people's turn to act."""
        match self.phase:
            case Phase.PICKING:
                return self._bot_pick()
            case Phase.AGREEING:
                return self._bot_offer()
            case Phase.PLAYING:
                return self._bot_mark() or self._bot_move()
            case Phase.OVER:
                self.record.finish()
                return None

    def settle(self, seat: int | None = None) -> None:
        """Start the game: with ``seat``, or else with the strongest wish (B10r)."""
        if seat is None:
            seat = self.table.state.talk.settled(self.setup.rules.players)
        self.table.start(seat)

    def close(self) -> None:
        """Let go of the bots and the record."""
        for bot in self.bots.values():
            bot.close()
        self.record.close()

    def _submit(self, event: Event) -> Event:
        self.table.submit(event)
        return event

    def _bot_pick(self) -> Event | None:
        state = self.table.state
        seat = next((s for s in self.bots if s not in state.picks), None)
        if seat is None:
            return None
        taken = {place for places in state.picks.values() for place in places}
        free = [place for place in range(len(self.setup.deal.deck)) if place not in taken]
        rng = Random(f"{self.setup.bot_seed}/{seat}")
        return self._submit(Picked(seat, tuple(rng.sample(free, self.setup.rules.hand_size))))

    def _bot_offer(self) -> Event | None:
        offered = {e.seat for e in self.table.log if isinstance(e, Offered)}
        for seat, bot in self.bots.items():
            if seat not in offered:
                return self._submit(Offered(seat, bot.offer(self.table.view(seat))))
        if not self.people:
            self.settle()
            return self.table.log[-1]
        return None

    def _bot_mark(self) -> Event | None:
        """One change of a bot's markers, between turns and when talk is allowed (T8r)."""
        if self.table.state.game is None or self.table.state.game.laid:
            return None
        moves = sum(isinstance(event, Moved) for event in self.table.log)
        if moves == self._marked_at:
            return None
        for seat, bot in self.bots.items():
            view = self.table.view(seat)
            if view.refuses(Sign.MARKER) is not None:
                continue
            for row, marker in changes(view, bot.marks(view)):
                return self._submit(Marked(seat, row, marker))
        self._marked_at = moves
        return None

    def _bot_move(self) -> Event | None:
        active = self.table.state.active
        if active is None or active not in self.bots:
            return None
        move = self.bots[active].move(self.table.view(active))
        return self._submit(Moved(active, move))


def new_record(setup: Setup) -> RecordFile:
    """A new record for a game that begins now."""
    folder = records_folder()
    try:
        return RecordFile.create(new_path(folder, setup, datetime.now().astimezone()), setup)
    except OSError as cause:
        raise RecordError(
            "record_not_written", path=str(cause.filename or folder), why=cause.strerror or ""
        ) from cause
