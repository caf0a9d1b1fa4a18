"""The memory layout is as documented, and the kernel deals fairly and the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ninetyeight.fast import layout
from ninetyeight.fast.batch import GameBatch
from ninetyeight.fast.layout import KINDS, bytes_per_game, cards_in, law_of
from ninetyeight.rules import EDITIONS, Command, Edition, Rules

ROOT = Path(__file__).parent.parent.parent


def tables() -> list[str]:
    """The rows of the tables of columns, as the page must show them."""
    rows = []
    for columns in (layout.SET_COLUMNS, layout.NUM_COLUMNS):
        at = 0
        for name, width, holds in columns:
            assert getattr(layout, name) == at, f"{name} stands elsewhere than the table says"
            place = str(at) if width == 1 else f"{at}–{at + width - 1}"
            rows.append(f"| {place} | `{name}` | {holds} |")
            at += width
    return rows


def test_the_page_shows_the_layout_of_the_code() -> None:
    page = (ROOT / "docs" / "fast.md").read_text("utf-8")
    assert [row for row in tables() if row not in page] == []
    assert [name for name in layout.Law._fields if f"| `{name}` |" not in page] == []
    assert f"{bytes_per_game()} bytes" in page


def test_the_columns_fill_the_arrays() -> None:
    for columns, width in (
        (layout.SET_COLUMNS, layout.SETS),
        (layout.NUM_COLUMNS, layout.NUMS),
    ):
        assert sum(n for _, n, _ in columns) == width


def test_every_deck_is_every_card_once_and_every_command_has_its_cards() -> None:
    rules = Rules.of("gold", 6, fire=True, commands=True)
    batch = GameBatch.deal(rules, 500, seed=3)
    cards = len(rules.cards)
    assert (np.sort(batch.games.deck[:, :cards], axis=1) == np.array(rules.cards)).all()
    for sets in batch.games.sets:
        given = [cards_in(sets[KINDS + at]) for at in range(len(Command))]
        assert [len(carriers) for carriers in given] == [4] * 7
        together = {card for carriers in given for card in carriers}
        assert len(together) == 28
        assert not together & rules.fires


def test_every_card_comes_to_every_place_equally_often() -> None:
    rules = Rules.of("original", 3)
    games, cards = 20_000, 98
    decks = GameBatch.deal(rules, games, seed=11).games.deck[:, :cards].astype(np.int64)
    for place in (0, 1, 48, 97):
        counts = np.bincount(decks[:, place], minlength=100)[2:]
        spread = ((counts - games / cards) ** 2 / (games / cards)).sum()
        assert 50 < spread < 160  # chi-square with 97 degrees of freedom: one in ten thousand
    pairs = Counter(zip(decks[:, 0].tolist(), decks[:, 1].tolist(), strict=True))
    assert max(pairs.values()) < 20


def test_a_deal_is_its_seed_and_number_alone() -> None:
    rules = Rules.of("extreme", 4)
    whole = GameBatch.deal(rules, 64, seed=9).games
    part = GameBatch.deal(rules, 5, seed=9, first=40).games
    assert (whole.deck[40:45] == part.deck).all()
    assert (whole.sets[40:45] == part.sets).all()


def test_what_does_not_fit_is_refused() -> None:
    rows = EDITIONS["original"].rows
    giant = Edition(id="giant", low=1, high=200, rows=rows)
    with pytest.raises(ValueError, match="giant"):
        law_of(Rules(giant, players=2))


def test_a_move_that_is_not_accepted_changes_nothing() -> None:
    batch = GameBatch.deal(Rules.of("original", 2), 3, seed=1)
    batch.start([0, 1, 0])
    before = [array.copy() for array in batch.games]
    assert not batch.apply(np.array([layout.END, layout.NO_MOVE, -5])).any()
    assert all((now == then).all() for now, then in zip(batch.games, before, strict=True))


def test_without_numba_the_reference_engine_goes_on_and_says_how_to_get_the_kernel() -> None:
    """A Python that cannot find numba: `bench` measures what there is."""
    hide = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'numba' else find(name, *a)\n"
        "sys.modules['numba'] = None\n"
        "from ninetyeight.cli import main; main()"
    )
    told = subprocess.run(
        [sys.executable, "-c", hide, "bench", "--seconds", "0.1", "--lang", "en"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    assert told.stdout.count("pip install 'ninetyeight[fast]'") == 1
    assert "games/s" in told.stdout
    assert "Traceback" not in told.stderr
