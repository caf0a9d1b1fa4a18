"""What goes over the HTTP API, as typed values: requests are read strictly, answers sent whole.

Names of the table's own things (a room, a step of a game, a plan) are those of
:mod:`ninetyeight.wire.messages`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ninetyeight.wire.messages import (
    BotName,
    Language,
    Name,
    SeatNumber,
)
from ninetyeight.wire.plan import Choices, Plan, StrictnessWord
from ninetyeight.wire.state import (
    RoomSeen,
)

#: A secret that a client has made: 128 random bits in base64url, or more.
OwnSecret: TypeAlias = Annotated[
    str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+$")
]
Invite: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
DeviceId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]

#: A game of the day, by who sits beside the person.
DailyName: TypeAlias = Literal["alone", "bots"]

# --- what is asked -----------------------------------------------------------------------------


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request. Unknown fields are refused."""


class OpenTable(Request, frozen=True):
    """Set up a table and sit down on seat 0 as its host.

    Where the ``name`` is None nobody sits down: for a screen that shows the table to everybody.
    Whoever takes a seat first is the host.

    ``bots`` sit on the seats after the host's; where there is None the seat stays free. With
    ``start`` the host is ready at once: when every other seat has a bot, or there is none, the
    cards are dealt. Who makes the ``secret`` of the own seat, at random and anew for every table,
    can ask again when the answer was lost: the table is the same.
    """

    name: Name | None
    plan: Plan = Plan()
    bots: Annotated[list[BotName | None], Meta(max_length=9)] = []
    start: bool = False
    secret: OwnSecret | None = None


class PlayDaily(Request, frozen=True):
    """Play a game of the day.

    ``device`` is whatever random id the device keeps for this. It is stored nowhere; whoever knows
    it has the seat of the device's first try.
    """

    name: Name
    device: DeviceId


class TakeSeat(Request, frozen=True):
    """Sit down by the table's invite; ``seat`` None is the first that is free.

    Where the ``invite`` is None, by the table's address alone: that does what ``door`` of the plan
    says, and a refusal with ``server.wrong_invite`` says that it does nothing.

    Who makes the ``secret`` of the seat, at random, can ask again, when the answer was lost and
    while the people at the table are asked: the seat is the same.
    """

    name: Name
    invite: Invite | None = None
    seat: SeatNumber | None = None
    secret: OwnSecret | None = None


# --- what is answered --------------------------------------------------------------------------


class Answered(Struct, frozen=True):
    """The body of an answer. All fields are always there."""


class ErrorSeen(Answered, frozen=True):
    """What was wrong: a code of the catalogue with its figures, the rule, and the English words."""

    code: str
    params: dict[str, str | int]
    rule: str | None
    text: str


class ApiError(Answered, frozen=True):
    """Nothing was done."""

    error: ErrorSeen


class TableOpened(Answered, frozen=True):
    """A table that was set up.

    ``secret`` is the host's seat: whoever has it plays that seat. Both are None where nobody sat
    down. ``invite`` lets people take the free seats.
    """

    table: str
    seat: int | None
    secret: str | None
    invite: str
    number: int


class SeatTaken(Answered, frozen=True):
    """A seat that was taken; ``secret`` plays it.

    Where ``waiting`` is true it does not yet: the people at the table are asked, because the game
    is running or the host wants it so. Ask again with the same secret. A refusal with
    ``server.wrong_invite`` says that they would rather not.
    """

    table: str
    seat: int
    secret: str
    waiting: bool


class TableFound(Answered, frozen=True):
    """The table that a spoken code leads to."""

    table: str


class TableSeen(Answered, frozen=True):
    """A table as the asker sees it, after event ``number``."""

    number: int
    room: RoomSeen


class HandSizes(Answered, frozen=True):
    """Cards in a full hand for a number of players, and with the option ``short_hand``."""

    players: int
    hand: int
    short_hand: int


class OptionSeen(Answered, frozen=True):
    """An option of an edition.

    ``default`` is what holds when it is not chosen. ``fixed`` says that the edition has it
    anyway, so that there is nothing to choose. ``of_deal`` options are part of a deal's code.
    """

    name: str
    default: bool
    fixed: bool
    of_deal: bool


class EditionSeen(Answered, frozen=True):
    """An edition, with all that setting up a table of it needs to know."""

    id: str
    low: int
    high: int
    min_players: int
    max_players: int
    hands: list[HandSizes]
    minimum: int
    expert_minimum: int
    commands: bool
    talk: StrictnessWord
    open_rows: bool
    fan: bool
    options: list[OptionSeen]


class EditionsSeen(Answered, frozen=True):
    """Everything that can be chosen for a table.

    ``bots`` are listed weakest first, ``bot`` is the one to take where nobody was chosen, and
    ``extra`` what to install for stronger ones than there are. ``talk`` is listed strictest first;
    ``plan`` is what a table is like
    when nothing is chosen. ``people_with_take_backs`` is the most people at a table where cards
    may be taken back when nothing is chosen (B12r).
    """

    editions: list[EditionSeen]
    bots: list[str]
    bot: str
    extra: str | None
    talk: list[StrictnessWord]
    languages: list[Language]
    plan: Plan
    people_with_take_backs: int
    name_length: int


class ResultSeen(Answered, frozen=True):
    """How a finished game on a deal ended.

    ``names`` are the people's and the bots', in the order of their seats; ``bots`` is how many of
    them are bots. ``reason`` is `stuck`, or the duty that lost the game, which then earns no
    praise however few cards are ``left``. ``known_deal`` says that the table knew the code
    beforehand, and so could know the cards, ``changed_hands`` that somebody took the seat of
    another while the game was running, ``hinted`` that somebody was given a hint.
    ``ended_at`` is in seconds since 1970 (UTC). Which table it was is not told: its address is for
    those to give away who played there.
    """

    names: list[str]
    bots: int
    won: bool
    left: int
    reason: str | None
    known_deal: bool
    changed_hands: bool
    hinted: bool
    ended_at: float


class DealSeen(Answered, frozen=True):
    """A deal, and how the finished games on it ended on this server, best first."""

    deal: str
    edition: str
    players: int
    options: Choices
    results: list[ResultSeen]


class DailySeen(Answered, frozen=True):
    """One of the day's games: its edition, its seats, and the bots on those after the person's."""

    name: DailyName
    edition: str
    players: int
    bots: list[str]


class DailiesSeen(Answered, frozen=True):
    """The games of the day. ``day`` is that of UTC; the next begins in ``next_in`` seconds."""

    day: str
    next_in: int
    games: list[DailySeen]


class DailyOpened(TableOpened, frozen=True):
    """A table on which a game of the day was begun, on ``day``.

    ``first`` says that it is the first try of the device, which counts. What comes later is
    practice, and its deal is marked as known beforehand. The seat is always taken.
    """

    seat: int
    secret: str
    day: str
    first: bool


class Par(Struct, frozen=True):
    """What `planner` made of a deal on every seat: cards ``left``.

    ``winnable`` tells whether some line wins when every card is known; None when nobody knows.
    """

    won: bool
    left: Annotated[int, Meta(ge=0)]
    winnable: bool | None


class LeftCounted(Answered, frozen=True):
    """How many first tries ended with so many cards ``left``."""

    left: int
    games: int


class DailyResults(Answered, frozen=True):
    """How the first tries of a day's game ended on this server, fewest cards left first.

    ``par`` is there a few seconds after the game was first asked for on its day, until the day
    after.
    """

    name: DailyName
    day: str
    results: list[LeftCounted]
    par: Par | None
