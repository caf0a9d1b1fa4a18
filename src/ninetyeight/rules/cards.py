"""Cards, commands and rows: what lies on the table.

A card is its number, a plain ``int``. What else is printed on it (a command, fire) hangs on the
edition and the deal, not on the number, so that one engine serves every edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ninetyeight.rules.choices import Choice

Card = int


class Command(Choice, code="unknown_command", rule="X11r"):
    """The seven commands of the Extreme edition (X1-X7)."""

    STOP = "stop"
    SKULL = "skull"
    THREE = "three"
    SILENCE = "silence"
    NO_BACK = "no_back"
    ONE_ROW = "one_row"
    DRAW_ONE = "draw_one"

    @property
    def flash(self) -> bool:
        """True for ⚡ commands, which bind only the seat that laid them, only in that turn."""
        return self in _FLASH


_FLASH = frozenset({Command.STOP, Command.SKULL, Command.THREE})

#: An official set carries each command on this many cards.
COMMAND_COPIES = 4


def fits(top: Card | None, card: Card, up: bool, step: int) -> bool:
    """True when ``card`` may follow ``top`` by its number or by the backwards trick (B3, B4)."""
    if top is None:
        return True  # B3r: an empty row takes any card
    if up:
        return card > top or card == top - step
    return card < top or card == top + step


def is_trick(top: Card | None, card: Card, up: bool, step: int) -> bool:
    """True when laying ``card`` on ``top`` is the backwards trick (B4); never on an empty row."""
    return top is not None and card == (top - step if up else top + step)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: its name, its direction and what its row card shows.

    The row card gives direction and range; it is no number card (B3r).
    """

    name: str
    up: bool
    shows: tuple[int, int]

    def step(self, top: Card | None, card: Card) -> int:
        """How far ``card`` moves the row on from ``top``: negative for the backwards trick.

        An empty row stands where its row card says that it begins.

        >>> Row("U1", True, (1, 99)).step(None, 49), Row("D1", False, (100, 2)).step(47, 57)
        (48, -10)
        """
        start = self.shows[0] if top is None else top
        return card - start if self.up else start - card


class Commands(Mapping[Card, Command]):
    """Which cards carry which command: an immutable, hashable mapping (X11r)."""

    __slots__ = ("_kinds",)

    def __init__(self, kinds: Mapping[Card, Command | str] | None = None) -> None:
        self._kinds = {card: Command(kind) for card, kind in sorted((kinds or {}).items())}

    @classmethod
    def of(cls, kinds: Mapping[Card, Command | str]) -> Commands:
        """The mapping that is given, as it is if it is one already."""
        return kinds if isinstance(kinds, Commands) else cls(kinds)

    def __getitem__(self, card: Card) -> Command:
        return self._kinds[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __contains__(self, card: object) -> bool:
        return card in self._kinds

    def on(self, card: Card | None) -> Command | None:
        """The command on ``card``, or None; also for the missing top of an empty row."""
        return self._kinds.get(card) if card is not None else None

    def __hash__(self) -> int:
        return hash(tuple(self._kinds.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Commands):
            return self._kinds == other._kinds
        return NotImplemented

    def __repr__(self) -> str:
        inside = ", ".join(f"{card}: {kind.value!r}" for card, kind in self._kinds.items())
        return f"Commands({{{inside}}})"


NO_COMMANDS = Commands()
