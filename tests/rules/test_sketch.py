"""How a position looks in a shell and in a notebook."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from ninetyeight.rules import EDITIONS, Deal, Game, Rules, View, read_game
from tests.rules.positions import table
from tests.rules.strategies import games


def drawn(shown: Game | View) -> list[str]:
    """All that is written in the drawing, which must be well formed."""
    svg = ElementTree.fromstring(shown._repr_svg_())
    assert svg.get("role") == "img"
    return [part.text or "" for part in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_a_game_is_told_in_a_few_lines() -> None:
    game = table([22, 30], [50], edition="extreme", options=["fire"], U1=20, commands={30: "skull"})
    lines = str(game).splitlines()
    assert lines[0] == "extreme, fire, 2 players: seat 0 to lay, 2 more cards asked for"
    assert lines[1].startswith("U1 up ")
    assert lines[1].endswith(" 20")
    assert "seat 0   22/fire 30/skull" in lines
    assert lines[-1].startswith(f"draw     {len(game.draw)} cards: ")
    written = " ".join(drawn(game))
    for word in ("20", "U1 ▲ up", "D2 ▼ down", "seat 0: 22/fire 30/skull"):
        assert word in written


def test_the_end_is_told_with_its_reason() -> None:
    assert ": won" in str(table([60], [], U1=50, draw=[]).lay(60, "U1"))
    lost = table([82, 94, 30], [60, 61], U1=81, U2=99, D1=2, D2=3).lay(94, "U1")
    assert f": lost (stuck), {lost.left} cards left" in str(lost)
    assert "nobody has started" in str(Deal.new(Rules.of("gold", 6)).game())


def test_three_more_are_asked_for_once_a_three_lies_there() -> None:
    begun = table([30, 31, 40, 60], edition="extreme", commands={30: "three"})
    assert "2 more cards" in str(begun)
    assert "2 more cards" in str(begun.lay(30, "U1"))  # three in all
    assert "1 more card " in str(begun.lay(30, "U1").lay(31, "U1"))


@given(games())
def test_nothing_hidden_is_drawn_for_a_seat(game: Game) -> None:
    for viewer in (*range(game.rules.players), None):
        view = View.of(game, viewer)
        other = View.of(view.sample(Random(1)), viewer)
        assert (str(other), drawn(other)) == (str(view), drawn(view))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_short_form_of_a_game_reads_back(edition: str) -> None:
    game = Deal.new(Rules.of(edition, 2)).game().start(1)
    assert eval(repr(game), {"read_game": read_game}) == game
