"""What an observation holds: the one place that says it, part by part.

An observation is one vector of small whole numbers (``int8``). It is made of named parts, one after
the other in the order of :data:`PARTS`; sizes and meanings are the same for every edition, option
and number of seats. Parts about commands, fire, markers and open hands are there only where a table
has such a thing, so a :class:`Layout` belongs to rules. Encoder, spaces and documentation are all
made from here.

Cards are numbered as printed: card *c* is place *c* of every part with :data:`CARDS` places. Rows
are in table order, U1 U2 D1 D2. Seats are counted from the viewer on: 0 is the viewer, 1 the next
seat clockwise. What an edition does not have (cards, rows, seats) stays 0.

>>> from ninetyeight.rules import Rules
>>> layout = layout_of(Rules.of("original", players=3))
>>> layout.size, layout.slices["unseen"]
(453, slice(100, 200, None))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninetyeight.rules import Command, Marker, Rules

#: Places of a part that has one for each card: numbers 0 to 99, 0 being no card.
CARDS = 100
ROWS = 4
SEATS = 6
#: The longest hand, and so the longest turn.
LONGEST = 12
COMMANDS = len(Command)
MARKERS = len(Marker)
#: A window looks this many numbers ahead of a row's top.
AHEAD = 24
#: Places of a window: two steps of the backwards trick back, one step back, then 1 to AHEAD ahead.
WINDOW = 2 + AHEAD

#: When a part is there: always, or only where the table has commands, fire, markers, open hands.
When = Literal["always", "commands", "fire", "markers", "open"]


class Part(NamedTuple):
    """One part of an observation: numbers from 0 to ``high``, in ``shape`` (last index fastest)."""

    name: str
    shape: tuple[int, ...]
    high: int
    when: When
    meaning: str

    @property
    def size(self) -> int:
        """How many places it takes."""
        return int(np.prod(self.shape))


PARTS: tuple[Part, ...] = (
    # The cards.
    Part("hand", (CARDS,), 1, "always", "the viewer's cards"),
    Part("unseen", (CARDS,), 1, "always", "cards in other hands or the draw pile"),
    # The rows.
    Part(
        "tops",
        (ROWS,),
        CARDS,
        "always",
        "the visible card; an empty row has the number before its first (B3r)",
    ),
    Part("empty", (ROWS,), 1, "always", "1 where nothing has been laid"),
    Part("hand_fit", (ROWS,), LONGEST, "always", "cards of the hand that the row takes (B3, B4)"),
    Part("unseen_fit", (ROWS,), CARDS, "always", "unseen cards that the row takes (B3, B4)"),
    Part(
        "hand_near",
        (ROWS, WINDOW),
        1,
        "always",
        "cards of the hand near the top, in the row's direction: two tricks back, one trick back, "
        "1, 2 … 24 ahead",
    ),
    Part("unseen_near", (ROWS, WINDOW), 1, "always", "the same for unseen cards"),
    Part(
        "hand_rows",
        (ROWS + 1,),
        LONGEST,
        "always",
        "cards of the hand that exactly 0, 1, 2, 3, 4 rows take",
    ),
    Part("unseen_rows", (ROWS + 1,), CARDS, "always", "the same for unseen cards"),
    # The turn.
    Part(
        "owed", (1,), LONGEST, "always", "cards still to be laid before the turn may end (B5, X3)"
    ),
    Part("laid", (1,), LONGEST, "always", "cards laid in this turn"),
    Part("minimum", (1,), LONGEST, "always", "cards asked for in this turn (B5, B7r)"),
    Part("may_end", (1,), 1, "always", "1 when the turn may be ended, every duty met"),
    # The table.
    Part("draw", (1,), CARDS, "always", "cards in the draw pile"),
    Part("draw_empty", (1,), 1, "always", "1 when nobody draws any more (B7)"),
    Part("left", (1,), CARDS, "always", "cards not laid (B9)"),
    Part("hand_sizes", (SEATS,), LONGEST, "always", "cards in each hand"),
    Part("turn", (SEATS,), 1, "always", "1 for the seat whose turn it is; none when it is over"),
    # Commands (X).
    Part(
        "hand_commands",
        (COMMANDS, CARDS),
        1,
        "commands",
        "cards of the hand that carry each command, in the order of `Command`",
    ),
    Part("unseen_commands", (COMMANDS,), CARDS, "commands", "unseen cards with each command"),
    Part("top_commands", (ROWS, COMMANDS), 1, "commands", "the command visible on each row"),
    Part("bound", (ROWS,), 1, "commands", "1 for the only row that may be laid on now (X6, X9r)"),
    Part("three", (1,), 1, "commands", "1 when a `three` was laid in this turn (X3)"),
    # Fire (F).
    Part("fires", (ROWS,), 1, "fire", "1 where a fire card is visible"),
    Part("due", (ROWS,), 1, "fire", "1 where that fire must be covered in this turn (F2, F3r)"),
    # Markers (T8r).
    Part("speaking", (1,), 1, "markers", "1 while the seats say what they show, before a turn"),
    Part(
        "marks",
        (SEATS, ROWS, MARKERS),
        1,
        "markers",
        "the marker each seat shows on each row: `small`, `keep`, `keep!`",
    ),
    Part("moved", (SEATS, ROWS), 1, "markers", "1 where the row has moved on since it was marked"),
    # Known cards.
    Part("other_hands", (SEATS - 1, CARDS), 1, "open", "the hands of the other seats, next first"),
)


@dataclass(frozen=True)
class Layout:
    """The parts of one kind of table's observations and where they lie in the vector."""

    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        """Length of the vector."""
        return sum(part.size for part in self.parts)

    @cached_property
    def slices(self) -> Mapping[str, slice]:
        """Where each part lies, by name."""
        found, start = {}, 0
        for part in self.parts:
            found[part.name] = slice(start, start + part.size)
            start += part.size
        return found

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """Where each of :data:`PARTS` begins, in that order; -1 for a part that is not there."""
        starts = [self.slices[p.name].start if p.name in self.slices else -1 for p in PARTS]
        return np.array(starts, np.int64)

    @cached_property
    def high(self) -> NDArray[np.int8]:
        """The highest number of each place; the lowest is 0 everywhere."""
        return np.concatenate([np.full(part.size, part.high, np.int8) for part in self.parts])

    def take(self, observation: NDArray[np.generic], name: str) -> NDArray[np.generic]:
        """One part of an observation in its own shape; more dimensions in front are kept."""
        part = next(part for part in self.parts if part.name == name)
        found = observation[..., self.slices[name]]
        return found.reshape(*observation.shape[:-1], *part.shape)

    def scaled(self, observation: NDArray[np.generic]) -> NDArray[np.float32]:
        """The observation as numbers from 0 to 1, each part divided by its highest number."""
        parts: NDArray[np.float32] = np.divide(observation, self.high, dtype=np.float32)
        return parts


def layout_of(rules: Rules, *, markers: bool = False, open_hands: bool = False) -> Layout:
    """The layout for a table with these rules. ValueError when they do not fit its sizes."""
    edition = rules.edition
    fitting = edition.low > 0 and edition.high < CARDS and len(edition.rows) <= ROWS
    if not fitting or rules.players > SEATS or rules.hand_size > LONGEST:
        raise ValueError(
            f"{edition.id} with these options does not fit an observation: it has room for cards "
            f"1 to {CARDS - 1}, {ROWS} rows, {SEATS} seats and hands of {LONGEST}"
        )
    there = {
        "always": True,
        "commands": rules.has_commands,
        "fire": bool(rules.fires),
        "markers": markers,
        "open": open_hands,
    }
    return Layout(tuple(part for part in PARTS if there[part.when]))
