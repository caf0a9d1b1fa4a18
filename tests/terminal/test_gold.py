"""An edition without winners and losers tells what a card would do in words of its own, too."""

from __future__ import annotations

import pytest

from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import Game, Verdict, View
from ninetyeight.table import preview
from ninetyeight.terminal.screen.board import Board
from ninetyeight.terminal.screen.lane_drawing import short_effect
from ninetyeight.terminal.words import Words
from tests.rules.positions import table
from tests.terminal.screen.driver import stacked


def last_card(edition: str) -> Game:
    return table([60], draw=[], edition=edition, U1=50)


def dead_end(edition: str) -> Game:
    """After the 97 on U1 no card fits any more, and the turn needs two."""
    return table([50, 97], draw=[70, 71], edition=edition, U1=49, U2=98, D1=2, D2=3)


def on_u1(game: Game, card: int) -> Verdict:
    return preview(View.of(game, 0), card)[0]


def told(game: Game, card: int, language: str) -> tuple[str, str]:
    """What both modes of the terminal say of the card on U1."""
    words, shown = Words(language), on_u1(game, card)
    setup = stacked(game.rules, [list(game.hands[0])], "Ada")
    board = Board(View.of(game, 0), words, setup, card, 0, (shown,))
    return words.preview(View.of(game, 0), shown, ("Ada",)), short_effect(board, shown)[0]


@pytest.mark.rule("B8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_previews_the_end_without_winning_or_losing(language: str) -> None:
    for position, card in ((last_card, 60), (dead_end, 97)):
        usual, own = (told(position(edition), card, language) for edition in ("original", "gold"))
        assert on_u1(position("gold"), card).wins == (position is last_card)
        assert (on_u1(position("gold"), card).loses is None) == (position is last_card)
        assert usual[0] != own[0]
        assert usual[1] != own[1]
        assert len(own[1]) <= 10  # it stands in a lane
