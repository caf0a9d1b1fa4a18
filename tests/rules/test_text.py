"""A game as one line of text: it reads back, and what is no game says so in plain words."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import (
    TINY,
    Commands,
    Deal,
    Game,
    GameError,
    NotationError,
    Rules,
    SetupError,
    View,
    read_game,
    write_game,
)
from tests.rules.strategies import NINE, games

LINE = "tiny 2 U1:3/D1:20.18 1.2.4/5.6.7 8.9.10.11.12.13.14.15.16.17.19 1 18@D1 2 - playing"


def error_of(line: str) -> str:
    with pytest.raises(GameError) as caught:
        read_game(line)
    return caught.value.code


@settings(max_examples=300)
@given(games())
def test_a_line_reads_back_as_the_same_game_at_any_stage(game: Game) -> None:
    line = write_game(game)
    assert read_game(line, game.rules.edition) == game
    assert write_game(read_game(line, game.rules.edition)) == line
    assert "\n" not in line


def test_a_line_can_be_read_by_a_person() -> None:
    game = read_game(LINE)
    assert game.rules == Rules.of(TINY, 2)
    assert game.rows == ((3,), (20, 18))
    assert game.hands == ((1, 2, 4), (5, 6, 7))
    assert (game.seat, game.minimum, game.laid) == (0, 2, ((18, "D1"),))


@pytest.mark.parametrize("open_rows", [None, True, False])
def test_all_three_states_of_open_rows_are_kept(open_rows: bool | None) -> None:
    rules = Rules.of("gold", 2, open_rows=open_rows)
    game = Game.deal(rules, rules.cards)
    assert read_game(write_game(game)).rules.options.open_rows is open_rows


def test_an_edition_of_ones_own_is_lent_to_the_reader() -> None:
    line = write_game(Game.deal(Rules.of(NINE, 2), NINE.cards))
    assert error_of(line) == "unknown_edition"
    assert read_game(line, NINE).rules.edition == NINE


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("tiny", "huge", "unknown_edition"),
        ("tiny", "tiny+wild", "unknown_option"),
        (" 2 U1", " 7 U1", "impossible_seats"),
        (" 2 U1", " two U1", "game_text_broken"),
        (" playing", "", "game_text_parts"),
        ("", "", "game_text_parts"),
        ("U1:3", "U2:3", "game_text_broken"),
        ("U1:3", "U1:3x", "game_text_broken"),
        ("U1:3", "U1:+3", "game_text_broken"),
        ("U1:3", "U1:٣", "game_text_broken"),
        ("/D1:20.18", "", "game_text_broken"),
        ("U1:3", "U1:", "missing_card"),
        ("U1:3", "U1:3.4", "card_twice"),
        ("U1:3", "U1:3.99", "strange_card"),
        ("1.2.4/5.6.7", "2.1.4/5.6.7", "game_text_hands"),
        ("1.2.4/5.6.7", "1.2.4.5.6.7", "game_text_hands"),
        ("1.2.4/5.6.7 8.9", "1.2.4.8/5.6.7 9", "game_text_broken"),  # a hand too large
        ("U1:3/D1:20.18 1.2.4", "U1:3.2/D1:20.18 1.4", "game_text_row"),
        ("19 1 18", "19 3 18", "game_text_seat"),
        ("19 1 18", "19 0 18", "game_text_seat"),
        ("19 1 18", "19 - 18", "game_text_broken"),  # cards of a turn that nobody has
        ("18@D1", "18@U1", "game_text_laid"),
        ("18@D1", "20@D1", "game_text_laid"),  # not the topmost card
        ("18@D1", "18@D1.18@D1", "game_text_laid"),
        ("18@D1", "18@D7", "game_text_broken"),
        ("18@D1", "end", "not_a_move"),
        (" 2 - playing", " 1 - playing", "game_text_broken"),  # a minimum that no turn has
        ("- playing", "5:stop playing", "no_commands_here"),
        ("- playing", "5:stop:6 playing", "game_text_broken"),
        ("- playing", "- drawn", "game_text_broken"),
        ("1 18@D1 2 - playing", "1 18@D1 2 - stuck", "game_text_broken"),  # over, yet to lay
        ("1 18@D1 2 - playing", "- 18@D1 2 - won", "game_text_broken"),  # won with cards left
    ],
)
def test_a_broken_line_is_told_what_is_wrong(old: str, new: str, code: str) -> None:
    assert old in LINE
    assert error_of(LINE.replace(old, new, 1) if old else "") == code


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ("99:stop", "command_on_missing_card"),
        ("5:dance", "unknown_command"),
        ("x:stop", "game_text_broken"),
    ],
)
def test_broken_commands_are_told_apart(commands: str, code: str) -> None:
    line = LINE.replace("tiny", "tiny+commands")
    assert dict(read_game(line.replace("- playing", "5:stop playing")).commands) == {5: "stop"}
    assert error_of(line.replace("- playing", f"{commands} playing")) == code


@pytest.mark.rule("B8")
def test_a_line_cannot_say_that_a_lost_game_goes_on() -> None:
    line = "tiny 1 U1:1.2.3.4.5.6.7.8.9.10.20/D1:19.18.17.16.15.14.13.12 11 - 1 - 1 - playing"
    assert read_game(line).legal
    stuck = line.replace("13.12 11 -", "13.11 12 -")
    assert error_of(stuck) == "game_text_broken"
    over = read_game(stuck.replace("1 - 1 - playing", "- - 1 - stuck"))
    assert over.outcome is not None
    assert over.outcome.left == 1


@pytest.mark.parametrize("text", ["", " ", "\n", "a b c d e f g h i j", "tiny", "😀" * 400])
def test_what_is_no_game_at_all_is_a_notation_error_or_a_setup_error(text: str) -> None:
    with pytest.raises((NotationError, SetupError)):
        read_game(text)


def mutated(line: str, rng: Random) -> str:
    """The line with a few characters or parts changed, dropped, doubled or swapped."""
    text = list(line)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) or 1)
        letters = "0123456789@:./- +!UDxabc\u0663\n"
        change = rng.randrange(6)
        if change == 0:
            text[at : at + 1] = [rng.choice(letters)]
        elif change == 1:
            text.insert(at, rng.choice(letters))
        elif change == 2:
            del text[at : at + rng.randint(1, 3)]
        elif change == 3:
            text[at:at] = text[at : at + rng.randint(1, 5)]
        else:
            parts = "".join(text).split(" ")
            one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
            parts[one], parts[other] = parts[other], parts[one]
            text = list(" ".join(parts))
    return "".join(text)


@settings(max_examples=150)
@given(games(), st.integers(0, 2**32))
def test_a_damaged_line_is_a_game_or_a_game_error_and_never_anything_else(
    game: Game, seed: int
) -> None:
    rng = Random(seed)
    for _ in range(8):
        try:
            found = read_game(mutated(write_game(game), rng), game.rules.edition)
        except (NotationError, SetupError):
            continue
        # It may be a game: then it is a whole one that can be played.
        assert read_game(write_game(found), game.rules.edition) == found
        for move in list(found.legal)[:4]:
            after = found.apply(move)
            cards = (c for place in (*after.rows, *after.hands, after.draw) for c in place)
            assert sorted(cards) == list(after.rules.cards)


@pytest.mark.parametrize(
    "rules",
    [
        Rules.of("original", players=3),
        Rules.of("extreme", players=2, fire=True, take_backs=True),
        Rules.of("gold", players=6, commands=True, open_rows=False),
    ],
    ids=repr,
)
def test_what_python_shows_is_short_and_reads_back(rules: Rules) -> None:
    deal = Deal.of_bits(rules, 98)
    names = {"Deal": Deal, "Rules": Rules, "Commands": Commands, "read_game": read_game}
    shown = [rules, deal, deal.game(), deal.game().start(1)]
    if rules.has_commands:
        shown.append(deal.with_commands(Commands({5: "stop"})))
    for value in shown:
        assert eval(repr(value), names) == value
        assert len(repr(value)) < 1000
    assert len(repr(deal)) < 90
    assert len(repr(View.of(deal.game(), 0))) < 1000
