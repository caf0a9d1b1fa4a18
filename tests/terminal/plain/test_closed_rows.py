"""With closed rows a running game tells of covered cards only what people may still be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninetyeight.table import Record, shown_turns, turns
from tests.terminal.plain.person import Person, the_record

DEAL = "original-3p-K7Q2M9XA4TWB3H8C"
CLOSED = ["--deal", DEAL, "--name", "Ada", "--bots", "greedy,planner"]
#: What is a number and names no card on a row: counts, steps, rows, turns, the own hand.
COUNTS = re.compile(
    r"original-\dp-\w+|[+]\d+|back \d+|\d+ (?:cards?|numbers?)|\b[UD][12]\b"
    r"|Turn \d+ of \d+|Your hand: .*|You draw: .*|Record: .*"
)


def covered(record: Record) -> set[int]:
    """Cards that lie under others and are in no turn that is shown (B11)."""
    laid = {laid.lay.card for turn in turns(record.setup, record.events) for laid in turn.cards}
    shown = {
        laid.lay.card for turn in shown_turns(record.state, record.events) for laid in turn.cards
    }
    return laid - shown - set(record.state.view(None).tops)


def told(text: str) -> set[int]:
    """The numbers of cards that a text names."""
    return {int(number) for number in re.findall(r"\d+", COUNTS.sub("", text))}


def play_some(ada: Person, turns: int) -> None:
    """Play whole turns, so that it is Ada's turn again; bots mark rows as they like."""
    ada.start()
    for _ in range(turns):
        move = ""
        while move != "end":
            move = ada.choose()
            ada.type(move)


@pytest.mark.rule("B11")
@pytest.mark.parametrize("pty", [False, True], ids=["pipe", "terminal"])
def test_no_covered_card_is_told_again_while_the_game_runs(tmp_path: Path, pty: bool) -> None:
    with Person(tmp_path, *CLOSED, pty=pty) as ada:
        play_some(ada, 4)
        before = the_record(tmp_path)
        hidden = covered(before)
        assert len(hidden) > 8
        for word in ("log", "rows", "lanes", "hint"):
            ada.type(word)
            if word == "log":
                assert "Ada: a card on" in ada.text
                recent = re.findall(r"(\d+) on [UD][12], ", ada.text)
                assert len(recent) >= 6  # everybody's last turn is told whole
            if word == "lanes":
                rows = [line for line in ada.text.splitlines() if re.match(r"[UD][12] ", line)]
                ada.text = "\n".join(rows)
            assert not told(ada.text) & hidden, word
        card = ada.moves()[0]
        ada.type(card)
        assert not told(ada.type("log")) & covered(the_record(tmp_path))
        ada.type("quit")
    # Whoever plays on, or looks into the record meanwhile, reads no more than that.
    hidden = covered(the_record(tmp_path))
    for command, more in (("replay", ["latest", "--all"]), ("records", ["show"])):
        with Person(tmp_path, *more, command=command) as reader:
            assert reader.status == 0
            assert not told(reader.text) & hidden, command
    with Person(tmp_path, "--resume", pty=pty) as ada:
        assert ada.my_turn
        assert not told(ada.seen) & hidden
        assert not told(ada.type("log")) & hidden
        ada.type("quit")


@pytest.mark.rule("B11")
def test_with_open_rows_the_log_tells_every_card(tmp_path: Path) -> None:
    with Person(tmp_path, *CLOSED, "--open-rows") as ada:
        play_some(ada, 3)
        record = the_record(tmp_path)
        laid = {laid.lay.card for turn in turns(record.setup, record.events) for laid in turn.cards}
        assert told(ada.type("log")) >= laid
        assert "a card on" not in ada.text
        assert told(ada.type("rows")) >= laid
        ada.type("quit")


@pytest.mark.rule("B11")
def test_after_the_end_everything_lies_open(tmp_path: Path) -> None:
    with Person(tmp_path, *CLOSED) as ada:
        end = ada.play_on()
        record = the_record(tmp_path)
        game = record.state.game
        assert game is not None
        for name, row in zip(game.rules.edition.row_names, game.rows, strict=True):
            if len(row) > 1:
                cards = " ".join(map(str, row))
                assert re.search(rf"^{name} \w+: {row[-1]}; laid so far: {cards}\b", end, re.M)
        ada.type("quit")
    with Person(tmp_path, "--all", command="replay") as reader:
        assert "a card on" not in reader.text


@pytest.mark.rule("B12r", "T1")
def test_what_was_taken_back_is_never_named_to_the_others(tmp_path: Path) -> None:
    args = ["--name", "Ada,Ben", "--take-backs", "--deal", "original-2p-K7Q2M9XA4TWB3H8C"]
    with Person(tmp_path, *args) as both:
        for answer in ("", "must", "", "no", "", ""):
            both.type(answer)
        assert both.hand() == [10, 53, 55, 77, 82, 94, 95]
        both.type("77u1")
        both.type("back")
        both.type("10u1")
        log = both.type("log")
        assert "Ada: a card on U1; takes the last card back; 10 on U1, +9" in log
        told_to_ben = both.type("53u1 end")
        told_to_ben = both.type("")
        assert "takes the last card back" in told_to_ben
        assert 77 not in told(told_to_ben)
        assert 77 not in told(both.type("log"))
        both.type("quit")
    for command, more in (("replay", ["--all"]), ("records", ["show"])):
        with Person(tmp_path, *more, command=command) as reader:
            assert 77 not in told(reader.text)
