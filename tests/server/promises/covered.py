"""Which cards people are shown (B11), told a second time; and which cards a message tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from ninetyeight.rules import BACK, END, Card, Command, Lay
from ninetyeight.server.room_events import Played, RoomEvent
from ninetyeight.server.room_state import RoomState
from ninetyeight.table import Moved

#: Fields with numbers that are no cards: counts, places, seats, ends of the number line.
NO_CARDS = frozenset(
    re.findall(
        r"\w+",
        """
        number last at seat players cards_laid turns tricks left count draw hand_sizes owed turn low
        high first step drawn of seconds watchers active fire n hidden_commands named minimum picks
        taken may_start speaker instead largest_step longest_run fires protocol eyes steps
        """,
    )
)
#: What follows from a top alone, or from the number line.
FROM_TOPS = frozenset(["takes", "trick"])


class Told(Protocol):
    """A room, on a server or not: where it stands, and how it came there."""

    @property
    def state(self) -> RoomState: ...

    @property
    def log(self) -> list[RoomEvent]: ...


def shown_to_people(room: Told, seat: int | None) -> set[Card]:
    """The cards that a person on this seat is shown now, worked out from the log alone."""
    table = room.state.table
    assert table is not None
    if table.game is None:
        return set()
    held = set() if seat is None else set(table.game.hands[seat])
    if table.outcome is not None:
        return set(table.setup.rules.cards)
    if table.setup.rules.open_rows:
        return held.union(*table.game.rows)
    running: list[Card] = []
    stops = False
    last: dict[int, list[Card]] = {}
    for event in room.log:
        match event:
            case Played(Moved(move=move)) if move is BACK:
                running.pop()
            case Played(Moved(seat=mover, move=move)):
                stops = False
                if isinstance(move, Lay):
                    running.append(move.card)
                    stops = table.game.commands.on(move.card) is Command.STOP  # X1
                if move is END or stops:
                    last[mover], running = running, []
    tops = {row[-1] for row in table.game.rows if row}
    return held.union(tops, running, *last.values())


def cards_told(thing: Any, key: str = "") -> Iterator[tuple[str, int]]:
    """Every number in a message that is, or may be, a card, with its field.

    A field that nobody has thought about counts as one that tells cards.
    """
    if isinstance(thing, Mapping):
        for name, value in thing.items():
            if name in ("plan", "fan", "present"):
                continue
            if str(name).isdigit() and key == "commands":
                yield key, int(name)
            yield from cards_told(value, name if not re.fullmatch(r"[UD]\d|\d+", name) else key)
    elif isinstance(thing, list):
        for one in thing:
            yield from cards_told(one, key)
    elif isinstance(thing, bool) or key in NO_CARDS or key in FROM_TOPS:
        return
    elif isinstance(thing, int | float):
        yield key, int(thing)
    elif isinstance(thing, str):
        yield from ((key, int(found)) for found in re.findall(r"\b(\d+)@", thing))
