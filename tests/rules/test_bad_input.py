"""What cannot be set up is refused with a typed error that names the trouble."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from ninetyeight.locale import catalogue
from ninetyeight.rules import (
    BACK,
    EDITIONS,
    END,
    TINY,
    Command,
    Commands,
    Deal,
    Edition,
    Game,
    GameError,
    Lay,
    NotationError,
    Refused,
    Row,
    Rules,
    SetupError,
    View,
    Wish,
    is_legal,
    parse_move,
)

DECK = list(range(2, 100))


def code_of(kind: type[GameError], act: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(kind) as caught:
        act()
    return caught.value.code, caught.value.params


@pytest.mark.rule("B2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("off", ["none", "minus", "too many"])
def test_impossible_seats(edition: str, off: str) -> None:
    most = EDITIONS[edition].max_players
    players = {"none": 0, "minus": -1, "too many": most + 1}[off]
    code, params = code_of(SetupError, lambda: Rules.of(edition, players))
    assert code == "impossible_seats"
    assert params == {"players": players, "most": most, "edition": edition}


def test_an_unknown_edition_is_told_the_known_ones() -> None:
    code, params = code_of(SetupError, lambda: Rules.of("platinum", 2))
    assert code == "unknown_edition"
    assert params["edition"] == "platinum"
    assert params["known"] == "original, gamefactory, extreme, gold"


def test_an_unknown_option_is_told_the_known_ones() -> None:
    code, params = code_of(SetupError, lambda: Rules.of("original", 2, blindfold=True))  # type: ignore[call-arg]
    assert (code, params["option"]) == ("unknown_option", "blindfold")
    assert "expert, short_hand, fire" in str(params["known"])


def test_an_edition_too_small_for_its_hands() -> None:
    crowded = Edition("crowded", 1, 8, (Row("U1", True, (0, 9)),), hands=(8, 7, 6))
    code, params = code_of(SetupError, lambda: Rules.of(crowded, 2))
    assert (code, params) == ("too_few_cards", {"players": 2, "hand": 7, "cards": 8})


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("deck", "code", "card"),
    [
        (DECK[:-1], "missing_card", 99),
        ([], "missing_card", 2),
        ([*DECK, 100], "strange_card", 100),
        ([1, *DECK[1:]], "strange_card", 1),
        ([*DECK, 50], "card_twice", 50),
        ([*DECK[:-1], 2], "missing_card", 99),
    ],
    ids=[
        "one missing",
        "empty",
        "one too many",
        "a strange one",
        "one twice",
        "swapped for a twin",
    ],
)
def test_a_deck_that_is_no_permutation(deck: list[int], code: str, card: int) -> None:
    rules = Rules.of("original", 3)
    for act in (lambda: Game.deal(rules, deck), lambda: Deal(rules, tuple(deck))):
        found, params = code_of(SetupError, act)
        assert (found, params["card"]) == (code, card)


@pytest.mark.rule("X11r")
def test_a_command_on_a_card_that_the_edition_does_not_have() -> None:
    rules = Rules.of("extreme", 3)
    for card in (1, 100, -3):
        commands = Commands({5: "skull", card: "stop"})
        code, params = code_of(SetupError, lambda c=commands: Game.deal(rules, DECK, c))  # type: ignore[misc]
        assert (code, params["card"], params["command"]) == (
            "command_on_missing_card",
            card,
            "stop",
        )
    gold = Game.deal(Rules.of("gold", 3, commands=True), range(1, 100), Commands({1: "stop"}))
    assert dict(gold.commands) == {1: "stop"}


@pytest.mark.rule("X11r")
def test_an_unknown_command_is_told_the_known_ones() -> None:
    code, params = code_of(SetupError, lambda: Commands({5: "dance"}))
    assert (code, params["command"]) == ("unknown_command", "dance")
    assert params["known"] == "stop, skull, three, silence, no_back, one_row, draw_one"


@pytest.mark.rule("X11r")
def test_commands_where_the_edition_has_none() -> None:
    deal = Deal.of_bits(Rules.of("original", 2), 1)
    code, params = code_of(SetupError, lambda: deal.with_commands(Commands({5: "stop"})))
    assert (code, params) == ("no_commands_here", {"edition": "original"})
    with pytest.raises(SetupError) as caught:
        deal.with_commands({5: Command.STOP})
    assert caught.value.rule == "X11r"


@pytest.mark.parametrize(
    "error",
    [
        Refused("wrong_number", rule="B3", card=5, row="U1", top=47),
        SetupError("impossible_seats", edition="original", players=9, most=5),
        NotationError("not_a_move", text="nonsense"),
    ],
)
def test_an_error_crosses_between_processes_whole(error: GameError) -> None:
    there = pickle.loads(pickle.dumps(error))
    assert type(there) is type(error)
    assert (there.code, there.rule, there.params) == (error.code, error.rule, error.params)
    assert there.args == error.args == (error.code,)


def test_things_of_the_game_are_told_by_their_names_unless_one_is_to_be_typed() -> None:
    named = SetupError("no_commands_here", edition="gamefactory")
    assert named.text("de") != named.text("en")
    for language in ("en", "de", "fr"):
        name = catalogue(language).text("rules.edition.gamefactory.name")
        assert name in named.text(language)
    asked = SetupError("unknown_option", option="expert", known="expert, fire")
    assert "expert" in asked.text("de")
    assert catalogue("de").text("rules.option.expert.name") not in asked.text("de")
    assert "platinum" in SetupError("no_commands_here", edition="platinum").text("de")


def test_a_cause_is_told_in_the_language_of_the_whole() -> None:
    cause = SetupError("no_commands_here", edition="original")
    for language in ("en", "de", "fr"):
        told = NotationError("record_refused", line=3, why=cause).text(language)
        assert cause.text(language) in told


@pytest.mark.parametrize(
    "text",
    ["", "  ", "42", "42@", "@U1", "U1@42", "42 U1", "42@U", "42@1", "4x@U1", "-2@U1", "12345@U1",
     "٤٢@U1", "42@U1 43@U2", "ende", "42@U123", "42@\u00dc1", "x" * 1000],
)  # fmt: skip
def test_a_text_that_is_no_move(text: str) -> None:
    code, params = code_of(NotationError, lambda: parse_move(text))
    assert code == "not_a_move"
    assert len(str(params["text"])) <= 40


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("42@U1", Lay(42, "U1")),
        (" 7@d2\n", Lay(7, "D2")),
        ("END", END),
        ("back ", BACK),
    ],
)
def test_a_text_that_is_a_move(text: str, move: object) -> None:
    assert parse_move(text) == move
    assert parse_move(str(parse_move(text))) == move


def test_every_setup_error_says_something_in_plain_words() -> None:
    def fail(act: Callable[[], object]) -> str:
        with pytest.raises(GameError) as caught:
            act()
        return str(caught.value)

    assert "platinum" in fail(lambda: Rules.of("platinum", 2))
    assert "9" in fail(lambda: Rules.of("original", 9))
    assert "99" in fail(lambda: Game.deal(Rules.of("original", 2), DECK[:-1]))
    assert "dance" in fail(lambda: Commands({5: "dance"}))
    assert "end" in fail(lambda: parse_move("nonsense"))
    assert TINY.id not in fail(lambda: Rules.of("platinum", 2)), "the test edition is not offered"


@pytest.mark.parametrize("players", [1, 3])
def test_a_move_may_be_given_as_its_text(players: int) -> None:
    game = Deal.of_bits(Rules.of("original", players), 1).game().start(0)
    view = View.of(game, 0)
    for _ in range(2):
        lay = next(iter(game.legal))
        assert str(lay) in game.legal
        assert is_legal(game, str(lay))
        assert (
            game.refusal(str(lay)) is view.refusal(str(lay)) is game.turn.refusal(str(lay)) is None
        )
        assert game.apply(str(lay)) == game.apply(lay)
        game = game.apply(f" {lay} ".lower())
        view = View.of(game, 0)
    assert "end" in game.legal
    assert game.apply("end") == game.apply(END)
    assert "back" not in game.legal
    with pytest.raises(Refused) as refused:
        game.apply("back")
    assert refused.value.rule == "B12r"


@pytest.mark.parametrize("move", [None, 42, (94, "D1"), ["end"], "ende", "", b"end", 0.5])
def test_what_is_no_move_is_told_so_and_not_taken_for_one(move: Any) -> None:
    game = Deal.of_bits(Rules.of("original", 2), 1).game().start(0)
    view = View.of(game, 0)
    asks: list[Callable[[Any], object]] = [
        game.apply,
        game.refusal,
        view.refusal,
        game.turn.refusal,
    ]
    for ask in (*asks, lambda move: is_legal(game, move), parse_move):
        code, params = code_of(NotationError, lambda ask=ask: ask(move))  # type: ignore[misc]
        assert code == "not_a_move"
        assert str(params["text"]) in (move, repr(move))
    assert move not in game.legal


@pytest.mark.parametrize("seat", [-1, 3, 9, "0", 1.0, "x", True])
def test_a_seat_that_is_not_there_is_told_as_the_caller_counts(seat: Any) -> None:
    dealt = Deal.of_bits(Rules.of("original", 3), 1).game()
    asks: list[Callable[[Any], object]] = [dealt.start, lambda s: View.of(dealt, s), dealt.turn_of]
    for ask in asks:
        with pytest.raises(Refused, match=f"no seat {seat!r}. Counted from 0.* are 0 to 2"):
            ask(seat)


@pytest.mark.parametrize("given", ["x" * 60, ["x" * 60]])
def test_what_is_no_move_is_told_by_its_beginning(given: object) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(given)  # type: ignore[arg-type]
    assert len(str(caught.value.params["text"])) == 40


def test_a_choice_that_may_be_none_is_read_from_its_word() -> None:
    assert Wish.maybe("can") is Wish.maybe(Wish.CAN) is Wish.CAN
    assert Wish.maybe(None) is None
    with pytest.raises(SetupError) as caught:
        Wish.maybe("perhaps " * 9)
    assert (caught.value.code, caught.value.rule) == ("unknown_wish", "B10r")
    assert len(str(caught.value.params["wish"])) == 24
