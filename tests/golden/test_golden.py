"""Whole games, noted down: the engine still plays them so, and an independent judge agrees."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ninetyeight.rules import EDITIONS, OPTION_NAMES, Command
from tests.golden.write import FOLDER, GAMES, GoldenGame
from tests.oracle import judge
from tests.rules import deal_one

golden = pytest.mark.parametrize("game", GAMES, ids=[game.file.stem for game in GAMES])


def test_every_edition_with_every_option_has_a_golden_game() -> None:
    wanted = {(edition, option) for edition in EDITIONS for option in (None, *OPTION_NAMES)}
    assert {(game.edition, game.option) for game in GAMES} == wanted
    assert {file.name for file in FOLDER.glob("*.txt")} == {game.file.name for game in GAMES}


@golden
def test_the_game_is_played_as_it_was_noted_down(game: GoldenGame) -> None:
    assert game.transcript() == game.file.read_text("utf-8"), (
        "if the change is meant, write them anew: python -m tests.golden.write"
    )


def request_of(game: GoldenGame) -> dict[str, Any]:
    """The table of a golden game for the judge, dealt without the product's help."""
    dealt = deal_one.deal(game.code)
    options = dict.fromkeys(dealt.options, True)
    if game.option == "take_backs":
        options["take_backs"] = True
    return {
        "id": game.file.stem,
        "edition": dealt.edition,
        "options": options,
        "players": dealt.players,
        "starter": game.starter,
        "deck": dealt.deck,
        "commands": dealt.commands,
    }


def noted_moves(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if laid := re.match(r"  lays (\d+) on (\w+)", line):
            yield f"{laid[1]}@{laid[2]}"
        elif line.startswith("  ends the turn"):
            yield "end"
        elif line.startswith("  takes it back"):
            yield "back"


def noted_rows(line: str) -> list[str]:
    """The rows shown in a line, such as `U1 47`; none in most lines."""
    return re.findall(r"(?<=  )[UD]\d(?: \d+| -)+", line)


@golden
def test_the_judge_comes_to_the_same_end(game: GoldenGame) -> None:
    text = game.file.read_text("utf-8")
    answer = judge.answer({**request_of(game), "moves": list(noted_moves(text.splitlines()))})
    assert answer["refused"] is None
    end = text[text.rindex("\n\n") + 2 :].splitlines()
    won = answer["status"] == "won"
    assert answer["status"] in ("won", "lost")
    assert end[0] == ("Won: every card is laid" if won else f"Lost: {answer['reason']}")
    assert end[1].startswith(f"Cards left: {answer['left']} (")
    hands = [" ".join(map(str, hand)) or "nothing" for hand in answer["hands"]]
    assert end[2:-5] == [f"Seat {seat} holds {hand}" for seat, hand in enumerate(hands, 1)]
    assert end[-5] == f"Draw pile: {answer['draw']}"
    rows = {name: " ".join(map(str, row)) for name, row in answer["rows"].items()}
    assert end[-4:] == [f"{name}: {row}" for name, row in rows.items()]


@golden
def test_the_judge_sees_the_same_table_at_every_turn(game: GoldenGame) -> None:
    judged = judge.deal(request_of(game))
    turns = 0
    for line in game.file.read_text("utf-8").splitlines():
        if noted := re.match(r"Turn (\d+): seat (\d+) holds ([\d ]+); draw pile (\d+)", line):
            turns += 1
            assert (int(noted[1]), int(noted[2]) - 1) == (turns, judged.seat)
            assert set(map(int, noted[3].split())) == judged.hands[judged.seat]
            assert int(noted[4]) == len(judged.draw)
            assert not judged.laid
        for name, *_, top in map(str.split, noted_rows(line)):
            assert top == str(judged.tops[("U1", "U2", "D1", "D2").index(name)] or "-")
        for move in noted_moves([line]):
            judged = judge.play(judged, move)
    assert turns > 5


@golden
def test_whole_rows_are_shown_only_where_they_lie_open(game: GoldenGame) -> None:
    lines = game.file.read_text("utf-8").splitlines()
    whole = any(len(row.split()) > 2 for line in lines for row in noted_rows(line))
    assert whole == (game.edition == "gold" or game.option == "open_rows")


def test_the_golden_games_show_what_there_is_to_show() -> None:
    texts = {game.file.stem: game.file.read_text("utf-8") for game in GAMES}
    everything = "".join(texts.values())
    for kind in Command:
        assert re.search(rf"  lays \d+ on \w+(, backwards)?, {kind.value}\n", everything)
    for end in ("Won: every card is laid", "Lost: stuck", "Lost: fire", ", backwards", ", fire"):
        assert end in everything
    taken_back = {stem for stem, text in texts.items() if "takes it back" in text}
    assert taken_back == {f"{edition}-take_backs" for edition in EDITIONS}
