"""`ninetyeight bench`: what is measured is real and repeatable; how fast it is, is no test."""

from __future__ import annotations

import json
from random import Random

from click.testing import CliRunner

from ninetyeight.bench import (
    KNOWN,
    changed,
    hardest_search,
    known_search,
    random_turn,
    turn_of,
    turn_text,
)
from ninetyeight.cli import main
from ninetyeight.rules import EDITIONS, Command
from ninetyeight.rules.completion import search_size


def test_the_report_names_every_edition_and_both_searches() -> None:
    told = CliRunner().invoke(main, ["bench", "--seconds", "0.2", "--json"])
    report = json.loads(told.output)
    greedy = [row["edition"] for row in report["games"] if row["bot"] == "greedy"]
    assert greedy == list(EDITIONS)
    assert all(row["games"] and row["games_per_second"] > 0 for row in report["games"])
    assert report["completion"]["searched"]["visited"] > 0
    assert "minimum=" in report["completion"]["searched"]["hardest"]
    assert report["completion"]["known"]["visited"] == max(search_size(turn_of(t)) for t in KNOWN)


def test_it_can_be_read_by_people() -> None:
    told = CliRunner().invoke(main, ["bench", "--seconds", "0.1", "--lang", "de"])
    assert "Spiele/s" in told.output
    assert "diese Stellung: U1:" in told.output


def test_the_same_positions_are_found_every_time() -> None:
    assert hardest_search(0.1).hardest == hardest_search(0.1).hardest


def test_the_positions_could_come_up_in_a_game() -> None:
    rng = Random(1)
    turn = random_turn(rng)
    for _ in range(200):
        turn = changed(turn, rng)
        cards = [card for card in (*turn.hand, *turn.tops) if card is not None]
        assert len(turn.hand) == 8
        assert len(set(cards)) == len(cards)
        kinds = list(turn.commands.values())
        assert all(kinds.count(kind) == 4 for kind in Command)
        assert not turn.rules.fires & set(turn.commands)
        assert not turn.skulls  # X2: none is visible when a turn begins


def test_the_known_positions_are_harder_than_a_short_climb_and_could_come_up() -> None:
    assert known_search().visited > hardest_search(0.1).visited
    for text in KNOWN:
        turn = turn_of(text)
        assert turn_text(turn) == text
        cards = [card for card in (*turn.hand, *turn.tops) if card is not None]
        assert len(turn.hand) == 8
        assert len(set(cards)) == len(cards)
        kinds = list(turn.commands.values())
        assert all(kinds.count(kind) <= 4 for kind in Command)
        assert not turn.rules.fires & set(turn.commands)
        assert not turn.skulls
