"""`check_game` watches random games of any edition, and notices when a promise is broken."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ninetyeight.rules import (
    EDITIONS,
    END,
    OPTION_NAMES,
    TINY,
    Edition,
    Game,
    Lay,
    Move,
    Row,
    Rules,
    View,
    check,
    is_legal,
    option_choices,
    write_game,
)
from ninetyeight.rules.check import CheckFailed, check_game
from tests.rules.strategies import NINE

EVERY_BOX = [*EDITIONS.values(), TINY, NINE]


@pytest.mark.parametrize("edition", EVERY_BOX, ids=[edition.id for edition in EVERY_BOX])
@pytest.mark.parametrize("option", [None, *OPTION_NAMES])
def test_every_edition_with_every_option_keeps_its_promises(
    edition: Edition, option: str | None
) -> None:
    seed = len(edition.id) + len(option or "")
    players = 1 + seed % edition.max_players
    rules = Rules.of(edition, players, **({option: True} if option else {}))
    assert check_game(rules, seed).outcome is not None


def test_everything_at_once_keeps_its_promises() -> None:
    options = option_choices(dict.fromkeys(OPTION_NAMES, True))
    for players in (1, 4):
        check_game(Rules.of("extreme", players, **options), seed=98)


def test_the_same_seed_plays_the_same_game() -> None:
    rules = Rules.of("extreme", 3, take_backs=True)
    assert check_game(rules, 7) == check_game(rules, 7)
    assert check_game(rules, 7) != check_game(rules, 8)


def test_another_shape_of_table_is_an_edition_like_any_other() -> None:
    # Five rows, three of them descending, cards from 10, seven seats.
    names = [("U1", True), ("U2", True), ("D1", False), ("D2", False), ("D3", False)]
    rows = tuple(Row(name, up, (9, 61) if up else (61, 9)) for name, up in names)
    wide = Edition("wide", 10, 60, rows, max_players=7, hands=(7, 6, 5), step=7)
    for seed in range(3):
        check_game(Rules.of(wide, 7, commands=True, fire=True), seed)


def broken(seed: int = 3, **options: bool) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        check_game(Rules.of("extreme", 2, **options), seed)
    return caught.value


def test_a_second_opinion_that_differs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_kind(game: Game, move: Move) -> bool:
        return is_legal(game, move) or (move is END and len(game.laid) == 1)

    monkeypatch.setattr(check, "is_legal", too_kind)
    failure = broken()
    assert failure.promise == "it is not clear whether end is legal"
    assert "extreme, 2 players, no options, seed 3" in str(failure)
    assert write_game(failure.game) in str(failure)


def test_a_lost_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Game.end
    monkeypatch.setattr(Game, "end", lambda game: replace(real(game), draw=real(game).draw[1:]))
    assert broken().promise == "a card is missing or double"


def test_a_view_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = View.of.__func__  # type: ignore[attr-defined]

    def peeping(cls: type[View], game: Game, viewer: int | None, talk: Any = None) -> View:
        view: View = real(cls, game, viewer, talk)
        return replace(view, minimum=game.draw[0] if game.draw else 0)

    monkeypatch.setattr(View, "of", classmethod(peeping))
    assert "depends on hidden cards" in broken().promise


def test_a_text_form_that_forgets_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "write_game", lambda game: write_game(replace(game, laid=())))
    assert broken().promise == "the text form reads back as another game"


def test_a_text_form_that_cannot_be_read_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "write_game", lambda game: write_game(game).replace("/", "|"))
    assert broken().promise.startswith("the text form does not read back")


def test_a_game_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_and_fro(game: Game, rng: Random, *, may_go_back: bool) -> Move:
        return next(move for move in reversed(list(game.legal)) if move is not END)

    monkeypatch.setattr(check, "_choose", to_and_fro)
    assert broken(take_backs=True).promise == "the game does not end"


def test_a_move_that_changes_the_old_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Game.lay

    def careless(game: Game, card: int, row: str) -> Game:
        after = real(game, card, row)
        object.__setattr__(game, "laid", (*game.laid, Lay(card, row)))
        return after

    monkeypatch.setattr(Game, "lay", careless)
    assert "changed the game it was made in" in broken().promise


def test_a_broken_edition_is_noticed() -> None:
    twins = replace(TINY, id="twins", rows=(TINY.rows[0], TINY.rows[0]))
    with pytest.raises(CheckFailed):
        check_game(Rules.of(twins, 2), 1)
