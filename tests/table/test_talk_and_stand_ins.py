"""What is said at a table and who plays for whom belong to its log, and change no card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise, product
from random import Random

import pytest

from ninetyeight.chat import find_number
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import (
    EDITIONS,
    Deal,
    GameError,
    Lay,
    Marker,
    Phrase,
    Refused,
    Rules,
    Strictness,
)
from ninetyeight.table import (
    SAID_LENGTH,
    Moved,
    Phrased,
    Said,
    Seat,
    Setup,
    Started,
    StoodIn,
    Table,
    advance,
    event_from_json,
    event_to_json,
    hushed,
    read_record,
    write_record,
)
from ninetyeight.terminal.plain.table_lines import Story
from ninetyeight.terminal.words import Words
from tests.table.random_tables import an_event

EXTREME = Deal.from_code("extreme-2p-K7Q2M9XA4TWB3H8C")
ORIGINAL = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C")
PEOPLE = (Seat("Ada"), Seat("Ben"))


def a_table(strictness: Strictness = Strictness.CHAT) -> Table:
    table = Table(Setup(ORIGINAL, PEOPLE, strictness))
    table.submit(Started(0))
    return table


def test_words_are_in_the_log_and_change_no_card() -> None:
    table = a_table()
    before = table.state.game
    table.submit(Said(1, "only a small step, please"))
    assert table.log[-1] == Said(1, "only a small step, please")
    assert table.state.game is before


@pytest.mark.parametrize("text", ["", "   ", "x" * (SAID_LENGTH + 1), "two\nlines", "bell\a"])
def test_what_cannot_be_shown_on_one_line_is_not_said(text: str) -> None:
    with pytest.raises(Refused) as refused:
        a_table().submit(Said(0, text))
    assert refused.value.code == "unsayable"


@pytest.mark.rule("T10r")
@pytest.mark.parametrize(
    ("strictness", "code"),
    [(Strictness.SILENT, "silent_table"), (Strictness.MARKERS, "markers_only")],
)
def test_a_strict_table_takes_no_words(strictness: Strictness, code: str) -> None:
    with pytest.raises(Refused) as refused:
        a_table(strictness).submit(Said(0, "hello"))
    assert refused.value.code == code


@pytest.mark.rule("T4", "X4")
def test_no_word_is_said_while_a_silence_card_is_visible() -> None:
    silence = next(card for card in EXTREME.deck if EXTREME.commands.on(card) == "silence")
    deck = (silence, *(card for card in EXTREME.deck if card != silence))
    deal = Deal(EXTREME.rules, deck, EXTREME.commands, None)
    table = Table(Setup(deal, PEOPLE))
    table.submit(Started(0))
    table.submit(Said(1, "go ahead"))
    table.submit(Moved(0, Lay(silence, "U1")))
    with pytest.raises(Refused) as refused:
        table.submit(Said(1, "well done"))
    assert (refused.value.code, refused.value.rule) == ("silence", "X4")


@pytest.mark.rule("T10r", "T5", "X4")
def test_phrases_are_said_exactly_where_words_are() -> None:
    """At tables of every edition and strictness: the same answer for both, at each moment."""
    rng, refusals = Random(3), set()
    for edition, strictness in product(("original", "extreme", "gold"), Strictness):
        deal = Deal.of_bits(Rules.of(edition, players=2), 5)
        table = Table(Setup(deal, PEOPLE, strictness, fan=edition == "gold"))
        while not table.over:
            words = _why(table, Said(0, "ah"))
            assert _why(table, Phrased(0, Phrase.WOW)) == words
            refusals.add(words)
            with suppress(GameError):
                table.submit(an_event(table, rng))
    assert refusals == {None, "silent_table", "markers_only", "silence", "quiet_laying"}


def _why(table: Table, event: Said | Phrased) -> str | None:
    try:
        advance(table.state, event)
    except Refused as refused:
        return refused.code
    return None


def test_a_phrase_of_a_row_names_one_and_no_other_does() -> None:
    table = a_table()
    for phrase in Phrase:
        for row in (None, "U1", "X9"):
            if row == "X9" or phrase.of_row is (row is None):
                with pytest.raises(Refused) as refused:
                    table.submit(Phrased(1, phrase, row))
                assert refused.value.code == "phrase_row"
            else:
                table.submit(Phrased(1, phrase, row))
                assert table.log[-1] == Phrased(1, phrase, row)


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_names_a_number(language: str) -> None:
    for edition in EDITIONS.values():
        for phrase in Phrase:
            for row in edition.row_names if phrase.of_row else (None,):
                words = catalogue(language).text(f"rules.phrase.{phrase}", row=row)
                assert find_number(words, language, rows=edition.row_names) is None
                assert (row or "") in words


def test_a_phrase_is_told_in_words() -> None:
    table = a_table()
    table.submit(Phrased(1, Phrase.NOTHING, "D2"))
    assert list(retold(table))[-1] == "Ben: “Nothing on D2, please.”"


@pytest.mark.rule("T7r")
def test_the_log_says_once_that_markers_were_taken_off() -> None:
    silence = next(card for card in EXTREME.deck if EXTREME.commands.on(card) == "silence")
    deck = (silence, *(card for card in EXTREME.deck if card != silence))
    deal = Deal(EXTREME.rules, deck, EXTREME.commands, None)
    plain = [card for card in deck[1:7] if card not in EXTREME.commands][:2]
    table = Table(Setup(deal, PEOPLE))
    table.submit(Started(0))
    table.mark(1, "U2", Marker.KEEP)
    states = [table.state]
    for card, row in ((plain[0], "D2"), (silence, "U1"), (plain[1], "D1")):
        states.append(table.lay(0, card, row))
    assert [hushed(before, after) for before, after in pairwise(states)] == [False, True, False]
    assert table.state.talk.marks == ()
    lines = list(retold(table))
    assert lines[-1] == "Talk ended: all markers are taken off."
    assert lines.count(lines[-1]) == 1
    assert "Ada" in lines[-2]


def retold(table: Table) -> Iterator[str]:
    story = Story(Words("en"), table.setup)
    story.follow(table.log)
    return story.lines()


def test_after_the_end_everybody_may_talk_even_at_a_silent_table() -> None:
    table = a_table(Strictness.SILENT)
    while not table.over:  # the largest steps end a game soon
        game = table.state.game
        assert game is not None
        assert game.seat is not None
        lays = [move for move in game.legal if isinstance(move, Lay)]
        table.submit(Moved(game.seat, lays[-1] if lays else next(iter(game.legal))))
    table.submit(Said(0, "once more?"))
    assert table.log[-1] == Said(0, "once more?")


def test_a_bot_stands_in_until_the_person_is_back() -> None:
    table = a_table()
    game = table.state.game
    table.submit(StoodIn(1, "planner"))
    assert table.state.stand_ins == {1: "planner"}
    table.submit(StoodIn(1, "greedy"))
    assert table.state.stand_ins == {1: "greedy"}
    table.submit(StoodIn(1, None))
    assert table.state.stand_ins == {}
    assert table.state.game is game


def test_nobody_stands_in_for_a_bot() -> None:
    table = Table(Setup(ORIGINAL, (Seat("Ada"), Seat("Planner", "planner"))))
    with pytest.raises(Refused) as refused:
        table.submit(StoodIn(1, "greedy"))
    assert refused.value.code == "seat_of_a_bot"


@pytest.mark.parametrize(
    "event",
    [
        Said(0, "grüß dich «là» 🙂"),
        Phrased(1, Phrase.LAUGH),
        Phrased(0, Phrase.STEP, "U2"),
        StoodIn(1, "planner"),
        StoodIn(0, None),
    ],
)
def test_they_are_written_and_read_back(event: Said | Phrased | StoodIn) -> None:
    assert event_from_json(event_to_json(event)) == event
    table = a_table()
    table.submit(event)
    record = read_record(write_record(table.setup, table.log).encode())
    assert record.events == table.log
    assert record.state == table.state


@pytest.mark.rule("T6", "T10r")
def test_a_table_of_markers_takes_no_words_while_hands_are_picked() -> None:
    gold = Deal.from_code("gold-2p-K7Q2M9XA4TWB3H8C")
    with pytest.raises(Refused) as refused:
        Table(Setup.default(gold, PEOPLE, fan=True)).submit(Said(0, "hello"))
    assert refused.value.code == "markers_only"
    table = Table(Setup(gold, PEOPLE, Strictness.FREE, fan=True))
    table.submit(Said(0, "hello"))
    assert table.log == (Said(0, "hello"),)


@pytest.mark.rule("T3")
def test_a_command_named_twice_is_known_once() -> None:
    table = Table(Setup(EXTREME, PEOPLE))
    game = table.state.game
    assert game is not None
    command = next(filter(None, (EXTREME.commands.on(card) for card in game.hands[0])))
    held = [EXTREME.commands.on(card) for card in game.hands[0]].count(command)
    for _ in range(held + 3):
        table.name(0, command)
    assert table.state.talk.named == ((0, command),) * held
