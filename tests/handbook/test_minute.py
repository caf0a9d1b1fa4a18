"""The rules in a minute speak of exactly this table, in drawings that the law confirms."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import msgspec
import pytest

from ninetyeight.handbook import MinuteTold, minute_told
from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, OPTION_NAMES, Command, Rules, Strictness
from tests.server.api.serving import served

each_language = pytest.mark.parametrize("language", LANGUAGES)


def told(
    edition: str, players: int = 3, talk: Strictness | None = None, language: str = "en", **on: bool
) -> MinuteTold:
    rules = Rules.of(edition, players, **on)
    return minute_told(rules, talk or Strictness.CHAT, False, language)


def text(minute: MinuteTold, name: str) -> str:
    return next(p.title + " " + p.drawing.caption for p in minute.points if p.name == name)


def names(minute: MinuteTold) -> list[str]:
    return [point.name for point in minute.points]


def signs(minute: MinuteTold) -> list[str]:
    return [sign.sign for group in minute.signs for sign in group.signs]


BASE = ["goal", "rows", "turn", "trick", "talk", "end"]


@each_language
def test_every_table_is_told_without_numbers_of_rules(language: str) -> None:
    for edition, chosen in product(
        (*EDITIONS, "tiny"), product((False, True), repeat=len(LAW_OPTIONS))
    ):
        options = dict(zip(LAW_OPTIONS, chosen, strict=True))
        for players, talk in ((1, Strictness.CHAT), (3, Strictness.MARKERS)):
            rules = Rules.of(edition, players, **options)
            minute = minute_told(rules, talk, False, language)
            assert names(minute)[: len(BASE)] == BASE
            assert ("commands" in names(minute)) is rules.has_commands
            assert ("fire" in names(minute)) is bool(rules.fires)
            said = msgspec.json.encode([(p.title, p.drawing.caption) for p in minute.points])
            assert not re.search(r"\b[BVTXF][0-9]+r?\b", said.decode())
            assert "{" not in said.decode()


def test_the_figures_are_those_of_the_table() -> None:
    assert "at least 2 cards" in text(told("original"), "turn")
    assert "at least 3 cards" in text(told("original", expert=True), "turn")
    assert "hold 6 of them" in text(told("original"), "goal")
    assert "hold 5 of them" in text(told("original", short_hand=True), "goal")
    assert "One row climbs" in text(told("tiny"), "rows")
    assert "22, 33, 44, 55, 66, 77" in text(told("gamefactory", fire=True), "fire")
    taking = [text(told("original", take_backs=on), "turn") for on in (True, False)]
    assert ["take cards back" in words for words in taking] == [True, False]


@pytest.mark.rule("B8")
def test_gold_has_no_winners() -> None:
    assert "have won" in text(told("original"), "end")
    assert "Nobody wins and nobody loses" in text(told("gold"), "end")
    assert "won" not in text(told("gold"), "end")


@pytest.mark.rule("T1", "T7", "T10r")
def test_what_may_be_said_is_that_of_the_table() -> None:
    assert "Say anything but numbers" in text(told("original"), "talk")
    assert "Markers instead of words" in text(told("original", talk=Strictness.MARKERS), "talk")
    assert "Not a word" in text(told("original", talk=Strictness.SILENT), "talk")
    assert "Alone there is nobody to tell" in text(told("original", 1), "talk")
    quiet = "once the draw pile is empty"
    assert quiet in text(told("gold", talk=Strictness.MARKERS), "talk")
    assert quiet not in text(told("original", talk=Strictness.MARKERS), "talk")


def test_the_drawings_show_what_the_law_answers() -> None:
    def drawn(name: str, *, fire: bool = False) -> list[tuple[str, bool]]:
        minute = told("extreme", fire=fire)
        drawing = next(point.drawing for point in minute.points if point.name == name)
        return [(answer.verdict, answer.trick) for answer in drawing.answers]

    no, fits = ("refused", False), ("fine", False)
    assert drawn("rows") == [no, fits, fits, no]
    assert drawn("trick") == [("fine", True)]
    assert drawn("end") == [no] * 6
    assert drawn("fire", fire=True) == [fits]
    assert [verdict for verdict, _ in drawn("talk")] == ["fine", "refused"]
    for expert in (False, True):
        minute = told("original", expert=expert)
        turn = next(point.drawing for point in minute.points if point.name == "turn")
        laid = len(turn.rows[0].cards) - 1
        assert laid == turn.answers[0].drawn == Rules.of("original", 3, expert=expert).minimum


def test_signs_are_explained_where_there_are_any() -> None:
    assert signs(told("original", 1)) == []
    assert signs(told("original")) == ["small", "keep", "keep!"]
    assert signs(told("original", talk=Strictness.SILENT)) == []
    extreme = signs(told("extreme", fire=True))
    assert extreme[3:] == ["flash", "lasting", *(str(command) for command in Command), "fire"]
    kinds = next(point.signs for point in told("extreme").points if point.name == "commands")
    assert [sign.sign for sign in kinds] == ["flash", "lasting"]


@each_language
def test_only_points_traits_and_parts_stand_below_the_minute(language: str) -> None:
    known = {*EDITIONS, "tiny", *Strictness, *OPTION_NAMES}
    points = {*names(told("extreme", fire=True)), "alone"}
    for code in catalogue(language).section("rules.minute"):
        if code != "rules.minute.title":
            point, *trait, part = code.removeprefix("rules.minute.").split(".")
            assert point in points, code
            assert part in ("title", "text"), code
            assert set(trait) <= known, code


def test_the_server_tells_it_for_the_table_that_is_asked_for(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        answer = client.get("/api/rules/minute?edition=extreme&players=2&expert=true&lang=de")
        wrong = client.get("/api/rules/minute?edition=extreme&players=9")
    assert answer.status_code == 200
    minute = msgspec.json.decode(answer.content, type=MinuteTold)
    rules = Rules.of("extreme", 2, expert=True, take_backs=False)
    assert minute == minute_told(rules, Strictness.CHAT, False, "de")
    assert wrong.status_code == 422
