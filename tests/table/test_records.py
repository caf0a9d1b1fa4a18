"""Records: a game as a file that replays to the same end, and what damage does to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from ninetyeight.rules import Commands, Deal, GameError, NotationError, Rules
from ninetyeight.table import Seat, Setup, fold, read_record, write_record
from tests.table.random_tables import finished, seeds, setups

RECORDS = Path(__file__).parent.parent / "records"
#: Games of version 1 of the rules that go another way today, and the line that tells it: there a
#: `one_row` bound only what came after it (X9r), and cards came back in `gold`'s last phase (B12r).
EARLIER = {RECORDS / "v1-extreme-4p.98": 13, RECORDS / "v1-gold-6p.98": 129}
ARCHIVE = sorted(path for path in RECORDS.glob("*.98") if path not in EARLIER)


def a_game(seed: int = 7, edition: str = "original") -> bytes:
    """A whole game as a record."""
    deal = Deal.of_bits(Rules.of(edition, 2, take_backs=True), 12345)
    setup = Setup.default(deal, (Seat("Ada"), Seat("Zoé")))
    return write_record(setup, finished(setup, seed).log).encode()


@settings(max_examples=40)
@given(setups(), seeds)
def test_a_record_replays_to_the_same_end(setup: Setup, seed: int) -> None:
    table = finished(setup, seed)
    record = read_record(write_record(setup, table.log).encode())
    assert record.setup == setup
    assert record.events == table.log
    assert record.state == table.state
    assert (record.cut, record.closed) == (False, table.over)


@settings(max_examples=20)
@given(setups(("tiny",)), seeds)
def test_a_record_may_stop_after_any_event(setup: Setup, seed: int) -> None:
    table = finished(setup, seed)
    for length in range(len(table.log)):
        events = table.log[:length]
        record = read_record(write_record(setup, events).encode())
        assert record.state == fold(setup, events)


def test_a_record_cut_anywhere_in_its_last_line_keeps_all_whole_events() -> None:
    whole = a_game()
    *_, last_event, _result = whole.splitlines(keepends=True)
    unfinished = whole[: whole.index(last_event)] + last_event
    before = unfinished[: -len(last_event)]
    expected = read_record(before)
    for length in range(1, len(last_event)):
        record = read_record(unfinished[: len(before) + length])
        assert record.cut
        assert record.whole == len(before)
        assert record.events == expected.events
        assert record.state == expected.state


def test_a_result_line_cut_off_leaves_the_game_whole() -> None:
    whole = a_game()
    result = whole.splitlines(keepends=True)[-1]
    for length in range(1, len(result)):
        record = read_record(whole[: -len(result)] + result[:length])
        assert (record.cut, record.closed) == (True, False)
        assert record.state.outcome is not None


def test_a_last_line_of_zeros_counts_as_cut() -> None:
    # What some file systems leave of a line after a power failure.
    whole = a_game()
    record = read_record(whole.rsplit(b"\n", 3)[0] + b"\n" + b"\0" * 20)
    assert record.cut


@pytest.mark.parametrize("damage", [b"{", b"nonsense", b"[1]", b"\xff\xfe", b"42", b""])
def test_damage_in_the_middle_is_reported_with_its_line(damage: bytes) -> None:
    lines = a_game().splitlines()
    lines[4] = damage
    with pytest.raises(NotationError) as trouble:
        read_record(b"\n".join(lines) + b"\n")
    assert trouble.value.code == "record_line"
    assert trouble.value.params["line"] == 5
    assert "5" in str(trouble.value)


def test_an_event_that_cannot_have_happened_is_reported_with_its_line() -> None:
    lines = a_game().splitlines()
    lines[6] = b'{"seat":0,"do":"1@U1"}'
    with pytest.raises(NotationError) as trouble:
        read_record(b"\n".join(lines) + b"\n")
    assert (trouble.value.code, trouble.value.params["line"]) == ("record_refused", 7)
    why = trouble.value.params["why"]
    assert isinstance(why, GameError)
    assert why.text("fr") in trouble.value.text("fr")  # the cause too is told in the language


def test_a_result_that_the_moves_do_not_give_is_reported() -> None:
    *lines, result = a_game().splitlines()
    told = json.loads(result)
    told["result"]["left"] += 1
    with pytest.raises(NotationError) as trouble:
        read_record(b"\n".join([*lines, json.dumps(told).encode()]) + b"\n")
    assert trouble.value.code == "record_other_end"


def test_nothing_may_follow_the_result() -> None:
    with pytest.raises(NotationError) as trouble:
        read_record(a_game() + b'{"seat":0,"do":"end"}\n')
    assert trouble.value.code == "record_after_end"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "chess"}, "record_no_header"),
        ({"version": 2}, "record_version"),
        ({"rules": 99}, "record_version"),
        ({"talk": "shouting"}, "unknown_talk"),
        ({"seats": 3}, "record_header"),
        ({"seats": []}, "seats_do_not_match"),
        ({"edition": "chess"}, "unknown_edition"),
        ({"players": 3}, "record_header"),
        ({"players": "two"}, "impossible_seats"),
        ({"options": None}, "record_header"),
        ({"deal": "original-2p"}, "not_a_deal_code"),
        ({"deal": 5}, "record_header"),
        ({"deal": None, "deck": [1, 2]}, "record_header"),
    ],
)
def test_a_header_that_makes_no_sense_is_a_plain_error(
    change: dict[str, object], code: str
) -> None:
    first, *rest = a_game().splitlines()
    header = json.loads(first) | change
    with pytest.raises(GameError) as trouble:
        read_record(b"\n".join([json.dumps(header).encode(), *rest]) + b"\n")
    assert trouble.value.code == code
    assert str(trouble.value)


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\0\0\0", b"hello\n", b'{"format"'])
def test_a_file_that_is_no_record_is_a_plain_error(content: bytes) -> None:
    with pytest.raises(NotationError):
        read_record(content)


def test_a_table_s_own_commands_are_kept_in_the_record() -> None:
    deal = Deal.from_code("extreme-2p-K7Q2M9XA4TWB3H8C").with_commands(
        Commands({17: "stop", 42: "skull"})
    )
    setup = Setup.default(deal, (Seat("Ada"), Seat("Planner", "planner")))
    assert read_record(write_record(setup, ()).encode()).setup == setup


def test_a_deck_given_card_by_card_is_kept_in_the_record() -> None:
    rules = Rules.of("original", 2)
    setup = Setup.default(Deal(rules, rules.cards), (Seat("Ada"), Seat("Ben")))
    assert read_record(write_record(setup, ()).encode()).setup == setup


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_archived_records_replay_to_the_end_they_tell(path: Path) -> None:
    record = read_record(path.read_bytes())
    assert record.closed
    written = write_record(record.setup, record.events).encode()
    assert read_record(written).state == record.state
    # The header may gain fields from release to release; what happened stays to the letter.
    assert written.splitlines()[1:] == path.read_bytes().splitlines()[1:]


@pytest.mark.rule("X9r", "B12r")
@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_a_game_that_earlier_rules_let_go_another_way_is_told_as_such(path: Path) -> None:
    with pytest.raises(NotationError) as trouble:
        read_record(path.read_bytes())
    assert trouble.value.code == "record_earlier_rules"
    assert trouble.value.params == {"line": EARLIER[path], "rules": 1}
    # The same lines under the rules of today are simply wrong.
    today = path.read_bytes().replace(b'"rules":1', b'"rules":3', 1)
    with pytest.raises(NotationError) as wrong:
        read_record(today)
    assert wrong.value.code == "record_refused"


def test_there_are_archived_records_of_every_edition() -> None:
    assert {path.stem.split("-")[1] for path in ARCHIVE} >= {
        "original",
        "gamefactory",
        "extreme",
        "gold",
    }
