"""A view as JSON, for players that are programs: over standard input and over the network.

:class:`ViewSeen` lists the fields of a :class:`~ninetyeight.rules.View`, once for everybody who
writes or reads one. Every field is explained in the documentation of bots; a test compares.

>>> from ninetyeight.rules import Deal
>>> view = View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1), 0)
>>> view_from_json(view_to_json(view)) == view
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import msgspec
from msgspec import Struct

from ninetyeight.rules import (
    Command,
    Commands,
    Edition,
    GameError,
    Lay,
    Mark,
    Marker,
    NotationError,
    Outcome,
    Reason,
    Rules,
    Strictness,
    Talk,
    View,
    Wish,
    parse_move,
)


class OutcomeSeen(Struct, frozen=True):
    """How the game ended."""

    won: bool
    reason: str | None
    left: int

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeSeen:
        """The outcome as it is sent."""
        reason = None if outcome.reason is None else outcome.reason.value
        return cls(outcome.won, reason, outcome.left)

    def outcome(self) -> Outcome:
        """The outcome that was sent."""
        return Outcome(self.won, None if self.reason is None else Reason(self.reason), self.left)


class ViewMark(Struct, frozen=True):
    """A marker with the top card it speaks of (T8r)."""

    seat: int
    row: str
    marker: str
    top: int | None


class TalkSeen(Struct, frozen=True):
    """What has been said and still stands."""

    strictness: str
    marks: list[ViewMark]
    offers: dict[str, str]
    named: list[tuple[int, str]]
    laying: bool
    heard: list[ViewMark]

    @classmethod
    def of(cls, talk: Talk) -> TalkSeen:
        """The talk as it is sent."""
        return cls(
            talk.strictness.value,
            _marks(talk.marks),
            {str(seat): wish.value for seat, wish in talk.offers.items()},
            [(seat, command.value) for seat, command in talk.named],
            talk.laying,
            _marks(talk.heard),
        )

    def talk(self) -> Talk:
        """The talk that was sent."""
        return Talk(
            strictness=Strictness(self.strictness),
            marks=_read_marks(self.marks),
            offers={int(seat): Wish(wish) for seat, wish in self.offers.items()},
            named=tuple((seat, Command(command)) for seat, command in self.named),
            laying=self.laying,
            heard=_read_marks(self.heard),
        )


class ViewSeen(Struct, frozen=True):
    """Exactly what :class:`ninetyeight.rules.View` holds, for players that are programs (B11r).

    The same keys as the view that a program gets over its standard input. Its ``rows`` hold every
    card that was laid, also where people are shown only the tops.
    """

    edition: str
    options: dict[str, bool | None]
    players: int
    viewer: int | None
    rows: dict[str, list[int]]
    hand: list[int]
    hand_sizes: list[int]
    draw: int
    seat: int | None
    laid: list[str]
    minimum: int
    commands: dict[str, str]
    hidden_commands: dict[str, int]
    outcome: OutcomeSeen | None
    talk: TalkSeen

    @classmethod
    def of(cls, view: View) -> ViewSeen:
        """The view as it is sent."""
        edition, options = view.rules.edition, view.rules.options
        return cls(
            edition=edition.id,
            options={f.name: getattr(options, f.name) for f in fields(options)},
            players=view.rules.players,
            viewer=view.viewer,
            rows=dict(zip(edition.row_names, map(list, view.rows), strict=True)),
            hand=list(view.hand),
            hand_sizes=list(view.hand_sizes),
            draw=view.draw_size,
            seat=view.seat,
            laid=[str(lay) for lay in view.laid],
            minimum=view.minimum,
            commands={str(card): kind.value for card, kind in view.commands.items()},
            hidden_commands={kind.value: count for kind, count in view.hidden_commands.items()},
            outcome=None if view.outcome is None else OutcomeSeen.of(view.outcome),
            talk=TalkSeen.of(view.talk),
        )

    def view(self, edition: Edition | None = None) -> View:
        """The view that was sent; NotationError when it is none, GameError when it cannot be.

        ``edition`` lends an edition that is not among the published ones.
        """
        try:
            return self._view(edition)
        except GameError:
            raise
        except (KeyError, TypeError, ValueError) as cause:
            raise _no_view(cause) from cause

    def _view(self, edition: Edition | None) -> View:
        options: Mapping[str, Any] = self.options
        rules = Rules.of(edition or self.edition, self.players, **options)
        return View(
            rules=rules,
            viewer=self.viewer,
            rows=tuple(tuple(self.rows[name]) for name in rules.edition.row_names),
            hand=tuple(self.hand),
            hand_sizes=tuple(self.hand_sizes),
            draw_size=self.draw,
            seat=self.seat,
            laid=tuple(map(_lay, self.laid)),
            minimum=self.minimum,
            commands=Commands({int(card): kind for card, kind in self.commands.items()}),
            hidden_commands={Command(kind): n for kind, n in self.hidden_commands.items()},
            outcome=None if self.outcome is None else self.outcome.outcome(),
            talk=self.talk.talk(),
        )


def view_to_json(view: View) -> dict[str, Any]:
    """Everything the viewer may know as plain lists, numbers and texts.

    Beside what :class:`ViewSeen` holds there are a few facts that follow from it and save a program
    work.
    """
    edition = view.rules.edition
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(ViewSeen.of(view)))
    return told | {
        "cards": [edition.low, edition.high],
        "directions": {row.name: "up" if row.up else "down" for row in edition.rows},
        "step": edition.step,
        "hand_size": view.rules.hand_size,
        "fires": sorted(view.rules.fires),
        "unseen": list(view.unseen),
        "owed": view.turn.owed if view.my_turn else None,
        "legal": list(map(str, view.legal)),
        "losing": list(map(str, view.losing)),
    }


def view_from_json(data: Mapping[str, Any], edition: Edition | None = None) -> View:
    """The view that :func:`view_to_json` wrote; NotationError when it is none.

    ``edition`` lends an edition that is not among the published ones. What follows from other
    fields is not read.
    """
    try:
        told = msgspec.convert(data, ViewSeen)
    except msgspec.ValidationError as cause:
        raise _no_view(cause) from cause
    return told.view(edition)


def _no_view(cause: Exception) -> NotationError:
    return NotationError("not_a_view", detail=f"{type(cause).__name__}: {cause}")


def _marks(marks: Sequence[Mark]) -> list[ViewMark]:
    return [ViewMark(mark.seat, mark.row, mark.marker.value, mark.top) for mark in marks]


def _read_marks(marks: Sequence[ViewMark]) -> tuple[Mark, ...]:
    return tuple(Mark(mark.seat, mark.row, Marker(mark.marker), mark.top) for mark in marks)


def _lay(text: str) -> Lay:
    move = parse_move(text)
    if not isinstance(move, Lay):
        raise TypeError(f"{text!r} lays no card")
    return move
