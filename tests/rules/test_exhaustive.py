"""Whole games of small editions, every line of play: the engine and the naive rules agree.

`NINE` (in strategies.py) is an edition of nine cards, made in ten lines for this purpose; `TINY`
has twenty cards and two rows.
"""

from __future__ import annotations

from collections import Counter

import pytest

from ninetyeight.rules import TINY, Deal, Edition, Game, Rules
from tests.rules import naive
from tests.rules.positions import plain, reason
from tests.rules.strategies import NINE

#: What decides how a game can go on, and its end: tops, hands, draw pile, seat, cards of the turn.
Moment = tuple[object, ...]


def first(edition: Edition, players: int, options: list[str], bits: int) -> Game:
    rules = Rules.of(edition, players, **dict.fromkeys(options, True))
    return Deal.of_bits(rules, bits).game().start(0)


def lines_of_play(game: Game, found: Counter[str]) -> Counter[str]:
    """How often each end comes up, over all lines of play, and how many moves there are in all."""
    if game.outcome is not None:
        found[reason(game)] += 1
    for move in game.legal:
        found["moves"] += 1
        lines_of_play(game.apply(move), found)
    return found


def naive_lines_of_play(box: naive.Box, spot: naive.Spot, found: Counter[str]) -> Counter[str]:
    if spot.end is not None:
        found[spot.end] += 1
    for move in naive.moves(box, spot):
        found["moves"] += 1
        naive_lines_of_play(box, naive.play(box, spot, move), found)
    return found


def moments(game: Game) -> set[Moment]:
    """Every moment that can be reached from here."""
    seen: set[Moment] = set()
    waiting = [game]
    while waiting:
        game = waiting.pop()
        laid = tuple(tuple(lay) for lay in game.laid)
        hands = tuple(map(frozenset, game.hands))
        moment = (game.tops, hands, game.draw, game.seat, laid, reason(game))
        if moment not in seen:
            seen.add(moment)
            waiting.extend(game.apply(move) for move in game.legal)
    return seen


def naive_moments(box: naive.Box, spot: naive.Spot) -> set[Moment]:
    seen: set[Moment] = set()
    waiting = [spot]
    while waiting:
        spot = waiting.pop()
        tops = tuple(spot.top(row) for row in box.rows)
        seat = spot.seat if spot.end is None else None
        moment = (tops, spot.hands, spot.draw, seat, spot.mine, spot.end or "playing")
        if moment not in seen:
            seen.add(moment)
            waiting.extend(naive.play(box, spot, move) for move in naive.moves(box, spot))
    return seen


def naive_first(game: Game) -> tuple[naive.Box, naive.Spot]:
    """The naive rules' own first moment of the same deal."""
    box, spot = plain(game)
    return box, naive.begin(box, spot, 0)


@pytest.mark.parametrize("bits", [1, 2, 3])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, []),
        (3, []),
        (1, ["expert"]),
        (2, ["fire"]),
        (3, ["fire"]),
        (1, ["expert", "fire"]),
        (1, ["commands", "expert"]),
        (2, ["commands"]),
        (3, ["commands", "fire"]),
        (3, ["short_hand"]),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else str(value),
)
def test_nine_cards_every_line_of_play(players: int, options: list[str], bits: int) -> None:
    game = first(NINE, players, options, bits)
    found = lines_of_play(game, Counter())
    assert found == naive_lines_of_play(*naive_first(game), Counter())
    assert sum(found.values()) > found["moves"], "no line of play came to an end"


def test_nine_cards_come_to_every_kind_of_end() -> None:
    ends: Counter[str] = Counter()
    for bits in (1, 2, 3):
        lines_of_play(first(NINE, 1, ["commands", "expert", "fire"], bits), ends)
        lines_of_play(first(NINE, 2, ["fire"], bits), ends)
        lines_of_play(first(NINE, 1, ["commands"], bits), ends)
    assert set(ends) == {"moves", "won", "stuck", "skull", "three", "stop", "fire"}


@pytest.mark.parametrize(
    ("players", "options", "bits"),
    [
        (1, ["expert"], 2),
        (2, [], 2),
        (2, ["fire"], 2),
        (2, ["expert", "take_backs"], 1),
        (3, ["expert"], 1),
        (1, ["commands", "expert"], 5),
        (1, ["commands", "expert", "take_backs", "fire"], 3),
        (2, ["commands"], 1),
        (2, ["commands", "take_backs"], 4),
        (3, ["commands", "fire"], 6),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else str(value),
)
def test_twenty_cards_every_moment_that_can_be_reached(
    players: int, options: list[str], bits: int
) -> None:
    game = first(TINY, players, options, bits)
    assert moments(game) == naive_moments(*naive_first(game))


@pytest.mark.soak
@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("options", [[], ["fire"], ["commands"], ["commands", "fire"]])
def test_twenty_cards_every_moment_of_long_games(players: int, options: list[str]) -> None:
    game = first(TINY, players, options, 2)
    assert moments(game) == naive_moments(*naive_first(game))
