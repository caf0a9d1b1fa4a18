"""What a chosen card would do on each row, and what the turn still asks for.

Front ends show this before a card is laid. It is computed from a view alone, so it can give
nothing away, and it is the law's own answer, so that no front end has to know a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ninetyeight.rules import (
    Card,
    Command,
    Lay,
    Mark,
    Marker,
    Rules,
    Verdict,
    View,
    completes,
    fits,
    is_trick,
)


def preview(view: View, card: Card) -> tuple[Verdict, ...]:
    """What ``card`` would do on each row, in table order. Refused when it is not your turn."""
    return tuple(view.turn.judge(Lay(card, row)) for row in view.rules.edition.row_names)


def asked_off(view: View, verdict: Verdict) -> Mark | None:
    """The strongest marker of another seat that asks to keep off where the card would be laid, as
    the row lies now (T8r); None also where the card does not go."""
    row = verdict.lay.row
    top = view.tops[view.rules.edition.row_index[row]]
    asked = [
        mark
        for mark in view.talk.marks
        if (mark.row, mark.top) == (row, top)  # T8r: it speaks of the row as it stood then
        and mark.seat != view.viewer
        and mark.marker is not Marker.SMALL
        and verdict.refusal is None
    ]
    return max(asked, key=lambda mark: list(Marker).index(mark.marker), default=None)


@lru_cache(maxsize=4096)
def takes(rules: Rules, place: int, top: Card | None) -> tuple[Card, Card] | None:
    """The lowest and highest card that a row with this top takes by number; None when closed."""
    up, step = rules.ups[place], rules.edition.step
    open_to = [
        card
        for card in rules.cards
        if card != top and fits(top, card, up, step) and not is_trick(top, card, up, step)
    ]
    return (open_to[0], open_to[-1]) if open_to else None


def trick_card(view: View, place: int) -> Card | None:
    """The card that would be a backwards trick on that row now (B4).

    None where no such card exists, where it was laid already for all to see, and while a command
    forbids the trick (X5).
    """
    if any(view.commands.on(top) is Command.NO_BACK for top in view.tops):
        return None
    card = _ten_back(view.rules, place, view.tops[place])
    return None if any(card in row for row in view.shown_rows()) else card


@lru_cache(maxsize=4096)
def _ten_back(rules: Rules, place: int, top: Card | None) -> Card | None:
    up, step = rules.ups[place], rules.edition.step
    return next((card for card in rules.cards if is_trick(top, card, up, step)), None)


def fire_deadline(view: View, place: int) -> int | None:
    """The seat that must cover the fire on that row by the end of its turn (F2, F3r)."""
    if view.seat is None or view.tops[place] not in view.rules.fires:
        return None
    row = view.rules.edition.row_names[place]
    if all(lay.row != row for lay in view.laid):
        return view.seat
    return view.next_seat


def in_force(view: View, place: int) -> bool:
    """True while the command on top of that row binds somebody.

    A lasting one does as long as it is visible, any other only in the turn in which it was laid.
    """
    command = view.commands.on(view.tops[place])
    if command is None or view.outcome is not None:
        return False
    row = view.rules.edition.row_names[place]
    return not command.flash or any(lay.row == row for lay in view.laid)


def lasting_commands(view: View) -> list[Command]:
    """The visible commands that hold for everybody, each once."""
    found = dict.fromkeys(view.commands.on(top) for top in view.tops)
    return [command for command in found if command is not None and not command.flash]


@dataclass(frozen=True, slots=True)
class Duty:
    """Something the running turn still asks for.

    ``kind`` is ``minimum`` (so many more cards, B5), ``three`` (so many more to exactly three,
    X3), ``skull`` or ``fire`` (the card on that row must be covered, X2, F2), ``one_row`` (all
    further cards on that row, X6). ``dead_end``, which stands alone, says that the turn cannot be
    completed from here and a card has to be taken back (B8r, B12r).
    """

    kind: str
    rule: str
    n: int = 0
    row: str | None = None


def duties(view: View) -> tuple[Duty, ...]:
    """What the viewer's running turn still asks for; empty when it may simply be ended."""
    if not view.my_turn:
        return ()
    turn, names = view.turn, view.rules.edition.row_names
    if not completes(turn):
        return (Duty("dead_end", "B8r"),)
    found: list[Duty] = []
    if turn.three:
        found.append(Duty("three", "X3", n=turn.owed))
    elif turn.owed:
        rule = "B7" if turn.minimum == 1 else "V1" if view.rules.options.expert else "B5"
        found.append(Duty("minimum", rule, n=turn.owed))
    found.extend(Duty("skull", "X2", row=names[place]) for place in turn.skulls)
    found.extend(Duty("fire", "F2", row=names[place]) for place in turn.due_fires)
    if turn.bound is not None:
        found.append(Duty("one_row", "X6", row=names[turn.bound]))
    return tuple(found)
