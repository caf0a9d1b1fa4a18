"""Whole games at the real program, in every edition and every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import Outcome, Reason, Rules
from ninetyeight.terminal.words import Words
from tests.terminal.plain.person import Person, the_record

GAMES = [
    ("original", ["--players", "2", "--bots", "greedy"]),
    ("gamefactory", ["--players", "1", "--fire"]),
    ("extreme", ["--players", "3", "--bots", "greedy,random"]),
    ("gold", ["--players", "2", "--bots", "greedy", "--short-hand"]),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("edition", "more"), GAMES, ids=[name for name, _ in GAMES])
def test_a_whole_game_is_played_to_its_end(
    tmp_path: Path, edition: str, more: list[str], lang: str
) -> None:
    pty = lang == "en"
    args = ["--edition", edition, *more]
    with Person(tmp_path, *args, lang=lang, pty=pty) as ada:
        end = ada.play_on(advised=edition == "extreme")
        record = the_record(tmp_path)
        outcome = record.state.outcome
        assert outcome is not None
        assert record.closed
        words = catalogue(lang)
        headline = f"terminal.end.{'won' if outcome.won else 'lost'}"
        assert words.text(words.of_edition(headline, edition)) in end
        told = record.state.ending
        assert told is not None
        if told.code is not None:
            assert words.text(told.code, **told.params) in end
        code = record.setup.deal.code
        assert code is not None
        assert code in end
        # Whoever knows the code knows the deck: not a word of it before the end.
        assert code not in ada.seen[: -len(end)]
        assert end.count("98") >= 1
        ada.type("quit")
        assert ada.status == 0
        assert "Traceback" not in ada.seen


def test_gold_tells_the_best_end_without_a_winner() -> None:
    words, best = Words("en"), Outcome(won=True, reason=None, left=0)
    original, gold = Rules.of("original"), Rules.of("gold")
    assert words.headline(original, best) == "Won!"
    assert words.headline(gold, best) == "Every card has been laid!"
    assert words.result(original, best) == "won"
    assert words.result(gold, best) == "all cards laid"
    fewer = Outcome(won=False, reason=Reason.STUCK, left=20)
    assert words.headline(gold, fewer) == words.headline(original, fewer) == "The game is over."


def test_bots_alone_can_be_watched(tmp_path: Path) -> None:
    with Person(tmp_path, "--players", "2", "--bots", "greedy,random") as nobody:
        assert "The game is over." in nobody.text or "Won!" in nobody.text
        assert re.search(r"^Greedy: \d+ on [UD][12]", nobody.text, re.MULTILINE)


def test_the_end_tells_what_is_worth_telling_and_offers_the_same_deal(tmp_path: Path) -> None:
    deal = "original-2p-K7Q2M9XA4TWB3H8C"
    with Person(tmp_path, "--deal", deal, "--name", "Ada", "--bots", "greedy") as ada:
        first = ada.start() and ada.hand()
        end = ada.play_on()
        for told in ("cards left", "Ada still had", "Turns:", "Backwards tricks:"):
            assert told in end
        for told in ("Largest step:", "Longest run", "Record:", deal):
            assert told in end
        ada.type("perhaps")
        assert "“new”, “same” or “quit”" in ada.text
        ada.type("same")
        ada.start()
        assert ada.hand() == first
        ada.play_on()
        ada.type("new")
        ada.start()
        assert ada.hand() != first
        ada.type("quit")
        assert ada.status == 0
    assert len(list((tmp_path / "records").glob("*.98"))) == 3


def test_hints_play_a_whole_game(tmp_path: Path) -> None:
    with Person(tmp_path, "--players", "1", "--edition", "extreme", "--yes") as ada:
        ada.start()
        while ada.my_turn:
            told = ada.type("hint")
            found = re.search(r"^Suggestion: (\S+)\. (\S.*)$", told, re.MULTILINE)
            assert found is not None, told
            ada.type(found[1])
        assert the_record(tmp_path).closed
