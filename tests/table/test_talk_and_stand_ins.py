"""What is said at a table and who plays for whom belong to its log, and change no card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from ninetyeight.rules import Deal, Lay, Marker, Refused, Strictness
from ninetyeight.table import (
    SAID_LENGTH,
    Moved,
    Said,
    Seat,
    Setup,
    Started,
    StoodIn,
    Table,
    event_from_json,
    event_to_json,
    hushed,
    read_record,
    write_record,
)
from ninetyeight.terminal.plain.telling import Story
from ninetyeight.terminal.words import Words

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
    "event", [Said(0, "grüß dich «là» 🙂"), StoodIn(1, "planner"), StoodIn(0, None)]
)
def test_both_are_written_and_read_back(event: Said | StoodIn) -> None:
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
