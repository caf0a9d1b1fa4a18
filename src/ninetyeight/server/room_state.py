"""The state of a room: a fold of its log, and nothing else (event sourcing).

:func:`advance_room` is the only way from one state to the next. It trusts that the event was
decided (:mod:`ninetyeight.server.decisions`) for everything but the game itself, where the law is
asked again, so that a log which was tampered with does not replay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from ninetyeight.rules import BACK, END, Rules
from ninetyeight.server.room_events import (
    Answered,
    Changed,
    Dealt,
    Followed,
    Freed,
    Played,
    Readied,
    Requested,
    RoomEvent,
    Sat,
    Talked,
)
from ninetyeight.table import (
    Event,
    LaidCard,
    Moved,
    Phase,
    Seat,
    Setup,
    StoodIn,
    TableState,
    TakenTurn,
    advance,
)
from ninetyeight.wire.plan import DoorWord, Plan, deal_for

#: The bot that plays for a seat whose person was removed, until somebody takes it.
CARETAKER = "planner"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the room: free, a person's (with the hash of their secret) or a bot's."""

    name: str | None = None
    secret_hash: str | None = None
    bot: str | None = None
    ready: bool = False

    @property
    def free(self) -> bool:
        """True when somebody may take it."""
        return self.secret_hash is None and self.bot is None

    @property
    def person(self) -> bool:
        """True when a person holds its secret."""
        return self.secret_hash is not None


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a seat may change hands: see :class:`~ninetyeight.server.room_events.Requested`.

    ``number`` is that of its event.
    """

    number: int
    seat: int
    by: int | None
    name: str | None
    secret_hash: str | None
    host: bool


@dataclass(frozen=True)
class RoomState:
    """One moment of a room. ``table`` is None until the cards are dealt.

    ``number`` is that of the last event, ``ended_turns`` are those that are over, in order.
    """

    id: str
    plan: Plan
    invite: str
    follows: str | None
    places: tuple[Place, ...]
    number: int = 0
    host: int | None = None
    table: TableState | None = None
    this_turn: TakenTurn | None = None
    ended_turns: tuple[TakenTurn, ...] = ()
    next: str | None = None
    #: What the people at the table are asked just now.
    question: Question | None = None

    @classmethod
    def opened(cls, id: str, plan: Plan, invite: str, follows: str | None) -> RoomState:
        """The room before anybody has sat down."""
        return cls(id, plan, invite, follows, (Place(),) * plan.players)

    @property
    def phase(self) -> Phase:
        """Where the room stands."""
        return Phase.GATHERING if self.table is None else self.table.phase

    @property
    def running(self) -> bool:
        """True from the deal to the end of the game."""
        return self.phase not in (Phase.GATHERING, Phase.OVER)

    @property
    def rules(self) -> Rules:
        """The rules in force: as they were when the cards were dealt, before that as they would
        be now. A seat that is free waits for a person."""
        if self.table is not None:
            return self.table.setup.rules
        return self.plan.rules_with(sum(place.bot is None for place in self.places))

    @property
    def open(self) -> bool:
        """True when people are shown every card that was laid: B11, and after the end."""
        if self.table is None or self.phase is Phase.OVER:
            return True
        return self.table.setup.rules.open_rows

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return len(self.ended_turns) + (self.this_turn is not None)

    @property
    def last_turns(self) -> tuple[TakenTurn, ...]:
        """The last turn of each seat, the earliest first: people are shown its cards (B11)."""
        last = {turn.seat: turn for turn in self.ended_turns}
        return tuple(turn for turn in self.ended_turns if last[turn.seat] is turn)

    def told_cards(self) -> dict[int, LaidCard]:
        """The lays whose cards people are told now, by the numbers of their events (B11).

        A card that was taken back is never among them (B12r).
        """
        turns = self.ended_turns if self.open else self.last_turns
        if self.this_turn is not None:
            turns = (*turns, self.this_turn)
        return {laid.number: laid for turn in turns for laid in turn.cards}

    def seat_with(self, secret_hash: str) -> int | None:
        """The seat whose secret has this hash."""
        return next(
            (seat for seat, place in enumerate(self.places) if place.secret_hash == secret_hash),
            None,
        )

    def agreeing(self, seat: int) -> frozenset[int]:
        """The people of whom one has to agree before ``seat`` changes hands in a running game.

        Not the host, who could remove somebody and take the seat, and nobody about themselves. Who
        sits down where none of them is there to be asked needs the host's yes.
        """
        people = (at for at, place in enumerate(self.places) if place.person)
        return frozenset(people) - {seat, self.host} if self.running else frozenset()

    @property
    def door(self) -> DoorWord:
        """What the table's address does for somebody who would like to sit down."""
        return self.plan.door if self.plan.watchers else "invite"

    @property
    def awaits(self) -> bool:
        """True while somebody may come to a free seat by the table's address."""
        free = any(place.free for place in self.places)
        return free and self.door != "invite" and self.phase is not Phase.OVER

    def may_agree(self, seat: int) -> bool:
        """True for whose yes settles what is asked."""
        asked = self.question
        if asked is None:
            return False
        return seat in self.agreeing(asked.seat) or (asked.host and seat == self.host)

    def may_decline(self, seat: int) -> bool:
        """True for who may say no to what is asked: whoever may agree, the host, and who asks."""
        asked = self.question
        if asked is None:
            return False
        return seat in (self.host, asked.by) or seat in self.agreeing(asked.seat)

    def bots(self) -> dict[int, str]:
        """The bots that play now, by seat: those that sit here and those that stand in."""
        own = {seat: place.bot for seat, place in enumerate(self.places) if place.bot is not None}
        return own if self.table is None else own | dict(self.table.stand_ins)

    def may_start(self, seat: int) -> tuple[int, ...]:
        """The seats to which ``seat`` may give the first turn now (B10r).

        The host may settle it for everybody. Where whoever feels like it starts, all may for
        themselves, once everybody is ready. Whoever was given the turn may hand it on until the
        first card lies.
        """
        table, everybody = self.table, range(len(self.places))
        if table is None or table.game is None or table.begun or self.phase is Phase.OVER:
            return ()
        spontaneous = table.setup.rules.edition.spontaneous
        if spontaneous and table.active is None:
            return (seat,) if len(table.answered) == len(everybody) else ()
        if seat == table.active or (seat == self.host and not spontaneous):
            return tuple(other for other in everybody if other != table.active)
        return ()


def advance_room(state: RoomState, event: RoomEvent) -> RoomState:
    """The state after ``event``. Refused when the law does not allow what happens in the game."""
    return _after(replace(state, number=state.number + 1), event)


def _after(state: RoomState, event: RoomEvent) -> RoomState:
    match event:
        case Sat():
            return _sat(state, event)
        case Freed():
            return _freed(state, event)
        case Requested(seat, by, name, secret_hash, host):
            question = Question(state.number, seat, by, name, secret_hash, host)
            return replace(state, question=question)
        case Answered(invite=invite):
            after = replace(state, question=None)
            return after if invite is None else _locked(after, invite, "invite")
        case Readied(seat, ready):
            return _with_place(state, seat, replace(state.places[seat], ready=ready))
        case Changed(plan):
            return _changed(state, plan)
        case Dealt():
            return _dealt(state, event)
        case Talked():
            return state
        case Played(inner):
            return _played(state, inner)
        case Followed(room=room):
            return replace(state, next=room)


def _with_place(state: RoomState, seat: int, place: Place) -> RoomState:
    places = list(state.places)
    places[seat] = place
    return replace(state, places=tuple(places))


def _sat(state: RoomState, event: Sat) -> RoomState:
    place = Place(event.name, event.secret_hash, event.bot, ready=event.bot is not None)
    after = _settled(_with_place(state, event.seat, place), event.seat)
    if state.host is None and place.person:
        after = replace(after, host=event.seat)
    if state.table is None or not state.running:
        return after
    setup = state.table.setup.reseated(event.seat, event.name)
    return replace(after, table=replace(state.table, setup=setup))


def _settled(state: RoomState, seat: int) -> RoomState:
    """Who comes to a seat or leaves it settles what was asked about it, or by it."""
    question = state.question
    if question is None or seat not in (question.seat, question.by):
        return state
    return replace(state, question=None)


def _freed(state: RoomState, event: Freed) -> RoomState:
    seat = event.seat
    after = _settled(_with_place(state, seat, Place()), seat)
    if event.invite is not None:
        after = _locked(after, event.invite, "ask")
    if seat == state.host:
        heir = next((s for s, place in enumerate(after.places) if place.person), None)
        after = replace(after, host=heir)
    if state.table is None or state.phase is Phase.OVER:
        return after
    return replace(after, table=advance(state.table, StoodIn(seat, CARETAKER)))


def _locked(state: RoomState, invite: str, door: DoorWord) -> RoomState:
    """Whoever has to stay outside knows the invite and the address: neither lets them in again."""
    kept = "invite" if "invite" in (door, state.plan.door) else door
    return replace(state, invite=invite, plan=msgspec.structs.replace(state.plan, door=kept))


def _changed(state: RoomState, plan: Plan) -> RoomState:
    kept = [replace(place, ready=place.bot is not None) for place in state.places[: plan.players]]
    kept.extend(Place() for _ in range(plan.players - len(kept)))
    asked = state.question
    if asked is not None and asked.seat >= plan.players:
        asked = None
    return replace(state, plan=plan, places=tuple(kept), question=asked)


def _dealt(state: RoomState, event: Dealt) -> RoomState:
    setup = Setup(
        deal_for(state.rules, event.code),
        tuple(Seat(place.name or "…", place.bot) for place in state.places),
        state.plan.strictness,
        fan=state.plan.picks_from_fan,
        known_deal=event.known,
        bot_seed=event.bot_seed,
    )
    return replace(state, table=TableState.initial(setup))


def _played(state: RoomState, event: Event) -> RoomState:
    before = state.table
    if before is None:
        raise ValueError("nothing can be played before the deal")
    after = advance(before, event)
    state = replace(state, table=after)
    if not isinstance(event, Moved):
        return state
    return _moved(state, before, after, event)


def _moved(state: RoomState, before: TableState, after: TableState, event: Moved) -> RoomState:
    assert before.game is not None
    assert after.game is not None
    game, turn = before.game, state.this_turn or TakenTurn(event.seat, state.number, state.number)
    turn = turn.moved(state.number, event.move, game.rules.edition, game.commands, game.tops)
    # X1: a stop ends the turn by itself; then nothing lies there as laid in this turn.
    if event.move is END or not (after.game.laid or event.move is BACK):
        return replace(state, this_turn=None, ended_turns=(*state.ended_turns, turn))
    return replace(state, this_turn=turn)
