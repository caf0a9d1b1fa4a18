"""The engine as a judge that any program can ask: JSON lines in, one answer per line out.

:func:`answer` is the whole of it, a function from request to answer. :func:`serve` reads requests
until the input ends; no line makes it stop, because a bad one is answered with an ``error``.

>>> answer({"id": 7, "edition": "gold", "players": 2})
{'id': 7, 'error': 'the request has no “deck”'}
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NoReturn

from ninetyeight.rules import (
    EDITIONS,
    NO_COMMANDS,
    OPTION_NAMES,
    Commands,
    Game,
    GameError,
    Move,
    NotationError,
    Refused,
    Rules,
    SetupError,
    option_choices,
    parse_move,
)

#: A request of a whole game has about two thousand bytes.
LONGEST_LINE = 1 << 20

#: The most of somebody's text that an error repeats.
_QUOTED = 40

Answer = dict[str, Any]


def answer(request: Mapping[str, Any]) -> Answer:
    """The answer to one request: the position its moves lead to, or what was wrong with it."""
    number = request.get("id")
    try:
        moves = _moves(request)
        game = _game(request)
    except GameError as error:
        return {"id": number, "error": error.text("en")}
    refused: Answer | None = None
    for at, move in enumerate(moves):
        try:
            game = game.apply(move)
        except Refused as refusal:
            refused = {
                "at": at,
                "move": str(move),
                "rule": refusal.rule,
                "message": refusal.text("en"),
            }
            break
    return {"id": number, **position(game), "refused": refused}


def position(game: Game) -> Answer:
    """Everything an answer tells about a position."""
    outcome = game.outcome
    status = "playing" if outcome is None else "won" if outcome.won else "lost"
    names = game.rules.edition.row_names
    return {
        "status": status,
        "reason": None if outcome is None or outcome.reason is None else outcome.reason.value,
        "left": game.left,
        "seat": game.seat,
        "laid": len(game.laid),
        "need": game.turn.owed if game.seat is not None else 0,
        "rows": {name: list(row) for name, row in zip(names, game.rows, strict=True)},
        "hands": [list(hand) for hand in game.hands],
        "draw": len(game.draw),
        "legal": sorted(map(str, game.legal)),
        "losing": sorted(map(str, game.losing)),
    }


# Reading a request. `type(x) is int` rather than isinstance: JSON's true is no number.


def _game(request: Mapping[str, Any]) -> Game:
    """The game at the start of the first turn."""
    rules = _rules(request)
    deck = _field(request, "deck")
    if not isinstance(deck, list) or any(type(card) is not int for card in deck):
        raise NotationError("request_deck")
    starter = request.get("starter", 0)
    if type(starter) is not int:
        raise NotationError("request_starter_number")
    if not 0 <= starter < rules.players:
        raise SetupError(
            "request_starter", rule="B10", starter=_brief(starter), last=rules.players - 1
        )
    commands = _commands(request) if rules.has_commands else NO_COMMANDS
    return Game.deal(rules, deck, commands).start(starter)


def _rules(request: Mapping[str, Any]) -> Rules:
    edition, players = _field(request, "edition"), _field(request, "players")
    if not isinstance(edition, str):
        raise NotationError("request_edition")
    if edition not in EDITIONS:
        raise SetupError("unknown_edition", edition=edition[:_QUOTED], known=", ".join(EDITIONS))
    if type(players) is not int:
        raise NotationError("request_players")
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise NotationError("request_options")
    for name, value in options.items():
        if name not in OPTION_NAMES:
            raise SetupError("unknown_option", option=name[:_QUOTED], known=", ".join(OPTION_NAMES))
        if not isinstance(value, bool):
            raise NotationError("request_option", option=name)
    return Rules.of(edition, players, **option_choices(options))


def _commands(request: Mapping[str, Any]) -> Commands:
    given = request.get("commands")
    if not isinstance(given, dict):
        raise NotationError("request_commands")
    for card in given:
        if not re.fullmatch("[1-9][0-9]{0,5}", card, re.ASCII):
            raise NotationError("request_command_card", card=card[:_QUOTED])
    return Commands({int(card): str(kind)[:_QUOTED] for card, kind in given.items()})


def _moves(request: Mapping[str, Any]) -> list[Move]:
    given = request.get("moves", [])
    if not isinstance(given, list) or any(not isinstance(text, str) for text in given):
        raise NotationError("request_moves")
    return [_move(at, text) for at, text in enumerate(given)]


def _move(at: int, text: str) -> Move:
    try:
        move = parse_move(text)
        if str(move) == text:  # a judge takes the notation at its word: no spaces, no lower case
            return move
    except NotationError:
        pass
    raise NotationError("request_move", at=at, text=text[:_QUOTED])


def _field(request: Mapping[str, Any], name: str) -> Any:
    if name not in request:
        raise NotationError("request_missing", field=name)
    return request[name]


def _brief(number: int) -> str:
    return str(number) if abs(number) < 10**_QUOTED else "…"


# Lines in, lines out.


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of ``requests`` with a line, in order, each before the next is read."""
    for line in _lines(requests):
        answers.write(answer_line(line))
        answers.flush()


def answer_line(line: bytes) -> bytes:
    """The answer to one line, which may be anything at all."""
    number: object = None
    try:
        request = _read(line)
        number = request.get("id")
        given = answer(request)
    except GameError as error:
        given = {"id": number, "error": error.text("en")}
    except Exception as error:  # the referee outlives a fault of its own, and says so
        fault = SetupError("request_inside", what=repr(error)[:200])
        given = {"id": number, "error": fault.text("en")}
    try:
        text = json.dumps(given)
    except RecursionError:  # an id that could be read but nests too deeply to be repeated
        text = json.dumps({**given, "id": None})
    return text.encode("ascii") + b"\n"


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of ``source``; of one that is too long, just enough to tell that it is."""
    while line := source.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE + 1)
        yield line


def _read(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise NotationError("request_too_long", most=LONGEST_LINE)
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError:
        raise NotationError("request_not_text") from None
    except RecursionError:
        raise NotationError("request_too_deep") from None
    except ValueError as error:
        why = getattr(error, "msg", None) or str(error)
        raise NotationError("request_not_json", why=why[:200]) from None
    if not isinstance(request, dict):
        raise NotationError("request_no_object")
    return request


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):  # 1e999: could be read, but not repeated as JSON
        raise ValueError("a number is out of range")
    return number
