"""What is shown of a room and its game: the values inside the messages of the protocol.

Each is what one receiver may know, made in :mod:`ninetyeight.server.seen` and
:mod:`ninetyeight.server.telling`. The messages themselves are in
:mod:`ninetyeight.wire.messages`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ninetyeight.wire.plan import Plan
from ninetyeight.wire.views import ViewSeen

MarkerWord: TypeAlias = Literal["small", "keep", "keep!"]
WishWord: TypeAlias = Literal["can", "want", "must"]
PhraseWord: TypeAlias = Literal[
    "nothing",
    "step",
    "mine",
    "help",
    "tight",
    "hurry",
    "moment",
    "yes",
    "thanks",
    "phew",
    "laugh",
    "wow",
    "sorry",
]
CommandWord: TypeAlias = Literal[
    "stop", "skull", "three", "silence", "no_back", "one_row", "draw_one"
]


class Why(Struct, frozen=True):
    """A reason as the catalogue tells it: a full code such as ``refusal.too_low``, and figures."""

    code: str
    params: dict[str, str | int] = {}
    rule: str | None = None


class SeatSeen(Struct, frozen=True):
    """A seat as everybody sees it. ``name`` is None while it is free.

    ``bot`` is the bot that sits here, ``stand_in`` the one that plays for a person just now;
    ``open`` says that somebody may take the seat by the invite link, ``changed_hands`` that who
    sits here took the seat of another while the game was running, ``hinted`` that the seat was
    given hints.
    """

    name: str | None
    bot: str | None
    host: bool
    ready: bool
    stand_in: str | None
    open: bool
    changed_hands: bool
    hinted: bool


class QuestionSeen(Struct, frozen=True):
    """What the people at the table are asked: may a seat change hands, or somebody sit down?

    ``by`` is the seat whose person wants the one at ``seat`` removed; None when somebody called
    ``name`` wants to take the seat, which is free. ``number`` is that of its event. The receiver
    answers with :class:`~ninetyeight.wire.messages.DoAgree`: yes with ``may_agree``, no with
    ``may_decline``.
    """

    number: int
    seat: int
    by: int | None
    name: str | None
    may_agree: bool
    may_decline: bool


class RoomSeen(Struct, frozen=True):
    """The table around the game.

    ``invite`` is told to seated people only, and is another one after somebody was removed.
    ``code`` are the six letters to say, by which the table's address is found while somebody may
    sit down by it, or ask to. ``question`` is what has to be agreed on before a seat changes hands.
    ``deal`` is the code of the deal: known from the start when the table chose it, otherwise a
    secret until the game is over. ``take_backs`` says whether cards may be taken back at this table
    (B12r), chosen or usual with its people.
    """

    id: str
    phase: Literal["gathering", "picking", "agreeing", "playing", "over"]
    plan: Plan
    take_backs: bool
    seats: list[SeatSeen]
    seat: int | None
    host: bool
    invite: str | None
    code: str | None
    deal: str | None
    known_deal: bool
    follows: str | None
    next: str | None
    question: QuestionSeen | None


class MarkSeen(Struct, frozen=True):
    """A marker on a row. ``stale`` says that the row has moved on since."""

    seat: int
    marker: MarkerWord
    stale: bool


class RowSeen(Struct, frozen=True):
    """A row as it lies.

    ``first`` and ``last`` are the numbers on its row card. ``cards`` are all of them where they
    may be shown (``open`` of :class:`GameSeen`), else only the top. ``trick`` is the card that
    would be a backwards trick now. ``takes`` is the open part of the number line as
    [lowest, highest], None when it is closed. ``command`` is the one on top, ``flash`` says that
    it binds a single turn, ``in_force`` that it binds somebody now. ``fire`` is the seat that must
    cover the fire on top, ``burning`` true when it is this turn's.
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
    flash: bool
    in_force: bool
    fire: int | None
    burning: bool


class PreviewSeen(Struct, frozen=True):
    """What a card would do on a row: see :class:`ninetyeight.rules.Verdict`.

    ``against`` is the strongest marker of somebody else that asks to keep off this row.
    """

    row: str
    step: int | None
    trick: bool
    refusal: Why | None
    loses: str | None
    dead_end: bool
    wins: bool
    against: MarkSeen | None


class CardSeen(Struct, frozen=True):
    """A card one holds, with its command or fire, and what it would do on each row.

    ``flash`` says that the command binds only whoever lays it, only in that turn.
    ``previews`` is empty when it is not the own turn or the client asked for none.
    """

    card: int
    command: str | None
    flash: bool
    fire: bool
    previews: list[PreviewSeen]


class DutySeen(Struct, frozen=True):
    """Something the running turn still asks for: see :class:`ninetyeight.table.Duty`."""

    kind: str
    rule: str
    n: int
    row: str | None


class Laid(Struct, frozen=True):
    """A card laid in a turn, and how far it moved its row. ``number`` is that of its event."""

    number: int
    card: int
    row: str
    step: int
    trick: bool
    command: str | None


class TurnSeen(Struct, frozen=True):
    """The cards that a seat laid in one turn."""

    seat: int
    laid: list[Laid]


class EndSeen(Struct, frozen=True):
    """How the game ended: praise by edition, everybody's hands, figures worth telling.

    ``seat`` is the one whose turn it was. ``why`` tells why the game was lost: its figures name the
    ``card`` whose duty was broken or could not be met, with its ``row``, and the card ``by`` which
    it was broken. With ``praise`` `lost` nothing is praised, and with `broken` nothing may be.
    ``moved`` is how far the rows moved in each turn, backwards tricks taken off.
    """

    won: bool
    reason: str | None
    why: Why | None
    left: int
    seat: int
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
    moved: list[int]
    seconds: int


class WaySeen(Struct, frozen=True):
    """A whole turn, its lays in notation, and how many games of a hundred it wins when it is played
    on from there by planners who know as much as one does at a table."""

    lays: list[str]
    wins: int


class HintSeen(Struct, frozen=True):
    """What a bot would do now in the place of whoever asks, in notation, and ``why``.

    ``ways`` are the turn that it belongs to and the next best one, where a bot has thought so far.
    """

    move: str
    why: Why
    ways: list[WaySeen] = []


class FanSeen(Struct, frozen=True):
    """The face-down fan: how many cards, how many to pick, and who took which places.

    ``no_chat`` is why nothing may be said in words meanwhile, as in :class:`GameSeen`.
    """

    cards: int
    picks: int
    taken: dict[str, list[int]]
    no_chat: Why | None


class GameSeen(Struct, frozen=True):
    """The game as one seat, or a watcher, sees it.

    ``offers`` are the wishes to start by seat, None for one who would rather not. ``spontaneous``
    says that there are no strengths of wish: ``can`` stands for ready. ``may_start`` are the seats
    that the receiver may let take the first turn now.

    ``open`` says that every card that was laid is shown: where rows lie open, and after the end.
    Otherwise people are shown the tops, ``this_turn`` and ``last_turns`` (the last turn of each
    seat, the earliest first), and nowhere another number (B11). ``view`` is there for a program
    that sits at the table and asked for it in its Hello, null for everybody else.
    """

    view: ViewSeen | None
    open: bool
    rows: list[RowSeen]
    hand: list[CardSeen]
    hand_sizes: list[int]
    draw: int
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
    last_turns: list[TurnSeen]
    no_markers: Why | None
    no_chat: Why | None
    no_naming: Why | None
    named: list[tuple[int, str]]
    offers: dict[str, str | None]
    spontaneous: bool
    may_start: list[int]
    end: EndSeen | None


class Happened(Struct, frozen=True, omit_defaults=True):
    """One event of the log, as everybody may know it.

    A ``laid`` tells ``card``, ``step``, ``trick`` and ``command`` as long as its turn is shown
    (B11), and never when the card was taken back (B12r): then only whose it was and on which row.
    What was ``said`` is a ``text``, or a ``phrase`` that everybody reads in their own language,
    of a ``row`` where it is one of those. ``of`` is the number of the lay that a ``took_back``
    takes back. ``hushed`` says that talk ended with it and all markers were taken off (T7r).
    ``instead`` tells of a ``started`` which seat had been given the first turn before. ``by`` tells
    of a ``freed`` which seat removed the person, and of a ``requested`` which one wants to; without
    it somebody left, or ``name`` wants to sit down. ``yes`` is what was ``answered``, and a ``sat``
    with ``changed_hands`` happened while the game was running.
    """

    number: int
    at: float
    kind: Literal[
        "opened",
        "sat",
        "freed",
        "requested",
        "answered",
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
        "hinted",
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
    phrase: str | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    drawn: int = 0
    of: int | None = None
    hushed: bool = False
    instead: int | None = None
    by: int | None = None
    yes: bool = False
    changed_hands: bool = False


class StepSeen(Struct, frozen=True):
    """A moment of the game, for looking back and for replays: the state after event ``number``.

    At a moment when a card lay that was taken back later, it is the one before that card was laid.
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
