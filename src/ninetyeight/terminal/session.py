"""A table played in this terminal: people at one keyboard, bots beside them, the record on disk.

Both front ends use it the same way: call :meth:`Session.bot_step` until it returns None, then let
the person of :meth:`Session.waiting_for` act on ``session.table``.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from ninetyeight.bots.bot import Bot, BotError, searcher_names
from ninetyeight.bots.guided import make_mate
from ninetyeight.bots.mind import Mind
from ninetyeight.coach import ADVISER, Hint, hint
from ninetyeight.rules import View, Wish
from ninetyeight.table import (
    Company,
    Event,
    Hinted,
    Phase,
    RecordError,
    RecordFile,
    Setup,
    Table,
    new_path,
    records_folder,
)


class Session:
    """One game in one terminal. Everything that happens goes through its table and record."""

    def __init__(self, record: RecordFile) -> None:
        self.record = record
        #: Where bots search, and hints come from.
        self.mind = Mind()
        self.bots: dict[int, Bot] = {
            seat: self.new_bot(seat)
            for seat, player in enumerate(self.setup.seats)
            if player.bot is not None
        }
        if any(player.bot in searcher_names() for player in self.setup.seats):
            self.mind.start()  # where none of them sits, the first hint does
        self._company = Company(self.bots, self.setup.bot_seed)

    def new_bot(self, seat: int) -> Bot:
        """The bot of a seat; BotError when it cannot be started."""
        return make_mate(self.setup.seats[seat].bot or "", self.setup.bot_seed + seat, self.mind)

    @property
    def thinks(self) -> str | None:
        """The bot whose turn it is, if it is one that searches."""
        active = self.table.state.active
        bot = None if active is None else self.setup.seats[active].bot
        return bot if bot in searcher_names() else None

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
        return self.table.state.phase

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
        if self.phase is Phase.OVER:
            self.record.finish()
            return None
        event = self._company.next_event(self.table.state, self.table.log)
        if event is not None:
            self.table.submit(event)
        return event

    def settle(self, seat: int | None = None) -> None:
        """Start the game: with ``seat``, or else with the strongest wish (B10r)."""
        if seat is None:
            seat = self.table.state.talk.settled(self.setup.rules.players)
        self.table.start(seat)

    def start_here(self, seat: int) -> None:
        """A person feels like starting, and is ready by that (B10r)."""
        if seat not in self.table.state.answered:
            self.table.offer(seat, Wish.CAN)
        self.table.start(seat)

    def leave_to_others(self) -> None:
        """Nobody here feels like starting: a bot will, without bots the first seat does (B10r)."""
        for seat in self.people:
            self.table.offer(seat, None)
        if not self.bots:
            self.settle()

    def mark_hinted(self, seat: int) -> None:
        """Before a hint is told: the game counts as played with hints from now on."""
        if seat not in self.table.state.hinted:
            self.table.submit(Hinted(seat))

    def hint(self, view: View) -> Hint:
        """What a bot would do in the place of whoever has this view."""
        seed, thought = self.setup.bot_seed, None
        if ADVISER in searcher_names():
            with suppress(BotError):
                thought = self.mind.think(view, ADVISER, seed)
        return hint(view, seed, thought)

    def close(self) -> None:
        """Let go of the bots and the record."""
        for bot in self.bots.values():
            bot.close()
        self.mind.close()
        self.record.close()


def new_record(setup: Setup) -> RecordFile:
    """A new record for a game that begins now."""
    folder = records_folder()
    try:
        return RecordFile.create(new_path(folder, setup, datetime.now().astimezone()), setup)
    except OSError as cause:
        raise RecordError(
            "record_not_written", path=str(cause.filename or folder), why=cause.strerror or ""
        ) from cause
