"""The questions before a game, and what is remembered of the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninetyeight.bots import usual_mate
from tests.terminal.plain.person import Person, records, the_record


def answer(person: Person, *lines: str) -> str:
    for line in lines:
        person.type(line)
    return person.text


def test_a_newcomer_presses_enter_until_the_game_begins(tmp_path: Path) -> None:
    with Person(tmp_path, pty=True) as ada:
        assert "Language" in ada.text
        ada.start()
        assert "it is your turn" in ada.seen
        ada.type("quit")
    setup = the_record(tmp_path).setup
    assert setup.rules.edition.id == "original"
    assert [seat.bot for seat in setup.seats] == [None, usual_mate()]


def test_everything_can_be_chosen(tmp_path: Path) -> None:
    with Person(tmp_path) as ada:
        answer(ada, "de")
        assert "Welche Ausgabe" in ada.text
        answer(ada, "3", "Ada, Zoé", "greedy", "Feuer, Profi")
        assert "verrät das etwas" in ada.text
        assert "(ja/nein) [nein]" in ada.text
        assert "ja, nein" in ada.type("vielleicht")
        answer(ada, "ja", "silent", "")
        assert "Gebt die Tastatur an Ada" in ada.text
        ada.type("quit")
        assert ada.status == 0
    setup = the_record(tmp_path).setup
    assert setup.rules.edition.id == "extreme"
    assert (setup.rules.options.fire, setup.rules.options.expert) == (True, True)
    assert [seat.name for seat in setup.seats] == ["Ada", "Zoé", "Greedy"]
    assert setup.strictness == "silent"
    assert setup.rules.options.take_backs


def test_an_answer_that_makes_no_sense_is_asked_again(tmp_path: Path) -> None:
    with Person(tmp_path) as ada:
        assert "not one of the choices: en, de, fr" in ada.type("klingon")
        ada.type("en")
        assert "not one of the choices: original" in ada.type("chess")
        ada.type("gold")
        assert "A name has 1 to" in ada.type("x" * 40)
        ada.type("Ada")
        assert "There is no bot" in ada.type("deep-thought")
        ada.type("9")
        assert "not one of the choices: Expert" in ada.type("easy")
        ada.type("none")
        ada.type("")
        told = ada.type("")
        assert "1 to 6 players" in told
        assert "Language" in told


def test_a_deal_code_decides_edition_and_seats(tmp_path: Path) -> None:
    with Person(tmp_path) as ada:
        answer(ada, "", "", "", "", "", "", "extreme-3p-K7Q2M9XA4TWB3H8C")
        ada.type("quit")
    setup = the_record(tmp_path).setup
    assert setup.deal.code == "extreme-3p-K7Q2M9XA4TWB3H8C"
    assert len(setup.seats) == 3


def test_the_last_choice_is_remembered_but_not_its_deal(tmp_path: Path) -> None:
    with Person(tmp_path, "--edition", "gamefactory", "--name", "Mo", "--bots", "random") as mo:
        first = the_record(tmp_path).setup
        mo.type("quit")
    (old,) = records(tmp_path)
    old.unlink()
    with Person(tmp_path) as mo:
        assert "Last time: Game Factory" in mo.text
        assert "Mo, random" in mo.text
        mo.type("")
        again = the_record(tmp_path).setup
        mo.type("quit")
    assert again.rules == first.rules
    assert again.seats == first.seats
    assert again.deal.code != first.deal.code


def test_an_unfinished_game_is_offered_first(tmp_path: Path) -> None:
    with Person(tmp_path, "--players", "1", "--name", "Ada") as ada:
        ada.start()
        hand = ada.hand()
        ada.type("quit")
    with Person(tmp_path) as ada:
        assert "There is an unfinished game: Original; Ada" in ada.text
        assert "Please answer “yes” or “no”" in ada.type("what?")
        ada.type("yes")
        assert ada.hand() == hand
        ada.type("quit")
    with Person(tmp_path) as ada:
        ada.type("no")
        assert "Last time" in ada.text


def test_the_language_chosen_is_spoken_next_time(tmp_path: Path) -> None:
    import os
    import subprocess
    import sys

    environ = {**os.environ, "NINETYEIGHT_HOME": str(tmp_path), "LANG": "en_US.UTF-8"}
    play = [sys.executable, "-m", "ninetyeight", "play", "--plain"]
    script = "fr\n\n\n\n\n\n\nquitter\n"
    subprocess.run(play, env=environ, input=script, text=True, capture_output=True, check=True)
    (old,) = records(tmp_path)
    old.unlink()
    run = subprocess.run(play, env=environ, input="", text=True, capture_output=True, check=True)
    assert "La dernière fois" in run.stdout


def test_impossible_choices_are_plain_errors(tmp_path: Path) -> None:
    cases = {
        "1 to 5 players": ["--players", "6"],
        "do not fit a table": ["--players", "1", "--name", "Ada,Ben"],
        "There is no bot": ["--bots", "chess"],
        "not a deal code": ["--deal", "nonsense"],
        "says something other than --edition": [
            "--deal",
            "gold-2p-K7Q2M9XA4TWB3H8C",
            "--edition",
            "original",
        ],
        "says something other than --fire": ["--deal", "gold-2p-K7Q2M9XA4TWB3H8C", "--fire"],
        "A name has 1 to": ["--name", "x" * 30],
    }
    for told, args in cases.items():
        with Person(tmp_path, *args) as ada:
            assert told in ada.text
            assert ada.status == 2
            assert "Traceback" not in ada.text
    mapping = tmp_path / "commands.json"
    mapping.write_text('{"500": "stop"}')
    with Person(tmp_path, "--edition", "extreme", "--commands", str(mapping)) as ada:
        assert "500" in ada.text
        assert ada.status == 2
    with Person(tmp_path, "--commands", str(mapping)) as ada:
        assert "No card carries a command" in ada.text
    assert not (tmp_path / "records").exists()


def test_a_choice_against_the_default_is_a_choice(tmp_path: Path) -> None:
    with Person(tmp_path, "--no-take-backs") as ada:
        ada.start()
        assert "Language" not in ada.seen
        ada.type("quit")
    assert not the_record(tmp_path).setup.rules.options.take_backs


@pytest.mark.rule("B12r")
def test_several_people_at_one_keyboard_take_nothing_back_unless_they_say_so(
    tmp_path: Path,
) -> None:
    with Person(tmp_path, "--name", "Ada,Ben") as both:
        both.start()
        both.type(f"{both.hand()[0]}u1")
        assert "(B12r)" in both.type("back")
        both.type("quit")
    assert not the_record(tmp_path).setup.rules.options.take_backs
    with Person(tmp_path, "--name", "Ada,Ben", "--take-backs") as both:
        both.start()
        both.type(f"{both.hand()[0]}u1")
        assert "takes the last card back" in both.type("back")
        both.type("quit")
    # It gives something away: the next game asks again.
    with Person(tmp_path) as both:
        both.type("no")
        both.type("yes")
        both.start()
        both.type(f"{both.hand()[0]}u1")
        assert "(B12r)" in both.type("back")
        both.type("quit")


@pytest.mark.rule("B12r")
def test_one_person_beside_bots_is_not_asked_and_takes_back(tmp_path: Path) -> None:
    with Person(tmp_path) as ada:
        ada.start()
        assert "taken back" not in ada.seen
        ada.type(ada.moves()[0])
        assert "takes the last card back" in ada.type("back")
        ada.type("quit")
