"""What page and server say to each other over the WebSocket, as typed messages.

A connection begins with one :class:`Hello`; the server answers with :class:`Welcome` and then sends
a full :class:`State` after every change. Every command carries an ``id`` that the client chose: it
is answered exactly once per sending with :class:`Done` or :class:`Refusal`, and a command that is
sent again is answered again but never applied twice: commands are idempotent by their id.

All messages are JSON objects with a ``type``. Unknown types and unknown fields are refused. The
JSON Schema of everything here is made by :mod:`ninetyeight.server.schema`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ninetyeight.wire.plan import Plan, Text
from ninetyeight.wire.state import (
    CommandWord,
    FanSeen,
    GameSeen,
    Happened,
    HintSeen,
    MarkerWord,
    PhraseWord,
    RoomSeen,
    Why,
    WishWord,
)

#: Raised when an old page would misunderstand; a page with another number reloads itself.
PROTOCOL = 2
#: The longest message a client may send, in bytes.
MESSAGE_BYTES = 8192

RequestId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[\w-]+$")]
RowName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Language: TypeAlias = Literal["en", "de", "fr"]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type", frozen=True):
    """A message from a client."""


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message: who I am and what I have seen.

    ``secret`` is the seat's secret, None for a watcher. ``last`` is the number of the last event
    the client knows of: the first State brings the news since then. ``previews`` asks for what
    every card in hand would do. ``view`` asks for the whole View of the own seat: it is for
    programs that play, which may remember every card that was laid (B11r). What is made for
    people's eyes does not ask for it (B11), and a watcher gets none.
    """

    protocol: int
    secret: Secret | None = None
    last: Annotated[int, Meta(ge=0)] = 0
    previews: bool = True
    view: bool = False


class Ping(Incoming, frozen=True, tag="ping"):
    """Are you there? Answered with :class:`Pong`."""


class Asked(Incoming, frozen=True):
    """A command: answered once with Done or Refusal that carry the same ``id``."""

    id: RequestId


class DoMove(Asked, frozen=True, tag="move"):
    """Lay a card, take one back or end the turn, in notation: ``42@U1``, ``back``, ``end``.

    ``after`` is the number of the last event the player had seen: when somebody has moved since,
    the command is refused as ``server.stale``.
    """

    move: Annotated[str, Meta(min_length=1, max_length=12)]
    after: Annotated[int, Meta(ge=0)]


class DoOffer(Asked, frozen=True, tag="offer"):
    """Offer to start, or None: rather somebody else (B10r). The last to answer starts the game.

    Where ``spontaneous`` is true, any wish says: I am ready. Once everybody is, somebody sends
    :class:`DoStart`; a bot starts, or the lowest seat, when all the people have answered None.
    """

    wish: WishWord | None


class DoStart(Asked, frozen=True, tag="start"):
    """Give the first turn to one of ``may_start`` (B10, B10r).

    The host may do so without waiting for further offers; where ``spontaneous`` is true, everybody
    for themselves, and the first to come has it. Until the first card lies, who was given the turn
    may hand it on, and the host may settle it otherwise.
    """

    seat: SeatNumber


class DoPick(Asked, frozen=True, tag="pick"):
    """Take the own hand from these places of the face-down fan."""

    places: Annotated[list[Annotated[int, Meta(ge=0, le=200)]], Meta(max_length=12)]


class DoMark(Asked, frozen=True, tag="mark"):
    """Put a marker on a row, or None to withdraw it (T8r)."""

    row: RowName
    marker: MarkerWord | None


class DoShow(Asked, frozen=True, tag="show"):
    """All the markers that the own seat shows from now on, by row; the others are withdrawn (T8r).

    For programs: it is their answer when ``speaker`` of the State names their seat (T11r). People
    put up and withdraw one at a time.
    """

    marks: Annotated[dict[RowName, MarkerWord], Meta(max_length=12)]


class DoName(Asked, frozen=True, tag="name"):
    """Name a command one holds (T3)."""

    command: CommandWord


class DoSay(Asked, frozen=True, tag="say"):
    """Say something; ``language`` is the one the player writes in."""

    text: Text
    language: Language = "en"


class DoPhrase(Asked, frozen=True, tag="phrase"):
    """Say a phrase, which everybody reads in their own language; `nothing`, `step` and `mine` are
    said of a row. It may be said whenever anything may (``no_chat``)."""

    phrase: PhraseWord
    row: RowName | None = None


class DoReady(Asked, frozen=True, tag="ready"):
    """I am ready, or not yet. When every seat is taken and ready, the cards are dealt."""

    ready: bool


class DoChange(Asked, frozen=True, tag="change"):
    """The host sets up the table anew, before the deal."""

    plan: Plan


class DoSeatBot(Asked, frozen=True, tag="seat_bot"):
    """The host gives a free seat to a bot, before the deal."""

    seat: SeatNumber
    bot: BotName


class DoFree(Asked, frozen=True, tag="free"):
    """Free a seat: the host any, everybody else only the own.

    When the host leaves, the next person at the table is the host.

    Before the deal the seat is open again. In a running game a bot stands in for it at once, its
    old secret is worthless, and somebody may take it by the invite link. Whoever is removed takes
    the invite along: the table gets another one.

    While the game runs the host removes nobody alone: where somebody else is connected, one of
    them has to agree (:class:`DoAgree`), and until then this is only asked.
    """

    seat: SeatNumber


class DoAgree(Asked, frozen=True, tag="agree"):
    """Answer the ``question`` of the State with that ``number``: may the seat change hands?

    One yes of somebody else than the host settles it, or the host's where nobody else was there to
    be asked about a newcomer, and so does one no. After a no to somebody who wanted to sit down the
    table has another invite.
    """

    number: Annotated[int, Meta(ge=0)]
    yes: bool


class DoStandIn(Asked, frozen=True, tag="stand_in"):
    """Let a bot play for a seat that is away; None hands the seat back.

    The host may do so for any seat, everybody for the own.
    """

    seat: SeatNumber
    bot: BotName | None


class DoHint(Asked, frozen=True, tag="hint"):
    """On one's turn: what would a bot do here? The answer is the ``hint`` of Done.

    It is made from the own seat's View alone. The first one of a seat is told to everybody, and the
    result and the record are marked.
    """


class DoEnough(Asked, frozen=True, tag="enough"):
    """The bot that thinks shall think no longer: the best turn it has found so far will do.

    Nothing is written down, and nothing happens where none thinks.
    """


class DoRematch(Asked, frozen=True, tag="rematch"):
    """After the end: a new table with the same people, on a new deal or on the same.

    Whoever asks is ready there: alone or beside bots, the cards are dealt at once.
    """

    same_deal: bool = False


Command: TypeAlias = (
    DoMove
    | DoOffer
    | DoStart
    | DoPick
    | DoMark
    | DoShow
    | DoName
    | DoSay
    | DoPhrase
    | DoReady
    | DoChange
    | DoSeatBot
    | DoFree
    | DoAgree
    | DoStandIn
    | DoHint
    | DoEnough
    | DoRematch
)
Message: TypeAlias = Hello | Ping | Command


# --- what the server says ----------------------------------------------------------------------


class Outgoing(Struct, tag_field="type", frozen=True):
    """A message to a client."""


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The connection stands. ``seat`` is the own seat, None for a watcher."""

    protocol: int
    version: str
    table: str
    seat: int | None


class Done(Outgoing, frozen=True, tag="done"):
    """The command of this id has happened and is written down; ``number`` is its event's.

    ``hint`` is there for who asked for one.
    """

    id: str
    number: int
    hint: HintSeen | None = None


class Refusal(Outgoing, frozen=True, tag="refusal"):
    """Something was not done, and nothing has changed. ``id`` is None when no id could be read."""

    id: str | None
    why: Why


class Pong(Outgoing, frozen=True, tag="pong"):
    """Here I am."""


class ThinkingSeen(Struct, frozen=True):
    """Bots that search: the ``seat`` of one that has been thinking for a while, if any, and a
    ``note`` where the last one to think could not play as it would."""

    seat: int | None
    note: Why | None


class Present(Outgoing, frozen=True, tag="present"):
    """Who is connected now, and what bots are about. Not part of the log; the last one counts."""

    seats: list[bool]
    watchers: int
    thinking: ThinkingSeen | None = None


class Stopping(Outgoing, frozen=True, tag="stopping"):
    """The server is about to stop. Everything told is safe; connect again after a while."""


class State(Outgoing, frozen=True, tag="state"):
    """Everything the receiver may know after event ``number``; it replaces all earlier States.

    ``news`` are the events since the last State of this connection (or since ``last`` of Hello);
    the oldest are left out when they would make the message too long. With closed rows the first
    State after the end brings the whole log anew, because its numbers are told then (B11).
    ``fan`` is there while hands are picked, ``game`` once they have been. ``speaker`` is the seat
    that is asked for its markers before the turn, if programs play: one of them answers with
    :class:`DoShow`, and on the active seat it lays when nobody is asked any more (T11r).
    """

    number: int
    room: RoomSeen
    fan: FanSeen | None
    game: GameSeen | None
    news: list[Happened]
    speaker: int | None = None


Answer: TypeAlias = Welcome | Done | Refusal | Pong | Present | Stopping | State
