"""Editions and options: the rules in force, as data.

An :class:`Edition` is what stands in a box; :class:`Options` is what a table chooses on top;
:class:`Rules` is both together for a number of players. Nothing here knows how a turn goes, and
nothing elsewhere asks which edition it is: it asks for a number, a set of cards or a row.

>>> rules = Rules.of("original", players=3)
>>> rules.hand_size, rules.minimum, len(rules.cards)
(6, 2, 98)
>>> Rules.of("gold", players=6, expert=True, short_hand=True).hand_size
5
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import index
from typing import NamedTuple, TypedDict, Unpack, cast

from ninetyeight.rules.cards import Card, Row, is_trick
from ninetyeight.rules.errors import Refused, SetupError
from ninetyeight.rules.moves import Lay
from ninetyeight.rules.outcome import Outcome

#: The most people at a table where cards may be taken back unless it chooses otherwise (B12r).
MOST_WITH_TAKE_BACKS = 1


class Step(NamedTuple):
    """How far a lay moves its row on: below zero for the backwards trick (B4)."""

    by: int
    trick: bool


@dataclass(frozen=True)
class Edition:
    """One box of the game. Immutable; a new edition is a new value, never a subclass."""

    id: str
    low: Card
    high: Card
    rows: tuple[Row, ...]
    max_players: int = 5
    #: Hand size for one, two, and three or more players (B2).
    hands: tuple[int, int, int] = (8, 7, 6)
    #: Cards to lay per turn while the draw pile has cards (B5), and with `expert` (V1).
    minimum: int = 2
    expert_minimum: int = 3
    #: How far back the backwards trick goes (B4).
    step: int = 10
    #: Which cards are fire cards when the option is on (F1).
    fires: frozenset[Card] = frozenset({22, 33, 44, 55, 66, 77})
    #: True where the box itself has command cards (X).
    commands: bool = False
    #: Default of the table option `open_rows` (B11).
    open_rows: bool = False
    #: True for the quiet talk of T5-T7.
    quiet: bool = False
    #: True where hands are picked from a face-down fan.
    fan: bool = False
    #: True where nobody says how strong their wish to start is: everybody shows that they are
    #: ready, and then whoever feels like it starts (B10r).
    spontaneous: bool = False
    #: Results worth praise: (fewer cards left than this, code of the words), best first (B9).
    praise: tuple[tuple[int, str], ...] = ((1, "won"), (10, "excellent"))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every number card of the box, lowest first (B2)."""
        return tuple(range(self.low, self.high + 1))

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        """The rows' names in table order: U1 U2 D1 D2 in every published edition."""
        return tuple(row.name for row in self.rows)

    @cached_property
    def row_index(self) -> Mapping[str, int]:
        """Place of each row by name."""
        return {row.name: place for place, row in enumerate(self.rows)}

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each row the number just before its first card: what an empty row goes on from."""
        return tuple(self.low - 1 if row.up else self.high + 1 for row in self.rows)

    def tops_to_follow(self, tops: Sequence[Card | None]) -> tuple[Card, ...]:
        """The tops, and for an empty row its start: the numbers that cards go on from (B3, B3r)."""
        pairs = zip(self.starts, tops, strict=True)
        return tuple(start if top is None else top for start, top in pairs)

    def step_of(self, lay: Lay, tops: Sequence[Card | None]) -> Step:
        """The step of ``lay``, which must be accepted, from the ``tops`` that it is laid on."""
        place = self.row_index[lay.row]
        row, top = self.rows[place], tops[place]
        return Step(row.step(top, lay.card), is_trick(top, lay.card, row.up, self.step))

    def place_of(self, row: str) -> int:
        """Place of the row of that name; Refused when there is no such row (B1)."""
        place = self.row_index.get(row)
        if place is None:
            raise Refused("no_such_row", rule="B1", row=row, known=", ".join(self.row_names))
        return place

    def praise_for(self, outcome: Outcome) -> str:
        """Code of the words for a result, by the cards that were left (B9).

        `broken`, which has no words, when a command or a fire was not heeded, however few cards
        are left (B9r).
        """
        if outcome.broken:
            return "broken"
        return next((code for below, code in self.praise if outcome.left < below), "lost")


def four_rows(up: tuple[int, int], down: tuple[int, int]) -> tuple[Row, ...]:
    """Two ascending and two descending rows, with what their row cards show (B1)."""
    return (
        Row("U1", True, up),
        Row("U2", True, up),
        Row("D1", False, down),
        Row("D2", False, down),
    )


ORIGINAL = Edition(id="original", low=2, high=99, rows=four_rows((1, 99), (100, 2)))
GAMEFACTORY = replace(ORIGINAL, id="gamefactory", rows=four_rows((2, 100), (99, 1)))
EXTREME = replace(ORIGINAL, id="extreme", commands=True)
GOLD = Edition(
    id="gold",
    low=1,
    high=99,
    rows=four_rows((1, 99), (99, 1)),
    max_players=6,
    open_rows=True,
    quiet=True,
    fan=True,
    spontaneous=True,
    praise=((1, "won"), (10, "super"), (15, "good")),
)

#: The published editions by id.
EDITIONS: Mapping[str, Edition] = {e.id: e for e in (ORIGINAL, GAMEFACTORY, EXTREME, GOLD)}

#: A small game for exhaustive tests: twenty cards, two rows, a trick of five back.
TINY = Edition(
    id="tiny",
    low=1,
    high=20,
    rows=(Row("U1", True, (0, 20)), Row("D1", False, (21, 1))),
    max_players=3,
    hands=(4, 3, 3),
    step=5,
    fires=frozenset({6, 12}),
)


@dataclass(frozen=True)
class Options:
    """What a table chooses on top of the edition. Each is its own switch."""

    #: V1: three cards a turn while the draw pile has cards.
    expert: bool = False
    #: V2: every hand one card smaller.
    short_hand: bool = False
    #: F: six fire cards.
    fire: bool = False
    #: X: commands, also in an edition without them.
    commands: bool = False
    #: B12r: cards of this turn may be taken back.
    take_backs: bool = False
    #: B11: show people all laid cards; None means as the edition recommends.
    open_rows: bool | None = None

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if value is option.default:
                continue
            if value not in (True, False):  # any text would count as on
                told = {"option": option.name, "value": repr(value)[:24]}
                raise SetupError("option_value", known="True, False", **told)
            object.__setattr__(self, option.name, bool(value))

    def named(self) -> tuple[str, ...]:
        """Names of the options that are on, in their fixed order."""
        return tuple(f.name for f in fields(self) if getattr(self, f.name))

    def law(self) -> dict[str, bool]:
        """The options that change the deal or the law, on or off, in their fixed order."""
        return {name: getattr(self, name) for name in LAW_OPTIONS}

    def chosen(self) -> dict[str, bool | None]:
        """The options that are not as they are when nobody chooses."""
        values = {f.name: (getattr(self, f.name), f.default) for f in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value is not usual}


class OptionChoices(TypedDict, total=False):
    """The options as keywords of whatever sets up a game: see :class:`Options`."""

    expert: bool
    short_hand: bool
    fire: bool
    commands: bool
    take_backs: bool
    open_rows: bool | None


OPTION_NAMES = tuple(f.name for f in fields(Options))
#: The options that change the deal or the law, as opposed to how a table is run.
LAW_OPTIONS = ("expert", "short_hand", "fire", "commands")


def option_choices(given: Mapping[str, object]) -> OptionChoices:
    """What was ``given``, all of it names of options; SetupError tells those that there are."""
    for name in given:
        if name not in OPTION_NAMES:
            known = ", ".join(("players", *OPTION_NAMES))
            raise SetupError("unknown_option", option=name, known=known)
    return cast("OptionChoices", given)


@dataclass(frozen=True)
class Rules:
    """The rules in force at one table: an edition, its options, a number of players.

    Constructing it checks that they fit; every figure a turn needs is a plain attribute. The
    edition may be given by its id.
    """

    edition: Edition
    options: Options = field(default_factory=Options)
    players: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "edition", find_edition(self.edition))
        most, players = self.edition.max_players, whole(self.players)
        if players not in range(1, most + 1):
            raise SetupError(
                "impossible_seats",
                rule="B2",
                players=repr(self.players) if players is None else players,
                most=most,
                edition=self.edition.id,
            )
        object.__setattr__(self, "players", players)
        if self.hand_size < 1 or self.hand_size * self.players > len(self.edition.cards):
            raise SetupError(
                "too_few_cards",
                rule="B2",
                players=self.players,
                hand=self.hand_size,
                cards=len(self.edition.cards),
            )

    @classmethod
    def of(
        cls, edition: str | Edition, players: int = 1, **options: Unpack[OptionChoices]
    ) -> Rules:
        """Rules by name: ``Rules.of("extreme", players=4, expert=True)``."""
        return cls(find_edition(edition), Options(**option_choices(options)), players)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.options.chosen().items())
        return f"Rules.of({self.edition.id!r}, players={self.players}{chosen})"

    def check_seat(self, seat: int) -> None:
        """Refused unless ``seat``, counted from 0, is one of this table."""
        if type(seat) is int and 0 <= seat < self.players:
            return  # the ordinary case, and asked for every view
        if whole(seat) not in range(self.players):
            raise Refused("unknown_seat", rule="B2", seat=repr(seat), last=self.players - 1)

    @cached_property
    def hand_size(self) -> int:
        """Cards in a full hand (B2, V2)."""
        solo, two, more = self.edition.hands
        full = solo if self.players == 1 else two if self.players == 2 else more
        return full - self.options.short_hand

    @cached_property
    def minimum(self) -> int:
        """Cards to lay per turn while the draw pile has cards (B5, V1)."""
        return self.edition.expert_minimum if self.options.expert else self.edition.minimum

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, lowest first."""
        return self.edition.cards

    @cached_property
    def fires(self) -> frozenset[Card]:
        """The fire cards in force; empty without the option (F1)."""
        return self.edition.fires if self.options.fire else frozenset()

    @cached_property
    def has_commands(self) -> bool:
        """True when command cards are in the deck (X)."""
        return self.edition.commands or self.options.commands

    @cached_property
    def open_rows(self) -> bool:
        """True when front ends show people every laid card (B11)."""
        chosen = self.options.open_rows
        return self.edition.open_rows if chosen is None else chosen

    @cached_property
    def ups(self) -> tuple[bool, ...]:
        """Direction of each row, in table order: True for ascending."""
        return tuple(row.up for row in self.edition.rows)


def find_edition(given: str | Edition) -> Edition:
    """The edition of that id; one that is given is given back. SetupError tells the known ones."""
    if isinstance(given, Edition):
        return given
    found = TINY if given == TINY.id else EDITIONS.get(str(given))
    if found is None:
        raise SetupError("unknown_edition", edition=str(given)[:24], known=", ".join(EDITIONS))
    return found


def usual_take_backs(people: int) -> bool:
    """Whether cards may be taken back at a table of so many people that does not choose (B12r).

    With several of them a card shown and taken back tells the others a number (T1).
    """
    return people <= MOST_WITH_TAKE_BACKS


def whole(number: object) -> int | None:
    """A whole number, NumPy's too; None for anything else, a truth value included."""
    try:
        return None if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        return None
