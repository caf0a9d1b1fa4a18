"""What happens at a table, as small values that can be written down and read back.

Each event belongs to a seat. Its JSON form is one flat object: ``{"seat": 0, "do": "42@U1"}``.
A move, a marker, a wish and a command may be given as the text that they have there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ninetyeight.rules import Command, Marker, Move, NotationError, Phrase, Wish, parse_move


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat took its hand from these places of the face-down fan."""

    seat: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat offered to start, or withdrew its offer (B10r)."""

    seat: int
    wish: Wish | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "wish", Wish.maybe(self.wish))


@dataclass(frozen=True, slots=True)
class Started:
    """The team settled that this seat takes the first turn (B10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat laid a card, took one back or ended its turn."""

    seat: int
    move: Move

    def __post_init__(self) -> None:
        object.__setattr__(self, "move", parse_move(self.move))


@dataclass(frozen=True, slots=True)
class Marked:
    """A seat put a marker on a row, or withdrew it (T8r)."""

    seat: int
    row: str
    marker: Marker | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "marker", Marker.maybe(self.marker))


@dataclass(frozen=True, slots=True)
class Named:
    """A seat named a command that it holds (T3)."""

    seat: int
    command: Command

    def __post_init__(self) -> None:
        object.__setattr__(self, "command", Command(self.command))


@dataclass(frozen=True, slots=True)
class Said:
    """A seat said something to the table (T2). That it names no number is for the sender's side."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Phrased:
    """A seat said a phrase to the table (T2), of a row where it is one of those."""

    seat: int
    phrase: Phrase
    row: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrase", Phrase(self.phrase))


@dataclass(frozen=True, slots=True)
class StoodIn:
    """From here on a bot plays for this seat; None: its person is back."""

    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat was given its first hint: from here on the game counts as played with hints."""

    seat: int


Event: TypeAlias = (
    Picked | Offered | Started | Moved | Marked | Named | Said | Phrased | StoodIn | Hinted
)


def event_to_json(event: Event) -> dict[str, object]:
    """The event as a flat JSON object."""
    line: dict[str, object] = {"seat": event.seat}
    match event:
        case Picked(places=places):
            line["pick"] = list(places)
        case Offered(wish=wish):
            line["offer"] = None if wish is None else wish.value
        case Started():
            line["start"] = True
        case Moved(move=move):
            line["do"] = str(move)
        case Marked(row=row, marker=marker):
            line["mark"] = row
            line["as"] = None if marker is None else marker.value
        case Named(command=command):
            line["name"] = command.value
        case Said(text=text):
            line["say"] = text
        case Phrased(phrase=phrase, row=row):
            line["phrase"] = phrase.value
            if row is not None:
                line["of"] = row
        case StoodIn(bot=bot):
            line["stand_in"] = bot
        case Hinted():
            line["hint"] = True
    return line


def event_from_json(line: Mapping[str, object]) -> Event:
    """The event that a JSON object writes; NotationError when it writes none."""
    try:
        return _read(dict(line))
    except NotationError:
        raise
    except (ValueError, KeyError, TypeError) as cause:
        raise NotationError("not_an_event", text=str(dict(line))[:60]) from cause


def _read(line: dict[str, object]) -> Event:
    seat = line.pop("seat")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
        raise ValueError(seat)
    match line:
        case {"pick": list(places), **rest} if not rest:
            if not all(type(place) is int for place in places):
                raise ValueError(places)
            return Picked(seat, tuple(places))
        case {"offer": (str() | None) as wish, **rest} if not rest:
            return Offered(seat, Wish.maybe(wish))
        case {"start": True, **rest} if not rest:
            return Started(seat)
        case {"do": str(move), **rest} if not rest:
            return Moved(seat, parse_move(move))
        case {"mark": str(row), "as": (str() | None) as marker, **rest} if not rest:
            return Marked(seat, row, Marker.maybe(marker))
        case {"name": str(command), **rest} if not rest:
            return Named(seat, Command(command))
        case {"say": str(text), **rest} if not rest:
            return Said(seat, text)
        case {"phrase": str(phrase), "of": str(row), **rest} if not rest:
            return Phrased(seat, Phrase(phrase), row)
        case {"phrase": str(phrase), **rest} if not rest:
            return Phrased(seat, Phrase(phrase))
        case {"stand_in": (str() | None) as bot, **rest} if not rest:
            return StoodIn(seat, bot)
        case {"hint": True, **rest} if not rest:
            return Hinted(seat)
    raise ValueError(line)
