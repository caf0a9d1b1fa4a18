"""A view survives the way through JSON, and carries what the documentation lists."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from ninetyeight.rules import (
    Command,
    GameError,
    Mark,
    Marker,
    NotationError,
    Rules,
    Strictness,
    Talk,
    View,
    Wish,
)
from ninetyeight.wire import view_from_json, view_to_json
from tests.bots.positions import every_rules, random_deal, random_position

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def through_text(view: View) -> View:
    return view_from_json(json.loads(json.dumps(view_to_json(view))))


def test_a_view_reads_back_in_every_edition() -> None:
    rng = Random(1)
    for rules in every_rules():
        game = random_position(rules, rng)
        for viewer in (None, *range(rules.players)):
            view = View.of(game, viewer)
            assert through_text(view) == view


def test_what_was_said_reads_back() -> None:
    game = random_deal(Rules.of("extreme", players=3), Random(1)).game()
    talk = (
        Talk(Strictness.MARKERS)
        .with_offer(2, Wish.MUST)
        .with_named(1, Command.SKULL)
        .set_mark(Mark(0, "D2", Marker.HARD, None))
        .set_mark(Mark(1, "U1", Marker.SMALL, 17))
    )
    view = View.of(game, 1, talk)
    assert through_text(view) == view


def test_the_end_of_a_game_reads_back() -> None:
    for i in range(20):
        game = random_position(Rules.of("original", players=2), Random(i))
        while game.outcome is None:
            game = game.apply(next(iter(game.legal)))
        view = View.of(game, 0)
        assert through_text(view) == view
        assert view_to_json(view)["legal"] == []


def test_legal_and_losing_moves_are_listed_on_the_own_turn_only() -> None:
    rng = Random(4)
    for rules in every_rules():
        game = random_position(rules, rng)
        for viewer in range(rules.players):
            view = View.of(game, viewer)
            data = view_to_json(view)
            mine = viewer == game.seat
            assert data["legal"] == ([str(move) for move in game.legal] if mine else [])
            losing = [str(move) for move in game.legal if mine and view.loses(move)]
            assert data["losing"] == losing


def test_hidden_cards_do_not_change_a_byte() -> None:
    rng = Random(5)
    for rules in every_rules(take_backs=(False,)):
        game = random_position(rules, rng)
        for viewer in range(rules.players):
            view = View.of(game, viewer)
            other = View.of(view.sample(rng), viewer)
            assert json.dumps(view_to_json(other)) == json.dumps(view_to_json(view))


def documented(heading: str) -> set[str]:
    """The fields that the table under this heading of the documentation explains."""
    _, _, section = DOCS.read_text("utf-8").partition(f"{heading}\n")
    table = section.split("\n#", 1)[0]
    return {name for line in table.splitlines() for name in re.findall(r"^\| `(\w+)`", line)}


def test_every_field_is_documented_and_nothing_else_is_written() -> None:
    view = View.of(random_position(Rules.of("extreme", players=3), Random(2)), 0)
    assert set(view_to_json(view)) == documented("### The view")
    assert set(view_to_json(view)["talk"]) == documented("### What was said")


@pytest.mark.parametrize(
    "change",
    [
        {"hand": None},
        {"hand": ["7"]},
        {"rows": {"U1": []}},
        {"laid": ["end"]},
        {"laid": ["seven"]},
        {"seat": "0"},
        {"edition": "chess"},
        {"players": 99},
        {"options": {"flying": True}},
        {"commands": {"7": "jump"}},
        {"talk": {}},
        {"draw": True},
    ],
)
def test_what_is_no_view_gets_a_plain_message(change: dict[str, object]) -> None:
    view = View.of(random_position(Rules.of("original", players=3), Random(2)), 0)
    with pytest.raises(GameError) as caught:
        view_from_json({**view_to_json(view), **change})
    assert str(caught.value)
    missing = view_to_json(view)
    del missing["hand_sizes"]
    with pytest.raises(NotationError, match="not the view of a game"):
        view_from_json(missing)
