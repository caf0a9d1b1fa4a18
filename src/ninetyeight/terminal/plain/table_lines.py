"""The table in words: short lines that a screen reader can read and a script can find.

Told from a view alone, which honours what lies open (B11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ninetyeight.rules import BACK, Command, View
from ninetyeight.table import (
    Event,
    Marked,
    Moved,
    Setup,
    TableState,
    advance,
    duties,
    hushed,
    lasting_commands,
    shown_turns,
    turns,
)
from ninetyeight.terminal.words import Words


def row_lines(words: Words, view: View, names: Sequence[str]) -> Iterator[str]:
    """One line for each row: name, direction, what is seen of it, markers."""
    edition = view.rules.edition
    for row, top, shown in zip(edition.rows, view.tops, view.shown_rows(), strict=True):
        if top is None:
            told = words.say("row.empty")
        else:
            told = words.card(view, top)
            if len(shown) > 1:
                told = words.say("row.history", top=told, cards=" ".join(map(str, shown)))
        line = words.say("row.line", row=row.name, direction=words.direction(row.up), cards=told)
        marks = [words.mark(m, names, top, shown) for m in view.talk.marks if m.row == row.name]
        yield words.listed([line, *marks])


def hand_line(words: Words, view: View) -> str:
    """The viewer's own hand, lowest first."""
    return words.say("hand", cards=words.cards(view, view.hand))


def around_lines(words: Words, view: View, names: Sequence[str]) -> Iterator[str]:
    """The draw pile, how many cards the others hold, what holds for everybody."""
    others = [
        words.say("others", name=name, n=size)
        for seat, (name, size) in enumerate(zip(names, view.hand_sizes, strict=True))
        if seat != view.viewer
    ]
    yield " ".join([words.say("draw_pile", n=view.draw_size), *others])
    for command in lasting_commands(view):
        text = words.text(f"rules.command.{command.value}.text")
        yield words.say("in_force", command=words.command(command), text=text)
    for name, commands in _named(view, names).items():
        told = ", ".join(words.command(command) for command in commands)
        yield words.say("holds", name=name, commands=told)


def _named(view: View, names: Sequence[str]) -> dict[str, list[Command]]:
    found: dict[str, list[Command]] = {}
    for seat, command in view.talk.named:
        found.setdefault(names[seat], []).append(command)
    return found


def duty_line(words: Words, view: View) -> str:
    """What the running turn still asks for."""
    todo = [
        words.say("duty.first", n=duty.n)
        if duty.kind == "minimum" and not view.laid
        else words.duty(duty)
        for duty in duties(view)
    ]
    if view.turn.may_end:
        todo.append(words.say("duty.may_end"))
    return " ".join(todo)


def table_lines(words: Words, view: View, names: Sequence[str]) -> Iterator[str]:
    """The whole table as the viewer sees it."""
    yield from row_lines(words, view, names)
    yield from around_lines(words, view, names)
    if view.viewer is not None:
        yield hand_line(words, view)
    if view.my_turn:
        yield duty_line(words, view)


class Story:
    """What happened at a table, retold from its log: one line a turn, one line a sign.

    It tells the cards that people are shown now (B11): of turns that lie too far back, and of what
    was taken back (B12r), only that there was a card.
    """

    def __init__(self, words: Words, setup: Setup) -> None:
        self._words = words
        self._states = [TableState.initial(setup)]
        self._events: list[Event] = []

    def follow(self, log: Sequence[Event]) -> None:
        """Take in what is new in the log."""
        for event in log[len(self._events) :]:
            self._states.append(advance(self._states[-1], event))
            self._events.append(event)

    def last_turn_of(self, seat: int) -> int:
        """How much had happened when the seat's last whole turn was over; 0 before its first."""
        taken = turns(self._states[0].setup, self._events)
        return max((turn.end for turn in taken if turn.over and turn.seat == seat), default=0)

    def lines(
        self, since: int = 0, without: int | None = None, until: int | None = None
    ) -> Iterator[str]:
        """What happened from event ``since`` on, and before ``until``, except what the seat
        ``without`` did itself."""
        moves: list[str] = []
        quiet = False
        marks: list[Marked] = []
        shown = shown_turns(self._states[-1], self._events)
        told = {laid.number for turn in shown for laid in turn.cards}
        end = len(self._events) if until is None else until
        for at in range(since, end):
            event = self._events[at]
            before, after = self._states[at], self._states[at + 1]
            if marks and not (isinstance(event, Marked) and event.seat == marks[0].seat):
                yield self._words.marks(before.setup, marks)
                marks = []
            if isinstance(event, Marked):
                marks += [event] if event.seat != without else []
            elif isinstance(event, Moved):
                moves.append(self._words.move(before, event, after, shown=at in told))
                quiet = quiet or hushed(before, after)
                if event.move is not BACK and self._turn_over(after, event.seat):
                    if event.seat != without:
                        yield self._turn(event.seat, moves)
                    if quiet:
                        yield self._words.text("rules.markers.off")
                    moves, quiet = [], False
            elif event.seat != without:
                yield self._words.event(before, event, after)
        if marks:
            yield self._words.marks(self._states[0].setup, marks)
        if moves and self._events[end - 1].seat != without:
            yield self._turn(self._events[end - 1].seat, moves)
        if quiet:
            yield self._words.text("rules.markers.off")

    def _turn(self, seat: int, moves: list[str]) -> str:
        name = self._states[0].setup.seats[seat].name
        return self._words.say("turn", name=name, moves=self._words.listed(moves))

    @staticmethod
    def _turn_over(state: TableState, seat: int) -> bool:
        """True also when the same seat goes on with a new turn, as it does alone."""
        return state.active != seat or (state.game is not None and not state.game.laid)
