"""GameChoices become a game, or an error that says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ninetyeight.bots import usual_mate
from ninetyeight.bots.bot import BotError
from ninetyeight.rules import GameError, SetupError, Strictness
from ninetyeight.terminal.choices import (
    ChoiceError,
    GameChoices,
    choose,
    first_choices,
    from_setup,
    remember,
    remembered,
)

CODE = "extreme-fire-3p-K7Q2M9XA4TWB3H8C"


def test_seats_that_nobody_is_named_for_are_bots() -> None:
    chosen = choose(players=4, names=["Ada", "Ben"])
    assert (chosen.people, chosen.bots) == (("Ada", "Ben"), (usual_mate(), usual_mate()))


def test_with_bots_named_the_other_seats_are_people() -> None:
    chosen = choose(players=3, bots=["greedy"])
    assert (chosen.people, chosen.bots) == (("Player 1", "Player 2"), ("greedy",))
    assert choose(players=2, bots=["greedy", "random"]).people == ()


def test_nobody_named_plays_alone() -> None:
    assert choose(language="de").people == ("Platz 1",)


def test_names_are_told_apart() -> None:
    setup = choose(names=["Ada", "Ada"], bots=["planner", "planner", "program:x y"]).setup()
    names = [seat.name for seat in setup.seats]
    assert names == ["Ada", "Ada 2", "Planner", "Planner 2", "Program"]


def test_a_deal_decides_edition_options_and_seats() -> None:
    setup = choose(deal=CODE, names=["Ada"]).setup()
    assert setup.deal.code == CODE
    assert setup.rules.options.fire
    assert len(setup.seats) == 3


def test_only_a_deal_chosen_by_its_code_is_marked_as_known() -> None:
    assert choose(deal=CODE, names=["Ada"]).setup().known_deal
    assert not choose(names=["Ada"]).setup().known_deal


def test_commands_beside_an_edition_that_has_them_are_no_contradiction() -> None:
    setup = choose(deal=CODE, law={"commands": True}).setup()
    assert setup.deal.code == CODE
    assert not choose(edition="extreme", law={"commands": True}).rules().options.commands


@pytest.mark.parametrize(
    "said",
    [{"edition": "gold"}, {"players": 2}, {"law": {"expert": True}}],
)
def test_a_choice_against_the_deal_is_an_error(said: dict[str, object]) -> None:
    with pytest.raises(ChoiceError) as trouble:
        choose(deal=CODE, **said)  # type: ignore[arg-type]
    assert trouble.value.code == "deal_says_otherwise"


@pytest.mark.parametrize(
    "said",
    [
        {"players": 2, "names": ["a", "b", "c"]},
        {"players": 2, "bots": ["greedy"] * 3},
        {"players": 2, "names": ["a"], "bots": ["greedy"] * 2},
    ],
)
def test_more_than_the_table_holds_is_an_error(said: dict[str, object]) -> None:
    with pytest.raises(ChoiceError) as trouble:
        choose(**said)  # type: ignore[arg-type]
    assert trouble.value.code == "too_many_seated"
    for language in ("en", "de", "fr"):
        assert "--bots" in trouble.value.text(language)


def test_what_the_edition_recommends_is_the_default() -> None:
    gold, original = choose(edition="gold").setup(), choose().setup()
    assert (gold.fan, gold.rules.open_rows, gold.strictness) == (True, True, Strictness.MARKERS)
    assert (original.fan, original.rules.open_rows) == (False, False)
    assert original.strictness == Strictness.CHAT
    assert original.rules.options.take_backs
    other = choose(edition="gold", fan=False, open_rows=False, talk="silent", take_backs=False)
    assert (other.setup().fan, other.setup().rules.open_rows) == (False, False)


def test_two_games_have_two_deals() -> None:
    chosen = first_choices("en")
    assert chosen.setup().deal.code != chosen.setup().deal.code


@pytest.mark.parametrize(
    "wrong",
    [
        GameChoices(people=tuple("abcdef")),
        GameChoices(people=()),
        GameChoices(people=("Ada",), edition="chess"),
        GameChoices(people=("Ada",), mapping={17: "stop"}),
        GameChoices(people=("Ada",), edition="extreme", mapping={170: "stop"}),
        GameChoices(people=("Ada",), edition="extreme", mapping={17: "jump"}),
        GameChoices(people=("Ada",), deal=CODE),
    ],
)
def test_an_impossible_game_is_a_typed_error(wrong: GameChoices) -> None:
    with pytest.raises(SetupError) as trouble:
        wrong.setup()
    assert trouble.value.text("fr")


def test_an_unknown_bot_is_a_typed_error() -> None:
    with pytest.raises(BotError):
        GameChoices(people=("Ada",), bots=("chess",)).setup()


def test_the_last_choices_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    assert remembered() is None
    chosen = choose(language="fr", edition="extreme", names=["Zoé"], bots=["greedy"], fan=True)
    remember(GameChoices(**{**vars(chosen), "mapping": {17: "stop"}}))
    kept = remembered()
    assert kept is not None
    assert kept == GameChoices(**{**vars(chosen), "mapping": {17: "stop"}})
    remember(GameChoices(people=("Ada",), deal="original-1p-K7Q2M9XA4TWB3H8C"))
    again = remembered()
    assert again is not None
    assert again.deal is None


@pytest.mark.parametrize(
    "memory", ["", "{", "[]", "3", '{"edition": "chess"}', '{"people": 5}', '{"language": "xx"}']
)
def test_a_memory_that_makes_no_sense_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: str
) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    (tmp_path / "choices.json").write_text(memory)
    assert remembered() is None


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path / "file"))
    remember(first_choices("en"))
    assert remembered() is None
    assert issubclass(ChoiceError, GameError)


@pytest.mark.rule("B12r")
def test_taking_back_is_usual_for_one_person_and_a_choice_for_several() -> None:
    def on(*names: str, **more: Any) -> bool:
        return choose(names=names, bots=["greedy"], **more).setup().rules.options.take_backs

    assert (on("Ada"), on("Ada", "Ben")) == (True, False)
    assert (on("Ada", take_backs=False), on("Ada", "Ben", take_backs=True)) == (False, True)
    assert not choose(deal=CODE, names=["Ada", "Ben"]).setup().rules.options.take_backs


@pytest.mark.rule("B12r")
def test_another_game_like_it_asks_for_no_more_than_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is usual stays open; what gives something away is said anew for another evening."""
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    usual = choose(names=["Ada", "Ben"])
    assert from_setup(usual.setup(), "en").take_backs is None
    chosen = choose(names=["Ada", "Ben"], take_backs=True)
    assert from_setup(chosen.setup(), "en").take_backs is True
    remember(chosen)
    again = remembered()
    assert again is not None
    assert again.take_backs is None
    remember(choose(names=["Ada"], take_backs=False))
    strict = remembered()
    assert strict is not None
    assert strict.take_backs is False
