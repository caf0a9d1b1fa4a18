"""What a person can do at the table, and what the table answers."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ninetyeight.rules import Command, Deal, Lay, Marker
from ninetyeight.terminal.plain.typed import Name, Play, SetMark, read_line, there_are
from tests.terminal.plain.person import Person, the_record

#: Ada's hand in this deal is 10 53 55 77 82 94 95.
TWO = ["--deal", "original-2p-K7Q2M9XA4TWB3H8C", "--name", "Ada", "--bots", "greedy"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def begun(home: Path, *args: str, lang: str = "en", pty: bool = False) -> Person:
    """A game in which it is Ada's turn."""
    ada = Person(home, *(args or TWO), lang=lang, pty=pty)
    for _ in range(20):
        if ada.my_turn:
            break
        settling = any(asked in ada.text for asked in ("Who starts", "Wer fängt", "Qui comm"))
        ada.type("1" if settling else "")
    return ada


def test_the_table_is_told_in_short_lines(home: Path) -> None:
    with begun(home) as ada:
        assert "U1 up: empty\nU2 up: empty\nD1 down: empty\nD2 down: empty\n" in ada.text
        assert "Draw pile: 84 cards. Greedy: 7 cards." in ada.text
        assert "Your hand: 10, 53, 55, 77, 82, 94, 95\n" in ada.text
        assert "Lay at least 2 cards." in ada.text
        assert "\033" not in ada.seen


def test_cards_are_laid_in_any_spelling_and_several_in_a_line(home: Path) -> None:
    with begun(home) as ada:
        assert "10 on U1, +9" in ada.type("10 u1")
        assert "94 on D1, +6" in ada.type("94@D1")
        told = ada.type("53U1, 55u1 end")
        assert "53 on U1, +43" in told
        assert "55 on U1, +2" in told
        assert "ends the turn and draws 4 cards" in told
        assert re.search(r"You draw: \d+, \d+, \d+, \d+\n", told)


def test_a_card_alone_shows_what_it_would_do_on_every_row(home: Path) -> None:
    with begun(home) as ada:
        ada.type("53u1 82d1")
        told = ada.type("55")
        assert "U1: +2\nU2: +54\nD1: +27\nD2: +45\n" in told
        told = ada.type("95")
        assert re.search(r"D1: no\. D1 is a descending row and shows 82.*\(B3\)", told)
        assert "U1: +42" in told
        assert "42 is not in your hand" in ada.type("42")


def test_a_refusal_names_the_rule_and_leaves_the_rest_of_the_line(home: Path) -> None:
    with begun(home) as ada:
        told = ada.type("53u1 10u1 55u1")
        assert "too low" in told
        assert "(B3)" in told
        assert "55 on U1" not in told
        assert "(B5)" in ada.type("end")
        assert "There is no row X9" in ada.type("55x9")


def test_cards_are_taken_back_until_the_turn_ends(home: Path) -> None:
    with begun(home) as ada:
        ada.type("53u1")
        assert "Ada: takes the last card back" in ada.type("back")
        assert 53 in ada.hand()
        assert "nothing to take back" in ada.type("back")
    assert [e.move for e in the_record(home).events[-2:] if hasattr(e, "move")]


def test_at_a_table_without_take_backs_a_card_stays(home: Path) -> None:
    with begun(home, *TWO, "--no-take-backs") as ada:
        ada.type("53u1")
        assert "stays where it is" in ada.type("back")


def test_markers_are_set_seen_and_withdrawn(home: Path) -> None:
    with begun(home) as ada:
        assert "Ada marks U1 (leave it)." in ada.type("mark u1 keep")
        assert "U1 up: empty; Ada: leave it" in ada.type("rows")
        assert "on no account" in ada.type("mark U1 keep!")
        assert "no longer" in ada.type("unmark u1")
        assert "leave it" not in ada.type("rows")
        told = ada.type("mark u1 love")
        assert "There is no marker “love”. You can write: small, keep, keep!." in told
        assert "“mark u1” means nothing here" in ada.type("mark u1")


def test_a_silent_table_refuses_markers(home: Path) -> None:
    with begun(home, *TWO, "--talk", "silent") as ada:
        told = ada.type("mark u1 keep")
        assert "silence" in told
        assert "(T10r)" in told


def test_a_visible_silence_card_forbids_every_sign(home: Path, tmp_path: Path) -> None:
    mapping = tmp_path / "commands.json"
    mapping.write_text('{"53": "silence", "55": "stop"}')
    deal = ["--deal", "extreme-2p-K7Q2M9XA4TWB3H8C", "--commands", str(mapping)]
    with begun(home, *deal, "--bots", "greedy") as ada:
        assert "holds a command: Stop" in ada.type("name stop")
        assert "None of your cards" in ada.type("name skull")
        told = ada.type("name no_row")
        assert "There is no command “no_row”. The commands are: Stop, Skull, Exactly three" in told
        told = ada.type("53u1 mark u1 keep")
        assert "53 (Silence) on U1" in told
        assert "(X4)" in told
        assert "In force: Silence." in ada.type("rows")
        assert "(X4)" in ada.type("name stop")


@pytest.mark.rule("T3")
@pytest.mark.parametrize(("language", "word"), [("en", "name"), ("de", "nenne"), ("fr", "nommer")])
def test_every_command_is_named_as_it_is_called_in_each_language(language: str, word: str) -> None:
    for command, name in zip(Command, there_are("command", language), strict=True):
        named = [Name(command), Play(Lay(42, "U1"))]
        assert read_line(f"{word} {name} 42u1", language) == named
        assert read_line(f"{word} {command.value} 42u1", language) == named
    for marker, name in zip(Marker, there_are("marker", language), strict=True):
        assert read_line(f"mark u1 {name}", language) == [SetMark("U1", marker)]


def test_there_is_no_command_to_name_without_commands(home: Path) -> None:
    with begun(home) as ada:
        assert "(T3)" in ada.type("name stop")


def test_a_card_that_loses_at_once_is_asked_about(home: Path, tmp_path: Path) -> None:
    mapping = tmp_path / "commands.json"
    mapping.write_text('{"53": "skull", "55": "stop"}')
    deal = ["--deal", "extreme-2p-K7Q2M9XA4TWB3H8C", "--commands", str(mapping)]
    with begun(home, *deal, "--bots", "greedy") as ada:
        ada.type("53d1")
        told = ada.type("55u1")
        assert "loses the game at once. A skull stayed uncovered." in told
        assert "stays in your hand" in ada.type("no")
        assert 55 in ada.hand()
        assert "loses the game at once" in ada.type("55u1")
        assert "The game is over." in ada.type("yes")
        outcome = the_record(home).state.outcome
        assert outcome is not None
        assert outcome.reason == "skull"


def test_scripts_may_do_without_the_question(home: Path, tmp_path: Path) -> None:
    mapping = tmp_path / "commands.json"
    mapping.write_text('{"53": "skull", "55": "stop"}')
    deal = ["--deal", "extreme-2p-K7Q2M9XA4TWB3H8C", "--commands", str(mapping), "--yes"]
    with begun(home, *deal, "--bots", "greedy") as ada:
        assert "The game is over." in ada.type("53d1 55u1")


def test_open_rows_show_every_card_and_others_only_the_top(home: Path) -> None:
    with begun(home, *TWO, "--open-rows") as ada:
        ada.type("10u1 53u1")
        assert "U1 up: 53; laid so far: 10 53" in ada.type("rows")
    with begun(home, *TWO) as ada:
        ada.type("10u1 53u1")
        told = ada.type("rows")
        assert "U1 up: 53\n" in told


def test_a_hint_names_a_move_that_is_possible_and_why(home: Path) -> None:
    with begun(home) as ada:
        found = re.search(r"Suggestion: (\S+)\. [A-Z].*\.", ada.type("hint"))
        assert found is not None
        assert found[1] in ada.moves()


def test_the_log_tells_every_turn_so_far(home: Path) -> None:
    with begun(home) as ada:
        ada.type("10u1 53u1 end")
        told = ada.type("log")
        assert "Ada starts." in told
        assert "Ada: 10 on U1, +9; 53 on U1, +43; ends the turn and draws 2 cards." in told
        assert re.search(r"^Greedy: \d+ on", told, re.MULTILINE)


def test_rules_help_and_lanes_are_a_word_away(home: Path) -> None:
    with begun(home) as ada:
        told = ada.type("?")
        assert "B4 Backwards trick" in told or "B4" in told
        assert "X1" not in told
        assert "mark U1 small" in ada.type("help")
        assert "U1 ↑" in ada.type("lanes")


def test_input_works_in_the_language_and_in_english(home: Path) -> None:
    with begun(home, *TWO, lang="de") as ada:
        assert "nimmt die letzte Karte zurück" in ada.type("53u1 zurück")
        assert "nimmt die letzte Karte zurück" in ada.type("53u1 zurueck")
        assert "nimmt die letzte Karte zurück" in ada.type("53u1 back")
        assert "marke U1 klein" in ada.type("hilfe")
        assert "Ada markiert U1 (kleiner Schritt)." in ada.type("marke u1 klein")
        assert "Du ziehst" in ada.type("10u1 53u1 ende")
        assert "gespeichert" in ada.type("gehen")
    with begun(home, *TWO, lang="fr") as ada:
        assert "reprend la dernière carte" in ada.type("53u1 reprendre")
        assert "Tu pioches" in ada.type("10u1 53u1 fin")


def test_whoever_offers_the_strongest_wish_starts_unless_the_team_says_otherwise(
    home: Path,
) -> None:
    with Person(home, *TWO) as ada:
        assert "would you like to start?" in ada.text
        assert "Your hand: 10, 53" in ada.text
        assert "Answer “can”, “want”, “must” or “no”" in ada.type("maybe")
        told = ada.type("must")
        assert "1. Ada: I really must start!" in told
        assert "Enter for Ada" in told
        assert "nobody of that name" in ada.type("Eve")
        ada.type("Greedy")
        events = the_record(home).events
        assert next(e.seat for e in events if type(e).__name__ == "Started") == 1


@pytest.mark.rule("B10r")
def test_what_each_strength_of_wish_means_is_said_with_the_question(home: Path) -> None:
    with Person(home, *TWO) as ada:
        assert "The strongest wish is proposed, of equal ones the lowest seat" in ada.text
        for line in ("can: My cards will do.", "must: My cards are ideal for it.", "no: My cards"):
            assert line in ada.text
    with Person(home, *TWO, "--new", lang="de") as ada:
        assert "möchte: Meine Karten passen gut." in ada.text


@pytest.mark.rule("B10r")
def test_until_the_first_card_somebody_else_may_start_after_all(home: Path) -> None:
    with begun(home, *TWO) as ada:
        assert "nobody of that name" in ada.type("start Eve")
        assert "first turn has been given already" in ada.type("start Ada")
        told = ada.type("start greedy")
        assert "Greedy starts instead of Ada." in told
        assert re.search(r"^Greedy: \d+ on", told, re.MULTILINE)
        assert "The first card has been laid" in ada.type("start 2")


QUIET = ["--deal", "gold-2p-K7Q2M9XA4TWB3H8C", "--no-fan"]


@pytest.mark.rule("B10r")
@pytest.mark.parametrize(("answer", "first"), [("yes", 0), ("ada", 0), ("", 1), ("no", 1)])
def test_at_a_quiet_table_a_person_starts_or_leaves_it_to_the_bots(
    home: Path, answer: str, first: int
) -> None:
    with Person(home, *QUIET, "--name", "Ada", "--bots", "greedy") as ada:
        assert "Greedy is ready." in ada.text
        assert "Everybody is ready. Do you start, Ada? (yes/no)" in ada.text
        assert not any(word in ada.text for word in ("can", "want", "must", "agree"))
        assert len(ada.hand()) == 7
        assert "There is nobody of that name. At the table: Ada" in ada.type("Greedy")
        ada.type(answer)
        events = the_record(home).events
        assert next(e.seat for e in events if type(e).__name__ == "Started") == first


@pytest.mark.rule("B10r")
@pytest.mark.parametrize(("answer", "first"), [("Ben", "Ben"), ("2", "Ben"), ("", "Ada")])
def test_at_a_quiet_table_people_show_that_they_are_ready_one_after_the_other(
    home: Path, answer: str, first: str
) -> None:
    with Person(home, *QUIET, "--name", "Ada,Ben") as both:
        for name in ("Ada", "Ben"):
            assert f"Pass the keyboard to {name}" in both.text
            assert f"{name}, press Enter when you are ready." in both.type("")
            both.type("")
        assert both.seen.count("Your hand:") == 2
        assert "Whoever feels like it starts" in both.text
        assert f"Pass the keyboard to {first}" in both.type(answer)


def test_a_hand_is_picked_from_the_fan(home: Path) -> None:
    deal = "gold-1p-K7Q2M9XA4TWB3H8C"
    with Person(home, "--deal", deal, "--name", "Ada") as ada:
        assert "99 cards lie in a fan" in ada.text
        assert "Type 8 numbers" in ada.type("the best ones")
        assert "exactly 8 different free places" in ada.type("1 2 3")
        assert "exactly 8 different free places" in ada.type("1 2 3 4 5 6 7 100")
        ada.type("1 2 3 4 5 6 7 99")
        deck = Deal.from_code(deal).deck
        assert ada.hand() == sorted((*deck[:7], deck[98]))


def test_chance_picks_from_the_fan_on_enter(home: Path) -> None:
    with Person(home, "--edition", "gold", "--name", "Ada", "--bots", "greedy") as ada:
        assert "Taken already:" in ada.text
        ada.type("")
        assert len(ada.hand()) == 7


# Two people at one keyboard.

COUPLE = ["--deal", "original-2p-K7Q2M9XA4TWB3H8C", "--name", "Ada,Ben"]


@pytest.mark.parametrize("pty", [False, True], ids=["pipe", "terminal"])
def test_no_hand_is_printed_before_its_owner_confirmed(home: Path, pty: bool) -> None:
    hands = Deal.from_code(COUPLE[1]).game().hands
    ada_hand, ben_hand = (", ".join(map(str, hand)) for hand in hands)
    with Person(home, *COUPLE, pty=pty) as both:
        assert "Pass the keyboard to Ada" in both.text
        assert ada_hand not in both.seen
        assert ada_hand in both.type("")
        told = both.type("no")
        assert "Pass the keyboard to Ben" in told
        assert ben_hand not in both.seen
        assert ada_hand not in told
        hidden = "\033[2J" in told or "\n" * 40 in told
        assert hidden
        assert ben_hand in both.type("")
        told = both.type("want")
        assert "Enter for Ben" in told
        assert ben_hand not in told
        assert ada_hand not in told
        told = both.type("Ada")
        assert "Pass the keyboard to Ada" in told
        assert ada_hand not in told
        told = both.type("")
        assert ada_hand in told
        assert ben_hand not in told
        told = both.type("10u1 53u1 end")
        assert "Pass the keyboard to Ben" in told
        after = told.split("Pass the keyboard")[1]
        assert "You draw" not in after
        told = both.type("")
        assert "Ada: 10 on U1, +9; 53 on U1, +43; ends the turn" in told
        assert ben_hand in told
        assert "55, 77, 82" not in told


def test_garbage_never_ends_in_a_traceback(home: Path) -> None:
    rng = random.Random(98)
    words = ["42", "u1", "d2", "@", "end", "back", "mark", "unmark", "keep!", "name", "stop"]
    words += ["hint", "rows", "log", "?", "help", "yes", "no", "999"]
    with begun(home) as ada:
        for _ in range(150):
            if ada.gone or not ada.text.endswith(" "):
                break
            kind = rng.random()
            if kind < 0.6:
                line = " ".join(rng.choices(words, k=rng.randrange(6)))
            elif kind < 0.8:
                line = "".join(chr(rng.randrange(33, 0x3000)) for _ in range(rng.randrange(30)))
                line = line.replace("\u2028", "")
            else:
                line = str(rng.randrange(10**12)) * rng.randrange(20)
            if "quit" in ada.text[-60:]:
                line = "same"
            ada.write(line.encode("utf-8", "replace") + b"\n")
        for scrap in (b"\xff\xfe\x00\x80\n", b"\x1b[31m\n", b"\t\n", b"9" * 5000 + b"\n"):
            if not ada.gone:
                ada.write(scrap)
        assert "Traceback" not in ada.seen
        assert "something went wrong inside" not in ada.seen
        assert "\x1b" not in ada.seen
