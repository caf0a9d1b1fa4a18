"""How a finished game ended, as people want to know it: in whose turn, and what stood in the way.

An :class:`Outcome` holds what the law asks for. Here is what it leaves to be told: which card's
duty was broken and by which card (B9r), or, when the turn could not be completed, which duty could
not be met (X2, X3, F2).

>>> from ninetyeight.rules import Commands, Deal, Rules
>>> deal = Deal.from_code("extreme-1p-K7Q2M9XA4TWB3H8C").with_commands(Commands({77: "three"}))
>>> game = deal.game().start(0).lay(10, "U1").lay(77, "U1").lay(53, "U2").lay(55, "U2")
>>> ending = how_it_ended(game)
>>> ending.code, ending.card, ending.by
('rules.ending.three_fourth', 77, 55)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninetyeight.rules.cards import Card, Command
from ninetyeight.rules.completion import completes
from ninetyeight.rules.game import Game
from ninetyeight.rules.moves import Lay
from ninetyeight.rules.outcome import Reason
from ninetyeight.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game in words: a code of the catalogue with what fills its placeholders.

    ``seat`` is the one whose turn it was, also when it could lay nothing at all. A game that was
    won has no ``code``. ``card`` is the skull, the `three` or the fire whose duty was not met, on
    ``row`` if it must be covered there; ``by`` is another card that broke it when it was laid.
    Where too few cards fitted (B8), ``card`` on ``row`` and then ``by`` are those that did.
    ``n`` is a count that the sentence speaks of.
    """

    seat: int
    code: str | None = None
    rule: str | None = None
    card: Card | None = None
    row: str | None = None
    by: Card | None = None
    n: int | None = None

    @property
    def params(self) -> dict[str, int | str]:
        """What fills the placeholders of the text."""
        told = {"card": self.card, "row": self.row, "by": self.by, "n": self.n}
        return {name: value for name, value in told.items() if value is not None}


def how_it_ended(game: Game, seat: int | None = None) -> Ending:
    """How ``game``, which is over, ended.

    ``seat`` is the one whose turn it was: it is only asked for where the game was read from its
    text, which does not tell.
    """
    outcome = game.outcome
    assert outcome is not None
    seat = seat if outcome.seat is None else outcome.seat
    assert seat is not None, "a game that was read from its text: say whose turn it was"
    turn = game.turn_of(seat)
    if outcome.won:
        return Ending(seat)
    if outcome.reason is Reason.FIRE:
        return _fire(seat, turn)
    if outcome.reason is Reason.STUCK:
        return _stuck(seat, turn)
    return _broken(seat, turn, outcome.reason)


def _broken(seat: int, turn: Turn, reason: Reason | None) -> Ending:
    """A command that the last card laid has broken (X8r)."""
    by, count = turn.laid[-1].card, len(turn.laid)
    if reason is Reason.SKULL:
        place = turn.skulls[0]
        card, row = turn.tops[place], turn.rules.edition.row_names[place]
        if card == by:
            return Ending(seat, "rules.ending.skull_itself", "X2", card, row)
        how = "stop" if turn.commands.on(by) is Command.STOP else "last"
        return Ending(seat, f"rules.ending.skull_{how}", "X2", card, row, by)
    three = next(_threes(turn))
    if reason is Reason.STOP:
        return Ending(seat, "rules.ending.three_stop", "X3", three, by=by)
    if turn.full < 3:
        return Ending(seat, "rules.ending.three_short", "X3", three, n=turn.full)
    if three == by:
        return Ending(seat, "rules.ending.three_late", "X3", three, n=count)
    return Ending(seat, "rules.ending.three_fourth", "X3", three, by=by)


def _fire(seat: int, turn: Turn) -> Ending:
    """A fire that a `stop` left uncovered, or that could not be covered (F2, F3r)."""
    due = [(turn.tops[place], turn.rules.edition.row_names[place]) for place in turn.due_fires]
    last = turn.laid[-1].card if turn.laid else None
    if turn.commands.on(last) is Command.STOP:
        card, row = due[0]
        return Ending(seat, "rules.ending.fire_stop", "F2", card, row, last)
    for card, row in due:
        if card is not None and completes(turn, ignoring_fires=frozenset({card})):
            return Ending(seat, "rules.ending.fire", "F2", card, row)
    return Ending(seat, "rules.ending.fires", "F2", n=len(due))


def _stuck(seat: int, turn: Turn) -> Ending:
    """A turn that could not be completed (B8): for a duty alone, or for want of a place to lay.

    The card that is named is one whose duty alone stood in the way.
    """
    for card, row in _duties(turn):
        if completes(turn, ignoring_commands=frozenset({card})):
            if turn.commands.on(card) is Command.THREE:
                if turn.full < 3:
                    return Ending(seat, "rules.ending.three_short", "X3", card, n=turn.full)
                return Ending(seat, "rules.ending.stuck_three", "X3", card)
            if row is None:
                return Ending(seat, "rules.ending.stuck_skull_in_hand", "X2", card)
            return Ending(seat, "rules.ending.stuck_skull", "X2", card, row)
    commands = frozenset(card for card, _ in _duties(turn))
    if completes(turn, ignoring_commands=commands):
        return Ending(seat, "rules.ending.stuck_commands", "X10r")
    fires = turn.rules.fires
    if completes(turn, ignoring_fires=fires, ignoring_commands=commands):
        return Ending(seat, "rules.ending.stuck_commands_and_fire", "X10r")
    return _too_few(seat, turn)


def _too_few(seat: int, turn: Turn) -> Ending:
    """Fewer cards fitted than the turn still asked for (B8): which, and how many it asked for.

    No edition asks for more than three cards, so at most two are named.
    """
    owed = turn.minimum - len(turn.laid)
    rule = "V1" if turn.rules.options.expert and turn.minimum > 1 else "B8"
    match _longest(turn, owed - 1):
        case (only,):
            return Ending(seat, "rules.ending.stuck_one", rule, only.card, only.row, n=owed)
        case (first, second, *_):
            two = first.card, first.row, second.card
            return Ending(seat, "rules.ending.stuck_two", rule, *two, n=owed)
    return Ending(seat, "rules.ending.stuck_none", rule, n=owed)


def _longest(turn: Turn, most: int) -> tuple[Lay, ...]:
    """As many lays in a row as are accepted and lose nothing, up to ``most``."""
    best: tuple[Lay, ...] = ()
    if most == 0:
        return best
    for lay in turn.lays():
        if turn.broken_by(lay) is None:
            found = (lay, *_longest(turn.after(lay), most - 1))
            if len(found) == most:
                return found
            best = max(best, found, key=len)
    return best


def _duties(turn: Turn) -> Iterator[tuple[Card, str | None]]:
    """The cards whose command is a duty in this turn, or would be when laid; with the row of a
    skull that is visible."""
    for place in turn.skulls:
        card = turn.tops[place]
        assert card is not None
        yield card, turn.rules.edition.row_names[place]
    for card in _threes(turn):
        yield card, None
    for kind in (Command.SKULL, Command.THREE):
        for card in turn.hand:
            if turn.commands.on(card) is kind:
                yield card, None


def _threes(turn: Turn) -> Iterator[Card]:
    """The `three` cards laid in this turn."""
    return (lay.card for lay in turn.laid if turn.commands.on(lay.card) is Command.THREE)
