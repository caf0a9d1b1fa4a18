"""What lies visible of a game: all that people are shown of its cards.

While a game with closed rows runs, people see the tops, the running turn and the last turn of each
seat (B11). A :class:`Visible` is made of these cards and holds no other, so that nothing built from
it can name a card that is covered. Programs at the table get the View instead (B11r).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ninetyeight.rules import Card, Commands, Mark, View
from ninetyeight.server.room_state import RoomState
from ninetyeight.table import TakenTurn
from ninetyeight.wire.state import MarkSeen


@dataclass(frozen=True)
class Visible:
    """A game as a person on one seat, or a watcher, sees it.

    ``view`` answers everything about the running turn, but of its rows it has only the cards that
    are shown, and of what was said only the markers that speak of the tops as they lie: others
    speak of cards that may be covered by now.
    """

    view: View
    #: How many cards each row has.
    counts: tuple[int, ...]
    #: The markers on each row, and whether the row has moved on since (T8r).
    marks: tuple[tuple[MarkSeen, ...], ...]
    this_turn: TakenTurn | None
    last_turns: tuple[TakenTurn, ...]
    open: bool

    @classmethod
    def of(cls, state: RoomState, seat: int | None, *, open: bool) -> Visible:
        """What ``seat`` sees; ``open`` shows every card that was laid."""
        assert state.table is not None
        whole = state.table.view(seat)
        rows = whole.rows if open else tuple(row[-1:] for row in whole.rows)
        lying = {card for row in rows for card in row}
        for turn in (*state.last_turns, *([state.this_turn] if state.this_turn else [])):
            lying.update(step.lay.card for step in turn.cards)
        return cls(
            view=replace(
                whole,
                rows=rows,
                commands=_commands_on(whole, lying),
                hidden_commands={},
                talk=replace(whole.talk, marks=_of_the_tops(whole), heard=()),
            ),
            counts=tuple(map(len, whole.rows)),
            marks=tuple(
                tuple(
                    MarkSeen(mark.seat, mark.marker.value, mark.top != top)
                    for mark in whole.talk.marks
                    if mark.row == name
                )
                for name, top in zip(whole.rules.edition.row_names, whole.tops, strict=True)
            ),
            this_turn=state.this_turn,
            last_turns=state.last_turns,
            open=open,
        )


def _of_the_tops(view: View) -> tuple[Mark, ...]:
    """The markers that speak of the rows as they lie."""
    tops = dict(zip(view.rules.edition.row_names, view.tops, strict=True))
    return tuple(mark for mark in view.talk.marks if mark.top == tops[mark.row])


def _commands_on(view: View, lying: set[Card]) -> Commands:
    """The commands on cards that lie there to be seen, and on those in the own hand."""
    if not view.commands:
        return view.commands
    seen = lying.union(view.hand)
    return Commands({card: kind for card, kind in view.commands.items() if card in seen})
