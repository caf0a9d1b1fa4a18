"""A view as JSON, for players that are programs: written field by field, and read back.

What is written is what :class:`~ninetyeight.rules.View` holds, plus a few facts that follow from it
and save a program work. Every field is explained in the documentation of bots; a test compares.

>>> from ninetyeight.rules import Deal
>>> view = View.of(Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C").game().start(1), 0)
>>> view_from_json(view_to_json(view)) == view
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ninetyeight.bots.bot import BotError
from ninetyeight.rules import (
    Card,
    Command,
    Commands,
    Edition,
    GameError,
    Lay,
    Mark,
    Marker,
    Outcome,
    Reason,
    Rules,
    Strictness,
    Talk,
    View,
    Wish,
    parse_move,
)


def view_to_json(view: View) -> dict[str, Any]:
    """Everything the viewer may know, as plain lists, numbers and texts."""
    edition = view.rules.edition
    return {
        "edition": edition.id,
        "options": {
            f.name: getattr(view.rules.options, f.name) for f in fields(view.rules.options)
        },
        "players": view.rules.players,
        "viewer": view.viewer,
        "rows": dict(zip(edition.row_names, map(list, view.rows), strict=True)),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "draw": view.draw_size,
        "seat": view.seat,
        "laid": [str(lay) for lay in view.laid],
        "minimum": view.minimum,
        "commands": {str(card): kind.value for card, kind in view.commands.items()},
        "hidden_commands": {kind.value: count for kind, count in view.hidden_commands.items()},
        "outcome": None if view.outcome is None else _outcome_to_json(view.outcome),
        "talk": _talk_to_json(view.talk),
        # What follows from the above.
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
    """The view that :func:`view_to_json` wrote; BotError when it is none.

    ``edition`` lends an edition that is not among the published ones. What follows from other
    fields is not read.
    """
    try:
        return _read(data, edition)
    except GameError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as cause:
        raise BotError("not_a_view", detail=f"{type(cause).__name__}: {cause}") from cause


def _read(data: Mapping[str, Any], edition: Edition | None) -> View:
    rules = Rules.of(edition or data["edition"], data["players"], **data["options"])
    outcome = data["outcome"]
    return View(
        rules=rules,
        viewer=_maybe_number(data["viewer"]),
        rows=tuple(_cards(data["rows"][name]) for name in rules.edition.row_names),
        hand=_cards(data["hand"]),
        hand_sizes=_cards(data["hand_sizes"]),
        draw_size=_number(data["draw"]),
        seat=_maybe_number(data["seat"]),
        laid=tuple(_lay(text) for text in data["laid"]),
        minimum=_number(data["minimum"]),
        commands=Commands({int(card): kind for card, kind in data["commands"].items()}),
        hidden_commands={
            Command(kind): _number(count) for kind, count in data["hidden_commands"].items()
        },
        outcome=None if outcome is None else _outcome_from_json(outcome),
        talk=_talk_from_json(data["talk"]),
    )


def _outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    reason = None if outcome.reason is None else outcome.reason.value
    return {"won": outcome.won, "reason": reason, "left": outcome.left}


def _outcome_from_json(data: Mapping[str, Any]) -> Outcome:
    reason = data["reason"]
    return Outcome(
        bool(data["won"]), None if reason is None else Reason(reason), _number(data["left"])
    )


def _talk_to_json(talk: Talk) -> dict[str, Any]:
    return {
        "strictness": talk.strictness.value,
        "marks": _marks_to_json(talk.marks),
        "offers": {str(seat): wish.value for seat, wish in talk.offers.items()},
        "named": [[seat, command.value] for seat, command in talk.named],
        "laying": talk.laying,
        "heard": _marks_to_json(talk.heard),
    }


def _talk_from_json(data: Mapping[str, Any]) -> Talk:
    return Talk(
        strictness=Strictness(data["strictness"]),
        marks=_marks_from_json(data["marks"]),
        offers={int(seat): Wish(wish) for seat, wish in data["offers"].items()},
        named=tuple((_number(seat), Command(command)) for seat, command in data["named"]),
        laying=bool(data["laying"]),
        heard=_marks_from_json(data["heard"]),
    )


def _marks_to_json(marks: tuple[Mark, ...]) -> list[dict[str, Any]]:
    return [
        {"seat": mark.seat, "row": mark.row, "marker": mark.marker.value, "top": mark.top}
        for mark in marks
    ]


def _marks_from_json(data: list[Mapping[str, Any]]) -> tuple[Mark, ...]:
    return tuple(
        Mark(
            _number(mark["seat"]),
            str(mark["row"]),
            Marker(mark["marker"]),
            _maybe_number(mark["top"]),
        )
        for mark in data
    )


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _maybe_number(value: object) -> int | None:
    return None if value is None else _number(value)


def _cards(values: object) -> tuple[Card, ...]:
    if not isinstance(values, list):
        raise TypeError(f"{values!r} is no list of numbers")
    return tuple(map(_number, values))


def _lay(text: str) -> Lay:
    move = parse_move(text)
    if not isinstance(move, Lay):
        raise TypeError(f"{text!r} lays no card")
    return move
