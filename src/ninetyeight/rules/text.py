"""A game as one line of text that reads back.

The line holds, in this order and separated by single spaces:

``edition+options`` · ``players`` · the rows ``U1:3.11/U2:/D1:94/D2:`` · the hands
``4.8.9/12.40`` · the draw pile ``17.42`` or ``-`` · the active seat (from 1) or ``-`` · the
cards laid this turn ``3@U1.11@U1`` or ``-`` · the turn's minimum · the commands ``17:stop.3:skull``
or ``-``, with ``!`` before them when the table knows the mapping · ``playing``, ``won`` or the
reason of the defeat.

>>> from ninetyeight.rules import Rules, Game, TINY
>>> game = Game.deal(Rules.of(TINY, players=2), range(1, 21)).start(0).lay(3, "U1")
>>> write_game(game)
'tiny 2 U1:3/D1: 1.2/4.5.6 7.8.9.10.11.12.13.14.15.16.17.18.19.20 1 3@U1 2 - playing'
>>> read_game(write_game(game)) == game
True
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ninetyeight.rules.cards import Card, Command, Commands, is_trick
from ninetyeight.rules.completion import completes
from ninetyeight.rules.editions import Edition, Rules, find_edition, option_choices
from ninetyeight.rules.errors import GameError, NotationError, SetupError
from ninetyeight.rules.game import Game, check_commands, check_deck
from ninetyeight.rules.moves import Lay, parse_move
from ninetyeight.rules.outcome import Outcome, Reason


def write_game(game: Game) -> str:
    """``game`` as one line."""
    rules = game.rules
    names = [rules.edition.id, *rules.options.named()]
    if rules.options.open_rows is False:
        names.append("closed_rows")
    rows = (
        f"{name}:{_numbers(row)}"
        for name, row in zip(rules.edition.row_names, game.rows, strict=True)
    )
    commands = ".".join(f"{card}:{kind}" for card, kind in game.commands.items())
    state = "playing"
    if game.outcome is not None:
        state = "won" if game.outcome.reason is None else game.outcome.reason.value
    return " ".join(
        [
            "+".join(names),
            str(rules.players),
            "/".join(rows),
            "/".join(_numbers(hand) for hand in game.hands),
            _numbers(game.draw) or "-",
            "-" if game.seat is None else str(game.seat + 1),
            ".".join(map(str, game.laid)) or "-",
            str(game.minimum),
            ("!" if game.open_commands else "") + (commands or "-"),
            state,
        ]
    )


def read_game(line: str, edition: Edition | str | None = None) -> Game:
    """The game that ``line`` writes; NotationError saying what is wrong when it writes none.

    ``edition`` lends an edition that is not among the published ones.
    """
    parts = line.strip().split(" ")
    if len(parts) != 10:
        raise NotationError("game_text_parts", n=len(parts))
    try:
        return _read(parts, None if edition is None else find_edition(edition))
    except GameError:
        raise
    except (ValueError, KeyError, IndexError) as cause:
        raise NotationError("game_text_broken", text=line[:60]) from cause


def _read(parts: list[str], edition: Edition | None) -> Game:
    head, players, rows_text, hands_text, draw_text = parts[:5]
    seat_text, laid_text, minimum, cmd, state = parts[5:]
    rules = _read_rules(head, _number(players), edition)
    rows = []
    for name, text in zip(rules.edition.row_names, rows_text.split("/"), strict=True):
        if not text.startswith(f"{name}:"):
            raise ValueError(text)
        rows.append(_cards(text[len(name) + 1 :]))
    hands = tuple(_cards(text) for text in hands_text.split("/"))
    laid = tuple(_lay(text) for text in laid_text.split(".")) if laid_text != "-" else ()
    seat = None if seat_text == "-" else _number(seat_text) - 1
    game = Game(
        rules=rules,
        rows=tuple(rows),
        hands=hands,
        draw=_cards("" if draw_text == "-" else draw_text),
        seat=seat,
        laid=laid,
        minimum=_number(minimum),
        commands=_commands(cmd.removeprefix("!")),
        open_commands=cmd.startswith("!"),
    )
    _check(game)
    if state == "playing":
        _check_playing(game)
        return game
    if state not in ("won", *Reason):
        raise ValueError(state)
    reason = None if state == "won" else Reason(state)
    if seat is not None or (reason is None and game.left):
        raise ValueError(state)  # over, and yet somebody is to lay; or won with cards left
    return replace(game, outcome=Outcome(reason is None, reason, game.left))


def _read_rules(head: str, players: int, edition: Edition | None) -> Rules:
    name, *options = head.split("+")
    chosen = edition if edition is not None and edition.id == name else find_edition(name)
    switches = {o: True for o in options if o != "closed_rows"}
    if "closed_rows" in options:
        switches["open_rows"] = False
    return Rules.of(chosen, players, **option_choices(switches))


def _check(game: Game) -> None:
    """NotationError or SetupError unless the parts make one whole table."""
    rules = game.rules
    everything = [card for group in (*game.rows, *game.hands, game.draw) for card in group]
    check_deck(rules, everything)
    check_commands(rules, game.commands)
    if game.commands and not rules.has_commands:
        raise SetupError("no_commands_here", rule="X11r", edition=rules.edition.id)
    if len(game.hands) != rules.players or any(list(h) != sorted(h) for h in game.hands):
        raise NotationError("game_text_hands", players=rules.players)
    if any(len(hand) > rules.hand_size for hand in game.hands):
        raise ValueError("a hand too large")
    if game.seat is not None and not 0 <= game.seat < rules.players:
        raise NotationError("game_text_seat", seat=game.seat + 1, players=rules.players)
    rest = dict(zip(rules.edition.row_names, game.rows, strict=True))
    for lay in reversed(game.laid):  # what was laid this turn lies on top, last laid topmost
        if rest[lay.row][-1:] != (lay.card,):
            raise NotationError("game_text_laid", move=str(lay))
        rest[lay.row] = rest[lay.row][:-1]
    for row, cards in zip(rules.edition.rows, game.rows, strict=True):
        for top, card in pairwise(cards):
            ahead = card > top if row.up else card < top
            if not ahead and not is_trick(top, card, row.up, rules.edition.step):
                raise NotationError("game_text_row", row=row.name, card=card, top=top)


def _check_playing(game: Game) -> None:
    """ValueError unless the game can go on as the line says."""
    if game.seat is None:  # not started
        if game.laid or game.minimum:
            raise ValueError("a turn before the first")
        return
    if game.minimum != (game.rules.minimum if game.draw else 1):  # B5, B7, B7r
        raise ValueError("a minimum that no turn has")
    while game.laid and game.rules.options.take_backs:
        game = game.back()  # B8r: with take-backs on, the turn is judged from its start
    if not completes(game.turn):
        raise ValueError("over by the rules, but not by the line")


def _numbers(cards: tuple[Card, ...]) -> str:
    return ".".join(map(str, cards))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)  # int() would take "+7", "1_0" and digits of other scripts too
    return int(word)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(_number(word) for word in text.split(".")) if text else ()


def _lay(text: str) -> Lay:
    move = parse_move(text)
    if not isinstance(move, Lay):
        raise NotationError("not_a_move", text=text)
    return move


def _commands(text: str) -> Commands:
    if text == "-":
        return Commands()
    pairs = (word.split(":") for word in text.split("."))
    return Commands({_number(card): Command(kind) for card, kind in pairs})
