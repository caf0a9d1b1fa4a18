"""`ninetyeight solve`: lines that the rules accept, honest words, and answers to bad input."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result

from ninetyeight import referee
from ninetyeight.arena import Run
from ninetyeight.cli import main
from ninetyeight.rules import (
    END,
    TINY,
    Deal,
    Game,
    Lay,
    Move,
    Rules,
    completes,
    parse_move,
    read_game,
    write_game,
)
from ninetyeight.table import Moved, Seat, Setup, Started, TableState, advance, write_record
from tests.table.test_records import ARCHIVE

RECORDS = Path(__file__).parents[1] / "records"
#: Won only if the 8 comes first, by the backwards trick (which is five back in this small game).
WINNABLE = "tiny 1 U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3 2.7.8 - 1 - 1 - playing"
#: The 10 fits nowhere, now or later; the 2 does.
HOPELESS = "tiny 1 U1:1.4.5.6.7.8.9.11.12.13.14.15.16.17.18/D1:20.19.3 2.10 - 1 - 1 - playing"


def solve(*words: str, **more: Any) -> Result:
    return CliRunner().invoke(main, ["solve", *words], **more)


def answer(*words: str) -> dict[str, Any]:
    result = solve(*words, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def played(position: str, moves: list[str]) -> Game:
    game = read_game(position)
    for move in moves:
        game = game.apply(parse_move(move))
    return game


def small_step(game: Game) -> Move:
    """End the turn where that is allowed; else the smallest step after which it can go on."""
    if END in game.legal:
        return END
    edition = game.rules.edition
    rows = dict(zip(edition.row_names, zip(edition.rows, game.tops, strict=True), strict=True))

    def step(lay: Lay) -> int:
        row, top = rows[lay.row]
        return 0 if top is None else row.step(top, lay.card)

    lays = [lay for lay in game.turn.lays() if completes(game.turn.after(lay))]
    return min(lays, key=step)


def tiny_record(path: Path, *, turns: int | None = None) -> list[TableState]:
    """Write the record of a small game; its states when turns began."""
    rng = Random(4)
    rules = Rules.of(TINY, players=2, take_backs=True)
    deck = rng.sample(rules.cards, len(rules.cards))
    setup = Setup(Deal(rules, tuple(deck)), (Seat("Ada"), Seat("Ben")))
    events: list[Any] = [Started(1)]
    state = advance(TableState.initial(setup), events[0])
    begun = [state]
    while state.outcome is None and (turns is None or len(begun) <= turns):
        assert state.game is not None
        assert state.active is not None
        events.append(Moved(state.active, small_step(state.game)))
        state = advance(state, events[-1])
        if state.game is not None and not state.game.laid and state.outcome is None:
            begun.append(state)
    path.write_text(write_record(setup, tuple(events)), "utf-8")
    return begun


# --- the answer --------------------------------------------------------------------------------


def test_a_winning_line_is_accepted_by_the_rules_move_by_move() -> None:
    told = answer(WINNABLE)
    assert (told["status"], told["left"], told["starter"], told["proven"]) == ("won", 0, 0, True)
    assert told["moves"][0] == "8@D1"
    outcome = played(told["position"], told["moves"]).outcome
    assert outcome is not None
    assert outcome.won


def test_the_line_of_a_deal_can_be_fed_to_the_referee() -> None:
    deal = Deal.from_code("original-5p-K7Q2M9XA4TWB3H8C")
    told = answer(deal.code or "", "--width", "12", "--seconds", "60")
    assert told["deal"] == deal.code
    assert told["from_turn"] is None
    request = {
        "edition": "original",
        "players": 5,
        "deck": list(deal.deck),
        "starter": told["starter"],
        "moves": told["moves"],
    }
    judged = referee.answer(request)
    assert judged["refused"] is None
    assert judged["left"] == told["left"]
    assert judged["status"] == ("won" if told["status"] == "won" else "lost")


def test_a_proof_that_nothing_wins_is_called_one() -> None:
    told = answer(HOPELESS)
    assert (told["status"], told["left"], told["proven"]) == ("hopeless", 1, True)
    assert told["fewest"]
    page = solve(HOPELESS).output
    assert "proven that no play of any seat wins" in page
    assert "leaves 1 card. It is proven that no line leaves fewer" in page


def test_what_is_not_proven_is_not_claimed() -> None:
    result = solve("original-1p-K7Q2M9XA4TWB3H8C", "--width", "1", "--seconds", "60")
    assert result.exit_code == 0
    assert "Not decided" in result.output
    assert "not a proof" in result.output
    assert "proven" not in result.output


def test_it_is_said_what_would_help() -> None:
    """More time, but only where it is the time that was missing."""
    code = "original-1p-K7Q2M9XA4TWB3H8C"
    narrow = solve(code, "--width", "1", "--seconds", "60").output
    assert "More time would not help: beams wider than 1 were not searched." in narrow
    assert answer(code, "--width", "1", "--seconds", "60")["exhausted"]
    hard = "extreme-expert-short_hand-5p-K7Q2M9XA4TWB3H8C"
    hurried = solve(hard, "--seconds", "0.01").output
    assert "Not decided" in hurried
    assert "Give it more time with --seconds." in hurried
    assert "would not help" not in hurried
    assert not answer(hard, "--seconds", "0.01")["exhausted"]


def test_the_line_is_told_turn_by_turn_with_tricks_in_words() -> None:
    lines = solve(WINNABLE).output.splitlines()
    assert lines[0] == "tiny, alone"
    turns = [line for line in lines if line.startswith("Turn")]
    assert turns
    assert "8@D1 (trick)" in "\n".join(turns)
    assert lines[-2].startswith("Won:")


def test_the_same_question_with_a_width_gets_the_same_line() -> None:
    words = ("gold-2p-K7Q2M9XA4TWB3H8C", "--width", "4", "--seconds", "60")
    assert answer(*words)["moves"] == answer(*words)["moves"]


def test_the_starter_can_be_chosen() -> None:
    told = answer("original-3p-K7Q2M9XA4TWB3H8C", "--starter", "2", "--width", "1")
    assert told["starter"] == 1
    first = parse_move(told["moves"][0])
    assert str(first) in map(str, Deal.from_code(told["deal"]).game().start(1).legal)


# --- records -----------------------------------------------------------------------------------


def test_a_record_is_solved_from_the_deal_or_before_any_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.98"
    begun = tiny_record(path)
    assert len(begun) > 3
    told = answer(str(path))
    assert (told["from_turn"], told["deal"]) == (None, None)
    assert read_game(told["position"]).left == len(TINY.cards)
    for turn, state in enumerate(begun, start=1):
        told = answer(str(path), "--from-turn", str(turn))
        assert state.game is not None
        assert told["position"] == write_game(state.game)
        assert (told["from_turn"], told["starter"]) == (turn, state.active)
        assert played(told["position"], told["moves"]).left == told["left"]


def test_the_turns_of_a_record_have_its_numbers_and_names(tmp_path: Path) -> None:
    path = tmp_path / "game.98"
    begun = tiny_record(path)
    last = len(begun)
    name = ("Ada", "Ben")[begun[-1].active or 0]
    assert f"Turn {last}, {name}: " in solve(str(path), "--from-turn", str(last)).output


def test_a_record_is_found_by_its_name_and_on_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NINETYEIGHT_HOME", str(tmp_path))
    (tmp_path / "records").mkdir()
    # A name of the kind that records get; it looks like a deal code.
    path = tmp_path / "records" / "2026-02-01-1530-original-2p-2.98"
    tiny_record(path)
    by_name = answer(path.stem, "--from-turn", "2")
    assert by_name["edition"] == "tiny"
    assert answer("latest", "--from-turn", "2")["position"] == by_name["position"]
    piped = solve("-", "--from-turn", "2", "--json", input=path.read_bytes())
    assert json.loads(piped.output)["position"] == by_name["position"]


def test_records_of_every_release_can_be_solved() -> None:
    for path in ARCHIVE:
        told = answer(str(path), "--from-turn", "1", "--width", "1", "--seconds", "60")
        assert (
            played(told["position"].replace("+take_backs", ""), told["moves"]).left == told["left"]
        )


def test_a_game_that_can_be_played_on_is_not_spoilt(tmp_path: Path) -> None:
    path = tmp_path / "game.98"
    tiny_record(path, turns=2)
    refused = solve(str(path), "--from-turn", "1")
    assert refused.exit_code == 2
    assert "--unfinished" in refused.output
    assert answer(str(path), "--from-turn", "1", "--unfinished")["from_turn"] == 1


#: The 6 and the 2 can be laid, in this order; but the 2 is a skull, and nothing can cover it (X2).
UNCOVERED = (
    "tiny+commands 1 U1:1.3.4.5.9.10.11.12.13.14.15.16.17.18/D1:20.19.8.7 2.6 - 1 - 1"
    " 2:skull playing"
)


def test_all_cards_laid_and_lost_all_the_same_is_said_so() -> None:
    told = answer(UNCOVERED)
    assert (told["status"], told["left"], told["moves"]) == ("hopeless", 0, ["6@D1", "2@D1"])
    page = solve(UNCOVERED).output
    assert "Hopeless" in page
    assert "lost all the same" in page


# --- one seat's eyes ---------------------------------------------------------------------------

#: Seat 1 sees that seat 2 must hold the 7; only the 8 now lets everything be laid.
TWO_SEATS = "tiny 2 U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3 2.8/7 - 1 - 1 - playing"
#: Seat 1 cannot tell who holds the 7 and who the 2.
THREE_SEATS = "tiny 3 U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3 8/2/7 - 1 - 1 - playing"


def test_the_choices_of_a_seat_come_with_their_chances() -> None:
    told = answer(TWO_SEATS, "--seat", "1")
    assert (told["seat"], told["meaning"], told["proven"], told["worlds"]) == (0, "exact", True, 1)
    assert [(one["move"], one["win"], one["left"]) for one in told["choices"]] == [
        ("8@D1", 1.0, 0.0),
        ("2@D1", 0.0, 1.0),
    ]
    page = solve(TWO_SEATS, "--seat", "1").output
    assert "8@D1: wins 100.0 %" in page
    assert "Exact" in page


def test_hidden_hands_are_told_as_bounds_and_not_given_away() -> None:
    told = answer(THREE_SEATS, "--seat", "1")
    assert (told["meaning"], told["worlds"]) == ("bound", 2)
    assert "position" not in told
    swapped = answer(THREE_SEATS.replace("8/2/7", "8/7/2"), "--seat", "1")
    assert {**swapped, "seconds": 0} == {**told, "seconds": 0}
    page = solve(THREE_SEATS, "--seat", "1").output
    assert "at most" in page
    assert "2 ways" in page


def test_the_choices_of_a_record_are_those_of_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.98"
    begun = tiny_record(path)
    last, active = len(begun), begun[-1].active
    assert active is not None
    assert begun[-1].game is not None
    told = answer(str(path), "--from-turn", str(last), "--seat", str(active + 1))
    assert {one["move"] for one in told["choices"]} == set(map(str, begun[-1].game.legal))
    other = solve(str(path), "--from-turn", str(last), "--seat", str(2 - active))
    assert other.exit_code == 2
    assert f"but of seat {active + 1}" in other.output


def test_what_is_too_large_to_be_exact_is_said_to_be_so() -> None:
    result = solve("original-3p-K7Q2M9XA4TWB3H8C", "--starter", "1", "--seat", "1")
    assert result.exit_code == 2
    assert "Ask later in the game" in result.output


# --- many deals --------------------------------------------------------------------------------


def test_many_deals_are_counted_with_intervals(tmp_path: Path) -> None:
    words = ("--deals", "6", "--players", "4", "--seed", "3", "--jobs", "1", "--seconds", "60")
    out = tmp_path / "solved.jsonl"
    told = answer(*words, "--out", str(out))
    assert (told["edition"], told["players"], told["seed"], told["deals"]) == ("original", 4, 3, 6)
    assert told["won"] + told["hopeless"] + told["unknown"] == 6
    low, high = told["won_ci95"]
    assert low <= told["won_share"] <= high
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    run = Run(Rules.of("original", 4), ("greedy",) * 4, games=6, seed=3)
    assert [row["deal"] for row in rows if "deal" in row] == [run.deal(i).code for i in range(6)]
    assert solve(*words, "--out", str(out)).exit_code == 2  # it is there already
    again = answer(*words, "--out", str(out), "--continue")
    assert (again["won"], again["seconds_each"]) == (told["won"], told["seconds_each"])
    assert "won: " in solve(*words, "--out", str(out), "--continue").output


@pytest.mark.parametrize("diary", ["today I laid the 42\n", "today I laid the 42"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, diary: str) -> None:
    out = tmp_path / "diary.txt"
    out.write_text(diary, "utf-8")
    result = solve("--deals", "2", "--out", str(out), "--continue")
    assert result.exit_code == 2
    assert "something other than" in result.output
    assert out.read_text("utf-8") == diary


def test_several_numbers_of_players_have_an_answer_each() -> None:
    result = solve("--deals", "2", "--players", "1,3-4", "--jobs", "1", "--json")
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["players"] for one in answers] == [1, 3, 4]
    assert all(one["deals"] == 2 for one in answers)


def test_a_full_disk_loses_nothing_that_was_counted(tmp_path: Path) -> None:
    out = tmp_path / "solved.jsonl"
    words = ("--deals", "40", "--players", "5", "--jobs", "1", "--out", str(out))
    answer("--deals", "1", "--players", "5", "--jobs", "1")  # what is compiled is on disk by then
    ended = subprocess.run(
        [sys.executable, "-m", "ninetyeight", "solve", *words, "--json"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NINETYEIGHT_LANG": "en"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)),
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    shown = json.loads(ended.stdout)["deals"]
    assert 0 < shown < 40
    assert f"the {shown} deals" in ended.stderr
    went_on = answer(*words, "--continue")
    assert went_on["deals"] == 40


@pytest.mark.parametrize("missing", ["numba", "pysat"])
def test_without_what_is_fast_the_answers_are_the_same_and_it_is_told_how_to_get_it(
    missing: str,
) -> None:
    hide = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        f"u.find_spec = lambda name, *a: None if name == '{missing}' else find(name, *a)\n"
        f"sys.modules['{missing}'] = None\n"
        "from ninetyeight.cli import main; main()"
    )
    for words in ([WINNABLE], [HOPELESS], [THREE_SEATS, "--seat", "1"]):
        told = subprocess.run(
            [sys.executable, "-c", hide, "solve", *words, "--json", "--lang", "en"],
            capture_output=True,
            text=True,
            check=True,
        )
        plain, kernel = json.loads(told.stdout), answer(*words)
        same = ("status", "left", "proven", "meaning", "choices", "worlds")
        assert [plain.get(key) for key in same] == [kernel.get(key) for key in same]
        if "--seat" not in words:
            assert "ninetyeight[fast]" in told.stderr


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "Say what to solve"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--deals", "3"], "not both"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--players", "3"], "--players goes with --deals only"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--seed", "0"], "--seed goes with --deals only"),
        (["--deals", "3", "--from-turn", "3"], "--from-turn goes with one deal"),
        (["--deals", "3", "--continue"], "--out"),
        (["--deals", "0"], "--deals"),
        (["--deals", "3", "--players", "9"], "B2"),
        (["--deals", "3", "--edition", "lost"], "lost"),
        ([WINNABLE, "--seat", "2"], "B10"),
        ([WINNABLE, "--seat", "1", "--width", "3"], "do not go together"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--seat", "1"], "Nobody has started"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--seconds", "-1"], "--seconds"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--starter", "4"], "B10"),
        (["original-3p-K7Q2M9XA4TWB3H8C", "--from-turn", "2"], "no turns"),
        (["original-3p-K7Q2M9XA4"], "not a deal code"),
        (["original-9p-K7Q2M9XA4TWB3H8C"], "B2"),
        (["nothing-of-this-name"], "neither a deal code nor a record"),
        ([WINNABLE.replace("2.7.8", "2.8")], "lacks"),
        ([WINNABLE, "--starter", "2"], "Leave out --starter"),
        ([str(RECORDS / "v1-original-1p.98"), "--from-turn", "999"], "from 1 to"),
        ([str(RECORDS / "v1-original-3p-expert.98"), "--from-turn", "2", "--starter", "3"], "B10"),
        ([str(Path(__file__))], "record"),
    ],
)
def test_bad_input_is_answered_in_one_plain_line(words: list[str], told: str) -> None:
    result = solve(*words)
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output


def test_a_game_that_is_over_is_not_solved() -> None:
    game = read_game(WINNABLE).lay(2, "D1").lay(7, "D1")
    over = game.end() if game.outcome is None else game
    assert over.outcome is not None
    result = solve(write_game(over))
    assert result.exit_code == 2
    assert "over already" in result.output


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", "weder ein Kartencode noch"), ("fr", "ni un code de donne ni")],
)
def test_complaints_are_in_the_language_asked_for(language: str, told: str) -> None:
    assert told in solve("nothing-of-this-name", "--lang", language).output


# --- waiting and breaking off ------------------------------------------------------------------


def test_progress_is_shown_and_ctrl_c_gives_the_best_so_far() -> None:
    words = ["solve", "extreme-expert-short_hand-5p-K7Q2M9XA4TWB3H8C", "--seconds", "300"]
    child = pexpect.spawn(
        sys.executable, ["-m", "ninetyeight", *words], encoding="utf-8", timeout=60
    )
    child.expect(r"width \d+: \d+ of 98 cards laid")
    child.sendintr()
    child.expect("Turn 1, seat ")
    child.expect("best so far")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
