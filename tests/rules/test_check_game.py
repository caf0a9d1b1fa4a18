"""`check_game` watches random games of any edition, and notices when a promise is broken."""

import re
from collections.abc import Callable
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
    Outcome,
    Reason,
    Row,
    Rules,
    View,
    check,
    is_legal,
    option_choices,
    write_game,
)
from ninetyeight.rules.check import CheckFailed, check_game
from tests.rules.positions import table
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


def handed_out(monkeypatch: pytest.MonkeyPatch, change: Callable[[Game, list[Move]], Any]) -> str:
    """The promise that is found broken when the legal moves of a game are ``change``d."""
    real = Game.legal.fget  # type: ignore[attr-defined]

    def legal(game: Game) -> Any:
        told = real(game)
        return change(game, list(told)) if len(game.laid) == 1 else told

    monkeypatch.setattr(Game, "legal", property(legal))
    failure = broken()
    assert failure.seed == 3
    assert len(failure.game.laid) == 1
    return failure.promise


def test_a_move_that_is_listed_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    promise = handed_out(monkeypatch, lambda _, moves: [*moves, *moves[:1]])
    assert promise == "a legal move is listed twice"


def test_a_move_that_there_is_not_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    strange = [Lay(999, "U1"), Lay(998, "U1")]
    promise = handed_out(monkeypatch, lambda _, moves: [*moves, *strange])
    assert promise in (f"no such move: {a}, {b}" for a, b in (strange, strange[::-1]))


def test_moves_that_hang_on_hidden_cards_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_check_moves", lambda *_: None)
    promise = handed_out(monkeypatch, lambda game, moves: moves[game.draw[0] % 2 :])
    assert promise == "what is legal depends on hidden cards"


def test_a_lay_that_does_something_to_hidden_cards_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = Game.apply

    def telling(game: Game, move: Move | str) -> Game:
        after = real(game, move)
        return (
            replace(after, minimum=game.draw[0]) if game.draw and isinstance(move, Lay) else after
        )

    monkeypatch.setattr(Game, "apply", telling)
    failure = broken()
    assert re.fullmatch("what [0-9]+@[UD][12] does depends on hidden cards", failure.promise)
    assert failure.seed == 3
    assert not failure.game.laid


def test_a_turn_without_a_move_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_check_moves", lambda *_: None)
    assert handed_out(monkeypatch, lambda *_: []) == "no move is left"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 0},
        {"outcome": Outcome(False, Reason.STUCK, 5)},
        {"outcome": Outcome(True, None, 6)},
        {"outcome": Outcome(True, Reason.STUCK, 6)},
        {"outcome": Outcome(False, None, 6)},
    ],
)
def test_a_result_that_does_not_fit_the_cards_is_noticed(wrong: dict[str, Any]) -> None:
    stuck = table([50, 51, 52], [60, 61, 62], draw=[], U1=98, U2=97, D1=3, D2=4)
    assert stuck.outcome == Outcome(False, Reason.STUCK, 6)
    check._check_end(stuck, 7)
    with pytest.raises(CheckFailed) as caught:
        check._check_end(replace(stuck, **wrong), 7)
    assert caught.value.promise == "the result does not fit the cards"
    assert caught.value.seed == 7
    assert caught.value.game == replace(stuck, **wrong)


def test_the_options_of_a_game_that_failed_are_told() -> None:
    game = Game.deal(Rules.of("gold", 2, expert=True, fire=True), range(1, 100))
    assert "gold, 2 players, expert, fire, seed 5" in str(CheckFailed("what", game, 5))


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
