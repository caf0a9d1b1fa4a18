"""Records: a game as a file that replays to the same end.

A record is UTF-8 text, one JSON object a line. The first line is the header: format and rules
version, edition, options, players, seats, talk, deal. Each further line is one event. When the
game has ended, a last line ``{"result": …}`` says how, so that a replay can be checked against it.
Each line is written whole and flushed to disk before its event takes effect; what a crash cut off
in the middle of a line never happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ninetyeight.rules import (
    OPTION_NAMES,
    Commands,
    Deal,
    GameError,
    NotationError,
    Outcome,
    Rules,
    Strictness,
    option_choices,
)
from ninetyeight.table.events import Event, event_from_json, event_to_json
from ninetyeight.table.setup import Seat, Setup
from ninetyeight.table.state import TableState, advance, fold

FORMAT = "ninetyeight-record"
VERSION = 1
#: Version of the rules a record was played under; raised when a ruling changes a result.
RULES_VERSION = 3
#: Earlier ones that are still read. 1 took `one_row` to bind only what came after it (X9r) and let
#: cards be taken back under a silence card, up to 2 a turn took back without end (B12r): where that
#: changed a game, it is told as such.
EARLIER_RULES = (1, 2)


@dataclass(frozen=True)
class Record:
    """A game read from a record: how it began, what happened, where it stands."""

    setup: Setup
    events: tuple[Event, ...]
    state: TableState
    #: Bytes of the file that hold whole lines; what follows them was cut off by a crash.
    whole: int
    #: True when the file ended in the middle of a line, which is left out.
    cut: bool = False
    #: True when the record states its result: no more events may follow.
    closed: bool = False


def header_line(setup: Setup) -> str:
    """The first line of a record."""
    rules, deal = setup.rules, setup.deal
    header: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES_VERSION,
        "edition": rules.edition.id,
        "options": {name: getattr(rules.options, name) for name in OPTION_NAMES},
        "players": rules.players,
        "seats": [_seat(seat) for seat in setup.seats],
        "talk": setup.strictness.value,
        "fan": setup.fan,
        "known_deal": setup.known_deal,
        "bot_seed": setup.bot_seed,
    }
    if deal.code is not None:
        header["deal"] = deal.code
    else:
        header["deck"] = list(deal.deck)
    if deal.commands and (deal.code is None or deal.open_commands):
        header["commands"] = {str(card): kind.value for card, kind in deal.commands.items()}
        header["open_commands"] = deal.open_commands
    return _line(header)


def _seat(seat: Seat) -> dict[str, object]:
    told: dict[str, object] = {"name": seat.name}
    if seat.bot is not None:
        told["bot"] = seat.bot
    if seat.changed_hands:
        told["changed_hands"] = True
    return told


def event_line(event: Event) -> str:
    """One event as a line of a record."""
    return _line(event_to_json(event))


def result_line(outcome: Outcome) -> str:
    """The last line of a finished record."""
    reason = None if outcome.reason is None else outcome.reason.value
    return _line({"result": {"won": outcome.won, "reason": reason, "left": outcome.left}})


def write_record(setup: Setup, events: Sequence[Event]) -> str:
    """A whole record as text."""
    return "".join(record_lines(setup, events, fold(setup, events).outcome))


def record_lines(setup: Setup, events: Iterable[Event], outcome: Outcome | None) -> Iterator[str]:
    """The lines of a record of which it is known how the game stands."""
    yield header_line(setup)
    yield from map(event_line, events)
    if outcome is not None:
        yield result_line(outcome)


def read_record(content: bytes | str) -> Record:
    """The record in ``content``, the bytes of a file or its text, replayed.

    A last line that was cut off is left out and reported through ``cut``; any other damage is a
    NotationError that names the line.
    """
    raw = content.encode() if isinstance(content, str) else content
    lines = raw.split(b"\n")
    tail = lines.pop()
    if not lines:
        raise NotationError("record_no_header")
    header = _object(lines[0], 1)
    setup = _read_header(header)
    if header["rules"] in EARLIER_RULES:
        try:
            return _read_events(setup, lines, tail)
        except NotationError as cause:
            if cause.code not in _CONTRADICTIONS:
                raise
            line, rules = cause.params["line"], header["rules"]
            raise NotationError("record_earlier_rules", line=line, rules=rules) from cause
    return _read_events(setup, lines, tail)


#: What is said of a record that tells something else than the rules.
_CONTRADICTIONS = ("record_refused", "record_after_end", "record_other_end")


def _read_events(setup: Setup, lines: Sequence[bytes], tail: bytes) -> Record:
    cut = bool(tail)
    state = TableState.initial(setup)
    events: list[Event] = []
    whole = len(lines[0]) + 1
    closed = False
    for number, raw in enumerate(lines[1:], start=2):
        if closed:
            raise NotationError("record_after_end", line=number)
        try:
            line = _object(raw, number)
        except NotationError:
            if number == len(lines) and not tail:
                cut = True  # the last line reached the disk only in part
                break
            raise
        if "result" in line:
            _check_result(state, line["result"], number)
            closed = True
        else:
            state = _replay(state, line, number, events)
        whole += len(raw) + 1
    return Record(setup, tuple(events), state, whole, cut, closed)


def _replay(
    state: TableState, line: Mapping[str, Any], number: int, events: list[Event]
) -> TableState:
    try:
        event = event_from_json(line)
        after = advance(state, event)
    except GameError as cause:
        raise NotationError("record_refused", line=number, why=cause) from cause
    events.append(event)
    return after


def _check_result(state: TableState, result: object, number: int) -> None:
    outcome = state.outcome
    if outcome is None or json.loads(result_line(outcome))["result"] != result:
        raise NotationError("record_other_end", line=number)


def _object(raw: bytes, number: int) -> dict[str, Any]:
    try:
        line = json.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as cause:
        raise NotationError("record_line", line=number) from cause
    if not isinstance(line, dict):
        raise NotationError("record_line", line=number)
    return line


def _read_header(header: Mapping[str, Any]) -> Setup:
    if header.get("format") != FORMAT:
        raise NotationError("record_no_header")
    known = (RULES_VERSION, *EARLIER_RULES)
    if header.get("version") != VERSION or header.get("rules") not in known:
        raise NotationError("record_version", version=str(header.get("version")), known=VERSION)
    try:
        return Setup(
            _read_deal(header),
            tuple(
                Seat(seat["name"], seat.get("bot"), bool(seat.get("changed_hands", False)))
                for seat in header["seats"]
            ),
            Strictness(header["talk"]),
            fan=bool(header["fan"]),
            known_deal=bool(header.get("known_deal", False)),
            bot_seed=int(header["bot_seed"]),
        )
    except GameError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        raise NotationError("record_header", line=1) from cause


def _read_deal(header: Mapping[str, Any]) -> Deal:
    options = header["options"]
    rules = Rules.of(header["edition"], header["players"], **option_choices(options))
    commands = None
    if "commands" in header:
        commands = Commands({int(card): kind for card, kind in header["commands"].items()})
    if "deal" not in header:
        return Deal(
            rules,
            tuple(header["deck"]),
            commands or Commands(),
            None,
            bool(header.get("open_commands")),
        )
    coded = Deal.from_code(
        header["deal"], take_backs=options["take_backs"], open_rows=options["open_rows"]
    )
    if rules.edition.commands:
        # The code of a box with commands does not name them, whether or not the options do.
        told = replace(coded.rules.options, commands=rules.options.commands)
        coded = replace(coded, rules=replace(coded.rules, options=told))
    if coded.rules != rules:
        raise NotationError("record_header", line=1)
    return coded if commands is None else coded.with_commands(commands)


def _line(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"
