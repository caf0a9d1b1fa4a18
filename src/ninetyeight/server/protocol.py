"""What page and server say to each other over the WebSocket, as typed messages.

A connection begins with one :class:`Hello`; the server answers with :class:`Welcome` and then sends
a full :class:`State` after every change. Every command carries an ``id`` that the client chose: it
is answered exactly once per sending with :class:`Done` or :class:`Refusal`, and a command that is
sent again is answered again but never applied twice.

All messages are JSON objects with a ``type``. Unknown types and unknown fields are refused. The
JSON Schema of everything here is made by :mod:`ninetyeight.server.schema`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ninetyeight.server.plan import Plan, Text

#: Raised when an old page would misunderstand; a page with another number reloads itself.
PROTOCOL = 1
#: The longest message a client may send, in bytes.
MESSAGE_BYTES = 8192

RequestId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[\w-]+$")]
RowName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Language: TypeAlias = Literal["en", "de", "fr"]
MarkerWord: TypeAlias = Literal["small", "keep", "keep!"]
WishWord: TypeAlias = Literal["can", "want", "must"]
CommandWord: TypeAlias = Literal[
    "stop", "skull", "three", "silence", "no_back", "one_row", "draw_one"
]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type", frozen=True):
    """A message from a client."""


class Hello(Incoming, frozen=True, tag="hello"):
    """The first message: who I am and what I have seen.

    ``secret`` is the seat's secret, None for a watcher. ``last`` is the number of the last event
    the client knows of: the first State brings the news since then. ``previews`` asks for what
    every card in hand would do.
    """

    protocol: int
    secret: Secret | None = None
    last: Annotated[int, Meta(ge=0)] = 0
    previews: bool = True


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
    """Offer to start, or None: rather somebody else (B10r). The last to answer starts the game."""

    wish: WishWord | None


class DoStart(Asked, frozen=True, tag="start"):
    """Settle who takes the first turn without waiting for further offers (B10)."""

    seat: SeatNumber


class DoPick(Asked, frozen=True, tag="pick"):
    """Take the own hand from these places of the face-down fan."""

    places: Annotated[list[Annotated[int, Meta(ge=0, le=200)]], Meta(max_length=12)]


class DoMark(Asked, frozen=True, tag="mark"):
    """Put a marker on a row, or None to withdraw it (T8r)."""

    row: RowName
    marker: MarkerWord | None


class DoName(Asked, frozen=True, tag="name"):
    """Name a command one holds (T3)."""

    command: CommandWord


class DoSay(Asked, frozen=True, tag="say"):
    """Say something; ``language`` is the one the player writes in."""

    text: Text
    language: Language = "en"


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
    old secret is worthless, and somebody may take it by the invite link.
    """

    seat: SeatNumber


class DoStandIn(Asked, frozen=True, tag="stand_in"):
    """Let a bot play for a seat that is away; None hands the seat back.

    The host may do so for any seat, everybody for the own.
    """

    seat: SeatNumber
    bot: BotName | None


class DoRematch(Asked, frozen=True, tag="rematch"):
    """After the end: a new table with the same people, on a new deal or on the same."""

    same_deal: bool = False


Command: TypeAlias = (
    DoMove
    | DoOffer
    | DoStart
    | DoPick
    | DoMark
    | DoName
    | DoSay
    | DoReady
    | DoChange
    | DoSeatBot
    | DoFree
    | DoStandIn
    | DoRematch
)
Message: TypeAlias = Hello | Ping | Command


# --- what the server says ----------------------------------------------------------------------


class Outgoing(Struct, tag_field="type", frozen=True):
    """A message to a client."""


class Why(Struct, frozen=True):
    """A reason as the catalogue tells it: a full code such as ``refusal.too_low``, and figures."""

    code: str
    params: dict[str, str | int] = {}
    rule: str | None = None


class Welcome(Outgoing, frozen=True, tag="welcome"):
    """The connection stands. ``seat`` is the own seat, None for a watcher."""

    protocol: int
    version: str
    table: str
    seat: int | None


class Done(Outgoing, frozen=True, tag="done"):
    """The command of this id has happened and is written down; ``number`` is its event's."""

    id: str
    number: int


class Refusal(Outgoing, frozen=True, tag="refusal"):
    """Something was not done, and nothing has changed. ``id`` is None when no id could be read."""

    id: str | None
    why: Why


class Pong(Outgoing, frozen=True, tag="pong"):
    """Here I am."""


class Present(Outgoing, frozen=True, tag="present"):
    """Who is connected now. Not part of the log; the last one counts."""

    seats: list[bool]
    watchers: int


class Stopping(Outgoing, frozen=True, tag="stopping"):
    """The server is about to stop. Everything told is safe; connect again after a while."""


class SeatSeen(Struct, frozen=True):
    """A seat as everybody sees it. ``name`` is None while it is free.

    ``bot`` is the bot that sits here, ``stand_in`` the one that plays for a person just now;
    ``open`` says that somebody may take the seat by the invite link.
    """

    name: str | None
    bot: str | None
    host: bool
    ready: bool
    stand_in: str | None
    open: bool


class RoomSeen(Struct, frozen=True):
    """The table around the game.

    ``invite`` is told to seated people only. ``deal`` is the code of the deal: known from the
    start when the table chose it, otherwise a secret until the game is over.
    """

    id: str
    phase: Literal["gathering", "picking", "agreeing", "playing", "over"]
    plan: Plan
    seats: list[SeatSeen]
    seat: int | None
    host: bool
    invite: str | None
    deal: str | None
    known_deal: bool
    follows: str | None
    next: str | None


class MarkSeen(Struct, frozen=True):
    """A marker on a row. ``stale`` says that the row has moved on since."""

    seat: int
    marker: MarkerWord
    stale: bool


class RowSeen(Struct, frozen=True):
    """A row as it lies.

    ``first`` and ``last`` are the numbers on its row card. ``cards`` are shown whole where rows
    lie open, else only the top. ``trick`` is the card that would be a backwards trick now.
    ``takes`` is the open part of the number line as [lowest, highest], None when it is closed.
    ``fire`` is the seat that must cover the fire on top, ``burning`` true when it is this turn's.
    """

    name: str
    up: bool
    first: int
    last: int
    cards: list[int]
    count: int
    top: int | None
    trick: int | None
    takes: list[int] | None
    marks: list[MarkSeen]
    command: str | None
    fire: int | None
    burning: bool


class PreviewSeen(Struct, frozen=True):
    """What a card would do on a row: see :class:`ninetyeight.table.Preview`."""

    row: str
    step: int | None
    trick: bool
    refusal: Why | None
    loses: str | None
    dead_end: bool
    wins: bool


class CardSeen(Struct, frozen=True):
    """A card one holds, with its command or fire, and what it would do on each row.

    ``previews`` is empty when it is not the own turn or the client asked for none.
    """

    card: int
    command: str | None
    fire: bool
    previews: list[PreviewSeen]


class DutySeen(Struct, frozen=True):
    """Something the running turn still asks for: see :class:`ninetyeight.table.Duty`."""

    kind: str
    rule: str
    n: int
    row: str | None


class Laid(Struct, frozen=True):
    """A card laid in a turn, and how far it moved its row."""

    card: int
    row: str
    step: int | None
    trick: bool
    command: str | None


class TurnSeen(Struct, frozen=True):
    """The cards that a seat laid in one turn."""

    seat: int
    laid: list[Laid]


class EndSeen(Struct, frozen=True):
    """How the game ended: praise by edition, everybody's hands, figures worth telling.

    ``seat`` is the one whose turn it was.
    """

    won: bool
    reason: str | None
    left: int
    seat: int | None
    praise: str
    hands: list[list[int]]
    commands: dict[str, str]
    fires: list[int]
    turns: int
    cards_laid: int
    tricks: int
    largest_step: int
    largest_step_by: str | None
    longest_run: int
    seconds: int


class OutcomeSeen(Struct, frozen=True):
    """How the game ended."""

    won: bool
    reason: str | None
    left: int


class MarkTold(Struct, frozen=True):
    """A marker with the top card it speaks of (T8r)."""

    seat: int
    row: str
    marker: str
    top: int | None


class TalkSeen(Struct, frozen=True):
    """What has been said and still stands."""

    strictness: str
    marks: list[MarkTold]
    offers: dict[str, str]
    named: list[tuple[int, str]]


class ViewSeen(Struct, frozen=True):
    """Exactly what :class:`ninetyeight.rules.View` holds, for players that are programs.

    The same keys as the view that a program gets over its standard input.
    """

    edition: str
    options: dict[str, bool | None]
    players: int
    viewer: int | None
    rows: dict[str, list[int]]
    hand: list[int]
    hand_sizes: list[int]
    draw: int
    seat: int | None
    laid: list[str]
    minimum: int
    commands: dict[str, str]
    hidden_commands: dict[str, int]
    outcome: OutcomeSeen | None
    talk: TalkSeen


class FanSeen(Struct, frozen=True):
    """The face-down fan: how many cards, how many to pick, and who took which places."""

    cards: int
    picks: int
    taken: dict[str, list[int]]


class GameSeen(Struct, frozen=True):
    """The game as one seat, or a watcher, sees it."""

    view: ViewSeen
    rows: list[RowSeen]
    hand: list[CardSeen]
    low: int
    high: int
    left: int
    active: int | None
    my_turn: bool
    turn: int
    owed: int
    duties: list[DutySeen]
    may_end: bool
    end_refusal: Why | None
    may_take_back: bool
    this_turn: TurnSeen | None
    last_turn: TurnSeen | None
    no_markers: Why | None
    no_chat: Why | None
    no_naming: Why | None
    named: list[tuple[int, str]]
    offers: dict[str, str | None]
    end: EndSeen | None


class Happened(Struct, frozen=True, omit_defaults=True):
    """One event of the log, as everybody may know it."""

    number: int
    at: float
    kind: Literal[
        "opened",
        "sat",
        "freed",
        "ready",
        "changed",
        "dealt",
        "picked",
        "offered",
        "started",
        "laid",
        "took_back",
        "ended",
        "marked",
        "named",
        "said",
        "stood_in",
        "rematch",
    ]
    seat: int | None = None
    card: int | None = None
    row: str | None = None
    step: int | None = None
    trick: bool = False
    command: str | None = None
    marker: str | None = None
    wish: str | None = None
    text: str | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    drawn: int = 0


class State(Outgoing, frozen=True, tag="state"):
    """Everything the receiver may know after event ``number``; it replaces all earlier States.

    ``news`` are the events since the last State of this connection (or since ``last`` of Hello);
    the oldest are left out when they would make the message too long.
    ``fan`` is there while hands are picked, ``game`` once they have been.
    """

    number: int
    room: RoomSeen
    fan: FanSeen | None
    game: GameSeen | None
    news: list[Happened]


Answer: TypeAlias = Welcome | Done | Refusal | Pong | Present | Stopping | State


class StepSeen(Struct, frozen=True):
    """A moment of the game, for looking back and for replays: the state after event ``number``.

    ``steps`` are the numbers of all events that are worth stopping at.
    """

    number: int
    eyes: int | None
    steps: list[int]
    turns: list[int]
    event: Happened | None
    room: RoomSeen
    fan: FanSeen | None
    game: GameSeen | None
